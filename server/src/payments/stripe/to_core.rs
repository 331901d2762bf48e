//! Turns a session into the core's terms.

use onefare_core::payment::{FundsStatus, SessionFacts, SessionStatus};

use super::answers::{self, Session, SessionMode};

impl From<&Session> for SessionFacts {
    fn from(session: &Session) -> Self {
        Self {
            reference: session.id.clone(),
            status: match session.status {
                Some(answers::SessionStatus::Open) => SessionStatus::Open,
                Some(answers::SessionStatus::Complete) => SessionStatus::Complete,
                Some(answers::SessionStatus::Expired) => SessionStatus::Expired,
                Some(answers::SessionStatus::Other(_)) | None => SessionStatus::Unknown,
            },
            funds: match session.payment_status {
                answers::PaymentStatus::Paid => FundsStatus::Paid,
                answers::PaymentStatus::Unpaid => FundsStatus::Unpaid,
                answers::PaymentStatus::NoPaymentRequired => FundsStatus::NothingDue,
                answers::PaymentStatus::Other(_) => FundsStatus::Unknown,
            },
            amount_total: session.amount_total,
            currency: session.currency.clone(),
            livemode: session.livemode,
            renews: match session.mode {
                SessionMode::Subscription => Some(true),
                SessionMode::Payment => Some(false),
                SessionMode::Setup | SessionMode::Other(_) => None,
            },
            client_reference: session.client_reference_id.clone(),
            order_id: session.metadata("order_id").map(str::to_owned),
        }
    }
}
