//! Every help text has an example, and every error message says what would be right.

use crate::common::sixfold;

const COMMANDS: [&str; 11] =
    ["play", "learn", "playout", "trace", "verify", "perft", "bench", "serve", "health", "games", "rules"];

#[test]
fn the_help_of_every_command_has_an_example() {
    for command in COMMANDS {
        let help = sixfold(&format!("{command} --help")).said();
        assert!(
            help.contains(&format!("\n  sixfold {command} ")) || help.contains(&format!("Example: sixfold {command} ")),
            "{help}"
        );
        assert_eq!(help, sixfold(&format!("help {command}")).said());
    }
}

#[test]
fn the_examples_of_the_help_can_be_run() {
    let mut tried = 0;
    for command in ["", "learn", "playout", "perft", "games", "rules"] {
        let help = sixfold(&format!("{command} --help")).said();
        for example in
            help.lines().filter_map(|line| line.trim().trim_start_matches("Example: ").strip_prefix("sixfold "))
        {
            let args = example.split(['>', '|', '&']).next().unwrap().split("   ").next().unwrap();
            if !args.starts_with("play ") && !args.contains("game.record") {
                sixfold(args).said();
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 9);
}

#[test]
fn the_help_lists_every_command_and_the_exit_codes() {
    let help = sixfold("--help").said();
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(help.contains("Exit codes: 0 fine, 1 the answer is no (a record is wrong), 2 wrong input, 3 "), "{help}");
    assert_eq!(sixfold("").complaint(2), help, "no command prints the help");
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(sixfold("--version").said(), format!("sixfold {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_words_say_what_would_be_right() {
    for (args, right) in [
        ("pley hexoust", "'play'"),
        ("playout hexoust --gmaes 3", "'--games'"),
        ("playout", "<GAME>"),
        ("playout hexoust --games 0", "1.."),
        ("playout hexoust --games many", "invalid digit"),
        ("playout hexoust --seed 18446744073709551616", "--seed"),
        ("playout hexoust --set base", "an option is written key=value, not `base`"),
        ("playout hexoust --set size=7", "there is no option `size`; there is base"),
        ("playout hexoust --set base=8", "`base` is a whole number from 4 to 7, not `8`"),
        ("perft hexoust", "--depth <DEPTH>"),
        ("perft hexoust --depth 0", "1..=30"),
        ("perft hexoust --depth 31", "1..=30"),
        ("bench", "playouts"),
        ("bench playouts hexoust --seconds 0", "from 0.1 to 3600"),
        ("bench search hexoust --seconds nan", "from 0.1 to 3600"),
        ("bench search chess", "there is no game `chess`; there is hexoust"),
        ("playout chess", "there is no game `chess`; there is hexoust"),
        ("perft chess --depth 1", "there is no game `chess`; there is hexoust"),
        ("play chess", "there is no game `chess`; there is hexoust"),
        ("play hexoust --level 9", "there is no level `9`; there is 1 ("),
        ("play hexoust --seat green", "there is no seat `green`; there is red, blue, all, none"),
        ("play hexoust --seat red,green", "there is no seat `green`; there is red, blue, all, none"),
        ("play hexoust --language xx", "there is no language `xx`; there is en"),
        ("play hexoust --json", "programs use playout, trace and verify"),
    ] {
        let complaint = sixfold(args).complaint(2);
        assert!(complaint.contains(right), "{args}: {complaint}");
    }
}
