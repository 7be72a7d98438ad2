//! The scene for players: ships and their sheets, fields of fire, ends of moves, switches, and previews.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{act, battle, change, facing, hex, play, read, refused, ship, until_attack_of, until_move_of};
use game::{Game, Message, Seat, Texts, Viewer};
use hex::Direction;
use scene::{BadgeKind, Draw, Gauge, MarkKind, Overlay, Pick, Place, Preview, Scene, Shape, Sheet, Switch};
use sixfold_hex_ships::rules::Critical;
use sixfold_hex_ships::{Action, Battle, Fate, HexShips, MOST_SWITCHES, RuledView};

fn game(battle: &Battle) -> HexShips {
    HexShips::from(battle.clone())
}

fn view(battle: &Battle) -> RuledView {
    game(battle).view(Viewer::Everything)
}

fn drawn(battle: &Battle) -> Scene {
    game(battle).scene(&view(battle))
}

fn preview(battle: &Battle, action: &str) -> Preview {
    game(battle).preview(&view(battle), &read(battle, action))
}

fn tentative(battle: &Battle, action: &str) -> bool {
    game(battle).tentative(&read(battle, action))
}

fn say(message: &Message) -> String {
    let (_, file) = HexShips::INFO.texts[0];
    Texts::parse(file).unwrap().say(message, HexShips::INFO.seat_names)
}

fn said(messages: &[Message]) -> Vec<String> {
    messages.iter().map(say).collect()
}

/// A gauge as text: `hull 5/5`.
fn gauge(gauge: &Gauge) -> String {
    let most = gauge.most.map_or_else(String::new, |most| format!("/{most}"));
    format!("{} {}{most}", say(&gauge.label), gauge.value)
}

fn sheet(scene: &Scene, unit: u32) -> &Sheet {
    scene.sheets.iter().find(|sheet| sheet.unit == unit).unwrap()
}

/// Red's Dagger has Blue's Sabre and Manta before it; the Sabre shows its left side.
fn meeting() -> Battle {
    battle(&[("dagger@323", "k11 N 3")], &[("sabre", "k9 NE 4"), ("manta", "m9 S 0")])
}

#[test]
fn a_ship_is_a_piece_with_facing_health_title_and_badges() {
    let mut battle = meeting();
    change(&mut battle, "b1").speed = -1;
    (change(&mut battle, "r1").disruption, change(&mut battle, "b2").disruption) = (2, 8);
    let scene = drawn(&battle);
    let [dagger, sabre, manta] = scene.pieces.as_slice() else { panic!("three ships") };
    assert_eq!((dagger.unit, dagger.seat, dagger.place), (Some(0), Seat(0), Place::Hex(hex("k11"))));
    assert_eq!((&dagger.shape, dagger.facing), (&Shape::silhouette("dagger", 1), Some(Direction::N)));
    assert_eq!(say(dagger.title.as_ref().unwrap()), "Dagger R1");
    let health = dagger.health.unwrap();
    assert_eq!((health.value, health.most), (Some(5), 5));
    let badges = |piece: &scene::Piece| piece.badges.iter().map(|badge| (badge.kind, badge.count)).collect::<Vec<_>>();
    assert_eq!(badges(dagger), [(BadgeKind::Speed, 3), (BadgeKind::Weakened, 2)]);
    assert_eq!(badges(sabre), [(BadgeKind::Backwards, 1)]);
    assert_eq!(badges(manta), [(BadgeKind::Disabled, 1)], "it stands still");
}

