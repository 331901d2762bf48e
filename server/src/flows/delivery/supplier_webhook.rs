//! Webhook events of eSIM Access. They are not signed: their URL holds a token that only the supplier knows, and an
//! event is only a hint to ask the supplier.

use onefare_core::problem::Problem;
use subtle::ConstantTimeEq as _;
use url::Url;

use crate::app::App;
use crate::config::Config;
use crate::esims::esim_access::webhook::Event;
use crate::fail_point::{Side, Step, reached};
use crate::flows::effects;
use crate::ids::{derived_secret, digest};
use crate::metrics::WebhookRefusal;
use crate::problem::Refusal;
use crate::store::{StoreError, esims, orders, webhook_events};

const PROVIDER: &str = "esim_access";

/// The URL of the supplier's webhook, under a public address of ours. `None` when that cannot carry a path.
#[must_use]
pub fn address(base: &Url, config: &Config) -> Option<Url> {
    let mut address = base.clone();
    address.path_segments_mut().ok()?.pop_if_empty().extend(["webhooks", "esim-access", &token(config)]);
    Some(address)
}

/// Every server of the shop derives the same.
fn token(config: &Config) -> String {
    derived_secret(&config.secret, "webhook", PROVIDER)
}

/// Refuses a caller without the secret token of the address.
///
/// # Errors
/// [`Problem::NotFound`], as for any address that is not there.
pub fn must_know(app: &App, sent: &str) -> Result<(), Refusal> {
    if bool::from(token(&app.config).as_bytes().ct_eq(sent.as_bytes())) {
        return Ok(());
    }
    app.metrics.webhook_refused(PROVIDER, WebhookRefusal::Token);
    tracing::warn!("webhook event of the eSIM supplier refused: wrong token");
    Err(Problem::NotFound.into())
}

/// Accepts a webhook event. One about an unknown order, or of a kind that says nothing about deliveries, is accepted
/// without any effect: the supplier would only repeat it.
///
/// # Errors
/// [`Problem::BadRequest`] for a body that is no webhook event: nothing is stored then. Our own failure is
/// [`Problem::SomethingWrong`], and the supplier sends the event again, or the delivery polls by itself.
pub async fn take(app: &App, body: &[u8]) -> Result<(), Refusal> {
    let Some(event) = Event::parse(body) else {
        app.metrics.webhook_refused(PROVIDER, WebhookRefusal::Unreadable);
        tracing::warn!("webhook event of the eSIM supplier could not be read");
        return Err(Problem::BadRequest.into());
    };
    if event.is_health_check() {
        return Ok(());
    }
    reached(Step::WebhookVerified, Side::After).await;
    note(app, &event, body).await.map_err(Refusal::internal)?;
    reached(Step::WebhookNoted, Side::After).await;
    app.wake.notify_one();
    Ok(())
}

/// Stores the webhook event and enqueues the delivery it concerns, in one transaction. A repeat changes nothing.
async fn note(app: &App, event: &Event, body: &[u8]) -> Result<(), StoreError> {
    let now = app.clock.now();
    let id = event.id.clone().unwrap_or_else(|| digest(&String::from_utf8_lossy(body)));
    let mut tx = app.store.begin().await?;
    if !webhook_events::remember(&mut tx, PROVIDER, &id, &event.kind, now).await? {
        return Ok(());
    }
    if event.concerns_order() {
        let (reference, number) = (event.content.transaction_id.as_deref(), event.content.order_no.as_deref());
        if let Some(esim) = esims::meant(&mut tx, reference, number).await? {
            let order = orders::by_id(&mut tx, &esim.order_id).await?.ok_or(StoreError::Gone("orders"))?;
            effects::deliver(&mut tx, &order, now).await?;
        }
    }
    reached(Step::WebhookNoted, Side::Before).await;
    tx.commit().await
}
