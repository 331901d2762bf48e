//! Refunds of later charges, whether the shop made them or an operator did in the dashboard.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use onefare_core::subscription::ChargeVerdict;

use crate::app::App;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::refunds::arrived;
use crate::store::later_charges::{self, LaterCharge};
use crate::store::{StoreError, Tx};

/// How many of the newest charges each read asks about.
const NEWEST: usize = 6;

/// The refunded part of each charge in minor units, by invoice. The shop asks about the newest charges, and about older ones only
/// while they differ from the agreement.
///
/// # Errors
/// The provider did not answer.
pub(super) async fn of_charges(app: &App, stored: &[LaterCharge]) -> Result<HashMap<String, i64>, StripeError> {
    let mut returned = HashMap::new();
    for (place, charge) in stored.iter().rev().enumerate() {
        let Some(intent) = charge.payment_intent.as_ref().filter(|_| charge.is_open() || place < NEWEST) else {
            continue;
        };
        let refunds = app.stripe.refunds(intent).await?;
        returned.insert(charge.invoice.clone(), arrived(&refunds, charge.amount.currency()));
    }
    Ok(returned)
}

/// Whether everything owed to the buyer of a charge was refunded.
pub(super) fn is_settled(charge: &LaterCharge, returned: &HashMap<String, i64>) -> bool {
    owed(charge).is_some_and(|owed| returned.get(&charge.invoice).is_some_and(|arrived| *arrived >= owed))
}

/// Stores the refunded parts, and resolves the differences that they settle.
///
/// # Errors
/// The database.
pub(super) async fn record(
    tx: &mut Tx,
    charges: &[LaterCharge],
    returned: &HashMap<String, i64>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for charge in charges {
        if let Some(arrived) = returned.get(&charge.invoice).filter(|arrived| **arrived != charge.returned.minor()) {
            later_charges::set_returned(tx, &charge.invoice, *arrived).await?;
        }
        if charge.is_open() && is_settled(charge, returned) {
            later_charges::resolve(tx, &charge.invoice, now).await?;
        }
    }
    Ok(())
}

/// What is owed to the buyer, in minor units; `None` for a charge that is as agreed or too low.
fn owed(charge: &LaterCharge) -> Option<i64> {
    match charge.verdict {
        ChargeVerdict::TooMuch => Some(charge.amount.minor().saturating_sub(charge.agreed.minor())),
        ChargeVerdict::OtherCurrency | ChargeVerdict::AfterCancellation => Some(charge.amount.minor()),
        ChargeVerdict::AsAgreed | ChargeVerdict::TooLittle => None,
    }
}
