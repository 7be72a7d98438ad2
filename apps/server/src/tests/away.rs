//! A player who leaves a running match has a limited time to come back. The tests move the clock by hand. A test that
//! holds a sentence of a ruling has the number of the ruling in its name.

use game::{Exit, Viewer};
use protocol::SeatInfo;

use super::hooked::Hooked;
use super::*;
use crate::bus::Bus;
use crate::clock::Clock;

pub(super) fn grace() -> Duration {
    Duration::from_secs(waiting_game().info().grace_seconds.unwrap().into())
}

/// The whole time that a player may be away, less a moment.
fn almost() -> Duration {
    grace().saturating_sub(MOMENT)
}

pub(super) const MOMENT: Duration = Duration::from_millis(1);
pub(super) const LONG: Duration = Duration::from_hours(1);

/// A match that has begun, with a clock that the test moves.
struct Sitting {
    house: House,
    clock: Clock,
    table: String,
    keys: [String; 2],
    people: [Option<Client>; 2],
    state: Box<dyn DynMatch>,
}

impl Sitting {
    async fn new() -> Self {
        Self::of(waiting_game(), Arc::new(Memory::default())).await
    }

    async fn of(game: &'static dyn catalog::DynGame, store: Arc<dyn Store>) -> Self {
        Self::by(Clock::by_hand(), game, store).await
    }

    async fn by(clock: Clock, game: &'static dyn catalog::DynGame, store: Arc<dyn Store>) -> Self {
        let house = House::over(store, |config| config.clock = clock.clone());
        let (table, keys, [mut red, mut blue]) = house.seated(game).await;
        add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
        red.begun().await;
        let state = house.match_of(&table);
        Self { house, clock, table, keys, people: [Some(red), Some(blue)], state }
    }

    fn here(&mut self, who: usize) -> &mut Client {
        self.people[who].as_mut().expect("this player is connected")
    }

    /// Disconnects a player, and waits until the other player is told so or the room knows it.
    async fn goes(&mut self, who: usize) -> Vec<SeatInfo> {
        self.people[who] = None;
        if let Some(other) = &mut self.people[1 - who] {
            return told_of(other, |seats| !seats[who].here).await;
        }
        let hub = self.house.hub.clone();
        let room = hub.room(&self.table, Address::OTHERS).await.unwrap();
        loop {
            let seats = room.info().await.unwrap().seats;
            if !seats[who].here {
                return seats;
            }
            tokio::task::yield_now().await;
        }
    }

    async fn comes_back(&mut self, who: usize) -> Welcome {
        let (client, welcome) = self.house.guest(&self.table, Some(&self.keys[who]), 0).await;
        self.people[who] = Some(client);
        welcome
    }

    /// Plays until the log has an action of each seat.
    async fn everybody_acts(&mut self) {
        let mut acted = [false; 2];
        while acted.contains(&false) {
            let actor = self.state.actor().unwrap().index();
            let (id, action) = (format!("m{}", self.state.events()), self.state.legal()[0].clone());
            self.here(actor).play(&id, &action).await.unwrap();
            self.state.play(Seat(actor as u8), &action).unwrap();
            acted[actor] = true;
        }
    }

    /// Lets everything happen that the clock has triggered. Then returns the welcome of a new spectator.
    async fn now(&self) -> Welcome {
        for _ in 0..50 {
            tokio::task::yield_now().await; // a countdown that is over asks for the lock first
        }
        self.house.guest(&self.table, None, 0).await.1
    }

    async fn last(&self) -> Option<Exit> {
        self.now().await.moments.pop()?.what.exit()
    }

    /// Starts a new server that knows only the store.
    fn restart(&mut self) {
        let clock = self.clock.clone();
        self.people = [None, None];
        self.house = House::over(self.house.store.clone(), |config| config.clock = clock);
    }

    async fn record(&self) -> Box<dyn DynMatch> {
        let room = self.house.hub.room(&self.table, Address::OTHERS).await.unwrap();
        let record = room.record().await.unwrap();
        waiting_game().replay(&record.parse().unwrap()).unwrap()
    }
}

pub(super) async fn told_of(client: &mut Client, right: impl Fn(&[SeatInfo]) -> bool) -> Vec<SeatInfo> {
    let right = |message: &FromServer| matches!(message, FromServer::People { seats, .. } if right(seats));
    match client.hear_until(right).await {
        FromServer::People { seats, .. } => seats,
        _ => unreachable!("hear_until accepts nothing else"),
    }
}

