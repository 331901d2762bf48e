//! No parser is forgotten: some target calls every function in core that takes a text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::targets;

/// The parsers that the targets name, as `Type::function` or `function`.
fn asked() -> BTreeSet<String> {
    targets().flat_map(|target| target.asked).map(|path| path.replace(' ', "")).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The public functions of a source that take a text or a request, and its request types. Expects the format of
/// `cargo fmt`: blocks begin in the first column, and a function's head ends with an opening brace.
fn parsers(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut owner = String::new();
    let mut head: Option<String> = None;
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("impl") {
            let (_, own) = rest.split_once(' ').unwrap();
            let name = own.split_once(" for ").map_or(own, |(_, name)| name);
            owner = name.split(['<', ' ']).next().unwrap().to_owned();
        } else if line == "}" {
            owner.clear();
        } else if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.split(' ').next())
            && name.ends_with("Request")
        {
            found.push(format!("stays::<{name}>"));
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("pub fn ") || trimmed.starts_with("pub const fn ") {
            head = Some(String::new());
        }
        let Some(text) = &mut head else { continue };
        text.push_str(trimmed);
        if !trimmed.contains('{') {
            continue;
        }
        let text = head.take().unwrap();
        let (before, parameters) = text.split_once('(').unwrap();
        let name = before.rsplit("fn ").next().unwrap().split('<').next().unwrap();
        let parameters = parameters.split("->").next().unwrap();
        if ["str", "String", "[u8]", "Request"].iter().any(|kind| parameters.contains(kind)) {
            found.push(if owner.is_empty() { name.to_owned() } else { format!("{owner}::{name}") });
        }
    }
    found
}

#[test]
fn every_parser_of_core_is_asked() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/src");
    let found: Vec<String> =
        sources(&core).iter().flat_map(|path| parsers(&fs::read_to_string(path).unwrap())).collect();
    assert!(found.len() > 40, "only {} parsers were found", found.len());
    let asked = asked();
    let missing: Vec<&String> = found.iter().filter(|parser| !asked.contains(*parser)).collect();
    assert!(missing.is_empty(), "no target asks {missing:?}");
}

#[test]
fn parsers_are_recognised() {
    let source = "
pub fn long(
    first: u32,
    text: &str,
) -> bool {
}
pub fn lifetimes<'list>(&'list self, text: &'list str) -> Vec<&'list str> {
}
pub fn writes(number: u32) -> String {
}
fn hidden(text: &str) {
}
impl<'path> Campaign<'path> {
    pub const fn of_path(path: &'path str) -> Option<Self> {
    }
}
impl fmt::Display for Other {
    pub fn inner(bytes: &[u8]) {
    }
}
pub struct SignInRequest {
}
";
    let wanted = ["long", "lifetimes", "Campaign::of_path", "Other::inner", "stays::<SignInRequest>"];
    assert_eq!(parsers(source), wanted);
}
