//! The letter about a refund, or about a trial that support has ended.

use onefare_core::money::MoneyError;
use onefare_core::order::{OrderState, PaymentEvent};
use onefare_core::quote::Product;

use crate::app::App;
use crate::flows::letters::send::{self, Posted};
use crate::flows::payment::double_payment::order_kept;
use crate::flows::refund::case::Case;
use crate::mail::letters::cancellation::{Cancellation, Cancelled};
use crate::mail::letters::refund::{Ended, Refund as RefundLetter, RefundReason};
use crate::mail::letters::{Envelope, LetterError};
use crate::mail::{Letter, MailError};
use crate::store::refunds::{Reason, RefundState};
use crate::store::undeliverable_letters::{self, FIRST};
use crate::store::{StoreError, deliveries, letters};

/// Why the letter has to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum TellError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// The letter could not be put into words.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The letter could not be handed over.
    #[error(transparent)]
    Mail(#[from] MailError),
}

/// Sends the refund letter once; at least once when the server dies between sending and storing. A refund that has failed
/// meanwhile has no letter: its alarm calls an operator, who informs the buyer.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn tell(app: &App, refund_id: &str) -> Result<(), TellError> {
    let Some(case) = Case::find(app, refund_id).await? else { return Ok(()) };
    let (order, refund) = (&case.order, &case.refund);
    let mut conn = app.store.read().await?;
    let settled = letters::sent(&mut conn, &order.id, refund_id).await?
        || undeliverable_letters::stands(&mut conn, &order.id, refund_id, FIRST).await?;
    let kept = order_kept(&mut conn, order, &case.payment).await?;
    let has_delivery = deliveries::of_order(&mut conn, &order.id).await?.is_some();
    drop(conn);
    if settled || refund.state == RefundState::Failed || refund.otherwise.is_some() {
        return Ok(());
    }
    let letter_id = format!("refund-{refund_id}");
    let (brand, language) = (app.brand.everywhere(), order.language);
    let envelope = Envelope { brand, language, to: &order.email, letter_id: &letter_id };
    if refund.money().is_none() {
        // A trial charged nothing, so the letter names its end and no refund.
        let ended_at = refund.ended_at.unwrap_or(refund.created_at);
        let of = match refund.reason {
            Reason::SecondTrial => Cancelled::SecondTrial,
            Reason::Withdrawn => Cancelled::WithdrawnTrial,
            Reason::OrderPaidTwice | Reason::DeliveryRefused | Reason::BySupport => Cancelled::EndedTrial,
        };
        let months = order.quote.months;
        let ended = Cancellation {
            envelope,
            order_number: order.number.as_str(),
            months,
            of,
            cancelled_at: refund.created_at,
            ends_at: ended_at,
        };
        return post(app, &case, &ended.letter()?).await;
    }
    let letter = RefundLetter {
        envelope,
        order_number: kept.as_ref().map_or(order.number.as_str(), |kept| kept.number.as_str()),
        amount: refund.amount,
        refunded_at: refund.created_at,
        reason: match refund.reason {
            Reason::OrderPaidTwice => RefundReason::SecondPayment,
            Reason::DeliveryRefused => RefundReason::NotDelivered,
            Reason::Withdrawn => RefundReason::Withdrawn,
            Reason::SecondTrial | Reason::BySupport => RefundReason::BySupport,
        },
        ended: ended(&case, has_delivery),
        paid_with: case.payment.provider,
    };
    post(app, &case, &letter.letter()?).await
}

/// What ends with the refund: all of the money of the payment that the delivered order was paid with.
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

async fn post(app: &App, case: &Case, letter: &Letter) -> Result<(), TellError> {
    let (order, refund_id) = (&case.order, &case.refund.id);
    if let Posted::Refused(why) = send::hand_over(app, letter).await? {
        return Ok(send::give_up(app, order, refund_id, FIRST, &why).await?);
    }
    let mut tx = app.store.begin().await?;
    letters::record(&mut tx, &order.id, refund_id, &letter.message_id, app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(order = %order.number, to = %order.email.masked(), "refund letter sent");
    Ok(())
}
