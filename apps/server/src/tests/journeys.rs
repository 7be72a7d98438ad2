//! Journeys: two people prepare, fight side by side, and come back; kills in between; cheats and strangers; records.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use catalog::{DynJourney, RuledGame, read_journey};
use game::{Record, RuleFiles};
use protocol::{
    ImportedJourney, JoinJourney, JoinedJourney, JourneyInfo, JourneyNews, JourneyStep, JourneyTook, LookAtJourney,
    NewJourney, StepTaken,
};

use super::hooked::{Asked, Hooked, Hooks};
use super::isolation::Flaky;
use super::*;
use crate::store::StoreError;

/// The key that the second traveller has drawn.
const SECOND_KEY: &str = "0123456789abcdefghjkmnpqrs";

/// A kind of journey that two can make together.
fn kind() -> &'static dyn catalog::DynJourneys {
    catalog::JOURNEYS[0]
}

fn for_two() -> NewJourney {
    let (game, journey) = (kind().info().key.to_owned(), kind().key().to_owned());
    NewJourney { game, journey, options: vec!["players=2".to_owned()], name: "Ann".to_owned(), rules: None }
}

fn join(id: &str, key: &str) -> JoinJourney {
    JoinJourney { id: id.to_owned(), name: "Bo".to_owned(), key: key.to_owned() }
}

pub(super) fn step(id: &str, key: &str, step: &str) -> JourneyStep {
    JourneyStep { id: id.to_owned(), key: key.to_owned(), step: step.to_owned(), seat: None }
}

/// A journey of two people.
pub(super) struct Party {
    journey: String,
    keys: [String; 2],
}

impl Party {
    pub(super) fn name(&self) -> &str {
        &self.journey
    }

    pub(super) fn key(&self, who: usize) -> String {
        self.keys[who].clone()
    }
}

impl House {
    pub(super) async fn party(&self) -> Party {
        self.party_of(for_two()).await
    }

    /// Goes on with the journey of a record as Ann.
    async fn import(&self, record: &str) -> Result<JoinedJourney, Refused> {
        let announced = self.hub.announce_import(Address::OTHERS, record.len())?;
        let asked = ImportedJourney { record: record.to_owned(), name: "Ann".to_owned() };
        self.hub.import_journey(asked, announced).await
    }

    pub(super) async fn step(&self, journey: &str, asked: JourneyStep) -> Result<StepTaken, Refused> {
        self.hub.step(journey, asked, Address::OTHERS).await
    }

    pub(super) async fn journey_info(&self, journey: &str) -> Result<JourneyInfo, Refused> {
        self.hub.journey_info(journey, Address::OTHERS).await
    }

    async fn join(&self, journey: &str, asked: JoinJourney) -> Result<JoinedJourney, Refused> {
        self.hub.join_journey(journey, asked, Address::OTHERS).await
    }

    async fn party_of(&self, new: NewJourney) -> Party {
        let JoinedJourney { journey, key, .. } = self.hub.set_out(new, Address::OTHERS).await.unwrap();
        let second = self.join(&journey, join("join", SECOND_KEY)).await.unwrap();
        assert_eq!((second.seat, second.key.as_str()), (Seat(1), SECOND_KEY));
        Party { journey, keys: [key, SECOND_KEY.to_owned()] }
    }

    /// Everything that a traveller is told who knows nothing.
    pub(super) async fn told(&self, party: &Party, who: usize) -> JourneyNews {
        let asked = LookAtJourney { key: party.keys[who].clone(), since: None, version: 0 };
        self.hub.look_at_journey(&party.journey, asked, Address::OTHERS).await.unwrap()
    }

    /// Takes the steps that the computer advises until nobody has anything to do. Returns the table of the match.
    pub(super) async fn prepare(&self, party: &Party) -> String {
        for number in 0..100 {
            let journey = replayed(&self.told(party, 0).await);
            let Some((seat, advised)) = [0, 1].into_iter().find_map(|seat| Some((seat, journey.advise(Seat(seat))?)))
            else {
                break;
            };
            let id = format!("{} {number}", journey.events());
            let taken = self.step(&party.journey, step(&id, &party.keys[usize::from(seat)], &advised)).await;
            assert_eq!(taken.unwrap().seq, journey.events() as u64 + 1, "{advised}");
        }
        let table = self.told(party, 0).await.table.expect("a match has to be played");
        assert_eq!(self.row(&table).touched, None, "a match of a journey is never removed alone");
        table
    }

