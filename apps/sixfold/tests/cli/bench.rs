//! `sixfold bench` prints its figures, and shows progress when it takes long.

use serde_json::Value;

use crate::cluster::{Cluster, Sync};
use crate::common::{keys, sixfold};
use crate::nats::Nats;

fn number(object: &Value, key: &str) -> f64 {
    object[key].as_f64().unwrap_or_else(|| panic!("`{key}` is a number in {object}"))
}

fn check_figures(args: &str, what: &str, figure: &str) {
    let objects = sixfold(args).objects();
    let [object] = objects.as_slice() else { panic!("one object, not {objects:?}") };
    let mut expected = ["game", "setup", "seconds", "mean_actions", "first_seat_share", what, figure];
    expected.sort_unstable();
    assert_eq!(keys(object), expected);
    assert_eq!((&object["game"], &object["setup"]), (&"hexoust".into(), &"base=4".into()));
    let seconds = number(object, "seconds");
    assert!((0.2..2.0).contains(&seconds), "{seconds}");
    assert!((number(object, figure) * seconds - number(object, what)).abs() < 0.5, "{object}");
    assert!((0.3..0.9).contains(&number(object, "first_seat_share")), "{object}");
    assert!((5.0..60.0).contains(&number(object, "mean_actions")), "{object}");
}

#[test]
fn playouts_are_measured() {
    check_figures("bench playouts hexoust --set base=4 --seconds 0.2 --json", "playouts", "playouts_per_second");
}

#[test]
fn search_is_measured() {
    check_figures("bench search hexoust --set base=4 --seconds 0.2 --json", "simulations", "simulations_per_second");
}

#[test]
fn people_get_a_line_and_a_sign_of_life_after_two_seconds() {
    let run = sixfold("bench playouts hexoust --set base=4 --seconds 5");
    assert_eq!(run.code, 0);
    let shape: String = run.out.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { letter }).collect();
    let mut shape = shape.replace("99", "9");
    while shape.contains("99") {
        shape = shape.replace("99", "9");
    }
    assert_eq!(shape, "9 playouts a second, 9.9 actions a game, 9.9 % won by red\n");
    let signs: Vec<&str> = run.err.lines().collect();
    assert!(
        matches!(signs[..], [sign] if sign.starts_with("measuring: ") && sign.contains(" % after ") && sign.contains(" s, about ")),
        "{signs:?}"
    );
}

/// The options of every size of table that a game has: its choices of `players`, or nothing to choose.
fn sizes(game: &dyn catalog::DynGame) -> Vec<String> {
    let spec = game.info().options.iter().find(|spec| spec.key == "players");
    match spec.map(|spec| spec.kind) {
        Some(game::OptionKind::Choice(sizes)) => sizes.iter().map(|size| format!("--set players={size}")).collect(),
        _ => vec![String::new()],
    }
}

/// The journal once dropped a write for each full batch: with 600 tables flat out players were told that it had ended.
#[test]
fn a_thousand_tables_are_measured_to_the_end() {
    let run = sixfold("bench server --tables 1000 --seconds 1 --idle-tables 10 --json");
    assert_eq!(run.code, 0, "{}", run.err); // what else it says there is how far it is
    let object: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["tables"], 1000, "{object}");
    assert!(number(&object, "moves") > 0.0, "{object}");
}

/// Open and hidden games, with dice and without, for two to six: the load client plays each on a real server.
#[test]
fn the_server_is_measured_with_every_game_at_tables_of_every_size() {
    std::thread::scope(|threads| {
        for game in catalog::GAMES {
            threads.spawn(move || {
                for size in sizes(*game) {
                    let key = game.info().key;
                    let args =
                        format!("bench server --game {key} {size} --tables 3 --seconds 1 --idle-tables 10 --json");
                    let run = sixfold(&args);
                    assert_eq!(run.code, 0, "{args}: {}", run.err);
                    // What else is said, by its servers too, is how far it is.
                    let object: Value = serde_json::from_str(&run.out).expect("it prints one object");
                    assert_eq!(object["game"], key);
                    assert!(object["setup"].as_str().unwrap().contains(size.trim_start_matches("--set ")), "{object}");
                    assert!(number(&object, "moves") > 0.0 && number(&object, "p50_ms") > 0.0, "{args}: {object}");
                    assert!(number(&object, "idle_table_kb") > 0.0, "{args}: {object}");
                }
            });
        }
    });
}

