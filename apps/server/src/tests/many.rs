//! Tables for more than two players. They fill up by the link, the match goes on when people leave, and the result has
//! places.

use game::Exit;
use protocol::SeatInfo;

use super::bots::follow;
use super::*;
use crate::clock::Clock;

const LONG: Duration = Duration::from_hours(1);

/// A game for many players with a limit on absence.
fn round_game() -> &'static dyn catalog::DynGame {
    let many = |game: &&dyn catalog::DynGame| game.info().seat_names.len() > 2 && game.info().grace_seconds.is_some();
    catalog::GAMES.iter().copied().find(many).unwrap()
}

fn grace() -> Duration {
    Duration::from_secs(round_game().info().grace_seconds.unwrap().into())
}

/// A match for many that has begun, with a clock that the test moves.
struct Round {
    house: House,
    clock: Clock,
    table: String,
    /// The keys by seat. A seat of the computer has none.
    keys: Vec<Option<String>>,
    people: Vec<Option<Client>>,
    state: Box<dyn DynMatch>,
    random: Random,
}

impl Round {
    async fn new(seats: u8) -> Self {
        Self::with(seats, &[]).await
    }

    /// A match with the computer at these seats.
    async fn with(seats: u8, bots: &[u8]) -> Self {
        let clock = Clock::by_hand();
        let house = House::with(|config| config.clock = clock.clone());
        let computers: Vec<_> = bots.iter().map(|&seat| (seat, "1")).collect();
        let options = [format!("players={seats}"), "quiet-turns=5".to_owned()];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let Created { table, key, .. } = house.table_for(round_game(), &options, &computers).await.unwrap();
        let (maker, welcome) = house.guest(&table, Some(&key), 0).await;
        assert_eq!(welcome.seats.len(), usize::from(seats));
        let mut keys: Vec<Option<String>> = vec![None; seats.into()];
        let mut people: Vec<Option<Client>> = (0..seats).map(|_| None).collect();
        (keys[0], people[0]) = (Some(key), Some(maker));
        // The seats are taken in another order: the last one first.
        for seat in (1..seats).rev().filter(|seat| !bots.contains(seat)) {
            let (mut guest, _) = house.guest(&table, None, 0).await;
            let (taken, key) = guest.sit_with("sit", Some(Seat(seat)), None).await.unwrap();
            assert_eq!(taken, Seat(seat));
            (keys[usize::from(seat)], people[usize::from(seat)]) = (Some(key), Some(guest));
        }
        for (seat, person) in people.iter_mut().enumerate() {
            if let Some(person) = person {
                person.commit("commit", Share([seat as u8; 32])).await.unwrap();
            }
        }
        for (seat, person) in people.iter_mut().enumerate() {
            if let Some(person) = person {
                person.share("share", Share([seat as u8; 32])).await.unwrap();
            }
        }
        let state = house.match_of(&table);
        Self { house, clock, table, keys, people, state, random: Random::new(2) }
    }

    fn here(&mut self, seat: usize) -> &mut Client {
        self.people[seat].as_mut().expect("this player is connected")
    }

    /// Plays a random action for the seat that acts, and returns the moment. The computer plays by itself.
    async fn step(&mut self) -> Moment {
        let actor = self.state.actor().unwrap().index();
        if self.keys[actor].is_some() {
            let (id, action) =
                (format!("m{}", self.state.events()), self.state.random_action(&mut self.random).unwrap());
            self.here(actor).say(&FromClient::Play { id, action }).await;
        }
        self.told().await
    }

    /// The next moment. All connected people are told the same event.
    async fn told(&mut self) -> Moment {
        let mut all = Vec::new();
        for person in self.people.iter_mut().flatten() {
            all.push(person.moment().await);
        }
        assert!(all.iter().all(|moment| moment.what == all[0].what && moment.seq == all[0].seq));
        follow(self.state.as_mut(), &all[0]);
        all.swap_remove(0)
    }

    async fn resigns(&mut self, seat: usize) -> Moment {
        self.here(seat).say(&FromClient::Resign { id: "enough".to_owned() }).await;
        self.told().await
    }

    /// Disconnects a player and returns the seats once the room has noticed.
    async fn goes(&mut self, seat: usize) -> Vec<SeatInfo> {
        self.people[seat] = None;
        loop {
            let seats = self.info().await.seats;
            if !seats[seat].here {
                return seats;
            }
            tokio::task::yield_now().await;
        }
    }

