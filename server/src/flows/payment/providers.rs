//! Makes, reads and closes a payment's hosted page at its provider. The only module that knows there are two providers.

use chrono::{DateTime, Utc};
use onefare_core::payment::{MollieFacts, MollieStatus, Provider, SessionFacts, SessionStatus};

use crate::app::App;
use crate::flows::payment::clients::Clients;
use crate::flows::payment::page_lifetime::page_ends;
use crate::flows::payment::page_request::{CardPage, card_page, ideal_payment};
use crate::flows::payment::provider_answer::{ProviderError, Told};
use crate::payments::mollie::{MollieError, answers as mollie};
use crate::payments::pay_page::ForeignPage;
use crate::store::orders::Order;
use crate::store::payments::Payment;

/// A page that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The provider's id.
    pub reference: String,
    /// The hosted page's URL; `None` when it can no longer be paid, an error when its host is not allowed.
    pub url: Result<Option<String>, ForeignPage>,
    /// When it closes.
    pub ends_at: DateTime<Utc>,
}

/// The result of closing a page that must not be paid any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It can no longer be paid.
    Yes,
    /// The provider does not close it yet: a buyer may be paying at this moment. The caller must ask again until it is
    /// closed; money that arrives belongs to the payment, and is refunded when the order does not need it.
    NotYet,
}

/// Makes the page of a payment. Repeated under the payment's own key it gives the page made first: Stripe keeps keys
/// for a day, Mollie for an hour.
///
/// # Errors
/// See [`ProviderError`].
pub async fn make_page(app: &App, order: &Order, payment: &Payment) -> Result<Made, ProviderError> {
    match payment.provider {
        Provider::Stripe => {
            let session = match card_page(app, order, payment, page_ends(payment)).await? {
                CardPage::Subscription(checkout) => app.stripe.start_subscription(&checkout).await?,
                CardPage::OneOff(checkout) => app.stripe.start_one_off(&checkout).await?,
            };
            let url = app.stripe.checkout_url(&session).map(|url| url.map(str::to_owned));
            Ok(Made { reference: session.id, url, ends_at: page_ends(payment) })
        }
        Provider::Mollie => {
            let made = app.mollie.create_payment(&ideal_payment(app, order, payment).await?).await?;
            let url = app.mollie.checkout_url(&made).map(|url| url.map(str::to_owned));
            Ok(Made { ends_at: made.expires_at.unwrap_or_else(|| page_ends(payment)), url, reference: made.id })
        }
    }
}

/// The stored URL of a payment's page, if there is one. The allowed hosts may have changed since.
///
/// # Errors
/// The page's host is not allowed.
pub fn noted_page<'stored>(app: &App, payment: &'stored Payment) -> Result<Option<&'stored str>, ForeignPage> {
    let allow = |url| match payment.provider {
        Provider::Stripe => app.stripe.pay_page(url),
        Provider::Mollie => app.mollie.pay_page(url),
    };
    payment.checkout_url.as_deref().map(allow).transpose()
}

/// Reads a payment from its provider.
///
/// # Errors
/// The provider did not answer.
pub async fn ask(app: &App, provider: Provider, reference: &str) -> Result<Told, ProviderError> {
    Clients { stripe: app.stripe.clone(), mollie: app.mollie.clone() }.ask(provider, reference).await
}

/// Waits for a background slot in that provider's request budget.
pub async fn background_turn(app: &App, provider: Provider) {
    match provider {
        Provider::Stripe => app.stripe.budget().background_turn().await,
        Provider::Mollie => app.mollie.budget().background_turn().await,
    }
}

/// Whether that provider's request budget has a slot for a buyer who looks at a payment.
#[must_use]
pub fn has_status_turn(app: &App, provider: Provider) -> bool {
    match provider {
        Provider::Stripe => app.stripe.budget().has_status_turn(),
        Provider::Mollie => app.mollie.budget().has_status_turn(),
    }
}

/// Closes a page, if it can still be closed. [`ask`] returns its outcome.
///
/// # Errors
/// The provider did not answer, or refuses.
pub async fn end_page(app: &App, provider: Provider, reference: &str) -> Result<Ended, ProviderError> {
    match provider {
        Provider::Stripe => end_session(app, reference).await,
        Provider::Mollie => cancel(app, reference).await,
    }
}

async fn end_session(app: &App, reference: &str) -> Result<Ended, ProviderError> {
    let Err(error) = app.stripe.expire_checkout_session(reference).await else { return Ok(Ended::Yes) };
    // A refusal most likely means that the page is no longer open; after a failure it may be closed too, or paid. A
    // refusal for another reason, such as a key without the permission, must not leave a payable page behind.
    let session = app.stripe.retrieve_checkout_session(reference).await?;
    let is_open = SessionFacts::from(&session).status == SessionStatus::Open;
    if is_open { Err(error.into()) } else { Ok(Ended::Yes) }
}

async fn cancel(app: &App, reference: &str) -> Result<Ended, ProviderError> {
    let payment = app.mollie.payment(reference).await?;
    if is_over(&payment) {
        return Ok(Ended::Yes);
    }
    if payment.is_cancelable == Some(true) {
        match app.mollie.cancel_payment(reference).await {
            // It is cancelled, or it is too late for that: the next read tells which.
            Ok(_) | Err(MollieError::Refused { status: 422, .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let payment = app.mollie.payment(reference).await?;
    Ok(if is_over(&payment) { Ended::Yes } else { Ended::NotYet })
}

fn is_over(payment: &mollie::Payment) -> bool {
    use MollieStatus::{Canceled, Expired, Failed, Paid};
    matches!(MollieFacts::from(payment).status, Paid | Canceled | Expired | Failed)
}

/// Whether a provider's answers must be about real money.
#[must_use]
pub const fn livemode(app: &App, provider: Provider) -> bool {
    match provider {
        Provider::Stripe => app.config.stripe.livemode,
        Provider::Mollie => app.config.mollie.livemode,
    }
}
