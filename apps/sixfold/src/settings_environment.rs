//! Names in the environment that look like settings and are none.

use std::collections::HashMap;
use std::ffi::OsString;

use crate::failure::Failure;
use crate::settings::{COMMAND_LINE_ONLY, ENVIRONMENT, nearest, variable};

/// Looks at every variable whose name begins like that of a setting. One that is most likely misspelt is refused, and so is one that
/// is for the command line alone. Of others that no command knows a note is made: they have no effect.
pub(crate) fn check(
    environment: &HashMap<String, OsString>,
    own: &[String],
    of_all_commands: &[String],
    notes: &mut Vec<String>,
) -> Vec<Failure> {
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let mut problems = Vec::new();
    let mut variables: Vec<&String> = environment.keys().collect();
    variables.sort_unstable();
    for given in variables {
        let Some(name) = given.strip_prefix(ENVIRONMENT).map(str::to_ascii_lowercase) else { continue };
        if of_all_commands.contains(&name) || is_of_kubernetes(&name) {
            continue;
        }
        if COMMAND_LINE_ONLY.contains(&name.as_str()) {
            let flag = name.replace('_', "-");
            problems.push(format!("the environment: {given}: --{flag} is for the command line alone"));
        } else if let Some(near) = near(&name, &own) {
            problems.push(format!("the environment: there is no setting {given}; did you mean {}?", variable(near)));
        } else {
            notes.push(format!("the environment: there is no setting {given}, so it has no effect"));
        }
    }
    problems.into_iter().map(Failure::Input).collect()
}

/// The setting that was most likely meant.
fn near<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    nearest(name, known).filter(|near| strsim::damerau_levenshtein(name, near) * 4 <= near.len())
}

/// For a service with the name `sixfold` Kubernetes sets such as `SIXFOLD_PORT_7654_TCP` and `SIXFOLD_SERVICE_HOST` in every container.
fn is_of_kubernetes(name: &str) -> bool {
    name.split('_').any(|word| ["port", "service"].contains(&word))
}
