//! Waiting a little for a running server to do what a command has stored.

use std::time::{Duration, Instant};

use crate::cli::terminal::plain;
use crate::serve::StartError;
use crate::store::StoreError;

/// How often a command looks how far it is.
const LOOK: Duration = Duration::from_millis(200);

/// How long a command waits at most, in seconds.
const LONGEST: u64 = 3600;

/// What is not done yet when a command ends. It is stored and will be passed on, so this is no failure of the command.
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

/// Looks until it is over, for `wait` seconds at most; how far it was in the end.
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
