//! The rules again, slow and plain like the rulebook: coordinates in maps, and no cached results.
//!
//! Written only from the rulebook, without code of the game, so that the same mistake would have to be made
//! twice to go unnoticed. Only notation and dice are exchanged between the two.

use std::collections::{BTreeMap, BTreeSet};

/// A hex: (q, r).
pub(crate) type Spot = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) seat: usize,
    pub(crate) face: i32,
    pub(crate) tokens: i32,
    pub(crate) guard: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Choosing,
    Deploying,
    Playing,
    Bonus(Spot),
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) seats: usize,
    dice: usize,
    lines: bool,
    limit: u32,
    pub(crate) men: BTreeMap<Spot, Man>,
    pub(crate) hands: Vec<Vec<i32>>,
    again: Vec<Vec<i32>>,
    pub(crate) stage: Stage,
    pub(crate) mover: usize,
    first: usize,
    pub(crate) turn: u32,
    acted: Vec<Option<Spot>>,
    /// The eliminated seats, in the order of their elimination.
    pub(crate) gone: Vec<usize>,
    quiet: u32,
    pub(crate) drawn: bool,
}

const NORTH: Spot = (0, -1);

fn plus(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1)
}

fn times(a: Spot, by: i32) -> Spot {
    (a.0 * by, a.1 * by)
}

/// 60° clockwise.
fn turned(step: Spot, times: i32) -> Spot {
    (0..times.rem_euclid(6)).fold(step, |(q, r), _| (-r, q + r))
}

fn length((q, r): Spot) -> i32 {
    q.abs().max(r.abs()).max((q + r).abs())
}

fn apart(a: Spot, b: Spot) -> i32 {
    length((a.0 - b.0, a.1 - b.1))
}

fn on_board(spot: Spot) -> bool {
    length(spot) <= 6
}

fn board() -> impl Iterator<Item = Spot> {
    (-6..=6).flat_map(|q| (-6..=6).map(move |r| (q, r))).filter(|&spot| on_board(spot))
}

pub(crate) fn name(spot: Spot) -> String {
    let above = (-6..spot.1).filter(|&r| on_board((spot.0, r))).count();
    format!("{}{}", char::from(b'a' + (spot.0 + 6) as u8), above + 1)
}

pub(crate) fn named(text: &str) -> Spot {
    board().find(|&spot| name(spot) == text).unwrap_or_else(|| panic!("{text} is no hex"))
}

fn armour(face: i32) -> i32 {
    face
}

fn attack(face: i32) -> i32 {
    (face + 1).min(6)
}

impl Model {
    /// Builds the model from the pairs of a setup and the dice of the armies.
    pub(crate) fn new(setup: &str, mut rolls: impl Iterator<Item = u32>) -> Self {
        let pairs: BTreeMap<&str, &str> = setup.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        let seats: usize = pairs.get("players").map_or(2, |players| players.parse().expect("a number"));
        let usual = BTreeMap::from([(2, 6), (3, 6), (4, 4), (6, 3)])[&seats];
        let dice = pairs.get("dice").map_or(usual, |dice| dice.parse().expect("a number"));
        let mut hand = || (0..dice).map(|_| rolls.next().expect("a die a unit") as i32).collect();
        Self {
            seats,
            dice,
            lines: pairs.get("archer-lines") == Some(&"on"),
            limit: pairs.get("quiet-turns").map_or(40, |turns| turns.parse().expect("a number")),
            men: BTreeMap::new(),
            hands: (0..seats).map(|_| hand()).collect(),
            again: vec![Vec::new(); seats],
            stage: Stage::Choosing,
            mover: 0,
            first: 0,
            turn: 1,
            acted: vec![None; seats],
            gone: Vec::new(),
            quiet: 0,
            drawn: false,
        }
    }

    /// HD-12.
    fn base(&self, seat: usize) -> Spot {
        match self.seats {
            2 => [(0, -5), (0, 5)][seat],
            3 => [(0, -6), (6, 0), (-6, 6)][seat],
            4 => [(0, -6), (6, -6), (0, 6), (-6, 6)][seat],
            _ => times(turned(NORTH, seat as i32), 6),
        }
    }

