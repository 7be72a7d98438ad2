//! The messages of Hex Ships: refusals and events.

use game::{Arg, Dice, Message, Roll, Seat};
use hex::{Direction, Hex};

use crate::action::Action;
use crate::attack_summary;
use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::commanders::side_of;
use crate::damage::Taken;
use crate::event::{Ending, Event, ToHit};
use crate::legality::Forbidden;
use crate::rules::SideAim;
use crate::ship::Ship;

/// The name of a ship for people: its name in a campaign, or else its hull, and its number. Sentences would be too long for a
/// phone with both.
pub(crate) fn ship(battle: &Battle, number: u8) -> Arg {
    let hull = || battle.ship(number).map_or("", |ship| ship.hull(battle.rules()).name.as_str());
    let name = battle.name_of_ship(number).unwrap_or_else(hull);
    Arg::Text(format!("{name} {}", battle.ship_title(number)))
}

pub(crate) fn side(side: Side) -> Arg {
    Arg::word("side", side.name())
}

pub(crate) fn direction(direction: Direction) -> Arg {
    Arg::word("direction", &direction.to_string())
}

/// The weapon in a ship's mount.
pub(crate) fn weapon(battle: &Battle, number: u8, mount: u8) -> Arg {
    let key = battle.ship(number).and_then(|ship| ship.weapon(usize::from(mount), battle.set()));
    Arg::word("weapon", key.map_or("", |weapon| weapon.key.as_str()))
}

/// A number with its sign, `±0` for none.
pub(crate) fn signed(number: i8) -> Arg {
    let sign = match number {
        0 => '±',
        1.. => '+',
        _ => '−',
    };
    Arg::Text(format!("{sign}{}", number.unsigned_abs()))
}

pub(crate) fn hex(battle: &Battle, hex: Hex) -> Arg {
    Arg::Text(battle.map().name(hex))
}

/// The reason of a refusal, and what would be right.
pub(crate) fn refusal(battle: &Battle, why: Forbidden) -> Message {
    let about = |key, number| Message::new(key).with("ship", ship(battle, number));
    let count = |key, number: u8| Message::new(key).with("count", i64::from(number));
    let at = |key, place| Message::new(key).with("hex", hex(battle, place));
    let on = |key, face| Message::new(key).with("side", side(face));
    let own = |key, mount| {
        let acting = battle.acting().unwrap_or_default();
        Message::new(key).with("weapon", weapon(battle, acting, mount))
    };
    match why {
        Forbidden::DeployNow => Message::new("deploy-now"),
        Forbidden::FaceNow => Message::new("face-now"),
        Forbidden::MoveNow => Message::new("move-now"),
        Forbidden::AttackNow => Message::new("attack-now"),
        Forbidden::RollNow => Message::new("roll-now"),
        Forbidden::NoSuchShip => Message::new("no-such-ship"),
        Forbidden::NotYourShip(number) => about("not-your-ship", number),
        Forbidden::AlreadyPlaced(number) => about("already-placed", number),
        Forbidden::OutsideZone(place) => at("outside-zone", place)
            .with("count", i64::from(battle.deploy_rows()))
            .with("seat", side_of(battle.turn().1)),
        Forbidden::OffTheMap => Message::new("off-the-map"),
        Forbidden::Taken(place) => at("taken", place),
        Forbidden::SpeedIsSet => Message::new("speed-is-set"),
        Forbidden::SetSpeedFirst => Message::new("set-speed-first"),
        Forbidden::SpeedOutOfReach { least, most } => {
            Message::new("speed-out-of-reach").with("least", i64::from(least)).with("most", i64::from(most))
        }
        Forbidden::NoAfterburners => Message::new("no-afterburners"),
        Forbidden::NoEnergy { needs, has } => {
            Message::new("no-energy").with("needs", i64::from(needs)).with("has", i64::from(has))
        }
        Forbidden::NoAdvanceLeft => Message::new("no-advance-left"),
        Forbidden::EdgeAhead => Message::new("edge-ahead"),
        Forbidden::NoEdgeAhead => Message::new("no-edge-ahead"),
        Forbidden::LastHexTaken(place) => at("last-hex-taken", place),
        Forbidden::NoTurnLeft => Message::new("no-turn-left"),
        Forbidden::DeadEnd => Message::new("dead-end"),
        Forbidden::CanStillFinish => Message::new("can-still-finish"),
        Forbidden::NotFinished(left) => count("not-finished", left),
        Forbidden::NoCarrier => Message::new("no-carrier"),
        Forbidden::CarrierNotAhead => Message::new("carrier-not-ahead"),
        Forbidden::TooFastToDock(most) => count("too-fast-to-dock", most),
        Forbidden::NoWayOut => Message::new("no-way-out"),
        Forbidden::NoChargeLeft => Message::new("no-charge-left"),
        Forbidden::ShieldFull(face) => on("shield-full", face),
        Forbidden::GeneratorBroken => Message::new("generator-broken"),
        Forbidden::NoShieldShift => Message::new("no-shield-shift"),
        Forbidden::NoCounterMeasures => Message::new("no-counter-measures"),
        Forbidden::JammingAlready => Message::new("jamming-already"),
        Forbidden::NothingToShift(face) => on("nothing-to-shift", face),
        Forbidden::NoRoom(face) => on("no-room", face),
        Forbidden::FewerPoints(most) => count("fewer-points", most),
        Forbidden::FriendOrSelf(number) => about("friend-or-self", number),
        Forbidden::Gone(number) => about("gone", number),
        Forbidden::NothingBears(number) => about("nothing-bears", number),
        Forbidden::AlreadyTarget(number) => about("already-target", number),
        Forbidden::OneTargetOnly => Message::new("one-target-only"),
        Forbidden::NameTargetFirst => Message::new("name-target-first"),
        Forbidden::SwitchOnFirst => Message::new("switch-on-first"),
        Forbidden::NoSuchWeapon => Message::new("no-such-weapon"),
        Forbidden::DoesNotBear(mount) => own("does-not-bear", mount),
        Forbidden::FiresElsewhere(mount) => own("fires-elsewhere", mount),
        Forbidden::NoMoreChanges => Message::new("no-more-changes"),
    }
}

