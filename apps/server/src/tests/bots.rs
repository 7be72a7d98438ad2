//! The computer at a table: it sits down, thinks from what its seat knows, and plays through the same log as people.

use std::sync::atomic::{AtomicUsize, Ordering};

use catalog::{DynThinking, Idea, RuledGame};
use game::Viewer;
use protocol::SeatInfo;

use super::changed::thinking;
use super::hooked::Hooked;
use super::*;
use crate::bus::{Bus, LocalBus};
use crate::store::Who;

/// A match that has begun, with a person at the first seat and the computer at the second.
struct Duel {
    table: String,
    key: String,
    person: Client,
    state: Box<dyn DynMatch>,
    random: Random,
}

impl Duel {
    async fn new(house: &House, game: &dyn catalog::DynGame) -> Self {
        Self::of(house, game, Address::OTHERS, "1").await
    }

    /// The person comes from this address, and the computer has this level.
    async fn of(house: &House, game: &dyn catalog::DynGame, address: Address, level: &str) -> Self {
        let created = house.table_for(game, &[], &[(1, level)]).await.unwrap();
        Self::at(house, created, address).await
    }

    /// At a table where nobody has been.
    async fn at(house: &House, Created { table, key, .. }: Created, address: Address) -> Self {
        let mut person = house.connect_from(address, &table, 1 << 20);
        let welcome = person.hello(Some(&key), 0).await.unwrap();
        assert!(!welcome.begun, "the person has not shared");
        add_shares([(&mut person, RED_SHARE)]).await;
        let state = house.match_of(&table);
        Self { table, key, person, state, random: Random::new(5) }
    }

    /// The next moment that the person is told. The test's own match follows it.
    async fn follow(&mut self) -> Moment {
        let moment = self.person.moment().await;
        follow(self.state.as_mut(), &moment);
        moment
    }

    /// Plays for the person until it is the computer's turn.
    async fn until_bots_turn(&mut self) {
        while self.state.actor() == Some(Seat(0)) {
            let action = self.state.random_action(&mut self.random).unwrap();
            self.person.say(&FromClient::Play { id: format!("m{}", self.state.events()), action }).await;
            self.follow().await;
        }
    }
}

pub(super) fn follow(state: &mut dyn DynMatch, moment: &Moment) {
    assert_eq!(moment.seq, state.events() as u64 + 1);
    match &moment.what {
        What::Action { seat, action, .. } => state.play(*seat, action).unwrap(),
        What::Exit { exit, .. } => state.exit(*exit).unwrap(),
    }
    assert_eq!((moment.actor, moment.outcome), (state.actor(), state.outcome()));
}

/// Thinking that ends only when it is stopped.
struct Endless(Arc<AtomicUsize>);

impl DynThinking for Endless {
    fn go_on(&mut self) -> f32 {
        self.0.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(1));
        0.0
    }

    fn ideas(&self) -> Vec<Idea> {
        Vec::new()
    }

    fn decide(self: Box<Self>) -> Option<String> {
        None
    }
}

fn endless(steps: &Arc<AtomicUsize>) -> Vec<RuledGame> {
    let steps = steps.clone();
    thinking(move |_, _| Box::new(Endless(steps.clone())))
}

