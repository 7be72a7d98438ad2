//! Every refusal has a reason and a code, and changes nothing.

use super::*;

/// The table as a new spectator sees it.
async fn table_now(house: &House, table: &str) -> (usize, Vec<Option<String>>, Option<String>) {
    let (_, welcome) = house.guest(table, None, 0).await;
    (welcome.moments.len(), welcome.seats.into_iter().map(|seat| seat.name).collect(), welcome.next)
}

#[tokio::test]
async fn every_wrong_request_gets_its_code_and_changes_nothing() {
    let house = House::new();
    let mut table = house.started().await;
    table.step().await;
    let before = table_now(&house, &table.table).await;
    let (actor, other) = (table.actor(), 1 - table.actor());
    let action = table.state.random_action(&mut table.random).unwrap();
    let played = action_of(&house.guest(&table.table, None, 0).await.1.moments[0]).to_owned();
    let (mut watcher, _) = house.guest(&table.table, None, 0).await;

    assert_eq!(code(table.people[other].play("a", &action).await), RefusedCode::NotYourTurn);
    let nonsense = table.people[actor].play("b", "nonsense").await.unwrap_err();
    assert_eq!(nonsense.code, RefusedCode::NoAction);
    assert!(nonsense.why.is_some(), "the game says how an action is written");
    let illegal = table.people[actor].play("c", &played).await.unwrap_err();
    assert_eq!(illegal.code, RefusedCode::Illegal);
    assert!(illegal.why.is_some(), "the game says why");
    assert_eq!(code(watcher.play("d", &action).await), RefusedCode::NotSeated);
    assert_eq!(code(watcher.sit("e").await), RefusedCode::SeatTaken);
    assert_eq!(code(watcher.sit_with("e", Some(Seat(200)), None).await), RefusedCode::SeatTaken);
    assert_eq!(code(watcher.sit_with("e", None, Some("short")).await), RefusedCode::WrongKey);
    assert_eq!(code(table.people[actor].sit("f").await), RefusedCode::SeatTaken);
    assert_eq!(code(watcher.hello(None, 0).await), RefusedCode::HelloFirst);
    for (client, expected) in [(&mut watcher, RefusedCode::NotSeated), (&mut table.people[actor], RefusedCode::NotOver)]
    {
        client.say(&FromClient::Rematch { id: "g".to_owned() }).await;
        assert_eq!(code(client.done("g").await), expected);
    }
    let long = FromClient::Play { id: "x".repeat(41), action: action.clone() };
    table.people[actor].say(&long).await;
    assert_eq!(table.people[actor].refusal().await.code, RefusedCode::Malformed);

    assert_eq!(table_now(&house, &table.table).await, before);
    table.resign(actor).await;
    assert_eq!(code(table.people[actor].play("h", &action).await), RefusedCode::GameOver);
    table.people[other].say(&FromClient::Resign { id: "i".to_owned() }).await;
    assert_eq!(code(table.people[other].done("i").await), RefusedCode::GameOver);
}

#[tokio::test]
async fn nobody_plays_before_everybody_sits() {
    let house = House::new();
    let created = house.table().await;
    let (mut red, _) = house.guest(&created.table, Some(&created.key), 0).await;
    let start = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    assert_eq!(code(red.play("a", &start.legal()[0]).await), RefusedCode::NotStarted);
    red.say(&FromClient::Resign { id: "b".to_owned() }).await;
    assert_eq!(code(red.done("b").await), RefusedCode::NotStarted);
}

