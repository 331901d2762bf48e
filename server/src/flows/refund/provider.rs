//! Refunds at the providers: sends them, reads them, and translates their status.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::Money;
use onefare_core::payment::Provider;

use crate::app::App;
use crate::flows::refund::case::Case;
use crate::payments::mollie::MollieError;
use crate::payments::mollie::refunds::{Refund as IdealRefund, RefundStatus as IdealStatus};
use crate::payments::mollie::requests::NewRefund as NewIdealRefund;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::refunds::{NewRefund, Refund, RefundReason, RefundStatus};
use crate::store::payments::Payment;
use crate::store::refunds::Reason;
use crate::store::{StoreError, provider_ids};

/// How often a refund in flight is checked, in the first hour and later.
const PAUSES: (Duration, Duration) = (Duration::from_mins(10), Duration::from_hours(6));

/// How long until the next check of a refund of that age.
pub(in crate::flows) fn pause(age: TimeDelta) -> Duration {
    if age.num_minutes() < 60 { PAUSES.0 } else { PAUSES.1 }
}

/// How long until the next check of a refund that is not new.
pub(in crate::flows) const LATER_PAUSE: Duration = PAUSES.1;

/// The key of our refund id in a provider's metadata.
const OUR_ID: &str = "refund_id";

/// Why the provider call that creates or reads a refund failed; the job retries it.
#[derive(Debug, thiserror::Error)]
pub enum RefundError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Cards.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// iDEAL.
    #[error(transparent)]
    Mollie(#[from] MollieError),
    /// The provider says that nothing was charged.
    #[error("nothing was charged that could go back")]
    NothingCharged,
}

/// How far a refund is at its provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::flows) enum Stage {
    /// The provider has it.
    Running { reference: String },
    /// The money was refunded; without a reference, not by us: or there was none.
    Done { reference: Option<String> },
    /// It failed.
    Failed { reference: Option<String>, why: String },
}

impl Stage {
    /// The provider's id of it.
    pub(in crate::flows) fn reference(&self) -> Option<&str> {
        match self {
            Self::Running { reference } => Some(reference),
            Self::Done { reference } | Self::Failed { reference, .. } => reference.as_deref(),
        }
    }
}

/// A refund as its provider lists it.
pub(in crate::flows) struct Seen {
    /// The provider's id of it.
    pub(in crate::flows) reference: String,
    /// Ours, if we have made it.
    pub(in crate::flows) our_id: Option<String>,
    /// How much; `None` for an amount that our arithmetic cannot hold.
    pub(in crate::flows) amount: Option<Money>,
    /// How far it is.
    pub(in crate::flows) stage: Stage,
    /// When it was made.
    pub(in crate::flows) made_at: Option<DateTime<Utc>>,
}

/// Every refund of a payment at its provider, by us or by others.
pub(in crate::flows) async fn seen(app: &App, payment: &Payment) -> Result<Vec<Seen>, RefundError> {
    let Some(reference) = payment.reference.as_deref() else { return Ok(Vec::new()) };
    match payment.provider {
        Provider::Stripe => {
            let session = app.stripe.retrieve_checkout_session(reference).await?;
            let Some(payment_intent) = app.stripe.charged_for(&session).await? else { return Ok(Vec::new()) };
            Ok(app.stripe.refunds(&payment_intent).await?.iter().map(seen_card).collect())
        }
        Provider::Mollie => {
            // Most events are about something else, and Mollie's payment says whether anything was refunded.
            let returned = app.mollie.payment(reference).await?.amount_refunded;
            if returned.and_then(|amount| amount.money()).is_none_or(|money| money.minor() == 0) {
                return Ok(Vec::new());
            }
            Ok(app.mollie.refunds(reference).await?.iter().map(seen_ideal).collect())
        }
    }
}

fn seen_card(refund: &Refund) -> Seen {
    Seen {
        reference: refund.id.clone(),
        our_id: refund.metadata(OUR_ID).map(str::to_owned),
        amount: refund.money(),
        stage: card_stage(refund),
        made_at: refund.created.and_then(|seconds| DateTime::from_timestamp(seconds, 0)),
    }
}

fn seen_ideal(refund: &IdealRefund) -> Seen {
    Seen {
        reference: refund.id.clone(),
        our_id: refund.metadata(OUR_ID).map(str::to_owned),
        amount: refund.amount.money(),
        stage: ideal_stage(refund),
        made_at: refund.created_at,
    }
}

/// Reads how far the refund is; sends it first if the provider does not have it.
pub(in crate::flows) async fn stage(app: &App, case: &Case) -> Result<Stage, RefundError> {
    if case.refund.money().is_none() {
        // Nothing was charged, so there is nothing to refund; only the subscription ends.
        return Ok(Stage::Done { reference: None });
    }
    match case.payment.provider {
        Provider::Stripe => by_card(app, case).await,
        Provider::Mollie => by_ideal(app, case).await,
    }
}

