//! Texts for players: the names of things, and the messages of an exchange.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::campaign::{
    BLUE, RED, SIXTEEN_NEEDLES, after_squadrons_fought, battle_of, draw, fight, set_out, set_out_by, step,
};
use common::{NAMED, SETUPS, battle, battle_with, change, play, ship, until_attack_of, until_move_of};
use game::testkit::play_at_random;
use game::{
    Dice, Game, Journey as _, Match, Message, Roll, RuleSet as _, Seat, Seed, Setup, SetupError, Texts, Viewer,
    legal_actions,
};
use hex::{Direction, Hex};
use scene::DrawJourney as _;
use scene::testkit::Words;
use sixfold_hex_ships::rules::{Aims, Critical, Rules, SideAim, Skill};
use sixfold_hex_ships::{Action, Battle, Campaign, Fate, HexShips, Side, WING};

#[test]
fn every_name_in_the_files_has_its_word_in_every_language() {
    let rules = Rules::built_in();
    let mut words: Vec<String> = Side::ALL.map(|side| format!("side.{}", side.name())).to_vec();
    words.extend(Direction::ALL.map(|direction| format!("direction.{direction}")));
    words.extend(rules.hulls.iter().map(|hull| format!("class.{}", hull.class)));
    words.extend(rules.weapon_sets.iter().flat_map(|set| &set.weapons).map(|weapon| format!("weapon.{}", weapon.key)));
    words.extend(Critical::ALL.map(|critical| format!("critical.{}", critical.name())));
    words.extend(["field.arc", "field.all-round"].map(str::to_owned));
    let buttons = "burn ahead leave left right dock stop ecm done charge shift also switch fire hold keep reroll";
    words.extend(buttons.split(' ').map(str::to_owned));
    for (language, file) in HexShips::INFO.texts {
        let texts = Texts::parse(file).unwrap();
        for word in &words {
            assert!(texts.keys().any(|key| key == word), "{word} in {language}");
        }
    }
}

fn said(messages: &[Message]) -> Vec<String> {
    let texts = Texts::parse(HexShips::INFO.texts[0].1).unwrap();
    messages.iter().map(|message| texts.say(message, HexShips::INFO.seat_names)).collect()
}

/// The messages of an action with these dice.
fn told(battle: &mut Battle, action: Action, dice: &[(u32, u32)]) -> Vec<String> {
    let rolls: Vec<Roll> = dice.iter().map(|&(sides, value)| Roll { sides, value }).collect();
    let before = HexShips::from(battle.clone());
    let mut after = before.clone();
    after.apply(&action, &mut Dice::scripted(rolls.iter().map(|roll| roll.value)));
    *battle = after.battle.clone();
    said(&HexShips::tell(&before, &action, &rolls, &after, Viewer::Spectator))
}

/// A whole exchange: the number with every modifier, the roll, shield, armour and hull, the critical.
#[test]
fn an_exchange_is_told_step_by_step() {
    let mut battle = battle(&[("sabre@321", "k11 N 0")], &[("tempest", "k9 S 3"), ("sovereign", "a1 N 0")]);
    let tempest = change(&mut battle, "b1");
    (tempest.shields[0], tempest.armour[0]) = (4, 5);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let shown = told(&mut battle, Action::Fire, &[(6, 2), (6, 1)]);
    let expected = [
        "Sabre R1 fires at Tempest B1 and rolls 3: 0 of 2 weapons would hit",
        "the guns bear on the front side of Tempest B1, 2 hexes away",
        "the attack roll is 2 + 1 = 3",
    ];
    assert_eq!(shown, expected);
    let exchange = told(&mut battle, Action::Reroll, &[(6, 6), (6, 6), (6, 5), (6, 3)]);
    let expected = [
        "Sabre R1 fires at Tempest B1: 3 of 3 weapons hit, shield −4, armour −5, hull −10",
        "Sabre R1 rolls again: 6 + 6 = 12",
        "Laser: needs 4 (weapon 3, gunnery −1, silhouette +1, target speed +1, sensors ±0): hits",
        "Tempest B1 loses 4 points of its front shield",
        "Tempest B1 loses one point of its front armour",
        "Cannon: needs 4 (weapon 3, gunnery −1, silhouette +1, target speed +1, sensors ±0): hits",
        "Tempest B1 loses 4 points of its front armour",
        "Tempest B1 loses 4 hull points",
        "critical on the front of Tempest B1, 5 on the die: sensors: its attacks are harder",
        "Missile-3: the die shows 3, 2 missiles hit",
        "Tempest B1 loses 6 hull points",
    ];
    assert_eq!(exchange, expected);
}

