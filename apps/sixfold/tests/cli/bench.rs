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
