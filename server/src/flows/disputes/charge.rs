//! Finds the order of a disputed charge. Stripe names the charge and its payment intent. The shop stores these ids for one-off
//! payments and for later terms; for the first charge of a subscription it asks Stripe.

use onefare_core::payment::PaymentState;

use super::error::DisputeError;
use crate::app::App;
use crate::flows::subscription::read::read as read_subscription;
use crate::payments::stripe::answers::Reference;
use crate::store::disputes::Dispute;
use crate::store::payments::{self, Payment};
use crate::store::{Connection, StoreError, late_charges, later_charges, subscriptions};

/// What is disputed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disputed {
    /// The order.
    pub(super) order_id: String,
    /// The charge of the order.
    pub(super) charge: ChargeOf,
}

/// What a charge paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChargeOf {
    /// The order: our id of the payment.
    Payment(String),
    /// A later term: Stripe's id of its invoice.
    LaterTerm(String),
    /// Neither, such as a charge after the cancellation, which is refunded anyway.
    Nothing,
}

impl Disputed {
    /// What was found when the dispute was first read; `None` for a charge that was not the shop's then.
    pub(super) fn stored(known: &Dispute) -> Option<Self> {
        let charge = match (&known.payment_id, &known.invoice) {
            (Some(payment), _) => ChargeOf::Payment(payment.clone()),
            (None, Some(invoice)) => ChargeOf::LaterTerm(invoice.clone()),
            (None, None) => ChargeOf::Nothing,
        };
        Some(Self { order_id: known.order_id.clone()?, charge })
    }

    fn of_payment(payment: Payment) -> Self {
        Self { order_id: payment.order_id, charge: ChargeOf::Payment(payment.id) }
    }
}

/// Finds what is disputed. `None`: the charge is not the shop's.
///
/// # Errors
/// The provider or the database did not answer.
pub(super) async fn find(
    app: &App,
    intent: Option<&Reference>,
    charge: &str,
) -> Result<Option<Disputed>, DisputeError> {
    let intent = match intent {
        Some(intent) => Some(intent.id().to_owned()),
        None => app.stripe.behind(charge).await?.into_iter().next(),
    };
    let Some(intent) = intent else { return Ok(None) };
    if let Some(found) = of_term(&mut *app.store.read().await?, &intent).await? {
        return Ok(Some(found));
    }
    let payment = paid_with(&mut *app.store.read().await?, [&*intent, charge]).await?;
    if let Some(one_off) = payment.filter(|payment| payment.subscription_ref.is_none()) {
        return Ok(Some(Disputed::of_payment(one_off)));
    }
    of_subscription(app, &intent).await
}

/// A charge after the first one, as far as it is stored.
async fn of_term(conn: &mut Connection, intent: &str) -> Result<Option<Disputed>, StoreError> {
    if let Some(late) = late_charges::by_payment_intent(conn, intent).await? {
        return Ok(Some(Disputed { order_id: late.order_id, charge: ChargeOf::Nothing }));
    }
    let later = later_charges::by_payment_intent(conn, intent).await?;
    Ok(later.map(|charge| Disputed { order_id: charge.order_id, charge: ChargeOf::LaterTerm(charge.invoice) }))
}

/// The payment with one of these ids of the provider: the one that settled its order, if there are several.
async fn paid_with(conn: &mut Connection, ids: [&str; 2]) -> Result<Option<Payment>, StoreError> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(payments::of_provider_id(conn, id).await?);
    }
    let settling = found.iter().position(|payment| payment.state == PaymentState::Paid);
    Ok(found.into_iter().nth(settling.unwrap_or_default()))
}

/// A charge of a subscription: of a later term that may not be stored yet, or else the first one.
async fn of_subscription(app: &App, intent: &str) -> Result<Option<Disputed>, DisputeError> {
    for id in app.stripe.behind(intent).await? {
        let mut conn = app.store.read().await?;
        let known = subscriptions::by_reference(&mut conn, &id).await?;
        let first = payments::of_subscription(&mut conn, &id).await?.into_iter().next();
        drop(conn);
        // A payment that is held, or that paid its order twice, has no subscription that the shop reads.
        let Some(known) = known else {
            match first {
                Some(payment) => return Ok(Some(Disputed::of_payment(payment))),
                None => continue,
            }
        };
        read_subscription(app, &known.order_id).await?;
        if let Some(found) = of_term(&mut *app.store.read().await?, intent).await? {
            return Ok(Some(found));
        }
        // A trial's payment charged nothing.
        let first = first.filter(|payment| payment.taken().0 > 0);
        let nothing = Disputed { order_id: known.order_id, charge: ChargeOf::Nothing };
        return Ok(Some(first.map_or(nothing, Disputed::of_payment)));
    }
    Ok(None)
}
