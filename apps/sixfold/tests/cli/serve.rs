//! `sixfold serve --check` and `sixfold health`: the settings of a server, and whether it is ready.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::Stdio;

use crate::common::{Run, command, sixfold};
use crate::nats::Nats;

/// Nobody listens at this port, and no other program of the machine gets it for a listener of its own.
const NOBODY: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);

#[test]
fn a_check_prints_every_setting_with_its_place_and_no_password() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sixfold.toml");
    let data = folder.path().join("data");
    let text = format!("addr = \"127.0.0.1:0\"\ndata_dir = \"{}\"\nhost = [\"play.example.org\"]\n", data.display());
    std::fs::write(&file, text + "keep_unbegun_days = 3\n").unwrap();
    let mut check = command("serve --check --connections 7 --config");
    let output = check.arg(&file).env("SIXFOLD_TABLES_PER_SECOND", "3").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{said}");
    let line = |name: &str| said.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap().to_owned();
    assert!(line("addr").ends_with(&format!("# file, {} line 1", file.display())), "{said}");
    assert!(line("host").starts_with("host = [\"play.example.org\"] "), "{said}");
    assert!(line("connections").starts_with("connections = 7 ") && line("connections").ends_with("# flag"), "{said}");
    assert!(line("tables_per_second").ends_with("# environment, SIXFOLD_TABLES_PER_SECOND"), "{said}");
    assert!(line("log").ends_with("# default"), "{said}");
    let kept = line("keep_unbegun_days");
    assert!(kept.starts_with("keep_unbegun_days = 3 ") && kept.ends_with("line 4"), "{said}");
    assert!(line("keep_unfinished_days").starts_with("keep_unfinished_days = 90 "), "{said}");
    assert!(said.ends_with("fine: a server can start with these settings\n"), "{said}");

    // What it prints can be used as a file.
    let settings: Vec<_> = said.lines().filter(|line| line.contains(" = ")).collect();
    std::fs::write(&file, settings.join("\n")).unwrap();
    let again = command("serve --check --config").arg(&file).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn a_check_names_everything_that_would_keep_a_server_from_starting() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap();
    std::fs::write(folder.path().join("data"), "no folder").unwrap();
    std::fs::write(folder.path().join("cert.pem"), "no certificate").unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, cert, key) = (path("data"), path("cert.pem"), path("key.pem"));
    let args = format!("serve --check --addr {addr} --data-dir {data} --tls-cert {cert} --tls-key {key}");
    let run = sixfold(&args);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    let problems: Vec<_> = run.out.lines().filter(|line| line.starts_with("problem: ")).collect();
    assert_eq!(problems.len(), 3, "{}", run.out);
    for (problem, names) in problems.iter().zip([&data, &key, &addr.to_string()]) {
        assert!(problem.contains(names.as_str()), "{problem}");
    }
    assert!(run.out.ends_with("3 problems: a server cannot start with these settings\n"), "{}", run.out);
    let rows: Vec<serde_json::Value> =
        sixfold(&format!("{args} --json")).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.last().unwrap()["fine"], false);
}

/// What `--check` says with this bus, and the lines of it that begin with this word.
fn check_with_bus(bus: &str, word: &str) -> (Run, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data").display().to_string();
    let run = sixfold(&format!("serve --check --addr 127.0.0.1:0 --data-dir {data} --bus {bus}"));
    assert!(!run.out.contains("secret") && !run.err.contains("secret"), "{run:?}");
    let lines = run.out.lines().filter(|line| line.starts_with(word)).map(str::to_owned).collect();
    (run, lines)
}

#[test]
fn a_check_says_that_the_bus_is_away_and_that_a_server_starts_without_it() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    for (at, why) in [(NOBODY, "Connection refused"), (silent.local_addr().unwrap(), "timed out")] {
        let (run, notes) = check_with_bus(&format!("nats://ann:secret@{at}"), "note: ");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        let [note] = notes.as_slice() else { panic!("{notes:?}") };
        let (first, last) = (
            format!("note: nats://{at}/sixfold: the NATS server does not answer ("),
            "); a server starts without it and tries until it is there",
        );
        assert!(note.starts_with(&first) && note.contains(why) && note.ends_with(last), "{note}");
        assert!(run.out.ends_with("fine: a server can start with these settings\n"), "{}", run.out);
    }
}

