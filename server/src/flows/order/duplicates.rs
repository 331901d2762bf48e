//! What counts as asking for the same purchase again.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::quote::Product;

use crate::flows::code_uses::REPEAT_WINDOW;
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::flows::payment::attempt::Attempt;
use crate::ids::digest;
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, payments, withdrawals};

/// The purchase of the last hour that is asked for again, in whatever currency, with whatever code. A traveller may need
/// the same data twice: there an attempt with a key of its own is a purchase of its own.
pub(in crate::flows) async fn just_paid(
    tx: &mut Tx,
    purchase: &Purchase,
    buyer: &Buyer,
    buyer_digest: &str,
    now: DateTime<Utc>,
) -> Result<Option<Attempt>, StoreError> {
    let Purchase { checkout, quote, .. } = purchase;
    if quote.product() == Product::Refill && buyer.attempt_key.is_some() {
        return Ok(None);
    }
    let paid = orders::paid_for(tx, buyer_digest, &quote.product_id, now - REPEAT_WINDOW).await?;
    let same = |order: &Order| {
        order.email.canonical() == checkout.email.canonical() && order.quote.trial_days == quote.trial_days
    };
    for order in paid.into_iter().filter(same) {
        // Of an order that its buyer withdraws from the money goes back, or a person looks at it: buying again is a new one.
        if withdrawals::of_order(tx, &order.id).await?.is_some_and(|one| one.handled_at.is_none()) {
            continue;
        }
        let payment = payments::latest_of_order(tx, &order.id).await?;
        return Ok(payment.map(|payment| Attempt { order, payment }));
    }
    Ok(None)
}

/// What makes two attempts the same purchase: who, what, for how much, in which language the pages are. By which
/// provider, and whether it renews there, is not part of it: paying one thing by card and by iDEAL is paying it twice.
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
