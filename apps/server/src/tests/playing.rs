//! Creating a table, joining by link, playing to the end, and the rematch.

use super::*;

#[tokio::test]
async fn two_people_play_to_the_end_and_a_third_watches() {
    let house = House::new();
    let mut table = house.started().await;
    let (mut watcher, welcome) = house.guest(&table.table, None, 0).await;
    assert_eq!((welcome.you, welcome.moments.len()), (None, 0));
    assert!(welcome.start.is_some());
    while table.state.actor().is_some() {
        let told = table.step().await;
        let seen = watcher.moment().await;
        assert_eq!(seen, told, "nothing is hidden here: everybody gets the same frame");
        assert_eq!(told.actor, table.state.actor());
        assert_eq!(told.outcome, table.state.outcome());
        assert_eq!(told.view, serde_json::json!(table.state.position(game::Viewer::Spectator).view()));
    }
    let info = house.hub.room(&table.table, Address::OTHERS).await.unwrap().info().await.unwrap();
    assert!(info.over);
    assert_eq!(info.seq, table.state.events() as u64);
}

#[tokio::test]
async fn everybody_is_told_who_is_here() {
    let house = House::new();
    let created = house.table().await;
    let (mut red, welcome) = house.guest(&created.table, Some(&created.key), 0).await;
    assert_eq!(welcome.you, Some(created.seat));
    assert_eq!(welcome.seats[0].name.as_deref(), Some("Ann"));
    assert!(welcome.seats[0].here && welcome.seats[1].name.is_none());
    let (mut blue, _) = house.guest(&created.table, None, 0).await;
    red.hear_until(|message| matches!(message, FromServer::People { watching: 1, .. })).await;
    assert_eq!(blue.sit("a").await.unwrap().0, Seat(1));
    let taken = |message: &FromServer| matches!(message, FromServer::People { seats, watching: 0 } if seats[1].here);
    red.hear_until(taken).await;
    drop(blue);
    let left = |message: &FromServer| matches!(message, FromServer::People { seats, .. } if !seats[1].here);
    red.hear_until(left).await;
}

#[tokio::test]
async fn a_retry_is_not_a_second_move_not_even_after_a_restart() {
    let house = House::new();
    let mut table = house.started().await;
    let actor = table.actor();
    let action = table.state.random_action(&mut table.random).unwrap();
    assert_eq!(table.people[actor].play("same", &action).await.unwrap(), 1);
    assert_eq!(table.people[actor].play("same", &action).await.unwrap(), 1, "answered again");
    table.people[1 - actor].moment().await;
    let again = house.restarted();
    let (mut back, welcome) = again.guest(&table.table, Some(&table.keys[actor]), 0).await;
    assert_eq!(welcome.moments.len(), 1);
    assert_eq!(back.play("same", &action).await.unwrap(), 1, "answered by another server");
    let (_, welcome) = again.guest(&table.table, None, 0).await;
    assert_eq!(welcome.moments.len(), 1, "there is still one move");
}

#[tokio::test]
async fn a_client_that_lost_the_answer_to_sitting_down_finds_its_seat() {
    let house = House::new();
    let created = house.table().await;
    let own = "0123456789abcdefghjkmnpqrs";
    let (mut blue, _) = house.guest(&created.table, None, 0).await;
    let seated = blue.sit_with("a", None, Some(own)).await.unwrap();
    assert_eq!(seated, (Seat(1), own.to_owned()));
    let again = house.restarted();
    let (mut blue, _) = again.guest(&created.table, None, 0).await;
    assert_eq!(blue.sit_with("a", None, Some(own)).await.unwrap(), seated);
    let (mut other, _) = again.guest(&created.table, None, 0).await;
    assert_eq!(code(other.sit("a").await), RefusedCode::SeatTaken, "the id alone proves nothing");
}

#[tokio::test]
async fn a_rematch_moves_the_seats_round_and_is_one_for_everybody() {
    let house = House::new();
    let mut table = house.started().await;
    let (mut watcher, _) = house.guest(&table.table, None, 0).await;
    table.step().await;
    table.resign(1).await;
    let mut next = Vec::new();
    for (who, person) in table.people.iter_mut().enumerate() {
        let id = format!("again{who}");
        person.say(&FromClient::Rematch { id: id.clone() }).await;
        match person.hear_until(|message| matches!(message, FromServer::Next { .. })).await {
            FromServer::Next { table } => next.push(table),
            _ => unreachable!("hear_until accepts nothing else"),
        }
    }
    assert_eq!(next[0], next[1]);
    watcher.hear_until(|message| matches!(message, FromServer::Next { table } if *table == next[0])).await;
    let (_, late) = house.guest(&table.table, None, 0).await;
    assert_eq!(late.next.as_ref(), Some(&next[0]));
    for (seat, key) in table.keys.iter().enumerate() {
        let (_, welcome) = house.guest(&next[0], Some(key), 0).await;
        assert_eq!(welcome.you, Some(Seat(1 - seat as u8)));
    }
}

#[tokio::test]
async fn a_resignation_ends_the_match_and_is_remembered() {
    let house = House::new();
    let mut table = house.started().await;
    table.step().await;
    table.resign(0).await;
    let (_, welcome) = house.restarted().guest(&table.table, None, 0).await;
    let last = welcome.moments.last().unwrap();
    assert_eq!((last.seq, last.what.exit()), (2, Some(game::Exit::Resigned(Seat(0)))));
    assert_eq!(last.outcome.and_then(|outcome| outcome.winner()), Some(Seat(1)));
    assert_eq!(last.actor, None);
}