#[tokio::test]
async fn a_connection_begins_with_the_right_hello() {
    let house = House::new();
    let created = house.table().await;
    let mut client = house.connect(&created.table);
    assert_eq!(code(client.play("a", "x").await), RefusedCode::HelloFirst);
    let stranger = "0".repeat(26);
    for key in ["", "wrong", &stranger] {
        assert_eq!(code(client.hello(Some(key), 0).await), RefusedCode::WrongKey, "{key}");
    }
    client.say(&FromClient::Hello { version: VERSION + 1, key: None, since: 0 }).await;
    assert_eq!(client.refusal().await.code, RefusedCode::Version);
    assert!(client.hear().await.is_none(), "the server closes the connection");
    for nowhere in ["000000000000", "", "../secrets", &"x".repeat(5000)] {
        let mut client = house.connect(nowhere);
        assert_eq!(code(client.hello(None, 0).await), RefusedCode::NoSuchTable, "{nowhere}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_says_nothing_is_disconnected() {
    let house = House::new();
    let mut silent = house.connect("000000000000");
    // Time is paused. It moves on by itself while everybody waits.
    silent.socket().await;
    assert_eq!(silent.refusal().await.code, RefusedCode::HelloFirst);
    assert!(silent.hear().await.is_none());
}

#[tokio::test]
async fn a_client_that_talks_too_fast_is_warned_and_then_disconnected() {
    let house = House::with(|config| config.limits.messages = Rate { a_second: 0.001, at_once: 3.0 });
    let created = house.table().await;
    let (mut client, _) = house.guest(&created.table, None, 0).await;
    for _ in 0..2 {
        assert_eq!(code(client.play("a", "x").await), RefusedCode::NotSeated);
    }
    assert_eq!(code(client.play("b", "x").await), RefusedCode::TooFast);
    let flood = Message::Text(r#"{"type":"play","id":"c","action":"x"}"#.into());
    for _ in 0..200 {
        if client.socket().await.send(flood.clone()).await.is_err() {
            break;
        }
    }
    while client.hear().await.is_some() {}
}

#[tokio::test]
async fn one_table_has_room_for_so_many_viewers() {
    let house = House::with(|config| config.limits.viewers_a_room = 2);
    let created = house.table_for(game(), &[], &[(1, "1")]).await.unwrap();
    let _here = [house.guest(&created.table, None, 0).await, house.guest(&created.table, None, 0).await];
    assert_eq!(code(house.connect(&created.table).hello(None, 0).await), RefusedCode::Full);
}

#[tokio::test]
async fn a_crowd_of_viewers_locks_no_player_out() {
    let house = House::with(|config| (config.limits.viewers_a_room, config.limits.connections_a_seat) = (2, 2));
    let created = house.table_for(game(), &[], &[(1, "1")]).await.unwrap();
    let _crowd = [house.guest(&created.table, None, 0).await, house.guest(&created.table, None, 0).await];
    let (mut player, welcome) = house.guest(&created.table, Some(&created.key), 0).await;
    assert_eq!(welcome.you, Some(Seat(0)));
    let _second = house.guest(&created.table, Some(&created.key), 0).await;
    let mut third = house.connect(&created.table);
    assert_eq!(code(third.hello(Some(&created.key), 0).await), RefusedCode::Full);
    assert!(third.hear().await.is_none(), "the server closes the connection");
    let mut stranger = house.connect(&created.table);
    assert_eq!(code(stranger.hello(None, 0).await), RefusedCode::Full);
    assert!(stranger.hear().await.is_none(), "the server closes the connection");
    assert_eq!(code(player.play("a", "nonsense").await), RefusedCode::NotStarted, "the others are not disturbed");
}

#[tokio::test]
async fn a_seat_has_a_limited_number_of_connections() {
    let house = House::with(|config| config.limits.connections_a_seat = 2);
    let created = house.table().await;
    let key = "k".repeat(26);
    let mut sockets = Vec::new();
    for round in 0..3 {
        let (mut client, _) = house.guest(&created.table, None, 0).await;
        let answer = client.sit_with("sit", None, Some(&key)).await;
        assert_eq!(answer.map_err(|refused| refused.code).err(), (round == 2).then_some(RefusedCode::Full));
        sockets.push(client);
    }
}
