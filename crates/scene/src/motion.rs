//! What happens on the board between two positions of one viewer, as plain data: what moves, in which order, how long.
//!
//! A motion has two parts. Dice and shots come first, while the board is as it was. Then the board changes
//! ([`Motion::changes_at`]), and what changed is shown: pieces go, leave and arrive, and ground changes hands. A person can
//! act as soon as the board has changed, and a client may skip everything at any time.

use game::{Roll, Seat};
use hex::{Layout, Orientation, Point, Vertex};

use crate::{Cell, Draw, Mark, Piece, Place, Scene};

/// How long things take, in milliseconds: dice, everything else, and the most for the starts of several equal things.
const DICE: u16 = 600;
const FLIGHT: u16 = 220;
const FLASH: u16 = 200;
const WAY: u16 = 220;
const ARRIVAL: u16 = 180;
const CHANGE: u16 = 180;
const PAYMENT: u16 = 250;
const BETWEEN: u16 = 60;
const SPREAD: u16 = 400;

/// What happens on the board between two positions of one viewer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// What happens. Steps that start before [`Motion::changes_at`] are shown on the board as it was.
    pub steps: Vec<Step>,
    /// When the board changes, in milliseconds after the start.
    pub changes_at: u16,
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When it begins, in milliseconds after the start of the motion.
    pub start: u16,
    /// How long it takes, in milliseconds.
    pub length: u16,
    /// What happens.
    pub what: Happening,
}

/// The kinds of things that happen on a board. Pieces are as they were before.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// These dice fall.
    Dice {
        /// Near this place; without one, over the middle of the board.
        at: Option<Place>,
        /// The dice.
        rolls: Vec<Roll>,
    },
    /// A shot flies.
    Shot {
        /// From here.
        from: Place,
        /// To there.
        to: Place,
        /// What flies.
        kind: ShotKind,
        /// Whether it hits.
        hits: bool,
        /// Who shoots.
        seat: Seat,
    },
    /// A piece is struck.
    Struck {
        /// Where it is.
        at: Place,
        /// The side that is struck, in twelfths of a turn clockwise from north. None if the piece has no sides.
        side: Option<u8>,
        /// What takes the damage.
        layer: Layer,
    },
    /// A piece goes along a way.
    Goes {
        /// The piece.
        piece: Piece,
        /// The places after the piece's own one. Empty if it only turns.
        way: Vec<Place>,
        /// By how many sixths it turns, clockwise.
        turns: i8,
    },
    /// A piece leaves the board.
    Leaves {
        /// The piece.
        piece: Piece,
        /// Whether it explodes.
        explodes: bool,
    },
    /// A piece arrives.
    Arrives {
        /// Where.
        at: Place,
        /// Its number, if pieces have numbers.
        unit: Option<u32>,
    },
    /// The piece or the ground of a place changes: its owner, or its kind. Until then it looks as it was.
    Changes {
        /// Where.
        at: Place,
        /// The piece as it was.
        piece: Option<Piece>,
        /// The ground as it was, if it changes.
        ground: Option<Cell>,
    },
    /// A place pays a seat.
    Pays {
        /// Where.
        at: Place,
        /// The corner that decided it.
        corner: Vertex,
        /// Who is paid. None if nobody has that corner.
        seat: Option<Seat>,
    },
}

/// The kinds of shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotKind {
    /// Light along the whole way at once.
    Beam,
    /// A quick projectile.
    Tracer,
    /// A slow projectile with a trail.
    Missile,
    /// A blow at a neighbour.
    Blow,
}

/// What takes the damage of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A shield.
    Shield,
    /// The piece itself.
    Hull,
    /// A part of the piece, which breaks.
    Part,
}

