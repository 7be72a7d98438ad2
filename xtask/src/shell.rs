//! Running other programs: finding them, running them, and building our own.

use crate::checkout;
use crate::failure::Failure;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// The cargo that started xtask, in the root of the checkout.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments).current_dir(checkout::root());
    cargo
}

/// Prints the command line and runs it with its output visible.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    println!("$ {}", line(command));
    let status = command.status().map_err(|error| not_started(command, &error))?;
    succeeded(command, status)
}

/// Runs the command and returns its standard output. Its standard error stays visible.
pub(crate) fn output(command: &mut Command) -> Result<String, Failure> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| not_started(command, &error))?;
    succeeded(command, output.status)?;
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::Failed(format!("`{}` printed something that is not UTF-8", line(command))))
}

/// Whether the command starts and succeeds. It shows no output.
pub(crate) fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

pub(crate) fn on_path(program: &str) -> bool {
    find_on_path(program).is_some()
}

/// The path of a program, if it is on the path.
pub(crate) fn find_on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|program| program.is_file())
}

/// Builds packages in the release profile and returns the paths of their programs, which have the same names.
pub(crate) fn build_release<const COUNT: usize>(packages: [&str; COUNT]) -> Result<[PathBuf; COUNT], Failure> {
    build_packages("release", packages)
}

/// Builds a package with its examples in the profile of the tests. Returns the paths of its program, which has the same
/// name, and of one of the examples.
pub(crate) fn build_with_example(package: &str, example: &str) -> Result<[PathBuf; 2], Failure> {
    let packages = ["--package", package, "--bins", "--example", example];
    built(&mut build("dev", &packages), [package, example])
}

fn build_packages<const COUNT: usize>(profile: &str, packages: [&str; COUNT]) -> Result<[PathBuf; COUNT], Failure> {
    let named: Vec<&str> = packages.iter().flat_map(|package| ["--package", package]).collect();
    built(&mut build(profile, &named), packages)
}

fn build(profile: &str, arguments: &[&str]) -> Command {
    let mut build = cargo(&["build", "--profile", profile, "--locked", "--message-format=json-render-diagnostics"]);
    build.args(arguments);
    build
}

/// Runs cargo and returns the paths of these programs. Cargo's messages give the paths, so a target folder elsewhere works
/// too.
fn built<const COUNT: usize>(build: &mut Command, names: [&str; COUNT]) -> Result<[PathBuf; COUNT], Failure> {
    let messages = output(build)?;
    let mut programs = [const { PathBuf::new() }; COUNT];
    for (name, program) in names.into_iter().zip(&mut programs) {
        *program = executable(&messages, name)
            .ok_or_else(|| Failure::Failed(format!("`{}` built no program called `{name}`", line(build))))?;
    }
    Ok(programs)
}

/// The path of a program in the output of `--message-format=json`.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find_map(|message| {
        let ours = message["reason"] == "compiler-artifact" && message["target"]["name"] == name;
        message["executable"].as_str().filter(|_| ours).map(PathBuf::from)
    })
}

fn succeeded(command: &Command, status: ExitStatus) -> Result<(), Failure> {
    if status.success() { Ok(()) } else { Err(Failure::Failed(format!("`{}` ended with {status}", line(command)))) }
}

fn not_started(command: &Command, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("`{}` does not start: {error}", line(command)))
}

/// The command as a person would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy().into_owned());
    let settings =
        command.get_envs().filter_map(|(name, value)| Some((name.to_string_lossy(), value?.to_string_lossy())));
    let settings = settings.map(|(name, value)| format!("{name}={}", quoted(&value)));
    settings.chain(words.map(|word| quoted(&word))).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(line(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn a_built_program_is_found_among_cargos_messages() {
        let messages = r#"
            {"reason":"compiler-artifact","target":{"name":"sixfold_hex"},"executable":null}
            not json
            {"reason":"compiler-artifact","target":{"name":"sixfold"},"executable":"/elsewhere/release/sixfold"}
            {"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages, "sixfold"), Some("/elsewhere/release/sixfold".into()));
        assert_eq!(executable(messages, "sixfold_hex"), None);
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_named() {
        let failure = run(cargo(&["no-such-command-of-cargo"]).stderr(Stdio::null())).unwrap_err().to_string();
        assert!(failure.starts_with("`cargo no-such-command-of-cargo` ended with"), "{failure}");
        let failure = run(&mut Command::new("no-such-program-anywhere")).unwrap_err().to_string();
        assert!(failure.contains("does not start"), "{failure}");
        assert!(!on_path("no-such-program-anywhere"));
    }
}
