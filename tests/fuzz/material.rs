//! The inputs with which `cargo test` calls the targets: mutated vectors of their rule.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as _, any};
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::arguments::SEPARATOR;

/// Texts per case that proptest draws by its own settings.
const TIMES: u32 = 8;

/// The time limit for one text. Every rule reads even the long ones within a second, so the limit leaves room for a
/// busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes of a long text. Quadratic time would take twice as long as [`PATIENCE`].
const LONG: usize = 1 << 20;

/// The inputs of a rule's vectors, and pieces that matter to it.
pub struct Material {
    seeds: Vec<String>,
    pieces: &'static [&'static str],
}

impl Material {
    /// Reads the vectors of a rule.
    pub fn of(rule: &str, pieces: &'static [&'static str]) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../vectors/{rule}.json"));
        let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let seeds: Vec<String> = file["cases"].as_array().unwrap().iter().map(|case| written(&case["input"])).collect();
        assert!(seeds.len() >= 10 && pieces.iter().all(|piece| !piece.is_empty()));
        Self { seeds, pieces }
    }

    /// Calls the target with every vector as it is, with mutated ones, and with long texts.
    pub fn ask(&self, laws: fn(&str)) {
        for seed in &self.seeds {
            promptly(seed, laws);
        }
        let own = ProptestConfig::default();
        let mut runner = TestRunner::new(ProptestConfig { cases: own.cases * TIMES, failure_persistence: None, ..own });
        let texts = vec(any::<u8>(), 0..64).prop_map(|bytes| self.spoilt(&bytes));
        let outcome = runner.run(&texts, |text| {
            promptly(&text, laws);
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
        self.ask_long_ones(laws);
    }

    /// A vector mutated by the bytes.
    fn spoilt(&self, bytes: &[u8]) -> String {
        let mut choice = Choices(bytes);
        let mut text: Vec<char> = self.seed(&mut choice).chars().collect();
        while !choice.0.is_empty() {
            let at = choice.below(text.len() + 1);
            let end = (at + choice.below(8)).min(text.len());
            let new: Vec<char> = match choice.below(8) {
                0 => Vec::new(),
                1 | 2 => self.pieces[choice.below(self.pieces.len())].chars().collect(),
                3 => one_of(choice.below(0x80)),
                4 => one_of((choice.below(0x11) << 16) | choice.below(0x1_0000)),
                5 => text[at..end].repeat(2),
                6 => vec![SEPARATOR],
                _ => self.seed(&mut choice).chars().take(24).collect(),
            };
            text.splice(at..end, new);
        }
        text.into_iter().collect()
    }

    fn seed(&self, choice: &mut Choices<'_>) -> &str {
        &self.seeds[choice.below(self.seeds.len())]
    }

    /// Calls the target with long texts of two pieces each, which must not take more time than their length explains.
    fn ask_long_ones(&self, laws: fn(&str)) {
        let many = |piece: &str| piece.repeat(LONG / 2 / piece.len());
        for (first, then) in self.pieces.iter().zip(self.pieces.iter().cycle().skip(1)) {
            promptly(&format!("{}{}", many(first), many(then)), laws);
        }
    }
}

/// Calls the target with one text, within the time limit.
fn promptly(text: &str, laws: fn(&str)) {
    let since = Instant::now();
    laws(text);
    let took = since.elapsed();
    let start: String = text.chars().take(60).collect();
    assert!(took < PATIENCE, "{took:?} for {} bytes: {start:?}", text.len());
}

/// The arguments of a case as one text.
fn written(input: &Value) -> String {
    let one = |argument: &Value| argument.as_str().map_or_else(|| argument.to_string(), str::to_owned);
    input.as_array().unwrap().iter().map(one).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// The character with this number, if there is one.
fn one_of(number: usize) -> Vec<char> {
    u32::try_from(number).ok().and_then(char::from_u32).into_iter().collect()
}

/// Bytes used as choices, two per choice.
struct Choices<'bytes>(&'bytes [u8]);

impl Choices<'_> {
    /// A number below `limit`; 0 once the bytes are used up.
    fn below(&mut self, limit: usize) -> usize {
        let (taken, left) = self.0.split_at(self.0.len().min(2));
        self.0 = left;
        taken.iter().fold(0, |number, byte| (number << 8) | usize::from(*byte)) % limit.max(1)
    }
}
