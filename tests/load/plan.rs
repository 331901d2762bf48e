//! The requests to send, how often and to which server: read from a file as JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Everything that is measured together. Each round measures every target once, in turn, so that the machine's other
/// load affects them all alike.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// How many rounds.
    pub rounds: usize,
    /// Seconds of each measurement.
    pub seconds: f64,
    /// Seconds before that in which answers are checked and not counted.
    pub warm_up: f64,
    /// Kept-alive connections; each has one request in flight at a time.
    pub connections: usize,
    /// The target the others are held against, by name.
    pub base: Option<String>,
    /// The servers and paths to compare.
    pub targets: Vec<Target>,
}

/// One kind of request to one server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The name of the result.
    pub name: String,
    /// `host:port` of the server.
    pub server: String,
    /// The requests, sent in turn.
    pub asks: Vec<Ask>,
    /// Processes whose computing time belongs to the target: names and ids. Their children count too.
    #[serde(default)]
    pub processes: BTreeMap<String, u32>,
}

/// One request, and how to recognise its right answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub method: String,
    pub path: String,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: String,
    /// Texts that the body of a right answer contains; its status is 200.
    pub holds: Vec<String>,
    /// Whether every request is unique: `{n}` in headers and body becomes a number that never repeats. Then every
    /// answer is searched for [`Ask::holds`]; otherwise only the first is, and the others must equal it byte by byte.
    #[serde(default)]
    pub fresh: bool,
}
