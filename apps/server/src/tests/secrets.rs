//! No secret is in any frame, by a scan of the bytes.

use std::fmt::Write as _;

use super::*;
use crate::ids::Key;

/// Every way in which bytes might be written down.
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
    let running = house.hub.room(&table.table).await.unwrap();
    assert_eq!(code(running.record(&house.hub).await), RefusedCode::NotOver);
    let info = serde_json::to_string(&running.info(&house.hub).await.unwrap()).unwrap();
    let (late, _) = house.guest(&table.table, Some(&table.keys[1]), 0).await;

    let mut secrets: Vec<String> = Vec::new();
    for drawn in house.drawn.lock().unwrap().iter().filter(|drawn| drawn.len() > 8) {
        secrets.extend(spellings(drawn));
    }
    for key in &table.keys {
        secrets.extend(spellings(&Key::parse(key).unwrap().hash().0));
    }
    assert!(secrets.len() >= 12, "two keys, a seed and two hashes at least");
    let [red, blue] = &table.people;
    let everything = [&red.heard, &blue.heard, &watcher.heard, &late.heard, &vec![info]];
    for frame in everything.into_iter().flatten() {
        for secret in &secrets {
            assert!(!frame.contains(secret.as_str()), "{frame}");
        }
        // A key is told once, to whoever sits down.
        for key in &table.keys {
            assert!(!frame.contains(key.as_str()) || frame.contains(r#""type":"seated""#), "{frame}");
        }
    }
    let told_keys = |heard: &[String]| heard.iter().filter(|frame| frame.contains("\"seated\"")).count();
    assert_eq!([red, blue, &watcher, &late].map(|client| told_keys(&client.heard)), [0, 1, 0, 0]);
}
