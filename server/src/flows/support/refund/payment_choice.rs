//! Chooses the payment that support refunds.

use onefare_core::payment::PaymentState;

use crate::flows::support::refund::SendBackError;
use crate::store::orders::Order;
use crate::store::payments::Payment;

/// The payment that was named, by our id or the provider's, or the only one whose money we have.
///
/// # Errors
/// No payment was paid, all are refunded, or there are several and the caller named none.
pub(super) fn choose(order: &Order, all: Vec<Payment>, named: Option<&str>) -> Result<Payment, SendBackError> {
    if let Some(named) = named.map(str::trim) {
        let found = all.into_iter().find(|payment| payment.is_called(named));
        let found = found.ok_or_else(|| SendBackError::UnknownPayment(order.number.to_string(), named.to_owned()))?;
        return if found.state.holds_money() { Ok(found) } else { Err(without_money(found)) };
    }
    let (mut held, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|payment| payment.state.holds_money());
    match (held.pop(), held.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            held.push(last);
            let names: Vec<String> = held.iter().map(name).collect();
            Err(SendBackError::Several(order.number.to_string(), names.join("; ")))
        }
        (None, _) => Err(others
            .into_iter()
            .find(|payment| payment.state == PaymentState::Refunded)
            .map_or_else(|| SendBackError::NothingPaid(order.number.to_string()), without_money)),
    }
}

fn without_money(payment: Payment) -> SendBackError {
    match payment.state {
        PaymentState::Refunded => SendBackError::AllBack(payment.id),
        state => SendBackError::NotPaid(payment.id, state.code()),
    }
}

/// Such as `pay_… (stripe paid, cs_…)`.
fn name(payment: &Payment) -> String {
    let (provider, state) = (payment.provider.code(), payment.state.code());
    let reference = payment.reference.as_ref().map_or_else(String::new, |reference| format!(", {reference}"));
    format!("{} ({provider} {state}{reference})", payment.id)
}