pub(super) fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

#[tokio::test]
async fn hl_10_each_disconnection_has_its_own_sixty_seconds() {
    assert_eq!(grace(), Duration::from_mins(1));
    let mut sitting = Sitting::new().await;
    for _ in 0..3 {
        let seats = sitting.goes(1).await;
        assert_eq!((seats[0].lost_in, seats[1].lost_in), (None, Some(millis(grace()))), "the whole time, every time");
        sitting.clock.advance(almost());
        let welcome = sitting.now().await;
        assert_eq!((welcome.seats[1].lost_in, welcome.moments.len()), (Some(millis(MOMENT)), 0));
        let welcome = sitting.comes_back(1).await;
        assert_eq!(welcome.seats[1].lost_in, None);
        told_of(sitting.here(0), |seats| seats[1].here && seats[1].lost_in.is_none()).await;
        sitting.clock.advance(LONG);
        assert_eq!(sitting.last().await, None);
    }
}

#[tokio::test]
async fn hl_10_a_player_who_does_not_come_back_has_lost_and_everything_is_open() {
    let mut sitting = Sitting::new().await;
    sitting.goes(1).await;
    sitting.clock.advance(grace());
    let moment = sitting.here(0).moment().await;
    assert_eq!((moment.seq, moment.what.exit()), (1, Some(Exit::Dropped(Seat(1)))));
    assert_eq!((moment.actor, moment.outcome.unwrap().winner()), (None, Some(Seat(0))));
    sitting.state.exit(Exit::Dropped(Seat(1))).unwrap();
    assert_eq!(moment.view, serde_json::json!(sitting.state.position(Viewer::Everything).view()));
    let late = sitting.comes_back(1).await;
    assert_eq!(late.moments, std::slice::from_ref(&moment), "too late");
    assert_eq!(late.seats[1].lost_in, None);
    sitting.clock.advance(LONG);
    sitting.restart();
    assert_eq!(sitting.now().await.moments, [moment], "the exit is durable and there once");
    assert_eq!(sitting.record().await.standing().end, Some(Exit::Dropped(Seat(1))));
}

#[tokio::test]
async fn hl_10_a_match_that_everybody_leaves_is_abandoned_without_a_result() {
    let mut sitting = Sitting::new().await;
    let (mut watcher, _) = sitting.house.guest(&sitting.table, None, 0).await;
    sitting.goes(0).await;
    sitting.clock.advance(grace() / 2);
    let seats = sitting.goes(1).await;
    assert_eq!(
        [seats[0].lost_in, seats[1].lost_in],
        [Some(millis(grace() / 2)), Some(millis(grace()))],
        "each seat has its own countdown"
    );
    sitting.clock.advance(grace() / 2);
    let moment = watcher.moment().await;
    assert_eq!((moment.what.exit(), moment.actor, moment.outcome), (Some(Exit::Abandoned), None, None));
    let hub = sitting.house.hub.clone();
    assert!(hub.room(&sitting.table, Address::OTHERS).await.unwrap().info().await.unwrap().over);
    assert_eq!(sitting.record().await.standing().end, Some(Exit::Abandoned));
    sitting.clock.advance(LONG);
    assert_eq!(sitting.now().await.moments.len(), 1);
    let welcome = sitting.comes_back(0).await;
    assert!(welcome.seats.iter().all(|seat| seat.lost_in.is_none()));
    let (action, one) = (sitting.state.legal()[0].clone(), sitting.here(0));
    assert_eq!(code(one.play("a", &action).await), RefusedCode::GameOver);
    one.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    one.done("again").await.expect("a rematch is possible after the end");
}

#[tokio::test]
async fn who_comes_back_before_the_others_time_is_up_wins_by_it() {
    let mut sitting = Sitting::new().await;
    sitting.goes(0).await;
    sitting.clock.advance(grace() / 2);
    sitting.goes(1).await;
    sitting.comes_back(1).await;
    sitting.clock.advance(grace() / 2);
    assert_eq!(sitting.here(1).moment().await.what.exit(), Some(Exit::Dropped(Seat(0))));
}