async fn by_card(app: &App, case: &Case) -> Result<Stage, RefundError> {
    if let Some(reference) = &case.refund.reference {
        return Ok(card_stage(&app.stripe.refund(reference).await?));
    }
    let session = case.payment.reference.as_deref().ok_or(RefundError::NothingCharged)?;
    let session = app.stripe.retrieve_checkout_session(session).await?;
    let payment_intent = app.stripe.charged_for(&session).await?.ok_or(RefundError::NothingCharged)?;
    let mut tx = app.store.begin().await?;
    provider_ids::note(&mut tx, &case.payment.id, [&*payment_intent]).await?;
    tx.commit().await?;
    let known = app.stripe.refunds(&payment_intent).await?;
    let new = NewRefund {
        refund_id: case.refund.id.clone(),
        payment_id: case.payment.id.clone(),
        order_id: case.order.id.clone(),
        payment_intent,
        amount: case.refund.amount,
        hours: (app.clock.now() - case.refund.created_at).num_hours(),
        reason: match case.refund.reason {
            Reason::OrderPaidTwice => RefundReason::Duplicate,
            Reason::FraudWarning => RefundReason::Fraudulent,
            Reason::DeliveryRefused | Reason::SecondTrial | Reason::Withdrawn | Reason::BySupport => {
                RefundReason::RequestedByCustomer
            }
        },
    };
    Ok(known_or_sent(app, &known, &new).await?)
}

/// The stage of the refund with our id in the provider's list of card refunds.
pub(in crate::flows) fn known_stage(known: &[Refund], our_id: &str) -> Option<Stage> {
    known.iter().find(|one| one.metadata(OUR_ID) == Some(our_id)).map(card_stage)
}

/// How far a refund by card is: that of the provider's list which has our id, or else the one that is sent now.
pub(in crate::flows) async fn known_or_sent(
    app: &App,
    known: &[Refund],
    new: &NewRefund,
) -> Result<Stage, StripeError> {
    if let Some(stage) = known_stage(known, &new.refund_id) {
        return Ok(stage);
    }
    match app.stripe.create_refund(new).await {
        Ok(refund) => Ok(card_stage(&refund)),
        Err(error) if error.has_code("charge_already_refunded") => {
            tracing::warn!(refund = %new.refund_id, "somebody else has sent the money back");
            Ok(Stage::Done { reference: None })
        }
        Err(error) if error.is_invalid() => Ok(refused(&new.refund_id, &error)),
        Err(error) => Err(error),
    }
}

async fn by_ideal(app: &App, case: &Case) -> Result<Stage, RefundError> {
    let payment = case.payment.reference.as_deref().ok_or(RefundError::NothingCharged)?;
    if let Some(reference) = &case.refund.reference {
        return Ok(ideal_stage(&app.mollie.refund(payment, reference).await?));
    }
    let known = app.mollie.refunds(payment).await?;
    if let Some(refund) = known.iter().find(|one| one.metadata(OUR_ID) == Some(&case.refund.id)) {
        return Ok(ideal_stage(refund));
    }
    let new = NewIdealRefund {
        refund_id: case.refund.id.clone(),
        payment_id: case.payment.id.clone(),
        order_id: case.order.id.clone(),
        amount: case.refund.amount,
        description: format!("{} {}", app.brand.everywhere().name, case.order.number),
    };
    match app.mollie.create_refund(payment, &new).await {
        Ok(refund) => Ok(ideal_stage(&refund)),
        Err(error @ MollieError::Refused { status: 422, .. }) => {
            let left = app.mollie.payment(payment).await?.amount_remaining;
            if left.and_then(|amount| amount.money()).is_some_and(|money| money.minor() == 0) {
                tracing::warn!(refund = %case.refund.id, "somebody else has sent the money back");
                return Ok(Stage::Done { reference: None });
            }
            Ok(refused(&case.refund.id, &error))
        }
        Err(error) => Err(error.into()),
    }
}

fn refused(refund_id: &str, error: &dyn std::error::Error) -> Stage {
    tracing::error!(refund = refund_id, error = %error, "the provider refused a refund");
    Stage::Failed { reference: None, why: "refused".to_owned() }
}

/// An unknown status means wait.
fn card_stage(refund: &Refund) -> Stage {
    let reference = refund.id.clone();
    match &refund.status {
        Some(RefundStatus::Succeeded) => Stage::Done { reference: Some(reference) },
        Some(RefundStatus::Failed) => {
            let why = refund.failure_reason.clone().unwrap_or_else(|| "failed".to_owned());
            Stage::Failed { reference: Some(reference), why }
        }
        Some(RefundStatus::Canceled) => Stage::Failed { reference: Some(reference), why: "canceled".to_owned() },
        Some(RefundStatus::Pending | RefundStatus::RequiresAction | RefundStatus::Other(_)) | None => {
            Stage::Running { reference }
        }
    }
}

/// An unknown status means wait.
fn ideal_stage(refund: &IdealRefund) -> Stage {
    let reference = refund.id.clone();
    match &refund.status {
        IdealStatus::Refunded => Stage::Done { reference: Some(reference) },
        IdealStatus::Failed | IdealStatus::Canceled => {
            Stage::Failed { reference: Some(reference), why: refund.status.as_str().to_owned() }
        }
        IdealStatus::Queued | IdealStatus::Pending | IdealStatus::Processing | IdealStatus::Other(_) => {
            Stage::Running { reference }
        }
    }
}
