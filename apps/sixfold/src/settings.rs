//! The options of `sixfold serve`, of `sixfold worker` and of the commands that use a store from three places: the command line, the
//! environment, a file. The names are those of the options, as clap knows them. There is no second list, so a new option is a setting
//! without further work.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory as _, FromArgMatches as _};

use crate::cli::{Cli, Command};
use crate::failure::Failure;
use crate::setting::{Origin, Setting, value_without_secrets};
use crate::settings_environment;
use crate::settings_file::{self, Given};

pub(crate) const ENVIRONMENT: &str = "SIXFOLD_";
/// The commands that are told where the store or the bus is. Passwords need not stand on their command lines, which every user of the
/// machine can read.
const COMMANDS: [&[&str]; 6] = [SERVE, WORKER, &["backup"], &["restore"], &["store", "check"], &["store", "clean"]];
const SERVE: &[&str] = &["serve"];
const WORKER: &[&str] = &["worker"];
/// What only makes sense for one call.
pub(crate) const COMMAND_LINE_ONLY: [&str; 4] = ["config", "check", "open", "dry_run"];

/// The command line, with the options of a server completed from the environment and the file.
pub(crate) fn command_line() -> Result<Cli, Failure> {
    let args: Vec<OsString> = std::env::args_os().collect();
    let environment = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    read(args, &environment.filter(|(name, _)| name.starts_with(ENVIRONMENT)).collect())
}

fn read(mut args: Vec<OsString>, environment: &HashMap<String, OsString>) -> Result<Cli, Failure> {
    let matches = parse(&args);
    let Some((command, given)) = COMMANDS.iter().find_map(|path| Some((*path, of_command(&matches, path)?))) else {
        return cli(&matches);
    };
    let mut settings = settings(command);
    let Completed { origins, notes, mut problems } = complete(&settings, command, given, environment, &mut args);
    // To `--check` every problem is an answer like any other.
    let is_check = command == SERVE && given.get_flag("check");
    if !is_check && !problems.is_empty() {
        return Err(problems.swap_remove(0).failure);
    }
    settings.retain(|arg| !problems.iter().any(|problem| problem.setting.as_deref() == Some(arg.get_id().as_str())));
    let matches = parse(&args);
    let mut cli = cli(&matches)?;
    let with_origins = |all| settings.iter().map(|arg| setting(arg, all, &origins)).collect();
    match (&mut cli.command, of_command(&matches, command)) {
        (Command::Serve(serve), Some(all)) => {
            serve.operating.settings = with_origins(all);
            serve.operating.notes = notes;
            serve.operating.problems = problems.into_iter().map(|problem| problem.failure.into_text()).collect();
        }
        (Command::Worker(worker), Some(all)) => (worker.settings, worker.notes) = (with_origins(all), notes),
        _ => notes.iter().for_each(|note| eprintln!("sixfold: note: {note}")),
    }
    Ok(cli)
}

/// What was given to this command, if it is the one that was asked for.
fn of_command<'a>(matches: &'a ArgMatches, path: &[&str]) -> Option<&'a ArgMatches> {
    path.iter().try_fold(matches, |matches, name| matches.subcommand_matches(name))
}

/// Parses a command line; help, the version and mistakes end the program here.
fn parse(args: &[OsString]) -> ArgMatches {
    Cli::command().try_get_matches_from(args).unwrap_or_else(|error| error.exit())
}

fn cli(matches: &ArgMatches) -> Result<Cli, Failure> {
    Cli::from_arg_matches(matches).map_err(|error| Failure::Input(error.to_string()))
}

/// Every option of a command that can be a setting.
fn settings(command: &[&str]) -> Vec<Arg> {
    let is_setting = |arg: &&Arg| !COMMAND_LINE_ONLY.contains(&arg.get_id().as_str()) && arg.get_long().is_some();
    alone(command).get_arguments().filter(is_setting).cloned().collect()
}