#[test]
fn an_option_that_no_table_has_is_refused_before_a_server_starts() {
    let run = sixfold("bench server --game hexoust --set players=9");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("there is no option `players`"), "{}", run.err);
}

/// The one object of `bench server` with these arguments. Signs of life on standard error are fine.
fn measured(args: &str) -> Value {
    let run = sixfold(&format!("bench server --idle-tables 0 --seconds 1 {args} --json"));
    assert_eq!(run.code, 0, "{args}: {}", run.err);
    serde_json::from_str(run.out.trim()).unwrap_or_else(|error| panic!("one object, not `{}`: {error}", run.out))
}

#[test]
fn a_bare_relay_plays_the_same_tables_and_the_ratios_are_those_of_both() {
    for relay in ["--relay", "--relay batches"] {
        let object = measured(&format!("--tables 3 {relay}"));
        let ratio = number(&object, "moves_per_second") / number(&object, "relay_moves_per_second");
        assert!((number(&object, "moves_percent_of_relay") - ratio * 100.0).abs() < 1e-6, "{object}");
        let ratio = number(&object, "p99_ms") / number(&object, "relay_p99_ms");
        assert!((number(&object, "p99_percent_of_relay") - ratio * 100.0).abs() < 1e-6, "{object}");
        assert!(number(&object, "relay_moves_per_second") > 0.0, "{object}");
    }
}

#[test]
fn a_game_with_dice_is_not_played_over_a_relay() {
    let run = sixfold("bench server --game hex-dice --relay");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("a relay rolls no dice"), "{}", run.err);
}

#[test]
fn the_memory_of_idle_connections_is_measured_or_it_is_said_what_the_system_has_to_allow() {
    let object = measured("--tables 1 --idle-connections 40");
    assert!((5.0..500.0).contains(&number(&object, "idle_connections_mb")), "{object}");
    let mut limited = std::process::Command::new("sh");
    let program = std::env::var("CARGO_BIN_EXE_sixfold").unwrap();
    let run = limited
        .args(["-c", &format!("ulimit -n 256 && {program} bench server --idle-tables 0 --idle-connections 1000")])
        .output();
    let run = run.unwrap();
    let err = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{err}");
    let said = "needs open files for 1000 connections, and the system lets this process have them for 128";
    assert!(err.contains(said), "{err}");
}

#[test]
fn an_idle_table_with_two_connections_keeps_no_buffer_of_their_requests() {
    // Each of the two buffers had 8 KB; this build is larger than a release, which has its goal in benches/RESULTS.md.
    let object = sixfold("bench server --tables 1 --seconds 0.1 --idle-tables 500 --json");
    let object: Value = serde_json::from_str(object.out.trim()).unwrap();
    assert!(number(&object, "idle_table_kb") < 30.0, "{object}");
}

#[test]
fn people_are_measured_with_and_without_computers_that_think() {
    let object = measured("--tables 3 --rate 20 --thinking 2");
    let ratio = number(&object, "thinking_p99_ms") / number(&object, "p99_ms");
    assert!((number(&object, "thinking_p99_percent") - ratio * 100.0).abs() < 1e-6, "{object}");
}

#[test]
fn a_move_does_not_seem_to_take_as_long_as_the_pause_after_it() {
    // Each table pauses for half a second between moves, also where the same player moves again after a capture. On a small
    // board captures begin early. On a busy machine a move may really take that long, but not each time.
    let mut told = Vec::new();
    let is_apart = (0..5).any(|_| {
        let run = sixfold("bench server --set base=4 --tables 20 --rate 40 --seconds 3 --idle-tables 0 --json");
        let object: Value = serde_json::from_str(run.out.trim()).unwrap();
        let is_apart = number(&object, "moves") > 50.0 && number(&object, "p99_ms") < 400.0;
        told.push(object);
        is_apart
    });
    assert!(is_apart, "{told:?}");
}

#[test]
fn players_of_one_table_play_at_different_nodes() {
    let (cluster, nats) = (Cluster::start(Sync::Off), Nats::start());
    let args = format!("--tables 3 --nodes 2 --store {} --bus {}", cluster.new_database(), nats.address());
    let object = measured(&args);
    assert_eq!(object["nodes"], 2);
    assert!(number(&object, "moves") > 0.0, "{object}");
}

#[test]
fn several_nodes_without_a_shared_store_are_refused() {
    let run = sixfold("bench server --nodes 2");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("several nodes need one store and one bus"), "{}", run.err);
}
