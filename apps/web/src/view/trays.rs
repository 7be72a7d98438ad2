//! The trays: the player's own things lie under the board, to be picked or dragged; other players' things lie beside
//! their names.

use game::Seat;
use scene::{Pick, Tray, TrayItem};

use super::pieces;
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Held, TablePress};
use client::{Client, Source};

/// The seat whose things lie under the board: the player's own seat, or the acting seat if several people share a
/// screen.
fn at_hand(client: &Client) -> Option<Seat> {
    let acts = || client.actor_shown().filter(|_| matches!(client.source, Source::Local(_)));
    client.own_seat().or_else(acts)
}

/// Whether the trays can be shown: before an online match begins, the dice may still change them.
fn is_settled(client: &Client) -> bool {
    client.online().is_none_or(|online| online.begun)
}

/// The trays under the board; none if they are empty. Before the match begins they are not seen, but have their place.
pub(super) fn near(model: &Model, client: &Client) -> Option<Element> {
    let own = at_hand(client);
    let is_near = |tray: &&Tray| !tray.items.is_empty() && (tray.seat.is_none() || tray.seat == own);
    let trays: Vec<Element> =
        client.picture.scene.trays.iter().filter(is_near).map(|tray| drawn(model, client, tray)).collect();
    let class = if is_settled(client) { "trays" } else { "trays unseen-yet" };
    (!trays.is_empty()).then(|| el("div").class(class).children(trays))
}

fn drawn(model: &Model, client: &Client, tray: &Tray) -> Element {
    let label = client.say(&tray.label);
    el("div")
        .class("tray")
        .attr("role", "group")
        .attr("aria-label", &label)
        .child(el("span").class("tray-label").text(label).key("label"))
        .children(tray.items.iter().enumerate().map(|(index, item)| {
            let key = item.unit.map_or_else(|| format!("item{index}"), |unit| format!("unit{unit}"));
            thing(model, client, tray.seat, item).key(key)
        }))
}

/// A thing of a tray. It is a button if it can ever be picked, so that it stays the same element from turn to turn.
fn thing(model: &Model, client: &Client, seat: Option<Seat>, item: &TrayItem) -> Element {
    let words = client.thing_in_words(&item.shape, item.title.as_ref());
    let words = if item.count > 1 { format!("{words}, {} ×", item.count) } else { words };
    let count = (item.count > 1).then(|| el("span").class("tray-count").text(format!("×{}", item.count)));
    let picture = picture(model, client, seat, item);
    let tag = item.tag.as_ref().map(|tag| el("span").class("thing-tag").text(tag.clone()));
    let picked = item.unit.is_some_and(|unit| client.pointing.picked().contains(&Pick::Unit(unit)));
    let thing = match item.unit {
        Some(unit) if client.can_pick_unit(unit) => el("button")
            .attr("type", "button")
            .class(if picked { "tray-item held" } else { "tray-item" })
            .attr("aria-pressed", picked)
            .attr("data-unit", unit)
            .drags(&Held::Unit(unit))
            .on_click(TablePress::Unit(unit)),
        Some(_) => el("button").attr("type", "button").class("tray-item").flag("disabled", true),
        None => el("span").class("tray-item").attr("role", "img"),
    };
    thing.attr("aria-label", &words).attr("title", words).child(picture).children(tag).children(count)
}

fn picture(model: &Model, client: &Client, seat: Option<Seat>, item: &TrayItem) -> Element {
    let seat = seat.unwrap_or(Seat(0));
    let letter = model.settings.letters.then(|| client.seat_name(seat)).and_then(|name| name.chars().next());
    let svg = el("svg").class("board thing").attr("viewBox", "-13 -15 26 31").attr("aria-hidden", "true");
    svg.child(pieces::shape_with(&client.picture.scene.style.faces, seat, &item.shape, letter, ""))
}

/// A seat's things beside its name, small and without buttons. None if they lie under the board.
pub(super) fn beside(model: &Model, client: &Client, seat: Seat) -> Option<Element> {
    let here = at_hand(client) != Some(seat) && is_settled(client);
    let trays = client.picture.scene.trays.iter().filter(|tray| tray.seat == Some(seat) && here);
    let items: Vec<(&Tray, &TrayItem)> =
        trays.flat_map(|tray| tray.items.iter().map(move |item| (tray, item))).collect();
    let label = client.say(&items.first()?.0.label);
    let words = items.iter().map(|(_, item)| client.thing_in_words(&item.shape, item.title.as_ref()));
    let words = format!("{label}: {}", words.collect::<Vec<_>>().join(", "));
    let pictures = items.iter().flat_map(|(_, item)| (0..item.count).map(|_| picture(model, client, Some(seat), item)));
    let small = el("span").class("small-tray").attr("role", "img").attr("aria-label", &words).attr("title", words);
    Some(small.children(pictures))
}
