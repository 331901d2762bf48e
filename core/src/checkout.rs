//! Whether an order may be placed: what a checkout asks for, and the amount the page showed. `wire` reads the requests.

mod deal;
mod esim;

use crate::attribution::FbParams;
use crate::campaign::Campaign;
use crate::currency::Currency;
use crate::email::Email;
use crate::language::Language;
use crate::problem::Problem;
use crate::quote::Quote;

pub use deal::DealCheckout;
pub use esim::{EsimCheckout, PaymentMethod};

/// A checkout request whose every field has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    /// Where the receipt goes.
    pub email: Email,
    /// The chosen plan, not yet looked up.
    pub product_id: String,
    /// The discount code, not yet looked up; or the trial, when the buyer begins the trial and does not buy the product
    /// itself.
    pub campaign: Campaign,
    /// Version of the trial terms that the buyer accepted, not yet compared.
    pub accepted_terms: Option<String>,
    /// The currency the page showed; `None` means the default one.
    pub currency: Option<Currency>,
    /// Minor units the page showed as due now.
    pub expected_amount: Option<i64>,
    /// Minor units the page showed as the next charge.
    pub expected_renewal: Option<i64>,
    /// Whether the buyer asks for another of the same product shortly after buying one.
    pub buy_another: bool,
    /// Language of the page; `None` means the sender did not say.
    pub language: Option<Language>,
    /// The page that sold the plan.
    pub return_to: Option<String>,
    /// Affiliate reference, untrusted.
    pub im_ref: Option<String>,
    /// Advertising parameters, untrusted.
    pub fb_params: Option<FbParams>,
}

/// Picks the quote to charge: the one whose figures the page showed.
///
/// `amount` is what the page showed as due now, `renewal` what it showed as the next charge, both in minor units; an
/// absent figure is not compared. `current` is the quote now; `graced` is the quote with a code that ended less than
/// ten minutes ago, if there is one. During that time a page that showed the code's price gets that price, and a page
/// that already showed the normal price gets that. Where both match, the buyer gets the cheaper one: less due now, or,
/// as with two trials, the same now and less later.
///
/// # Errors
/// [`Problem::PriceChanged`] when the page showed neither, or a renewal where nothing renews.
pub fn agreed<'quote>(
    amount: Option<i64>,
    renewal: Option<i64>,
    current: &'quote Quote,
    graced: Option<&'quote Quote>,
) -> Result<&'quote Quote, Problem> {
    let fits = |quote: &Quote| {
        amount.is_none_or(|shown| shown == quote.due_now) && renewal.is_none_or(|shown| Some(shown) == quote.renewal)
    };
    let cost = |quote: &Quote| (quote.due_now, quote.renewal);
    let (current, graced) = (Some(current).filter(|quote| fits(quote)), graced.filter(|quote| fits(quote)));
    match (current, graced) {
        (Some(current), Some(graced)) if cost(graced) < cost(current) => Ok(graced),
        (Some(fitting), _) | (None, Some(fitting)) => Ok(fitting),
        (None, None) => Err(Problem::PriceChanged),
    }
}
