//! How long this machine's disk takes to write something durably: the base of every durable figure.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Trouble;

/// A database page.
const PAGE: [u8; 4096] = [7; 4096];

/// The number of attempts; the median counts.
const ATTEMPTS: usize = 200;

/// Repeatedly appends a page and waits until the disk has it; returns the median time.
pub fn flush_time(folder: &Path) -> Result<Duration, Trouble> {
    let path = folder.join("flush-time");
    let mut file = File::create(&path)?;
    let mut times = Vec::with_capacity(ATTEMPTS);
    for _ in 0..ATTEMPTS {
        file.write_all(&PAGE)?;
        let started = Instant::now();
        file.sync_data()?;
        times.push(started.elapsed());
    }
    fs::remove_file(path)?;
    times.sort();
    Ok(times[ATTEMPTS / 2])
}
