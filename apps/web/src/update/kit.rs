//! Putting together what a match is played with, thing by thing, and keeping it for other matches.

use scene::{Chosen, Kit};

use super::{Effects, store};
use crate::event::Effect;
use crate::form::{KeptKit, LONGEST_KIT_NAME, NewGame};
use crate::model::{Dialog, Model};

/// The most kits that are kept of a game.
const MOST_KEPT: usize = 60;

/// The most changes that can be taken back.
const MOST_UNDONE: usize = 50;

/// The kit of an option, unless the setup fixes it.
fn kit_of(new: &NewGame, option: &str) -> Option<Kit> {
    new.kit(option).filter(|kit| !kit.fixed)
}

/// Changes the kit of an option and draws the new first position.
fn change(model: &mut Model, option: &str, change: impl FnOnce(&Kit, &mut Vec<Chosen>)) {
    let Some(new) = &mut model.visit.new_game else { return };
    let Some(kit) = kit_of(new, option) else { return };
    let mut chosen = kit.chosen.clone();
    change(&kit, &mut chosen);
    remember(new, option);
    new.take_kit(option, &chosen);
    new.draw();
}

/// Remembers the value of an option before its kit changes.
fn remember(new: &mut NewGame, option: &str) {
    let value = new.options.get(option).cloned().unwrap_or_default();
    if new.kit_past.len() >= MOST_UNDONE {
        new.kit_past.remove(0);
    }
    new.kit_past.push((option.to_owned(), value));
}

/// Takes back the last change of a kit.
pub(super) fn undo(model: &mut Model, option: &str) {
    let Some(new) = &mut model.visit.new_game else { return };
    let Some(spec) = new.game.info().options.iter().find(|spec| spec.key == option) else { return };
    let Some(last) = new.kit_past.iter().rposition(|(changed, _)| changed == option) else { return };
    let (_, value) = new.kit_past.remove(last);
    new.options.insert(spec.key, value);
    new.kit_told = None;
    new.draw();
}

/// Adds a thing with the default choice in every slot.
pub(super) fn add(model: &mut Model, option: &str, thing: usize) {
    change(model, option, |kit, chosen| {
        let slots = kit.things.get(thing).map(|thing| thing.slots.iter().map(|slot| slot.usual).collect());
        chosen.extend(slots.filter(|_| kit.chosen.len() < kit.most).map(|slots| Chosen { thing, slots }));
    });
}

/// Adds a copy of the thing at this index, behind it.
pub(super) fn copy(model: &mut Model, option: &str, at: usize) {
    change(model, option, |kit, chosen| {
        if let Some(same) = chosen.get(at).cloned().filter(|_| chosen.len() < kit.most) {
            chosen.insert(at + 1, same);
        }
    });
}

/// Removes the thing at this index. The last thing stays, since an empty kit cannot be played with.
pub(super) fn remove(model: &mut Model, option: &str, at: usize) {
    change(model, option, |_, chosen| {
        if at < chosen.len() && chosen.len() > 1 {
            chosen.remove(at);
        }
    });
}

/// The name under which the kit of an option would be kept was filled in.
pub(super) fn name(new: &mut NewGame, option: String, name: &str) {
    new.kit_names.insert(option, name.chars().take(LONGEST_KIT_NAME).collect());
}

/// A choice was made for a slot of the thing at this place.
pub(super) fn fill_slot(model: &mut Model, option: &str, (at, slot): (usize, usize), choice: &str) {
    let Ok(choice) = choice.parse::<usize>() else { return };
    change(model, option, |kit, chosen| {
        let Some(taken) = chosen.get_mut(at) else { return };
        let slots = kit.things.get(taken.thing).map(|thing| thing.slots.as_slice()).unwrap_or_default();
        let known = slots.get(slot).is_some_and(|slot| choice < slot.choices.len());
        if let Some(chosen) = taken.slots.get_mut(slot).filter(|_| known) {
            *chosen = choice;
        }
    });
}

/// Keeps the kit under the name that was typed. If a kept kit has this name already, the page asks before it is
/// replaced.
pub(super) fn save(model: &mut Model, option: &str, is_sure: bool, effects: &mut Effects) {
    model.visit.dialog = None;
    let Some(new) = &model.visit.new_game else { return };
    let name = new.kit_names.get(option).map(|name| name.trim().to_owned()).unwrap_or_default();
    let (Some(kit), false) = (new.kit(option), name.is_empty()) else { return };
    let (game, text) = (new.game.clone(), new.kit_text(option, &kit.chosen));
    let mut kept = model.kept_kits(&*game);
    let is_full = kept.len() >= MOST_KEPT;
    match kept.iter_mut().find(|kept| kept.name == name) {
        Some(_) if !is_sure => {
            model.visit.dialog = Some(Dialog::ReplaceKit(option.to_owned()));
            return;
        }
        Some(known) => known.text = text,
        None if is_full => {
            let full = game::Message::new("kit.full").with("count", MOST_KEPT as i64).with("name", name);
            return tell(model, option, &full);
        }
        None => kept.push(KeptKit { name: name.clone(), text }),
    }
    if let Some(new) = model.visit.new_game.as_mut().filter(|new| new.choosing.is_some()) {
        new.kept_unseen.retain(|(_, known)| *known != name);
        new.kept_unseen.push((option.to_owned(), name.clone()));
    }
    tell(model, option, &game::Message::new("kit.saved").with("name", name));
    store(model, KeptKit::storage_key(&*game), &kept, effects);
}

/// Says something about the kit of an option, beside it and to those who do not see it.
fn tell(model: &mut Model, option: &str, message: &game::Message) {
    model.announcement = model.tongue.tell(message);
    if let Some(new) = &mut model.visit.new_game {
        new.kit_told = Some((option.to_owned(), model.announcement.clone()));
    }
}

/// Uses a kept kit.
pub(super) fn load(model: &mut Model, option: &str, at: usize) {
    let Some(new) = &model.visit.new_game else { return };
    let Some(kept) = model.kept_kits(&*new.game).into_iter().nth(at) else { return };
    let Some(new) = &mut model.visit.new_game else { return };
    let Some(spec) = new.game.info().options.iter().find(|spec| spec.key == option) else { return };
    remember(new, option);
    new.options.insert(spec.key, kept.text);
    new.kit_names.insert(option.to_owned(), kept.name.clone());
    new.draw();
    model.announcement = model.tongue.tell(&game::Message::new("kit.loaded").with("name", kept.name));
    new.kit_told = Some((option.to_owned(), model.announcement.clone()));
}

/// Asks whether to remove a kept kit.
pub(super) fn ask_forget(model: &mut Model, at: usize) {
    model.visit.dialog = Some(Dialog::ForgetKit(at));
}

/// Removes a kept kit.
pub(super) fn forget(model: &mut Model, at: usize, effects: &mut Effects) {
    model.visit.dialog = None;
    let Some(game) = model.visit.new_game.as_ref().map(|new| new.game.clone()) else { return };
    let mut kept = model.kept_kits(&*game);
    if at < kept.len() {
        kept.remove(at);
        store(model, KeptKit::storage_key(&*game), &kept, effects);
        effects.push(Effect::Focus("#title".to_owned()));
    }
}
