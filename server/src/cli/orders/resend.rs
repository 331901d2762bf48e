//! `onefare orders resend`: asks for copies of an order's letters, and waits a little for a running server to send them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print};
use crate::clock::Clock;
use crate::config::Config;
use crate::flows::support::resending::{Progress, ResendError, ask, progress};
use crate::serve::StartError;
use crate::store::Store;

/// How often it is looked whether they went out.
const LOOK: Duration = Duration::from_millis(200);

pub(super) async fn run(number: &str, wait: u64) -> Result<ExitCode, StartError> {
    let store = Store::open(&Config::from_env()?.database_url).await?;
    let asked = match ask(&store, number, Clock::System.now()).await {
        Err(ResendError::Unknown(number)) => {
            eprintln!("There is no order {}.", plain(&number));
            return Ok(NOTHING_OR_WRONG);
        }
        asked => asked?,
    };
    if asked.first_letter_due {
        print("The letter has not gone out for the first time yet: it is due now.\n")?;
    } else {
        print(&format!("Asked for one more: {}.\n", asked.copies.join(", ")))?;
    }
    let until = Instant::now() + Duration::from_secs(wait.min(3600));
    loop {
        let left = progress(&store, &asked).await?;
        if left.waiting.is_empty() {
            print("Sent.\n")?;
            return Ok(ExitCode::SUCCESS);
        }
        if Instant::now() >= until {
            print(&waits(&left))?;
            return Ok(ExitCode::SUCCESS);
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// It is stored and will be sent: that is no failure of this command.
fn waits(left: &Progress) -> String {
    let why = left.last_error.as_ref().map_or_else(
        || "a running server sends it within seconds, or as soon as one runs".to_owned(),
        |error| format!("the last attempt failed ({}), and a running server tries again", plain(error)),
    );
    format!("Not sent yet, but stored: {why}.\n")
}
