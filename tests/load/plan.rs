//! The requests to send, how often and to which server: read from a file as JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Everything that is measured together. Each round measures every target once, one after the other, so that whatever
/// else the machine does meets them all alike.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// How many rounds.
    pub rounds: usize,
    /// Seconds of each measurement.
    pub seconds: f64,
    /// Seconds before it in which answers are checked and not counted.
    pub warm_up: f64,
    /// Connections that are kept alive; each has one request under way at a time.
    pub connections: usize,
    /// The target the others are held against, by name.
    pub base: Option<String>,
    /// The server to send requests to.
    pub targets: Vec<Target>,
}

/// One kind of request to one server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// What the result is called.
    pub name: String,
    /// `host:port` of the server.
    pub server: String,
    /// The requests, in turns.
    pub asks: Vec<Ask>,
    /// Processes whose computing time belongs to it: what they are called, and their ids. Their children count too.
    #[serde(default)]
    pub processes: BTreeMap<String, u32>,
}

/// One request and how its answer is recognised as the right one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub method: String,
    pub path: String,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: String,
    /// Texts the body of the answer holds, its status being 200.
    pub holds: Vec<String>,
    /// Whether every request is another one: `{n}` in headers and body becomes a number that never comes twice. Then
    /// each answer is looked through for [`Ask::holds`]; otherwise only the first is, and the others must be its equal
    /// byte by byte.
    #[serde(default)]
    pub fresh: bool,
}