/// Waits for something that happens on another thread.
async fn wait_for(what: impl Fn() -> bool) {
    let waiting = async {
        while !what() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the condition holds in time");
}

#[tokio::test]
async fn a_person_and_the_computer_play_to_the_end() {
    for game in [game(), waiting_game()] {
        let house = House::new();
        let mut duel = Duel::new(&house, game).await;
        let begun = duel.person.heard.iter().filter(|frame| frame.contains(r#""type":"begun""#)).count();
        assert_eq!(begun, 1, "all people have shared");
        while duel.state.actor().is_some() {
            duel.until_bots_turn().await;
            if duel.state.actor().is_some() {
                duel.follow().await;
            }
        }
        let record = house.hub.room(&duel.table, Address::OTHERS).await.unwrap().record().await.unwrap();
        assert!(record.contains(": Sixfold, level 1\n"), "{record}");
        assert_eq!(house.replayed(&duel.table).await.events(), duel.state.events());
    }
}

#[tokio::test]
async fn everybody_sees_where_the_computer_sits_and_what_it_added() {
    let house = House::new();
    let created = house.table_for(game(), &[], &[(1, "3")]).await.unwrap();
    let (_, welcome) = house.guest(&created.table, None, 0).await;
    let SeatInfo { name, here, bot, commitment, share, lost_in } = welcome.seats[1].clone();
    assert_eq!((name.as_deref(), bot.as_deref()), (Some("Sixfold, level 3"), Some("3")));
    assert!(here && lost_in.is_none());
    assert_eq!(share, None, "it is opened when everybody has committed");
    let share = house.row(&created.table).seats[1].as_ref().unwrap().share;
    let share = share.expect("the server drew it when the computer sat down");
    assert!(commitment.unwrap().opens_with(&welcome.commitment, Seat(1), &share), "and told its commitment");
    assert!(house.drawn.lock().unwrap().iter().any(|drawn| *drawn == share.0), "at random");
    assert_eq!(welcome.seats[0].bot, None);
    let info = house.hub.room(&created.table, Address::OTHERS).await.unwrap().info().await.unwrap();
    assert_eq!(info.seats, welcome.seats);
}

#[tokio::test]
async fn a_table_with_the_computer_is_made_right_or_not_at_all() {
    let house = House::new();
    let refused = async |bots: &[(u8, &str)]| code(house.table_for(game(), &[], bots).await);
    assert_eq!(refused(&[(0, "1")]).await, RefusedCode::SeatTaken, "the maker's own seat");
    assert_eq!(refused(&[(1, "1"), (1, "2")]).await, RefusedCode::SeatTaken, "one seat, two computers");
    assert_eq!(refused(&[(2, "1")]).await, RefusedCode::SeatTaken, "no such seat");
    assert_eq!(refused(&[(1, "strongest")]).await, RefusedCode::NoSuchLevel);
    assert_eq!(refused(&[(1, "")]).await, RefusedCode::NoSuchLevel);
}

#[tokio::test]
async fn a_player_may_have_the_computer_take_a_free_seat() {
    let house = House::new();
    let created = house.table().await;
    let (mut watcher, _) = house.guest(&created.table, None, 0).await;
    assert_eq!(code(watcher.seat_bot("a", 1, "1").await), RefusedCode::NotSeated);
    let (mut person, _) = house.guest(&created.table, Some(&created.key), 0).await;
    assert_eq!(code(person.seat_bot("b", 1, "9").await), RefusedCode::NoSuchLevel);
    assert_eq!(code(person.seat_bot("c", 0, "1").await), RefusedCode::SeatTaken, "their own");
    assert_eq!(code(person.seat_bot("d", 7, "1").await), RefusedCode::SeatTaken, "none");
    person.commit("commit", RED_SHARE).await.unwrap();
    assert_eq!(person.seat_bot("e", 1, "2").await, Ok(0), "seating a computer is no event");
    person.share("share", RED_SHARE).await.unwrap();
    let begun = watcher.begun().await;
    assert_eq!(begun.seats[1].bot.as_deref(), Some("2"), "the person has opened a share, so the match begins");
    let share = begun.seats[1].share;
    assert_eq!(person.seat_bot("e", 1, "2").await, Ok(0), "answered again");
    assert_eq!(code(person.seat_bot("f", 1, "2").await), RefusedCode::SeatTaken, "another request");
    let again = house.restarted();
    let (mut person, welcome) = again.guest(&created.table, Some(&created.key), 0).await;
    assert_eq!((welcome.begun, welcome.seats[1].share), (true, share));
    assert_eq!(person.seat_bot("e", 1, "2").await, Ok(0), "answered by another server");
    assert_eq!(again.row(&created.table).seats[1].as_ref().unwrap().share, share, "the share is not drawn again");
}

#[tokio::test]
async fn no_key_opens_the_seat_of_the_computer() {
    let house = House::with(|config| config.limits.bot_pause = Duration::from_mins(1)); // it answers too late to be seen
    let created = house.table_for(game(), &[], &[(1, "1")]).await.unwrap();
    assert_eq!(house.row(&created.table).seats[1].as_ref().unwrap().who, Who::Bot("1".to_owned()));
    for key in ["", "00000000000000000000000000", "Sixfold, level 1", "1", &"a".repeat(26)] {
        let mut client = house.connect(&created.table);
        assert_eq!(code(client.hello(Some(key), 0).await), RefusedCode::WrongKey, "{key}");
    }
    let (mut guest, _) = house.guest(&created.table, None, 0).await;
    assert_eq!(code(guest.sit_with("a", Some(Seat(1)), None).await), RefusedCode::SeatTaken);
    assert_eq!(code(guest.sit("b").await), RefusedCode::SeatTaken, "no seat is free");
    let (mut person, _) = house.guest(&created.table, Some(&created.key), 0).await;
    add_shares([(&mut person, RED_SHARE)]).await;
    let state = house.match_of(&created.table);
    if let Some(action) = state.legal().first().filter(|_| state.actor() == Some(Seat(0))) {
        person.play("a", action).await.unwrap();
        assert_eq!(code(person.play("bot 2", action).await), RefusedCode::NotYourTurn, "the bot's id does not help");
    }
}

#[tokio::test]
async fn the_computer_is_given_what_its_seat_knows_and_nothing_else() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = seen.clone();
    let house = House::with(|config| {
        config.games = thinking(move |position, bot| {
            notes.lock().unwrap().push(position.view().to_string());
            position.think(bot)
        });
    });
    let mut duel = Duel::new(&house, waiting_game()).await;
    let mut differs = 0;
    for _ in 0..60 {
        duel.until_bots_turn().await;
        if duel.state.actor() != Some(Seat(1)) {
            break;
        }
        let own = duel.state.position(Viewer::Seat(Seat(1))).view().to_string();
        let open = duel.state.position(Viewer::Everything).view().to_string();
        let asked = duel.state.events();
        duel.follow().await;
        let seen = std::mem::take(&mut *seen.lock().unwrap());
        assert_eq!(seen[0], own, "after event {asked}");
        differs += usize::from(seen[0] != open);
    }
    assert!(differs > 10, "something is hidden: {differs}");
}

/// The server was killed in the computer's turn. The computer thinks again as soon as somebody connects.
#[tokio::test]
async fn the_computer_goes_on_after_a_restart_as_soon_as_somebody_is_there() {
    let steps = Arc::new(AtomicUsize::new(0));
    let stuck = House::with(|config| config.games = endless(&steps));
    let mut duel = Duel::new(&stuck, game()).await;
    duel.until_bots_turn().await;
    wait_for(|| steps.load(Ordering::SeqCst) > 3).await;
    let played = duel.state.events();
    let house = House::over(stuck.store.clone(), |_| {});
    let room = house.hub.room(&duel.table, Address::OTHERS).await.unwrap();
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(room.info().await.unwrap().seq, played as u64, "nobody is there to see it");
    }
    let (mut watcher, welcome) = house.guest(&duel.table, None, 0).await;
    assert_eq!(welcome.moments.len(), played);
    follow(duel.state.as_mut(), &watcher.moment().await);
}

#[tokio::test]
async fn the_computer_thinks_only_while_somebody_is_there() {
    let steps = Arc::new(AtomicUsize::new(0));
    let house = House::with(|config| config.games = endless(&steps));
    let mut duel = Duel::new(&house, game()).await;
    duel.until_bots_turn().await;
    wait_for(|| steps.load(Ordering::SeqCst) > 3).await;
    drop(duel.person);
    let room = house.hub.room(&duel.table, Address::OTHERS).await.unwrap();
    while room.info().await.unwrap().seats[0].here {
        tokio::task::yield_now().await;
    }
    let stopped = async || {
        let before = steps.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(20)).await;
        steps.load(Ordering::SeqCst) == before
    };
    tokio::time::timeout(PATIENCE, async { while !stopped().await {} }).await.expect("the thinking stops");
    let before = steps.load(Ordering::SeqCst);
    let _back = house.guest(&duel.table, Some(&duel.key), 0).await;
    wait_for(|| steps.load(Ordering::SeqCst) > before).await;
    house.hub.close().await;
    tokio::time::timeout(PATIENCE, async { while !stopped().await {} }).await.expect("closing the server stops it");
}

