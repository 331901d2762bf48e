//! Summarises many measurements.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::processes::Used;

/// One target in one round.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Seconds of the measurement.
    pub seconds: f64,
    /// Microseconds from sending to the last byte, of every good answer.
    pub times: Histogram<u64>,
    /// Seconds of computing time during it, by process.
    pub used: Used,
    /// All right answers, including those before and after the measured window.
    pub right: u64,
    /// Wrong answers, whenever they came.
    pub wrong: u64,
}

impl Measured {
    /// Good answers a second.
    pub fn rate(&self) -> f64 {
        count(self.times.len()) / self.seconds
    }

    /// Seconds of computing time per good answer.
    fn cost(&self, process: &str) -> Option<f64> {
        Some(self.used.get(process)? / count(self.times.len()))
    }
}

/// The median and the extremes of several figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// `None` without figures. A round without answers has no ratio and no cost, and is left out.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = figures.into_iter().filter(|figure| figure.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (least, most) = (*sorted.first()?, *sorted.last()?);
        let upper = sorted[sorted.len() / 2];
        let lower = sorted[(sorted.len() - 1) / 2];
        Some(Self { median: f64::midpoint(lower, upper), least, most })
    }
}

/// One target over all rounds.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Its name.
    pub name: String,
    /// Good answers in the measured windows.
    pub good: u64,
    /// All right answers, including the warm-up.
    pub right: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// The first wrong answer, in words.
    pub first_wrong: Option<String>,
    /// Good answers a second.
    pub rate: Option<Spread>,
    /// The median latency in microseconds.
    pub p50: u64,
    /// The 99th percentile of the latency in microseconds.
    pub p99: u64,
    /// Its rate divided by the base's rate of the same round.
    pub to_base: Option<Spread>,
    /// Computing time of each process, as a share of one core.
    pub share: BTreeMap<String, Spread>,
    /// Computing time of each process in microseconds per good answer.
    pub cost: BTreeMap<String, Spread>,
    /// The base's cost for the process of the same name in the same round, divided by that: how its answers compare for
    /// the same computing time, whatever other load the machine had.
    pub cost_to_base: BTreeMap<String, Spread>,
}

/// Summarises the rounds of one target; `base` has the same number of rounds.
pub fn summary(name: &str, rounds: &[Measured], first_wrong: Option<String>, base: Option<&[Measured]>) -> Summary {
    let mut times = rounds.first().map_or_else(times, |round| Histogram::new_from(&round.times));
    for round in rounds {
        times += &round.times;
    }
    let names: Vec<&String> = rounds.first().map(|round| round.used.keys().collect()).unwrap_or_default();
    let by_process = |figure: &dyn Fn(usize, &str) -> Option<f64>| {
        let spread = |name: &String| Spread::of((0..rounds.len()).filter_map(|round| figure(round, name)));
        names.iter().filter_map(|name| Some(((*name).clone(), spread(name)?))).collect()
    };
    Summary {
        name: name.to_owned(),
        good: times.len(),
        right: rounds.iter().map(|round| round.right).sum(),
        wrong: rounds.iter().map(|round| round.wrong).sum(),
        first_wrong,
        rate: Spread::of(rounds.iter().map(Measured::rate)),
        p50: times.value_at_quantile(0.5),
        p99: times.value_at_quantile(0.99),
        to_base: base.and_then(|base| Spread::of(rounds.iter().zip(base).map(|(it, base)| it.rate() / base.rate()))),
        share: by_process(&|round, process| Some(rounds[round].used.get(process)? / rounds[round].seconds)),
        cost: by_process(&|round, process| Some(rounds[round].cost(process)? * 1e6)),
        cost_to_base: by_process(&|round, process| {
            Some(base?.get(round)?.cost(process)? / rounds[round].cost(process)?)
        }),
    }
}

/// An empty histogram of times: exact to three digits, whatever their size.
pub fn times() -> Histogram<u64> {
    match Histogram::new(3) {
        Ok(times) => times,
        Err(never) => unreachable!("three digits are allowed: {never}"),
    }
}

/// Exact: no measurement counts up to 2^53 answers.
fn count(answers: u64) -> f64 {
    answers as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(answers: &[u64], seconds: f64, server: f64) -> Measured {
        let mut times = times();
        for time in answers {
            times.record(*time).unwrap();
        }
        Measured { seconds, times, used: Used::from([("server".to_owned(), server)]), right: 7, wrong: 1 }
    }

    #[test]
    fn finds_the_middle_and_the_ends() {
        let spread = |figures: &[f64]| Spread::of(figures.iter().copied());
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[f64::NAN, f64::INFINITY]), None);
        assert_eq!(spread(&[3.0]), Some(Spread { median: 3.0, least: 3.0, most: 3.0 }));
        assert_eq!(spread(&[9.0, 1.0, 4.0]), Some(Spread { median: 4.0, least: 1.0, most: 9.0 }));
        assert_eq!(spread(&[9.0, 1.0, 4.0, 2.0]), Some(Spread { median: 3.0, least: 1.0, most: 9.0 }));
    }

    #[test]
    fn holds_each_round_against_the_base_of_the_same_round() {
        // The machine is half as fast in the second round, which does not affect the ratio.
        let base = [measured(&[1; 400], 1.0, 0.5), measured(&[1; 200], 1.0, 0.5)];
        let it = [measured(&[1; 300], 1.0, 0.5), measured(&[1; 150], 1.0, 0.5)];
        let summary = summary("it", &it, None, Some(&base));
        assert_eq!(summary.to_base, Some(Spread { median: 0.75, least: 0.75, most: 0.75 }));
        assert_eq!(summary.rate, Some(Spread { median: 225.0, least: 150.0, most: 300.0 }));
        assert_eq!((summary.good, summary.right, summary.wrong), (450, 14, 2));
    }

    #[test]
    fn takes_quantiles_over_all_answers_and_not_over_rounds() {
        let fast: Vec<u64> = vec![100; 980];
        let slow: Vec<u64> = vec![9_000; 20];
        let summary = summary("it", &[measured(&fast, 1.0, 0.1), measured(&slow, 1.0, 0.1)], None, None);
        assert_eq!(summary.p50, 100);
        assert!((9_000..9_010).contains(&summary.p99), "{}", summary.p99);
    }

    #[test]
    fn tells_computing_time_as_share_and_per_answer() {
        let base = [measured(&[1; 2000], 2.0, 0.5)];
        let summary = summary("it", &[measured(&[1; 1000], 2.0, 0.5)], None, Some(&base));
        assert_eq!(summary.share["server"].median, 0.25);
        assert_eq!(summary.cost["server"].median, 500.0);
        assert_eq!(summary.cost_to_base["server"].median, 0.5);
    }
}
