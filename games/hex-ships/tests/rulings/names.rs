//! The names of ships and captains in the battles of a campaign.

use game::{
    Exit, Game as _, Journey as _, Match, Message, Misfit, NamedRules, Random, Seed, SetupError, Travel, Viewer,
};
use scene::{Draw as _, Sheet};
use sixfold_hex_ships::rules::Rules;
use sixfold_hex_ships::{Campaign, HexShips, LONGEST, Options};

use crate::common::campaign::{BLUE, RED, battle_of, fight, set_out, set_out_by, step};
use crate::common::{rules, setup};

fn said(message: &Message) -> String {
    HexShips::INFO.texts_in("en").say(message, HexShips::INFO.seat_names)
}

/// The titles of the sheets of Red's side, each with the line about the captain.
fn sheets(battle: &Match<HexShips>) -> Vec<(String, String)> {
    let captain = |sheet: &Sheet| {
        let line = sheet.lines.iter().find(|line| line.key.starts_with("sheet.captain"));
        said(line.expect("a ship has a captain"))
    };
    let sheets = battle.state().scene(&battle.view(Viewer::Seat(RED))).sheets;
    sheets.iter().filter(|sheet| sheet.seat != BLUE).map(|sheet| (said(&sheet.title), captain(sheet))).collect()
}

/// A campaign whose first ship and captain have names with letters of every kind.
fn renamed() -> Travel<Campaign> {
    let mut travel = set_out("campaign=frontier");
    step(&mut travel, "name:s1:Old_Bess");
    step(&mut travel, "name:c1:Jürgen_O’Neil");
    travel
}

/// The same setup as text without the names.
fn without_names(setup: &str) -> String {
    let ship = |ship: &str| ship.split("!name=").next().unwrap_or_default().to_owned();
    let option = |pair: &str| match pair.strip_prefix("red=") {
        Some(fleet) => format!("red={}", fleet.split('+').map(ship).collect::<Vec<_>>().join("+")),
        None => pair.to_owned(),
    };
    setup.split(' ').map(option).collect::<Vec<_>>().join(" ")
}

#[test]
fn hs_44_the_setup_of_a_battle_has_the_names_and_the_battle_shows_them() {
    let mut travel = renamed();
    step(&mut travel, "start");
    let next = travel.next_match().unwrap();
    assert!(
        next.setup
            .get("red")
            .starts_with("sabre@121!name=Old_Bess!captain=J%C3%BCrgen_O%E2%80%99Neil+dagger@211!name=")
    );
    let battle = battle_of(&travel);
    let (title, captain) = &sheets(&battle)[0];
    assert_eq!(title, "Old Bess R1, Sabre, destroyer");
    assert_eq!(captain, "captain Jürgen O’Neil, level 2: command 1, gunnery 2, engineering 1");
    for (index, vessel) in travel.state().vessels().iter().enumerate() {
        let (title, captain) = &sheets(&battle)[index];
        assert!(title.starts_with(&format!("{} R{}, ", vessel.name, index + 1)), "{title}");
        let name = &travel.state().captains()[usize::from(vessel.captain)].name;
        assert!(captain.starts_with(&format!("captain {name}, level")), "{captain}");
    }
    // The enemy's ships have no names.
    let scene = battle.state().scene(&battle.view(Viewer::Spectator));
    let theirs = scene.sheets.iter().find(|sheet| sheet.seat == BLUE).unwrap();
    assert_eq!((theirs.title.key.as_ref(), said(&theirs.title).contains("B1")), ("sheet.title", true));
}