    async fn comes_back(&mut self, seat: usize) -> Welcome {
        let (client, welcome) = self.house.guest(&self.table, self.keys[seat].as_deref(), 0).await;
        self.people[seat] = Some(client);
        welcome
    }

    async fn info(&self) -> protocol::TableInfo {
        let room = self.house.hub.room(&self.table, Address::OTHERS).await.unwrap();
        room.info().await.unwrap()
    }

    /// Moves the clock, and lets everything happen that this triggers.
    async fn wait(&self, time: Duration) {
        self.clock.advance(time);
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }

    async fn counted(&self) -> Vec<bool> {
        self.info().await.seats.iter().map(|seat| seat.lost_in.is_some()).collect()
    }

    /// Plays until the log has an action of every seat.
    async fn everybody_acts(&mut self) {
        let mut acted = vec![false; self.keys.len()];
        while acted.contains(&false) {
            let actor = self.state.actor().unwrap().index();
            self.step().await;
            acted[actor] = true;
        }
    }
}

#[tokio::test]
async fn a_table_fills_up_by_its_link_and_begins_with_the_last_share() {
    for seats in [3_u8, 4, 6] {
        let house = House::new();
        let players = format!("players={seats}");
        let Created { table, key, .. } = house.table_with(round_game(), &[&players]).await;
        let (mut maker, _) = house.guest(&table, Some(&key), 0).await;
        let mut guests = Vec::new();
        for number in 1..seats {
            let (mut guest, _) = house.guest(&table, None, 0).await;
            assert_eq!(guest.sit("sit").await.unwrap().0, Seat(number), "the first free seat");
            guests.push(guest);
        }
        let (mut late, welcome) = house.guest(&table, None, 0).await;
        assert!(welcome.seats.iter().all(|seat| seat.name.is_some()));
        assert_eq!(code(late.sit("sit").await), RefusedCode::SeatTaken, "the table is full");
        maker.commit("commit", RED_SHARE).await.unwrap();
        for (number, guest) in guests.iter_mut().enumerate() {
            guest.commit("commit", Share([number as u8; 32])).await.unwrap();
        }
        for (number, guest) in guests.iter_mut().enumerate() {
            assert!(!house.guest(&table, None, 0).await.1.begun);
            guest.share("share", Share([number as u8; 32])).await.unwrap();
        }
        maker.share("share", RED_SHARE).await.unwrap();
        let begun = late.begun().await;
        assert!(begun.first_actor.is_some() && begun.seats.iter().all(|seat| seat.share.is_some()));
    }
}

#[tokio::test]
async fn two_people_and_a_computer_play_to_the_end_and_have_places() {
    let mut round = Round::with(3, &[1]).await;
    let mut by_computer = 0;
    let end = loop {
        by_computer += usize::from(round.state.actor() == Some(Seat(1)));
        let moment = round.step().await;
        if moment.actor.is_none() {
            break moment;
        }
    };
    assert!(by_computer > 5, "it played: {by_computer}");
    let outcome = end.outcome.expect("the last moment has the result");
    assert_eq!(outcome.seats(), 3);
    let replayed = round.house.replayed(&round.table).await;
    assert_eq!((replayed.outcome(), replayed.events()), (Some(outcome), round.state.events()));
}

#[tokio::test]
async fn the_computer_fills_what_is_free_while_people_wait() {
    let house = House::new();
    let Created { table, key, .. } = house.table_for(round_game(), &["players=4"], &[(3, "1")]).await.unwrap();
    let (mut ann, _) = house.guest(&table, Some(&key), 0).await;
    let (mut bo, _) = house.guest(&table, None, 0).await;
    bo.sit("sit").await.unwrap();
    ann.commit("commit", RED_SHARE).await.unwrap();
    bo.commit("commit", BLUE_SHARE).await.unwrap();
    assert!(!house.guest(&table, None, 0).await.1.begun, "a seat is free");
    assert_eq!(code(bo.seat_bot("a", 3, "1").await), RefusedCode::SeatTaken, "the seat has a computer already");
    assert_eq!(bo.seat_bot("b", 2, "2").await, Ok(0), "a seated player may seat a computer");
    ann.share("share", RED_SHARE).await.unwrap();
    bo.share("share", BLUE_SHARE).await.unwrap();
    let begun = ann.begun().await;
    let bots: Vec<_> = begun.seats.iter().map(|seat| seat.bot.as_deref()).collect();
    assert_eq!(bots, [None, None, Some("2"), Some("1")]);
}