/// What a viewer knows of something that happened. As in [`Draw`], the states only fit the views.
pub struct Change<'a, G: Draw> {
    /// A state that fits the view before.
    pub before: &'a G,
    /// What the viewer knew before.
    pub view_before: &'a G::View,
    /// The action, if it was one.
    pub action: Option<&'a G::Action>,
    /// The dice.
    pub rolls: &'a [Roll],
    /// A state that fits the view after.
    pub after: &'a G,
    /// What the viewer knows after.
    pub view_after: &'a G::View,
}

impl<G: Draw> Change<'_, G> {
    /// The scenes before and after.
    pub fn scenes(&self) -> [Scene; 2] {
        [self.before.scene(self.view_before), self.after.scene(self.view_after)]
    }

    /// What happened as far as the two scenes tell. The dice fall where something was done.
    pub fn compared(&self) -> Motion {
        let [before, after] = self.scenes();
        let done = done_at(&after);
        let arrived = after.pieces.iter().find(|piece| !before.pieces.iter().any(|was| is_same(was, piece)));
        let middle = arrived.map(|piece| piece.place).or(done);
        let mut motion = Motion::default();
        motion.throw(done, self.rolls);
        motion.compare(&before, &after, &[], |place| middle.map_or(0, |middle| between(middle, place)));
        motion
    }
}

impl Motion {
    /// When everything is over, in milliseconds after the start.
    pub fn end(&self) -> u16 {
        self.steps.iter().map(|step| step.start + step.length).fold(self.changes_at, u16::max)
    }

    /// Whether nothing happens that can be seen.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds something that begins at this time. Returns when it is over.
    pub fn add(&mut self, start: u16, what: Happening) -> u16 {
        let length = length(&what);
        self.steps.push(Step { start, length, what });
        start + length
    }

    /// Adds something that happens before the board changes. Returns when it is over.
    pub fn add_before(&mut self, start: u16, what: Happening) -> u16 {
        let length = length(&what);
        self.add_before_for(start, length, what)
    }

    /// The same with a length of its own, in milliseconds.
    pub fn add_before_for(&mut self, start: u16, length: u16, what: Happening) -> u16 {
        self.steps.push(Step { start, length, what });
        self.changes_at = self.changes_at.max(start + length);
        start + length
    }

    /// Throws dice at the start, if there are any.
    pub fn throw(&mut self, at: Option<Place>, rolls: &[Roll]) {
        if !rolls.is_empty() {
            self.add_before(0, Happening::Dice { at, rolls: rolls.to_vec() });
        }
    }

    /// Adds everything in which two scenes differ, from the change of the board on. What happens several times happens in
    /// the order of `rank`. Nothing is added about the places in `told`.
    pub fn compare(&mut self, before: &Scene, after: &Scene, told: &[Place], rank: impl Fn(Place) -> i32) {
        let mut changes: Vec<(i32, Happening)> = Vec::new();
        let begins = self.changes_at;
        let mut arrivals: Vec<&Piece> = Vec::new();
        for piece in &after.pieces {
            if !before.pieces.iter().any(|was| is_same(was, piece)) && !told.contains(&piece.place) {
                arrivals.push(piece);
            }
        }
        for was in before.pieces.iter().filter(|was| !told.contains(&was.place)) {
            match after.pieces.iter().find(|piece| is_same(was, piece)) {
                Some(piece) if piece.place != was.place || piece.facing != was.facing => {
                    let way = if piece.place == was.place { Vec::new() } else { vec![piece.place] };
                    self.add(begins, Happening::Goes { piece: was.clone(), way, turns: turn(was, piece) });
                }
                Some(piece) if piece.seat != was.seat => {
                    changes.push((rank(was.place), changed(was.place, Some(was), None)));
                }
                Some(piece) => {
                    let health = |piece: &Piece| piece.health.and_then(|health| health.value);
                    if health(piece).zip(health(was)).is_some_and(|(now, then)| now < then) {
                        let struck = Happening::Struck { at: was.place, side: None, layer: Layer::Hull };
                        changes.push((rank(was.place), struck));
                    }
                }
                None => {
                    let leaves = Happening::Leaves { piece: was.clone(), explodes: false };
                    changes.push((rank(was.place), leaves));
                }
            }
        }
        // A single piece that is elsewhere has gone there.
        if let ([arrived], [(_, Happening::Leaves { piece, .. })]) = (&arrivals[..], &changes[..])
            && (arrived.seat, &arrived.shape, arrived.unit) == (piece.seat, &piece.shape, piece.unit)
        {
            let went = Happening::Goes { piece: piece.clone(), way: vec![arrived.place], turns: 0 };
            self.add(begins, went);
            arrivals.clear();
            changes.clear();
        }
        for piece in arrivals {
            self.add(begins, Happening::Arrives { at: piece.place, unit: piece.unit });
        }
        for (was, now) in before.cells.iter().zip(&after.cells) {
            // Only ground that is held in parts changes hands by itself. Other tints are zones and the like.
            if was.place == now.place && was.thirds != now.thirds && !told.contains(&was.place) {
                changes.push((rank(was.place), changed(was.place, None, Some(was))));
            }
        }
        game::sort_by_key(&mut changes, |(rank, _)| *rank);
        self.add_spread(begins, changes.into_iter().map(|(_, what)| what).collect());
    }

