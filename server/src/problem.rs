//! A refused call as a plain value: which sentence, and what goes with it. Its form in HTTP is
//! [`crate::http::problems`]'s.

use std::time::Duration;

use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::quote::{AmountDue, PlanPrice, Quote, QuoteError};
use onefare_core::wire::problem::BoughtBefore;

use crate::store::is_temporary;

/// The alarm while the database accepts no writes.
pub const ALARM_DATABASE: &str = "database";

/// A refused call.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Which sentence of the catalogue.
    pub problem: Problem,
    /// With [`Problem::PriceChanged`]: what the plan costs now.
    pub quote: Option<Box<PlanPrice>>,
    /// With [`Problem::PriceChanged`]: what is due now.
    pub due: Option<Box<AmountDue>>,
    /// With [`Problem::BoughtJustNow`]: the purchase that was made.
    pub bought: Option<Box<BoughtBefore>>,
    /// With [`Problem::RateLimited`]: seconds after which it may be done again.
    pub retry_after: Option<u64>,
    /// The alarm that is counted with it.
    pub alarm: Option<&'static str>,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self { problem, quote: None, due: None, bought: None, retry_after: None, alarm: None }
    }
}

impl Refusal {
    /// A refusal because of our own fault; the cause goes to the log, never to the caller. While the database cannot be
    /// used nothing is broken: the refusal asks the caller to come back.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        if is_temporary(&*cause) {
            tracing::error!(alarm = ALARM_DATABASE, %cause, "the database cannot be used now");
            return Self { alarm: Some(ALARM_DATABASE), ..Problem::ProviderUnavailable.into() };
        }
        tracing::error!(%cause, "call failed");
        Problem::SomethingWrong.into()
    }

    /// A price that is no longer the one the page showed, with the one that is.
    #[must_use]
    pub fn price_changed(now: &Quote, language: Language) -> Self {
        let told = || {
            let due = now.amount_due(language)?;
            let quote = if now.renewal.is_some() { Some(Box::new(now.plan_price(language)?)) } else { None };
            Ok::<_, QuoteError>(Self { quote, due: Some(Box::new(due)), ..Problem::PriceChanged.into() })
        };
        told().unwrap_or_else(Self::internal)
    }

    /// A later charge that is no longer the one the page showed, with the one that is.
    #[must_use]
    pub fn charge_changed(product_id: &str, now: Money, language: Language) -> Self {
        let due = AmountDue {
            product_id: product_id.to_owned(),
            currency: now.currency().code().to_owned(),
            due_now: now.minor(),
            due_now_text: price_text(now, language),
            facts: None,
        };
        Self { due: Some(Box::new(due)), ..Problem::PriceChanged.into() }
    }

    /// A refusal of an action done too often.
    #[must_use]
    pub fn limited(wait: Duration) -> Self {
        // Rounded up: a caller who comes back in time is not refused again.
        let seconds = wait.as_millis().div_ceil(1_000).max(1);
        Self { retry_after: u64::try_from(seconds).ok(), ..Problem::RateLimited.into() }
    }
}
