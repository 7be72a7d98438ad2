//! Hex Ships' implementation of the `Game` trait.

use std::fmt;
use std::sync::Arc;

use game::{
    Chance, Dice, Exit, Game, Info, Luck, Message, Misfit, NotationError, Outcome, PositionError, Random, Refusal,
    Roll, Seat, Setup, SetupError, Turn, Viewer,
};

use crate::action::Action;
use crate::balance::ways_to_reach;
use crate::battle::{Battle, Step};
use crate::commanders::side_of;
use crate::event::Event;
use crate::options::{Options, SPECS};
use crate::rules::{Critical, Rules};
use crate::ship::Fate;
use crate::view::{RuledView, ShipsView};
use crate::{luck, position_text, telling};

/// A match of Hex Ships. A turn consists of the actions of one ship in one phase.
#[derive(Clone, PartialEq)]
pub struct HexShips {
    /// The battle.
    pub battle: Battle,
}

impl Game for HexShips {
    type Action = Action;
    type View = RuledView;
    type Rules = Rules;

    const INFO: Info = Info {
        key: "hex-ships",
        name: "Hex Ships",
        rules_version: 3,
        seat_names: &["red", "blue", "wing"],
        presets: crate::options::PRESETS,
        options: SPECS,
        hidden: false,
        grace_seconds: None,
        rules: if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[("en", include_str!("../data/rules.en.md")), ("de", include_str!("../data/rules.de.md"))]
        },
        texts: &[("en", game::text_file!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))],
    };

    const RULES_OPTION: Option<&'static str> = Some(crate::options::RULES);

    fn start_by(setup: &Setup, rules: &Arc<Rules>, dice: &mut Dice) -> Result<Self, SetupError> {
        Ok(Self { battle: Battle::start(&Options::of(setup, rules)?, rules, dice) })
    }

    fn read_position(text: &str, setup: &Setup, rules: &Arc<Rules>) -> Result<Self, PositionError> {
        position_text::read(text, setup, rules)
    }

    fn write_position(&self) -> String {
        position_text::write(&self.battle)
    }

    fn seats(&self) -> u8 {
        self.battle.seats
    }

    fn turn(&self) -> Turn {
        let (number, seat) = self.battle.turn();
        Turn { number, seat }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.battle.result()?;
        Some(winner.map_or(Outcome::draw(self.battle.seats), |winner| self.battle.won_by(winner)))
    }

    /// A side wins or loses as a whole, whoever has left it before (HS-45).
    fn outcome_after_exit(&self, leaver: Seat) -> Outcome {
        self.battle.won_by(Seat(1 - side_of(leaver).0))
    }

    fn has_part(&self, seat: Seat) -> bool {
        self.battle.commands(seat)
    }

    /// The ships of a commander who leaves go over to the other commander of the side, if there is one (HS-45).
    fn withdraw(&mut self, seat: Seat, _dice: &mut Dice) -> bool {
        self.battle.hand_over(seat)
    }

    fn tell_exit(before: &Self, exit: Exit, _rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        let heir = exit.seat().and_then(|seat| before.battle.partner(seat));
        let handed_over = !before.battle.commanders().eq(after.battle.commanders());
        heir.filter(|_| handed_over).map(|heir| Message::new("handed-over").with("seat", heir)).into_iter().collect()
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        self.battle.each_legal(|action| actions.push(action));
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        if self.battle.result().is_some() {
            return Err(Refusal::GameOver);
        }
        match self.battle.forbids(*action) {
            Some(why) => Err(Refusal::Illegal(telling::refusal(&self.battle, why))),
            None => Ok(()),
        }
    }

    fn apply(&mut self, action: &Action, dice: &mut Dice) {
        self.battle.play(*action, dice, &mut |_| ());
    }

    fn write(&self, action: &Action) -> String {
        action.write(|ship| self.battle.ship_name(ship), |hex| self.battle.map().name(hex))
    }

    fn read(&self, text: &str) -> Result<Action, NotationError> {
        let map = self.battle.map();
        Action::read(text, |name| self.battle.ship_named(name), |name| map.named(name))
            .ok_or_else(|| NotationError::new(text, Message::new("no-action")))
    }

    fn view(&self, _viewer: Viewer) -> RuledView {
        RuledView::new(ShipsView::from(&self.battle), self.battle.rules())
    }

    fn try_imagine(view: &RuledView, _random: &mut Random) -> Result<Self, Misfit> {
        Ok(Self { battle: Battle::try_from(view)? })
    }

    fn tell(before: &Self, action: &Action, rolls: &[Roll], _after: &Self, _viewer: Viewer) -> Vec<Message> {
        telling::told(&before.battle, *action, rolls)
    }

    fn luck(before: &Self, action: &Action, rolls: &[Roll]) -> Vec<Luck> {
        luck::of(&before.battle, *action, rolls)
    }

    fn chance(&self, action: &Action, weights: &mut Vec<u32>) -> Chance {
        match action {
            Action::Fire | Action::Keep | Action::Reroll => Chance::Rolled,
            Action::Left | Action::Right if self.turns_by_chance() => {
                let turns = ways_to_reach(i32::from(self.battle.rules().criticals.side_thrusters));
                weights.extend([36 - turns, turns]);
                Chance::Listed
            }
            _ => Chance::Certain,
        }
    }

    fn apply_outcome(&mut self, action: &Action, outcome: usize) {
        // Any dice that give this outcome serve, since their values do not matter otherwise.
        let die = if outcome == 0 { 1 } else { 6 };
        self.apply(action, &mut Dice::scripted([die, die]));
    }
}