#[tokio::test]
async fn a_player_who_resigns_is_out_and_the_others_play_on() {
    let mut round = Round::new(3).await;
    round.everybody_acts().await;
    let first = round.resigns(1).await;
    assert_eq!(first.what.exit(), Some(Exit::Resigned(Seat(1))));
    assert!(first.actor.is_some_and(|actor| actor != Seat(1)) && first.outcome.is_none(), "the others go on");
    assert_eq!(round.here(1).done("enough").await, Ok(first.seq), "a retry is not a second exit");
    round.here(1).say(&FromClient::Resign { id: "again".to_owned() }).await;
    assert_eq!(code(round.here(1).done("again").await), RefusedCode::OutOfTheGame);
    let action = round.state.legal()[0].clone();
    assert_eq!(code(round.here(1).play("a", &action).await), RefusedCode::NotYourTurn);
    for _ in 0..6 {
        assert_ne!(round.state.actor(), Some(Seat(1)));
        round.step().await;
    }
    let last = round.resigns(0).await;
    let outcome = last.outcome.expect("one is left");
    assert_eq!(outcome.winner(), Some(Seat(2)));
    assert_eq!([0, 1, 2].map(|seat| outcome.place(Seat(seat))), [2, 3, 1], "the first player to leave is last");
    let replayed = round.house.replayed(&round.table).await;
    assert_eq!((replayed.outcome(), replayed.events()), (Some(outcome), round.state.events()));
}

#[tokio::test]
async fn a_player_who_left_for_good_keeps_nobody_from_a_rematch() {
    let mut round = Round::with(3, &[1]).await;
    round.resigns(2).await;
    round.goes(2).await;
    round.here(0).say(&FromClient::Resign { id: "enough".to_owned() }).await;
    round.here(0).say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = round.here(0).hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table } = next else { unreachable!("hear_until accepts nothing else") };
    let (mut person, welcome) = round.house.guest(&table, round.keys[0].as_deref(), 0).await;
    let taken: Vec<bool> = welcome.seats.iter().map(|seat| seat.name.is_some()).collect();
    assert_eq!((welcome.you, taken), (Some(Seat(1)), vec![false, true, true]));
    person.seat_bot("instead", 0, "1").await.unwrap();
}

#[tokio::test]
async fn people_who_left_the_match_to_computers_need_not_wait_for_its_end() {
    let mut round = Round::with(4, &[2, 3]).await;
    let again = |id: &str| FromClient::Rematch { id: id.to_owned() };
    round.resigns(0).await;
    round.here(0).say(&again("early")).await;
    assert_eq!(round.here(0).done("early").await.unwrap_err().code, RefusedCode::NotOver, "somebody still plays");
    round.here(1).say(&FromClient::Resign { id: "enough".to_owned() }).await;
    round.here(1).done("enough").await.unwrap();
    assert!(!round.info().await.over, "the computers play on");
    round.here(0).say(&again("again")).await;
    round.here(0).hear_until(|message| matches!(message, FromServer::Next { .. })).await;
}

#[tokio::test]
async fn players_who_are_away_for_too_long_are_out_one_after_the_other() {
    let mut round = Round::new(4).await;
    round.everybody_acts().await;
    round.goes(1).await;
    round.wait(grace() / 2).await;
    let seats = round.goes(2).await;
    let left: Vec<_> = seats.iter().map(|seat| seat.lost_in).collect();
    let whole = grace().as_millis() as u64;
    assert_eq!(left, [None, Some(whole / 2), Some(whole), None], "each seat has its own countdown");
    round.wait(grace() / 2).await;
    let first = round.told().await;
    assert_eq!((first.what.exit(), first.outcome), (Some(Exit::Dropped(Seat(1))), None));
    let stopped =
        |message: &FromServer| matches!(message, FromServer::People { seats, .. } if seats[1].lost_in.is_none());
    round.here(0).hear_until(stopped).await; // the message that the countdown has stopped
    assert_eq!(round.counted().await, [false, false, true, false], "the countdown of the other seat goes on");
    if round.state.actor().is_some_and(|actor| [Seat(0), Seat(3)].contains(&actor)) {
        round.step().await;
    }
    round.wait(grace() / 2).await;
    let second = round.told().await;
    assert_eq!((second.what.exit(), second.outcome), (Some(Exit::Dropped(Seat(2))), None));
    for _ in 0..4 {
        assert!(round.state.actor().is_some_and(|actor| [Seat(0), Seat(3)].contains(&actor)));
        round.step().await;
    }
    assert_eq!(round.comes_back(1).await.you, Some(Seat(1)), "a player who is out may watch");
    round.here(1).say(&FromClient::Resign { id: "enough".to_owned() }).await;
    assert_eq!(code(round.here(1).done("enough").await), RefusedCode::OutOfTheGame);
    round.goes(1).await;
    assert_eq!(round.counted().await, [false; 4], "a player who is out may leave");
    round.goes(3).await;
    round.wait(grace()).await;
    let last = round.told().await;
    assert_eq!(last.what.exit(), Some(Exit::Dropped(Seat(3))));
    assert_eq!(last.outcome.unwrap().winner(), Some(Seat(0)));
    assert_eq!(round.house.replayed(&round.table).await.outcome(), last.outcome);
}

