//! The original's tables, row by row.

mod common;

use common::{battle, hull, rules, ship};
use sixfold_hex_ships::rules::{Critical, Skill, WeaponKind};
use sixfold_hex_ships::{Field, Side};

#[test]
fn the_dagger_frigate_is_the_sample_unit() {
    let dagger = hull("dagger");
    assert_eq!((dagger.name.as_str(), dagger.class.as_str()), ("Dagger", "frigate"));
    assert_eq!(dagger.structure, 5, "1 hull structure");
    assert_eq!(dagger.initiative, 3, "2 base initiative");
    assert_eq!(dagger.armour, [10, 7, 7, 3], "3 armour: front, right, left, rear");
    assert_eq!(dagger.shields, [5, 5, 5, 5], "4 shields");
    assert_eq!(dagger.generator, 2, "5 shield generator");
    assert_eq!(dagger.size, 1, "6 size");
    let looks = dagger.silhouette.map(|look| rules().numbers.silhouettes[usize::from(look)].name.as_str());
    assert_eq!(looks, ["tiny", "tiny"], "7 silhouette");
    assert_eq!(dagger.max_speed, 7, "8 max speed");
    assert_eq!((dagger.faster, dagger.slower), (3, 2), "10 thrust");
    assert_eq!(dagger.manoeuvrability, 4, "11 manoeuvrability");
    assert_eq!(dagger.most_energy, 8, "13 max energy");
    assert_eq!(dagger.regeneration, 5, "14 energy regen");
    let mounts: Vec<(&str, String)> =
        dagger.mounts.iter().map(|mount| (mount.holds.name(), mount.field.name())).collect();
    assert_eq!(mounts, [("omni", "1-6".to_owned()), ("energy", "1".to_owned())], "16 weapon hardpoints");
}

/// 9 current speed 0 (HS-18), 12 current energy 0 before the first upkeep (HS-21), 15 energy disruption 0.
#[test]
fn the_dagger_frigate_starts_as_the_sample_unit() {
    let battle = battle(&[("dagger", "k3 S 0")], &[("dagger", "k19 N 0")]);
    let dagger = ship(&battle, "r1");
    assert_eq!((dagger.speed, dagger.disruption, dagger.energy), (0, 0, 5), "one upkeep has passed");
}

/// Energy, ammunition, then damage and accuracy at short, medium and long range.
#[test]
fn the_sample_weapon_table() {
    type Row = (&'static str, u8, Option<u8>, [Option<(u8, u8)>; 3]);
    let rows: [Row; 7] = [
        ("laser", 3, None, [Some((5, 3)), Some((4, 3)), Some((3, 3))]),
        ("emp-beam", 3, None, [Some((3, 3)), Some((2, 4)), None]),
        ("heavy-laser", 5, None, [Some((7, 4)), Some((6, 4)), Some((5, 4))]),
        ("cannon", 2, Some(8), [Some((8, 3)), Some((8, 5)), Some((8, 7))]),
        ("missile-3", 2, Some(4), [Some((9, 0)), Some((9, 0)), Some((9, 0))]),
        ("rocket-5", 1, Some(4), [Some((11, 5)), Some((11, 7)), Some((11, 9))]),
        ("torpedo", 1, Some(2), [Some((25, 7)), None, None]),
    ];
    let set = &rules().weapon_sets[0];
    assert_eq!((set.name, set.weapons.len()), ("seed", rows.len()));
    for ((key, energy, ammunition, brackets), weapon) in rows.into_iter().zip(&set.weapons) {
        assert_eq!((weapon.key.as_str(), weapon.energy, weapon.ammunition), (key, energy, ammunition));
        assert_eq!(weapon.brackets.map(|shot| shot.map(|shot| (shot.damage, shot.hits_on))), brackets, "{key}");
    }
}

#[test]
fn the_range_brackets() {
    let brackets: Vec<Option<usize>> = (0..=11).map(|distance| rules().bracket(distance)).collect();
    let (short, medium, long) = (Some(0), Some(1), Some(2));
    assert_eq!(brackets[..4], [None, short, short, short]);
    assert_eq!(brackets[4..7], [medium; 3]);
    assert_eq!(brackets[7..10], [long; 3]);
    assert_eq!(brackets[10..], [None, None]);
}

#[test]
fn the_silhouettes() {
    let table: Vec<(&str, i8)> = rules()
        .numbers
        .silhouettes
        .iter()
        .map(|silhouette| (silhouette.name.as_str(), silhouette.difficulty))
        .collect();
    assert_eq!(table, [("mini", 5), ("tiny", 2), ("small", 1), ("medium", 0), ("large", -1)]);
}

#[test]
fn the_target_speeds() {
    let battle = battle(&[("needle", "k3 S 0")], &[("dagger", "k19 N 0")]);
    let mut needle = *ship(&battle, "r1");
    for (speed, difficulty) in [
        (0, -1),
        (1, 0),
        (2, 0),
        (3, 1),
        (4, 1),
        (5, 2),
        (6, 2),
        (7, 3),
        (8, 3),
        (12, 3),
        (-1, 0),
        (-2, 0),
        (-3, 1),
        (-7, 3),
    ] {
        needle.speed = speed;
        assert_eq!(needle.speed_difficulty(rules()), difficulty, "speed {speed}");
    }
}

/// A Missile-3 by its die, and a Missile-6.
#[test]
fn the_missile_tables() {
    let that_hit = |set: usize, key: &str| {
        let set = &rules().weapon_sets[set];
        set.find(key)
            .and_then(|weapon| set.weapons[weapon].missiles)
            .map(|missiles| (missiles.count, missiles.that_hit))
    };
    assert_eq!(that_hit(0, "missile-3"), Some((3, [1, 1, 2, 2, 3, 3])));
    assert_eq!(that_hit(1, "missile-3"), Some((3, [1, 1, 2, 2, 3, 3])));
    assert_eq!(that_hit(1, "missile-6"), Some((6, [1, 2, 3, 4, 5, 6])));
}

#[test]
fn the_order_of_damage() {
    let order = WeaponKind::ALL.map(|kind| (kind.name(), kind.arrives()));
    let expected = [
        ("laser", 0),
        ("heavy-laser", 0),
        ("emp-beam", 1),
        ("cannon", 2),
        ("missile", 3),
        ("rocket", 3),
        ("torpedo", 4),
    ];
    assert_eq!(order, expected);
}

#[test]
fn the_three_tables_of_criticals() {
    use Critical::{
        Bridge, Communications, Engines, ForwardThrusters, LifeSupport, Nothing, Sensors, ShieldGenerator,
        SideThrusters, Weapon,
    };
    let table = |side| [1, 2, 3, 4, 5, 6].map(|die| rules().criticals.on(side, die));
    assert_eq!(table(Side::Front), [Nothing, Weapon, Weapon, ForwardThrusters, Sensors, Bridge]);
    for side in [Side::Right, Side::Left] {
        assert_eq!(table(side), [Nothing, Weapon, Weapon, SideThrusters, Communications, LifeSupport]);
    }
    assert_eq!(table(Side::Rear), [Nothing, Weapon, Weapon, Engines, Engines, ShieldGenerator]);
}

#[test]
fn the_command_ranks() {
    let rows = rules().captains.command.map(|row| (row.initiative, row.rerolls, row.fleet_initiative));
    assert_eq!(rows, [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 2, 0), (2, 2, 1)]);
}

