//! `sixfold serve --check`: every setting with where it comes from, and whether a server could start with them.

use serde_json::json;
use server::{BusAddress, BusError, Checked, Config, NatsBus};

use super::serve::{self, Prepared};
use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::setting::{value_without_secrets, without_secrets};

pub(super) fn run(args: &ServeArgs, json: bool) -> Result<(), Failure> {
    let mut output = Output::new(json);
    let settings: Vec<_> =
        args.operating.settings.iter().filter_map(|setting| Some((setting, setting.line()?))).collect();
    let width = settings.iter().map(|(_, line)| line.chars().count()).max().unwrap_or_default();
    for (setting, line) in settings {
        let values: Vec<_> = setting.values.iter().map(|value| value_without_secrets(value)).collect();
        let object = json!({ "setting": setting.name, "values": values, "from": setting.origin.to_string() });
        output.say(&object, || format!("{line:width$}  # {}", setting.origin))?;
    }
    let mut found = Found { notes: args.operating.notes.clone(), problems: args.operating.problems.clone() };
    match serve::prepare(args) {
        Ok(Prepared { config, bus, too_few_files }) => {
            found.notes.extend(too_few_files);
            // With a wrong setting left out a server would use another store, or make one.
            if found.problems.is_empty() {
                let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
                runtime.block_on(try_out(&config, &bus, &mut found));
            }
        }
        Err(wrong) => found.problems.extend(wrong.into_iter().map(Failure::into_text)),
    }
    let Found { notes, problems } = found;
    for note in &notes {
        output.say(&json!({ "note": note }), || format!("note: {note}"))?;
    }
    for problem in &problems {
        output.say(&json!({ "problem": problem }), || format!("problem: {problem}"))?;
    }
    output.say(&json!({ "fine": problems.is_empty() }), || match problems.len() {
        0 => "fine: a server can start with these settings".to_owned(),
        1 => "1 problem: a server cannot start with these settings".to_owned(),
        many => format!("{many} problems: a server cannot start with these settings"),
    })?;
    output.flush()?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::No) }
}

/// What was found beside the settings.
struct Found {
    /// What a host should know, although a server starts.
    notes: Vec<String>,
    /// What keeps a server from starting.
    problems: Vec<String>,
}

async fn try_out(config: &Config, bus: &BusAddress, found: &mut Found) {
    let Checked { problems, older_store } = server::check(config).await;
    found.notes.extend(older_store.map(|older| older.to_string()));
    found.problems.extend(problems.into_iter().map(|problem| problem.to_string()));
    if let BusAddress::Nats(address) = bus {
        match NatsBus::check(address).await {
            Ok(()) => {}
            // With a problem here, a service that checks before each start would never start a server before its bus.
            Err(away @ BusError::Away { .. }) => {
                found.notes.push(format!("{away}; a server starts without it and tries until it is there"));
            }
            Err(refused @ BusError::Refused { .. }) => found.problems.push(refused.to_string()),
        }
    }
    for text in found.notes.iter_mut().chain(&mut found.problems) {
        *text = without_secrets(text);
    }
}
