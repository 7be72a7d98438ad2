//! The present comes first and is small, however long the match is. The past is asked for in pages, which are made once for
//! all who see the same.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::Viewer;
use protocol::{LookBack, Past};
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep};

use super::changed::counting;
use super::*;
use crate::gzip::unpack;
use crate::ids::Key;
use crate::store::{Change, Sitter, StoredEvent, StoredEventKind, Who, Write, Wrote};

/// The largest welcome of a table without a rule set of its own.
const SMALL: usize = 32 * 1024;
/// The most events of a page, and the most bytes.
const PAGE: (usize, usize) = (64, 256 * 1024);

fn look_back(key: Option<&str>, up_to: u64) -> LookBack {
    LookBack { key: key.map(str::to_owned), up_to }
}

impl House {
    /// The text of a page of the past.
    pub(super) async fn page(&self, table: &str, key: Option<&str>, up_to: u64) -> Result<String, Refused> {
        let _clock = still_clock();
        let page = self.hub.room(table, Address::OTHERS).await?.look_back(&look_back(key, up_to)).await?;
        Ok(String::from_utf8(unpack(&page).to_vec()).unwrap())
    }

    /// Puts the events in front of those of a welcome that it did not have.
    pub(super) async fn complete(&self, welcome: &mut Welcome, key: Option<&str>) {
        while let Some(first) = welcome.moments.first().filter(|first| first.seq > 1 && welcome.start.is_some()) {
            let page = self.page(&welcome.table, key, first.seq - 1).await.unwrap();
            let Past { mut moments } = serde_json::from_str(&page).unwrap();
            assert_eq!(moments.last().unwrap().seq + 1, first.seq);
            moments.append(&mut welcome.moments);
            welcome.moments = moments;
        }
    }

    /// Writes a match of random actions into the store, with at most this many events: the longest of some.
    fn written(&self, game: &dyn catalog::DynGame, options: &[&str], most: usize) -> Written {
        let setup = game.setup(options.iter().copied()).unwrap();
        let length = |seed: &u64| game.random_match(setup.clone(), *seed).unwrap().events().min(most);
        let number = (0..40).max_by_key(length).unwrap();
        let seed = Seed::number(number);
        let (mut played, mut random) = (game.start(setup.clone(), seed.into()).unwrap(), Random::new(number));
        let (entropy, id) = (Entropy::of_the_system(), Entropy::of_the_system().table_id());
        let keys: Vec<Key> = (0..played.seats()).map(|_| entropy.key()).collect();
        let sitter = |key: &Key| {
            let (name, who) = ("Ann".to_owned(), Who::Person(key.hash()));
            Some(Sitter { name, who, request: String::new(), commitment: None, share: None, seat_option: None })
        };
        let row = TableRow {
            id,
            game: game.info().key.to_owned(),
            rules_version: game.info().rules_version,
            setup: setup.to_string(),
            rules: None,
            seed,
            fair: false,
            seats: keys.iter().map(sitter).collect(),
            touched: None,
        };
        let viewers: Vec<Viewer> = Seat::first(played.seats()).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        let (mut writes, mut told) = (vec![Write::Table(row)], vec![Vec::new(); viewers.len()]);
        while let Some(seat) = played.actor().filter(|_| played.events() < most) {
            let action = played.random_action(&mut random).unwrap();
            let request = catalog::Request::Play { seat, action: &action };
            for (told, moment) in told.iter_mut().zip(played.carry_out(&request, &viewers).unwrap()) {
                told.push(serde_json::to_string(&moment.map_view(|position| position.view())).unwrap());
            }
            let (seq, kind) = (played.events() as u64, StoredEventKind::Play(action));
            let event = StoredEvent { seq, seat, kind, request: format!("m{seq}") };
            writes.push(Write::Change(id, Change::Event(event)));
        }
        assert!(self.store.write(&writes).unwrap().into_iter().all(|wrote| wrote == Wrote::Kept));
        let mut keys: Vec<Option<String>> = keys.iter().map(|key| Some(key.reveal().to_owned())).collect();
        keys.push(None); // the spectator's
        Written { table: id.to_string(), keys, told, played }
    }
}