#[tokio::test]
async fn a_computer_that_panics_plays_something_and_harms_nobody() {
    let house = House::with(|config| config.games = thinking(|_, _| panic!("a test asked for this panic")));
    let mut duel = Duel::new(&house, game()).await;
    let mut other = house.started().await;
    for _ in 0..5 {
        duel.until_bots_turn().await;
        duel.follow().await;
        other.step().await;
    }
}

#[tokio::test]
async fn an_answer_that_the_rules_forbid_is_not_played() {
    struct Nonsense;
    impl DynThinking for Nonsense {
        fn go_on(&mut self) -> f32 {
            1.0
        }
        fn ideas(&self) -> Vec<Idea> {
            Vec::new()
        }
        fn decide(self: Box<Self>) -> Option<String> {
            Some("nonsense".to_owned())
        }
    }
    let house = House::with(|config| config.games = thinking(|_, _| Box::new(Nonsense)));
    let mut duel = Duel::new(&house, game()).await;
    duel.until_bots_turn().await;
    let legal = duel.state.legal();
    let moment = duel.follow().await;
    assert!(legal.iter().any(|action| action == action_of(&moment)));
}

/// All tables share one thread. Endless thinking at one table does not keep the others waiting.
#[tokio::test]
async fn a_slow_computer_at_one_table_slows_no_other() {
    let steps = Arc::new(AtomicUsize::new(0));
    let first = AtomicUsize::new(0);
    let counted = steps.clone();
    let house = House::with(|config| {
        config.limits.bot_threads = 1;
        config.games = thinking(move |position, bot| match first.fetch_add(1, Ordering::SeqCst) {
            0 => Box::new(Endless(counted.clone())),
            _ => position.think(bot),
        });
    });
    let mut slow = Duel::new(&house, game()).await;
    slow.until_bots_turn().await;
    wait_for(|| steps.load(Ordering::SeqCst) > 0).await;
    let mut quick = Duel::new(&house, game()).await;
    for _ in 0..3 {
        quick.until_bots_turn().await;
        quick.follow().await;
    }
    let thought = steps.load(Ordering::SeqCst);
    wait_for(|| steps.load(Ordering::SeqCst) > thought).await; // the slow one goes on too
}

