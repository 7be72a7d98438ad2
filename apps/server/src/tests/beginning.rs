//! A match begins when all seats are taken, every seat has committed to its share, and every share is opened. Anybody can
//! check the dice afterwards.

use game::{Commitment, Viewer};

use super::*;
use crate::bus::{Bus, LocalBus};
use crate::ids::Key;
use crate::store::{Change, Sitter, StoredEvent, StoredEventKind, TableRow, Who, Write};

fn shares(seats: &[protocol::SeatInfo]) -> Vec<Option<Share>> {
    seats.iter().map(|seat| seat.share).collect()
}

fn count(client: &Client, kind: &str) -> usize {
    client.heard.iter().filter(|frame| frame.contains(&format!(r#""type":"{kind}""#))).count()
}

#[tokio::test]
async fn the_promise_comes_first_then_all_commitments_then_the_shares_then_the_match() {
    let house = House::new();
    let created = house.table().await;
    let (mut red, welcome) = house.guest(&created.table, Some(&created.key), 0).await;
    assert!(!welcome.begun && welcome.first_actor.is_none());
    let any = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    assert_eq!(
        welcome.start,
        Some(serde_json::json!(any.position(Viewer::Spectator).view())),
        "what a first position looks like"
    );
    let own = ShareCommitment::to(&welcome.commitment, Seat(0), &RED_SHARE);
    red.commit("commit", RED_SHARE).await.unwrap(); // Red commits before the other seat is taken
    assert_eq!(code(red.share("mine", RED_SHARE).await), RefusedCode::NotCommitted);
    let (mut blue, second) = house.guest(&created.table, None, 0).await;
    assert_eq!((second.begun, shares(&second.seats)), (false, vec![None, None]));
    assert_eq!([second.seats[0].commitment, second.seats[1].commitment], [Some(own), None]);
    let (_, key) = blue.sit("sit").await.unwrap();
    assert_eq!(code(red.share("mine", RED_SHARE).await), RefusedCode::NotCommitted, "Blue has not committed");
    assert_eq!(code(red.play("early", &any.legal()[0]).await), RefusedCode::NotStarted);
    red.say(&FromClient::Resign { id: "early too".to_owned() }).await;
    assert_eq!(code(red.done("early too").await), RefusedCode::NotStarted);
    let (mut watcher, _) = house.guest(&created.table, None, 0).await;

    assert_eq!(blue.commit("commit", BLUE_SHARE).await.unwrap(), 0, "a commitment is no event");
    let committed = |message: &FromServer| matches!(message, FromServer::People { seats, .. } if seats.iter().all(|seat| seat.commitment.is_some()));
    for client in [&mut red, &mut watcher] {
        client.hear_until(committed).await;
    }
    red.share("mine", RED_SHARE).await.unwrap();
    assert_eq!(blue.share("mine", BLUE_SHARE).await.unwrap(), 0, "a share is no event");
    assert_eq!((count(&blue, "begun"), count(&blue, "done")), (1, 2), "begun comes before done");
    for client in [&mut red, &mut watcher] {
        let begun = client.begun().await;
        assert_eq!(begun.first_actor, any.actor());
        assert_eq!(shares(&begun.seats), [Some(RED_SHARE), Some(BLUE_SHARE)]);
    }
    let (_, late) = house.guest(&created.table, Some(&key), 0).await;
    assert!(late.begun && late.start.is_some() && late.first_actor.is_some());
    assert_eq!(late.commitment, welcome.commitment);

    red.say(&FromClient::Resign { id: "over".to_owned() }).await;
    red.done("over").await.unwrap();
    let room = house.hub.room(&created.table, Address::OTHERS).await.unwrap();
    let record: game::Record = room.record().await.unwrap().parse().unwrap();
    assert_eq!(Commitment::to(&record.seed), welcome.commitment, "the secret is the one that was committed to");
    game().replay(&record).expect("the record can be replayed without the server");
}

/// A first position that is made from the secret would reveal a part of it, and rolls without shares.
#[tokio::test]
async fn what_is_shown_before_the_match_has_nothing_to_do_with_the_secret() {
    for game in catalog::GAMES {
        let house = House::new();
        let mut shown = Vec::new();
        for _ in 0..20 {
            shown.push(house.guest(&house.table_of(*game).await.table, None, 0).await.1.start);
        }
        assert!(shown.iter().all(|start| *start == shown[0]), "{}", game.info().key);
    }
}

/// IN-11: things that chance decides at the start are not shown before the match begins, such as a mark on the board or
/// an army.
#[tokio::test]
async fn in_11_what_chance_decides_at_the_start_is_not_sent_before_the_match() {
    let house = House::new();
    for game in catalog::GAMES {
        let switches = game.info().options.iter().filter(|spec| spec.kind == game::OptionKind::Switch);
        let on: Vec<String> = switches.map(|spec| format!("{}=on", spec.key)).collect();
        let on: Vec<&str> = on.iter().map(String::as_str).collect();
        let table = house.table_with(*game, &on).await.table;
        let (_, welcome) = house.guest(&table, None, 0).await;
        let any = game.start(game.setup(on.iter().copied()).unwrap(), Seed::number(0).into()).unwrap();
        let unbegun: serde_json::Value =
            serde_json::from_str(any.start(Viewer::Spectator).0.unbegun().view().get()).unwrap();
        assert_eq!(welcome.start, Some(unbegun), "{}", game.info().key);
    }
}

#[tokio::test]
async fn shares_may_come_in_any_order_with_a_restart_after_each() {
    for order in [[0, 1], [1, 0]] {
        let first = House::new();
        let (table, keys, _) = first.seated(game()).await;
        let both = [RED_SHARE, BLUE_SHARE];
        let second = first.restarted();
        let (mut one, welcome) = second.guest(&table, Some(&keys[order[0]]), 0).await;
        assert_eq!(shares(&welcome.seats), [None, None]);
        one.commit("c", both[order[0]]).await.unwrap();
        let second = second.restarted();
        let (mut other, welcome) = second.guest(&table, Some(&keys[order[1]]), 0).await;
        assert!(welcome.seats[order[0]].commitment.is_some(), "the commitment is durable");
        other.commit("c", both[order[1]]).await.unwrap();
        let second = second.restarted();
        let (mut one, _) = second.guest(&table, Some(&keys[order[0]]), 0).await;
        assert_eq!(one.commit("c", both[order[0]]).await, Ok(0), "a retry is answered");
        one.share("a", both[order[0]]).await.unwrap();
        let third = second.restarted();
        let (mut other, welcome) = third.guest(&table, Some(&keys[order[1]]), 0).await;
        assert_eq!(welcome.seats[order[0]].share, Some(both[order[0]]), "the share is durable");
        assert!(!welcome.begun);
        other.share("a", both[order[1]]).await.unwrap();
        assert_eq!(count(&other, "begun"), 1);
        let fourth = third.restarted();
        let (mut back, welcome) = fourth.guest(&table, Some(&keys[order[0]]), 0).await;
        assert!(welcome.begun);
        assert_eq!(back.share("a", both[order[0]]).await, Ok(0), "a retry is answered after the beginning too");
    }
}

#[tokio::test]
async fn a_seat_adds_once_and_only_for_itself() {
    let house = House::new();
    let (table, _, [mut red, mut blue]) = house.seated(game()).await;
    let (mut watcher, _) = house.guest(&table, None, 0).await;
    assert_eq!(code(watcher.share("a", RED_SHARE).await), RefusedCode::NotSeated);
    assert_eq!(code(house.connect(&table).share("a", RED_SHARE).await), RefusedCode::HelloFirst);
    assert_eq!(code(watcher.commit("a", RED_SHARE).await), RefusedCode::NotSeated);
    red.commit("a", RED_SHARE).await.unwrap();
    assert_eq!(red.commit("another id", RED_SHARE).await, Ok(0), "the same commitment again");
    assert_eq!(code(red.commit("b", BLUE_SHARE).await), RefusedCode::ShareGiven);
    blue.commit("a", RED_SHARE).await.unwrap();
    assert_eq!(code(red.share("b", BLUE_SHARE).await), RefusedCode::WrongShare, "Red has committed to another one");
    red.share("a", RED_SHARE).await.unwrap();
    assert_eq!(red.share("a", RED_SHARE).await, Ok(0), "the same share again");
    assert_eq!(red.share("another id", RED_SHARE).await, Ok(0), "the same share again");
    assert_eq!(code(red.share("b", BLUE_SHARE).await), RefusedCode::ShareGiven);
    blue.share("a", RED_SHARE).await.unwrap(); // two seats may add the same share
    assert_eq!(code(blue.share("b", BLUE_SHARE).await), RefusedCode::ShareGiven, "the match has begun");
    assert_eq!(code(blue.commit("b", BLUE_SHARE).await), RefusedCode::ShareGiven, "the match has begun");
    assert_eq!(blue.share("c", RED_SHARE).await, Ok(0));
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert_eq!(shares(&welcome.seats), [Some(RED_SHARE); 2]);
    let wrong = [
        r#"{"type":"share","id":"x","share":"00"}"#,
        r#"{"type":"share","id":"x"}"#,
        r#"{"type":"commit","id":"x","commitment":"00"}"#,
    ];
    for text in wrong {
        watcher.send(Message::Text(text.into())).await;
        assert_eq!(watcher.refusal().await.code, RefusedCode::Malformed);
    }
}

#[tokio::test]
async fn a_match_that_begins_at_one_node_begins_at_the_other() {
    let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let [here, there] = [(); 2].map(|()| {
        let bus = bus.clone();
        let house = House::over(store.clone(), |config| config.bus = bus);
        tokio::spawn(crate::serve::hear(house.hub.clone()));
        house
    });
    tokio::task::yield_now().await; // both nodes subscribe
    let (table, keys, [mut red, _]) = here.seated(game()).await;
    let (mut blue, _) = there.guest(&table, Some(&keys[1]), 0).await;
    let (mut watcher, _) = there.guest(&table, None, 0).await;
    red.commit("c", RED_SHARE).await.unwrap();
    let committed =
        |message: &FromServer| matches!(message, FromServer::People { seats, .. } if seats[0].commitment.is_some());
    blue.hear_until(committed).await;
    blue.commit("c", BLUE_SHARE).await.unwrap();
    red.share("a", RED_SHARE).await.unwrap(); // this node has heard of the commitment, or it reads the log
    let shared = |message: &FromServer| matches!(message, FromServer::People { seats, .. } if seats[0].share.is_some());
    blue.hear_until(shared).await;
    blue.share("a", BLUE_SHARE).await.unwrap();
    let begun = red.begun().await;
    assert_eq!(watcher.begun().await.start, begun.start);
    assert_eq!(shares(&begun.seats), [Some(RED_SHARE), Some(BLUE_SHARE)]);
    let mut state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let action = state.random_action(&mut Random::new(1)).unwrap();
    let (first, second) = if state.actor() == Some(Seat(0)) { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
    first.play("m", &action).await.unwrap();
    assert_eq!(second.moment().await.seq, 1);
    state.play(Seat(0), &action).unwrap();
    assert_eq!([count(&red, "begun"), count(&blue, "begun"), count(&watcher, "begun")], [1; 3]);
}

/// The nodes do not hear of each other. A node reads what it missed when it needs it, in the order of the log.
#[tokio::test]
async fn a_server_that_missed_the_beginning_tells_it_before_the_first_moment() {
    let here = House::new();
    let (table, keys, [mut red, mut blue]) = here.seated(game()).await;
    let there = here.beside();
    let (mut unaware, welcome) = there.guest(&table, Some(&keys[1]), 0).await;
    assert!(!welcome.begun);
    add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
    let state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    red.play("m", &state.legal()[0]).await.unwrap();
    let refused = unaware.play("n", &state.legal()[0]).await.unwrap_err();
    assert_eq!(refused.code, RefusedCode::Illegal, "{}", refused.problem);
    let kinds = ["begun", "moment"].map(|kind| {
        unaware.heard.iter().position(|frame| frame.contains(&format!(r#""type":"{kind}""#))).expect("both are sent")
    });
    assert!(kinds[0] < kinds[1], "{:?}", unaware.heard);
    assert_eq!(code(unaware.share("b", RED_SHARE).await), RefusedCode::ShareGiven);
}

#[tokio::test]
async fn a_rematch_begins_with_shares_of_its_own() {
    let house = House::new();
    let mut table = house.started().await;
    let (_, before) = house.guest(&table.table, None, 0).await;
    table.resign(1).await;
    table.people[0].say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = table.people[0].hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table: next } = next else { unreachable!("hear_until accepts nothing else") };
    let (mut one, welcome) = house.guest(&next, Some(&table.keys[0]), 0).await;
    assert_eq!((welcome.begun, shares(&welcome.seats)), (false, vec![None, None]));
    assert!(welcome.seats.iter().all(|seat| seat.name.is_some()));
    assert_ne!(welcome.commitment, before.commitment);
    let (mut two, _) = house.guest(&next, Some(&table.keys[1]), 0).await;
    add_shares([(&mut one, BLUE_SHARE), (&mut two, RED_SHARE)]).await;
    assert_eq!(shares(&one.begun().await.seats), [Some(RED_SHARE), Some(BLUE_SHARE)], "the seats have rotated");
}

/// A database from before shares existed.
#[tokio::test]
async fn a_match_that_began_before_there_were_shares_goes_on() {
    let keys = ["a", "b"].map(|letter| Key::parse(&letter.repeat(protocol::KEY_LENGTH)).unwrap());
    let who = |key: &Key| Who::Person(key.hash());
    let sitter = |key: &Key| {
        Some(Sitter {
            name: "Ann".into(),
            who: who(key),
            request: String::new(),
            commitment: None,
            share: None,
            seat_option: None,
        })
    };
    let mut state = game().start(game().setup([]).unwrap(), Seed::number(7).into()).unwrap();
    let row = TableRow {
        id: TableId::from_number(99),
        game: game().info().key.to_owned(),
        rules_version: game().info().rules_version,
        setup: game().setup([]).unwrap().to_string(),
        rules: None,
        seed: Seed::number(7),
        fair: false,
        seats: keys.iter().map(sitter).collect(),
        touched: None,
    };
    let (table, first) = (row.id.to_string(), state.legal()[0].clone());
    let event =
        StoredEvent { seq: 1, seat: Seat(0), kind: StoredEventKind::Play(first.clone()), request: "m1".to_owned() };
    let house = House::new();
    house.store.write(&[Write::Table(row.clone()), Write::Change(row.id, Change::Event(event))]).unwrap();
    state.play(Seat(0), &first).unwrap();
    let (mut blue, welcome) = house.guest(&table, Some(keys[1].reveal()), 0).await;
    assert_eq!((welcome.begun, welcome.moments.len()), (true, 1));
    assert_eq!(code(blue.share("a", BLUE_SHARE).await), RefusedCode::ShareGiven);
    assert_eq!(blue.play("m2", &state.legal()[0]).await, Ok(2));
    blue.say(&FromClient::Resign { id: "over".to_owned() }).await;
    blue.done("over").await.unwrap();
    let record = house.hub.room(&table, Address::OTHERS).await.unwrap().record().await.unwrap();
    let record: game::Record = record.parse().unwrap();
    assert_eq!(record.fair, None);
    game().replay(&record).expect("the record is replayed from the seed alone");
    blue.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = blue.hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table } = next else { unreachable!("hear_until accepts nothing else") };
    let (_, welcome) = house.guest(&table, Some(keys[1].reveal()), 0).await;
    assert!(!welcome.begun, "the rematch begins with shares");
}

/// A match that began before seats committed to their shares: it has shares and no commitments, and goes on.
#[tokio::test]
async fn a_match_that_began_before_seats_committed_goes_on() {
    let house = House::new();
    let (table, keys, _) = house.seated(game()).await;
    let mut row = house.row(&table);
    row.id = TableId::from_number(98);
    for (sitter, share) in row.seats.iter_mut().zip([RED_SHARE, BLUE_SHARE]) {
        sitter.as_mut().unwrap().share = Some(share);
    }
    house.store.write(&[Write::Table(row.clone())]).unwrap();
    let (mut red, welcome) = house.guest(&row.id.to_string(), Some(&keys[0]), 0).await;
    assert_eq!((welcome.begun, shares(&welcome.seats)), (true, vec![Some(RED_SHARE), Some(BLUE_SHARE)]));
    assert_eq!(red.share("a", RED_SHARE).await, Ok(0), "a retry of a client from before");
    assert_eq!(code(red.commit("b", RED_SHARE).await), RefusedCode::ShareGiven);
    let state = house.match_of(&row.id.to_string());
    assert_eq!(red.play("m", &state.legal()[0]).await, Ok(1));
}
