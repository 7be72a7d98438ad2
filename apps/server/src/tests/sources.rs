//! What the sources may not say.

use std::path::Path;

fn visit(folder: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() { visit(&entry.path(), each) } else { each(&entry.path()) }
    }
}

#[test]
fn no_source_of_server_or_protocol_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "../../crates/protocol/src"] {
        let mut files = 0;
        visit(&root.join(folder), &mut |file| {
            files += 1;
            let text = std::fs::read_to_string(file).unwrap().to_lowercase();
            for game in catalog::GAMES {
                assert!(!text.contains(game.info().key), "{} names {}", file.display(), game.info().key);
            }
        });
        assert!(files > 0, "{folder} has sources");
    }
}