/// One thread has places for four short thoughts, and one asker for three of them. All networks of one line are one asker.
#[tokio::test]
async fn many_tables_of_one_line_leave_the_next_address_its_share_of_the_computers_time() {
    let steps = Arc::new(AtomicUsize::new(0));
    let house = House::with(|config| {
        config.limits.bot_threads = 1;
        config.games = thinking(move |position, bot| match bot.level().name.as_str() {
            "2" => Box::new(Endless(steps.clone())),
            _ => position.think(bot),
        });
    });
    let of_hog = |network: u16| Address::from(std::net::IpAddr::from([0x2001, 0xdb8, 7, network, 0, 0, 0, 1]));
    let mut hogs = Vec::new();
    for network in 0..5 {
        let mut duel = Duel::of(&house, game(), of_hog(network), "2").await;
        duel.until_bots_turn().await;
        hogs.push(duel);
    }
    wait_for(|| house.hub.services.thinkers.questions() == (2, 3)).await;
    let guest = Address::from(std::net::IpAddr::from([192, 0, 2, 1]));
    let created = house.table_for(game(), &[], &[(1, "1")]).await.unwrap();
    // Whoever looks on came first, and the computer thinks for the player all the same.
    let mut looks_on = house.connect_from(of_hog(0), &created.table, 1 << 20);
    looks_on.hello(None, 0).await.unwrap();
    let mut duel = Duel::at(&house, created, guest).await;
    let playing = async {
        for _ in 0..3 {
            duel.until_bots_turn().await;
            duel.follow().await;
        }
    };
    tokio::time::timeout(PATIENCE, playing).await.expect("the computer plays at the guest's table");
    wait_for(|| house.hub.services.thinkers.questions() == (2, 3)).await; // nobody else has had an answer
}

