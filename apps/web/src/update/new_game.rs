//! Setting up a match.

use catalog::RuledGame;
use game::{Message, OptionKind, Seat, Setup, SetupError};
use protocol::{BotSeat, Created, NewTable, Refused};

use super::{Effects, store};
use crate::event::{Effect, Fetch};
use crate::form::{Choosing, NewGame, Opponent, Sits, Sitter};
use crate::json;
use crate::model::{Model, Server};
use crate::press::{FormField, read_value};
use crate::route::Route;
use client::{Client, Local, Online, Player, SavedOnline};

/// A field of the form was filled in.
pub(super) fn set(model: &mut Model, field: FormField, value: &str) {
    if super::journey::set(model, &field, value) {
        return;
    }
    let Some(new) = &mut model.visit.new_game else { return };
    let is_about_seat = |key: &str| new.game.info().options.iter().any(|spec| spec.key == key && spec.seat.is_some());
    let is_own = matches!(&field, FormField::Option(key) if is_about_seat(key));
    match field {
        FormField::Opponent => {
            new.opponent = read_value(value).unwrap_or(new.opponent);
            new.invite_anew();
        }
        FormField::Level => {
            value.clone_into(&mut new.level);
            let computers = new.others.iter_mut().filter(|sitter| matches!(sitter, Sitter::Computer(_)));
            computers.for_each(|sitter| *sitter = Sitter::Computer(value.to_owned()));
        }
        FormField::Seat => new.take_seat(value.parse().ok()),
        FormField::RuleSet => {
            let is_it =
                |game: &&RuledGame| game.rules().map(|rules| rules.fingerprint.to_string()).as_deref() == Some(value);
            let offered =
                model.rule_sets.offered.iter().filter(|game| game.info().key == new.game.info().key).find(is_it);
            let built_in = || catalog::find(new.game.info().key).map(RuledGame::from);
            let Some(game) = offered.cloned().or_else(built_in) else { return };
            new.game = game;
            new.draw();
            put_kits_back(new);
        }
        FormField::Preset => {
            new.take_preset(value);
            put_kits_back(new);
        }
        FormField::Unseen => new.unseen = value == "on",
        FormField::Sitter(seat) => return read_value(value).map_or((), |sits| sit(new, seat, sits)),
        FormField::KitName(option) => return super::kit::name(new, option, value),
        FormField::KitSlot(option, at, slot) => return super::kit::fill_slot(model, &option, (at, slot), value),
        FormField::Option(key) => {
            let Some(spec) = new.game.info().options.iter().find(|spec| spec.key == key) else { return };
            let value = match (spec.kind, value) {
                (OptionKind::Whole { .. } | OptionKind::Text { .. }, text) => text.trim(),
                (_, text) => text,
            };
            new.options.insert(spec.key, value.to_owned());
            // A number may be mistyped: its problem is told, and the kit stays.
            if spec.seat.is_none() && !matches!(spec.kind, OptionKind::Whole { .. }) {
                new.draw();
                put_kits_back(new);
            }
        }
    }
    if !is_own {
        new.leave_kits();
    }
    new.draw();
    // At a table of many everybody is shown on a seat.
    if new.seat.map_or(new.is_for_many(), |seat| seat >= new.seats) {
        new.take_seat(Some(0));
    }
}

/// A kit that was put together for another setup and does not fit this one is replaced by the game's ready one.
fn put_kits_back(new: &mut NewGame) {
    if new.problem.is_none() {
        return;
    }
    let specs = new.game.info().options.iter();
    let kits: Vec<_> = specs.filter(|spec| new.kit(spec.key).is_some()).collect();
    for spec in kits {
        new.options.insert(spec.key, spec.default.to_owned());
    }
}

/// Says who sits on one of many seats. If the person takes that seat, the one who sat there gets the person's old seat.
fn sit(new: &mut NewGame, seat: usize, sits: Sits) {
    if seat >= new.others.len() {
        return;
    }
    let sitter = match sits {
        Sits::Computer(level) => Sitter::Computer(level),
        Sits::Screen => Sitter::Screen,
        Sits::Link => Sitter::Link,
        Sits::You => {
            let before = new.seat.map_or(0, usize::from);
            new.others.swap(before, seat);
            new.take_seat(Some(seat as u8));
            return;
        }
    };
    new.others[seat] = sitter;
    if new.seat == Some(seat as u8) {
        // Somebody else sits on the person's seat now: the person takes the next seat without a computer, or the next
        // one.
        let count = new.others.len();
        let round = (1..count).map(|step| (seat + step) % count);
        let is_persons = |other: &usize| !matches!(new.others[*other], Sitter::Computer(_));
        let next = round.clone().find(is_persons).or(round.into_iter().next());
        new.take_seat(next.map(|seat| seat as u8));
    }
}

/// Begins the match that was set up, or first lets people at one screen choose their kits, one after the other.
pub(super) fn begin(model: &mut Model, effects: &mut Effects) {
    if let Some(new) = &mut model.visit.new_game
        && new.choosing.is_none()
        && let [first, ..] = new.choosers()[..]
    {
        for spec in new.game.info().options.iter().filter(|spec| spec.seat.is_some()) {
            new.options.insert(spec.key, spec.default.to_owned());
        }
        new.kit_past.clear();
        new.draw();
        if new.unseen && new.problem.is_none() {
            new.choosing = Some(Choosing { seat: first, is_here: false });
            effects.push(Effect::Focus("#title".to_owned()));
            return;
        }
    }
    start(model, effects);
}

