//! Before the match: the link for others, a computer for a free seat, or a free seat to take.

use ai::levels;
use game::{Message, Seat};
use protocol::FromClient;

use super::people::seat_dot;
use super::{about, button, new_game};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Field, Press};
use client::{Client, Online};

/// Whether the viewer is a guest and a seat is free.
pub(super) fn is_for_guest(online: &Online) -> bool {
    online.you.is_none() && !online.everybody_sits()
}

/// While seats are free: the link to invite others or, for a guest, the way to sit down. It goes when the guest presses the
/// button: the server's answer may come later, when nobody expects the board to move.
pub(super) fn view(model: &Model, client: &Client, online: &Online) -> Option<Element> {
    let sits_down = online.pending.iter().any(|asked| matches!(asked, FromClient::Sit { .. }));
    if online.everybody_sits() || sits_down {
        return None;
    }
    let say = |key| model.tongue.say(key);
    let card = el("section").class("card");
    if online.you.is_some() {
        let copied = model.visit.copied.map(|worked| say(if worked { "copied" } else { "not-copied" }));
        let link = el("input").attr("id", "link").attr("readonly", "").attr("value", model.link(&online.table));
        let how = say(if client.seats > 2 { "invite.how-many" } else { "invite.how" });
        return Some(
            card.child(el("h2").text(say("invite")))
                .child(el("label").attr("for", "link").text(how))
                .child(
                    el("div")
                        .class("row")
                        .child(link)
                        .child(button(Press::CopyLink, say("copy-link")).class("button main")),
                )
                .children(copied.map(|words| el("p").class("small").text(words)))
                .child(computers(model, client, online).key("computers")),
        );
    }
    let free: Vec<Seat> = online.free_seats().collect();
    let seats = free.iter().map(|seat| {
        let words = model.tongue.tell(&Message::new("sit").with("seat", client.seat_name(*seat)));
        let wrong = model.visit.new_game.as_ref().is_some_and(|new| new.problem.is_some());
        button(Press::Sit(seat.0), words).class("button main").flag("disabled", wrong || !model.has_secrets())
    });
    let no_secrets = (!model.has_secrets()).then(|| el("p").class("problem").text(say("trouble.no-secrets")));
    Some(
        card.children(invitation(model, client, online)).children(new_game::own(model)).child(
            el("form")
                .class("sit")
                .maybe("data-submit", free.first().map(|seat| Press::Sit(seat.0).written()))
                .children(new_game::name_field(model))
                .children(no_secrets)
                .child(el("div").class("row").children(seats)),
        ),
    )
}

/// The invitation that a guest reads before sitting down: who invites, to which game, and what sitting down means.
fn invitation(model: &Model, client: &Client, online: &Online) -> Vec<Element> {
    let game = client.game.info();
    let people = || online.people.iter().filter(|person| person.name.is_some() && person.bot.is_none());
    let names: Vec<&str> =
        people().filter_map(|person| person.name.as_deref()).filter(|name| !name.is_empty()).collect();
    let invites = match names.as_slice() {
        [] => Message::new("invited.somebody"),
        [name] => Message::new("invited").with("name", (*name).to_owned()),
        _ => Message::new("invited.many").with("names", names.join(", ")),
    };
    let means = match (people().count(), game.grace_seconds) {
        (0, _) | (_, None) => Message::new("invited.means"),
        (_, Some(grace)) => Message::new("invited.means-grace").with("seconds", i64::from(grace)),
    };
    vec![
        el("h2")
            .attr("data-invited", "")
            .text(model.tongue.tell(&invites.with("game", game.name.to_owned())))
            .key("invited"),
        about::options_explained(model, client).key("options"),
        el("p").class("small").text(model.tongue.tell(&means)).key("means"),
    ]
}

/// The control that gives a free seat to the computer.
fn computers(model: &Model, client: &Client, online: &Online) -> Element {
    let options = levels().iter().map(|level| {
        let words = model.tongue.tell(&Message::new("who.computer").with("level", level.name.clone()));
        el("option").attr("value", &level.name).flag("selected", level.name == model.bot_level).text(words)
    });
    let level = el("select").attr("id", "bot-level").sets(&Field::BotLevel).children(options);
    let seats = online.free_seats().map(|seat| {
        let words = model.tongue.tell(&Message::new("seat-bot").with("seat", client.seat_name(seat)));
        let words = el("span").text(words);
        el("button")
            .attr("type", "button")
            .on_click(Press::SeatBot(seat.0))
            .class("button")
            .child(seat_dot(seat))
            .child(words)
    });
    el("div")
        .class("computers")
        .child(el("label").attr("for", "bot-level").text(model.tongue.say("seat-bot.how")))
        .child(el("div").class("row").child(level).children(seats))
}
