//! The native side of `tests/parity`: an argument names the rule; each input line is a batch, a JSON array of requests,
//! and each request gets one line of canonical JSON.

mod exports;
mod quote;

use std::env;
use std::io::{self, BufRead as _, BufWriter, Write as _};

use serde_json::Value;

/// Answers one request of a rule.
type Rule = fn(Value) -> Value;

fn rule(name: &str) -> Rule {
    match name {
        "exports" => exports::answer,
        "quote" => quote::answer,
        unknown => panic!("no such rule: {unknown}"),
    }
}

fn main() {
    let answer = rule(&env::args().nth(1).expect("the name of a rule"));
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let batch: Vec<Value> = serde_json::from_str(&line.unwrap()).unwrap();
        for request in batch {
            writeln!(out, "{}", calls::canonical(answer(request))).unwrap();
        }
        // The caller waits for the whole batch before it sends the next one.
        out.flush().unwrap();
    }
}