#[test]
fn a_check_says_that_the_bus_refuses_the_password() {
    let nats = Nats::start_with_login("ann", "secret");
    assert_eq!(check_with_bus(&nats.address(), "fine: ").0.code, 0);
    let at = nats.address().rsplit_once('@').unwrap().1.to_owned();
    for login in ["", "ann:wrong@"] {
        let (run, problems) = check_with_bus(&format!("nats://{login}{at}"), "problem: ");
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
        assert_eq!(
            problems,
            [format!("problem: nats://{at}/sixfold: the NATS server refuses the user or the password")]
        );
    }
}

#[test]
fn a_wrong_setting_is_refused_and_to_a_check_it_is_a_no() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    std::fs::write(&file, "\nconections = 5\n").unwrap();
    let args = format!("serve --config {}", file.display());
    let right =
        format!("sixfold: {}, line 2: there is no setting `conections`; did you mean `connections`?\n", file.display());
    assert_eq!(sixfold(&args).complaint(2), right);
    let run = sixfold(&format!("{args} --check"));
    let problem = right.replacen("sixfold: ", "problem: ", 1);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert!(run.out.contains(&format!("\n{problem}")), "{}", run.out);
    assert!(sixfold("serve --config no-such-file.toml").complaint(3).contains("no-such-file.toml"));
    assert!(sixfold("serve --tls-cert a.pem").complaint(2).contains("both --tls-cert and --tls-key"));
}

/// What a check of these settings says, which are wrong: its problems.
#[track_caller]
fn problems(args: &str, environment: &[(&str, &str)], file: Option<&str>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sixfold.toml");
    let mut args = format!("serve --check {args}");
    if let Some(text) = file {
        std::fs::write(&path, text).unwrap();
        args = format!("{args} --config {}", path.display());
    }
    let check = |args: &str| {
        let output = command(args).envs(environment.iter().copied()).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]), "{args}: {said}");
        assert!(!said.contains("geheim"), "{said}");
        said
    };
    let said = check(&args);
    assert!(
        said.contains("\naddr = \"127.0.0.1:7654\"") || said.starts_with("addr = "),
        "the settings are shown: {said}"
    );
    assert!(said.ends_with("a server cannot start with these settings\n"), "{said}");
    let as_json = check(&format!("{args} --json"));
    let last: serde_json::Value = serde_json::from_str(as_json.lines().last().unwrap()).unwrap();
    assert_eq!(last["fine"], false);
    assert!(!folder.path().join("data").exists(), "no store is made in place of the one that was meant");
    let file = path.display().to_string();
    said.lines().filter_map(|line| Some(line.strip_prefix("problem: ")?.replace(&file, "FILE"))).collect()
}

#[test]
fn to_a_check_every_wrong_setting_is_a_problem_with_its_place() {
    let one = |args: &str, environment: &[(&str, &str)], file| {
        let problems = problems(args, environment, file);
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        problem.clone()
    };
    let store = "mysql://ann:geheim@localhost/games";
    let right = "a store is `sqlite:FOLDER` or `postgres://USER@HOST:PORT/DATABASE`";
    assert_eq!(one(&format!("--store {store}"), &[], None), format!("--store: {right}"));
    assert_eq!(one("", &[("SIXFOLD_STORE", store)], None), format!("the environment: SIXFOLD_STORE: {right}"));
    let file = format!("log = \"info\"\nstore = \"{store}\"\n");
    assert_eq!(one("", &[], Some(&file)), format!("FILE, line 2: store: {right}"));
    assert!(one("--config no-such-file.toml", &[], None).starts_with("no-such-file.toml: "));
    assert!(one("", &[], Some("log = \"\n")).starts_with("FILE, line 1: "));
    assert!(one("--rules no-such-folder", &[], None).starts_with("--rules: no-such-folder"));
    assert!(one("", &[], Some("tls_cert = \"a.pem\"\n")).starts_with("FILE, line 1: tls_cert: TLS needs both"));
    assert!(one("", &[("SIXFOLD_CONFIG", "x")], None).starts_with("the environment: SIXFOLD_CONFIG: --config is for"));
    let both = one("", &[], Some("store = \"sqlite:z\"\ndata_dir = \"z\"\n"));
    assert_eq!(both, "FILE: `data_dir` and `store` exclude each other; give one of them");
    // An address that has lost its scheme still has its password, and the hint for it is whole.
    let right =
        "a bus is `local` or `nats://[user:password@]host[:port][/name]`, with a name of letters, digits, - and _";
    for bus in ["ann:geheim@nats:4222", "nats:/ann:geheim@nats", "http://ann:geheim@localhost"] {
        assert_eq!(one("", &[("SIXFOLD_BUS", bus)], None), format!("the environment: SIXFOLD_BUS: {right}"));
        let in_file = problems("", &[], Some(&format!("\nbus = \"{bus}\"\n")));
        assert_eq!(in_file, [format!("FILE, line 2: bus: {right}")]);
        assert_eq!(one(&format!("--bus {bus}"), &[], None), format!("--bus: {right}"));
    }
    let store = [("SIXFOLD_STORE", "ann:geheim@localhost/games")];
    assert!(one("", &store, None).starts_with("the environment: SIXFOLD_STORE: a store is "));
    // All of them at once.
    let environment = [("SIXFOLD_CONNECTIONS", "0"), ("SIXFOLD_BUS", "http://ann:geheim@localhost")];
    let many = problems("", &environment, Some("log = \"loud\"\nstore = \"data\"\n"));
    let places = [
        "the environment: SIXFOLD_CONNECTIONS: ",
        "the environment: SIXFOLD_BUS: ",
        "FILE, line 1: log: ",
        "FILE, line 2: store: ",
    ];
    assert!(many.len() == 4 && places.iter().all(|place| many.iter().any(|told| told.starts_with(place))), "{many:?}");
}

