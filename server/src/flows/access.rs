//! Tells operators that an outside system refuses our key or login: an alarm at once, and a row that needs attention for as
//! long as it lasts.

use std::time::Duration;

use crate::access::{Access, System};
use crate::app::App;
use crate::store::{StoreError, refused_access};

/// How long until the database is tried again that could not store a change.
const AGAIN: Duration = Duration::from_secs(5);

/// What the calls to a system have shown.
fn access(app: &App, system: System) -> &Access {
    match system {
        System::Stripe => app.stripe.access(),
        System::Mollie => app.mollie.access(),
        System::EsimAccess => app.esims.access(),
        System::Mail => app.mailer.access(),
    }
}

/// Follows one system for as long as the shop runs.
pub async fn watch(app: &App, system: System) {
    let mut last = access(app, system).follow();
    let mut told = None;
    while let Ok(now) = last.wait_for(|now| *now != told).await.map(|now| *now) {
        told = now;
        let is_refused = now == Some(true);
        if is_refused {
            app.metrics.alarm("access_refused");
            let settings = system.settings();
            tracing::error!(alarm = "access_refused", system = system.word(), settings, "our key or login is refused");
        }
        while let Err(error) = store(app, system, is_refused).await {
            tracing::warn!(%error, system = system.word(), "whether we are refused could not be stored");
            tokio::time::sleep(AGAIN).await;
        }
    }
}

async fn store(app: &App, system: System, is_refused: bool) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    if is_refused {
        refused_access::note(&mut tx, system, app.clock.now()).await?;
    } else {
        refused_access::forget(&mut tx, system).await?;
    }
    tx.commit().await
}
