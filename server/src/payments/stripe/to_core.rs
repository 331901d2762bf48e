//! Turns a session into the core's terms.

use onefare_core::payment::{FundsStatus, SessionFacts, SessionStatus};

use super::answers::{self, Session, SessionMode};

impl From<&Session> for SessionFacts {
    fn from(session: &Session) -> Self {
        Self {
            reference: session.id.clone(),
            status: SessionStatus::parse(session.status.as_ref().map(answers::SessionStatus::as_str)),
            funds: FundsStatus::parse(session.payment_status.as_str()),
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
