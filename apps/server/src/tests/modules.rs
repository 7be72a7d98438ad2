//! Which modules of the server may depend on each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn visit(folder: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() { visit(&entry.path(), each) } else { each(&entry.path()) }
    }
}

/// For each module of the server, the modules that it uses. Tests are left out.
fn uses(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
    visit(root, &mut |file| {
        let path = file.strip_prefix(root).unwrap();
        let module = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let is_suite = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("suite"));
        if ["tests", "lib"].contains(&module.as_str()) || is_suite {
            return;
        }
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let named = code.split("crate::").skip(1).map(|rest| {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            rest[..end].to_owned()
        });
        uses.entry(module.clone()).or_default().extend(named.filter(|name| *name != module));
    });
    uses
}

#[test]
fn no_two_modules_of_the_server_use_each_other() {
    let uses = uses(Path::new("src"));
    assert!(uses["hub"].contains("room") && uses["room"].contains("services"), "{uses:?}");
    let mut layers = uses.clone();
    while !layers.is_empty() {
        let lowest: Vec<String> =
            layers.iter().filter(|(_, uses)| uses.is_empty()).map(|(name, _)| name.clone()).collect();
        assert!(!lowest.is_empty(), "each of these uses another one of them: {layers:?}");
        layers.retain(|name, _| !lowest.contains(name));
        for uses in layers.values_mut() {
            uses.retain(|name| !lowest.contains(name));
        }
    }
}
