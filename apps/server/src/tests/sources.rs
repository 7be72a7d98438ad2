//! What the sources may not say.

use std::path::Path;

fn visit(folder: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() { visit(&entry.path(), each) } else { each(&entry.path()) }
    }
}

#[test]
fn no_source_of_server_or_protocol_names_a_game() {
    // The test of the fog sets the secrets of a game by hand.
    let may_name = Path::new("tests/fog.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "../../crates/protocol/src"] {
        let mut files = 0;
        visit(&root.join(folder), &mut |file| {
            files += 1;
            if file.ends_with(may_name) {
                return;
            }
            let text = std::fs::read_to_string(file).unwrap().to_lowercase();
            for game in catalog::GAMES {
                assert!(!text.contains(game.info().key), "{} names {}", file.display(), game.info().key);
            }
        });
        assert!(files > 0, "{folder} has sources");
    }
}
