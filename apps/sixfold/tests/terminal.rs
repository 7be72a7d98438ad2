//! The full-screen game in a real terminal, which tmux provides. The tests press keys and read the screen, and check
//! that the terminal is restored.

use std::process::{Command, Stdio};
use std::time::Duration;

const PROMPT: &str = "ready>";
/// The number of looks at the screen before a test fails. A busy machine may draw slowly, and a hint takes some time.
const MOST_LOOKS: u32 = 1_500;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A terminal of its own with a shell in it. Dropping it closes the terminal.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// Opens a window of this size and waits for the prompt of its shell.
    fn open(name: &str, width: u16, height: u16) -> Self {
        let terminal = Self { socket: format!("sixfold-test-{}-{name}", std::process::id()) };
        let (width, height) = (width.to_string(), height.to_string());
        let shell = format!("env PS1='{PROMPT} ' TERM=screen-256color sh");
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &shell]);
        terminal.wait_for("the shell asks", |screen| screen.starts_with(PROMPT));
        terminal
    }

    /// Opens a window of this size with a game on a small board against the weakest computer.
    fn with_game(name: &str, width: u16, height: u16) -> Self {
        let terminal = Self::open(name, width, height);
        terminal.start_game();
        terminal
    }

    fn start_game(&self) {
        let game = std::env::var("CARGO_BIN_EXE_sixfold").expect("cargo test sets this")
            + " play hexoust --seed 1 --level 1 --set base=4";
        self.keys(&["clear; ", &game, "Enter"]);
        self.wait_for("the game begins", |screen| screen.contains("Red: place") && screen.contains("[●]"));
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-u", "-L", &self.socket])
            .args(args)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .stdin(Stdio::null())
            .output()
            .expect("tmux is installed (`cargo xtask test` installs it)");
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("the screen is text")
    }

    /// Presses keys by their names. Other texts are typed.
    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Reads the screen until it fulfils the condition, and returns it.
    #[track_caller]
    fn wait_for(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        let mut screen = String::new();
        for _ in 0..MOST_LOOKS {
            screen = self.screen();
            if shows(&screen) {
                return screen;
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        panic!("waited in vain until {what}:\n{screen}");
    }

    /// Presses keys and waits for a text.
    #[track_caller]
    fn press(&self, keys: &[&str], text: &str) -> String {
        self.keys(keys);
        self.wait_for(&format!("{keys:?} brings `{text}`"), |screen| screen.contains(text))
    }

    /// Presses keys and waits until the cursor is on this hex.
    #[track_caller]
    fn press_to(&self, keys: &[&str], hex: &str) {
        self.keys(keys);
        self.wait_for(&format!("{keys:?} leads to {hex}"), |screen| cursor(screen).as_deref() == Some(hex));
    }

    /// Checks that the shell is back, the cursor is visible, the mouse is off, and typed text is echoed.
    #[track_caller]
    fn check_restored(&self) -> String {
        let screen = self.wait_for("the shell is back", |screen| screen.trim_end().ends_with(PROMPT));
        assert!(!screen.contains("place a stone"), "the game's screen is gone:\n{screen}");
        let flags = self.tmux(&["display-message", "-p", "#{cursor_flag} #{alternate_on} #{mouse_any_flag}"]);
        assert_eq!(flags.trim(), "1 0 0", "cursor shown, main screen, no mouse");
        self.press(&["echo o'k'", "Enter"], &format!("{PROMPT} echo o'k'\nok\n"));
        screen
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // This also runs when a test fails. Nothing stays behind, not even the socket that tmux leaves.
        let tmux = |args: &[&str]| Command::new("tmux").args(["-L", &self.socket]).args(args).output();
        let path = tmux(&["display-message", "-p", "#{socket_path}"]);
        let _ = tmux(&["kill-server"]);
        if let Some(path) = path.ok().and_then(|output| String::from_utf8(output.stdout).ok()) {
            let _ = std::fs::remove_file(path.trim());
        }
    }
}

/// The hex under the cursor, counted on the screen. Each row begins with the name of its first hex.
fn cursor(screen: &str) -> Option<String> {
    let line = screen.lines().find(|line| line.contains('['))?;
    let mut words = line.split_whitespace();
    let row = words.next()?.strip_suffix('1')?;
    Some(format!("{row}{}", words.position(|word| word.starts_with('['))? + 1))
}

/// The number of these signs on the board. The panel shows one more of each, for the seat.
fn stones(screen: &str, glyph: char) -> usize {
    screen.matches(glyph).count() - 1
}

/// Plays a game from the first key to the last, as a newcomer would try it.
fn play_a_game(terminal: &Terminal) {
    assert_eq!(cursor(&terminal.screen()).as_deref(), Some("d4"), "the cursor begins in the middle");
    terminal.press_to(&["Left"], "d3");
    terminal.press_to(&["Right", "Right"], "d5");
    terminal.keys(&["Up"]);
    terminal.wait_for("the cursor is higher up", |screen| cursor(screen).is_some_and(|hex| hex.as_str() > "e"));
    terminal.press_to(&["/", "e4", "Enter"], "e4");
    terminal.press_to(&["q"], "e3");
    terminal.press_to(&["d"], "e4");
    terminal.press_to(&["/", "b2", "Enter"], "b2");

    let screen = terminal.press(&["Enter"], "Blue places on ");
    assert!(screen.contains("Red places on b2"), "{screen}");
    let screen = terminal.wait_for("it is Red's turn again", |screen| screen.contains("Red: place a stone"));
    assert_eq!(stones(&screen, '◆'), 1, "{screen}");
    let screen = terminal.press(&["Enter"], "b2 is occupied");
    assert_eq!(stones(&screen, '◆'), 1, "nothing was played:\n{screen}");

    let screen = terminal.press(&["u"], "Taken back.");
    assert_eq!(stones(&screen, '◆'), 0, "{screen}");
    let screen = terminal.press(&["h"], "Hint: ");
    let hint = screen.split("Hint: Red places on ").nth(1).and_then(|rest| rest.split('.').next());
    let hint = hint.expect("the hint names a hex");
    assert_eq!(cursor(&screen).as_deref(), Some(hint), "the cursor goes where the hint points:\n{screen}");
    terminal.press(&["Enter"], &format!("Red places on {hint}"));
    terminal.wait_for("it is Red's turn again", |screen| stones(screen, '◆') == 1 && screen.contains("Red: place"));

    let screen = terminal.press(&["?"], "any key goes back");
    assert!(screen.contains("or your last action"), "{screen}");
    terminal.press(&["x"], "? all keys");
    // The terminal may be read while only a part of the screen is drawn.
    terminal.wait_for("the help is gone", |screen| !screen.contains("any key goes back"));

    terminal.press(&["r"], "Resign this game?");
    terminal.keys(&["n"]);
    terminal.wait_for("the question is gone", |screen| !screen.contains("Resign this game?"));
    terminal.press(&["r"], "Resign this game?");
    terminal.press(&["y"], "Red has resigned. Blue has won.");
    terminal.keys(&["x"]);
    let screen = terminal.check_restored();
    assert!(screen.contains(" a4\nRed has resigned. Blue has won.\n"), "board and result stay:\n{screen}");
}

#[test]
fn a_game_is_played_in_a_small_window() {
    play_a_game(&Terminal::with_game("small", 80, 24));
}

#[test]
fn a_game_is_played_in_a_large_window() {
    play_a_game(&Terminal::with_game("large", 110, 34));
}

#[test]
fn a_running_game_can_be_left_and_begun_again() {
    let terminal = Terminal::with_game("leave", 80, 24);
    for key in ["x", "C-c"] {
        terminal.keys(&[key]);
        terminal.check_restored();
        terminal.start_game();
    }
}

#[test]
fn after_the_end_another_game_can_begin() {
    let terminal = Terminal::with_game("again", 80, 24);
    terminal.press(&["n"], "A new game is for after the end");
    terminal.press(&["r"], "Resign this game?");
    terminal.press(&["y"], "Red has resigned. Blue has won.");
    terminal.press(&["u"], "Red: place a stone");
    terminal.press(&["r"], "Resign this game?");
    terminal.press(&["y"], "Red has resigned. Blue has won.");
    terminal.press(&["n"], "Blue: place a stone");
    let screen = terminal.screen();
    assert!(screen.contains("Red: 1 stone (computer, level 1)") && screen.contains("Blue: 0 stones (you)"), "{screen}");
}

#[test]
fn a_narrow_window_has_the_panel_under_the_board() {
    let terminal = Terminal::with_game("narrow", 44, 30);
    let screen = terminal.press(&["Enter"], "Blue places on ");
    let line = |text: &str| screen.lines().position(|line| line.contains(text)).unwrap();
    assert!(line("Blue places on ") > line("a1 "), "{screen}");
    terminal.keys(&["x"]);
    terminal.check_restored();
}

#[test]
fn a_window_can_change_its_size_in_the_middle() {
    let terminal = Terminal::with_game("resize", 110, 34);
    terminal.press(&["Enter"], "Blue places on ");
    let whole_board =
        |screen: &str| ["g1 ", "f1 ", "e1 ", "d1 ", "c1 ", "b1 ", "a1 "].iter().all(|row| screen.contains(row));
    for (width, height) in [(60, 20), (40, 12), (24, 10), (110, 34)] {
        terminal.resize(width, height);
        let screen = terminal.wait_for(&format!("the board fits {width}x{height}"), |screen| {
            whole_board(screen) && screen.contains("Red: place")
        });
        assert_eq!((screen.matches("g1 ").count(), screen.matches('[').count()), (1, 1), "drawn once:\n{screen}");
    }
    // The window is smaller than any board. The screen is cut to it, and the game goes on.
    terminal.resize(5, 2);
    terminal.wait_for("a line of it is there", |screen| screen.starts_with("  R"));
    terminal.keys(&["Left"]);
    terminal.resize(110, 34);
    terminal.wait_for("the whole board is back", |screen| cursor(screen).as_deref() == Some("d3"));
    terminal.keys(&["x"]);
    terminal.wait_for("the shell is back", |screen| screen.trim_end().ends_with(PROMPT));
}
