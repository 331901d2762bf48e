//! How long this machine's disk takes to keep something for good: the ground under every durable figure.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Trouble;

/// A page of a database.
const PAGE: [u8; 4096] = [7; 4096];

/// The middle of so many attempts.
const ATTEMPTS: usize = 200;

/// Appends a page and waits until the disk has it, again and again; the time of the middle one.
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