    /// Both people sit at the table of the match, which begins.
    async fn fighting(&self, party: &Party, table: &str) -> [Client; 2] {
        let (mut ann, welcome) = self.guest(table, Some(&party.keys[0]), 0).await;
        assert_eq!(welcome.you, Some(Seat(0)));
        let (mut bo, welcome) = self.guest(table, Some(&party.keys[1]), 0).await;
        assert_eq!(welcome.you, Some(Seat(2)), "the second commander of the side");
        if !welcome.begun {
            add_shares([(&mut ann, RED_SHARE), (&mut bo, BLUE_SHARE)]).await;
            ann.begun().await;
        }
        [ann, bo]
    }

    /// Both give the match up, one after the other.
    pub(super) async fn lose(&self, party: &Party, table: &str) {
        let [mut ann, mut bo] = self.fighting(party, table).await;
        for (client, id) in [(&mut ann, "ann"), (&mut bo, "bo")] {
            client.say(&FromClient::Resign { id: id.to_owned() }).await;
            client.done(id).await.unwrap();
        }
    }
}

/// The journey that a client has, from what it was told.
pub(super) fn replayed(news: &JourneyNews) -> Box<dyn DynJourney> {
    let (mut journey, running) = read_journey(news.beginning.as_deref().unwrap(), news.rules.as_ref()).unwrap();
    assert!(running.is_none());
    for event in &news.events {
        match event {
            JourneyTook::Step { seat, step } => journey.play(*seat, step).unwrap(),
            JourneyTook::Match(record) => journey.take(&record.parse::<Record>().unwrap()).unwrap(),
        }
    }
    journey
}

fn matches_in(news: &JourneyNews) -> usize {
    news.events.iter().filter(|event| matches!(event, JourneyTook::Match(_))).count()
}

#[tokio::test]
async fn two_people_prepare_fight_side_by_side_and_come_back() {
    let house = House::new();
    let party = house.party().await;
    let news = house.told(&party, 1).await;
    assert_eq!((news.you, news.travellers), (Seat(1), vec![Some("Ann".to_owned()), Some("Bo".to_owned())]));
    let table = house.prepare(&party).await;
    assert_eq!(house.row(&table).seats.len(), 3);
    house.lose(&party, &table).await;
    let news = house.told(&party, 1).await;
    assert_eq!((matches_in(&news), news.table.as_ref()), (1, None), "the headquarters again");
    let second = house.prepare(&party).await;
    assert_ne!(second, table, "another battle, another table");
    let text = house.hub.journey_record(&party.journey, &party.keys[1], Address::OTHERS).await.unwrap();
    assert!(text.contains("player 1: Ann\n") && text.contains("player 2: Bo\n"), "{text}");
    let (read, _) = read_journey(&text, None).unwrap();
    assert_eq!(read.text(None), text, "the record verifies without the server");
}

#[tokio::test]
async fn a_restart_in_mid_battle_and_between_battle_and_headquarters_loses_and_doubles_nothing() {
    let house = House::new();
    let party = house.party().await;
    let table = house.prepare(&party).await;
    drop(house.fighting(&party, &table).await);
    let house = house.restarted();
    assert_eq!(house.told(&party, 0).await.table.as_ref(), Some(&table), "the same battle goes on");
    house.lose(&party, &table).await;
    // The server dies before anybody has looked at the journey. Then two nodes take the battle over at once.
    let [one, two] = [house.restarted(), house.restarted()];
    let (news, other) = tokio::join!(one.told(&party, 0), two.told(&party, 1));
    assert_eq!((matches_in(&news), matches_in(&other)), (1, 1));
    let stored = house.store.journey(party.journey.parse().unwrap(), 0).unwrap().unwrap();
    assert_eq!(stored.events.len() as u64, news.seq, "once");
    assert_eq!(replayed(&one.told(&party, 0).await).text(None), replayed(&two.told(&party, 0).await).text(None));
    // The next battle has the same table at every node.
    let first = one.prepare(&party).await;
    assert_eq!(two.restarted().told(&party, 1).await.table, Some(first));
}

