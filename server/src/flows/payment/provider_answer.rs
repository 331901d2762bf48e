//! A provider's answer about a payment, or why the call failed.

use onefare_core::money::Money;
use onefare_core::payment::{
    Expected, MollieFacts, NotCharged, Ours, Reading, SessionFacts, Verdict, judge, judge_mollie,
};
use onefare_core::quote::Product;

use crate::app::App;
use crate::flows::payment::page_request::AskError;
use crate::payments::mollie::{MollieError, answers as mollie};
use crate::payments::pay_page::ForeignPage;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::answers::{Reference, Session};

/// A provider's answer about a payment.
#[derive(Clone, Debug)]
pub enum Told {
    /// Stripe's session.
    Stripe(Box<Session>),
    /// Mollie's payment.
    Mollie(Box<mollie::Payment>),
}

impl Told {
    /// What the answer means, compared with what was agreed.
    #[must_use]
    pub fn verdict(&self, expected: &Expected<'_>) -> Verdict {
        match self {
            Self::Stripe(session) => judge(&SessionFacts::from(session.as_ref()), expected),
            Self::Mollie(payment) => judge_mollie(&MollieFacts::from(payment.as_ref()), expected),
        }
    }

    /// What was charged, whatever was agreed.
    ///
    /// # Errors
    /// See [`NotCharged`].
    pub fn charged(&self, ours: &Ours<'_>) -> Result<Money, NotCharged> {
        match self {
            Self::Stripe(session) => SessionFacts::from(session.as_ref()).charged(ours),
            Self::Mollie(payment) => MollieFacts::from(payment.as_ref()).charged(ours),
        }
    }

    /// What the answer's status means, before any figure is compared.
    #[must_use]
    pub fn reading(&self, product: Product) -> Reading {
        match self {
            Self::Stripe(session) => SessionFacts::from(session.as_ref()).reading(product),
            Self::Mollie(payment) => MollieFacts::from(payment.as_ref()).reading(),
        }
    }

    /// Whether some of the money is refunded already, as far as the answer tells: Stripe's does not.
    #[must_use]
    pub fn has_returned(&self) -> bool {
        match self {
            Self::Stripe(_) => false,
            Self::Mollie(payment) => {
                let returned = payment.amount_refunded.as_ref().and_then(mollie::Amount::money);
                returned.is_some_and(|money| money.minor() > 0)
            }
        }
    }

    /// The provider's id of the customer, if it keeps one.
    #[must_use]
    pub fn customer(&self) -> Option<&str> {
        match self {
            Self::Stripe(session) => session.customer.as_ref().map(Reference::id),
            Self::Mollie(_) => None,
        }
    }

    /// The provider's id of the subscription that was begun.
    #[must_use]
    pub fn subscription(&self) -> Option<&str> {
        match self {
            Self::Stripe(session) => session.subscription.as_ref().map(Reference::id),
            Self::Mollie(_) => None,
        }
    }

    /// Other ids under which the provider's letters and dashboard know the payment.
    #[must_use]
    pub fn other_ids(&self) -> Vec<&str> {
        match self {
            Self::Stripe(session) => {
                [&session.payment_intent, &session.invoice].into_iter().flatten().map(Reference::id).collect()
            }
            Self::Mollie(_) => Vec::new(),
        }
    }

    /// The hosted page's URL; `None` once the payment cannot be paid.
    ///
    /// # Errors
    /// The page's host is not allowed.
    pub fn page<'told>(&'told self, app: &App) -> Result<Option<&'told str>, ForeignPage> {
        match self {
            Self::Stripe(session) => app.stripe.checkout_url(session),
            Self::Mollie(payment) => app.mollie.checkout_url(payment),
        }
    }
}

/// Why a provider call failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Cards.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// iDEAL.
    #[error(transparent)]
    Mollie(#[from] MollieError),
    /// An order that cannot become a request to this provider.
    #[error(transparent)]
    Unaskable(#[from] AskError),
}

impl ProviderError {
    /// Whether the provider refused, and will refuse again.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Stripe(StripeError::Refused { .. }) | Self::Mollie(MollieError::Refused { .. }))
    }

    /// Whether the provider has read the call and says that it cannot be done as it is: then it was not done under this
    /// key earlier either.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        match self {
            Self::Stripe(error) => error.is_invalid(),
            Self::Mollie(error) => matches!(error, MollieError::Refused { status: 422, .. }),
            Self::Unaskable(_) => false,
        }
    }

    /// Whether it refused because it does not have the customer we named.
    #[must_use]
    pub fn is_unknown_customer(&self) -> bool {
        matches!(self, Self::Stripe(error) if error.is_unknown_customer())
    }
}
