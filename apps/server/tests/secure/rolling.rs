//! Both servers behind nginx are replaced, one after the other, while two people play.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use game::{Random, Seat, Share};
use protocol::{FromServer, Moment};
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Error;

use crate::client::{NAME, PATIENCE, connect, make_table, try_enter, try_hear, try_say};
use crate::proxy::{Proxy, TwoServers};
use crate::seated::Seated;

/// How long somebody thinks about a move while the servers are being replaced.
const TO_THINK: Duration = Duration::from_millis(100);
/// How long the page waits before it connects again.
const TO_COME_BACK: Duration = Duration::from_millis(500);
/// The longest that somebody may be without a connection. The page about hosting has the setting of nginx for it: by default nginx
/// asks no server for 10 s that it has found closed, so after the second restart it would have none to ask.
const LONGEST_AWAY: Duration = Duration::from_secs(8);

/// What the players and the one who replaces the servers know together.
#[derive(Default)]
struct Progress {
    /// How many events somebody has seen.
    seen: AtomicU64,
    is_replaced: AtomicBool,
}

/// Somebody at a page, which connects again by itself.
struct Person {
    folder: PathBuf,
    proxy: SocketAddr,
    own: Seated,
    progress: Arc<Progress>,
    random: Random,
    connections: u32,
}

impl Person {
    /// Plays until the match is over. Returns how often they have connected.
    async fn play(mut self) -> u32 {
        let mut away_since = Instant::now();
        loop {
            match self.play_until_cut_off(&mut away_since).await {
                Ok(()) => return self.connections,
                Err(_) => assert!(away_since.elapsed() < LONGEST_AWAY, "nobody gets in"),
            }
            sleep(TO_COME_BACK).await;
        }
    }

    /// Plays over one connection. Nothing is refused.
    async fn play_until_cut_off(&mut self, away_since: &mut Instant) -> Result<(), Error> {
        let host = format!("{NAME}:{}", self.proxy.port());
        let stream = connect(self.proxy, &self.folder, Ipv4Addr::LOCALHOST).await?;
        let (mut socket, mut welcome) = try_enter(stream, &host, &self.own.table, Some(&self.own.key)).await?;
        self.connections += 1;
        let played = async {
            let game = catalog::GAMES.iter().find(|game| game.info().key == welcome.game).unwrap();
            let (mut actor, mut view, mut is_over) =
                (welcome.first_actor, welcome.start.take().unwrap_or(Value::Null), false);
            let mut seq = welcome.seq;
            let take = |moment: Moment| (moment.seq, moment.actor, moment.view, moment.outcome.is_some());
            if let Some(moment) = welcome.moments.pop() {
                (seq, actor, view, is_over) = take(moment);
            }
            if !welcome.begun {
                try_say(&mut socket, &self.own.commit(&welcome)).await?;
            }
            if let Some(share) = self.own.open_share(&welcome.seats).filter(|_| !welcome.begun) {
                try_say(&mut socket, &share).await?;
            }
            if let Some(request) = self.own.unanswered() {
                try_say(&mut socket, request).await?;
            }
            while !is_over {
                self.progress.seen.fetch_max(seq, Ordering::Relaxed);
                if welcome.begun && actor == Some(self.own.seat) && self.own.unanswered().is_none() {
                    if !self.progress.is_replaced.load(Ordering::Relaxed) {
                        sleep(TO_THINK).await;
                    }
                    let action = game.open(&view).unwrap().random_action(&mut self.random);
                    try_say(&mut socket, &self.own.ask(action)).await?;
                }
                match try_hear(&mut socket).await? {
                    FromServer::Moment(moment) => (seq, actor, view, is_over) = take(*moment),
                    FromServer::Begun(begun) => (welcome.begun, actor, view) = (true, begun.first_actor, begun.start),
                    FromServer::People { seats, .. } if !welcome.begun => {
                        if let Some(share) = self.own.open_share(&seats) {
                            try_say(&mut socket, &share).await?;
                        }
                    }
                    FromServer::Done { id, .. } => {
                        self.own.is_answered(&id);
                    }
                    FromServer::Refused(refused) => panic!("{refused:?}"),
                    _ => {}
                }
            }
            Ok(())
        }
        .await;
        *away_since = Instant::now();
        played
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_a_match_goes_on_while_both_servers_are_replaced_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let two = TwoServers::start(folder.path()).await;
    let addresses = two.addresses();
    let nginx = Proxy::nginx_before_two(folder.path(), addresses).await;
    let host = format!("{NAME}:{}", nginx.secure.port());
    let client = async || connect(nginx.secure, folder.path(), Ipv4Addr::LOCALHOST).await.unwrap();
    let created = make_table(client().await, &host).await;
    let progress = Arc::new(Progress::default());
    let person = |key: String, seat: u8| Person {
        folder: folder.path().to_owned(),
        proxy: nginx.secure,
        own: Seated::new(&created.table, key, Seat(seat), Share([seat; 32])),
        progress: progress.clone(),
        random: Random::new(u64::from(seat)),
        connections: 0,
    };
    let (ann, bo) = (person(created.key.clone(), 0), person("b".repeat(protocol::KEY_LENGTH), 1));
    let (mut socket, _) = try_enter(client().await, &host, &created.table, None).await.unwrap();
    try_say(&mut socket, &bo.own.sit()).await.unwrap();
    while !matches!(try_hear(&mut socket).await.unwrap(), FromServer::Seated { .. }) {}
    drop(socket);
    let people = [ann, bo].map(|person| tokio::spawn(person.play()));

    let goes_on = async || {
        let (began, before) = (Instant::now(), progress.seen.load(Ordering::Relaxed));
        while progress.seen.load(Ordering::Relaxed) < before + 4 {
            assert!(began.elapsed() < PATIENCE, "nobody moves after event {before}");
            sleep(Duration::from_millis(20)).await;
        }
    };
    let TwoServers { servers, shared } = two;
    let mut replaced = Vec::new();
    goes_on().await;
    for (server, addr) in servers.into_iter().zip(addresses) {
        server.drain(Duration::from_millis(200)).await;
        server.shutdown().await;
        goes_on().await;
        replaced.push(shared.start_server(folder.path(), addr).await);
        goes_on().await;
    }
    assert!(!people.iter().any(JoinHandle::is_finished), "the match was too short");
    progress.is_replaced.store(true, Ordering::Relaxed);
    for person in people {
        let connections = person.await.unwrap();
        assert!((2..=4).contains(&connections), "{connections}: everybody has lost a connection, and came back");
    }
    for server in replaced {
        server.shutdown().await;
    }
}
