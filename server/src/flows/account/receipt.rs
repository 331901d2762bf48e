//! The receipt of an order, for its owner to keep. The letter says how to go on; this says what was paid.

use onefare_core::date_text::date_text;
use onefare_core::language::Language;
use onefare_core::payment::Provider;
use onefare_core::price_text::price_text;
use onefare_core::wire::receipt::{AccountReceipt, PaidWith, ReceiptRefund};

use super::overview::product_name;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::letters::order::payment_that_stands;
use crate::store::orders::Order;
use crate::store::refunds::{self, Refund, RefundState};

/// The receipt of a paid order, in a language. The caller has verified whose order it is.
///
/// # Errors
/// The database; an order that cannot be put into words.
pub async fn of_order(app: &App, order: &Order, language: Language) -> Result<AccountReceipt, DeliveryError> {
    let payment = payment_that_stands(app, order).await?;
    let mut conn = app.store.read().await?;
    let went_back = refunds::of_payment(&mut conn, &payment.id).await?;
    let product = product_name(app, &mut conn, order, order.quote.months, language).await?;
    Ok(AccountReceipt {
        number: order.number.to_string(),
        product,
        email: order.email.as_str().to_owned(),
        paid_on: date_text(order.paid_at.unwrap_or(order.created_at), language),
        paid_with: match payment.provider {
            Provider::Stripe => PaidWith::Card,
            Provider::Mollie => PaidWith::Ideal,
        },
        lines: order.quote.receipt_lines(language)?,
        code: order.quote.code.clone(),
        has_invoices: payment.subscription_ref.is_some(),
        refunds: went_back.iter().filter_map(|refund| told(refund, language)).collect(),
    })
}

/// What a receipt says of a refund; `None` before the refund is done.
fn told(refund: &Refund, language: Language) -> Option<ReceiptRefund> {
    let on = refund.ended_at.filter(|_| refund.state == RefundState::Done)?;
    Some(ReceiptRefund { amount: price_text(refund.money()?, language), on: date_text(on, language) })
}