/// A command without the program around it.
fn alone(path: &[&str]) -> clap::Command {
    let mut command = Cli::command();
    for name in path {
        command = command.find_subcommand(name).expect("a command with settings exists").clone();
    }
    command
}

type Origins = HashMap<String, (Origin, Option<bool>)>;

/// What the environment and the file have added to the arguments.
#[derive(Default)]
struct Completed {
    /// Where each option comes from.
    origins: Origins,
    /// What a host should know, although it is no mistake.
    notes: Vec<String>,
    problems: Vec<Problem>,
}

/// What is wrong with the settings.
struct Problem {
    /// The setting that was left out because of it.
    setting: Option<String>,
    failure: Failure,
}

impl Completed {
    /// What has come out well. The problem of anything else is noted.
    fn right<T>(&mut self, setting: Option<&str>, result: Result<T, Failure>) -> Option<T> {
        let problem = |failure| Problem { setting: setting.map(str::to_owned), failure };
        result.map_err(|failure| self.problems.push(problem(failure))).ok()
    }
}

/// Adds what the environment and the file say to the arguments, and notes where each option comes from.
fn complete(
    settings: &[Arg],
    command: &[&str],
    given: &ArgMatches,
    environment: &HashMap<String, OsString>,
    args: &mut Vec<OsString>,
) -> Completed {
    let mut all = Completed::default();
    let misspelt = settings_environment::check(environment, &names(settings), &names_of_all_commands(), &mut all.notes);
    all.problems.extend(misspelt.into_iter().map(|failure| Problem { setting: None, failure }));
    let config = given.get_one::<PathBuf>("config").cloned();
    // A command that uses the store of a server reads the file of the server.
    let known = if command == WORKER { names(settings) } else { names_of(&[SERVE]) };
    let read =
        config.as_ref().map(|file| settings_file::read(file, &known.iter().map(String::as_str).collect::<Vec<_>>()));
    let mut in_file = read.and_then(|read| all.right(None, read)).unwrap_or_default();
    let mut found = HashMap::new();
    for arg in settings {
        let name = arg.get_id().as_str();
        let from_file = in_file.remove(name);
        let variable = variable(name);
        let origin_and_values = if given.value_source(name) == Some(ValueSource::CommandLine) {
            (Origin::Flag, None)
        } else if let Some(value) = environment.get(&variable) {
            let Some(values) = all.right(Some(name), from_environment(arg, value)) else { continue };
            (Origin::Environment(variable), Some(values))
        } else if let Some(Given { values, line }) = from_file {
            (Origin::File(config.clone().unwrap_or_default(), line), Some(values))
        } else {
            continue;
        };
        found.insert(name, origin_and_values);
    }
    let excluded = outranked(settings, command, &found);
    for (name, problem) in excluded {
        found.remove(name.as_str());
        if let Some(failure) = problem {
            all.problems.push(Problem { setting: Some(name), failure });
        }
    }
    for arg in settings {
        let name = arg.get_id().as_str();
        let Some((origin, values)) = found.remove(name) else { continue };
        let added = values.map_or(Ok(None), |values| add(command, arg, &values, &origin, args));
        if let Some(switched) = all.right(Some(name), added) {
            all.origins.insert(name.to_owned(), (origin, switched));
        }
    }
    all
}

/// The settings that exclude one from a place that counts before theirs: `data_dir` in the file does not count beside `store` in
/// the environment. Two of the same place are refused.
fn outranked(
    settings: &[Arg],
    command: &[&str],
    found: &HashMap<&str, (Origin, Option<Vec<String>>)>,
) -> Vec<(String, Option<Failure>)> {
    let command = alone(command);
    let mut outranked = Vec::new();
    for arg in settings {
        for other in command.get_arg_conflicts_with(arg) {
            let [one, two] = [arg, other].map(|arg| arg.get_id().as_str());
            let (Some((first, _)), Some((second, _))) = (found.get(one), found.get(two)) else { continue };
            match first.rank().cmp(&second.rank()) {
                Ordering::Less => outranked.push((one.to_owned(), None)),
                Ordering::Greater => outranked.push((two.to_owned(), None)),
                // clap refuses two flags itself.
                Ordering::Equal if *first == Origin::Flag => {}
                Ordering::Equal => {
                    let place = match first {
                        Origin::File(file, _) => file.display().to_string(),
                        _ => "the environment".to_owned(),
                    };
                    let problem = format!("{place}: `{one}` and `{two}` exclude each other; give one of them");
                    outranked.push((one.to_owned(), Some(Failure::Input(problem))));
                    outranked.push((two.to_owned(), None));
                }
            }
        }
    }
    outranked
}