/// Exits are in the log. A server that knows only the store goes on with the players who are left.
#[tokio::test]
async fn exits_are_there_after_a_restart() {
    let mut round = Round::new(3).await;
    round.everybody_acts().await;
    round.resigns(2).await;
    let again = round.house.restarted();
    let (_, welcome) = again.guest(&round.table, None, 0).await;
    assert_eq!(welcome.moments.len(), round.state.events());
    assert_eq!(welcome.moments.last().unwrap().actor, round.state.actor());
    let mut seen = again.match_of(&round.table);
    welcome.moments.iter().for_each(|moment| follow(seen.as_mut(), moment));
}

#[tokio::test]
async fn when_all_who_have_a_part_are_gone_the_match_is_abandoned() {
    let mut round = Round::with(4, &[3]).await;
    round.everybody_acts().await;
    round.resigns(2).await; // the player resigns and stays to watch
    round.goes(0).await;
    round.goes(1).await;
    assert_eq!(round.counted().await, [true, true, false, false]);
    round.wait(grace()).await;
    let end = loop {
        let moment = round.told().await; // the computer may have played meanwhile, because somebody is connected
        if moment.actor.is_none() {
            break moment;
        }
    };
    assert_eq!((end.what.exit(), end.outcome), (Some(Exit::Abandoned), None));
    assert!(round.house.replayed(&round.table).await.is_over());
}

#[tokio::test]
async fn alone_against_the_computer_nobody_is_counted_out() {
    let mut round = Round::with(3, &[1, 2]).await;
    while round.state.actor() != Some(Seat(0)) {
        round.step().await;
    }
    round.step().await;
    round.goes(0).await;
    assert_eq!(round.counted().await, [false; 3]);
    round.wait(LONG).await;
    let known = round.state.events();
    let welcome = round.comes_back(0).await;
    assert!(welcome.moments.iter().all(|moment| moment.what.exit().is_none()));
    welcome.moments[known..].iter().for_each(|moment| follow(round.state.as_mut(), moment));
    round.step().await;
}

#[tokio::test]
async fn the_last_person_left_is_waited_for_without_a_limit() {
    let mut round = Round::with(3, &[2]).await;
    round.everybody_acts().await;
    round.goes(1).await;
    assert_eq!(round.counted().await, [false, true, false]);
    let moment = round.resigns_among_computers(0).await;
    assert_eq!(moment.what.exit(), Some(Exit::Resigned(Seat(0))));
    assert_eq!(round.counted().await, [false; 3], "no other person is left in the match");
    round.wait(LONG).await;
    let late = round.comes_back(1).await;
    assert!(late.moments.iter().all(|moment| moment.what.exit().is_none_or(|exit| exit.seat() == Some(Seat(0)))));
}

impl Round {
    /// The same as [`Round::resigns`], for a match in which the computer may be about to act.
    async fn resigns_among_computers(&mut self, seat: usize) -> Moment {
        self.here(seat).say(&FromClient::Resign { id: "enough".to_owned() }).await;
        loop {
            let moment = self.told().await;
            if moment.what.exit().is_some() {
                return moment;
            }
        }
    }
}

#[tokio::test]
async fn a_rematch_moves_everybody_round_by_one() {
    let mut round = Round::with(4, &[2]).await;
    for seat in [0, 1, 3] {
        round.resigns_among_computers(seat).await;
        if round.state.is_over() {
            break;
        }
    }
    while !round.state.is_over() {
        round.told().await;
    }
    round.here(3).say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = round.here(3).hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table } = next else { unreachable!("hear_until accepts nothing else") };
    for (seat, key) in round.keys.iter().enumerate() {
        if let Some(key) = key {
            let (_, welcome) = round.house.guest(&table, Some(key), 0).await;
            assert_eq!(welcome.you, Some(Seat((seat as u8 + 1) % 4)));
            assert_eq!(welcome.seats[3].bot.as_deref(), Some("1"));
            assert!(!welcome.begun);
        }
    }
}