    /// Adds several things one shortly after the other. Returns when all of them are over.
    pub fn add_spread(&mut self, start: u16, all: Vec<Happening>) -> u16 {
        let apart = spread(all.len());
        all.into_iter().zip(0..).fold(start, |end, (what, number)| end.max(self.add(start + apart * number, what)))
    }
}

/// How far apart several equal things begin.
pub fn spread(count: usize) -> u16 {
    BETWEEN.min(SPREAD / u16::try_from(count.max(1)).unwrap_or(SPREAD))
}

/// A change of a place that is added to a [`Motion`].
pub fn changed(at: Place, piece: Option<&Piece>, ground: Option<&Cell>) -> Happening {
    Happening::Changes { at, piece: piece.cloned(), ground: ground.cloned() }
}

/// How far two places are apart on the board, in hundredths of the size of a hex.
pub fn between(one: Place, other: Place) -> i32 {
    let layout = Layout::new(Orientation::FlatTop, 100.0, Point::new(0.0, 0.0));
    let at = |place| match place {
        Place::Hex(hex) => layout.center(hex),
        Place::Vertex(vertex) => layout.vertex(vertex),
        Place::Triangle(triangle) => layout.centroid(triangle),
    };
    let (one, other) = (at(one), at(other));
    (one.x - other.x).hypot(one.y - other.y).round() as i32
}

/// Where something was done last.
fn done_at(scene: &Scene) -> Option<Place> {
    scene.marks.iter().rfind(|mark: &&Mark| mark.kind.was_done()).map(|mark| mark.place)
}

/// Whether both are the same piece: by their number if they have one, otherwise by their place.
fn is_same(one: &Piece, other: &Piece) -> bool {
    match (one.unit, other.unit) {
        (Some(one), Some(other)) => one == other,
        _ => one.place == other.place,
    }
}

/// By how many sixths a piece has turned, the shorter way.
fn turn(before: &Piece, after: &Piece) -> i8 {
    match (before.facing, after.facing) {
        (Some(from), Some(to)) => match from.turns_to(to) as i8 {
            sixths @ 0..=3 => sixths,
            sixths => sixths - 6,
        },
        _ => 0,
    }
}

fn length(what: &Happening) -> u16 {
    match what {
        Happening::Dice { .. } => DICE,
        Happening::Shot { .. } => FLIGHT,
        Happening::Struck { .. } | Happening::Leaves { .. } => FLASH,
        Happening::Goes { .. } => WAY,
        Happening::Arrives { .. } => ARRIVAL,
        Happening::Changes { .. } => CHANGE,
        Happening::Pays { .. } => PAYMENT,
    }
}
