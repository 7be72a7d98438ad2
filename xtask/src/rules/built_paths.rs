//! No program contains the path where it was built. Cargo takes a copied target folder for fresh. A test with such a
//! path would then read, run or even write the files of the other checkout, and pass.

use super::{Facts, Fault, in_lines, is_rust};

/// The paths that cargo passes to the compiler, and how to find them at run time. (`OUT_DIR` is allowed in `include!`.)
const PATHS: &[(&str, &str)] = &[
    ("CARGO_MANIFEST_DIR", "a relative path: cargo runs tests and build scripts in the folder of their package"),
    ("CARGO_TARGET_TMPDIR", "`tempfile::tempdir`, or the folder of the program that runs"),
    ("CARGO_BIN_EXE_", "`std::env::var`: cargo says where the program is when it runs the test, too"),
];

pub(super) fn reads(path: &str) -> bool {
    is_rust(path)
}

pub(super) fn find(text: &str, _: &Facts) -> Vec<Fault> {
    in_lines(text, |line| {
        let found = PATHS.iter().filter(|(name, _)| line.contains(&format!("env!(\"{name}")));
        found.map(|(name, instead)| format!("`{name}` is compiled in; take {instead}")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_path_that_is_compiled_in_is_found() {
        let facts = Facts { games: Vec::new(), tested: BTreeSet::new() };
        for (name, _) in PATHS {
            let found = find(&format!("use a;\nlet path = concat!(env!(\"{name}\"), \"/data\");\n"), &facts);
            assert_eq!(found.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2], "{name}");
            assert_eq!(find(&format!("std::env::var(\"{name}\")"), &facts), []);
        }
        assert_eq!(find("include!(concat!(env!(\"OUT_DIR\"), \"/page.rs\"))", &facts), []);
        assert!(reads("crates/hex/tests/a.rs") && !reads("README.md"));
    }
}