/// The names in the file.
fn names(settings: &[Arg]) -> Vec<String> {
    settings.iter().map(|arg| arg.get_id().to_string()).collect()
}

fn names_of(commands: &[&[&str]]) -> Vec<String> {
    commands.iter().flat_map(|command| names(&settings(command))).collect()
}

/// The names of all settings of all commands: servers and workers may have the same environment.
fn names_of_all_commands() -> Vec<String> {
    names_of(&COMMANDS)
}

/// The name in the environment.
pub(crate) fn variable(name: &str) -> String {
    format!("{ENVIRONMENT}{}", name.to_ascii_uppercase())
}

/// The name that is most like this one.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    known.iter().copied().min_by_key(|known| strsim::damerau_levenshtein(name, known))
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// The values in a variable. A list has commas between its values.
fn from_environment(arg: &Arg, value: &OsString) -> Result<Vec<String>, Failure> {
    let name = variable(arg.get_id().as_str());
    let text = value.to_str().ok_or_else(|| Failure::Input(format!("the environment: {name} is no text")))?;
    if !is_list(arg) {
        return Ok(vec![text.to_owned()]);
    }
    Ok(text.split(',').map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()).collect())
}

/// Adds a setting to the arguments. Refuses a value that the option refuses, and says where it stands. Returns how a switch
/// is set.
fn add(
    command: &[&str],
    arg: &Arg,
    values: &[String],
    origin: &Origin,
    args: &mut Vec<OsString>,
) -> Result<Option<bool>, Failure> {
    let name = arg.get_id().as_str();
    let wrong = |problem: &str| Failure::Input(format!("{}: {problem}", origin.place(name)));
    let flag = format!("--{}", arg.get_long().unwrap_or(name));
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return match values {
            [value] if value == "true" => {
                args.push(flag.into());
                Ok(Some(true))
            }
            [value] if value == "false" => Ok(Some(false)),
            _ => Err(wrong("true or false would be right")),
        };
    }
    if values.len() != 1 && !is_list(arg) {
        return Err(wrong("one value would be right, not a list"));
    }
    for value in values {
        let argument = format!("{flag}={value}");
        if let Err(error) = alone(command).no_binary_name(true).try_get_matches_from([&argument])
            && matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue)
        {
            let text = error.to_string();
            let text = text.split("\n\nFor more").next().unwrap_or_default().trim_start_matches("error: ");
            // It quotes the value, and services are started by others than those who know the password.
            return Err(wrong(&text.trim_end().replace(value, &value_without_secrets(value))));
        }
        args.push(argument.into());
    }
    Ok(None)
}