#[tokio::test]
async fn a_seat_is_away_when_its_last_connection_is() {
    let mut sitting = Sitting::new().await;
    let (tab, _) = sitting.house.guest(&sitting.table, Some(&sitting.keys[1]), 0).await;
    sitting.people[1] = None;
    sitting.clock.advance(LONG);
    let welcome = sitting.now().await;
    assert!(welcome.seats[1].here && welcome.seats[1].lost_in.is_none() && welcome.moments.is_empty());
    drop(tab);
    assert_eq!(sitting.goes(1).await[1].lost_in, Some(millis(grace())));
}

#[tokio::test]
async fn a_player_who_plays_on_alone_stops_no_countdown() {
    let mut sitting = Sitting::new().await;
    let actor = sitting.state.actor().unwrap().index();
    sitting.goes(1 - actor).await;
    sitting.clock.advance(grace() / 2);
    let action = sitting.state.legal()[0].clone();
    assert_eq!(sitting.here(actor).play("m", &action).await, Ok(1));
    assert_eq!(sitting.now().await.seats[1 - actor].lost_in, Some(millis(grace() / 2)));
    sitting.clock.advance(grace() / 2);
    let moment = sitting.here(actor).moment().await;
    assert_eq!((moment.seq, moment.what.exit()), (2, Some(Exit::Dropped(Seat(1 - actor as u8)))));
}

#[tokio::test]
async fn the_end_of_the_match_ends_the_countdown() {
    let mut sitting = Sitting::new().await;
    sitting.goes(1).await;
    sitting.here(0).say(&FromClient::Resign { id: "over".to_owned() }).await;
    sitting.here(0).done("over").await.unwrap();
    sitting.clock.advance(LONG);
    let welcome = sitting.now().await;
    assert_eq!(welcome.moments.len(), 1);
    assert_eq!(welcome.moments[0].what.exit(), Some(Exit::Resigned(Seat(0))));
    assert_eq!(welcome.seats[1].lost_in, None);
}

#[tokio::test]
async fn hl_11_after_a_restart_everybody_who_sits_is_waited_for_and_has_the_whole_time() {
    for acts in [false, true] {
        let mut sitting = Sitting::new().await;
        if acts {
            sitting.everybody_acts().await;
        }
        sitting.goes(1).await;
        sitting.clock.advance(almost());
        sitting.restart();
        let welcome = sitting.comes_back(0).await;
        assert_eq!(welcome.seats[1].lost_in, Some(millis(grace())), "a seat that has not acted is counted too");
        sitting.clock.advance(grace());
        assert_eq!(sitting.here(0).moment().await.what.exit(), Some(Exit::Dropped(Seat(1))));
    }
}

#[tokio::test]
async fn hl_10_the_time_stands_still_while_the_server_is_down_and_begins_anew() {
    let mut sitting = Sitting::new().await;
    sitting.everybody_acts().await;
    let played = sitting.state.events();
    sitting.goes(1).await;
    sitting.clock.advance(almost());
    sitting.restart();
    // A request over HTTP or a spectator starts no countdown: the players may not know yet that the server is back.
    let hub = sitting.house.hub.clone();
    assert!(hub.room(&sitting.table, Address::OTHERS).await.unwrap().info().await.unwrap().seats[1].lost_in.is_none());
    let watcher = sitting.house.guest(&sitting.table, None, 0).await;
    sitting.clock.advance(LONG);
    assert_eq!(sitting.now().await.moments.len(), played);
    drop(watcher);

    let welcome = sitting.comes_back(0).await;
    assert_eq!([welcome.seats[0].lost_in, welcome.seats[1].lost_in], [None, Some(millis(grace()))]);
    sitting.clock.advance(almost());
    assert_eq!(sitting.now().await.moments.len(), played);
    sitting.clock.advance(MOMENT);
    assert_eq!(sitting.here(0).moment().await.what.exit(), Some(Exit::Dropped(Seat(1))));
}

/// The process was stopped, or its machine was paused. The real time jumps, and a player who has tried to come back
/// meanwhile was not heard yet.
#[tokio::test]
async fn hl_10_the_time_stands_still_while_the_server_hangs() {
    let clock = Clock::by_hand().in_steps();
    let mut sitting = Sitting::by(clock, waiting_game(), Arc::new(Memory::default())).await;
    sitting.goes(1).await;
    sitting.clock.advance(LONG);
    let welcome = sitting.now().await;
    assert_eq!((welcome.moments.len(), welcome.seats[1].lost_in), (0, Some(millis(grace()) - 2_000)));
    sitting.comes_back(1).await;
    told_of(sitting.here(0), |seats| seats[1].here).await;
    sitting.clock.advance(LONG);
    assert_eq!(sitting.goes(1).await[1].lost_in, Some(millis(grace())));
    for _ in 1..grace().as_secs() {
        sitting.clock.advance(Duration::from_secs(1));
        assert_eq!(sitting.last().await, None);
    }
    sitting.clock.advance(Duration::from_secs(1));
    assert_eq!(sitting.last().await, Some(Exit::Dropped(Seat(1))), "the clock goes on in small steps");
}