    fn forward(&self, seat: usize) -> Spot {
        let base = self.base(seat);
        (-base.0.signum(), -base.1.signum())
    }

    fn zone(&self, seat: usize) -> BTreeSet<Spot> {
        let base = self.base(seat);
        let near = |steps: i32| board().filter(|&spot| apart(spot, base) <= steps).collect::<BTreeSet<_>>();
        if self.seats == 2 {
            let row = board().filter(|spot| (spot.0 - base.0).abs() == 2 && 2 * spot.1 + spot.0 == 2 * base.1 + base.0);
            return near(1).into_iter().chain(row).collect();
        }
        if near(1).len() < self.dice { near(2) } else { near(1) }
    }

    fn is_enemy(&self, spot: Spot) -> bool {
        self.men.get(&spot).is_some_and(|man| man.seat != self.mover)
    }

    fn is_friend(&self, spot: Spot) -> bool {
        self.men.get(&spot).is_some_and(|man| man.seat == self.mover)
    }

    /// Whether the unit can move there, whatever is on that hex.
    fn gets_to(&self, from: Spot, to: Spot) -> bool {
        let step = (to.0 - from.0, to.1 - from.1);
        let steps = length(step);
        let ahead = self.forward(self.mover);
        // The direction in sixths from forward, if the way is straight.
        let straight = (0..6).find(|&turn| times(turned(ahead, turn), steps) == step);
        let free = |count: i32| {
            let way = turned(ahead, straight.unwrap_or(0));
            (1..count).all(|done| !self.men.contains_key(&plus(from, times(way, done))))
        };
        match (self.men[&from].face, straight) {
            (1, Some(0)) | (2, Some(1 | 2 | 4 | 5)) => steps <= 3 && free(steps),
            (1, Some(3)) | (5, Some(_)) | (4, Some(1 | 2 | 4 | 5)) => steps == 1,
            (3, None) => {
                let ways = (0..6).filter(|&turn| {
                    [-1, 1].iter().any(|by| plus(times(turned(NORTH, turn), 2), turned(NORTH, turn + by)) == step)
                });
                ways.into_iter().any(|turn| {
                    let way = turned(NORTH, turn);
                    !self.is_enemy(plus(from, way)) && !self.is_enemy(plus(from, times(way, 2)))
                })
            }
            (4, Some(0 | 3)) => steps <= 2 && free(steps),
            (4, None) => [1, 4].iter().any(|&turn| {
                let (one, two) = (turned(ahead, turn), turned(ahead, turn + 1));
                let blocked = [one, two].iter().all(|&side| self.men.contains_key(&plus(from, side)));
                plus(one, two) == step && !blocked
            }),
            _ => false,
        }
    }

    fn hits_from_afar(&self, from: Spot, to: Spot) -> bool {
        let in_row = from.0 == to.0 || from.1 == to.1 || from.0 + from.1 == to.0 + to.1;
        match self.men[&from].face {
            5 => (2..=3).contains(&apart(from, to)) && (in_row || !self.lines),
            6 => apart(from, to) == 1,
            _ => false,
        }
    }