#[test]
fn a_wrong_address_of_the_bus_is_refused_with_its_place_and_without_its_password() {
    let right =
        "a bus is `local` or `nats://[user:password@]host[:port][/name]`, with a name of letters, digits, - and _\n";
    for bus in ["ann:geheim@nats:4222", "nats:/ann:geheim@nats", "http://ann:geheim@localhost"] {
        for program in ["serve", "worker"] {
            let output = command(program).env("SIXFOLD_BUS", bus).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            let place = "sixfold: the environment: SIXFOLD_BUS: ";
            assert_eq!((output.status.code(), told), (Some(2), format!("{place}{right}")), "{program}");
            let told = sixfold(&format!("{program} --bus {bus}")).complaint(2);
            assert_eq!(told, format!("sixfold: --bus: {right}"), "{program}");
        }
    }
}

#[test]
fn a_check_and_a_start_note_a_variable_that_no_command_knows() {
    let folder = tempfile::tempdir().unwrap();
    let args = format!("serve --addr 127.0.0.1:0 --data-dir {}", folder.path().join("data").display());
    let note = "the environment: there is no setting SIXFOLD_PROXIES, so it has no effect";
    let output = command(&format!("{args} --check")).env("SIXFOLD_PROXIES", "10.0.0.1").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains(&format!("\nnote: {note}\n")), "{said}");
    let started =
        command(&args).env("SIXFOLD_PROXIES", "10.0.0.1").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut server = started.unwrap();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut String::new()).unwrap(); // it has started
    server.kill().unwrap();
    let log = String::from_utf8(server.wait_with_output().unwrap().stderr).unwrap();
    assert!(log.contains(" WARN ") && log.contains(note), "{log}");
}

#[cfg(unix)]
#[test]
fn a_check_on_a_full_disk_names_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    drop(server::Sqlite::open(&data).unwrap());
    // Its log has more than 40 KB, and stays as long as it is open. No file may be larger. A write beyond that fails, as on a full disk, and the signal for it is ignored.
    let log = rusqlite::Connection::open(data.join("sixfold.db")).unwrap();
    log.execute("INSERT INTO rule_sets (fingerprint, files) VALUES (x'01', hex(zeroblob(100000)))", []).unwrap();
    let mut check = std::process::Command::new("sh");
    check.args(["-c", "trap '' XFSZ; ulimit -f 80; exec \"$0\" \"$@\""]);
    check.arg(std::env::var_os("CARGO_BIN_EXE_sixfold").unwrap());
    check.args(["serve", "--check", "--addr", "127.0.0.1:0", "--data-dir"]).arg(&data);
    let said = String::from_utf8(check.output().unwrap().stdout).unwrap();
    let problem = said.lines().find(|line| line.starts_with("problem: ")).unwrap_or_else(|| panic!("{said}"));
    assert!(problem.starts_with(&format!("problem: the store failed: {}/sixfold.db: ", data.display())), "{problem}");
}

#[test]
fn a_server_that_is_not_there_is_not_ready() {
    assert_eq!(sixfold(&format!("health http://{NOBODY}")).code, 1);
    assert!(sixfold("health ftp://x").complaint(2).contains("http://127.0.0.1:7654 would be right"));
    assert!(sixfold("health https://127.0.0.1").complaint(2).contains("at its metrics_addr"));
}