/// The queue is full. A room that finds no place asks again and gets its turn.
#[tokio::test]
async fn a_full_queue_keeps_nobody_out_for_ever() {
    let house = House::with(|config| (config.limits.bot_threads, config.limits.waiting_bots) = (1, 1));
    let mut duels = Vec::new();
    for _ in 0..6 {
        duels.push(Duel::new(&house, game()).await);
    }
    for duel in &mut duels {
        duel.until_bots_turn().await;
    }
    for duel in &mut duels {
        duel.follow().await;
    }
}

#[tokio::test]
async fn a_store_that_could_not_keep_the_computers_action_is_asked_again() {
    let store = Arc::new(Hooked::<isolation::Flaky>::default());
    let (failing, thoughts) = (store.clone(), Arc::new(AtomicUsize::new(0)));
    let counted = thoughts.clone();
    let house = House::over(store, |config| {
        config.games = thinking(move |position, bot| {
            if counted.fetch_add(1, Ordering::SeqCst) == 0 {
                failing.hooks.fail_once();
            }
            position.think(bot)
        });
    });
    let mut duel = Duel::new(&house, game()).await;
    duel.until_bots_turn().await;
    duel.follow().await;
    assert_eq!(thoughts.load(Ordering::SeqCst), 2, "the computer thought again");
}

#[tokio::test]
async fn a_rematch_moves_the_computer_round_with_everybody() {
    let house = House::new();
    let mut duel = Duel::new(&house, game()).await;
    duel.person.say(&FromClient::Resign { id: "over".to_owned() }).await;
    duel.person.done("over").await.unwrap();
    duel.person.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = duel.person.hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table } = next else { unreachable!("hear_until accepts nothing else") };
    let (mut person, welcome) = house.guest(&table, Some(&duel.key), 0).await;
    assert_eq!(welcome.you, Some(Seat(1)));
    let old = house.row(&duel.table).seats[1].as_ref().unwrap().share;
    let SeatInfo { name, bot, .. } = welcome.seats[0].clone();
    let share = house.row(&table).seats[0].as_ref().unwrap().share;
    assert_eq!((name.as_deref(), bot.as_deref()), (Some("Sixfold, level 1"), Some("1")));
    assert!(share.is_some() && share != old, "another match, other dice");
    add_shares([(&mut person, RED_SHARE)]).await;
    let mut state = house.match_of(&table);
    assert_eq!(state.actor(), Some(Seat(0)));
    follow(state.as_mut(), &person.moment().await);
}

/// Both nodes have a connection at the table, so both think. Only one of them plays the action.
#[tokio::test]
async fn two_servers_over_one_store_play_one_action_for_the_computer() {
    let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let [here, there] = [(); 2].map(|()| {
        let bus = bus.clone();
        let house = House::over(store.clone(), |config| config.bus = bus);
        tokio::spawn(crate::serve::hear(house.hub.clone()));
        house
    });
    tokio::task::yield_now().await; // both nodes subscribe
    let mut duel = Duel::new(&here, game()).await;
    let (mut watcher, _) = there.guest(&duel.table, None, 0).await;
    let mut seen = there.match_of(&duel.table);
    for _ in 0..10 {
        duel.until_bots_turn().await;
        duel.follow().await;
    }
    while seen.events() < duel.state.events() {
        follow(seen.as_mut(), &watcher.moment().await);
    }
}
