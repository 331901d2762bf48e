//! Waits a little for a running server to do what a command has stored.

use std::time::{Duration, Instant};

use crate::cli::terminal::plain;
use crate::serve::StartError;
use crate::store::StoreError;

/// Pause between two looks at the progress.
const LOOK: Duration = Duration::from_millis(200);

/// Longest wait of a command, in seconds.
const LONGEST: u64 = 3600;

/// What is not done yet when a command ends. It is stored and a server will do it, so the command has not failed.
pub(super) fn not_yet(last_error: Option<&str>) -> String {
    last_error.map(plain).map_or_else(
        || {
            "Not passed on yet, but stored: a running server does it within seconds, or as soon as one runs.\n"
                .to_owned()
        },
        |error| {
            format!(
                "Not passed on yet, but stored: the last attempt failed ({error}), and a running server tries again.\n"
            )
        },
    )
}

/// Polls until the work is done, for `wait` seconds at most; returns the last progress.
pub(super) async fn follow<P>(
    wait: u64,
    look: impl AsyncFn() -> Result<P, StoreError>,
    is_over: impl Fn(&P) -> bool,
) -> Result<P, StartError> {
    let until = Instant::now() + Duration::from_secs(wait.min(LONGEST));
    loop {
        let far = look().await?;
        if is_over(&far) || Instant::now() >= until {
            return Ok(far);
        }
        tokio::time::sleep(LOOK).await;
    }
}
