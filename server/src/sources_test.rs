//! The text of the program's own sources, for tests that hold a list against what the code says.

use std::path::Path;

/// All Rust files below a folder of `src`, as one text.
pub fn text_of(folder: &str) -> String {
    let mut found = String::new();
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut found);
    found
}

fn add(folder: &Path, found: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}
