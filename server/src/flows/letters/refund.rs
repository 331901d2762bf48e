//! The letter about a refund, or about a trial that support has ended.

use onefare_core::money::Money;
use onefare_core::order::{OrderState, PaymentEvent};
use onefare_core::quote::Product;

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::payment::double_payment::order_kept;
use crate::flows::refund::case::Case;
use crate::mail::Letter;
use crate::mail::letters::cancellation::{Cancellation, Cancelled};
use crate::mail::letters::refund::{Ended, Refund as RefundLetter, RefundReason};
use crate::mail::letters::{Envelope, LetterError};
use crate::store::deliveries;
use crate::store::refunds::{Reason, RefundState};

/// Writes the letter. A refund that has failed meanwhile has none: its alarm calls an operator, who informs the buyer.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, refund_id: &str) -> Result<Draft, DeliveryError> {
    let Some(case) = Case::find(app, refund_id).await? else { return Ok(Draft::Needless) };
    if case.refund.state == RefundState::Failed || case.refund.otherwise.is_some() {
        return Ok(Draft::Needless);
    }
    let letter_id = format!("refund-{refund_id}");
    let (brand, language) = (app.brand.everywhere(), case.order.language);
    let envelope = Envelope { brand, language, to: &case.order.email, letter_id: &letter_id };
    let letter = match case.refund.amount.minor() {
        0 => trial_ended(&case, envelope)?,
        _ => refunded(app, &case, envelope).await?,
    };
    Ok(Draft::of_order(letter, case.order))
}

/// A trial charged nothing, so the letter names its end and no refund.
fn trial_ended(case: &Case, envelope: Envelope<'_>) -> Result<Letter, LetterError> {
    let (order, refund) = (&case.order, &case.refund);
    let of = match refund.reason {
        Reason::SecondTrial => Cancelled::SecondTrial,
        Reason::Withdrawn => Cancelled::WithdrawnTrial,
        Reason::OrderPaidTwice | Reason::DeliveryRefused | Reason::FraudWarning | Reason::BySupport => {
            Cancelled::EndedTrial
        }
    };
    let (cancelled_at, ends_at) = (refund.created_at, refund.ended_at.unwrap_or(refund.created_at));
    let months = order.quote.months;
    Cancellation { envelope, order_number: order.number.as_str(), months, of, cancelled_at, ends_at }.letter()
}

async fn refunded(app: &App, case: &Case, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let (order, refund) = (&case.order, &case.refund);
    let mut conn = app.store.read().await?;
    let kept = order_kept(&mut conn, order, &case.payment).await?;
    let has_delivery = deliveries::of_order(&mut conn, &order.id).await?.is_some();
    drop(conn);
    let (minor, currency) = case.payment.taken();
    let paid = Money::new(minor, currency)?;
    let letter = RefundLetter {
        envelope,
        order_number: kept.as_ref().map_or(order.number.as_str(), |kept| kept.number.as_str()),
        amount: refund.amount,
        paid,
        refunded_at: refund.created_at,
        reason: match refund.reason {
            Reason::OrderPaidTwice => RefundReason::SecondPayment,
            Reason::DeliveryRefused => RefundReason::NotDelivered,
            Reason::Withdrawn => RefundReason::Withdrawn,
            Reason::SecondTrial | Reason::FraudWarning | Reason::BySupport => by_support(case, paid),
        },
        ended: ended(case, has_delivery),
        paid_with: case.payment.provider,
    };
    Ok(letter.letter()?)
}

/// A fraud warning is no reason for a letter: the issuer's suspicion may be wrong.
fn by_support(case: &Case, paid: Money) -> RefundReason {
    if case.refund.amount.minor() >= paid.minor() {
        RefundReason::BySupport
    } else if case.leaves_nothing() {
        RefundReason::RestBySupport
    } else {
        RefundReason::PartBySupport
    }
}

/// What ends with the refund when it returns all of the payment that the delivered order was paid with.
fn ended(case: &Case, has_delivery: bool) -> Option<Ended> {
    let (order, payment) = (&case.order, &case.payment);
    let ends = order.state == OrderState::Refunded
        || payment.state.on(PaymentEvent::Refunded, order.state).is_some_and(|to| to.order == OrderState::Refunded);
    let product = order.quote.product();
    (has_delivery && ends && case.leaves_nothing()).then_some(match product {
        Product::Refill => Ended::Esim,
        Product::Plan | Product::Trial | Product::Deal => Ended::Subscription,
    })
}
