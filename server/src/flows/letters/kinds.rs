//! The kinds of letter about an order that can be written again from what is stored.
//!
//! A new kind is a line in every function here; `onefare orders resend` then sends it too.

use chrono::TimeDelta;
use onefare_core::delivery::{Installation, Known};
use onefare_core::payment::PaymentState;
use onefare_core::quote::Product;
use url::Url;

use crate::app::App;
use crate::flows::delivery::esim::activation_code;
use crate::flows::delivery::progress::{DeliveryError, not_ready};
use crate::flows::delivery::sold_plan::{SoldData, included_esim};
use crate::flows::support::later_terms;
use crate::flows::support::renewal::renews;
use crate::mail::Letter;
use crate::mail::letters::Envelope;
use crate::mail::letters::cancellation::{Cancellation, Cancelled};
use crate::mail::letters::esim_ready::EsimReady;
use crate::mail::letters::plan_change::PlanChange;
use crate::mail::letters::receipt::{Purchase, Receipt};
use crate::mail::letters::resumption::Resumption;
use crate::mail::letters::withdrawal::WithdrawalReceipt;
use crate::pages::registry::local_address;
use crate::store::orders::Order;
use crate::store::payments::{self, Payment};
use crate::store::{Connection, StoreError, cancellations, deliveries, esims, plan_changes, withdrawals};

/// A kind of letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// The eSIM and how to install it.
    EsimReady,
    /// What was paid and for what, of a delivered order.
    Receipt,
    /// That the order no longer renews.
    Cancellation,
    /// That it renews after all.
    Resumption,
    /// That it renews as another plan.
    PlanChange,
    /// What the buyer stated who withdraws from the order, and when.
    Withdrawal,
}

impl LetterKind {
    /// Every kind, in the order in which they are sent.
    pub const ALL: [Self; 6] =
        [Self::Receipt, Self::EsimReady, Self::Cancellation, Self::Resumption, Self::PlanChange, Self::Withdrawal];

    /// Those about a renewal, which hold or not as it stands.
    pub const OF_RENEWAL: [Self; 3] = [Self::Cancellation, Self::Resumption, Self::PlanChange];

    /// The letters that a delivered order gets, in the order in which they are sent.
    #[must_use]
    pub const fn of(product: Product) -> &'static [Self] {
        match product {
            // The receipt announces the other.
            Product::Refill => &[Self::Receipt, Self::EsimReady],
            Product::Plan | Product::Trial | Product::Deal => &[Self::Receipt],
        }
    }

    /// The word under which the store notes that it went out.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::EsimReady => "esim",
            Self::Receipt => "receipt",
            Self::Cancellation => "cancellation",
            Self::Resumption => "resumption",
            Self::PlanChange => "plan_change",
            Self::Withdrawal => "withdrawal",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether what it tells is so now: a renewal may be cancelled and resumed again and again.
    ///
    /// # Errors
    /// The database.
    pub async fn holds(self, conn: &mut Connection, order_id: &str) -> Result<bool, StoreError> {
        Ok(match self {
            Self::EsimReady | Self::Receipt | Self::Withdrawal => true,
            Self::Cancellation => {
                cancellations::of_order(conn, order_id).await?.is_some_and(|one| one.confirmed_at.is_some())
            }
            Self::Resumption => cancellations::resumed_at(conn, order_id).await?.is_some(),
            Self::PlanChange => {
                let newest = plan_changes::of_order(conn, order_id).await?.pop();
                let is_confirmed = newest.is_some_and(|change| change.confirmed_at.is_some());
                is_confirmed && cancellations::of_order(conn, order_id).await?.is_none()
            }
        })
    }

    /// Writes the letter as the order stands now.
    ///
    /// # Errors
    /// The database; an order that does not have what the letter tells.
    pub async fn write(self, app: &App, order: &Order) -> Result<Letter, DeliveryError> {
        let letter_id = format!("{}-{}", self.word(), order.number);
        let (brand, language) = (app.brand.everywhere(), order.language);
        let envelope = Envelope { brand, language, to: &order.email, letter_id: &letter_id };
        match self {
            Self::EsimReady => esim_ready(app, order, envelope).await,
            Self::Receipt => receipt(app, order, envelope).await,
            Self::Cancellation => cancellation(app, order, envelope).await,
            Self::Resumption => resumption(app, order, envelope).await,
            Self::PlanChange => plan_change(app, order, envelope).await,
            Self::Withdrawal => withdrawal(app, order, envelope).await,
        }
    }
}

async fn esim_ready(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let (sold, esim) = {
        let mut conn = app.store.read().await?;
        (SoldData::of_order(&mut conn, order).await?, esims::of_order(&mut conn, &order.id).await?)
    };
    let code = match &esim {
        Some(esim) => activation_code(app, esim)?,
        None => None,
    };
    let code = code.ok_or_else(|| not_ready(&order.id, "has no activation code"))?.full_text();
    let letter = EsimReady {
        envelope,
        order_number: order.number.as_str(),
        plan: sold.in_letters(order.language),
        installation: &Installation::of(&Known { generated: Some(&code), ..Known::default() }),
        tutorial_url: &tutorial_url(app, order)?,
        panel_url: &panel_url(app, order)?,
    };
    Ok(letter.letter()?)
}