/// A match that was written into the store.
struct Written {
    table: String,
    /// The keys of the seats, and none for the spectator.
    keys: Vec<Option<String>>,
    /// What each of them would have been told of each event when it happened.
    told: Vec<Vec<String>>,
    played: Box<dyn DynMatch>,
}

/// The options of a game that make its views large: as many seats as there can be.
fn largest(game: &dyn catalog::DynGame) -> Vec<String> {
    let by_seats = game.info().options.iter().filter(|option| option.decides_seats());
    by_seats
        .map(|option| format!("{}={}", option.key, game::MOST_SEATS))
        .filter(|option| game.setup([option.as_str()]).is_ok())
        .collect()
}

fn texts(moments: &[Moment<Box<RawValue>>]) -> Vec<String> {
    moments.iter().map(|moment| serde_json::to_string(moment).unwrap()).collect()
}

#[tokio::test]
async fn the_pages_and_the_welcome_together_are_what_was_told_when_it_happened() {
    let house = House::new();
    for game in catalog::GAMES {
        let Written { table, keys, told, played } = house.written(*game, &[], 300);
        println!("{}: {} events", game.info().key, told[0].len());
        let mut pages = 0;
        for (key, told) in keys.iter().zip(&told) {
            let mut client = house.connect(&table);
            client.hello(key.as_deref(), 0).await.unwrap();
            let welcome: Welcome<Box<RawValue>> = serde_json::from_str(&client.heard[0]).unwrap();
            assert_eq!(welcome.seq, played.events() as u64);
            let mut all = texts(&welcome.moments);
            assert!((1..=20).contains(&all.len()));
            while all.len() < told.len() {
                let page = house.page(&table, key.as_deref(), (told.len() - all.len()) as u64).await.unwrap();
                let Past { moments } = serde_json::from_str::<Past<Box<RawValue>>>(&page).unwrap();
                assert!(moments.len() == 1 || (moments.len() <= PAGE.0 && page.len() <= PAGE.1), "{}", page.len());
                all.splice(0..0, texts(&moments));
                pages += 1;
            }
            assert!(all == *told, "{}: {key:?} is told the same later", game.info().key);
        }
        assert!(pages >= told.len() * (told[0].len() - 20) / PAGE.0, "{}: {pages}", game.info().key);
    }
}

/// A page that would be too large is cut at the same events for everybody, wherever they begin to ask.
#[tokio::test]
async fn large_moments_come_in_smaller_pages_that_are_shared_too() {
    for most in [20_000, 3_000, 1] {
        let made = Arc::new(AtomicUsize::new(0));
        let house = House::with(|config| {
            config.limits.bytes_of_page = most;
            config.games = counting(&made);
        });
        let Written { table, told, .. } = house.written(waiting_game(), &[], 80);
        let (mut seen, mut lengths) = (Vec::new(), Vec::new());
        for begin in [80, 79, 70] {
            let (mut up_to, mut all) = (begin, Vec::new());
            while up_to > 0 {
                let page = house.page(&table, None, up_to as u64).await.unwrap();
                let Past { moments } = serde_json::from_str::<Past<Box<RawValue>>>(&page).unwrap();
                assert!(moments.len() == 1 || page.len() <= most, "{} bytes", page.len());
                all.splice(0..0, texts(&moments));
                up_to -= moments.len();
                lengths.push(moments.len());
            }
            assert_eq!(all, told[2][..begin]);
            seen.push(made.load(Ordering::SeqCst));
        }
        assert!(lengths.iter().all(|length| *length < PAGE.0), "{lengths:?}");
        assert!(seen[2] - seen[1] <= PAGE.0, "most pages were there already: {seen:?}");
    }
}

