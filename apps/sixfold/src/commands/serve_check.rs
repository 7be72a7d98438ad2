//! `sixfold serve --check`: every setting with where it comes from, and whether a server could start with them.

use serde_json::json;
use server::{BusAddress, Checked, Config, NatsBus};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::settings::without_secrets;

pub(super) fn run(args: &ServeArgs, config: &Config, json: bool) -> Result<(), Failure> {
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
    let (problems, older_store): (Vec<String>, _) = runtime.block_on(async {
        let Checked { problems, older_store } = server::check(config).await;
        let problems = problems.into_iter().map(|problem| problem.to_string());
        let no_bus = match &args.bus {
            BusAddress::Nats(address) => NatsBus::check(address).await.err().map(|error| error.to_string()),
            BusAddress::Local => None,
        };
        (problems.chain(no_bus).map(|problem| without_secrets(&problem)).collect(), older_store)
    });
    if let Some(older) = older_store {
        output.say(&json!({ "note": older.to_string() }), || format!("note: {older}"))?;
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