/// The person who chooses next has the device.
pub(super) fn choose_unseen(model: &mut Model, effects: &mut Effects) {
    if let Some(choosing) = model.visit.new_game.as_mut().and_then(|new| new.choosing.as_mut()) {
        choosing.is_here = true;
        effects.push(Effect::Focus("#title".to_owned()));
    }
}

/// Somebody has chosen: the next person does, or the match begins. A kit with a problem has to be changed first.
pub(super) fn chosen(model: &mut Model, effects: &mut Effects) {
    let Some(new) = model.visit.new_game.as_mut().filter(|new| new.problem.is_none()) else { return };
    let Some(choosing) = new.choosing.filter(|choosing| choosing.is_here) else { return };
    if let Some(seat) = new.choosers().into_iter().find(|seat| *seat > choosing.seat) {
        new.choosing = Some(Choosing { seat, is_here: false });
        effects.push(Effect::Focus("#title".to_owned()));
    } else {
        new.choosing = None;
        start(model, effects);
    }
}

/// Back to the form, which shows nothing of what was chosen.
pub(super) fn choose_nothing(model: &mut Model) {
    let Some(new) = &mut model.visit.new_game else { return };
    new.choosing = None;
    for spec in new.game.info().options.iter().filter(|spec| spec.seat.is_some()) {
        new.options.insert(spec.key, spec.default.to_owned());
    }
    new.draw();
}

/// Begins the match: here, or by asking the server for a table.
fn start(model: &mut Model, effects: &mut Effects) {
    let (chance, can_keep_secrets) = (model.fresh(), model.has_secrets());
    let Some(new) = &mut model.visit.new_game else { return };
    if new.problem.is_some() || new.asked {
        return;
    }
    let seats = new.seats;
    let seat = new.seat.unwrap_or((chance % u64::from(seats)) as u8);
    if new.opponent == Opponent::Online {
        if model.server == Server::Here && can_keep_secrets {
            (new.asked, new.refused) = (true, None);
            let bots = if new.is_for_many() { bots(new, seat) } else { Vec::new() };
            let ask = NewTable {
                game: new.game.info().key.to_owned(),
                options: new.public_pairs(),
                seat: Some(Seat(seat)),
                name: model.settings.name.trim().to_owned(),
                bots,
                own: new.own_choice(Seat(seat)),
                rules: new.game.rules().map(|rules| rules.fingerprint),
            };
            let body = serde_json::to_string(&ask).expect("a request is plain data");
            effects.push(Effect::Fetch(Fetch::NewTable, "api/tables".to_owned(), Some(body)));
        }
        return;
    }
    let with = |other: u8| match (new.opponent, new.others.get(usize::from(other))) {
        (_, Some(Sitter::Computer(level))) if new.is_for_many() && other != seat => Player::Computer(level.clone()),
        (Opponent::Computer, _) if !new.is_for_many() && other != seat => Player::Computer(new.level.clone()),
        _ => Player::Person,
    };
    let players: Vec<Player> = (0..seats).map(with).collect();
    let (game, pairs) = (new.game.clone(), new.pairs());
    let made =
        game.setup(pairs.iter().map(String::as_str)).and_then(|setup| make_local(model, game, setup, players, effects));
    if let (Err(problem), Some(new)) = (made, &mut model.visit.new_game) {
        new.refuse(problem);
    }
}

/// The seats of computers at a table of many, while the person sits on this seat.
fn bots(new: &NewGame, own: u8) -> Vec<BotSeat> {
    let bot = |(seat, sitter): (u8, &Sitter)| match sitter {
        Sitter::Computer(level) if seat != own => Some(BotSeat { seat: Seat(seat), level: level.clone() }),
        _ => None,
    };
    (0..).zip(&new.others).filter_map(bot).collect()
}

/// Makes a match on this device, keeps it and goes there.
pub(super) fn make_local(
    model: &mut Model,
    game: RuledGame,
    setup: Setup,
    players: Vec<Player>,
    effects: &mut Effects,
) -> Result<(), SetupError> {
    let (id, seed) = (format!("{:010x}", model.fresh() >> 24), model.fresh() >> 12);
    let client = Client::new_local(game, &model.tongue, setup, (id.clone(), seed), players)?;
    if let Some(local) = client.local() {
        let saved = local.saved(model.now);
        store(model, Local::storage_key(&id), &saved, effects);
        effects.push(Effect::Navigate(Route::Local(id).to_string()));
    }
    Ok(())
}

/// The server's answer to the request for a table.
pub(super) fn made(model: &mut Model, answer: Option<(u16, String)>, effects: &mut Effects) {
    let Some(new) = model.visit.new_game.as_mut().filter(|new| new.asked) else { return };
    new.asked = false;
    let created = answer.as_ref().and_then(|(_, text)| json::read::<Created>(text).ok());
    if let Some(created) = created {
        let saved = SavedOnline::waiting(new.game.info().key, created.key, Some(created.seat), model.now);
        store(model, Online::storage_key(&created.table), &saved, effects);
        effects.push(Effect::Navigate(Route::Online(created.table).to_string()));
        return;
    }
    let refused = answer.as_ref().and_then(|(_, text)| json::read::<Refused>(text).ok());
    new.refused = Some(match (refused, answer) {
        (Some(refused), _) => super::connection::refusal(&model.tongue, &refused),
        (None, Some((status, _))) => {
            model.tongue.tell(&Message::new("trouble.server-status").with("status", i64::from(status)))
        }
        (None, None) => model.tongue.say("trouble.no-answer"),
    });
}