#[tokio::test]
async fn a_welcome_is_small_however_long_the_match_is() {
    let house = House::new();
    for game in catalog::GAMES {
        for options in [Vec::new(), largest(*game)] {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let Written { table, keys, told, .. } = house.written(*game, &options, 500);
            let whole: usize = told[0].iter().map(String::len).sum();
            for key in &keys {
                let mut client = house.connect(&table);
                let welcome = client.hello(key.as_deref(), 0).await.unwrap();
                let bytes = client.heard[0].len();
                println!("{} {options:?}: {bytes} of {whole} bytes, {} events", game.info().key, told[0].len());
                assert!(bytes < SMALL, "{}: {bytes} bytes", game.info().key);
                assert_eq!(welcome.moments.last().unwrap().seq, told[0].len() as u64, "the present is there");
            }
        }
    }
}

/// Before, each of them cost a view of every event.
#[tokio::test]
async fn a_thousand_hellos_at_a_long_match_make_what_one_makes() {
    let made = Arc::new(AtomicUsize::new(0));
    let house = House::with(|config| config.games = counting(&made));
    let written = house.written(waiting_game(), &[], 90);
    let mut bytes = 0;
    for number in 0..1_000 {
        let mut client = house.connect(&written.table);
        client.hello(written.keys[number % 3].as_deref(), 0).await.unwrap();
        bytes += client.heard[0].len();
    }
    let made = made.load(Ordering::SeqCst);
    assert!((1..=60).contains(&made), "{made} moments for three kinds of viewers");
    assert!(bytes < 1_000 * SMALL, "{bytes} bytes");
}

#[tokio::test]
async fn a_page_is_made_once_for_all_who_see_the_same() {
    let count = Arc::new(AtomicUsize::new(0));
    let made = || count.swap(0, Ordering::SeqCst);
    let house = House::with(|config| config.games = counting(&count));
    let Written { table, keys, .. } = house.written(waiting_game(), &[], 80);
    let mut asked = Vec::new();
    for number in 0..300 {
        let (room, key) = (house.hub.room(&table, Address::OTHERS).await.unwrap(), keys[number % 3].clone());
        asked.push(tokio::spawn(async move { room.look_back(&look_back(key.as_deref(), 64)).await.unwrap() }));
    }
    for asked in asked {
        asked.await.unwrap();
    }
    assert_eq!(made(), 3 * PAGE.0, "two seats and the spectators");
    // Where nothing is hidden all see the same.
    let open = house.written(game(), &[], 80);
    for key in &open.keys {
        house.page(&open.table, key.as_deref(), 64).await.unwrap();
    }
    assert_eq!(made(), PAGE.0);
    // After a while nobody asks any more, and nothing is kept.
    house.hub.sweep(Instant::now() + Duration::from_hours(1));
    house.page(&table, None, 64).await.unwrap();
    assert_eq!(made(), PAGE.0);
}

#[tokio::test]
async fn a_client_that_has_gone_before_its_hello_is_read_costs_nothing() {
    let house = House::new();
    let Written { table, .. } = house.written(game(), &[], 30);
    for _ in 0..10 {
        let mut client = house.connect(&table);
        client.say(&FromClient::Hello { version: VERSION, key: None, since: 0 }).await;
        drop(client);
    }
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert_eq!((Arc::strong_count(&house.hub), house.hub.rooms_in_memory()), (1, 0), "not even the table was read");
}

/// What a client has sent after its hello is not lost.
#[tokio::test]
async fn a_client_need_not_wait_for_the_welcome() {
    let house = House::new();
    let mut table = house.started().await;
    let actor = table.actor();
    let (mut client, action) = (house.connect(&table.table), table.state.random_action(&mut table.random).unwrap());
    client.say(&FromClient::Hello { version: VERSION, key: Some(table.keys[actor].clone()), since: 0 }).await;
    assert_eq!(client.play("at once", &action).await.unwrap(), 1);
}

