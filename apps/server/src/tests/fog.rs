//! Hidden knowledge stays hidden on the wire. Two servers have the same secrets, shares and requests, and their matches
//! differ only in HP that a viewer cannot see. They send that viewer the same bytes. This file names a game, because it
//! sets its hidden values by hand.

use game::{Dice, Game as _, Match, Origin, Viewer};
use hexlock::{Cell, Hexlock, Position, Side};

use super::changed::starting;
use super::*;
use crate::clock::Clock;

/// The numbers of the clients: the two seats, then the spectators.
const SPECTATOR: usize = 2;
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

/// A step that is done on both servers.
#[derive(Debug)]
enum Step {
    Play(usize, String),
    /// A request that is refused, for any reason.
    Try(usize, String),
    Malformed(usize, String),
    /// Disconnects, and comes back with this many known events.
    Return(usize, u64),
    /// Connects one more spectator, who claims to know this many events.
    Watch(u64),
    /// Asks for the table and its record over HTTP.
    Look,
    /// Asks for the page of the past that ends with this event.
    LookBack(usize, u64),
}

/// The frames that each of [`VIEWERS`] was sent, and the final view.
#[derive(Default)]
struct Told {
    frames: [Vec<String>; 3],
    open_view: serde_json::Value,
}

fn fogged_game() -> &'static dyn catalog::DynGame {
    catalog::find(Hexlock::INFO.key).unwrap()
}

/// A server whose random bytes depend only on `number`, and whose matches begin in this state.
fn house(number: u64, state: Hexlock) -> House {
    let drawn = Mutex::new(Random::new(number));
    House::with(|config| {
        config.clock = Clock::by_hand();
        config.entropy = Entropy::from_fn(move |bytes| {
            let mut random = drawn.lock().unwrap();
            bytes.fill_with(|| random.below(256) as u8);
        });
        config.games = starting(move |game, setup, origin| match origin {
            Origin::Fair { .. } => Ok(Box::new(Match::from_position(setup, origin, state.clone()))),
            Origin::Seed(_) => game.start(setup, origin), // the position that is shown before the match begins
        });
    })
}

/// Runs the script on a server.
async fn run(house: &House, options: &[&str], script: &[Step]) -> Told {
    let (table, keys, [mut red, mut blue]) = house.seated_with(fogged_game(), options).await;
    let mut watchers = vec![house.guest(&table, None, 0).await.0];
    add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
    let mut people = [red, blue];
    let mut told = Told::default();
    for (number, step) in script.iter().enumerate() {
        let id = format!("step {number}");
        match step {
            Step::Play(who, action) => drop(people[*who].play(&id, action).await.unwrap()),
            Step::Try(who, action) => {
                let client = people.get_mut(*who).unwrap_or(&mut watchers[0]);
                client.play(&id, action).await.unwrap_err();
            }
            Step::Malformed(who, text) => {
                let client = people.get_mut(*who).unwrap_or(&mut watchers[0]);
                client.send(Message::Text(text.clone().into())).await;
                client.refusal().await;
            }
            Step::Return(who, since) => {
                let gone = drained(std::mem::replace(&mut people[*who], house.connect(&table))).await;
                told.frames[*who].extend(gone);
                let room = house.hub.room(&table, Address::OTHERS).await.unwrap();
                while room.info().await.unwrap().seats[*who].here {
                    tokio::task::yield_now().await;
                }
                people[*who].hello(Some(&keys[*who]), *since).await.unwrap();
            }
            Step::Watch(since) => watchers.push(house.guest(&table, None, *since).await.0),
            Step::Look => {
                let room = house.hub.room(&table, Address::OTHERS).await.unwrap();
                let info = serde_json::to_string(&room.info().await.unwrap()).unwrap();
                let record = serde_json::to_string(&room.record().await.unwrap_err()).unwrap();
                told.frames[SPECTATOR].extend([info, record]);
            }
            Step::LookBack(who, up_to) => {
                let page = house.page(&table, keys.get(*who).map(String::as_str), *up_to).await.unwrap();
                told.frames[*who].push(page);
            }
        }
    }
    let played = watchers[0].heard.len();
    people[0].say(&FromClient::Resign { id: "over".to_owned() }).await;
    let end = watchers[0].hear_until(ends).await;
    let FromServer::Moment(end) = end else { unreachable!("hear_until accepts nothing else") };
    told.open_view = end.view.clone();
    // The final moment shows everything. The earlier moments stay as the viewer saw them (HL-8).
    let seen_then = watchers[0].heard.iter().filter_map(|frame| match serde_json::from_str(frame).unwrap() {
        FromServer::Moment(moment) => Some(*moment),
        _ => None,
    });
    assert_eq!(house.guest(&table, None, 0).await.1.moments, seen_then.collect::<Vec<_>>());
    assert!(watchers[0].heard.len() > played);

    let [red, blue] = people;
    for (who, client) in [(0, red), (1, blue)].into_iter().chain(watchers.into_iter().map(|client| (SPECTATOR, client)))
    {
        let frames = drained(client).await;
        let before = |frame: &String| !ends(&serde_json::from_str(frame).unwrap());
        told.frames[who].extend(frames.into_iter().take_while(before));
    }
    told
}