#[test]
fn the_gunnery_ranks() {
    let rows = rules().captains.gunnery.map(|row| (row.to_hit, row.target_speed, row.several_targets));
    assert_eq!(rows, [(0, 0, false), (1, 0, false), (1, 1, false), (2, 1, false), (2, 1, true), (3, 1, true)]);
}

#[test]
fn the_engineering_ranks() {
    let rows = rules().captains.engineering.map(|row| (row.energy, row.afterburners, row.shield_shifts));
    assert_eq!(rows, [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 1, 1), (3, 1, 1)]);
}

#[test]
fn captains_have_three_skills_and_ten_levels() {
    assert_eq!(Skill::ALL.map(Skill::name), ["command", "gunnery", "engineering"]);
    assert_eq!(rules().captains.highest_level(), 10);
}

/// Which weapons each kind of mount takes.
#[test]
fn the_kinds_of_hard_points() {
    use WeaponKind::{Cannon, EmpBeam, HeavyLaser, Laser, Missile, Rocket, Torpedo};
    let rows: [(&str, &[WeaponKind]); 5] = [
        ("omni", &WeaponKind::ALL),
        ("energy", &[Laser, HeavyLaser, EmpBeam]),
        ("missile", &[Missile, Rocket]),
        ("ballistic", &[Cannon]),
        ("torpedo", &[Torpedo]),
    ];
    for (name, taken) in rows {
        let holds = rules().hulls.iter().flat_map(|hull| &hull.mounts).find(|mount| mount.holds.name() == name);
        let holds = holds.unwrap_or_else(|| panic!("there is a mount for {name}")).holds;
        let takes: Vec<WeaponKind> = WeaponKind::ALL.into_iter().filter(|&kind| holds.takes(kind)).collect();
        assert_eq!(takes, taken, "{name}");
    }
}

#[test]
fn shields_and_energy_have_the_originals_prices() {
    let numbers = &rules().numbers;
    assert_eq!((numbers.charge, numbers.rebuild), (2, 5));
    assert_eq!((numbers.emp_against_shields, numbers.emp_disruption), (3, 1));
    assert_eq!(numbers.afterburner_energy, 3, "HS-10");
}

#[test]
fn fields_are_read_in_one_spelling_only() {
    for text in ["1", "6", "1-6", "6-2", "3-2"] {
        assert_eq!(Field::read(text).map(Field::name).as_deref(), Some(text));
    }
    for nonsense in ["", "0", "7", "01", "1-1", "1-7", "1-", "-1", "1-2-3", "+1", "1–6"] {
        assert_eq!(Field::read(nonsense), None, "{nonsense}");
    }
}