#[test]
fn hs_44_what_happens_to_a_ship_is_told_with_its_name() {
    let mut travel = renamed();
    step(&mut travel, "start");
    let mut battle = battle_of(&travel);
    let mut told: Vec<String> = Vec::new();
    while battle.state().battle.round() == 0 {
        let mut actions = Vec::new();
        battle.state().legal(&mut actions);
        let (before, seat) = (battle.state().clone(), battle.actor().unwrap());
        battle.play(seat, &actions[0]).unwrap();
        told.extend(HexShips::tell(&before, &actions[0], &[], battle.state(), Viewer::Spectator).iter().map(said));
    }
    assert!(told.iter().any(|line| line.contains("Old Bess R1")), "{told:?}");
    let view = battle.view(Viewer::Spectator);
    let scene = battle.state().scene(&view);
    let titles: Vec<String> = scene.pieces.iter().filter_map(|piece| piece.title.as_ref()).map(said).collect();
    assert!(titles.contains(&"Old Bess R1 (Sabre)".to_owned()), "{titles:?}");
    let about: Vec<String> = scene.pieces.iter().flat_map(|piece| &piece.about).map(said).collect();
    assert!(about.iter().any(|line| line.starts_with("captain Jürgen O’Neil")), "{about:?}");
}

#[test]
fn hs_44_a_battle_with_names_replays_alone_and_its_views_and_positions_have_them() {
    let mut travel = renamed();
    step(&mut travel, "start");
    let (battle, setup) = (battle_of(&travel), travel.next_match().unwrap().setup);
    let record = battle.record().to_string();
    let replayed = game::replay::<HexShips>(&record.parse().unwrap()).unwrap();
    assert_eq!(sheets(&replayed), sheets(&battle));
    assert_eq!(replayed.record().to_string(), record);
    let view = battle.view(Viewer::Seat(RED));
    let imagined = HexShips::try_imagine(&view, &mut Random::new(1)).unwrap();
    assert_eq!(imagined.battle.name_of_captain(0), Some("Jürgen O’Neil"));
    let text = battle.state().write_position();
    assert!(text.contains(" name=Old_Bess captain=J%C3%BCrgen_O%E2%80%99Neil\n"), "{text}");
    let read = HexShips::read_position(&text, &setup, rules()).unwrap();
    assert_eq!(read.battle, battle.state().battle);
    let wrong = text.replace("name=Old_Bess", "name=<b>");
    let why = HexShips::read_position(&wrong, &setup, rules()).unwrap_err().to_string();
    assert!(why.starts_with("a name has up to 24 letters"), "{why}");
}

#[test]
fn hs_44_guests_have_their_names_and_the_aim_tells_them() {
    let mut travel = set_out("campaign=frontier");
    let mut after = fight(&mut travel, BLUE, &[], |_| ());
    for text in ["go:frontier-convoy", "start"] {
        let taken = after.read(text).unwrap();
        after.apply(RED, &taken, &mut game::Dice::scripted([]));
    }
    let battle = Match::<HexShips>::new(after.next_match().unwrap().setup, Seed::number(1)).unwrap();
    let (title, captain) = &sheets(&battle)[0];
    assert!(title.starts_with("Marguerite R1, Tempest, "), "{title}");
    assert!(captain.starts_with("captain of level 1"), "{captain}");
    let aim = said(&battle.state().aim(&battle.view(Viewer::Seat(RED)), Some(RED)));
    assert!(aim.contains("Marguerite R1"), "{aim}");
}

#[test]
fn hs_45_the_ships_of_both_commanders_have_their_names() {
    let mut travel = set_out("campaign=frontier players=2");
    travel.play_text(BLUE, "name:s2:Second_Wind").unwrap();
    step(&mut travel, "start");
    travel.play_text(BLUE, "start").unwrap();
    let battle = battle_of(&travel);
    assert_eq!(battle.state().seats(), 3);
    assert!(sheets(&battle)[1].0.starts_with("Second Wind R2, Dagger, "));
}

