//! Dialogs over the page: the keys, the settings, a question.

use game::Message;

use super::{button, legend};
use crate::html::{Element, el};
use crate::keys::KEYS;
use crate::model::{Dialog, Model};
use crate::press::{Field, KitPress, Press, Setting, TablePress};
use crate::settings::{Look, Theme};
use crate::texts::LANGUAGES;

pub(super) fn view(model: &Model) -> Option<Element> {
    let (name, heading, body) = match model.visit.dialog.as_ref()? {
        Dialog::Keys => ("keys", model.tongue.say("keys"), keys(model)),
        Dialog::Settings => ("settings", model.tongue.say("settings"), settings(model)),
        Dialog::Rules { chapter, .. } => {
            return model.open_game().map(|game| super::rules::over(model, *chapter, game));
        }
        Dialog::Resign => ("resign", model.tongue.say("resign.question"), resign(model)),
        Dialog::Sure { sure: press, why } => ("sure", model.tongue.say("sure.question"), sure(model, press, why)),
        Dialog::Forget(key) => ("forget", model.tongue.say("forget.question"), forget(model, key)),
        Dialog::ReplaceKit(option) => {
            let sure = button(KitPress::Replace(option.clone()), model.tongue.say("kit.replace.yes"));
            ("replace", model.tongue.say("kit.replace"), kit(model, model.tongue.say("kit.replace.text"), sure))
        }
        Dialog::ForgetKit(at) => {
            let named = model.visit.new_game.as_ref().and_then(|new| model.kept_kits(&*new.game).into_iter().nth(*at));
            let name = named.map(|kept| kept.name).unwrap_or_default();
            let text = model.tongue.tell(&Message::new("kit.forget.text").with("name", name));
            let sure = button(KitPress::Forget(*at), model.tongue.say("kit.forget.yes"));
            ("forget", model.tongue.say("kit.forget"), kit(model, text, sure))
        }
    };
    let close = (!matches!(name, "resign" | "sure" | "forget" | "replace")).then(|| {
        el("div").class("row end").child(button(Press::Close, model.tongue.say("close")).class("button main"))
    });
    Some(
        el("dialog")
            .class(format!("dialog ask-{name}"))
            .attr("aria-labelledby", "dialog-title")
            .child(el("h2").attr("id", "dialog-title").text(heading))
            .children(body)
            .children(close),
    )
}

fn keys(model: &Model) -> Vec<Element> {
    let rows = KEYS.iter().map(|group| {
        let words = model.tongue.find(group.words).unwrap_or_default();
        el("div").child(el("dt").child(el("kbd").text(group.shown))).child(el("dd").text(words))
    });
    let signs = legend::entries(model).into_iter();
    let signs = signs.map(|(sign, words)| el("div").child(el("dt").child(sign)).child(el("dd").text(words)));
    // The keys of the open game, with the game's words for them.
    let own = model.client.iter().flat_map(client::Client::buttons_with_keys).map(|(key, words)| {
        el("div").child(el("dt").child(el("kbd").text(super::pad::key_sign(&key).0))).child(el("dd").text(words))
    });
    vec![
        el("dl").class("keys").children(own.chain(rows)),
        el("h3").text(model.tongue.say("legend")),
        el("dl").class("keys legend").children(signs),
    ]
}

fn settings(model: &Model) -> Vec<Element> {
    let say = |key| model.tongue.say(key);
    let select = |setting: Setting, label: String, options: Vec<(&str, String)>, chosen: &str| {
        let options = options
            .into_iter()
            .map(|(value, words)| el("option").attr("value", value).flag("selected", value == chosen).text(words));
        let field = Field::from(setting);
        let select = el("select").attr("id", field.id()).sets(&field).children(options);
        el("div").class("field").child(el("label").attr("for", field.id()).text(label)).child(select)
    };
    let switch = |setting: Setting, label: String, is_on: bool| {
        let field = Field::from(setting);
        let input = el("input").attr("type", "checkbox").attr("id", field.id()).sets(&field).flag("checked", is_on);
        el("div").class("field switch").child(input).child(el("label").attr("for", field.id()).text(label))
    };
    let themes = Theme::ALL.map(|theme| {
        let words = match theme {
            Theme::System => say("theme.system"),
            Theme::Light => say("theme.light"),
            Theme::Dark => say("theme.dark"),
        };
        (theme.name(), words)
    });
    let looks = Look::ALL.map(|look| {
        let words = match look {
            Look::Full => say("look.full"),
            Look::Plain => say("look.plain"),
            Look::Contrast => say("look.contrast"),
        };
        (look.name(), words)
    });
    let languages = LANGUAGES.iter().map(|(key, name, _)| (*key, (*name).to_owned())).collect();
    vec![
        select(Setting::Theme, say("theme"), themes.into(), model.settings.theme.name()),
        select(Setting::Look, say("look"), looks.into(), model.settings.look.name()),
        select(Setting::Language, say("language"), languages, model.tongue.language),
        switch(Setting::Letters, say("letters"), model.settings.letters),
        switch(Setting::Fill, say("fill-hexes"), model.settings.fill),
        switch(Setting::Confirm, say("confirm-moves"), model.settings.confirm),
        switch(Setting::Motion, say("motion"), model.settings.motion),
        switch(Setting::Sounds, say("sounds"), model.settings.sounds),
        switch(Setting::Bell, say("bell"), model.settings.bell),
    ]
}

/// A question about a kept kit.
fn kit(model: &Model, words: String, sure: Element) -> Vec<Element> {
    let no = button(Press::Close, model.tongue.say("kit.no")).class("button");
    vec![el("p").text(words), el("div").class("row end").child(no).child(sure.class("button danger"))]
}

fn forget(model: &Model, key: &str) -> Vec<Element> {
    vec![
        el("p").text(model.tongue.say("forget.text")),
        el("div")
            .class("row end")
            .child(button(Press::Close, model.tongue.say("forget.no")).class("button"))
            .child(button(Press::Forget(key.to_owned()), model.tongue.say("forget.yes")).class("button danger")),
    ]
}

/// The question before an action that ends the game at once or is probably a mistake.
fn sure(model: &Model, sure: &Press, why: &str) -> Vec<Element> {
    let words = model.tongue.say(if matches!(sure, Press::Journey(_)) { "sure.step" } else { "sure.yes" });
    vec![
        el("p").text(why),
        el("div")
            .class("row end")
            .child(button(Press::Close, model.tongue.say("sure.no")).class("button"))
            .child(button(sure.clone(), words).class("button danger")),
    ]
}

fn resign(model: &Model) -> Vec<Element> {
    let leaving = model.client.as_ref().and_then(|client| Some((client, client.may_resign()?)));
    let words = match leaving {
        Some((client, seat)) if client.goes_on_without(seat) && client.own_seat() == Some(seat) => {
            model.tongue.say("resign.text-many")
        }
        Some((client, seat)) if client.goes_on_without(seat) => {
            model.tongue.tell(&Message::new("resign.text-seat").with("seat", client.seat_name(seat)))
        }
        _ => model.tongue.say("resign.text"),
    };
    vec![
        el("p").text(words),
        el("div")
            .class("row end")
            .child(button(Press::Close, model.tongue.say("resign.no")).class("button"))
            .child(button(TablePress::Resign, model.tongue.say("resign.yes")).class("button danger")),
    ]
}
