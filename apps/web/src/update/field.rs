//! A field was filled in, or a switch set.

use super::{Effects, dress, language, new_game, replay, store};
use crate::event::{Effect, Sound};
use crate::model::{Model, SETTINGS};
use crate::press::{Field, Setting, read_value};

pub(super) fn set(model: &mut Model, field: Field, value: &str, effects: &mut Effects) {
    match field {
        Field::Setting(setting) => set_setting(model, setting, value, effects),
        Field::Form(field) => new_game::set(model, field, value),
        Field::NewName(step) => {
            if let Some(at) = &mut model.visit.headquarters {
                at.names.insert(step, value.to_owned());
            }
        }
        Field::Record => replay::write(model, value),
        Field::Eyes => replay::see(model, value),
        Field::BotLevel => value.clone_into(&mut model.bot_level),
    }
}

fn set_setting(model: &mut Model, setting: Setting, value: &str, effects: &mut Effects) {
    let (settings, is_on) = (&mut model.settings, value == "on");
    match setting {
        Setting::Theme => settings.theme = read_value(value).unwrap_or_default(),
        Setting::Look => settings.look = read_value(value).unwrap_or_default(),
        Setting::Fill => settings.fill = is_on,
        Setting::Language => {
            value.clone_into(&mut settings.language);
            settings.language_chosen = true;
            language::speak(model, effects);
        }
        Setting::Letters => settings.letters = is_on,
        Setting::Confirm => settings.confirm = is_on,
        Setting::Motion => settings.motion = is_on,
        Setting::Sounds => settings.sounds = is_on,
        Setting::Bell => settings.bell = is_on,
        Setting::Name => settings.name = value.chars().take(protocol::LONGEST_NAME).collect(),
    }
    store(model, SETTINGS.to_owned(), &model.settings.clone(), effects);
    dress(model, effects);
    if setting == Setting::Sounds && is_on {
        effects.push(Effect::Sound(Sound::Place));
    }
}
