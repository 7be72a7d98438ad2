//! Programs and fonts that a fresh machine may lack, and how to install them.

use crate::failure::Failure;
use crate::shell;
use std::path::Path;
use std::process::Command;

/// A program or a font that a step of `cargo xtask test` needs and that does not come with a Rust toolchain.
pub(crate) struct Need {
    pub(crate) name: &'static str,
    pub(crate) look: Look,
    pub(crate) get: Get,
    pub(crate) why: &'static str,
    /// The step of the tests, or the command, that needs it.
    pub(crate) step: &'static str,
}

/// How to find out whether it is installed.
pub(crate) enum Look {
    /// A program with one of these names is on the path.
    Program(&'static [&'static str]),
    /// `cargo NAME --version` works. (rustup leaves a stub on the path for a component that is missing.)
    CargoCommand(&'static str),
    /// A file exists at this path. For programs that another one with the same name hides on the path.
    File(&'static str),
    /// Such a program is in a folder of its version that is no part of the path, or it is on the path.
    Versioned {
        /// The folder with a folder for each version.
        folder: &'static str,
        /// The path of the program inside the folder of a version.
        file: &'static str,
    },
}

/// How to install it.
#[derive(Clone, Copy)]
pub(crate) enum Get {
    DebianPackage(&'static str),
    /// We only print the command for this, because we cannot know whose toolchain it is.
    RustupComponent(&'static str),
}

/// One line for each need.
pub(crate) const NEEDS: &[Need] = &[
    Need {
        name: "rustfmt",
        look: Look::CargoCommand("fmt"),
        get: Get::RustupComponent("rustfmt"),
        why: "checks the formatting",
        step: "format",
    },
    Need {
        name: "clippy",
        look: Look::CargoCommand("clippy"),
        get: Get::RustupComponent("clippy"),
        why: "checks the lints",
        step: "lints",
    },
    Need {
        name: "tmux",
        look: Look::Program(&["tmux"]),
        get: Get::DebianPackage("tmux"),
        why: "plays the terminal game in a real terminal",
        step: "tests",
    },
    Need {
        name: "nginx",
        look: Look::Program(&["nginx", "/usr/sbin/nginx"]),
        get: Get::DebianPackage("nginx-light"),
        why: "stands before the server, with the file in deploy/nginx",
        step: "tests",
    },
    Need {
        name: "Caddy",
        look: Look::Program(&["caddy"]),
        get: Get::DebianPackage("caddy"),
        why: "stands before the server, with the file in deploy/caddy",
        step: "ignored",
    },
    Need {
        name: "openssl",
        look: Look::Program(&["openssl"]),
        get: Get::DebianPackage("openssl"),
        why: "makes the certificates of the tests",
        step: "tests",
    },
    Need {
        name: "NATS",
        look: Look::Program(&["nats-server"]),
        get: Get::DebianPackage("nats-server"),
        why: "carries the notices between nodes in the tests",
        step: "tests",
    },
    Need {
        name: "PostgreSQL",
        look: Look::Versioned { folder: "/usr/lib/postgresql", file: "bin/initdb" },
        get: Get::DebianPackage("postgresql"),
        why: "is the store that many servers share; tests start one of their own",
        step: "tests",
    },
    #[cfg(target_os = "linux")]
    Need {
        name: "systemd-analyze",
        look: Look::Program(&["systemd-analyze"]),
        get: Get::DebianPackage("systemd"),
        why: "reads the unit in deploy/systemd",
        step: "tests",
    },
    Need {
        name: "Chromium",
        look: Look::Program(&["chromium", "chromium-browser", "google-chrome"]),
        get: Get::DebianPackage("chromium"),
        why: "shows the page to the tests",
        step: "browser",
    },
    Need {
        name: "Node",
        look: Look::Program(&["node"]),
        get: Get::DebianPackage("nodejs"),
        why: "runs the tests that use the page",
        step: "browser",
    },
    Need {
        name: "npm",
        look: Look::Program(&["npm"]),
        get: Get::DebianPackage("npm"),
        why: "fetches what drives the browser",
        step: "browser",
    },
    Need {
        name: "DejaVu Sans",
        look: Look::File("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
        get: Get::DebianPackage("fonts-dejavu-core"),
        why: "is the font of the gallery's approved pictures",
        step: "browser",
    },
    Need {
        name: "rustc for WebAssembly",
        look: Look::File("/usr/bin/rustc"),
        get: Get::DebianPackage("rustc-web"),
        why: "compiles the page where rustup cannot fetch wasm32-unknown-unknown",
        step: "web",
    },
    Need {
        name: "its cargo",
        look: Look::File("/usr/bin/cargo"),
        get: Get::DebianPackage("cargo-web"),
        why: "builds the standard library for the page",
        step: "web",
    },
    Need {
        name: "its library's source",
        look: Look::File("/usr/lib/rustlib/src/rust/library/std/Cargo.toml"),
        get: Get::DebianPackage("rust-web-src"),
        why: "is the standard library of the page",
        step: "web",
    },
    Need {
        name: "wasm-ld",
        look: Look::Program(&["wasm-ld"]),
        get: Get::DebianPackage("lld"),
        why: "links the page",
        step: "web",
    },
];

/// Installs what the steps lack. What cannot be installed is printed, one line each, with the way to install it.
pub(crate) fn provide(steps: &[&str]) -> Result<(), Failure> {
    let missing = missing(steps);
    if missing.is_empty() {
        return Ok(());
    }
    let plan = Plan::new(&missing, System::here());
    if !plan.say.is_empty() {
        return Err(Failure::Failed(plan.say.join("\nxtask: ")));
    }
    apt_get(&["update"])?;
    let install = [&["install", "--yes", "--no-install-recommends"], plan.install.as_slice()].concat();
    apt_get(&install)?;
    match self::missing(steps).first() {
        None => Ok(()),
        Some(need) => Err(Failure::Failed(format!("{} is still missing after it was installed", need.name))),
    }
}

fn missing(steps: &[&str]) -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| steps.contains(&need.step) && !need.look.is_there()).collect()
}

fn apt_get(arguments: &[&str]) -> Result<(), Failure> {
    shell::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}

impl Look {
    fn is_there(&self) -> bool {
        match self {
            Self::Program(names) => names.iter().any(|name| shell::on_path(name)),
            Self::File(path) => Path::new(path).is_file(),
            Self::Versioned { folder, file } => {
                let versions = std::fs::read_dir(folder).into_iter().flatten().flatten();
                let name = Path::new(file).file_name().and_then(|name| name.to_str());
                versions.map(|version| version.path().join(file)).any(|program| program.is_file())
                    || name.is_some_and(shell::on_path)
            }
            Self::CargoCommand(name) => shell::works(&mut shell::cargo(&[name, "--version"])),
        }
    }
}

#[derive(Clone, Copy)]
struct System {
    debian: bool,
    root: bool,
}

impl System {
    fn here() -> Self {
        let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
        let user = Command::new("id").arg("-u").output().map(|output| output.stdout).unwrap_or_default();
        Self { debian: is_debian(&release) && shell::on_path("apt-get"), root: user.trim_ascii() == b"0" }
    }
}

/// Whether an os-release file describes Debian or a system that is based on it.
fn is_debian(release: &str) -> bool {
    let values = release.lines().filter_map(|line| line.strip_prefix("ID=").or(line.strip_prefix("ID_LIKE=")));
    values.flat_map(|value| value.trim_matches(['"', '\'']).split_whitespace()).any(|id| id == "debian")
}

/// The needs that we install, and those that we can only report.
#[derive(Debug, Default, PartialEq)]
struct Plan {
    install: Vec<&'static str>,
    say: Vec<String>,
}

impl Plan {
    fn new(missing: &[&Need], system: System) -> Self {
        let mut plan = Self::default();
        for need in missing {
            let how = match need.get {
                Get::DebianPackage(package) if system.debian && system.root => {
                    plan.install.push(package);
                    continue;
                }
                Get::DebianPackage(package) if system.debian => format!("sudo apt-get install {package}"),
                Get::DebianPackage(package) => {
                    format!("install it with your package manager (Debian calls it {package})")
                }
                Get::RustupComponent(component) => format!("rustup component add {component}"),
            };
            plan.say.push(format!("{} is missing ({}): {how}", need.name, need.why));
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn plan(debian: bool, root: bool) -> Plan {
        let some = |need: &&Need| ["clippy", "tmux"].contains(&need.name);
        Plan::new(&NEEDS.iter().filter(some).collect::<Vec<_>>(), System { debian, root })
    }

    #[test]
    fn debian_packages_are_installed_by_root_and_named_to_others() {
        assert_eq!(plan(true, true).install, ["tmux"]);
        assert!(plan(true, false).say[1].ends_with("terminal): sudo apt-get install tmux"));
        assert!(plan(false, true).say[1].contains("your package manager"));
        assert_eq!(plan(false, true).install, [""; 0]);
    }

    #[test]
    fn a_component_is_one_line_that_says_how() {
        let plan = plan(true, true);
        assert_eq!(plan.say, ["clippy is missing (checks the lints): rustup component add clippy"]);
    }

    #[test]
    fn debian_and_its_children_are_recognised() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(is_debian("ID=ubuntu\nID_LIKE=debian\n") && is_debian("ID=pop\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\nHOME_URL=debian\n") && !is_debian(""));
    }

    #[test]
    fn every_need_belongs_to_a_step_or_a_command_that_there_is() {
        for need in NEEDS {
            let is_step = crate::steps::STEPS.iter().any(|step| step.name == need.step);
            let is_command = crate::Xtask::command().find_subcommand(need.step).is_some();
            assert!(is_step || is_command, "{}", need.name);
        }
    }

    #[test]
    fn looking_tells_what_is_there_from_what_is_not() {
        assert!(Look::Program(&["no-such-program-anywhere", "cargo"]).is_there());
        assert!(!Look::Program(&["no-such-program-anywhere"]).is_there());
        assert!(!Look::CargoCommand("no-such-command-of-cargo").is_there());
        let versioned = |folder, file| Look::Versioned { folder, file }.is_there();
        assert!(versioned("/no/such/folder", "bin/cargo") && !versioned("/no/such/folder", "bin/no-such-program"));
        let (here, file) = ("..", "src/needs.rs");
        assert!(versioned(here, file) && !versioned(here, "src/no-such-file.rs"));
    }
}
