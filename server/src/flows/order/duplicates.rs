//! What counts as a repeat of a purchase.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::order::REPEAT_WINDOW;
use onefare_core::quote::Product;
use onefare_core::withdrawal::WithdrawalState;

use crate::flows::order::purchase::{Buyer, Purchase};
use crate::flows::payment::attempt::Attempt;
use crate::ids::digest;
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, payments, withdrawals};

/// Whether a purchase repeats one of the last hour.
pub(in crate::flows) enum JustPaid {
    /// Nothing of the kind was bought, or the buyer wants another one.
    Nothing,
    /// It repeats that purchase.
    Same(Attempt),
    /// It repeats a purchase of data: a traveller may need the same twice, but a second tab may also be a mistake, so
    /// the buyer confirms.
    PerhapsAnother(Attempt),
}

/// The buyer's orders that bear on a purchase, newest first: those that wait for a payment, the same purchase that was
/// closed, and what was paid within [`REPEAT_WINDOW`].
pub(in crate::flows) async fn around(
    tx: &mut Tx,
    purchase: &Purchase,
    buyer_digest: &str,
    fingerprint: &str,
    now: DateTime<Utc>,
) -> Result<Vec<Order>, StoreError> {
    let product = &purchase.quote.product_id;
    orders::around_purchase(tx, buyer_digest, fingerprint, product, now - REPEAT_WINDOW).await
}

/// The purchase of the last hour that this request repeats, in whatever currency, with whatever code, among the orders
/// [`around`] it. Only a client that sends a key with each attempt can tell a retry from a new purchase, and can
/// confirm one; any other client is led to what its buyer bought.
pub(in crate::flows) async fn just_paid(
    tx: &mut Tx,
    purchase: &Purchase,
    buyer: &Buyer,
    around: &[Order],
) -> Result<JustPaid, StoreError> {
    let Purchase { checkout, quote, .. } = purchase;
    if checkout.buy_another {
        return Ok(JustPaid::Nothing);
    }
    let same = |order: &&Order| {
        !order.state.awaits_payment()
            && order.email.canonical() == checkout.email.canonical()
            && order.quote.trial_days == quote.trial_days
    };
    for order in around.iter().filter(same) {
        // The money of an order under withdrawal is refunded, or an operator looks at it: buying again is a new
        // purchase.
        if withdrawals::of_order(tx, &order.id).await?.is_some_and(|one| one.state() == WithdrawalState::Requested) {
            continue;
        }
        let Some(payment) = payments::latest_of_order(tx, &order.id).await? else { return Ok(JustPaid::Nothing) };
        let attempt = Attempt { order: order.clone(), payment };
        let is_asked = quote.product() == Product::Refill && buyer.attempt_key.is_some();
        return Ok(if is_asked { JustPaid::PerhapsAnother(attempt) } else { JustPaid::Same(attempt) });
    }
    Ok(JustPaid::Nothing)
}

/// What makes two attempts the same purchase: who, what, for how much, in which language the pages are. The provider,
/// and whether it renews there, are not part of it: paying one thing by card and by iDEAL is paying it twice.
pub(in crate::flows) fn fingerprint(purchase: &Purchase, language: Language) -> String {
    let Purchase { checkout, quote, .. } = purchase;
    let parts = [
        checkout.email.canonical(),
        quote.product_id.clone(),
        quote.currency.code().to_owned(),
        quote.due_now.to_string(),
        quote.trial_days.to_string(),
        quote.code.clone().unwrap_or_default(),
        checkout.language.unwrap_or(language).code().to_owned(),
    ];
    digest(&parts.join("\n"))
}
