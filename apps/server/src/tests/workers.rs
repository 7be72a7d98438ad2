//! Nodes and workers that meet at a real NATS server.

#[path = "../../testkit/nats.rs"]
mod nats;

use std::collections::{HashMap, HashSet};

use async_nats::{Client as NatsClient, Subscriber};
use futures_util::StreamExt as _;
use game::Viewer;
use tokio::sync::broadcast::error::RecvError;

use self::nats::Nats;
use super::*;
use crate::bots::{Question, Thinkers};
use crate::bus::{Bus, BusAddress, NatsAddress, NatsBus, News, NodeId, Notice, WAITING};
use crate::limits::Limits;
use crate::workers::{Asked, NatsWorkers, WireQuestion, Worker, Workers as _};

fn address(nats: &Nats) -> NatsAddress {
    match nats.address().parse() {
        Ok(BusAddress::Nats(address)) => address,
        other => panic!("{other:?}"),
    }
}

/// A server that asks workers. Unless it may think itself, only they can answer.
async fn house_with_workers(nats: &Nats, thinks_itself: bool) -> House {
    let workers = Arc::new(NatsWorkers::connect(&address(nats)).await.unwrap());
    House::with(|config| {
        config.workers = Some(workers);
        if !thinks_itself {
            config.limits.waiting_bots = 0;
        }
    })
}

async fn start_worker(nats: &Nats) -> tokio::task::JoinHandle<()> {
    let limits = Limits { bot_threads: 1, ..Limits::default() };
    let worker = Worker::start(&address(nats), Config::built_in_games(), &limits).await.unwrap();
    tokio::spawn(worker.run(std::future::pending()))
}

/// A person against the computer.
struct AgainstComputer {
    person: Client,
    state: Box<dyn DynMatch>,
}

/// A person against the computer, which has answered the person's first turn.
async fn until_the_computer_has_played(house: &House, game: &dyn catalog::DynGame) -> AgainstComputer {
    let mut playing = AgainstComputer::new(house, game, Address::OTHERS).await;
    playing.next_answer().await;
    playing
}

impl AgainstComputer {
    /// The match begins. The person comes from this address.
    async fn new(house: &House, game: &dyn catalog::DynGame, address: Address) -> Self {
        let seats = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap().seats();
        let bots: Vec<_> = (1..seats).map(|seat| (seat, "1")).collect();
        let created = house.table_for(game, &[], &bots).await.unwrap();
        let mut person = house.connect_from(address, &created.table, 1 << 20);
        person.hello(Some(&created.key), 0).await.unwrap();
        add_shares([(&mut person, RED_SHARE)]).await;
        Self { state: house.match_of(&created.table), person }
    }

    /// Plays the person's turn, until the computer acts.
    async fn play_turn(&mut self) {
        while self.state.actor().expect("the match goes on") == Seat(0) {
            let action = self.state.legal()[0].clone();
            self.person.play(&format!("m{}", self.state.events()), &action).await.unwrap();
            self.take_moment().await;
        }
    }

    /// Plays the person's turn and returns the computer's first action after it.
    async fn next_answer(&mut self) -> String {
        self.play_turn().await;
        self.take_moment().await
    }

