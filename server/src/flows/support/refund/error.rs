//! Why nothing is refunded, in sentences with their figures.

use onefare_core::currency::Currency;
use onefare_core::date_text::date_text;
use onefare_core::language::Language;
use onefare_core::money::{Money, MoneyError};
use onefare_core::payment::{NotCharged, NotGoingBack};
use onefare_core::price_text::price_text;
use onefare_core::quote::Renewal;

use crate::flows::later_terms::TermsError;
use crate::flows::payment::provider_answer::ProviderError;
use crate::store::StoreError;
use crate::store::charge_refunds::ChargeRefund;
use crate::store::orders::Order;
use crate::store::refunds::Refund;

/// Why nothing is refunded.
#[derive(Debug, thiserror::Error)]
pub enum SendBackError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// The provider had to tell what was charged, and did not answer.
    #[error("the provider could not be asked what was charged: {0}")]
    Provider(Box<ProviderError>),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// The order has another payment, but not this one.
    #[error("order {0} has no payment {1}")]
    UnknownPayment(String, String),
    /// The order has no later charge with that invoice.
    #[error("order {0} has no later charge {1}: `onefare orders show {0}` lists them")]
    UnknownCharge(String, String),
    /// The overcharge was refunded before.
    #[error("what was charged too much with {0} went back already: name an amount to return more")]
    DifferenceBack(String),
    /// Nothing was ever paid.
    #[error("order {0} has no payment whose money could go back")]
    NothingPaid(String),
    /// Nothing was paid with this payment.
    #[error("payment {0} is {1}: it has no money that could go back")]
    NotPaid(String, &'static str),
    /// Several payments hold money: the operator must name one.
    #[error("order {0} has more than one payment whose money could go back; say which with --payment: {1}")]
    Several(String, String),
    /// The bank is deciding a dispute about the same money.
    #[error("the buyer's bank disputes the payment of order {0}, which is {1}: a refund now would pay the buyer twice")]
    Disputed(String, &'static str),
    /// The bank is deciding a dispute about that charge, or has decided it for the cardholder.
    #[error("the dispute about {0} is {1}: the buyer's bank has the money, and a refund would pay the buyer twice")]
    DisputedCharge(String, &'static str),
    /// A refund is in flight, and a payment has one at a time.
    #[error("{amount} of payment {payment} is on its way back already: refund {refund}, {state}")]
    OnItsWay {
        /// How much.
        amount: String,
        /// Our id of the payment.
        payment: String,
        /// Our id of the refund, and the provider's if it has one.
        refund: String,
        /// How far it is.
        state: &'static str,
    },
    /// Nothing is left of the payment.
    #[error("all of payment {0} went back already")]
    AllBack(String),
    /// The provider's answer does not say what was charged; only an operator who looks at it there can know.
    #[error("what was charged with payment {0} is not known: {1}; look at it at the provider")]
    ChargeUnknown(String, NotCharged),
    /// Not an amount of the currency.
    #[error("\"{text}\" is no amount in {currency}, which is written like {example}: {why}")]
    Unreadable {
        /// What was typed.
        text: String,
        /// The currency of the payment.
        currency: &'static str,
        /// Twelve of it.
        example: String,
        /// What is wrong.
        why: MoneyError,
    },
    /// Zero or less.
    #[error("{0} cannot go back: the amount must be above zero")]
    NotPositive(String),
    /// More than is left.
    #[error("{wanted} is more than the {left} that is left: {charged} was charged, {returned} went back before")]
    TooMuch {
        /// The requested amount.
        wanted: String,
        /// What can still be refunded.
        left: String,
        /// What was charged.
        charged: String,
        /// What was refunded before.
        returned: String,
    },
    /// No provider moves such an amount.
    #[error("{0} cannot go back: amounts of this currency move in steps of {1}")]
    BelowChargeStep(String, String),
    /// The operator named an amount, but nothing was charged.
    #[error("nothing was charged with payment {0}: without an amount, what it began ends")]
    NothingCharged(String),
    /// The trial has become a paid plan: money was charged that the order's payment does not know of.
    #[error(
        "order {number} was on trial until {on} and has charged {amount} since, with the subscription's own payment: \
         `onefare orders show {number}` lists it, and `onefare orders refund {number} --charge INVOICE` refunds it"
    )]
    ChargedSince {
        /// The order.
        number: String,
        /// The first charge.
        amount: String,
        /// Its day.
        on: String,
    },
    /// There is no failed refund whose money could have been returned in another way.
    #[error("order {0} has no refund that failed and was not tried again")]
    NoneFailed(String),
    /// Several payments have a failed refund: the operator must name one.
    #[error("order {0} has more than one payment whose refund failed; say which with --payment: {1}")]
    SeveralFailed(String, String),
    /// The operator's note is empty, too long or more than one line.
    #[error("say how the money went back, in one line of 1 to {0} characters")]
    How(usize),
    /// What was shown is out of date.
    #[error("order {0} has changed since it was shown: nothing was done; look at it again")]
    Changed(String),
}

