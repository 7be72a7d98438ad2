//! Facts that stones and tints alone do not show: what whole triangles pay, what a stone is worth, and the options that
//! are on.

use game::{Arg, Message};
use scene::{Figure, Place};

use crate::influence::seat;
use crate::lead::SafeLead;
use crate::paying::SIXTHS;
use crate::position::{Colour, Position};
use crate::telling::{paid, points};
use crate::view::InfluenceView;

/// The triangles that one side holds wholly and that do not pay the plain one point, with what they pay.
pub(crate) fn of_triangles(position: &Position) -> Vec<Figure> {
    let (frame, resolution) = (&position.ground().frames()[position.frame_steps()], position.resolution());
    let figure = |(index, triangle): (usize, &hex::Triangle)| {
        let colour = (0..2).find(|&colour| resolution.is_whole(index, colour))?;
        let pays = resolution.pays_of(index)[colour];
        (pays != SIXTHS).then(|| Figure { place: Place::Triangle(*triangle), value: points(i64::from(pays)) })
    };
    frame.triangles.iter().enumerate().filter_map(figure).collect()
}

/// The options that are on but cannot be seen on the board.
pub(crate) fn notes(view: &InfluenceView, position: &Position) -> Vec<Message> {
    let mut notes = Vec::new();
    if view.keystone_undrawn {
        notes.push(Message::new("note.keystone-undrawn"));
    }
    if let Some(keystone) = position.keystone() {
        let frame = &position.ground().frames()[position.frame_steps()];
        let name = position.ground().triangle_name(frame.triangles[usize::from(keystone)]);
        notes.push(Message::new("note.keystone").with("triangle", name));
    }
    if position.options().thresholds {
        let whole = i64::from(position.resolution().whole_pays());
        notes.push(Message::new("note.thresholds").with("points", points(whole)));
    }
    if position.options().echo && !position.is_over() {
        let key = if position.options().dice { "note.echo-on-average" } else { "note.echo" };
        notes.push(paid(key, position.pays()));
    }
    notes.extend(position.safe_lead().map(SafeLead::message));
    notes
}

/// The same notes at their longest, and the one that comes late in a match.
pub(crate) fn longest_notes(position: &Position) -> Vec<Vec<Message>> {
    const MANY: u32 = 888 * SIXTHS;
    let (options, mut notes) = (position.options(), Vec::new());
    if options.keystone {
        let names = position.ground().frames().iter().flat_map(|frame| &frame.triangles);
        let name = names.map(|&triangle| position.ground().triangle_name(triangle)).max_by_key(String::len);
        let drawn = Message::new("note.keystone").with("triangle", name.unwrap_or_default());
        notes.push(vec![Message::new("note.keystone-undrawn"), drawn]);
    }
    if options.thresholds {
        notes.push(vec![Message::new("note.thresholds").with("points", points(i64::from(MANY)))]);
    }
    if options.echo {
        let key = if options.dice { "note.echo-on-average" } else { "note.echo" };
        notes.push(vec![paid(key, [MANY; 2])]);
    }
    // The two sentences about a lead, for either leader, since people may have names.
    let leads = [Colour::Black, Colour::White]
        .into_iter()
        .flat_map(|leader| [0, MANY].map(|most_gained| SafeLead { leader, lead: MANY, most_gained }.message()));
    notes.push(leads.collect());
    notes
}

/// The worth of a stone in the current position.
pub(crate) fn about_stone(position: &Position, colour: Colour, point: usize) -> Vec<Message> {
    let frame = &position.ground().frames()[position.frame_steps()];
    let mut stones = position.stones();
    stones[colour as usize] &= !(1 << point);
    let without = position.with_stones(stones, position.turn()).pays()[colour as usize];
    let worth = i64::from(position.pays()[colour as usize]) - i64::from(without);
    let key = if position.options().dice { "about.worth-on-average" } else { "about.worth" };
    let mut about = vec![
        Message::new("about.around").with("count", i64::from(frame.at[point])),
        Message::new(key).with("seat", seat(colour)).with("points", Arg::hundredths(worth, i64::from(SIXTHS))),
    ];
    let is_corner =
        |keystone: u8| frame.corners[usize::from(keystone)].contains(&crate::ground::Corner::Point(point as u8));
    about.extend(position.keystone().filter(|&keystone| is_corner(keystone)).map(|_| Message::new("about.keystone")));
    about
}

/// How many triangles the mover would hold wholly by this action, and what each of them pays. Only with thresholds,
/// where they pay more than usual.
pub(crate) fn made_whole(before: &Position, placed: &Position) -> Option<Message> {
    if !before.options().thresholds {
        return None;
    }
    let mover = before.to_move() as usize;
    let (was, is) = (before.resolution(), placed.resolution());
    let triangles = 0..is.frame.triangles.len();
    let count = triangles.filter(|&index| is.is_whole(index, mover) && !was.is_whole(index, mover)).count();
    let pays = points(i64::from(is.whole_pays()));
    let message = Message::new("made-whole").with("seat", seat(before.to_move()));
    (count > 0).then(|| message.with("count", count as i64).with("points", pays))
}