/// Plays an action again with its dice. Returns the battle after it and its events. Messages and motion share this function,
/// since every other closure would compile the rules once more into the page.
pub(crate) fn replayed(before: &Battle, action: Action, rolls: &[Roll]) -> (Battle, Vec<Event>) {
    let (mut after, mut events) = (before.clone(), Vec::new());
    after.play(action, &mut Dice::scripted(rolls.iter().map(|roll| roll.value)), &mut |event| events.push(event));
    (after, events)
}

/// The messages of an action, in order. The action is played again with its dice.
pub(crate) fn told(before: &Battle, action: Action, rolls: &[Roll]) -> Vec<Message> {
    let (after, events) = replayed(before, action, rolls);
    // The result comes first, and then the details.
    let mut told = attack_summary::headlines(before, &after, &events);
    told.extend(done(before, action, &after));
    let mut struck: Option<(u8, Side, Taken)> = None;
    for event in events {
        // The damage of all missiles of one launcher is one message.
        if let Event::Struck { target, side, taken } = event {
            let mut sum = struck.map_or(Taken::default(), |(_, _, sum)| sum);
            sum += taken;
            struck = Some((target, side, sum));
            continue;
        }
        if let Some((target, face, taken)) = struck.take() {
            told.extend(taken_by(before, target, face, taken));
        }
        told.extend(happened(before, event));
    }
    if let Some((target, face, taken)) = struck {
        told.extend(taken_by(before, target, face, taken));
    }
    told
}