impl HexShips {
    fn turns_by_chance(&self) -> bool {
        let acting = self.battle.acting().and_then(|ship| self.battle.ship(ship));
        acting.is_some_and(|ship| ship.broken.has(Critical::SideThrusters))
    }
}

impl From<Battle> for HexShips {
    fn from(battle: Battle) -> Self {
        Self { battle }
    }
}

impl Battle {
    /// Plays a legal action and reports its events.
    pub fn play(&mut self, action: Action, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        match action {
            Action::Place { ship, hex } => {
                let placed = &mut self.ships[usize::from(ship)];
                (placed.hex, placed.fate) = (hex, Fate::Here);
                let seat = placed.commander;
                self.step = Step::Deploy { seat, placed: Some(ship) };
            }
            Action::Face(facing) => {
                let Step::Deploy { seat, placed: Some(ship) } = self.step else {
                    unreachable!("a placed ship is turned")
                };
                self.ships[usize::from(ship)].facing = facing;
                self.next_to_deploy(seat, tell);
            }
            Action::Speed(speed) => self.set_speed(speed, false),
            Action::Burn => {
                let ship = self.acting().expect("a ship moves");
                let speed = self.ships[usize::from(ship)].burning_speed(self.rules());
                self.set_speed(speed, true);
            }
            Action::Ahead | Action::Leave => self.advance(tell),
            Action::Left => self.turn_ship(-1, dice, tell),
            Action::Right => self.turn_ship(1, dice, tell),
            Action::Dock => self.dock(tell),
            Action::Stop => self.stop_short(tell),
            Action::Charge(side) => self.charge(side),
            Action::Shift { from, to, points } => self.shift(from, to, points),
            Action::Jam => self.jam(),
            Action::Done => {
                let Step::Move(moving) = self.step else { unreachable!("a ship moves") };
                self.next_mover(moving.at + 1, tell);
            }
            Action::Target(target) => self.take_aim(target, false),
            Action::Also(target) => self.take_aim(target, true),
            Action::Switch(mount) => self.switch(mount),
            Action::Fire => self.fire(dice, tell),
            Action::Hold => {
                let Step::Aim(aim) = self.step else { unreachable!("a ship attacks") };
                self.next_attacker(aim.at, tell);
            }
            Action::Keep => self.settle(false, dice, tell),
            Action::Reroll => self.settle(true, dice, tell),
        }
        self.carry();
    }

    /// The side of a ship.
    pub(crate) fn seat_of(&self, ship: u8) -> Seat {
        self.ships[usize::from(ship)].seat
    }
}

impl fmt::Debug for HexShips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.battle)
    }
}
