//! An option of a seat is chosen by the person who sits there. Nobody else is told of it before the match begins.

use game::{Fingerprint, OptionKind, OptionSpec};
use scene::Chosen;

use super::*;

/// A game whose seats have options of their own.
fn own_game() -> &'static dyn catalog::DynGame {
    let has_own = |game: &&dyn catalog::DynGame| game.info().options.iter().any(|spec| spec.seat.is_some());
    catalog::GAMES.iter().copied().find(has_own).unwrap()
}

fn spec(seat: u8) -> &'static OptionSpec {
    OptionSpec::of_seat(own_game().info().options, Seat(seat)).unwrap()
}

/// A value that a seat can choose: a number of one thing.
fn choice(thing: usize, count: usize) -> String {
    let setup = own_game().setup([]).unwrap();
    let kit = own_game().kit(&setup, spec(0).key).unwrap();
    let slots = kit.things[thing].slots.iter().map(|slot| slot.usual).collect();
    own_game().kit_text(&setup, spec(0).key, &vec![Chosen { thing, slots }; count])
}

async fn make(house: &House, options: &[&str], own: &str) -> Result<Created, Refused> {
    let options = options.iter().copied().map(str::to_owned).collect();
    let (game, name) = (own_game().info().key.to_owned(), "Ann".to_owned());
    house
        .hub
        .create(
            NewTable { game, options, seat: None, name, bots: Vec::new(), own: Some(own.to_owned()), rules: None },
            Address::OTHERS,
        )
        .await
}

async fn sit(client: &mut Client, id: &str, own: &str) -> Result<(Seat, String), Refused> {
    let (id, name, own) = (id.to_owned(), "Bo".to_owned(), Some(own.to_owned()));
    client.say(&FromClient::Sit { id, seat: None, name, key: None, own }).await;
    client.seated().await
}

fn heard(client: &Client, text: &str) -> bool {
    client.heard.iter().any(|frame| frame.contains(text))
}

/// The setup with these values for the two seats.
fn setup_of(values: [&str; 2]) -> String {
    let pairs = [0, 1].map(|seat| format!("{}={}", spec(seat).key, values[usize::from(seat)]));
    own_game().setup(pairs.iter().map(String::as_str)).unwrap().to_string()
}

async fn info(house: &House, table: &str) -> String {
    house.hub.room(table, Address::OTHERS).await.unwrap().info().await.unwrap().setup
}

#[tokio::test]
async fn nobody_else_hears_of_it_before_the_match_begins() {
    let house = House::new();
    let (anns, bos) = (choice(0, 2), choice(1, 2));
    let public = own_game().setup([]).unwrap();
    let usual = own_game().start(public.clone(), Seed::number(0).into()).unwrap();
    let Created { table, key, .. } = make(&house, &[], &anns).await.unwrap();
    let (mut ann, _) = house.guest(&table, Some(&key), 0).await;
    let (mut bo, welcome) = house.guest(&table, None, 0).await;
    assert_eq!(welcome.setup, public.to_string());
    let shown = usual.start(game::Viewer::Spectator).0.unbegun().view().get().parse().unwrap();
    assert_eq!(welcome.start, Some(shown), "the first position has the default too");
    let (_, bos_key) = sit(&mut bo, "sit", &bos).await.unwrap();
    let (mut watcher, _) = house.guest(&table, None, 0).await;
    ann.commit("commit", RED_SHARE).await.unwrap();
    bo.commit("commit", BLUE_SHARE).await.unwrap();
    ann.share("share", RED_SHARE).await.unwrap();
    bo.hear_until(|message| matches!(message, FromServer::People { seats, .. } if seats[0].share.is_some())).await;
    let again = house.restarted();
    let (bo_again, _) = again.guest(&table, Some(&bos_key), 0).await;
    let (ann_again, _) = again.guest(&table, Some(&key), 0).await;
    for house in [&house, &again] {
        assert_eq!(info(house, &table).await, public.to_string());
    }
    for client in [&bo, &bo_again, &watcher] {
        assert!(!client.heard.is_empty() && !heard(client, &anns), "{:?}", client.heard);
    }
    for client in [&ann, &ann_again, &watcher] {
        assert!(!client.heard.is_empty() && !heard(client, &bos), "{:?}", client.heard);
    }

    bo.share("share", BLUE_SHARE).await.unwrap();
    let whole = setup_of([&anns, &bos]);
    for client in [&mut ann, &mut watcher] {
        assert_eq!(client.begun().await.setup, whole);
    }
    assert_eq!(info(&house, &table).await, whole);
    let later = house.restarted();
    assert_eq!(later.guest(&table, None, 0).await.1.setup, whole, "the setup is durable");
    ann.say(&FromClient::Resign { id: "over".to_owned() }).await;
    ann.done("over").await.unwrap();
    assert_eq!(house.replayed(&table).await.record().setup, whole);
}