/// The message about the action itself, if no event gives one.
fn done(before: &Battle, action: Action, after: &Battle) -> Option<Message> {
    let acting = before.acting();
    let by =
        |key| Message::new(key).with("ship", acting.map_or(Arg::Text(String::new()), |number| ship(before, number)));
    let by_seat =
        |key, number| Message::new(key).with("seat", before.commander_of(number)).with("ship", ship(before, number));
    let now = acting.and_then(|number| after.ship(number));
    let is_aboard = acting.and_then(|number| before.ship(number)).is_some_and(Ship::is_aboard);
    Some(match action {
        Action::Place { ship: placed, hex: place } => by_seat("placed", placed).with("hex", hex(before, place)),
        // Hex and facing in one sentence, because some readers see only the last message of a deployment.
        Action::Face(facing) => {
            by_seat("placed.facing", acting?).with("hex", hex(before, now?.hex)).with("direction", direction(facing))
        }
        Action::Speed(speed) => by(if is_aboard { "launched" } else { "speed-set" }).with("speed", i64::from(speed)),
        Action::Burn => by("burned").with("speed", i64::from(now?.speed)),
        Action::Ahead => by("advanced").with("hex", hex(before, now?.hex)),
        Action::Left | Action::Right => {
            let key = if action == Action::Left { "turned.left" } else { "turned.right" };
            let was = acting.and_then(|number| before.ship(number))?;
            // With broken thrusters the event gives the message.
            if was.facing == now?.facing {
                return None;
            }
            by(key).with("direction", direction(now?.facing))
        }
        Action::Charge(face) => {
            by("charged").with("side", side(face)).with("points", i64::from(now?.shields[face as usize]))
        }
        Action::Shift { from, to, points } => {
            by("shifted").with("from", side(from)).with("to", side(to)).with("points", i64::from(points))
        }
        Action::Jam => by("jammed"),
        Action::Done if is_aboard => by("stayed-aboard"),
        Action::Done => by("moved")
            .with("hex", hex(before, now?.hex))
            .with("direction", direction(now?.facing))
            .with("speed", i64::from(now?.speed)),
        Action::Target(target) | Action::Also(target) => {
            let Step::Aim(aim) = after.step() else { return None };
            let key = if matches!(action, Action::Also(_)) { "aimed-also" } else { "aimed" };
            by(key).with("target", ship(before, target)).with("count", i64::from(aim.current_on().count_ones()))
        }
        Action::Switch(mount) => {
            let Step::Aim(aim) = after.step() else { return None };
            let key = if aim.current_on() >> mount & 1 == 1 { "switched.on" } else { "switched.off" };
            by(key).with("weapon", weapon(before, acting?, mount))
        }
        Action::Hold => by("held"),
        Action::Keep => by("kept"),
        Action::Leave | Action::Dock | Action::Stop | Action::Fire | Action::Reroll => return None,
    })
}

fn dice(key: &'static str, dice: [u8; 2]) -> Message {
    let sum = i64::from(dice[0]) + i64::from(dice[1]);
    Message::new(key).with("one", i64::from(dice[0])).with("two", i64::from(dice[1])).with("sum", sum)
}

fn happened(battle: &Battle, event: Event) -> Option<Message> {
    let about = |key, number| Message::new(key).with("ship", ship(battle, number));
    Some(match event {
        Event::Round(round) => {
            Message::new("round").with("round", i64::from(round)).with("rounds", i64::from(battle.rounds()))
        }
        Event::Thrusters { ship: number, dice: fell, turned } => {
            let key = if turned { "thrusters.turned" } else { "thrusters.failed" };
            dice(key, fell)
                .with("ship", ship(battle, number))
                .with("number", i64::from(battle.rules().criticals.side_thrusters))
        }
        Event::StoppedShort { ship: number, at, speed } => {
            about("stopped-short", number).with("hex", hex(battle, at)).with("speed", i64::from(speed))
        }
        Event::Withdrew { ship: number } => about("withdrew", number),
        Event::Escaped { ship: number } => about("escaped", number),
        Event::Docked { ship: number } => about("docked", number),
        Event::Rearmed { ship: number } => about("rearmed", number),
        Event::LostAboard { ship: number } => about("lost-aboard", number),
        Event::Drifted { ship: number, to } => about("drifted", number).with("hex", hex(battle, to)),
        Event::Fired { ship: number, target, side: face, distance } => about("fired", number)
            .with("target", ship(battle, target))
            .with("side", side(face))
            .with("count", i64::from(distance)),
        Event::Rolled { dice: fell, again: false, .. } => dice("rolled", fell),
        Event::Rolled { ship: number, dice: fell, again: true } => {
            dice("rolled-again", fell).with("ship", ship(battle, number))
        }
        Event::Shot { ship: number, mount, to_hit, hits } => {
            let key = if hits { "shot.hit" } else { "shot.miss" };
            modifiers(key, to_hit).with("weapon", weapon(battle, number, mount))
        }
        Event::Missiles { ship: number, mount, die, hits } => Message::new("missiles")
            .with("weapon", weapon(battle, number, mount))
            .with("die", i64::from(die))
            .with("hits", i64::from(hits)),
        Event::Intercepted { target, die, removed } => {
            about(if removed { "intercepted" } else { "not-intercepted" }, target).with("die", i64::from(die))
        }
        Event::Struck { .. } => return None, // summed up above
        Event::Disrupted { target, disruption } => about("disrupted", target)
            .with("count", i64::from(disruption))
            .with("most", i64::from(battle.ship(target)?.hull(battle.rules()).regeneration)),
        Event::Disabled { target } => about("disabled", target),
        Event::Critical { target, side: face, die, critical } => about("critical", target)
            .with("side", side(face))
            .with("die", i64::from(die))
            .with("critical", Arg::word("critical", critical.name())),
        Event::WeaponBroken { target, mount } => {
            about("weapon-broken", target).with("weapon", weapon(battle, target, mount))
        }
        Event::Destroyed { target } => about("destroyed", target),
        Event::Over { winner, ending } => over(battle, winner, ending),
    })
}

