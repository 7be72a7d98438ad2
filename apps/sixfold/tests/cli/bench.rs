//! `sixfold bench` prints its figures, and shows progress when it takes long.

use serde_json::Value;

use crate::common::{keys, sixfold};

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
    let run = sixfold("bench playouts hexoust --set base=4 --seconds 2.4");
    assert_eq!(run.code, 0);
    let shape: String = run.out.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { letter }).collect();
    let mut shape = shape.replace("99", "9");
    while shape.contains("99") {
        shape = shape.replace("99", "9");
    }
    assert_eq!(shape, "9 playouts a second, 9.9 actions a game, 9.9 % won by red\n");
    let signs: Vec<&str> = run.err.lines().collect();
    assert!(
        matches!(signs[..], [sign] if sign.starts_with("measuring: 8") && sign.contains(" % after 2 s, about ")),
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
                    let objects = run.objects();
                    let [object] = objects.as_slice() else { panic!("one object, not {objects:?}") };
                    assert_eq!(object["game"], key);
                    assert!(object["setup"].as_str().unwrap().contains(size.trim_start_matches("--set ")), "{object}");
                    assert!(number(object, "moves") > 10.0 && number(object, "p50_ms") > 0.0, "{args}: {object}");
                    assert!(number(object, "idle_table_kb") > 0.0, "{args}: {object}");
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