#[test]
fn a_sheet_has_the_four_sides_clockwise_from_the_bow() {
    let mut battle = meeting();
    let dagger = change(&mut battle, "r1");
    (dagger.shields[1], dagger.armour[3]) = (2, 0);
    let scene = drawn(&battle);
    let dagger = sheet(&scene, 0);
    assert_eq!(say(&dagger.title), "Dagger R1, frigate");
    let sides: Vec<String> = dagger
        .sides
        .iter()
        .map(|side| {
            format!(
                "{} {}: {}",
                side.towards,
                say(&side.label),
                side.layers.iter().map(gauge).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let expected = [
        "N front: armour 10/10, shield 5/5",
        "SE right: armour 7/7, shield 2/5",
        "S rear: armour 0/3, shield 5/5",
        "SW left: armour 7/7, shield 5/5",
    ];
    assert_eq!(sides, expected);
}

#[test]
fn a_sheet_has_gauges_and_for_the_ship_that_moves_what_is_left_of_its_move() {
    let mut battle = meeting();
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2 left ahead");
    change(&mut battle, "r1").shields[0] = 1;
    play(&mut battle, "charge:front");
    let scene = drawn(&battle);
    let gauges = |unit| sheet(&scene, unit).gauges.iter().map(gauge).collect::<Vec<_>>();
    let expected = ["hull 5/5", "energy 4/8", "speed 2/7", "turns left 3/4", "shield points to charge 1/2"];
    assert_eq!(gauges(0), expected);
    assert_eq!(gauges(1), ["hull 8/8", "energy 7/12", "speed 4/6", "turns a move 3"]);
    assert_eq!(scene.sheets.iter().map(|sheet| sheet.acts).collect::<Vec<_>>(), [true, false, false]);
    change(&mut battle, "b1").speed = -2;
    assert_eq!(gauge(&sheet(&drawn(&battle), 1).gauges[2]), "speed -2", "no bar for going backwards");
}

/// With its sides, gauges and weapons, a sheet has all sixteen attributes of a unit.
#[test]
fn a_sheet_has_every_other_attribute_and_what_captain_and_damage_make_of_it() {
    let mut battle = meeting();
    let facts = |battle: &Battle| {
        let scene = drawn(battle);
        let facts = sheet(&scene, 0).facts.iter();
        facts.map(|fact| format!("{} {}", say(&fact.label), say(&fact.value))).collect::<Vec<_>>()
    };
    let expected = [
        "size 1",
        "initiative 4 (hull 3)",
        "seen from ahead tiny (+2)",
        "seen from the side tiny (+2)",
        "top speed 7",
        "thrust +3 / −2",
        "energy a round 6 (hull 5)",
        "shield generator 2",
        "disruption 0 of 5",
        "kills 0",
    ];
    assert_eq!(facts(&battle), expected);
    let dagger = change(&mut battle, "r1");
    (dagger.disruption, dagger.kills) = (2, 1);
    dagger.broken.add(Critical::Engines);
    let changed = ["top speed 6 (hull 7)", "energy a round 4 (hull 5)", "disruption 2 of 5", "kills 1"];
    let facts = facts(&battle);
    assert_eq!([4, 6, 8, 9].map(|index| facts[index].as_str()), changed);
}

/// HS-37: the sheet and the row of the order have the same initiative, also while fleets deploy.
#[test]
fn hs_37_the_initiative_on_a_sheet_counts_the_captain_while_fleets_deploy() {
    let options = common::setup("points=999 red=dagger@211+dagger+needle@611 blue=dagger");
    let game = HexShips::start(&options, &mut game::Dice::seeded(&game::Seed::number(1))).unwrap();
    assert_eq!(game.battle.round(), 0);
    let scene = drawn(&game.battle);
    let initiative = |unit| say(&sheet(&scene, unit).facts[1].value);
    // A commander of rank 6 gives the whole fleet one more.
    assert_eq!([initiative(0), initiative(1)], ["5 (hull 3)", "4 (hull 3)"]);
}

#[test]
fn a_squadron_has_no_kills_on_its_sheet_because_they_go_to_its_carrier() {
    let options = common::setup("points=999 expansions=on red=hive~wasp blue=dagger");
    let game = HexShips::start(&options, &mut game::Dice::seeded(&game::Seed::number(1))).unwrap();
    for sheet in drawn(&game.battle).sheets {
        let has_kills = sheet.facts.iter().any(|fact| fact.label.key == "fact.kills");
        assert_ne!(has_kills, game.battle.ships()[sheet.unit as usize].is_squadron());
    }
}

#[test]
fn with_every_weapon_off_nothing_says_that_a_side_is_hit() {
    let mut battle = meeting();
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:1");
    let off = preview(&battle, "switch:2");
    assert!(off.story.iter().all(|message| message.key != "preview.side"), "{:?}", said(&off.story));
    assert!(off.flanks.is_empty());
    play(&mut battle, "switch:2");
    assert!(drawn(&battle).aimed.is_empty());
}

#[test]
fn a_sheet_tells_captain_weapons_and_criticals() {
    let mut battle = meeting();
    let expected = [
        "Cannon (all round): 2 energy a shot, 8 shots left",
        "Laser (arc 1): 3 energy a shot",
        "captain of level 6: command 3, gunnery 2, engineering 3",
        "may roll one attack again",
        "may use afterburners once",
    ];
    assert_eq!(said(&sheet(&drawn(&battle), 0).lines), expected);
    let dagger = change(&mut battle, "r1");
    (dagger.broken.weapons, dagger.disruption, dagger.rerolls_used) = (0b10, 5, 1);
    dagger.ammunition[0] = 1;
    for hit in [Critical::Engines, Critical::Engines, Critical::Sensors] {
        dagger.broken.add(hit);
    }
    let expected = [
        "disabled: it drifts and does nothing else",
        "broken: sensors: its attacks are harder",
        "broken 2 times: engines: its maximum speed falls by 1",
        "Cannon (all round): 2 energy a shot, one shot left",
        "Laser (arc 1): broken",
        "captain of level 6: command 3, gunnery 2, engineering 3",
        "may use afterburners once",
    ];
    assert_eq!(said(&sheet(&drawn(&battle), 0).lines), expected);
}

/// The rows of the page: ships that have acted in parentheses, the acting one in brackets.
fn queues(battle: &Battle) -> [String; 2] {
    let rows = drawn(battle).queues.into_iter().map(|queue| {
        let pieces = queue.pieces.iter().map(|piece| match piece.stage {
            scene::Stage::Done => format!("({})", piece.tag),
            scene::Stage::Acts => format!("[{}]", piece.tag),
            scene::Stage::Waits => piece.tag.clone(),
        });
        let now = if queue.runs { " now" } else { "" };
        format!("{}{now}: {}", say(&queue.label), pieces.collect::<Vec<_>>().join(" "))
    });
    rows.collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn hs_37_the_order_of_movement_and_of_fire_is_a_row_of_ships_with_ties_resolved() {
    // The Needle has initiative 5, the Daggers 3 and the Sabre 3. The larger Sabre moves after the Daggers, which are equal.
    let mut battle =
        battle(&[("dagger", "k5 S 0"), ("needle", "h6 S 0")], &[("sabre", "k9 N 0"), ("dagger", "m9 N 0")]);
    let tied = if ship(&battle, "r1").tie < ship(&battle, "b2").tie { ["R1", "B2"] } else { ["B2", "R1"] };
    let [first, second] = tied;
    let fire = format!("order of fire: R2 B1 {second} {first}");
    assert_eq!(queues(&battle), [format!("order of movement now: [{first}] {second} B1 R2"), fire.clone()]);
    play(&mut battle, "speed:0 done");
    assert_eq!(queues(&battle), [format!("order of movement now: ({first}) [{second}] B1 R2"), fire]);
    play(&mut battle, "speed:0 done speed:0 done speed:0 done");
    let moved = format!("order of movement: ({first}) ({second}) (B1) (R2)");
    assert_eq!(queues(&battle), [moved.clone(), format!("order of fire now: [R2] B1 {second} {first}")]);
    play(&mut battle, "hold");
    assert_eq!(queues(&battle), [moved, format!("order of fire now: (R2) [B1] {second} {first}")]);
    // A disabled ship drifts in its turn and does not fire; one that is gone has no place.
    change(&mut battle, "b1").fate = Fate::Destroyed;
    let disruption = ship(&battle, "r2").hull(battle.rules()).regeneration;
    change(&mut battle, "r2").disruption = disruption;
    let left = format!("order of movement: ({first}) ({second}) (R2)");
    assert_eq!(queues(&battle), [left, format!("order of fire now: {second} {first}")]);
}

#[test]
fn the_energy_left_is_counted_down_and_firing_says_its_cost() {
    let mut battle = battle(&[("dagger", "k8 S 0")], &[("dagger", "k12 N 0")]);
    play(&mut battle, "speed:0 done speed:0 done");
    let seen = |battle: &Battle| {
        let scene = drawn(battle);
        let labels = scene.labels.iter().map(|known| format!("{}: {}", known.button, say(&known.label)));
        (scene.spare.as_ref().map(gauge), labels.collect::<Vec<_>>())
    };
    assert_eq!(seen(&battle), (None, vec![]), "there is no target yet");
    let target = if battle.ship_name(battle.acting().unwrap()) == "r1" { "target:b1" } else { "target:r1" };
    play(&mut battle, target);
    assert_eq!(seen(&battle), (Some("energy left 0/5".to_owned()), vec!["fire: Fire (5 energy)".to_owned()]));
    play(&mut battle, "switch:1");
    assert_eq!(seen(&battle), (Some("energy left 2/5".to_owned()), vec!["fire: Fire (3 energy)".to_owned()]));
    play(&mut battle, "switch:2");
    assert_eq!(seen(&battle), (Some("energy left 5/5".to_owned()), vec![]), "nothing is switched on");
}

#[test]
fn ships_that_are_gone_have_no_sheet_and_lie_beside_the_map() {
    let mut battle = meeting();
    change(&mut battle, "b1").fate = Fate::Destroyed;
    let scene = drawn(&battle);
    assert_eq!(scene.sheets.iter().map(|sheet| sheet.unit).collect::<Vec<_>>(), [0, 2]);
    assert!(scene.overlays.iter().all(|overlay| overlay.unit != Some(1)));
    assert_eq!(scene.trays.len(), 1);
    assert_eq!(say(&scene.trays[0].label), "destroyed");
    assert!(scene.trays[0].items.iter().all(|item| item.unit.is_none()), "and are never picked again");
    change(&mut battle, "b1").fate = Fate::Waiting;
    let scene = drawn(&battle);
    assert_eq!(scene.sheets.iter().map(|sheet| sheet.unit).collect::<Vec<_>>(), [0, 1, 2], "a ship that waits has one");
    assert_eq!(scene.trays[0].items.iter().map(|item| item.unit).collect::<Vec<_>>(), [Some(1)]);
}

fn overlays(scene: &Scene, unit: u32) -> Vec<&Overlay> {
    scene.overlays.iter().filter(|overlay| overlay.unit == Some(unit)).collect()
}

fn sizes(overlay: &Overlay) -> Vec<(String, usize)> {
    overlay.areas.iter().map(|area| (say(&area.label), area.places.len())).collect()
}

fn named(names: &[(&str, usize)]) -> Vec<(String, usize)> {
    names.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn fields_of_fire_are_laid_over_the_map_bracket_by_bracket() {
    let mut battle = meeting();
    let scene = drawn(&battle);
    let dagger = overlays(&scene, 0);
    assert_eq!(
        dagger.iter().map(|overlay| say(&overlay.label)).collect::<Vec<_>>(),
        ["all weapons", "Cannon (all round)", "Laser (arc 1)"]
    );
    // From the middle of the map nothing is cut off: discs of 3, 6 and 9.
    assert_eq!(sizes(dagger[0]), named(&[("short range", 36), ("medium range", 90), ("long range", 144)]));
    assert_eq!(sizes(dagger[2]), named(&[("short range", 3), ("medium range", 3), ("long range", 3)]));
    let row: BTreeSet<Place> = (2..=10).map(|row| Place::Hex(hex(&format!("k{row}")))).collect();
    assert_eq!(dagger[2].areas.iter().flat_map(|area| area.places.clone()).collect::<BTreeSet<_>>(), row);
    // A torpedo does not fire at long range. A used-up one has no field. Equal weapons are shown once.
    let mut battle_of_hornets = common::battle(&[("hornet", "k11 N 0")], &[("dagger", "k1 S 0")]);
    let scene = drawn(&battle_of_hornets);
    let labels = |scene: &Scene| overlays(scene, 0).iter().map(|overlay| say(&overlay.label)).collect::<Vec<_>>();
    assert_eq!(labels(&scene), ["all weapons", "Torpedo (arc 1)", "Laser (arc 6–2)"]);
    assert_eq!(sizes(overlays(&scene, 0)[1]), named(&[("short range", 3)]));
    change(&mut battle_of_hornets, "r1").ammunition = [0; 8];
    assert_eq!(labels(&drawn(&battle_of_hornets)), ["all weapons"], "one weapon is all there is");
    // At the edge, hexes off the map are left out.
    change(&mut battle, "r1").hex = hex("k1");
    assert!(sizes(overlays(&drawn(&battle), 0)[1])[0].1 < 36);
}

#[test]
fn the_ends_of_the_move_shrink_with_every_step() {
    let mut battle = battle(&[("tempest", "k11 N 1")], &[("sabre", "k8 N 0")]);
    assert!(drawn(&battle).ends.is_empty() || battle.acting() == Some(0), "only the ship that moves has ends");
    until_move_of(&mut battle, 0);
    let ends = |battle: &Battle| {
        let listed = drawn(battle).ends.into_iter().map(|end| (end.place, end.facings)).collect::<Vec<_>>();
        assert_eq!(listed.iter().map(|(place, _)| place).collect::<BTreeSet<_>>().len(), listed.len(), "each once");
        listed
    };
    let before = ends(&battle);
    play(&mut battle, "speed:3");
    let at_three = ends(&battle);
    let places = |ends: &[(Place, Vec<Direction>)]| ends.iter().map(|(place, _)| *place).collect::<BTreeSet<_>>();
    assert!(places(&at_three).is_subset(&places(&before)), "any speed, until one is set");
    assert!(at_three.iter().all(|(place, _)| *place != Place::Hex(hex("k8"))), "there is a ship");
    play(&mut battle, "left ahead");
    let on_its_way = ends(&battle);
    assert!(places(&on_its_way).is_subset(&places(&at_three)) && on_its_way.len() < at_three.len());
    play(&mut battle, "ahead right ahead");
    let last = ends(&battle);
    assert_eq!(last, [(Place::Hex(battle.ship(0).unwrap().hex), vec![facing("N")])], "no turn is left");
}

fn switches(battle: &Battle) -> Vec<Switch> {
    drawn(battle).switches
}

#[test]
fn every_weapon_that_bears_is_a_switch_with_its_numbers() {
    let mut battle = meeting();
    assert!(switches(&battle).is_empty());
    until_attack_of(&mut battle, 0);
    assert!(switches(&battle).is_empty(), "no target is named");
    play(&mut battle, "target:b1");
    let [cannon, laser] = switches(&battle).try_into().unwrap();
    assert_eq!((say(&cannon.label), cannon.on, cannon.pick), ("Cannon (all round)".to_owned(), true, Pick::Number(1)));
    assert_eq!((say(&laser.label), laser.on, laser.pick), ("Laser (arc 1)".to_owned(), true, Pick::Number(2)));
    let expected = [
        "needs 3 (weapon 3, gunnery −1, silhouette ±0, target speed +1, sensors ±0)",
        "hits in 97\u{a0}%",
        "by itself 7.8 damage expected",
        "2 energy",
        "8 shots left",
    ];
    assert_eq!(said(&cannon.details), expected);
    // A weapon that cannot be switched on says why. The laser's field is one row only.
    play(&mut battle, "switch:2");
    change(&mut battle, "r1").energy = 4;
    let [_, laser] = switches(&battle).try_into().unwrap();
    assert!(!laser.on);
    assert_eq!(said(&laser.details).last().unwrap(), "that takes 3 energy and there is 2");
    play(&mut battle, "target:b2");
    assert_eq!(switches(&battle).iter().map(|switch| say(&switch.label)).collect::<Vec<_>>(), ["Cannon (all round)"]);
}

/// The pick of a switch is the last pick of the path of its action.
#[test]
fn the_pick_of_a_switch_turns_it_over() {
    let mut battle = meeting();
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let picks = game(&battle).picks();
    for (mount, switch) in (0..).zip(switches(&battle)) {
        let path = picks.iter().find(|(path, _)| path.last() == Some(&switch.pick)).unwrap();
        assert_eq!(path.1, Action::Switch(mount));
        let mut after = battle.clone();
        act(&mut after, path.1);
        assert_ne!(switches(&after)[usize::from(mount)].on, switch.on);
    }
}

#[test]
fn everything_before_the_end_of_a_move_or_the_shot_is_a_plan() {
    let mut battle = meeting();
    until_move_of(&mut battle, 0);
    assert!(tentative(&battle, "speed:3") && tentative(&battle, "burn") && tentative(&battle, "charge:front"));
    play(&mut battle, "speed:1");
    assert!(tentative(&battle, "ahead") && tentative(&battle, "left") && !tentative(&battle, "leave"));
    // With broken side thrusters a turn needs a roll (HS-15).
    let mut broken = battle.clone();
    change(&mut broken, "r1").broken.add(Critical::SideThrusters);
    assert!(!tentative(&broken, "left") && tentative(&broken, "ahead"));
    play(&mut battle, "ahead");
    assert!(!tentative(&battle, "done"));
    play(&mut battle, "done");
    until_attack_of(&mut battle, 0);
    assert!(tentative(&battle, "target:b1") && !tentative(&battle, "hold"));
    play(&mut battle, "target:b1");
    assert!(tentative(&battle, "switch:1") && !tentative(&battle, "fire"));
}

#[test]
fn a_preview_of_an_attack_tells_every_weapon_the_sum_and_the_odds() {
    let mut battle = meeting();
    let sabre = change(&mut battle, "b1");
    (sabre.shields, sabre.armour, sabre.structure) = ([0; 4], [3; 4], 4);
    until_attack_of(&mut battle, 0);
    let aimed = preview(&battle, "target:b1");
    let weapons = [
        "it hits the right side of Sabre B1: shield 0, armour 3",
        "Cannon: needs 3 (weapon 3, gunnery −1, silhouette ±0, target speed +1, sensors ±0), hits in 97\u{a0}% of all rolls",
        "Laser: needs 3 (weapon 3, gunnery −1, silhouette ±0, target speed +1, sensors ±0), hits in 97\u{a0}% of all rolls",
        "expected damage 6.8; it is destroyed in 97\u{a0}% of the cases",
    ];
    let [first, told @ ..] = said(&aimed.story).try_into().map(|told: [String; 5]| told).unwrap();
    assert_eq!(first, "Dagger R1 takes aim at Sabre B1: 2 weapons are on");
    assert_eq!(told, weapons);
    let odds = |preview: &Preview| preview.odds.iter().map(|odds| (say(&odds.what), odds.weight)).collect::<Vec<_>>();
    assert_eq!(odds(&aimed), [("nothing happens".to_owned(), 1), ("it is destroyed".to_owned(), 35)]);
    assert_eq!(
        aimed.marks.iter().map(|mark| (mark.place, mark.kind)).collect::<Vec<_>>(),
        [(Place::Hex(hex("k9")), MarkKind::Aim)]
    );
    play(&mut battle, "target:b1");
    let fired = preview(&battle, "fire");
    assert_eq!(said(&fired.story)[1..], weapons);
    assert_eq!(odds(&fired), odds(&aimed));
    let shots = |battle: &Battle| {
        let aimed = drawn(battle).aimed;
        aimed.iter().map(|shot| (shot.from, shot.flank.place, say(&shot.words))).collect::<Vec<_>>()
    };
    let shot = [(Place::Hex(hex("k11")), Place::Hex(hex("k9")), weapons[0].to_owned())];
    assert_eq!(shots(&battle), shot, "the side that is hit stays in sight after the aim");
    // Once the roll is known, chance is not involved any more.
    common::roll(&mut battle, Action::Fire, &[1, 1]);
    assert_eq!(shots(&battle), shot);
    let kept = preview(&battle, "keep");
    assert_eq!(odds(&kept), [("nothing happens".to_owned(), 1)]);
    assert!(said(&kept.story)[2].ends_with("hits in 0\u{a0}% of all rolls"));
    assert_eq!(odds(&preview(&battle, "reroll")), odds(&aimed));
}

#[test]
fn several_targets_are_weighed_by_how_many_are_destroyed() {
    let mut battle = battle(&[("sovereign@161", "k11 N 0")], &[("dagger", "k9 S 0"), ("dagger", "l9 S 0")]);
    for name in ["b1", "b2"] {
        let target = change(&mut battle, name);
        (target.shields, target.armour, target.structure) = ([0; 4], [0; 4], 1);
    }
    change(&mut battle, "r1").energy = 28;
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:2 switch:5 also:b2");
    let odds = preview(&battle, "fire").odds;
    let told: Vec<String> = odds.iter().map(|odds| say(&odds.what)).collect();
    assert!(told.last().unwrap() == "destroys 2 ships", "{told:?}");
    let sum: u32 = odds.iter().map(|odds| odds.weight).sum();
    assert!((9_999..=10_001).contains(&sum), "{sum}");
}

/// Every button of a ship's turn has a key, and no two at once the same.
#[test]
fn the_buttons_of_a_turn_have_keys_of_their_own() {
    let scene = drawn(&battle(&[("hornet@231", "k11 N 4")], &[("manta", "m9 S 0")]));
    let turns = [
        vec!["burn", "ahead", "left", "right", "charge", "shift", "stop", "done"],
        vec!["also", "fire", "hold"],
        vec!["keep", "reroll"],
        vec!["side.front", "side.right", "side.left", "side.rear"],
    ];
    for buttons in turns {
        let keys: BTreeSet<&str> = buttons.iter().map(|button| scene.style.key_of(button).unwrap()).collect();
        assert_eq!(keys.len(), buttons.len());
    }
    assert_eq!(scene.style.key_of("leave"), None, "nobody leaves by a slip of a finger");
}

#[test]
fn who_points_at_a_ship_is_told_its_figures_on_the_map_and_beside_it() {
    let mut battle = battle(&[("hornet@231", "k11 N 4")], &[("manta", "m9 S 0")]);
    let hornet = change(&mut battle, "r1");
    (hornet.structure, hornet.shields[3]) = (2, 1);
    let scene = drawn(&battle);
    let expected = [
        "torpedo boat, hull 2 of 4, speed 4 of at most 8, energy 5 of 7",
        "shields: front 5, right 4, left 4, rear 1",
        "armour: front 8, right 5, left 5, rear 2",
        "captain of level 4: command 2, gunnery 3, engineering 1",
        "2 × Torpedo (arc 1)",
        "Laser (arc 6–2)",
    ];
    assert_eq!(said(&scene.pieces[0].about), expected);
    change(&mut battle, "r1").fate = Fate::Withdrawn;
    let scene = drawn(&battle);
    assert_eq!(said(&scene.trays[0].items[0].about), expected, "beside the map too");
}

/// HS-4: the client asks before a ship leaves, and the question says what it costs.
#[test]
fn leaving_the_map_is_asked_about_with_what_it_costs() {
    let mut battle = battle(&[("dagger", "k1 N 1"), ("sabre", "k12 N 0")], &[("manta", "m9 S 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1");
    let ask = |battle: &Battle, action: &str| preview(battle, action).ask.map(|ask| say(&ask));
    let costs = "Dagger R1 leaves the map and does not come back. Blue gets 2.5 points for it.";
    assert_eq!(ask(&battle, "leave").as_deref(), Some(costs));
    change(&mut battle, "r2").fate = Fate::Destroyed;
    let loses = "Dagger R1 is your last ship that can fight: if it leaves the map, the battle is lost at once.";
    assert_eq!(ask(&battle, "leave").as_deref(), Some(loses));
    assert_eq!(ask(&battle, "left"), None);
    assert_eq!(game(&battle).picks().iter().filter(|(_, action)| *action == Action::Leave).count(), 1);
    let path = game(&battle).path(&Action::Leave);
    assert_eq!(path.len(), 1, "the question is asked once, by the client");
}

#[test]
fn firing_what_cannot_hit_is_asked_about() {
    let mut battle = battle(&[("dagger", "k11 N 0")], &[("needle", "k2 N 0")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:2"); // the laser would hit, so it is switched off
    assert_eq!(preview(&battle, "fire").ask, None);
    change(&mut battle, "r1").broken.add(Critical::Sensors);
    change(&mut battle, "b1").speed = 8;
    let fired = preview(&battle, "fire");
    let chances = said(&fired.story).iter().filter(|line| line.contains("hits in 0\u{a0}%")).count();
    assert_eq!((chances, fired.ask.map(|ask| ask.key.into_owned())), (1, Some("ask.fire.hopeless".to_owned())));
}

#[test]
fn the_end_of_changes_in_an_attack_is_told_before_it_comes() {
    let mut battle = meeting();
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let expected = |battle: &Battle| say(&game(battle).expected(&view(battle)));
    for used in 1..MOST_SWITCHES {
        assert_eq!(expected(&battle).contains("changed"), MOST_SWITCHES - used <= 10, "{used} changes were made");
        play(&mut battle, "switch:1");
    }
    assert!(expected(&battle).contains("cannot be changed any more"));
    assert_eq!(refused(&battle, "switch:1"), "no-more-changes");
    assert!(HexShips::INFO.rules_in("en").contains(&format!("can be changed {MOST_SWITCHES} times")));
}

#[test]
fn the_aim_names_the_enemy_and_the_rounds_of_this_battle() {
    let battle = meeting();
    let aim = |seat| say(&game(&battle).aim(&view(&battle), seat));
    assert_eq!(aim(Some(Seat(1))), "Put every ship of Red out of action in 12 rounds; after that, more points win");
    assert_eq!(aim(None), "Whoever puts the whole enemy fleet out of action wins; after 12 rounds, more points win");
}

/// A client shows these sentences after words of its own, such as «If you play this:», so none may sound as if it had
/// already happened.
#[test]
fn a_preview_says_what_an_action_does_in_whole_sentences() {
    let mut battle = meeting();
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1 ahead");
    assert_eq!(said(&preview(&battle, "done").story)[0], "Dagger R1 ends its move on k10, facing up, speed 1");
    change(&mut battle, "r1").broken.add(Critical::SideThrusters);
    let tries = said(&preview(&battle, "left").story);
    assert_eq!(tries, ["Dagger R1 tries to turn left: 7 or more is needed on two dice"]);
    let mut battle = meeting();
    until_attack_of(&mut battle, 0);
    assert_eq!(said(&preview(&battle, "hold").story)[0], "Dagger R1 holds its fire");
    play(&mut battle, "target:b1");
    assert_eq!(said(&preview(&battle, "fire").story)[0], "Dagger R1 fires at Sabre B1");
}

#[test]
fn points_are_whole_where_they_are_whole_and_halves_where_they_are_not() {
    let mut battle = meeting();
    let points = |battle: &Battle| {
        let texts = Texts::parse(HexShips::INFO.texts[0].1).unwrap();
        let gauges = drawn(battle).gauges;
        gauges.iter().filter(|gauge| gauge.seat.is_some()).map(|gauge| texts.number(&gauge.shown())).collect::<Vec<_>>()
    };
    assert_eq!(points(&battle), ["0", "0"]);
    change(&mut battle, "b1").fate = Fate::Destroyed;
    change(&mut battle, "r1").fate = Fate::Withdrawn;
    assert_eq!(points(&battle), ["8", "2.5"]);
}
