//! Sentences about a match that both the full-screen and the plain game use, and other clients do not.

use client::Moment;
use client::{Client, capital};
use scene::{Pick, Threat};

use super::board::{EXPOSED_SIGN, danger_sign};
use super::pieces;
use super::series::Series;

/// The game's name, the aim of the only person here or else of everybody, and the options that are on.
pub(crate) fn about(client: &Client) -> String {
    let aim = format!("{}: {}", client.game.info().name, client.aim_in_words().trim_end_matches('.'));
    [aim].into_iter().chain(client.options_in_words()).collect::<Vec<_>>().join(" · ")
}

/// What the seat that acts has to do next, with its name in front.
pub(crate) fn expected(client: &Client) -> String {
    let expected = client.expected();
    match client.actor() {
        Some(seat) => format!("{}: {expected}", client.seat_name(seat)),
        None => expected,
    }
}

/// A moment as sentences.
pub(crate) fn told(client: &Client, moment: &Moment) -> Vec<String> {
    let exit = moment.what.exit().map(|exit| client.exit_in_words(exit));
    exit.into_iter().chain(moment.told.iter().map(|message| client.say(message))).collect()
}

/// The result in one line, once there is one. With more than two seats it has the place of everybody.
pub(crate) fn result(client: &Client) -> Option<String> {
    let result = client.result_in_words()?;
    Some([Some(result), client.places_in_words()].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The plan: its number of steps, and the last step in words.
pub(crate) fn plan(series: &Series) -> Option<String> {
    let client = series.client();
    let steps = client.plan_in_words()?;
    Some(format!("{steps}. {}", client.last_step_in_words().unwrap_or_default()).trim_end().to_owned())
}

/// The lines about danger, while it is shown: the threats, the worst first, each with its sign on the board, and then the
/// sign of exposed places.
pub(crate) fn danger(client: &Client) -> Vec<String> {
    let threat = |threat: &Threat| format!("{} {}", danger_sign(threat.kind), client.say(&threat.words));
    let title = client.danger_title().into_iter();
    let exposed = client.exposed().map(|area| format!("{EXPOSED_SIGN} {}", client.say(&area.label)));
    title.chain(client.no_danger_in_words()).chain(client.threats().iter().map(threat)).chain(exposed).collect()
}

/// A pick in a few words.
pub(crate) fn pick(client: &Client, pick: &Pick) -> String {
    let scene = &client.picture.scene;
    if let Some(name) = client.place_of(pick).and_then(|place| scene.name_of(place)) {
        return name.to_owned();
    }
    match (pick, client.tray_item(pick)) {
        (Pick::Button(key), _) => capital(&client.button_words(key)),
        (_, Some((_, item))) => pieces::tray_item(item, client),
        (other, None) => other.to_string(),
    }
}
