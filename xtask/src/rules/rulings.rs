//! Every ruling of a game has a test with its number, so that nobody changes by accident what was decided.

use super::{Facts, Fault, in_lines};
use std::collections::BTreeSet;

/// Only one language: the page's tests compare the numbers of the others with it.
pub(super) fn reads(path: &str) -> bool {
    path.starts_with("games/") && path.ends_with("/data/rules.en.md")
}

pub(super) fn find(text: &str, facts: &Facts) -> Vec<Fault> {
    in_lines(text, |line| {
        let ruling = line.strip_prefix("- **").and_then(|rest| rest.split_once("**")).map(|(number, _)| number);
        let untested = ruling.filter(|number| is_number(number) && !facts.tested.contains(&name(number)));
        let say = |number| format!("{number} has no test: name one `{}_…`", name(number));
        untested.map(say).into_iter().collect()
    })
}

/// Two letters and a number: `HO-9`.
fn is_number(text: &str) -> bool {
    text.split_once('-').is_some_and(|(letters, number)| {
        letters.len() == 2 && letters.bytes().all(|byte| byte.is_ascii_uppercase()) && number.parse::<u32>().is_ok()
    })
}

/// The beginning of the names of its tests: `ho_9`.
fn name(number: &str) -> String {
    number.to_lowercase().replace('-', "_")
}

/// The rulings that the tests of a source file name, as [`name`] writes them. Only functions with a test attribute directly
/// above them are tests.
pub(super) fn tested(source: &str) -> BTreeSet<String> {
    let lines = source.lines().map(str::trim);
    let pairs = lines.clone().zip(lines.skip(1)).filter(|(above, _)| is_test_attribute(above));
    let names = pairs.filter_map(|(_, line)| line.split_once("fn ")?.1.split('(').next());
    let beginnings = names.filter_map(|name| {
        let mut parts = name.splitn(3, '_');
        let (letters, number) = (parts.next()?, parts.next()?);
        parts.next()?; // what it promises
        is_number(&format!("{}-{number}", letters.to_uppercase())).then(|| format!("{letters}_{number}"))
    });
    beginnings.collect()
}

/// `#[test]`, or one of a runtime or a macro, such as `#[tokio::test(start_paused = true)]`.
fn is_test_attribute(line: &str) -> bool {
    let name = line.strip_prefix("#[").and_then(|rest| rest.split([']', '(']).next());
    name.is_some_and(|name| name.rsplit("::").next() == Some("test"))
}

#[cfg(test)]
mod tests {
    use super::super::files;
    use super::*;
    use crate::checkout;

    #[test]
    fn a_ruling_without_a_test_is_found() {
        let source = "#[test]\nfn xx_1_red_begins() {}\n    #[tokio::test(start_paused = true)]\n    async fn yy_10_time_runs() {}\n\
                      #[test]\nfn xx_2() {}\n#[test]\nfn of_3(x: u8) {}\n\n/// Not a test.\nfn xx_2_blue_passes() {}\n";
        let tested = tested(source);
        assert_eq!(tested, ["xx_1", "yy_10"].map(str::to_owned).into());
        let facts = Facts { games: Vec::new(), tested };
        let rules = "# Rules\n- **XX-1** Red begins.\n- **XX-2** Blue passes (XX-3).\n- **Pass** Nobody.\n";
        let found = find(rules, &facts);
        assert_eq!(found.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3], "{found:?}");
        assert!(found[0].what.contains("`xx_2_…`"), "{found:?}");
        assert!(reads("games/hexoust/data/rules.en.md") && !reads("games/hexoust/data/rules.de.md"));
    }

    /// If rulings were written in another form, the rule would find none of them and never fail.
    #[test]
    fn the_rulings_of_all_games_are_found() {
        let files = files(checkout::root()).unwrap();
        let nothing = Facts { games: Vec::new(), tested: BTreeSet::new() };
        let rules: Vec<_> = files.iter().filter(|(path, _)| reads(path)).collect();
        assert_eq!(rules.len(), super::super::games(checkout::root()).unwrap().len(), "every game has its rules");
        for (path, rules) in rules {
            assert!(find(rules, &nothing).len() > 1, "{path}");
        }
    }
}