impl From<ProviderError> for SendBackError {
    fn from(error: ProviderError) -> Self {
        Self::Provider(Box::new(error))
    }
}

impl From<TermsError> for SendBackError {
    fn from(error: TermsError) -> Self {
        match error {
            TermsError::Store(error) => Self::Store(error),
            TermsError::Money(error) => Self::Money(error),
        }
    }
}

impl SendBackError {
    pub(super) fn charged_since(order: &Order, first: &Renewal) -> Self {
        let on = date_text(first.at, Language::En);
        Self::ChargedSince { number: order.number.to_string(), amount: text(first.amount), on }
    }

    pub(super) fn on_its_way(refund: &Refund) -> Self {
        let known_as = refund.reference.as_ref().map_or_else(String::new, |reference| format!(" ({reference})"));
        Self::OnItsWay {
            amount: text(refund.amount),
            payment: refund.payment_id.clone(),
            refund: format!("{}{known_as}", refund.id),
            state: refund.state.word(),
        }
    }

    pub(in crate::flows::support) fn charge_on_its_way(refund: &ChargeRefund) -> Self {
        let known_as = refund.reference.as_ref().map_or_else(String::new, |reference| format!(" ({reference})"));
        Self::OnItsWay {
            amount: text(refund.amount),
            payment: refund.invoice.clone(),
            refund: format!("{}{known_as}", refund.id),
            state: "pending",
        }
    }

    pub(super) fn unreadable(typed: &str, currency: Currency, why: MoneyError) -> Self {
        let unit = 10_i64.saturating_pow(currency.exponent());
        let example = Money::new(unit.saturating_mul(12), currency).map(Money::to_decimal_text);
        let (text, currency, example) = (typed.to_owned(), currency.code(), example.unwrap_or_default());
        Self::Unreadable { text, currency, example, why }
    }

    pub(in crate::flows::support) fn amount(
        why: NotGoingBack,
        payment: &str,
        charged: Money,
        returned: Money,
        wanted: Option<Money>,
    ) -> Self {
        let left = match charged.minus(returned) {
            Ok(left) => left,
            Err(error) => return error.into(),
        };
        let wanted = wanted.unwrap_or(left);
        match why {
            NotGoingBack::NothingLeft => Self::AllBack(payment.to_owned()),
            NotGoingBack::NothingCharged => Self::NothingCharged(payment.to_owned()),
            NotGoingBack::NotPositive => Self::NotPositive(text(wanted)),
            NotGoingBack::TooMuch => Self::TooMuch {
                wanted: text(wanted),
                left: text(left),
                charged: text(charged),
                returned: text(returned),
            },
            NotGoingBack::BelowChargeStep => match Money::new(wanted.currency().charge_step(), wanted.currency()) {
                Ok(step) => Self::BelowChargeStep(text(wanted), text(step)),
                Err(error) => error.into(),
            },
            NotGoingBack::Money(error) => error.into(),
        }
    }
}

fn text(amount: Money) -> String {
    price_text(amount, Language::En)
}
