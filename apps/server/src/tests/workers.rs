//! Nodes and workers that meet at a real NATS server.

#[path = "../../testkit/nats.rs"]
mod nats;

use async_nats::{Client as NatsClient, Subscriber};
use futures_util::StreamExt as _;
use tokio::sync::broadcast::error::RecvError;

use self::nats::Nats;
use super::*;
use crate::bus::{Bus, BusAddress, NatsAddress, NatsBus, News, NodeId, Notice, WAITING};
use crate::limits::Limits;
use crate::workers::{NatsWorkers, Worker};

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

/// A person against the computer. Returns when the computer has answered the person's first turn.
async fn until_the_computer_has_played(house: &House, game: &dyn catalog::DynGame) -> Client {
    let seats = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap().seats();
    let bots: Vec<_> = (1..seats).map(|seat| (seat, "1")).collect();
    let created = house.table_for(game, &[], &bots).await.unwrap();
    let (mut person, _) = house.guest(&created.table, Some(&created.key), 0).await;
    add_shares([(&mut person, RED_SHARE)]).await;
    let mut state = house.match_of(&created.table);
    loop {
        let actor = state.actor().expect("the match goes on");
        if actor == Seat(0) {
            person.play(&format!("m{}", state.events()), &state.legal()[0]).await.unwrap();
        }
        let seq = state.events() as u64 + 1;
        let told = person.heard.iter().any(|frame| frame.contains(&format!(r#""type":"moment","seq":{seq},"#)));
        let moment = if told { told_before(&person, seq) } else { person.moment().await };
        state.play(actor, action_of(&moment)).unwrap();
        if actor != Seat(0) {
            return person;
        }
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

#[tokio::test]
async fn without_workers_a_node_thinks_itself() {
    let nats = Nats::start();
    let house = house_with_workers(&nats, true).await;
    until_the_computer_has_played(&house, game()).await;
}

/// A worker that takes a question and says nothing, as if it had died.
async fn take_one_question(nats: &Nats) -> (NatsClient, Subscriber) {
    let client = async_nats::connect(nats.address()).await.unwrap();
    let questions = client.queue_subscribe("sixfold.questions", "workers".to_owned()).await.unwrap();
    client.flush().await.unwrap();
    (client, questions)
}

#[tokio::test]
async fn a_worker_that_dies_costs_a_repeat_and_its_late_answer_is_dropped() {
    let nats = Nats::start();
    let (dying, mut questions) = take_one_question(&nats).await;
    let house = house_with_workers(&nats, false).await;
    let dies = async {
        let question = questions.next().await.unwrap();
        questions.unsubscribe().await.unwrap();
        (question, start_worker(&nats).await)
    };
    let (person, (question, _working)) = tokio::join!(until_the_computer_has_played(&house, game()), dies);
    let late = r#"{"action":"nonsense"}"#;
    dying.publish(question.reply.unwrap(), late.into()).await.unwrap();
    dying.flush().await.unwrap();
    assert!(!person.heard.iter().any(|frame| frame.contains("nonsense")));
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