#[tokio::test]
async fn whatever_the_store_does_a_step_that_is_asked_for_again_is_taken_once() {
    let store = Arc::new(Hooked::<Flaky>::default());
    let house = House::over(store.clone(), |_| {});
    let party = house.party().await;
    let ship = replayed(&house.told(&party, 0).await).headquarters(Seat(0), "en").units.remove(0);
    for day in [1, 2, 3] {
        let asked = step(&format!("day {day}"), &party.keys[0], &format!("{}Day{day}", ship.rename.as_ref().unwrap()));
        store.hooks.have(day);
        assert_eq!(code(house.step(&party.journey, asked.clone()).await), RefusedCode::Unavailable);
        assert_eq!(house.step(&party.journey, asked).await.unwrap().seq, u64::from(day));
    }
    assert_eq!(house.told(&party, 0).await.events.len(), 3);
}

/// A store that is slow to keep something, or to say that it has.
#[derive(Default)]
struct Slow {
    before: AtomicBool,
    after: AtomicBool,
    /// How many writes have come to it.
    writes: AtomicUsize,
}

impl Slow {
    fn wait(asked: Asked, while_set: &AtomicBool) {
        while asked == Asked::Write && while_set.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Hooks for Slow {
    fn before(&self, asked: Asked) -> Result<(), StoreError> {
        self.writes.fetch_add(usize::from(asked == Asked::Write), Ordering::SeqCst);
        Self::wait(asked, &self.before);
        Ok(())
    }

    fn after(&self, asked: Asked) -> Result<(), StoreError> {
        Self::wait(asked, &self.after);
        Ok(())
    }
}

/// Requests come over HTTP, and one whose client has gone is dropped half-way: before the store has kept the step, or after.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_of_somebody_who_goes_before_the_answer_is_told_to_the_others_all_the_same() {
    for is_kept in [false, true] {
        let store = Arc::new(Hooked::<Slow>::default());
        let house = House::over(store.clone(), |_| {});
        let party = house.party().await;
        let ship = replayed(&house.told(&party, 0).await).headquarters(Seat(0), "en").units.remove(0);
        let renamed = format!("{}Swift", ship.rename.unwrap());
        let asked = step("rename", &party.keys[0], &renamed);
        // The companion knows everything, and waits for news.
        let known = house.told(&party, 1).await;
        let waits = LookAtJourney { key: party.key(1), since: Some(known.seq), version: known.version };
        let (hub, journey) = (house.hub.clone(), party.journey.clone());
        let mut looking = Box::pin(async move { hub.look_at_journey(&journey, waits, Address::OTHERS).await });
        assert!(futures_util::FutureExt::now_or_never(looking.as_mut()).is_none(), "there is nothing new yet");
        let looking = tokio::spawn(looking);
        let slow = if is_kept { &store.hooks.after } else { &store.hooks.before };
        slow.store(true, Ordering::SeqCst);
        let (hub, journey) = (house.hub.clone(), party.journey.clone());
        let writes = store.hooks.writes.load(Ordering::SeqCst);
        let stepping = tokio::spawn(async move { hub.step(&journey, asked, Address::OTHERS).await });
        let (id, until) = (party.journey.parse().unwrap(), tokio::time::Instant::now() + PATIENCE);
        let has_come = || {
            let is_there = || !house.store.journey(id, 0).unwrap().unwrap().events.is_empty();
            store.hooks.writes.load(Ordering::SeqCst) > writes && (!is_kept || is_there())
        };
        while !has_come() {
            assert!(tokio::time::Instant::now() < until && !stepping.is_finished(), "the step is not written");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(!stepping.is_finished(), "the store has not answered");
        stepping.abort();
        assert!(stepping.await.unwrap_err().is_cancelled());
        slow.store(false, Ordering::SeqCst);
        // Sooner than the companion would look again without being woken.
        let told = tokio::time::timeout(JourneyNews::WAITS / 2, looking).await.expect("the companion is told");
        let news = told.unwrap().unwrap();
        assert_eq!(news.events, [JourneyTook::Step { seat: Seat(0), step: renamed }]);
    }
}

#[tokio::test]
async fn nobody_acts_for_somebody_else_and_strangers_learn_nothing() {
    let house = House::new();
    let party = house.party().await;
    let [ann, bo] = &party.keys;
    let ask = |asked: JourneyStep| house.step(&party.journey, asked);
    let for_bo = JourneyStep { seat: Some(Seat(1)), ..step("a", ann, "start") };
    assert_eq!(code(ask(for_bo).await), RefusedCode::NotSeated);
    let nowhere = JourneyStep { seat: Some(Seat(9)), ..step("a", ann, "start") };
    assert_eq!(code(ask(nowhere).await), RefusedCode::NotSeated);
    // A step with the ships of the other one: what is advised to Bo about them is refused to Ann.
    let journey = replayed(&house.told(&party, 0).await);
    let theirs = journey.headquarters(Seat(1), "en").units.into_iter().find(|unit| unit.owner == Seat(1)).unwrap();
    let renamed = format!("{}Mine", theirs.rename.unwrap());
    assert_eq!(code(ask(step("a", ann, &renamed)).await), RefusedCode::Illegal);
    ask(step("a", bo, &renamed)).await.unwrap();
    for stranger in ["", "short", "zzzzzzzzzzzzzzzzzzzzzzzzzz"] {
        assert_eq!(code(ask(step("a", stranger, "start")).await), RefusedCode::WrongKey);
        let looks = LookAtJourney { key: stranger.to_owned(), since: None, version: 0 };
        assert_eq!(
            code(house.hub.look_at_journey(&party.journey, looks, Address::OTHERS).await),
            RefusedCode::WrongKey
        );
        assert_eq!(
            code(house.hub.journey_record(&party.journey, stranger, Address::OTHERS).await),
            RefusedCode::WrongKey
        );
    }
    assert_eq!(code(house.join(&party.journey, join("x", &ann.replace('0', "1"))).await), RefusedCode::SeatTaken);
    assert_eq!(code(house.join(&party.journey, join("x", "short")).await), RefusedCode::WrongKey);
    for nonsense in ["", "fly", "start start", "\u{0}", "go:nowhere"] {
        assert_eq!(code(ask(step("b", ann, nonsense)).await), RefusedCode::NoAction, "{nonsense}");
    }
    assert_eq!(code(ask(step("", ann, "start")).await), RefusedCode::Malformed);
    assert_eq!(code(house.step("nowhere", step("a", ann, "start")).await), RefusedCode::NoSuchJourney);
    let info = serde_json::to_string(&house.journey_info(&party.journey).await.unwrap()).unwrap();
    assert!(!info.contains(ann.as_str()) && !info.contains("seed"), "{info}");
    assert_eq!(house.told(&party, 0).await.events.len(), 1, "nothing else has changed");
}

#[tokio::test]
async fn a_join_that_is_asked_for_again_is_done_once() {
    let house = House::new();
    let party = house.party().await;
    let again = house.join(&party.journey, join("join", SECOND_KEY)).await.unwrap();
    assert_eq!(again.seat, Seat(1));
    assert_eq!(code(house.join(&party.journey, join("other", SECOND_KEY)).await), RefusedCode::SeatTaken);
}

#[tokio::test]
async fn whoever_travels_acts_for_a_seat_that_nobody_has_taken() {
    let house = House::new();
    let JoinedJourney { journey, key, .. } = house.hub.set_out(for_two(), Address::OTHERS).await.unwrap();
    let alone = JourneyStep { seat: Some(Seat(1)), ..step("a", &key, "hand-over") };
    house.step(&journey, alone).await.unwrap();
    house.step(&journey, step("b", &key, "start")).await.unwrap();
    let looks = LookAtJourney { key, since: None, version: 0 };
    let table = house.hub.look_at_journey(&journey, looks, Address::OTHERS).await.unwrap().table.unwrap();
    assert_eq!(house.row(&table).seats.len(), 2, "one goes on alone");
    assert!(!house.journey_info(&journey).await.unwrap().open, "what was left is no free seat");
    assert_eq!(code(house.join(&journey, join("join", SECOND_KEY)).await), RefusedCode::SeatTaken);
}

#[tokio::test]
async fn nobody_hands_over_to_an_empty_seat() {
    let house = House::new();
    let JoinedJourney { journey, key, .. } = house.hub.set_out(for_two(), Address::OTHERS).await.unwrap();
    let alone = house.step(&journey, step("a", &key, "hand-over")).await;
    assert_eq!(code(alone), RefusedCode::NobodyThere);
    assert!(house.journey_info(&journey).await.unwrap().open);
    house.join(&journey, join("join", SECOND_KEY)).await.unwrap();
    assert!(!house.journey_info(&journey).await.unwrap().open);
    house.step(&journey, step("b", &key, "hand-over")).await.unwrap();
    let back = house.step(&journey, step("c", SECOND_KEY, "hand-over")).await;
    assert_eq!(code(back), RefusedCode::NobodyThere, "the other one has left");
}

#[tokio::test]
async fn one_who_gives_no_sign_for_three_days_can_be_left_behind_and_nobody_else() {
    let clock = crate::Clock::by_hand();
    let house = House::with(|config| config.clock = clock.clone());
    let party = house.party().await;
    let for_bo = |id: &str, what: &str| JourneyStep { seat: Some(Seat(1)), ..step(id, &party.keys[0], what) };
    let ask = |asked| house.step(&party.journey, asked);
    clock.advance(Duration::from_hours(71));
    assert_eq!(house.told(&party, 0).await.gone, []);
    assert_eq!(code(ask(for_bo("a", "hand-over")).await), RefusedCode::NotSeated);
    // A sign, and everything begins anew.
    house.told(&party, 1).await;
    clock.advance(Duration::from_hours(71));
    let known = house.told(&party, 0).await;
    assert_eq!(known.gone, []);
    clock.advance(Duration::from_hours(1));
    let news = house.told(&party, 0).await;
    assert_eq!(news.gone, [Seat(1)]);
    assert_ne!(news.version, known.version, "one who waits is told");
    assert_eq!(code(ask(for_bo("b", "start")).await), RefusedCode::NotSeated, "nobody decides anything else for them");
    ask(for_bo("c", "hand-over")).await.unwrap();
    assert_eq!(house.told(&party, 0).await.gone, [], "they have left");
}

#[tokio::test]
async fn a_long_battle_is_no_absence() {
    let clock = crate::Clock::by_hand();
    let house = House::with(|config| config.clock = clock.clone());
    let party = house.party().await;
    let table = house.prepare(&party).await;
    let [mut ann, mut bo] = house.fighting(&party, &table).await;
    for (client, id) in [(&mut ann, "ann"), (&mut bo, "bo")] {
        client.say(&FromClient::Resign { id: id.to_owned() }).await;
        client.done(id).await.unwrap();
    }
    clock.advance(Duration::from_hours(100));
    let news = house.told(&party, 0).await;
    assert_eq!((matches_in(&news), news.gone), (1, Vec::new()));
}

#[tokio::test]
async fn one_who_waits_is_told_as_soon_as_the_other_does_something() {
    let house = House::new();
    let party = house.party().await;
    let known = house.told(&party, 1).await;
    let waits = LookAtJourney { key: party.keys[1].clone(), since: Some(known.seq), version: known.version };
    let looking = tokio::spawn({
        let (hub, journey, waits) = (house.hub.clone(), party.journey.clone(), waits.clone());
        async move { hub.look_at_journey(&journey, waits, Address::OTHERS).await.unwrap() }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!looking.is_finished(), "there is nothing new yet");
    let advised = replayed(&known).advise(Seat(0)).unwrap();
    house.step(&party.journey, step("a", &party.keys[0], &advised)).await.unwrap();
    let news = tokio::time::timeout(Duration::from_secs(5), looking).await.unwrap().unwrap();
    assert_eq!(news.events, [JourneyTook::Step { seat: Seat(0), step: advised }]);
    assert!(news.beginning.is_none());
    // A server that closes lets nobody wait.
    let waits = LookAtJourney { since: Some(news.seq), version: news.version, ..waits };
    let (hub, journey) = (house.hub.clone(), party.journey.clone());
    let looking = tokio::spawn(async move { hub.look_at_journey(&journey, waits, Address::OTHERS).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    house.hub.close().await;
    tokio::time::timeout(Duration::from_secs(5), looking).await.unwrap().unwrap().unwrap();
}

/// The record of a journey with a battle that is being fought.
fn running_record() -> String {
    let mut journey = kind().start(kind().setup([]).unwrap(), Seed::number(3)).unwrap();
    while let Some(advised) = journey.advise(Seat(0)) {
        journey.play(Seat(0), &advised).unwrap();
    }
    let next = journey.next_match().unwrap();
    let game = catalog::find(kind().info().key).unwrap();
    let mut played = game.start(next.setup, journey.match_seed(next.number).into()).unwrap();
    let mut random = Random::new(1);
    for _ in 0..20 {
        let (actor, action) = (played.actor().unwrap(), played.random_action(&mut random).unwrap());
        played.play(actor, &action).unwrap();
    }
    journey.text(Some(&played.record()))
}

#[tokio::test]
async fn a_record_goes_on_at_the_server_in_mid_battle_too() {
    let house = House::new();
    let record = running_record();
    let joined = house.import(&record).await.unwrap();
    let party = Party { journey: joined.journey, keys: [joined.key, SECOND_KEY.to_owned()] };
    let table = house.told(&party, 0).await.table.unwrap();
    let (mut ann, welcome) = house.guest(&table, Some(&party.keys[0]), 0).await;
    assert!(welcome.begun && welcome.moments.len() == 20, "it goes on where it was");
    ann.say(&FromClient::Resign { id: "a".to_owned() }).await;
    ann.done("a").await.unwrap();
    let house = house.restarted();
    let news = house.told(&party, 0).await;
    assert_eq!(matches_in(&news), 1);
    let text = house.hub.journey_record(&party.journey, &party.keys[0], Address::OTHERS).await.unwrap();
    read_journey(&text, None).unwrap();
    // And it goes on at another server from there.
    let again = House::new();
    let joined = again.import(&text).await.unwrap();
    assert_eq!(again.hub.journey_record(&joined.journey, &joined.key, Address::OTHERS).await.unwrap(), text);
}

#[tokio::test]
async fn a_damaged_record_is_refused_whole() {
    let house = House::with(|config| config.limits.imports = Rate { a_second: 0.0, at_once: 5.0 });
    let record = running_record();
    let damaged = [
        record.replacen("| 2. ", "| 3. ", 1),
        record.replacen("\n1 start", "\n1 dance", 1),
        record[..record.len() / 2].to_owned(),
        String::new(),
    ];
    for record in damaged {
        assert_eq!(code(house.import(&record).await), RefusedCode::WrongRecord);
    }
    house.import(&record).await.unwrap();
    assert_eq!(code(house.import(&record).await), RefusedCode::TooFast);
}

#[tokio::test]
async fn everybody_together_has_so_many_bytes_of_records_a_day_and_only_those_that_are_kept_count() {
    let record = running_record();
    let most = record.len() as f64 * 1.5;
    let house = House::with(|config| config.limits.import_bytes = Rate::a_day(most));
    let announced = house.hub.announce_import(Address::OTHERS, record.len()).unwrap();
    for _ in 0..3 {
        let wrong = record.replacen("\n1 start", "\n1 dance", 1);
        assert_eq!(code(house.import(&wrong).await), RefusedCode::WrongRecord);
    }
    house.import(&record).await.unwrap();
    drop(announced);
    let other = std::net::IpAddr::from([192, 0, 2, 1]).into();
    assert_eq!(code(house.hub.announce_import(other, record.len()).map(drop)), RefusedCode::TooFast);
}

#[tokio::test]
async fn one_address_takes_only_some_of_the_places_for_those_who_wait_for_news() {
    let house = House::with(|config| config.limits.viewers_an_address = 2);
    let party = house.party().await;
    let known = house.told(&party, 0).await;
    let wait = |last: u8| {
        let (hub, journey) = (house.hub.clone(), party.journey.clone());
        let waits = LookAtJourney { key: party.keys[0].clone(), since: Some(known.seq), version: known.version };
        let by = std::net::IpAddr::from([192, 0, 2, last]).into();
        tokio::spawn(async move { hub.look_at_journey(&journey, waits, by).await })
    };
    let mut waiting = vec![wait(1), wait(1)];
    tokio::time::sleep(Duration::from_millis(50)).await;
    tokio::time::timeout(Duration::from_secs(5), wait(1)).await.expect("it is told at once").unwrap().unwrap();
    waiting.push(wait(2));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(waiting.iter().all(|waits| !waits.is_finished()));
    house.hub.close().await;
}

#[tokio::test]
async fn what_no_server_has_is_no_journey_and_steps_have_a_limit() {
    let house = House::with(|config| config.limits.journey_steps = Rate { a_second: 0.0, at_once: 2.0 });
    for wrong in [
        NewJourney { game: "nothing".to_owned(), ..for_two() },
        NewJourney { journey: "nothing".to_owned(), ..for_two() },
        NewJourney { options: vec!["players=9".to_owned()], ..for_two() },
        NewJourney { options: vec!["players=2".to_owned(); 99], ..for_two() },
    ] {
        assert_eq!(code(house.hub.set_out(wrong, Address::OTHERS).await), RefusedCode::NoSuchGame);
    }
    let party = house.party().await;
    for _ in 0..2 {
        assert_eq!(code(house.step(&party.journey, step("a", &party.keys[0], "fly")).await), RefusedCode::NoAction);
    }
    assert_eq!(code(house.step(&party.journey, step("a", &party.keys[0], "fly")).await), RefusedCode::TooFast);
}

/// A rule set of the game whose matches the journey has: the built-in one under another name.
fn own_set() -> RuledGame {
    let game = catalog::find(kind().info().key).unwrap();
    let named = |text: &str| text.replacen("name = \"standard\"", "name = \"tuned\"", 1);
    let files = game.built_in_files().iter().map(|(file, text)| ((*file).to_owned(), named(text)));
    game.with_rules(RuleFiles::new(files).unwrap()).unwrap()
}

fn by_own_set() -> NewJourney {
    NewJourney { rules: own_set().rules().map(|rules| rules.fingerprint), ..for_two() }
}

#[tokio::test]
async fn a_journey_by_an_offered_set_is_played_by_it_also_when_the_set_is_offered_no_longer() {
    let (set, house) = (own_set(), House::with(|config| config.games.push(own_set())));
    let party = house.party_of(by_own_set()).await;
    for who in 0..2 {
        let news = house.told(&party, who).await;
        assert_eq!(news.rules.as_ref(), set.rule_files(), "each traveller is sent the set");
    }
    let info = house.journey_info(&party.journey).await.unwrap();
    assert_eq!(info.rules.as_ref(), set.rule_files(), "and so is whoever is invited");
    let known = LookAtJourney { key: party.keys[0].clone(), since: Some(0), version: 0 };
    let news = house.hub.look_at_journey(&party.journey, known, Address::OTHERS).await.unwrap();
    assert_eq!((news.beginning, news.rules), (None, None), "once is enough");
    let table = house.prepare(&party).await;
    let house = house.restarted();
    assert!(house.hub.offered_rules().is_empty());
    let (_, welcome) = house.guest(&table, Some(&party.keys[0]), 0).await;
    assert_eq!(welcome.rules.as_ref(), set.rule_files(), "the battle is fought by it");
    house.lose(&party, &table).await;
    let news = house.told(&party, 1).await;
    assert_eq!((matches_in(&news), news.rules.as_ref()), (1, set.rule_files()));
    let text = house.hub.journey_record(&party.journey, &party.keys[1], Address::OTHERS).await.unwrap();
    let (read, _) = read_journey(&text, set.rule_files()).unwrap();
    assert_eq!(read.text(None), text);
    assert!(read_journey(&text, None).is_err());
    // The record goes on only at a server that offers the set.
    assert_eq!(code(house.import(&text).await), RefusedCode::WrongRecord);
    let offering = House::with(|config| config.games.push(own_set()));
    offering.import(&text).await.unwrap();
}

#[tokio::test]
async fn only_the_host_brings_rule_sets() {
    let house = House::new();
    assert_eq!(code(house.hub.set_out(by_own_set(), Address::OTHERS).await), RefusedCode::NoSuchGame);
    let files = serde_json::to_value(own_set().rule_files()).unwrap();
    for key in ["rules", "files"] {
        let mut asked = serde_json::to_value(for_two()).unwrap();
        asked[key] = files.clone();
        assert!(serde_json::from_value::<NewJourney>(asked).is_err(), "{key} of a new journey");
        let mut asked = serde_json::json!({ "record": running_record(), "name": "Ann" });
        asked[key] = files.clone();
        assert!(serde_json::from_value::<ImportedJourney>(asked).is_err(), "{key} of a record");
    }
}
