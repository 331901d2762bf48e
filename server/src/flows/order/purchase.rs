//! The buyer, and what was agreed.

use onefare_core::checkout::Checkout;
use onefare_core::language::Language;
use onefare_core::payment::Provider;
use onefare_core::quote::Quote;

use crate::limits::Client;

/// The buyer.
#[derive(Clone, Debug)]
pub struct Buyer {
    /// Value of the buyer's cookie.
    pub cookie: String,
    /// `Idempotency-Key` of the attempt.
    pub attempt_key: Option<String>,
    /// Language when the request does not say.
    pub language: Language,
    /// Digest of the consent cookie, if the buyer agreed to events and the shop forwards them.
    pub visitor: Option<String>,
    /// The client of the call, as rate limits identify it.
    pub client: Client,
}

/// What a buyer has decided, and what was agreed.
#[derive(Clone, Debug)]
pub struct Purchase {
    /// What the buyer requested.
    pub checkout: Checkout,
    /// What it costs.
    pub quote: Quote,
    /// The provider that takes the money.
    pub provider: Provider,
    /// With a trial: version of the text that was acknowledged.
    pub trial_terms: Option<&'static str>,
}
