//! `sixfold serve --check`: every setting with where it comes from, and whether a server could start with them.

use serde_json::json;
use server::{BusAddress, BusError, Checked, Config, NatsBus};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::settings::without_secrets;

/// `note` is what else a host should know.
pub(super) fn run(args: &ServeArgs, config: &Config, note: Option<&str>, json: bool) -> Result<(), Failure> {
    let mut output = Output::new(json);
    let settings: Vec<_> =
        args.operating.settings.iter().filter_map(|setting| Some((setting, setting.line()?))).collect();
    let width = settings.iter().map(|(_, line)| line.chars().count()).max().unwrap_or_default();
    for (setting, line) in settings {
        let values: Vec<_> = setting.values.iter().map(|value| without_secrets(value)).collect();
        let object = json!({ "setting": setting.name, "values": values, "from": setting.origin.to_string() });
        output.say(&object, || format!("{line:width$}  # {}", setting.origin))?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let Found { notes, problems } = runtime.block_on(try_out(args, config));
    for note in note.into_iter().chain(notes.iter().map(String::as_str)) {
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
#[derive(Default)]
struct Found {
    /// What a host should know, although a server starts.
    notes: Vec<String>,
    /// What keeps a server from starting.
    problems: Vec<String>,
}

async fn try_out(args: &ServeArgs, config: &Config) -> Found {
    let Checked { problems, older_store } = server::check(config).await;
    let mut found = Found::default();
    found.notes.extend(older_store.map(|older| older.to_string()));
    found.problems.extend(problems.into_iter().map(|problem| problem.to_string()));
    if let BusAddress::Nats(address) = &args.bus {
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
    found
}