#[test]
fn a_move_is_told_step_by_step() {
    let mut battle = battle(&[("dagger", "k11 N 0")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    change(&mut battle, "r1").shields[1] = 3;
    let mut lines = Vec::new();
    for text in ["speed:1", "ahead", "left", "charge:right", "done"] {
        let action = common::read(&battle, text);
        lines.extend(told(&mut battle, action, &[]));
    }
    assert_eq!(
        lines,
        [
            "Dagger R1 sets its speed to 1",
            "Dagger R1 advances to k10",
            "Dagger R1 turns left and faces up left",
            "Dagger R1 charges its right shield to 4",
            "Dagger R1 ends its move on k10, facing up left, speed 1",
            "round 2 of 12 begins",
        ]
    );
}

/// The first sentence of an attack gives the hits and the damage.
#[test]
fn the_first_sentence_of_an_attack_says_hits_and_damage() {
    let duel = || {
        let mut battle = battle(&[("sabre", "k11 N 0")], &[("tempest", "k9 S 3"), ("sovereign", "a1 N 0")]);
        until_attack_of(&mut battle, 0);
        play(&mut battle, "target:b1");
        battle
    };
    let first = |mut battle: Battle, dice: &[(u32, u32)]| told(&mut battle, Action::Fire, dice)[0].clone();
    // One missile of three hits the shield; the others miss.
    let missiles = first(duel(), &[(6, 1), (6, 1), (6, 1)]);
    assert_eq!(missiles, "Sabre R1 fires at Tempest B1: 1 of 3 weapons hits, shield −3");
    let mut without_missiles = duel();
    play(&mut without_missiles, "switch:3");
    let missed = first(without_missiles, &[(6, 1), (6, 1)]);
    assert_eq!(missed, "Sabre R1 fires at Tempest B1 and misses: 0 of 2 weapons hit");
    let mut weak = duel();
    let tempest = change(&mut weak, "b1");
    (tempest.shields, tempest.armour, tempest.structure) = ([0; 4], [0; 4], 1);
    let destroyed = first(weak, &[(6, 5), (6, 5)]);
    assert_eq!(destroyed, "Sabre R1 fires at Tempest B1: 1 of 1 weapon hits and destroys it");
}

/// The last sentence of a deployment alone gives the ship's hex and facing, in both languages.
#[test]
fn a_deployment_is_told_with_its_hex_and_its_facing() {
    let setup = Setup::parse(HexShips::INFO.options, []).unwrap();
    let mut game = HexShips::start(&setup, &mut Dice::seeded(&Seed::number(1))).unwrap();
    let mut actions = Vec::new();
    game.legal(&mut actions);
    let place = actions[0];
    let Action::Place { ship, hex } = place else { panic!("{place:?} puts a ship on the map") };
    game.apply(&place, &mut Dice::scripted([]));
    let before = game.clone();
    let face = Action::Face(Direction::S);
    game.apply(&face, &mut Dice::scripted([]));
    let told = HexShips::tell(&before, &face, &[], &game, Viewer::Spectator);
    let (name, at) = (game.battle.ship_title(ship), game.battle.map().name(hex));
    let say = |language: usize| {
        let texts = Texts::parse(HexShips::INFO.texts[language].1).unwrap();
        texts.say(&told[0], HexShips::INFO.seat_names)
    };
    let (english, german) = (say(0), say(1));
    assert!(english.contains(&format!("{name} on {at}, facing down")), "{english}");
    assert!(german.contains(&format!("{name} auf {at}, Bug nach unten")), "{german}");
}

/// Every kind of action, with numbers that a careless caller could make up.
fn universe(_: &HexShips) -> Vec<Action> {
    let numbers = [0_u8, 1, 2, 3, 7, 8, 19, 20, 255];
    let hexes = [Hex::ORIGIN, Hex::new(0, -4), Hex::new(0, 4), Hex::new(0, -10), Hex::new(99, -3)];
    let mut all: Vec<Action> = Direction::ALL.map(Action::Face).to_vec();
    all.extend((-21..=21).map(Action::Speed));
    all.extend(numbers.iter().flat_map(|&ship| hexes.map(|hex| Action::Place { ship, hex })));
    all.extend(numbers.iter().flat_map(|&n| [Action::Target(n), Action::Also(n), Action::Switch(n)]));
    all.extend(Side::ALL.map(Action::Charge));
    all.extend(Side::ALL.map(|from| Action::Shift { from, to: Side::ALL[0], points: 1 }));
    all.extend(Side::ALL.map(|to| Action::Shift { from: Side::ALL[0], to, points: 200 }));
    all.extend([Action::Burn, Action::Ahead, Action::Leave, Action::Left, Action::Right, Action::Stop, Action::Done]);
    all.extend([Action::Fire, Action::Hold, Action::Keep, Action::Reroll, Action::Jam, Action::Dock]);
    all
}

/// A battle at random between ships that stand close, with little to protect them and much broken.
fn wounded(seed: u64) -> Match<HexShips> {
    let red = [("sabre@363", "k10 N 2"), ("needle", "j10 N 1"), ("bastion@336", "l10 NE 0")];
    let blue = [("tempest@552", "k8 S 1"), ("manta@225", "l8 S 0"), ("hornet@126", "j8 S 2")];
    let mut battle = battle(&red, &blue);
    for (name, number) in ["r1", "r2", "r3", "b1", "b2", "b3"].into_iter().zip(0..) {
        let ship = change(&mut battle, name);
        let (shield, armour) = [(0, 0), (0, 2), (2, 0), (1, 1)][(seed as usize + number) % 4];
        (ship.shields, ship.armour) = ([shield; 4], [armour; 4]);
        for critical in Critical::ALL.into_iter().skip((seed as usize + number) % 3).step_by(3) {
            ship.broken.add(critical);
        }
        ship.broken.add(Critical::Engines);
        ship.broken.weapons = 1;
        ship.disruption = [0, 99, 0, 1][(seed as usize + number) % 4];
        if seed.is_multiple_of(3) {
            (ship.structure, ship.energy) = (2, 1);
        }
    }
    let setup = Setup::defaults(HexShips::INFO.options);
    play_at_random(Match::from_position(setup, Seed::number(seed), HexShips::from(battle)), seed)
}

/// A battle in which nobody moves or fires.
fn quiet(disruption: u8) -> Match<HexShips> {
    let mut battle = battle(&[("dagger", "k1 S 0")], &[("dagger", "k21 N 0")]);
    for name in ["r1", "b1"] {
        change(&mut battle, name).disruption = disruption;
    }
    let setup = Setup::defaults(HexShips::INFO.options);
    let mut game_match = Match::from_position(setup, Seed::number(1), HexShips::from(battle));
    while let Some(seat) = game_match.actor() {
        let legal = legal_actions(game_match.state());
        let is_quiet = |action: &&Action| matches!(action, Action::Speed(0) | Action::Done | Action::Hold);
        game_match.play(seat, legal.iter().find(is_quiet).unwrap_or(&legal[0])).unwrap();
    }
    game_match
}

/// A battle that one of two commanders leaves (HS-45).
fn handed_over() -> Match<HexShips> {
    let setup = Setup::parse(HexShips::INFO.options, SETUPS[11].split_whitespace()).unwrap();
    let mut game_match = Match::new(setup, Seed::number(1)).unwrap();
    game_match.exit(game::Exit::Resigned(WING)).unwrap();
    play_at_random(game_match, 1)
}

/// A quiet battle with these aims, after this change, in which a disabled ship of Blue drifts over the lower edge.
fn quiet_with(aims: Aims, change: impl Fn(&mut Battle)) -> Match<HexShips> {
    let red = [("dagger", "k1 S 0"), ("sabre", "j2 S 0")];
    let mut battle =
        battle_with(aims, "seed", &red, &[("dagger", "k21 S 1"), ("manta", "l20 N 0"), ("dagger", "j20 N 0")]);
    battle.ship_mut(2).disruption = 99;
    change(&mut battle);
    let setup = Setup::defaults(HexShips::INFO.options);
    let mut game_match = Match::from_position(setup, Seed::number(1), HexShips::from(battle));
    while let Some(seat) = game_match.actor() {
        let legal = legal_actions(game_match.state());
        let is_quiet = |action: &&Action| matches!(action, Action::Speed(0) | Action::Done | Action::Hold);
        game_match.play(seat, legal.iter().find(is_quiet).unwrap_or(&legal[0])).unwrap();
    }
    game_match
}

/// An attack on a fast ship with counter measures, far away.
fn hard_to_hit(seed: u64) -> Match<HexShips> {
    let mut battle = battle(&[("dagger", "k11 N 0")], &[("manta/ecm", "k3 S 6"), ("sovereign", "a1 N 0")]);
    change(&mut battle, "r1").broken.add(Critical::Sensors);
    change(&mut battle, "b1").jamming = true;
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let setup = Setup::defaults(HexShips::INFO.options);
    let mut game_match = Match::from_position(setup, Seed::number(seed), HexShips::from(battle));
    game_match.play_text(Seat(0), "fire").unwrap();
    game_match
}

/// Battles with every aim and every end of one.
fn with_aims() -> Vec<Match<HexShips>> {
    let edge = Direction::S;
    let (escape, points) = (SideAim::EscapeShips { ships: 1, edge }, SideAim::EscapePoints { points: 900, edge });
    let (hold, late) = (SideAim::Hold { round: 2 }, SideAim::Hold { round: 12 });
    let protect = SideAim::Protect { ship: 1, round: 2, edge };
    let kill = SideAim::Kill { ship: 1 };
    let aims = |sides| Aims { sides, ..Aims::default() };
    let given = |sides| Aims { sides, both: Some(Seat(0)), neither: Some(Seat(1)) };
    let destroyed = |battle: &mut Battle| battle.ship_mut(3).fate = Fate::Destroyed;
    let same = |_: &mut Battle| ();
    vec![
        quiet_with(aims([SideAim::Destroy, escape]), same),
        quiet_with(aims([kill, points]), same),
        quiet_with(given([kill, points]), same),
        quiet_with(aims([hold, SideAim::Destroy]), same),
        quiet_with(aims([protect, SideAim::Destroy]), same),
        quiet_with(aims([SideAim::Destroy, protect]), same),
        quiet_with(aims([points, late]), same),
        quiet_with(aims([kill, SideAim::Destroy]), destroyed),
        quiet_with(aims([kill, escape]), destroyed),
        quiet_with(given([kill, escape]), destroyed),
        quiet_with(given([SideAim::Destroy; 2]), |battle| battle.ship_mut(2).disruption = 0),
    ]
}

/// Before a ship leaves the map: over another edge than that of its aim, and where no points count.
fn about_to_leave() -> [HexShips; 2] {
    let edge = Direction::S;
    [SideAim::EscapeShips { ships: 1, edge }, SideAim::Hold { round: 3 }].map(|aim| {
        let aims = Aims { sides: [aim, SideAim::Destroy], ..Aims::default() };
        let red = [("sovereign", "k1 N 1"), ("sabre", "j2 S 0")];
        let mut battle = battle_with(aims, "seed", &red, &[("dagger", "k21 S 1")]);
        until_move_of(&mut battle, 0);
        play(&mut battle, "speed:1");
        HexShips::from(battle)
    })
}

/// Before a ship fires: at one without protection, at one that it cannot hit, at two, and at one that it may disable.
fn about_to_fire() -> [HexShips; 6] {
    let mut bare = battle(&[("sabre", "k11 N 0")], &[("tempest", "k9 S 3"), ("sovereign", "a1 N 0")]);
    let tempest = change(&mut bare, "b1");
    (tempest.shields, tempest.armour, tempest.structure) = ([0; 4], [0; 4], 60);
    until_attack_of(&mut bare, 0);
    play(&mut bare, "target:b1");
    let mut hopeless = battle(&[("dagger", "k11 N 0")], &[("needle", "k2 N 0")]);
    until_attack_of(&mut hopeless, 0);
    play(&mut hopeless, "target:b1 switch:2");
    change(&mut hopeless, "r1").broken.add(Critical::Sensors);
    change(&mut hopeless, "b1").speed = 8;
    let mut two = battle(&[("sovereign@161", "k11 N 0")], &[("dagger", "k9 S 0"), ("dagger", "l9 S 0")]);
    change(&mut two, "r1").energy = 28;
    until_attack_of(&mut two, 0);
    play(&mut two, "target:b1 switch:2 switch:5 also:b2");
    let mut disrupted = battle(&[("manta", "k11 N 0")], &[("dagger", "k9 S 0"), ("sovereign", "a1 N 0")]);
    let regeneration = ship(&disrupted, "b1").hull(disrupted.rules()).regeneration;
    change(&mut disrupted, "b1").disruption = regeneration - 1;
    until_attack_of(&mut disrupted, 0);
    play(&mut disrupted, "target:b1");
    let mut empty = battle(&[("tempest", "k11 N 0")], &[("dagger", "k9 S 0")]);
    change(&mut empty, "r1").ammunition.fill(0);
    until_attack_of(&mut empty, 0);
    let mut jammed = battle(&[("tempest", "k11 N 0")], &[("manta/ecm/ams", "k9 S 0")]);
    until_move_of(&mut jammed, 1);
    play(&mut jammed, "ecm");
    until_attack_of(&mut jammed, 0);
    [bare, hopeless, two, disrupted, empty, jammed].map(HexShips::from)
}

/// Squadrons that go home, too fast or not, that launch where every near hex is taken, and that are re-armed; and a carrier that
/// is lost.
fn with_squadrons() -> [HexShips; 5] {
    let fly = |place: &str, speed: &str| {
        let mut battle = battle(&[("hive~wasp~moth", "k11 N 0")], &[("sabre", "k2 S 0")]);
        common::put(&mut battle, 1, place);
        change(&mut battle, "r2").ammunition[0] = 0;
        until_move_of(&mut battle, 1);
        play(&mut battle, speed);
        battle
    };
    let mut narrow = battle(&[("hive~wasp", "k11 N 0")], &[("sabre", "k2 S 0"); 6]);
    for (number, way) in (2..).zip(Direction::ALL) {
        narrow.ship_mut(number).hex = Hex::ORIGIN.neighbour(way);
    }
    until_move_of(&mut narrow, 1);
    let mut last = battle(&[("hive~wasp", "k11 N 0")], &[("sabre", "k9 S 0")]);
    let hive = change(&mut last, "r1");
    (hive.structure, hive.armour, hive.shields) = (1, [0; 4], [0; 4]);
    until_attack_of(&mut last, 2);
    play(&mut last, "target:r1");
    let mut empty = battle(&[("hive~wasp", "k11 N 0")], &[("sabre", "k9 S 0")]);
    change(&mut empty, "r2").ammunition[0] = 0;
    until_attack_of(&mut empty, 0);
    [fly("k12 N 1", "speed:1"), fly("k12 N 9", "speed:9"), narrow, last, empty].map(HexShips::from)
}

/// Steps that every campaign allows or refuses.
const STEPS: [&str; 8] =
    ["start", "wait", "ask-alone", "stay-together", "hand-over", "give-up", "name:s1:Same", "name:c1:Same"];

/// Campaigns in every state, with what they show and refuse.
fn campaigns() -> Vec<serde_json::Value> {
    let destroyed = |battle: &mut Battle, ship: u8| {
        (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
    };
    let mut states: Vec<Campaign> = Vec::new();
    for options in ["campaign=frontier", "campaign=exodus", "campaign=frontier players=2"] {
        states.push(set_out(options).state().clone());
    }
    let mut both_ready = set_out("campaign=frontier players=2");
    both_ready.play_text(BLUE, "ask-alone").unwrap();
    step(&mut both_ready, "start");
    states.push(both_ready.state().clone());
    both_ready.play_text(BLUE, "start").unwrap();
    states.push(both_ready.state().clone());
    let mut alone = set_out("campaign=frontier players=2");
    alone.play_text(BLUE, "hand-over").unwrap();
    states.push(alone.state().clone());
    let after = |loser, dice: &[u32], change: &dyn Fn(&mut Battle)| {
        fight(&mut set_out("campaign=frontier"), loser, dice, |battle| change(battle))
    };
    states.push(after(BLUE, &[5, 1], &|battle: &mut Battle| {
        destroyed(battle, 0);
        destroyed(battle, 1);
        for critical in Critical::ALL {
            battle.ship_mut(2).broken.add(critical);
            battle.ship_mut(2).broken.add(critical);
        }
        battle.ship_mut(2).broken.weapons = 1;
        battle.ship_mut(3).kills = 9;
        battle.ship_mut(3).fate = Fate::Escaped;
    }));
    states.push(after(RED, &[5], &|battle: &mut Battle| {
        battle.ship_mut(0).disruption = 99;
        battle.ship_mut(1).fate = Fate::Withdrawn;
        (1..4).for_each(|ship| battle.ship_mut(ship).structure -= 1);
    }));
    states.push(after(BLUE, &[1, 1], &|battle: &mut Battle| {
        (0..2).for_each(|ship| destroyed(battle, ship));
        (2..4).for_each(|ship| battle.ship_mut(ship).structure -= 1);
    }));
    states.extend(a_triumph().into_iter().chain(by_other_files()).chain([after_squadrons_fought()]));
    let hero = after(BLUE, &[], &|battle: &mut Battle| battle.ship_mut(0).kills = 30);
    for skill in Skill::ALL {
        let mut taught = hero.clone();
        let learn = taught.read(&format!("learn:c1:{}", skill.name())).unwrap();
        while taught.check(RED, &learn).is_ok() {
            taught.apply(RED, &learn, &mut Dice::scripted([]));
            states.push(taught.clone());
        }
    }
    states.push(after(RED, &[1; 4], &|battle: &mut Battle| (0..4).for_each(|ship| destroyed(battle, ship))));
    // From every state on: each mission, and with every ship in dock.
    let mut more = Vec::new();
    for state in &states {
        let every = |campaign: &mut Campaign, texts: &[String]| {
            for text in texts {
                let taken = campaign.read(text).unwrap();
                if campaign.end().is_none() && campaign.check(RED, &taken).is_ok() {
                    campaign.apply(RED, &taken, &mut Dice::scripted([]));
                }
            }
        };
        for mission in &state.plan().missions {
            let mut there = state.clone();
            every(&mut there, &[format!("go:{}", mission.key)]);
            more.push(there.clone());
            let ships = |word: &str| (1..=5).map(|ship| format!("{word}:s{ship}")).collect::<Vec<_>>();
            every(&mut there, &ships("dock"));
            more.push(there.clone());
            every(&mut there, &ships("keep"));
            more.push(there.clone());
            every(&mut there, &["give-up".to_owned()]);
            more.push(there);
        }
    }
    states.extend(more);
    let mut said = Vec::new();
    for state in &states {
        for seat in Seat::first(state.seats()) {
            said.push(serde_json::to_value(state.headquarters(seat, "en")).unwrap());
            let mut texts: Vec<String> = STEPS.map(str::to_owned).to_vec();
            texts.extend(state.vessels().iter().map(|vessel| format!("name:s1:{}", vessel.name.replace(' ', "_"))));
            texts.extend(state.plan().missions.iter().map(|mission| format!("go:{}", mission.key)));
            for number in 1..10 {
                texts.extend(["dock", "undock", "send", "keep"].map(|word| format!("{word}:s{number}")));
                texts.extend((1..4).map(|ship| format!("move:c{number}:s{ship}")));
                texts.extend(Skill::ALL.map(|skill| format!("learn:c{number}:{}", skill.name())));
            }
            let refused = texts.iter().filter_map(|text| state.refuses(seat, &state.read(text).unwrap()));
            said.extend(refused.map(|why| serde_json::to_value(why).unwrap()));
        }
    }
    let wrong = states[0].read("dance").unwrap_err().message;
    said.push(serde_json::to_value(wrong).unwrap());
    let nowhere = Setup::parse(Campaign::OPTIONS, ["campaign=nowhere"]).unwrap();
    let rules = std::sync::Arc::new(Rules::built_in());
    let Err(SetupError::Conflict { message, .. }) = Campaign::start_by(&nowhere, &rules, &mut Dice::scripted([]))
    else {
        panic!("there is no such campaign")
    };
    said.push(serde_json::to_value(message).unwrap());
    said
}

/// Campaigns of changed files, in states that the built-in ones do not reach so soon.
fn by_other_files() -> Vec<Campaign> {
    let file = "campaign-frontier.toml";
    let draws = "draw = [\"frontier-convoy\", \"frontier-depot\"]";
    let defeat = "loss = [\"frontier-depot\"]";
    let mut decisive = set_out_by(&[(file, defeat, "loss = \"lost\"")], "campaign=frontier");
    // The mission after the defeat needs two ships at least, and one is left.
    let two_escape = (file, "{ kind = \"escape\", ships = 1, edge", "{ kind = \"escape\", ships = 2, edge");
    let mut retreat = set_out_by(&[(file, defeat, "loss = [\"frontier-retreat\"]"), two_escape], "campaign=frontier");
    vec![
        set_out_by(&[SIXTEEN_NEEDLES], "campaign=frontier").state().clone(),
        draw(&[], |_| ()).1,
        draw(&[(file, draws, "draw = \"lost\"")], |_| ()).1,
        fight(&mut decisive, RED, &[], |_| ()),
        fight(&mut retreat, RED, &[1; 3], |battle| {
            for ship in 1..4 {
                (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
            }
        }),
    ]
}

/// A campaign in which every enemy gives up, to its end.
fn a_triumph() -> Vec<Campaign> {
    let mut travel = set_out("campaign=frontier");
    let mut states = Vec::new();
    while travel.state().end().is_none() {
        states.push(travel.state().clone());
        let missions: Vec<String> = travel.state().plan().missions.iter().map(|mission| mission.key.clone()).collect();
        for mission in missions {
            let _ = travel.play_text(RED, &format!("go:{mission}")); // the last one that is open
        }
        step(&mut travel, "start");
        let mut fought = battle_of(&travel);
        fought.exit(game::Exit::Resigned(BLUE)).unwrap();
        travel.take(&fought.record()).unwrap();
    }
    states.push(travel.state().clone());
    states
}

const NOT_REACHED: &[(&str, &str)] = &[
    ("setup.room", "a rule set of a server may have so few hexes; the built-in ones do not"),
    ("setup.aim", "no built-in battle in which fleets can be chosen has such an aim; rulings/aims.rs says it"),
    ("setup.limit.largest", "no built-in battle limits its fleets so; rulings/aims.rs says it"),
    ("setup.limit.sizes", "likewise"),
    ("setup.limit.points", "likewise"),
    ("campaign.fact.largest", "no built-in mission limits this"),
    ("campaign.fact.points", "likewise"),
    ("campaign.fact.sizes", "likewise"),
    ("campaign.too-few", "missions that a fleet is too small for are not offered"),
    ("fire.few-changes", "after more changes of mind in one attack than random play has; tests/scene.rs says it"),
    ("fire.no-change", "likewise"),
    ("no-more-changes", "after more changes of mind in one attack than random play has"),
    ("attack.hit.nothing", "no built-in weapon hits without doing anything; other rule sets may have one"),
    ("struck.nothing", "likewise"),
    ("critical.nothing", "a 1 after two sixes, which the seeds here do not roll; rulings/criticals.rs does"),
];

/// What the page about campaigns says beside the headquarters: its headings, and the options of a campaign.
const ABOUT_CAMPAIGNS: [&str; 13] = [
    "campaign.enemy",
    "campaign.reserve",
    "campaign.roll",
    "campaign.title",
    "campaign.units",
    "campaign.worth",
    "option.campaign",
    "option.difficulty",
    "option.difficulty.easy",
    "option.difficulty.hard",
    "option.difficulty.help",
    "option.difficulty.normal",
    "option.players",
];

/// What the form says about fleets that two people at one screen choose unseen (HS-18).
const ABOUT_UNSEEN: [&str; 4] = ["kit.unseen", "kit.unseen.ready", "kit.unseen.each", "kit.unseen.help"];

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let words = SETUPS[1..5].iter().fold(Words::new(), |words, setup| words.play(setup, 1));
    let words = words.play(NAMED, 1).play(SETUPS[10], 8).play(SETUPS[13], 4).played(handed_over());
    let rare = (0..12).map(wounded).chain([0, 99].map(quiet)).chain(with_aims()).chain((0..4).map(hard_to_hit));
    let words = rare.fold(words, Words::played).records(golden);
    let conflicts = [
        "radius=1",
        "points=1",
        "scenario=duel red=dagger+dagger+dagger",
        "scenario=passing red=dagger",
        "scenario=passing radius=12",
        "red=dagger@661",
        "red=dagger.missile-6.laser",
        "scenario=moon",
        "red=dager",
        "red=dagger.laser",
        "red=dagger.lazer.laser",
        "red=dagger.laser.cannon",
        "red=dagger@12",
        "points=999 red=sabre/ecm",
        "points=999 expansions=on red=sabre/ecm/ams",
        "points=999 expansions=on red=needle/ecm",
        "points=999 expansions=on red=needle~wasp",
        "points=999 expansions=on red=sabre/radar",
        "points=999 expansions=on red=hive~wasp~wasp~wasp",
        "points=999 expansions=on red=hive~sabre",
        "points=999 expansions=on red=hive+wasp",
        "points=9999 expansions=on red=citadel~wasp~wasp~wasp~wasp+citadel~wasp~wasp~wasp~wasp+needle",
        "red=dagger!hull=9",
        "red=dagger!name=<b>",
        "blue=picked",
        "wing=2+1",
        "points=9999 red=needle+needle+needle+needle+needle+needle+needle+needle+needle+needle+needle",
    ];
    let words = conflicts.into_iter().fold(words, Words::conflict);
    let words = campaigns().iter().fold(words, Words::also);
    let words = words.also(&ABOUT_CAMPAIGNS.map(Message::new)).also(&ABOUT_UNSEEN.map(Message::new));
    let positions = about_to_fire().into_iter().chain(about_to_leave()).chain(with_squadrons());
    positions.fold(words, Words::position).universe(universe).not_reached(NOT_REACHED).run();
}