#[tokio::test]
async fn hl_10_a_server_that_closes_makes_nobody_lose() {
    let mut sitting = Sitting::new().await;
    sitting.goes(1).await;
    sitting.clock.advance(almost());
    let closing = sitting.house.hub.clone();
    closing.close().await;
    while sitting.here(0).hear().await.is_some() {} // until the server closes the connection
    for _ in 0..5 {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        sitting.clock.advance(LONG);
    }
    let room = closing.room(&sitting.table, Address::OTHERS).await.unwrap();
    assert_eq!(room.info().await.unwrap().seq, 0, "nothing was appended after closing");
    sitting.restart();
    assert_eq!(sitting.last().await, None);
}

#[tokio::test]
async fn a_table_stays_in_memory_until_it_is_decided() {
    let mut sitting = Sitting::new().await;
    sitting.goes(0).await;
    sitting.goes(1).await;
    let later = tokio::time::Instant::now() + LONG;
    sitting.house.hub.sweep(later);
    assert_eq!(sitting.house.hub.rooms_in_memory(), 1);
    sitting.clock.advance(grace());
    assert_eq!(sitting.last().await, Some(Exit::Abandoned));
    tokio::time::timeout(PATIENCE, async {
        while sitting.house.hub.rooms_in_memory() > 0 {
            tokio::task::yield_now().await;
            sitting.house.hub.sweep(later);
        }
    })
    .await
    .expect("the room leaves memory");
}

#[tokio::test]
async fn where_nobody_is_waited_for_nobody_loses_by_leaving() {
    let mut sitting = Sitting::of(game(), Arc::new(Memory::default())).await;
    assert_eq!(sitting.goes(1).await[1].lost_in, None);
    assert_eq!(sitting.goes(0).await[0].lost_in, None);
    sitting.clock.advance(LONG);
    assert_eq!(sitting.last().await, None);
}

#[tokio::test]
async fn a_store_that_could_not_keep_the_end_is_asked_again() {
    let store = Arc::new(Hooked::<isolation::Flaky>::default());
    let mut sitting = Sitting::of(waiting_game(), store.clone()).await;
    sitting.goes(1).await;
    store.hooks.fail_once();
    sitting.clock.advance(grace());
    assert_eq!(sitting.last().await, None);
    while sitting.last().await.is_none() {
        tokio::time::sleep(Duration::from_millis(50)).await; // the next attempt comes by itself
    }
    assert_eq!(sitting.last().await, Some(Exit::Dropped(Seat(1))));
}

/// The exit is being written to the disk when the player comes back. It is too late, and the welcome shows the exit.
#[tokio::test]
async fn a_player_who_comes_back_while_the_end_is_being_written_sees_it() {
    let (store, mut begins, go_on) = isolation::Slow::store();
    let mut sitting = Sitting::of(waiting_game(), Arc::new(store)).await;
    sitting.goes(1).await;
    sitting.clock.advance(grace());
    begins.recv().await.unwrap();
    let mut back = sitting.house.connect(&sitting.table);
    let key = Some(sitting.keys[1].clone());
    back.say(&FromClient::Hello { version: VERSION, key, since: 0 }).await;
    tokio::task::yield_now().await;
    go_on.send(()).unwrap();
    let welcome = back.hear().await;
    let Some(FromServer::Welcome(welcome)) = welcome else { panic!("expected a welcome, not {welcome:?}") };
    assert_eq!(welcome.moments[0].what.exit(), Some(Exit::Dropped(Seat(1))));
}

/// A bus that does not implement `is_alone` may have other nodes.
#[test]
fn a_bus_is_not_alone_unless_it_says_so() {
    struct Some;
    impl Bus for Some {
        fn publish(&self, _: Notice) {}
        fn subscribe(&self) -> broadcast::Receiver<Notice> {
            unreachable!("nobody listens")
        }
    }
    assert!(!Some.is_alone());
}