/// How the battle ended.
fn over(battle: &Battle, winner: Option<Seat>, ending: Ending) -> Message {
    let key = match (winner, ending) {
        (Some(_), Ending::Fleet) => "over.won",
        (Some(_), Ending::Points([red, blue])) if red == blue => "over.given-by-points",
        (Some(_), Ending::Points(_)) => "over.won-by-points",
        (Some(winner), Ending::Aim) => match battle.aim(winner) {
            SideAim::Destroy => "over.won",
            SideAim::Hold { .. } => "over.won.hold",
            SideAim::Protect { .. } => "over.won.protect",
            SideAim::EscapeShips { .. } | SideAim::EscapePoints { .. } => "over.won.escape",
            SideAim::Kill { .. } => "over.won.kill",
        },
        (Some(_), Ending::Both) => "over.given.both",
        (Some(_), Ending::Neither) => "over.given.neither",
        (None, Ending::Both) if battle.aims().count_points() => "over.draw",
        (None, Ending::Fleet) => "over.draw",
        (None, Ending::Points(_)) => "over.draw-by-points",
        (None, Ending::Aim | Ending::Both) => "over.draw.both",
        (None, Ending::Neither) => "over.draw.neither",
    };
    let mut message = Message::new(key);
    if let Some(winner) = winner {
        message = message.with("seat", winner);
        if let Some(named) = battle.named_ship(winner) {
            message = message.with("ship", ship(battle, named));
        }
    }
    if let Ending::Points([red, blue]) = ending {
        message = message.with("first", Seat(0)).with("second", Seat(1));
        message = message.with("red", halves(red.into())).with("blue", halves(blue.into()));
    }
    message
}

/// Doubled points as people read them.
pub(crate) fn halves(doubled: i64) -> Arg {
    Arg::Tenths(5 * doubled)
}

/// The number that an attack needs, with all its parts. Another sentence names electronic counter measures where they count.
pub(crate) fn modifiers(key: &'static str, to_hit: ToHit) -> Message {
    let key = match key {
        _ if to_hit.jamming == 0 => key,
        "preview.weapon" => "preview.weapon.jammed",
        "switch.needs" => "switch.needs.jammed",
        "shot.hit" => "shot.hit.jammed",
        _ => "shot.miss.jammed",
    };
    Message::new(key)
        .with("jamming", signed(to_hit.jamming))
        .with("number", i64::from(to_hit.number()))
        .with("base", i64::from(to_hit.base))
        .with("gunnery", signed(-to_hit.gunnery))
        .with("silhouette", signed(to_hit.silhouette))
        .with("speed", signed(to_hit.speed))
        .with("sensors", signed(to_hit.sensors))
}

/// The damage of a hit, layer by layer.
fn taken_by(battle: &Battle, target: u8, face: Side, taken: Taken) -> Vec<Message> {
    let layer = |key, points: u8| {
        (points > 0).then(|| {
            Message::new(key)
                .with("ship", ship(battle, target))
                .with("side", side(face))
                .with("points", i64::from(points))
        })
    };
    let layers =
        [layer("struck.shield", taken.shield), layer("struck.armour", taken.armour), layer("struck.hull", taken.hull)];
    if taken == Taken::default() {
        return vec![Message::new("struck.nothing").with("ship", ship(battle, target))];
    }
    layers.into_iter().flatten().collect()
}