#[test]
fn hs_44_campaigns_from_before_battles_had_names_go_on() {
    let mut travel = renamed();
    step(&mut travel, "start");
    let mut fought = battle_of(&travel);
    fought.exit(Exit::Resigned(BLUE)).unwrap();
    let mut record = fought.record();
    record.setup = without_names(&record.setup);
    assert_ne!(record.setup, fought.record().setup);
    travel.take(&record).unwrap_or_else(|error| panic!("{error}"));
    let text = travel.text(None);
    let read =
        Travel::<Campaign>::read(&text, &NamedRules::<Rules>::built_in()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((read.travel.state(), read.travel.text(None)), (travel.state(), text));
    // Another ship or another name is another battle.
    for (right, wrong) in [("sabre@121", "sabre@221"), ("Old_Bess", "Old_Boss")] {
        let mut travel = renamed();
        step(&mut travel, "start");
        let mut changed = fought.record();
        changed.setup = changed.setup.replace(right, wrong);
        assert_eq!(travel.take(&changed).unwrap_err().at, game::At::Setup, "{wrong}");
    }
}

#[test]
fn hs_44_a_text_that_is_no_name_is_refused_with_what_would_be_right() {
    let wrong = |ship: &str| match Options::of(&setup(&format!("points=999 red={ship}+needle")), rules()) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{ship}: {other:?}"),
    };
    for name in [
        "",
        "_x",
        "<script>",
        "a__b",
        "%3Cb%3E",
        "%C3",
        "%41",
        "{ship}",
        "abcdefghijklmnopqrstuvwxy",
        "x!captain=",
        "x!name=y",
    ] {
        let why = wrong(&format!("sabre!name={name}"));
        assert!(why.contains("is no name: it has up to 24 letters") && why.contains("a space is written _"), "{why}");
    }
    assert!(wrong("sabre!captain=Ada!name=Bess").contains("`Ada!name=Bess` is no name"), "the ship comes first");
    assert!(wrong("sabre!name=Bess!hull=3").contains("`Bess!hull=3` is no name"), "the damage comes first");
    let right =
        |ship: &str| Options::of(&setup(&format!("points=999 red={ship}+needle")), rules()).unwrap().names[0].clone();
    let names = right("sabre!hull=3!name=Old_Bess!captain=Zo%C3%AB");
    assert_eq!((names[0].ship.as_deref(), names[0].captain.as_deref()), (Some("Old Bess"), Some("Zoë")));
    assert_eq!((names.len(), &names[1].ship), (2, &None));
    assert_eq!(right("sabre!captain=Ada")[0].captain.as_deref(), Some("Ada"));
}

#[test]
fn hs_44_a_view_with_a_text_that_is_no_name_is_refused() {
    let mut travel = renamed();
    step(&mut travel, "start");
    let battle = battle_of(&travel);
    for wrong in ["", "<b>", "a\nb", "abcdefghijklmnopqrstuvwxy"] {
        let mut view = battle.view(Viewer::Spectator);
        view.ships[0].name = Some(wrong.to_owned());
        assert_eq!(HexShips::try_imagine(&view, &mut Random::new(1)).unwrap_err(), Misfit("ships"), "{wrong}");
    }
}

/// The longest names of the letters that are longest in the text, for as many ships as deploy.
#[test]
fn hs_44_the_longest_names_fit_into_the_setup() {
    let fleet = (
        "campaign-frontier.toml",
        "ships = [\"sabre@121\", \"dagger@211\", \"dagger\", \"hornet@121\"]",
        "ships = [\"dagger+dagger+dagger+dagger\", \"dagger+dagger+dagger+dagger\"]",
    );
    let mut travel = set_out_by(&[fleet], "campaign=frontier");
    for number in 1..=8 {
        let name = format!("{}{number}", "\u{20000}".repeat(23));
        step(&mut travel, &format!("name:s{number}:{name}"));
        step(&mut travel, &format!("name:c{number}:{name}"));
    }
    step(&mut travel, "start");
    let text = travel.next_match().unwrap().setup.get("red").to_owned();
    assert!(text.split('+').all(|ship| ship.len() < usize::from(LONGEST) / 10 - 100), "10 such ships fit: {text}");
    assert_eq!(sheets(&battle_of(&travel)).len(), 8);
}