async fn receipt(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let quote = &order.quote;
    let delivery = deliveries::of_order(&mut *app.store.read().await?, &order.id).await?;
    let delivery = delivery.ok_or_else(|| not_ready(&order.id, "not delivered"))?;
    let paid_at = order.paid_at.unwrap_or(delivery.starts_at);
    let (sold, tutorial);
    let panel = panel_url(app, order)?;
    let purchase = if quote.product() == Product::Refill {
        sold = SoldData::of_order(&mut *app.store.read().await?, order).await?;
        tutorial = tutorial_url(app, order)?;
        Purchase::Refill { plan: sold.in_letters(order.language), tutorial_url: &tutorial, panel_url: &panel }
    } else {
        let esim_mb = included_esim(&mut *app.store.read().await?, quote).await?;
        Purchase::of_quote(quote, paid_at, esim_mb, &panel).ok_or_else(|| not_ready(&order.id, "is no subscription"))?
    };
    let (amount_paid, paid_with) = (quote.due_now()?, payment_that_stands(app, order).await?.provider);
    Ok(Receipt { envelope, order_number: order.number.as_str(), amount_paid, paid_at, paid_with, purchase }.letter()?)
}

async fn cancellation(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let cancellation = cancellations::of_order(&mut *app.store.read().await?, &order.id).await?;
    let confirmed = cancellation.and_then(|cancellation| cancellation.confirmed_at.zip(cancellation.ends_at));
    let (cancelled_at, ends_at) = confirmed.ok_or_else(|| not_ready(&order.id, "its renewal is not cancelled"))?;
    // A trial that has become a paid plan is one: then the end is that of a later term.
    let trial_end = order.paid_at.and_then(|begun| order.quote.first_term_end(begun));
    let is_trial = order.quote.trial_days > 0 && trial_end.is_some_and(|end| ends_at <= end + TimeDelta::days(1));
    let of = if is_trial { Cancelled::Trial } else { Cancelled::Subscription };
    let terms = later_terms::at(&mut *app.store.read().await?, order, cancelled_at).await?;
    let months = terms.map_or(order.quote.months, |terms| terms.present.months);
    Ok(Cancellation { envelope, order_number: order.number.as_str(), months, of, cancelled_at, ends_at }.letter()?)
}

async fn resumption(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let resumed_at = cancellations::resumed_at(&mut *app.store.read().await?, &order.id).await?;
    let resumed_at = resumed_at.ok_or_else(|| not_ready(&order.id, "its renewal is not resumed"))?;
    let terms = renews(&mut *app.store.read().await?, order, resumed_at).await;
    let terms = terms.map_err(|_| not_ready(&order.id, "does not renew"))?;
    let (amount, charged_at, months) = (terms.next.amount, terms.next.at, terms.next.every_months);
    Ok(Resumption { envelope, order_number: order.number.as_str(), months, amount, charged_at }.letter()?)
}

async fn plan_change(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let newest = plan_changes::of_order(&mut *app.store.read().await?, &order.id).await?.pop();
    let change = newest.filter(|change| change.confirmed_at.is_some());
    let change = change.ok_or_else(|| not_ready(&order.id, "its plan is not changed"))?;
    let amount = change.quote.renewal()?.ok_or_else(|| not_ready(&order.id, "does not renew"))?;
    let (months, charged_at) = (change.quote.months, change.takes_effect_at);
    Ok(PlanChange { envelope, order_number: order.number.as_str(), months, amount, charged_at }.letter()?)
}

async fn withdrawal(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let stated = withdrawals::of_order(&mut *app.store.read().await?, &order.id).await?;
    let stated = stated.ok_or_else(|| not_ready(&order.id, "its buyer does not withdraw"))?;
    let (name, stated_at, was_paid) = (stated.name.as_deref(), stated.stated_at, order.paid_at.is_some());
    Ok(WithdrawalReceipt { envelope, order_number: order.number.as_str(), name, was_paid, stated_at }.letter()?)
}

/// The payment of an order: of all of them the one that stands; once the money went back, the first that was paid.
///
/// # Errors
/// The database; an order that nobody paid.
pub(crate) async fn payment_that_stands(app: &App, order: &Order) -> Result<Payment, DeliveryError> {
    let all = payments::of_order(&mut *app.store.read().await?, &order.id).await?;
    let was_paid = |payment: &&Payment| !matches!(payment.state, PaymentState::Open | PaymentState::Failed);
    let stands = all.iter().find(|payment| payment.state == PaymentState::Paid).or_else(|| all.iter().find(was_paid));
    stands.cloned().ok_or_else(|| not_ready(&order.id, "has no payment"))
}

fn tutorial_url(app: &App, order: &Order) -> Result<Url, DeliveryError> {
    address(app, order, "/esim/tutorial")
}

fn panel_url(app: &App, order: &Order) -> Result<Url, DeliveryError> {
    address(app, order, "/panel")
}

/// A page of ours in the order's language.
fn address(app: &App, order: &Order, path: &str) -> Result<Url, DeliveryError> {
    let text = format!("{}{}", app.config.public_origin(), local_address(path, order.language));
    text.parse().map_err(|_| not_ready(&order.id, "the public address is none"))
}
