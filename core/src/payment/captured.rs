//! What the provider really charged: a payment that disagrees with its quote is refunded by the amount that the
//! provider took, never by the amount that it should have taken.

use super::{FundsStatus, MollieFacts, MollieStatus, SessionFacts, SessionStatus};
use crate::currency::Currency;
use crate::money::Money;

/// The payment that a provider's answer must be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ours<'order> {
    /// The id that the provider gave the payment when it was created.
    pub reference: &'order str,
    /// Our payment id.
    pub payment_id: &'order str,
    /// Our order id.
    pub order_id: &'order str,
}

/// Why a provider's answer does not state what was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCharged {
    /// The money may be another buyer's.
    #[error("the answer is about another payment or order")]
    Foreign,
    /// Not yet, or never, or the provider's word is unknown.
    #[error("the provider does not say that it is paid")]
    NotPaid,
    /// The amount is missing, negative, in an unknown currency, or contradicts the provider's words.
    #[error("the provider names no amount that can be relied on")]
    NoAmount,
}

impl SessionFacts {
    /// The amount that Stripe says it charged at once, whatever it should have been.
    ///
    /// ```
    /// use onefare_core::{currency::Currency, money::Money};
    /// use onefare_core::payment::{FundsStatus, NotCharged, Ours, SessionFacts, SessionStatus};
    /// let ours = Ours { reference: "cs_1", payment_id: "pay_1", order_id: "ord_1" };
    /// let mut facts = SessionFacts {
    ///     reference: "cs_1".to_owned(),
    ///     status: SessionStatus::Complete,
    ///     funds: FundsStatus::Paid,
    ///     amount_total: Some(14_998),
    ///     currency: Some("aed".to_owned()),
    ///     livemode: false,
    ///     renews: Some(true),
    ///     client_reference: Some("pay_1".to_owned()),
    ///     order_id: Some("ord_1".to_owned()),
    /// };
    /// assert_eq!(facts.charged(&ours), Ok(Money::new(14_998, Currency::Aed)?));
    /// facts.funds = FundsStatus::Unpaid;
    /// assert_eq!(facts.charged(&ours), Err(NotCharged::NotPaid));
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// See [`NotCharged`]. A hosted page that may still be paid has charged nothing for good.
    pub fn charged(&self, ours: &Ours<'_>) -> Result<Money, NotCharged> {
        ours.must_be(&self.reference, self.client_reference.as_deref(), self.order_id.as_deref())?;
        let charged = || amount(self.amount_total, self.currency.as_deref());
        match (self.status, self.funds) {
            (SessionStatus::Complete | SessionStatus::Expired, FundsStatus::Paid) => charged(),
            (SessionStatus::Complete, FundsStatus::NothingDue) if self.amount_total == Some(0) => charged(),
            (SessionStatus::Complete, FundsStatus::NothingDue) => Err(NotCharged::NoAmount),
            _ => Err(NotCharged::NotPaid),
        }
    }
}

impl MollieFacts {
    /// The amount that Mollie says it charged, whatever it should have been.
    ///
    /// # Errors
    /// See [`NotCharged`].
    pub fn charged(&self, ours: &Ours<'_>) -> Result<Money, NotCharged> {
        ours.must_be(&self.reference, self.payment_id.as_deref(), self.order_id.as_deref())?;
        if self.status == MollieStatus::Paid {
            amount(self.amount, self.currency.as_deref())
        } else {
            Err(NotCharged::NotPaid)
        }
    }
}

impl Ours<'_> {
    fn must_be(&self, reference: &str, payment: Option<&str>, order: Option<&str>) -> Result<(), NotCharged> {
        let same = reference == self.reference && payment == Some(self.payment_id) && order == Some(self.order_id);
        if same { Ok(()) } else { Err(NotCharged::Foreign) }
    }
}

fn amount(minor: Option<i64>, currency: Option<&str>) -> Result<Money, NotCharged> {
    let (minor, currency) = minor.zip(currency.and_then(Currency::parse)).ok_or(NotCharged::NoAmount)?;
    let money = Money::new(minor, currency).map_err(|_| NotCharged::NoAmount)?;
    if money.minor() < 0 { Err(NotCharged::NoAmount) } else { Ok(money) }
}