    /// The action of the next moment.
    async fn take_moment(&mut self) -> String {
        let (person, state) = (&mut self.person, &mut self.state);
        let seq = state.events() as u64 + 1;
        let told = person.heard.iter().any(|frame| frame.contains(&format!(r#""type":"moment","seq":{seq},"#)));
        let moment = if told { told_before(person, seq) } else { person.moment().await };
        let actor = state.actor().expect("the match goes on");
        state.play(actor, action_of(&moment)).unwrap();
        action_of(&moment).to_owned()
    }
}

/// A moment that was heard while something else was waited for.
fn told_before(person: &Client, seq: u64) -> Moment {
    let read = |frame: &String| match serde_json::from_str(frame) {
        Ok(FromServer::Moment(moment)) if moment.seq == seq => Some(*moment),
        _ => None,
    };
    person.heard.iter().find_map(read).unwrap()
}

#[tokio::test]
async fn a_worker_thinks_for_a_node_in_every_game() {
    let nats = Nats::start();
    let _worker = start_worker(&nats).await;
    let house = house_with_workers(&nats, false).await;
    for game in catalog::GAMES {
        until_the_computer_has_played(&house, *game).await;
    }
}

/// A turn of the computer in a match that has begun: as a node asks itself, and as it asks a worker.
fn questions(game: &dyn catalog::DynGame, level: &'static ai::Level, seed: u64) -> (Question, WireQuestion) {
    let mut state = game.start(game.setup([]).unwrap(), Seed::number(3).into()).unwrap();
    let mut random = Random::new(3);
    for _ in 0..8 {
        let action = state.random_action(&mut random).unwrap();
        state.play(state.actor().unwrap(), &action).unwrap();
    }
    let position = state.position(Viewer::Seat(state.actor().unwrap()));
    let info = game.info();
    let wire = WireQuestion {
        game: info.key.to_owned(),
        rules_version: info.rules_version,
        rules: None,
        view: position.view(),
        level: level.clone(),
        seed,
        asker: 0,
    };
    (Question { asker: Address::OTHERS, position, level, seed }, wire)
}

/// The way to workers, once it leads to one.
async fn workers_that_answer(nats: &Nats) -> NatsWorkers {
    let workers = NatsWorkers::connect(&address(nats)).await.unwrap();
    let (_, wire) = questions(game(), ai::Level::named("1").unwrap(), 0);
    let until_one_answers = async {
        while workers.ask(&wire).await == Asked::Nobody {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, until_one_answers).await.expect("there is a worker");
    workers
}

#[tokio::test]
async fn a_level_means_the_same_at_a_worker_as_at_a_node_in_every_game() {
    let nats = Nats::start();
    let _worker = start_worker(&nats).await;
    let workers = workers_that_answer(&nats).await;
    let node = Thinkers::new(&Limits::default(), true);
    let mut games_with_a_choice = 0;
    for game in catalog::GAMES {
        let mut answers = HashSet::new();
        for seed in 0..4 {
            for level in ["1", "3"].map(|name| ai::Level::named(name).unwrap()) {
                let (question, wire) = questions(*game, level, seed);
                let action = node.ask(question).unwrap().await.unwrap();
                let asked = workers.ask(&wire).await;
                assert_eq!(asked, Asked::Action(action.clone()), "{}, level {}", wire.game, level.name);
                answers.insert(action);
            }
        }
        games_with_a_choice += usize::from(answers.len() > 1);
    }
    assert!(games_with_a_choice >= 2, "level and seed decide some turns: {games_with_a_choice}");
}

#[tokio::test]
async fn a_worker_that_means_something_else_by_a_level_leaves_the_thought_to_the_node() {
    let nats = Nats::start();
    let _worker = start_worker(&nats).await;
    let workers = workers_that_answer(&nats).await;
    let (_, mut wire) = questions(game(), ai::Level::named("1").unwrap(), 0);
    assert!(matches!(workers.ask(&wire).await, Asked::Action(_)));
    wire.level.simulations += 1;
    assert_eq!(workers.ask(&wire).await, Asked::Nobody);
}

#[tokio::test]
async fn without_workers_a_node_thinks_itself() {
    let nats = Nats::start();
    let house = house_with_workers(&nats, true).await;
    until_the_computer_has_played(&house, game()).await;
}

/// A worker that takes questions and answers them only as the test says.
async fn take_questions(nats: &Nats) -> (NatsClient, Subscriber) {
    let client = async_nats::connect(nats.address()).await.unwrap();
    let questions = client.queue_subscribe("sixfold.questions", "workers".to_owned()).await.unwrap();
    client.flush().await.unwrap();
    (client, questions)
}

/// Workers share their time between these numbers, so each address needs one of its own. The address itself is nobody's business.
#[tokio::test]
async fn a_question_tells_a_worker_by_a_number_for_which_address_it_thinks_and_names_no_address() {
    let nats = Nats::start();
    let (_worker, mut questions) = take_questions(&nats).await;
    let house = house_with_workers(&nats, false).await;
    let mut people = Vec::new();
    for (game, address) in catalog::GAMES.iter().zip(["192.0.2.1", "192.0.2.2", "192.0.2.1"]) {
        let address = address.parse::<std::net::IpAddr>().unwrap().into();
        let mut playing = AgainstComputer::new(&house, *game, address).await;
        playing.play_turn().await;
        people.push(playing);
    }
    // Nobody answers, so questions come again and again. The game says whose it is.
    let mut askers = HashMap::new();
    while askers.len() < people.len() {
        let question = tokio::time::timeout(PATIENCE, questions.next()).await.expect("the node asks").unwrap();
        let text = std::str::from_utf8(&question.payload).unwrap();
        assert!(!text.contains("192.0.2."), "{text}");
        let WireQuestion { game, asker, .. } = serde_json::from_str(text).unwrap();
        let before = askers.insert(game, asker);
        assert!(before.is_none_or(|before| before == asker), "the number stays the same");
    }
    let [first, second, third] = [0, 1, 2].map(|index: usize| askers[catalog::GAMES[index].info().key]);
    assert_eq!(first, third, "one address");
    assert_ne!(first, second, "two addresses");
}

/// The game of two whose random matches are never short: nothing that the computer plays ends it after some turns.
fn long_game() -> &'static dyn catalog::DynGame {
    let actions = |game: &dyn catalog::DynGame, seed: u64| {
        let mut state = game.start(game.setup([]).unwrap(), Seed::number(seed).into()).unwrap();
        let mut random = Random::new(seed);
        let mut played = 0;
        while let (Some(actor), true) = (state.actor(), played < 30) {
            state.play(actor, &state.random_action(&mut random).unwrap()).unwrap();
            played += 1;
        }
        played
    };
    let is_open = |game: &&dyn catalog::DynGame| !game.info().hidden && game.info().grace_seconds.is_none();
    let games = catalog::GAMES.iter().copied().filter(is_open);
    games.max_by_key(|game| (0..100).map(|seed| actions(*game, seed)).min()).unwrap()
}

#[tokio::test]
async fn a_worker_that_dies_costs_a_repeat_and_its_late_answer_is_dropped() {
    let nats = Nats::start();
    let (worker, mut questions) = take_questions(&nats).await;
    let house = house_with_workers(&nats, false).await;
    let dies = async {
        let question = questions.next().await.unwrap();
        questions.unsubscribe().await.unwrap();
        (question.reply.unwrap(), start_worker(&nats).await)
    };
    let (mut playing, (unanswered, other)) = tokio::join!(until_the_computer_has_played(&house, long_game()), dies);
    other.abort();
    assert!(other.await.unwrap_err().is_cancelled());

    // The late answer to the first question comes while the second one waits for its own.
    let (_, mut questions) = take_questions(&nats).await;
    playing.play_turn().await;
    let question = questions.next().await.unwrap();
    let legal = playing.state.legal();
    let [late, right] = [&legal[0], &legal[legal.len() - 1]].map(|action| format!(r#"{{"action":"{action}"}}"#));
    assert_ne!(late, right);
    worker.publish(unanswered, late.into()).await.unwrap();
    worker.publish(question.reply.unwrap(), right.into()).await.unwrap();
    worker.flush().await.unwrap();
    assert_eq!(playing.take_moment().await, legal[legal.len() - 1]);
}

#[tokio::test]
async fn nodes_hear_each_other_again_when_the_bus_is_back() {
    let mut nats = Nats::start();
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let bus: Arc<dyn Bus> = Arc::new(NatsBus::connect(&address(&nats)).await.unwrap());
        let house = House::over(store.clone(), |config| config.bus = bus);
        tokio::spawn(crate::serve::hear(house.hub.clone()));
        tokio::spawn(crate::serve::beat(house.hub.clone()));
        nodes.push(house);
    }
    let mut table = nodes[0].started().await;
    table.people[1] = nodes[1].guest(&table.table, Some(&table.keys[1]), 0).await.0;
    for _ in 0..4 {
        table.step().await;
    }
    nats.kill();
    for _ in 0..4 {
        table.step().await; // nobody is told by a notice: deaf nodes read the log again and again
    }
    nats.start_again();
    for _ in 0..4 {
        table.step().await;
    }
}

#[tokio::test]
async fn a_worker_that_starts_before_the_bus_takes_questions_when_it_comes() {
    let mut nats = Nats::start();
    nats.kill();
    let _worker = start_worker(&nats).await;
    nats.start_again();
    let house = house_with_workers(&nats, false).await;
    until_the_computer_has_played(&house, game()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_bus_is_away_the_newest_notices_wait_for_it_and_old_ones_are_dropped() {
    const LAST: u64 = 3 * WAITING as u64;
    let mut nats = Nats::start();
    nats.kill();
    let bus = NatsBus::connect(&address(&nats)).await.unwrap();
    let mut heard = bus.subscribe(); // a bus hears its own notices too; nodes ignore theirs
    let publish = |number| bus.publish(Notice { from: NodeId(1), number, news: News::Alive });
    (1..=LAST).for_each(publish);
    nats.start_again();
    let (mut waited, mut number) = (0, 0);
    while number < LAST {
        match tokio::time::timeout(PATIENCE, heard.recv()).await.expect("the bus is back") {
            Ok(notice) => (waited, number) = (waited + 1, notice.number),
            // They have come too, faster than this task was woken.
            Err(RecvError::Lagged(missed)) => waited += missed as usize,
            Err(RecvError::Closed) => panic!("the bus has ended"),
        }
    }
    assert_eq!(number, LAST, "the newest one has waited");
    assert!(waited < 2 * WAITING, "{waited} of {LAST} have waited");
}
