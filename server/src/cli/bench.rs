//! The hidden commands that `npm run bench` measures the shop with.

use std::process::ExitCode;
use std::time::Instant;

use super::serve::{start_log, wait_for_stop};
use crate::clock::Clock;
use crate::config::Config;
use crate::serve::{self, StartError};

/// Renders one page repeatedly without the cache, in a shop of its own, and prints the milliseconds of each render.
pub(super) async fn bench_render(page: &str, rounds: u32) -> Result<ExitCode, StartError> {
    let running = serve::start(Config::from_env()?, Clock::System).await?;
    let mut times = Vec::new();
    for _ in 0..rounds.max(1) {
        let started = Instant::now();
        crate::http::pages::render_uncached(&running.app, page).await?;
        times.push(started.elapsed());
    }
    times.sort();
    let at = |part: usize| times.get((times.len() - 1) * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    println!("{page}: median {:.2} ms, p99 {:.2} ms, {} renders", at(50), at(99), times.len());
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// Serves requests until it receives the signal to stop.
pub(super) async fn bench_hello() -> Result<ExitCode, StartError> {
    let config = Config::from_env()?;
    start_log(config.environment)?;
    let running = serve::bench_baseline::start(&config).await?;
    println!("hello is said at http://{}", running.address);
    wait_for_stop().await?;
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}