#[tokio::test]
async fn what_the_game_does_not_accept_is_refused_and_changes_nothing() {
    let house = House::new();
    let most = match spec(1).kind {
        OptionKind::Text { most, .. } => usize::from(most),
        _ => unreachable!("it is put together"),
    };
    let (wrong, long) = ("nonsense", "x".repeat(most + 1));
    for own in [wrong, "", "a b", &long] {
        let refused = make(&house, &[], own).await.unwrap_err();
        assert_eq!(refused.code, RefusedCode::NoSuchGame, "{own}");
        assert!(refused.problem.contains(spec(0).key), "the game's reason: {}", refused.problem);
    }
    let others = format!("{}={}", spec(1).key, choice(0, 1));
    let refused = make(&house, &[&others], &choice(0, 1)).await.unwrap_err();
    assert_eq!(refused.code, RefusedCode::NoSuchGame, "the maker of the table cannot choose it");
    assert!(refused.problem.contains(spec(1).key));

    let Created { table, .. } = make(&house, &[], &choice(0, 1)).await.unwrap();
    let (mut bo, _) = house.guest(&table, None, 0).await;
    for own in [wrong, "", "a b", &long] {
        let refused = sit(&mut bo, "wrong", own).await.unwrap_err();
        assert_eq!((refused.code, refused.id.as_deref()), (RefusedCode::NoSuchGame, Some("wrong")), "{own}");
        assert!(refused.problem.contains(spec(1).key), "the game's reason: {}", refused.problem);
        assert_eq!(house.row(&table).seats[1], None, "the seat is free");
    }
    assert_eq!(sit(&mut bo, "right", &choice(1, 1)).await.unwrap().0, Seat(1));

    let Created { table, .. } = house.table().await;
    let (mut bo, _) = house.guest(&table, None, 0).await;
    assert_eq!(code(sit(&mut bo, "sit", "mine").await), RefusedCode::NoSuchGame, "there is nothing to choose");
    bo.sit("sit").await.unwrap();
}

#[tokio::test]
async fn in_a_rematch_it_moves_with_its_person() {
    let house = House::new();
    let (anns, bos) = (choice(0, 2), choice(1, 2));
    let Created { table, key, .. } = make(&house, &[], &anns).await.unwrap();
    let (mut ann, _) = house.guest(&table, Some(&key), 0).await;
    let (mut bo, _) = house.guest(&table, None, 0).await;
    let (_, bos_key) = sit(&mut bo, "sit", &bos).await.unwrap();
    add_shares([(&mut ann, RED_SHARE), (&mut bo, BLUE_SHARE)]).await;
    bo.say(&FromClient::Resign { id: "over".to_owned() }).await;
    bo.done("over").await.unwrap();
    ann.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    ann.done("again").await.unwrap();
    let FromServer::Next { table } = bo.hear_until(|message| matches!(message, FromServer::Next { .. })).await else {
        unreachable!("hear_until accepts nothing else")
    };
    let (mut ann, welcome) = house.guest(&table, Some(&key), 0).await;
    assert_eq!((welcome.you, welcome.setup), (Some(Seat(1)), own_game().setup([]).unwrap().to_string()));
    let (mut bo, _) = house.guest(&table, Some(&bos_key), 0).await;
    add_shares([(&mut ann, RED_SHARE), (&mut bo, BLUE_SHARE)]).await;
    assert_eq!(ann.begun().await.setup, setup_of([&bos, &anns]));
}

#[tokio::test]
async fn the_computer_and_a_player_who_says_nothing_take_the_default() {
    let house = House::new();
    let Created { table, key, .. } = house.table_for(own_game(), &[], &[(1, "1")]).await.unwrap();
    let (mut ann, _) = house.guest(&table, Some(&key), 0).await;
    add_shares([(&mut ann, RED_SHARE)]).await;
    assert_eq!(info(&house, &table).await, setup_of([spec(0).default, spec(1).default]));
}

/// A message in which everything has its greatest length is not too long.
#[test]
fn the_longest_choice_can_be_said() {
    for game in catalog::GAMES {
        for spec in game.info().options.iter().filter(|spec| spec.seat.is_some()) {
            let OptionKind::Text { most, .. } = spec.kind else { continue };
            let (own, name) = (Some("x".repeat(most.into())), "字".repeat(protocol::LONGEST_NAME));
            let public = game.info().options.iter().filter(|spec| spec.seat.is_none());
            let longest = |spec: &OptionSpec| match spec.kind {
                OptionKind::Text { most, .. } => format!("{}={}", spec.key, "x".repeat(most.into())),
                OptionKind::Choice(words) => {
                    format!("{}={}", spec.key, words.iter().max_by_key(|word| word.len()).unwrap())
                }
                OptionKind::Whole { most, .. } => format!("{}={most}", spec.key),
                OptionKind::Switch => format!("{}=off", spec.key),
            };
            let options = public.map(longest).collect();
            let (key, id) = (Some("k".repeat(protocol::KEY_LENGTH)), "i".repeat(protocol::LONGEST_ID));
            let seat = Some(Seat(1));
            let new = NewTable {
                game: game.info().key.to_owned(),
                options,
                seat,
                name: name.clone(),
                bots: Vec::new(),
                own: own.clone(),
                rules: Some(Fingerprint([0; 32])),
            };
            let said = [
                serde_json::to_string(&new).unwrap(),
                serde_json::to_string(&FromClient::Sit { id, seat, name, key, own }).unwrap(),
            ];
            for text in said {
                assert!(text.len() <= protocol::MOST_BYTES_FROM_CLIENT, "{} bytes", text.len());
            }
        }
    }
}