    /// Every action in notation.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        let own = || self.men.iter().filter(|(_, man)| man.seat == self.mover).map(|(&spot, _)| spot);
        match self.stage {
            Stage::Over => BTreeSet::new(),
            Stage::Choosing => self.choices(),
            Stage::Deploying => {
                let free = self.zone(self.mover).into_iter().filter(|spot| !self.men.contains_key(spot));
                free.flat_map(|spot| self.hands[self.mover].iter().map(move |face| format!("{face}@{}", name(spot))))
                    .collect()
            }
            Stage::Playing => own().flat_map(|spot| self.actions_of(spot, false)).collect(),
            Stage::Bonus(spot) => self.actions_of(spot, true).into_iter().chain(["decline".to_owned()]).collect(),
        }
    }

    /// Every subset of up to a third of the dice, each written once.
    fn choices(&self) -> BTreeSet<String> {
        let hand = &self.hands[self.mover];
        let subsets = (0..1_usize << hand.len()).filter(|set| set.count_ones() as usize <= self.dice / 3);
        let write = |set: usize| {
            let mut faces: Vec<i32> = (0..hand.len()).filter(|die| set >> die & 1 == 1).map(|die| hand[die]).collect();
            faces.sort_unstable();
            let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
            if faces.is_empty() { "keep".to_owned() } else { format!("reroll-{}", faces.join("+")) }
        };
        subsets.map(write).collect()
    }

    fn actions_of(&self, from: Spot, bonus: bool) -> Vec<String> {
        let mut actions = vec![format!("{}!", name(from))];
        if !bonus {
            actions.push(format!("{}*", name(from)));
        }
        for to in board().filter(|&to| to != from) {
            let way = format!("{}-{}", name(from), name(to));
            if self.gets_to(from, to) {
                match self.men.get(&to).filter(|_| self.is_friend(to)) {
                    Some(_) if bonus => {}
                    Some(friend) if friend.face + self.men[&from].face > 6 => {
                        actions.extend((1..=6).map(|face| format!("{way}={face}")));
                    }
                    _ => actions.push(way),
                }
            }
            if self.is_enemy(to) && self.hits_from_afar(from, to) {
                actions.push(format!("{}x{}", name(from), name(to)));
            }
        }
        actions
    }

    /// Plays an action that is allowed.
    pub(crate) fn play(&mut self, text: &str, dice: &mut impl Iterator<Item = u32>) {
        let in_bonus = matches!(self.stage, Stage::Bonus(_));
        let mut progress = in_bonus;
        let before = self.men.len();
        let mut roll = || dice.next().expect("the model rolls what the game rolls") as i32;
        if self.stage == Stage::Choosing {
            let faces = text.strip_prefix("reroll-").unwrap_or_default();
            self.again[self.mover] = faces.split('+').filter_map(|face| face.parse().ok()).collect();
            self.turn += 1;
            self.mover += 1;
            if self.mover == self.seats {
                for seat in 0..self.seats {
                    for die in 0..self.dice {
                        if let Some(at) = self.again[seat].iter().position(|&face| face == self.hands[seat][die]) {
                            self.again[seat].remove(at);
                            self.hands[seat][die] = roll();
                        }
                    }
                }
                self.first = roll() as usize - 1;
                (self.stage, self.mover) = (Stage::Deploying, self.first);
            }
            return;
        }
        if let Some((face, to)) = text.split_once('@') {
            let face: i32 = face.parse().expect("a face");
            let at = self.hands[self.mover].iter().position(|&die| die == face).expect("a die of the hand");
            self.hands[self.mover].remove(at);
            self.men.insert(named(to), Man { seat: self.mover, face, tokens: 0, guard: false });
            self.turn += 1;
            self.mover = (self.mover + 1) % self.seats;
            if self.hands.iter().all(Vec::is_empty) {
                self.stage = Stage::Playing;
            }
            return;
        }
        let mover = self.mover;
        let mut goes_on = None;
        if let Some(cell) = text.strip_suffix('*') {
            let spot = named(cell);
            self.men.insert(spot, Man { seat: mover, face: roll(), tokens: 0, guard: false });
            self.acted[mover] = Some(spot);
        } else if let Some(cell) = text.strip_suffix('!') {
            self.men.get_mut(&named(cell)).expect("a unit").guard = true;
            self.acted[mover] = Some(named(cell));
        } else if let Some((from, to)) = text.split_once('x') {
            let (from, to) = (named(from), named(to));
            self.fight(from, to, self.men[&from].face == 6);
        } else if let Some((from, to)) = text.split_once('-') {
            let (to, face) = to.split_once('=').map_or((to, None), |(to, face)| (to, face.parse::<i32>().ok()));
            let (from, to) = (named(from), named(to));
            if self.is_enemy(to) {
                self.fight(from, to, true);
            } else if self.is_friend(to) {
                let sum = self.men[&from].face + self.men[&to].face;
                let rested = self.acted[mover] != Some(to);
                self.men.remove(&from);
                self.men.insert(to, Man { seat: mover, face: face.unwrap_or(sum), tokens: 0, guard: false });
                self.acted[mover] = Some(to);
                goes_on = (sum > 6 && rested).then_some(to);
            } else {
                self.enter(from, to);
            }
        }
        progress |= self.men.len() < before;
        if let Some(spot) = goes_on {
            self.stage = Stage::Bonus(spot);
            return;
        }
        self.end_turn(progress);
    }

    fn end_turn(&mut self, progress: bool) {
        self.stage = Stage::Playing;
        if self.gone.len() + 1 == self.seats {
            self.stage = Stage::Over;
            return;
        }
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        if self.quiet >= self.limit * (self.seats - self.gone.len()) as u32 {
            self.drawn = true;
            self.stage = Stage::Over;
            return;
        }
        self.turn += 1;
        loop {
            self.mover = (self.mover + 1) % self.seats;
            if !self.gone.contains(&self.mover) {
                return;
            }
        }
    }

    fn enter(&mut self, from: Spot, to: Spot) {
        let man = self.men.remove(&from).expect("a unit");
        self.men.insert(to, Man { guard: false, ..man });
        self.acted[self.mover] = Some(to);
        for seat in 0..self.seats {
            if seat != self.mover && self.base(seat) == to && !self.gone.contains(&seat) {
                self.out(seat);
            }
        }
    }

    fn fight(&mut self, from: Spot, to: Spot, moves_in: bool) {
        let defender = self.men[&to];
        let legions =
            self.men.iter().filter(|(spot, man)| man.seat == defender.seat && man.face == 6 && apart(**spot, to) == 1);
        let effective =
            (armour(defender.face) + i32::from(defender.guard) + legions.count() as i32 - defender.tokens).max(0);
        let falls = attack(self.men[&from].face) >= effective || defender.tokens == armour(defender.face);
        self.men.get_mut(&from).expect("a unit").guard = false;
        self.acted[self.mover] = Some(from);
        if !falls {
            self.men.get_mut(&to).expect("a unit").tokens += 1;
            return;
        }
        self.men.remove(&to);
        if self.acted[defender.seat] == Some(to) {
            self.acted[defender.seat] = None;
        }
        if moves_in {
            self.enter(from, to);
        }
        if self.men.values().all(|man| man.seat != defender.seat) && !self.gone.contains(&defender.seat) {
            self.out(defender.seat);
        }
    }

    fn out(&mut self, seat: usize) {
        self.gone.push(seat);
        self.men.retain(|_, man| man.seat != seat);
        self.acted[seat] = None;
    }

    /// The place of each seat: the first to be eliminated is last, and the seats that are in at the end are first.
    pub(crate) fn places(&self) -> Option<Vec<usize>> {
        let place = |seat: usize| self.gone.iter().position(|&gone| gone == seat).map_or(1, |order| self.seats - order);
        (self.stage == Stage::Over).then(|| (0..self.seats).map(place).collect())
    }

    /// The number of sequences of `depth` actions. A reroll counts six times.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let ways = |text: &String| -> u64 {
            let faces = if text.ends_with('*') { 1..=6 } else { 1..=1 };
            faces
                .map(|face| {
                    let mut next = self.clone();
                    next.play(text, &mut std::iter::once(face));
                    next.perft(depth - 1)
                })
                .sum()
        };
        self.legal().iter().map(ways).sum()
    }

    /// The model in the middle of play with these units. Seats without units are out.
    pub(crate) fn standing(setup: &str, men: &[(Spot, Man)], mover: usize) -> Self {
        let mut model = Self::new(setup, std::iter::repeat(1));
        model.hands.iter_mut().for_each(Vec::clear);
        model.men = men.iter().copied().collect();
        (model.stage, model.mover) = (Stage::Playing, mover);
        model.gone = (0..model.seats).filter(|&seat| men.iter().all(|(_, man)| man.seat != seat)).collect();
        model
    }
}
