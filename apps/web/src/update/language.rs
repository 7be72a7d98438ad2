//! Changes the language of the page. Texts in another language than English are a file beside the page, which is loaded when
//! somebody wants that language. Until it is here, the page stays in its language.

use super::{Effects, dress};
use crate::event::{Effect, Fetch};
use crate::model::Model;
use crate::texts::{self, tongue};

/// Speaks the language of the settings, or asks for its texts if they are not here.
pub(super) fn speak(model: &mut Model, effects: &mut Effects) {
    let language = texts::key(&model.settings.language);
    model.languages.missing = None;
    if texts::is_built_in(language) || model.languages.here.contains(&language) {
        model.tongue = tongue(language);
        if let Some(client) = &mut model.client {
            client.speak(&model.tongue);
        }
        dress(model, effects);
    } else {
        effects.push(Effect::Fetch(Fetch::Texts(language), texts::path(language), None));
    }
}

/// Takes in the texts in a language. A static host may answer every address with the page itself, which are no texts.
pub(super) fn learn(model: &mut Model, language: &'static str, file: Option<&str>) -> bool {
    let is_here = file.is_some_and(|file| game::load_language(language, file).is_ok());
    if is_here {
        model.languages.here.push(language);
    }
    is_here
}

/// The texts in a language have arrived, or there are none. A person may want another language by now.
pub(super) fn arrived(model: &mut Model, language: &'static str, answer: Option<(u16, String)>, effects: &mut Effects) {
    let file = answer.filter(|(status, _)| *status == 200).map(|(_, file)| file);
    let is_here = learn(model, language, file.as_deref());
    if language == texts::key(&model.settings.language) {
        if is_here {
            speak(model, effects);
        } else {
            model.languages.missing = Some(language);
        }
    }
}

/// Asks again for texts that could not be loaded.
pub(super) fn try_again(model: &mut Model, effects: &mut Effects) {
    if model.languages.missing.is_some() {
        speak(model, effects);
    }
}