/// An option as it counts in the end.
fn setting(arg: &Arg, all: &ArgMatches, origins: &Origins) -> Setting {
    let name = arg.get_id().as_str();
    let (origin, switched) = origins.get(name).cloned().unwrap_or((Origin::Default, None));
    let raw = all.get_raw(name).into_iter().flatten();
    let mut values: Vec<String> = raw.map(|value| value.to_string_lossy().into_owned()).collect();
    if let Some(switched) = switched {
        values = vec![switched.to_string()];
    }
    Setting { name: name.to_owned(), values, is_list: is_list(arg), origin }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{LogFormat, LogLevel, WorkerArgs};

    fn read_all(args: &[&str], environment: &[(&str, &str)], file: Option<&str>) -> Result<Vec<Setting>, String> {
        match read_command("serve", args, environment, file)? {
            Command::Serve(serve) => Ok(serve.operating.settings),
            _ => unreachable!("the command is serve"),
        }
    }

    fn read_worker(args: &[&str], environment: &[(&str, &str)], file: Option<&str>) -> Result<WorkerArgs, String> {
        match read_command("worker", args, environment, file)? {
            Command::Worker(worker) => Ok(worker),
            _ => unreachable!("the command is worker"),
        }
    }

    fn read_command(
        command: &str,
        args: &[&str],
        environment: &[(&str, &str)],
        file: Option<&str>,
    ) -> Result<Command, String> {
        let folder = tempfile::tempdir().unwrap();
        let mut args: Vec<OsString> = ["sixfold", command].iter().chain(args).map(OsString::from).collect();
        if let Some(text) = file {
            let path = folder.path().join("sixfold.toml");
            std::fs::write(&path, text).unwrap();
            args.extend([OsString::from("--config"), path.into()]);
        }
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        match read(args, &environment) {
            Ok(cli) => Ok(cli.command),
            Err(Failure::Input(problem)) => Err(problem.replace(&folder.path().display().to_string(), "")),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn of<'a>(settings: &'a [Setting], name: &str) -> (Vec<&'a str>, String) {
        let found = settings.iter().find(|setting| setting.name == name).unwrap();
        let origin = found.origin.to_string();
        (found.values.iter().map(String::as_str).collect(), origin.split(',').next().unwrap().to_owned())
    }

    #[test]
    fn a_flag_counts_before_the_environment_and_that_before_the_file_and_that_before_the_default() {
        let file = "connections = 5_000\nmessages_per_second = 7\ntables_per_second = 8\nhost = [\"a.example.org\", \"b.example.org\"]\n";
        let environment =
            [("SIXFOLD_CONNECTIONS", "6000"), ("SIXFOLD_MESSAGES_PER_SECOND", "9"), ("SIXFOLD_PROXY", "10.0.0.1, ::1")];
        let settings = read_all(&["--connections", "7000"], &environment, Some(file)).unwrap();
        let is = |value: &str, origin: &str| (value.to_owned(), origin.to_owned());
        let one = |name| {
            let (values, origin) = of(&settings, name);
            (values.join(" "), origin)
        };
        assert_eq!(one("connections"), is("7000", "flag"));
        assert_eq!(one("messages_per_second"), is("9", "environment"));
        assert_eq!(one("tables_per_second"), is("8", "file"));
        assert_eq!(one("host"), is("a.example.org b.example.org", "file"));
        assert_eq!(one("proxy"), is("10.0.0.1 ::1", "environment"));
        assert_eq!(one("bus"), is("local", "default"));
    }

    #[test]
    fn of_two_settings_that_exclude_each_other_the_one_from_the_place_that_counts_first_is_taken() {
        let (folder, database) = ("data_dir = \"/var/lib/sixfold\"\n", "postgres://db/sixfold");
        let taken = |args: &[&str], environment: &[(&str, &str)], file| {
            let settings = read_all(args, environment, file).unwrap();
            [of(&settings, "store").0.join(" "), of(&settings, "data_dir").0.join(" ")]
        };
        assert_eq!(
            taken(&[], &[("SIXFOLD_STORE", database)], Some(folder)),
            [database, ""],
            "as the shipped unit has it"
        );
        assert_eq!(taken(&["--store", database], &[], Some(folder)), [database, ""]);
        assert_eq!(taken(&["--data-dir", "x"], &[("SIXFOLD_STORE", database)], None), ["", "x"]);
        assert_eq!(taken(&[], &[("SIXFOLD_DATA_DIR", "y")], Some("store = \"sqlite:z\"\n")), ["", "y"]);
        let wrong = read_all(&[], &[], Some("store = \"sqlite:z\"\ndata_dir = \"z\"\n")).unwrap_err();
        assert_eq!(wrong, "/sixfold.toml: `data_dir` and `store` exclude each other; give one of them");
        let both = [("SIXFOLD_STORE", database), ("SIXFOLD_DATA_DIR", "y")];
        let wrong = read_all(&[], &both, None).unwrap_err();
        assert_eq!(wrong, "the environment: `data_dir` and `store` exclude each other; give one of them");
    }

    #[test]
    fn every_option_of_the_command_line_is_a_setting() {
        for command in COMMANDS {
            let names = names_of(&[command]);
            let all = alone(command);
            let options = all.get_arguments().filter(|arg| !arg.is_positional());
            for arg in options.filter(|arg| !COMMAND_LINE_ONLY.contains(&arg.get_id().as_str())) {
                assert!(names.contains(&arg.get_id().to_string()), "{command:?}: {}", arg.get_id());
                assert_eq!(arg.get_long().unwrap().replace('-', "_"), arg.get_id().as_str(), "one name everywhere");
            }
        }
    }

    #[test]
    fn a_worker_takes_its_settings_from_the_same_places_under_the_same_names() {
        let bus = "nats://ann:secret@nats:4222";
        let environment = [("SIXFOLD_BUS", bus), ("SIXFOLD_THREADS", "3"), ("SIXFOLD_LOG_FORMAT", "json")];
        let file = "bus = \"nats://elsewhere\"\nlog = \"info\"\nthreads = 2\n";
        let worker = read_worker(&["--threads", "4"], &environment, Some(file)).unwrap();
        assert_eq!((worker.bus.reveal(), worker.threads), (bus, Some(4)));
        assert!(matches!((worker.log, worker.log_format), (LogLevel::Info, LogFormat::Json)));
        // What is meant for a server that has the same environment is no mistake.
        read_worker(&[], &[("SIXFOLD_BUS", bus), ("SIXFOLD_STORE", "postgres://db/x")], None).unwrap();
        let wrong = read_worker(&[], &[("SIXFOLD_THREAD", "3")], None).unwrap_err();
        assert_eq!(wrong, "the environment: there is no setting SIXFOLD_THREAD; did you mean SIXFOLD_THREADS?");
        let wrong = read_worker(&[], &[], Some("addr = \"127.0.0.1:1\"\n")).unwrap_err();
        assert!(wrong.starts_with("/sixfold.toml, line 1: there is no setting `addr`"), "{wrong}");
    }

    #[test]
    fn a_wrong_value_is_quoted_without_the_password_that_it_may_have() {
        let environment = [("SIXFOLD_ADDR", "http://ann:secret@localhost:4222")];
        let wrong = read_all(&[], &environment, None).unwrap_err();
        assert!(
            wrong.starts_with("the environment: SIXFOLD_ADDR: invalid value 'http://***@localhost:4222' for "),
            "{wrong}"
        );
    }

    #[test]
    fn a_file_that_is_no_toml_is_refused_with_its_line_and_without_its_password() {
        for (file, line) in [
            ("# ours\nstore = \"postgres://ann:geheim@localhost/sixfold\nlog = \"info\"\n", 2),
            ("store = \"postgres://ann:geheim@localhost/sixfold", 1),
            ("\n\nstore = postgres://ann:geheim@localhost/sixfold\n", 3),
            ("bus = \"local\"\nbus = 'nats://ann:geheim@nats:4222'\n", 2),
            ("bus = \"nats://ann:geheim@nats:4222\" geheim\n", 1),
            ("bus = \"nats://ann:\\geheim@nats:4222\"\n", 1),
            ("postgres://ann:geheim@localhost/sixfold\n", 1),
        ] {
            let wrong = read_all(&[], &[], Some(file)).unwrap_err();
            assert!(
                wrong.starts_with(&format!("/sixfold.toml, line {line}: ")) && !wrong.contains("geheim"),
                "{wrong}"
            );
            assert_eq!(wrong.lines().count(), 1, "{wrong}");
        }
    }

    #[test]
    fn a_wrong_name_is_refused_with_its_line_and_the_nearest_right_one() {
        let wrong = read_all(&[], &[], Some("addr = \"127.0.0.1:1\"\n\ndata-dir = \"x\"\n")).unwrap_err();
        assert_eq!(wrong, "/sixfold.toml, line 3: there is no setting `data-dir`; did you mean `data_dir`?");
        let wrong = read_all(&[], &[("SIXFOLD_DATADIR", "x")], None).unwrap_err();
        assert_eq!(wrong, "the environment: there is no setting SIXFOLD_DATADIR; did you mean SIXFOLD_DATA_DIR?");
        for fine in ["SIXFOLD_PORT", "SIXFOLD_SERVICE_HOST", "SIXFOLD_BINARY"] {
            read_all(&[], &[(fine, "tcp://10.0.0.1")], None).unwrap();
        }
        let nested = read_all(&[], &[], Some("[limits]\nconnections = 1\n")).unwrap_err();
        assert!(nested.contains("line 1: `limits` is a table"), "{nested}");
    }

    #[test]
    fn a_variable_that_no_command_knows_is_noted_unless_kubernetes_sets_it() {
        let (bus, store) = (("SIXFOLD_BUS", "local"), ("SIXFOLD_STORE", "sqlite:data"));
        let unknown = [("SIXFOLD_PROXIES", "a"), ("SIXFOLD_LOG_LEVEL", "b"), ("SIXFOLD_DATA", "c"), bus, store];
        let known = [("SIXFOLD_THREADS", "3"), bus, ("SIXFOLD_PORT_7654_TCP_ADDR", "d"), ("SIXFOLD_PORT", "e")];
        let of_kubernetes = [("SIXFOLD_WEB_SERVICE_PORT_HTTP", "f"), ("SIXFOLD_SERVICE_HOST", "g")];
        let notes = |command, environment: &[(&str, &str)]| match read_command(command, &[], environment, None).unwrap()
        {
            Command::Serve(serve) => serve.operating.notes,
            Command::Worker(worker) => worker.notes,
            _ => unreachable!("the command is serve or worker"),
        };
        for command in ["serve", "worker"] {
            let right = ["SIXFOLD_DATA", "SIXFOLD_LOG_LEVEL", "SIXFOLD_PROXIES"]
                .map(|name| format!("the environment: there is no setting {name}, so it has no effect"));
            assert_eq!(notes(command, &unknown), right);
            assert_eq!(notes(command, &[&known[..], &of_kubernetes].concat()), [""; 0]);
        }
    }

    #[test]
    fn what_is_for_the_command_line_alone_is_refused_in_the_environment() {
        for (name, flag) in [("SIXFOLD_CONFIG", "--config"), ("SIXFOLD_CHECK", "--check"), ("SIXFOLD_OPEN", "--open")] {
            let wrong = [read_all(&[], &[(name, "x")], None).err(), read_worker(&[], &[(name, "x")], None).err()];
            let right = format!("the environment: {name}: {flag} is for the command line alone");
            assert_eq!(wrong, [Some(right.clone()), Some(right)]);
        }
    }

    #[test]
    fn a_wrong_value_is_refused_with_its_place_and_what_would_be_right() {
        let wrong = read_all(&[], &[], Some("log = \"loud\"\n")).unwrap_err();
        assert!(
            wrong.starts_with("/sixfold.toml, line 1: log: invalid value 'loud'") && wrong.contains("trace"),
            "{wrong}"
        );
        let wrong = read_all(&[], &[("SIXFOLD_CONNECTIONS", "0")], None).unwrap_err();
        assert!(
            wrong.starts_with("the environment: SIXFOLD_CONNECTIONS: ") && wrong.contains("1..=1000000"),
            "{wrong}"
        );
        let wrong = read_all(&[], &[], Some("addr = [\"a:1\", \"b:2\"]\n")).unwrap_err();
        assert_eq!(wrong, "/sixfold.toml, line 1: addr: one value would be right, not a list");
    }
}
