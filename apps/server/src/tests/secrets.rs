//! No frame contains a secret. The tests search the bytes of all frames.

use std::fmt::Write as _;

use super::*;
use crate::ids::Key;

/// Every way in which bytes may be written as text.
fn spellings(bytes: &[u8]) -> Vec<String> {
    let mut hex = String::new();
    for byte in bytes {
        write!(hex, "{byte:02x}").unwrap();
    }
    let numbers = bytes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    vec![hex.to_uppercase(), hex, numbers]
}

#[tokio::test]
async fn no_frame_holds_a_seed_a_key_or_its_hash() {
    let house = House::new();
    let mut table = house.started().await;
    let (mut watcher, _) = house.guest(&table.table, None, 0).await;
    for round in 0..15 {
        table.step().await;
        let actor = table.actor();
        let _ = table.people[actor].play(&format!("wrong{round}"), "nonsense").await;
        let _ = watcher.play("not mine", "nonsense").await;
        let _ = watcher.hello(Some(&table.keys[0]), 0).await;
    }
    let running = house.hub.room(&table.table, Address::OTHERS).await.unwrap();
    assert_eq!(code(running.record().await), RefusedCode::NotOver);
    let info = serde_json::to_string(&running.info().await.unwrap()).unwrap();
    let (late, _) = house.guest(&table.table, Some(&table.keys[1]), 0).await;
    let page = house.page(&table.table, Some(&table.keys[1]), 15).await.unwrap();

    let mut secrets: Vec<String> = Vec::new();
    for drawn in house.drawn.lock().unwrap().iter().filter(|drawn| drawn.len() > 8) {
        secrets.extend(spellings(drawn));
    }
    for key in &table.keys {
        secrets.extend(spellings(&Key::parse(key).unwrap().hash().0));
    }
    assert!(secrets.len() >= 12, "two keys, a seed and two hashes at least");
    let [red, blue] = &table.people;
    let everything = [&red.heard, &blue.heard, &watcher.heard, &late.heard, &vec![info, page]];
    for frame in everything.into_iter().flatten() {
        for secret in &secrets {
            assert!(!frame.contains(secret.as_str()), "{frame}");
        }
        // A key is sent once, to the client that sits down.
        for key in &table.keys {
            assert!(!frame.contains(key.as_str()) || frame.contains(r#""type":"seated""#), "{frame}");
        }
    }
    let told_keys = |heard: &[String]| heard.iter().filter(|frame| frame.contains("\"seated\"")).count();
    assert_eq!([red, blue, &watcher, &late].map(|client| told_keys(&client.heard)), [0, 1, 0, 0]);
}

/// Commitment and shares are sent to everybody, the secret to nobody. The record reveals it after the end.
#[tokio::test]
async fn the_secret_of_the_dice_is_opened_by_the_record_and_by_nothing_before() {
    let house = House::new();
    let (table, keys, [mut red, mut blue]) = house.seated(waiting_game()).await;
    let (mut watcher, welcome) = house.guest(&table, None, 0).await;
    red.commit("commit", RED_SHARE).await.unwrap();
    blue.commit("commit", BLUE_SHARE).await.unwrap();
    red.share("share", RED_SHARE).await.unwrap();
    let _ = watcher.commit("commit", BLUE_SHARE).await;
    let _ = watcher.share("share", BLUE_SHARE).await;
    let _ = blue.play("early", "nonsense").await;
    blue.share("share", BLUE_SHARE).await.unwrap();
    let (mut state, mut random) = (house.match_of(&table), Random::new(3));
    let mut people = [red, blue];
    for number in 0..30 {
        let Some(actor) = state.actor() else { break };
        let action = state.random_action(&mut random).unwrap();
        let _ = people[1 - actor.index()].play(&format!("wrong {number}"), &action).await;
        let _ = people[actor.index()].share("again", Share([9; 32])).await;
        people[actor.index()].play(&format!("m{number}"), &action).await.unwrap();
        state.play(actor, &action).unwrap();
    }
    let room = house.hub.room(&table, Address::OTHERS).await.unwrap();
    let refused = serde_json::to_string(&room.record().await.unwrap_err()).unwrap();
    let info = serde_json::to_string(&room.info().await.unwrap()).unwrap();
    let (mut late, _) = house.guest(&table, Some(&keys[1]), 0).await;
    let page = house.page(&table, Some(&keys[1]), state.events() as u64).await.unwrap();
    let _ = watcher.play("the last", "nonsense").await;
    let _ = late.play("the last", "nonsense").await;

    let secret = house.store.table(table.parse().unwrap(), 0).unwrap().unwrap().row.seed;
    assert!(house.drawn.lock().unwrap().iter().any(|drawn| *drawn == secret.0), "it was drawn at random");
    let [red, blue] = &mut people;
    let frames: Vec<String> = [&red.heard, &blue.heard, &watcher.heard, &late.heard, &vec![refused, info, page]]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    for spelling in spellings(&secret.0).iter().chain([&secret.to_string()]) {
        assert!(!frames.iter().any(|frame| frame.contains(spelling)), "{spelling}");
    }
    for public in [welcome.commitment.to_string(), RED_SHARE.to_string(), BLUE_SHARE.to_string()] {
        assert!(frames.iter().filter(|frame| frame.contains(&public)).count() > 2, "{public} is for everybody");
    }

    red.say(&FromClient::Resign { id: "over".to_owned() }).await;
    red.done("over").await.unwrap();
    let text = room.record().await.unwrap();
    let record: game::Record = text.parse().unwrap();
    assert_eq!(record.seed, secret);
    let fair = record.fair.as_ref().expect("the record has fair dice");
    assert_eq!(fair.commitment, welcome.commitment, "the commitment was published before the shares");
    let replayed = waiting_game().replay(&record).expect("the record can be replayed without the server");
    assert_eq!(replayed.events(), state.events() + 1, "one more event: the resignation");
}
