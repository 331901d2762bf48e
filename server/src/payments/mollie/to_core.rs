//! Turns a payment into the core's terms.

use onefare_core::payment::{MollieFacts, MollieStatus};

use super::answers::{Mode, Payment};

impl From<&Payment> for MollieFacts {
    fn from(payment: &Payment) -> Self {
        Self {
            reference: payment.id.clone(),
            status: MollieStatus::parse(payment.status.as_str()),
            amount: payment.amount.money().map(|money| money.minor()),
            currency: Some(payment.amount.currency.clone()),
            livemode: payment.mode == Mode::Live,
            payment_id: payment.metadata("payment_id").map(str::to_owned),
            order_id: payment.metadata("order_id").map(str::to_owned),
        }
    }
}
