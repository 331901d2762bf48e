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
    let access = access(app, system);
    let mut told = None;
    loop {
        access.changed().await;
        let Some(is_refused) = access.is_refused() else { continue };
        if is_refused && told != Some(true) {
            app.metrics.alarm("access_refused");
            let (system, settings) = (system.word(), system.settings());
            tracing::error!(
                alarm = "access_refused",
                system,
                settings,
                "our key or login is refused: a person must look"
            );
        }
        told = Some(is_refused);
        while let Err(error) = store(app, system).await {
            tracing::warn!(%error, system = system.word(), "whether we are refused could not be stored");
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Stores how it stands now: it may have changed again while the database did not answer.
async fn store(app: &App, system: System) -> Result<(), StoreError> {
    let is_refused = access(app, system).is_refused() == Some(true);
    let mut tx = app.store.begin().await?;
    if is_refused {
        refused_access::note(&mut tx, system, app.clock.now()).await?;
    } else {
        refused_access::forget(&mut tx, system).await?;
    }
    tx.commit().await
}
