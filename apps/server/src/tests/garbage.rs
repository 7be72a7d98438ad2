//! No frame of a client ends the process or harms another table, and no invalid frame changes anything.

use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Error;

use super::*;

const VALID: &[&str] = &[
    r#"{"type":"hello","version":6,"key":"0123456789abcdefghjkmnpqrs","since":3}"#,
    r#"{"type":"sit","id":"a","seat":1,"name":"Eve"}"#,
    r#"{"type":"commit","id":"a","commitment":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}"#,
    r#"{"type":"share","id":"a","share":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}"#,
    r#"{"type":"play","id":"a","action":"a1"}"#,
    r#"{"type":"resign","id":"a"}"#,
    r#"{"type":"rematch","id":"a"}"#,
];

#[tokio::test]
async fn malformed_oversized_and_binary_messages_get_typed_errors() {
    let house = House::new();
    let created = house.table().await;
    let (mut client, _) = house.guest(&created.table, None, 0).await;
    let malformed = ["", "null", "[]", "{", r#"{"type":"x"}"#, r#"{"type":"play","id":7}"#, "\u{0}", &"[".repeat(2000)];
    for text in malformed {
        client.send(Message::Text(text.into())).await;
        assert_eq!(client.refusal().await.code, RefusedCode::Malformed, "{text}");
    }
    client.send(Message::Binary(vec![1, 2, 3].into())).await;
    assert_eq!(client.refusal().await.code, RefusedCode::Malformed);
    client.send(Message::Text(r#"{"type":"play","id":"mine","action":7}"#.into())).await;
    assert_eq!(client.refusal().await.id.as_deref(), Some("mine"), "the refusal names the request");
    client.send(Message::Text("x".repeat(protocol::MOST_BYTES_FROM_CLIENT + 1).into())).await;
    assert_eq!(client.refusal().await.code, RefusedCode::TooLarge);
    client.send(Message::Text("x".repeat(100_000).into())).await;
    assert_eq!(client.refusal().await.code, RefusedCode::TooLarge);
    assert!(client.hear().await.is_none(), "the server does not read a message of this length");
}

/// Frames with a random mask, length, kind and content, and mutations of valid messages.
#[tokio::test]
async fn random_frames_end_neither_the_process_nor_another_table() {
    let house = House::new();
    let mut bystanders = house.started().await;
    let victim = house.started().await;
    let mut random = Random::new(7);
    for round in 0..400 {
        let mut client = house.connect(&victim.table);
        if round % 2 == 0 {
            client.hello(None, 0).await.unwrap();
            for _ in 0..8 {
                let text = mutated(&mut random);
                let sent = client.socket().await.send(Message::Text(text.into())).await;
                if matches!(sent, Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_))) {
                    break;
                }
            }
        } else {
            let mut pipe = client.pipe.take().unwrap();
            let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
            pipe.write_all(&bytes).await.unwrap();
        }
        if round % 50 == 0 && bystanders.state.actor().is_some() {
            bystanders.step().await;
        }
    }
    let (_, welcome) = house.guest(&victim.table, None, 0).await;
    assert_eq!(welcome.moments.len(), 0, "strangers have changed nothing");
    assert_eq!(welcome.seats[1].name.as_deref(), Some("Bo"));
}

/// A valid message with a few bytes replaced, left out, doubled or cut off.
fn mutated(random: &mut Random) -> String {
    let mut bytes = VALID[random.below(VALID.len() as u32) as usize].as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1) as u32) as usize;
        match random.below(5) {
            _ if bytes.is_empty() => {}
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            3 => bytes.truncate(at),
            _ => bytes[at] = b"{}[]\",:0-9e"[random.below(11) as usize],
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same for a client that has a seat. The match holds only legal moves and goes on.
#[tokio::test]
async fn garbage_from_a_player_leaves_the_match_sound() {
    let house = House::new();
    let mut table = house.started().await;
    let mut random = Random::new(8);
    for _ in 0..300 {
        let text = mutated(&mut random);
        if text.contains("resign") {
            continue;
        }
        let actor = table.actor();
        table.people[1 - actor].send(Message::Text(text.into())).await;
    }
    let (_, welcome) = house.guest(&table.table, None, 0).await;
    assert!(welcome.moments.is_empty(), "it was not the turn of this seat");
    table.step().await;
}