/// The page of a client is held up here, as a slow line would do. Its moves go another way.
#[tokio::test]
async fn a_client_acts_while_the_past_is_still_on_its_way() {
    let house = House::with(|config| config.limits.page_makers = 1);
    let mut written = house.written(waiting_game(), &[], 80);
    let seat = written.played.actor().unwrap();
    let key = written.keys[seat.index()].clone();
    let held = house.hub.services.page_makers.clone().acquire_owned().await.unwrap();
    let mut client = house.connect_through(&written.table, 512);
    let welcome = client.hello(key.as_deref(), 0).await.unwrap();
    assert!(welcome.moments[0].seq > 1, "not all of it is there");
    let (room, up_to) = (house.hub.room(&written.table, Address::OTHERS).await.unwrap(), welcome.moments[0].seq - 1);
    let asked = look_back(key.as_deref(), up_to);
    let asking = tokio::spawn(async move { room.look_back(&asked).await });
    let position = waiting_game().open(&welcome.moments.last().unwrap().view).unwrap();
    assert!(!position.picture(true).picks.is_empty(), "the present is enough to act");
    let action = written.played.random_action(&mut Random::new(1)).unwrap();
    assert_eq!(client.play("now", &action).await.unwrap(), 81);
    assert!(!asking.is_finished());
    drop(held);
    let page = asking.await.unwrap().unwrap();
    let Past { moments } = serde_json::from_slice::<Past>(&unpack(&page)).unwrap();
    assert_eq!(moments.last().unwrap().seq, up_to);
    assert!(written.played.play(seat, &action).is_ok());
}

#[tokio::test]
async fn a_page_that_does_not_exist_is_refused_and_a_stranger_gets_no_page_of_a_seat() {
    let house = House::new();
    let Written { table, keys, told, .. } = house.written(waiting_game(), &[], 100);
    let seq = told[0].len() as u64;
    for nonsense in [0, seq + 1, u64::MAX] {
        assert_eq!(code(house.page(&table, None, nonsense).await), RefusedCode::Malformed, "{nonsense}");
    }
    for key in ["", "nonsense", "0123456789abcdefghjkmnpqrs"] {
        assert_eq!(code(house.page(&table, Some(key), seq).await), RefusedCode::WrongKey);
    }
    let unbegun = house.table().await;
    assert_eq!(code(house.page(&unbegun.table, Some(&unbegun.key), 1).await), RefusedCode::Malformed);
    assert_eq!(code(house.page("000000000000", None, 1).await), RefusedCode::NoSuchTable);
    // Nothing was lost by it.
    let mut welcome = house.guest(&table, keys[0].as_deref(), 0).await.1;
    house.complete(&mut welcome, keys[0].as_deref()).await;
    assert_eq!(welcome.moments.len() as u64, seq);
}

#[tokio::test]
async fn a_client_that_has_missed_much_begins_anew_and_one_that_has_missed_little_goes_on() {
    let house = House::new();
    let Written { table, told, .. } = house.written(game(), &[], 60);
    let seq = told[0].len() as u64;
    for (since, goes_on) in [(seq, true), (seq - 3, true), (seq - 21, false), (1, false), (seq + 1, false)] {
        let welcome = house.connect(&table).hello(None, since).await.unwrap();
        assert_eq!(welcome.start.is_none(), goes_on, "since {since}");
        let first = welcome.moments.first().map_or(seq + 1, |first| first.seq);
        assert!(if goes_on { first == since + 1 } else { first > 1 && first <= seq }, "since {since}: {first}");
    }
}

/// A connection whose client reads nothing more ends with the server, not when its patience ends.
#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_does_not_hold_up_the_end() {
    let house = House::new();
    let mut table = house.started().await;
    let mut silent = house.connect_through(&table.table, 128);
    silent.say(&FromClient::Hello { version: VERSION, key: None, since: 0 }).await;
    for _ in 0..3 {
        table.step().await;
    }
    let Started { people, .. } = table;
    drop(people);
    let began = Instant::now();
    {
        let _clock = still_clock();
        house.hub.close().await;
    }
    while Arc::strong_count(&house.hub) > 1 {
        sleep(Duration::from_millis(100)).await;
        assert!(began.elapsed() < Duration::from_secs(3), "it still waits after {:?}", began.elapsed());
    }
    drop(silent);
}