fn ends(message: &FromServer) -> bool {
    matches!(message, FromServer::Moment(moment) if moment.what.exit().is_some())
}

/// All frames that a client was sent so far. The client disconnects.
async fn drained(mut client: Client) -> Vec<String> {
    client.send(Message::Text(r#"{"id":"the last"}"#.into())).await;
    client
        .hear_until(
            |message| matches!(message, FromServer::Refused(refused) if refused.id.as_deref() == Some("the last")),
        )
        .await;
    client.heard
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..Cell::COUNT).map(|cell| Cell(cell as u8))
}

/// Computed from the rules and not from the view. Hidden from a seat are enemy hexes that are beside none of its own.
/// Hidden from a spectator are all hexes that are beside no enemy.
fn is_hidden(position: &Position, cell: Cell, viewer: Viewer) -> bool {
    let Some(owner) = position.owner(cell) else { return false };
    let next = cell.hex().neighbours().into_iter().filter_map(Cell::at);
    let beside_enemy = next.into_iter().any(|next| position.owner(next) == Some(owner.other()));
    let own = viewer == Viewer::Seat(Seat(owner as u8));
    !own && !beside_enemy && position.winner().is_none()
}

/// Another state that looks the same to the viewer, if there is one.
fn twin(state: &Hexlock, viewer: Viewer, random: &mut Random) -> Option<Hexlock> {
    let mut twin = state.clone();
    for cell in cells().filter(|&cell| is_hidden(&state.position, cell, viewer)) {
        twin.position.give(cell, state.position.owner(cell)?, 1 + random.below(3) as u8);
    }
    (twin != *state).then_some(twin)
}

/// Whether both states still look the same to the viewer.
fn look_alike(one: &Hexlock, other: &Hexlock, viewer: Viewer) -> bool {
    let same_hexes = Side::BOTH.iter().all(|&side| one.position.hexes(side) == other.position.hexes(side));
    let same_end = one.outcome().is_none() && other.outcome().is_none();
    let alike = |cell| one.position.hp(cell) == other.position.hp(cell) || is_hidden(&one.position, cell, viewer);
    same_hexes && same_end && cells().all(alike)
}

/// A position from the middle of a random game.
fn some_state(random: &mut Random) -> Hexlock {
    let mut state = Hexlock::standing(Position::start(Side::BOTH[random.below(2) as usize]));
    for _ in 0..4 + random.below(36) {
        let mut after = state.clone();
        let Some(action) = state.random_action(random, &mut Vec::new()) else { break };
        after.apply(&action, &mut Dice::for_search(random.split()));
        if after.outcome().is_some() {
            break;
        }
        state = after;
    }
    state
}

/// Random requests of all clients, for as long as both matches look the same to the viewer. Plays them in both matches.
fn script(one: &mut Match<Hexlock>, other: &mut Match<Hexlock>, viewer: Viewer, random: &mut Random) -> Vec<Step> {
    let mut script = Vec::new();
    let some_cell = |random: &mut Random| Cell(random.below(Cell::COUNT as u32) as u8).name();
    for _ in 0..25 {
        let actor = one.actor().unwrap();
        for who in 0..=SPECTATOR {
            let text = match random.below(3) {
                0 => some_cell(random),
                1 => format!("{}-{}", some_cell(random), some_cell(random)),
                _ => "nonsense".to_owned(),
            };
            let read = one.state().read(&text);
            if who != actor.index() || read.is_ok_and(|action| one.check(actor, &action).is_err()) {
                script.push(Step::Try(who, text));
            }
        }
        let seq = one.log().len() as u32;
        match random.below(8) {
            0 | 1 => script.push(Step::Return(random.below(2) as usize, random.below(seq + 2).into())),
            2 => script.push(Step::Watch(random.below(seq + 2).into())),
            3 => script.push(Step::Look),
            5 if seq > 0 => script.push(Step::LookBack(random.below(3) as usize, (1 + random.below(seq)).into())),
            4 => script.push(Step::Malformed(random.below(3) as usize, r#"{"type":"play","id":7}"#.to_owned())),
            _ => {}
        }
        let action = one.state().random_action(random, &mut Vec::new()).unwrap();
        let (mut one_after, mut other_after) = (one.clone(), other.clone());
        one_after.play(actor, &action).unwrap();
        other_after.play(actor, &action).expect("legal actions do not depend on HP");
        if !look_alike(one_after.state(), other_after.state(), viewer) {
            break;
        }
        script.push(Step::Play(actor.index(), one.state().write(&action)));
        (*one, *other) = (one_after, other_after);
    }
    script
}

#[tokio::test]
async fn what_a_viewer_cannot_see_changes_no_byte_that_the_server_sends_it() {
    compare(&[]).await;
}

/// The memory aid belongs to the client. The server sends no more than without it.
#[tokio::test]
async fn nor_does_it_at_a_table_with_the_memory_aid() {
    compare(&["memory=on"]).await;
}

async fn compare(options: &[&str]) {
    let setup = fogged_game().setup(options.iter().copied()).unwrap();
    let (mut random, mut compared, mut played, mut told_apart) = (Random::new(4), 0, 0, 0);
    for number in 0..150 {
        let viewer = VIEWERS[number as usize % 3];
        let state = Hexlock { memory: setup.is_on("memory"), ..some_state(&mut random) };
        let Some(other) = twin(&state, viewer, &mut random) else { continue };
        // Both servers draw the same bytes every time, so a third one tells the secret before the matches.
        let probe = house(number, state.clone());
        let table: TableId = probe.table_with(fogged_game(), options).await.table.parse().unwrap();
        let secret = probe.store.table(table, 0).unwrap().unwrap().row.seed;
        let origin = Origin::Fair { secret, shares: vec![RED_SHARE, BLUE_SHARE] };
        let begin = |state: &Hexlock| Match::from_position(setup.clone(), origin.clone(), state.clone());
        let (mut one, mut two) = (begin(&state), begin(&other));
        let script = script(&mut one, &mut two, viewer, &mut random);

        let (here, there) = (house(number, state), house(number, other));
        let (here, there) = (run(&here, options, &script).await, run(&there, options, &script).await);
        for (who, eyes) in VIEWERS.iter().enumerate() {
            // A hex that is hidden from a seat is beside no hex of that seat, so it is hidden from spectators too.
            if *eyes == viewer || *eyes == Viewer::Spectator {
                assert_eq!(here.frames[who], there.frames[who], "match {number}: {eyes:?} can tell them apart");
                compared += here.frames[who].len();
            } else {
                told_apart += usize::from(here.frames[who] != there.frames[who]);
            }
        }
        for (told, shadow) in [(here, one), (there, two)] {
            let open = serde_json::to_value(shadow.state().view(Viewer::Everything)).unwrap();
            assert_eq!(told.open_view, open, "after the end everything is open");
        }
        played += script.iter().filter(|step| matches!(step, Step::Play(..))).count();
    }
    // The viewers who may see the difference did see it. So the comparison can fail.
    assert!(
        compared > 5_000 && played > 500 && told_apart > 50,
        "{compared} frames, {played} moves, {told_apart} apart"
    );
}

/// The computer plays against a person in two matches that differ only in what the computer's seat cannot see. It plays
/// the same in both, and spectators are sent the same bytes.
#[tokio::test]
async fn the_computer_cannot_tell_apart_what_its_seat_cannot() {
    const BOT: Viewer = Viewer::Seat(Seat(1));
    let (mut random, mut compared, mut answers, mut person_saw) = (Random::new(8), 0, 0, 0);
    for number in 0..60 {
        let state = some_state(&mut random);
        let Some(other) = twin(&state, BOT, &mut random) else { continue };
        let mut here = WithBot::begin(house(number, state.clone()), state).await;
        let mut there = WithBot::begin(house(number, other.clone()), other).await;
        while let Some(actor) = here.shadow.actor() {
            if actor == Seat(0) {
                let action = here.shadow.state().random_action(&mut random, &mut Vec::new()).unwrap();
                let text = here.shadow.state().write(&action);
                here.person
                    .say(&FromClient::Play { id: format!("m{}", here.shadow.log().len()), action: text.clone() })
                    .await;
                there
                    .person
                    .say(&FromClient::Play { id: format!("m{}", there.shadow.log().len()), action: text })
                    .await;
            }
            let (one, two) = (here.follow().await, there.follow().await);
            if actor == Seat(1) {
                assert_eq!(one.what, two.what, "match {number}: the computer knows more than its seat");
                answers += 1;
            }
            if !look_alike(here.shadow.state(), there.shadow.state(), BOT) || here.shadow.log().len() > 20 {
                break;
            }
            // A hex that is hidden from a seat is hidden from spectators too.
            assert_eq!(here.watcher.heard, there.watcher.heard, "match {number}");
            compared += 1;
        }
        person_saw += usize::from(here.person.heard != there.person.heard);
    }
    assert!(
        answers > 50 && compared > 100 && person_saw > 20,
        "{answers} answers, {compared} alike, {person_saw} apart"
    );
}

/// A person, the computer and a spectator, with the test's own copy of the match.
struct WithBot {
    person: Client,
    watcher: Client,
    shadow: Match<Hexlock>,
    _house: House,
}

impl WithBot {
    async fn begin(house: House, state: Hexlock) -> Self {
        let created = house.table_for(fogged_game(), &[], &[(1, "1")]).await.unwrap();
        let (mut person, _) = house.guest(&created.table, Some(&created.key), 0).await;
        let (watcher, _) = house.guest(&created.table, None, 0).await;
        add_shares([(&mut person, RED_SHARE)]).await;
        let row = house.row(&created.table);
        let shares = row.seats.iter().map(|sitter| sitter.as_ref().unwrap().share.unwrap()).collect();
        let setup = fogged_game().setup([]).unwrap();
        let shadow = Match::from_position(setup, Origin::Fair { secret: row.seed, shares }, state);
        Self { person, watcher, shadow, _house: house }
    }

    async fn follow(&mut self) -> Moment {
        let moment = self.watcher.moment().await;
        let What::Action { seat, action, .. } = &moment.what else { panic!("nobody leaves here") };
        self.shadow.play_text(*seat, action).unwrap();
        self.person.moment().await;
        moment
    }
}
