//! What a request asks for, looked up and priced: a plan, its trial, a deal. Nothing is stored yet.

use onefare_core::campaign::{Campaign, package_title};
use onefare_core::checkout::{Checkout, DealCheckout, EsimCheckout, PaymentMethod, agreed};
use onefare_core::currency::Currency;
use onefare_core::deal::{chosen, names_package};
use onefare_core::language::Language;
use onefare_core::order::REPEAT_WINDOW;
use onefare_core::payment::Provider;
use onefare_core::plan::Plan;
use onefare_core::problem::Problem;
use onefare_core::quote::{Offer, Quote, QuoteError};
use onefare_core::trial::check_acknowledged;

use crate::app::App;
use crate::flows::code_uses;
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::ids::digest;
use crate::pages::registry::local_address;
use crate::problem::Refusal;
use crate::quotes::prices::{Prices, checkout_quotes};
use crate::quotes::refills::{SoldRefill, refill_quotes};

/// The page that sold a deal, when the request does not say.
const DEAL_PAGE: &str = "/affiliate-vpn-deals";

/// The page that sold a trial, when the request does not say.
const TRIAL_PAGE: &str = "/trial";

/// What a call asks for, read once: every try of its checkout works on this value.
#[derive(Clone, Debug)]
pub(in crate::flows) enum Wish {
    /// A plan, or its trial.
    Plan(Checkout),
    /// A deal, or the trial of the plan of as many months.
    Deal(DealCheckout),
    /// A plan of the eSIM shop.
    Refill(EsimCheckout),
}

/// A call as received. Its code counts as an attempt even when the rest cannot be read.
#[derive(Debug)]
pub(in crate::flows) struct Request {
    /// What the code of the call asks for.
    pub campaign: Campaign,
    /// What the call asks for, or what is wrong with it.
    pub wish: Result<Wish, Problem>,
}

/// How to treat the uses of a limited code that the buyer's own orders have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::flows) enum OwnUses {
    /// As free for this purchase too: it repeats the order that has the use, or supersedes it.
    Free,
    /// As taken, like any other buyer's.
    Taken,
}

impl Request {
    /// Reads a call whose code field is `code`.
    pub(in crate::flows) fn new(code: Option<&str>, wish: Result<Wish, Problem>) -> Self {
        Self { campaign: code.map(Campaign::parse).unwrap_or_default(), wish }
    }
}

impl Wish {
    /// The purchase, at the price that was shown.
    pub(in crate::flows) async fn purchase(&self, app: &App, buyer: &Buyer, own: OwnUses) -> Result<Purchase, Refusal> {
        match self.clone() {
            Self::Plan(checkout) => plan_purchase(app, checkout, buyer, own).await,
            Self::Deal(deal) => deal_purchase(app, deal, buyer, own).await,
            Self::Refill(refill) => refill_purchase(app, refill, buyer, own).await,
        }
    }
}

/// Prices and codes as this buyer has them.
async fn prices_for(app: &App, checkout: &Checkout, buyer: &Buyer, own: OwnUses) -> Result<Prices, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let mut prices = app.prices.load().renewed(&mut conn).await.map_err(Refusal::internal)?;
    if own == OwnUses::Free {
        let (code, buyer) = (checkout.campaign.listed(), digest(&buyer.cookie));
        let since = app.clock.now() - REPEAT_WINDOW;
        code_uses::lend_own(&mut conn, &mut prices, code, &buyer, since).await.map_err(Refusal::internal)?;
    }
    Ok(prices)
}

/// The purchase that `get_checkout_link` requests.
async fn plan_purchase(app: &App, checkout: Checkout, buyer: &Buyer, own: OwnUses) -> Result<Purchase, Refusal> {
    let prices = prices_for(app, &checkout, buyer, own).await?;
    let plan = prices.book.plan(&checkout.product_id).ok_or(Problem::UnknownPackage)?;
    let language = checkout.language.unwrap_or(buyer.language);
    if checkout.campaign == Campaign::Trial {
        return trial_purchase(app, &prices, plan, checkout, language);
    }
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let quote = agreed_quote(app, &prices, Offer::Plan(plan), currency, &checkout, language)?;
    Ok(Purchase { checkout, quote, provider: Provider::Stripe, trial_terms: None })
}

/// The purchase that the calls of the deal page request.
async fn deal_purchase(app: &App, asked: DealCheckout, buyer: &Buyer, own: OwnUses) -> Result<Purchase, Refusal> {
    let DealCheckout { mut checkout, selected, package, provider } = asked;
    let language = checkout.language.unwrap_or(buyer.language);
    let prices = prices_for(app, &checkout, buyer, own).await?;
    if checkout.campaign == Campaign::Trial {
        let title = package_title(&selected).ok_or(Problem::UnknownPackage)?;
        let plan = prices.book.plans.iter().find(|plan| plan.title() == title).ok_or(Problem::UnknownPackage)?;
        if !names_package(&package, plan.months) {
            return Err(Problem::PackageMismatch.into());
        }
        return trial_purchase(app, &prices, plan, checkout, language);
    }
    let deal = chosen(&prices.book.deals, &package, &selected)?;
    let offer = match provider {
        Provider::Stripe => Offer::Deal(deal),
        Provider::Mollie => Offer::Prepaid(deal),
    };
    let currency = checkout.currency.unwrap_or(Currency::Eur);
    let quote = agreed_quote(app, &prices, offer, currency, &checkout, language)?;
    checkout.return_to.get_or_insert_with(|| local_address(DEAL_PAGE, language));
    Ok(Purchase { checkout, quote, provider, trial_terms: None })
}

/// The purchase that the calls of the eSIM shop request.
async fn refill_purchase(app: &App, read: EsimCheckout, buyer: &Buyer, own: OwnUses) -> Result<Purchase, Refusal> {
    let (plan, method, currency) = (read.plan, read.method, read.currency);
    let mut checkout = Checkout::from(read);
    let language = checkout.language.unwrap_or(buyer.language);
    let prices = prices_for(app, &checkout, buyer, own).await?;
    prices.book.bundle(plan.bundle_id()).ok_or(Problem::BundleNotFound)?;
    let sold = SoldRefill::find(&prices, plan).ok_or(Problem::CheckoutDataInvalid)?;
    let quotes = refill_quotes(&prices, &sold, currency, checkout.campaign.discount(), app.clock.now());
    let (current, graced) = quotes.map_err(|error| unpriced(&error))?;
    let quote = shown(&checkout, &current, graced.as_ref(), language)?;
    checkout.return_to.get_or_insert_with(|| {
        let page = format!("/esim/checkout/{}", plan.bundle_id());
        local_address(&page, language)
    });
    let provider = match method {
        PaymentMethod::Card => Provider::Stripe,
        PaymentMethod::Ideal => Provider::Mollie,
    };
    Ok(Purchase { checkout, quote, provider, trial_terms: None })
}

/// The quote whose figures the page showed.
fn agreed_quote(
    app: &App,
    prices: &Prices,
    offer: Offer<'_>,
    currency: Currency,
    checkout: &Checkout,
    language: Language,
) -> Result<Quote, Refusal> {
    let quotes = checkout_quotes(prices, offer, currency, checkout.campaign.discount(), app.clock.now());
    let (current, graced) = quotes.map_err(|error| unpriced(&error))?;
    shown(checkout, &current, graced.as_ref(), language)
}

/// A trial, never a paid plan in its place.
fn trial_purchase(
    app: &App,
    prices: &Prices,
    plan: &Plan,
    mut checkout: Checkout,
    language: Language,
) -> Result<Purchase, Refusal> {
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let trial = prices.trial(plan, currency, app.clock.now()).map_err(|error| unpriced(&error))?;
    let quote = shown(&checkout, &trial.ok_or(Problem::UnknownPackage)?, None, language)?;
    let trial_terms = Some(check_acknowledged(checkout.accepted_terms.as_deref())?);
    checkout.return_to.get_or_insert_with(|| local_address(TRIAL_PAGE, language));
    Ok(Purchase { checkout, quote, provider: Provider::Stripe, trial_terms })
}

fn shown(checkout: &Checkout, current: &Quote, other: Option<&Quote>, language: Language) -> Result<Quote, Refusal> {
    match agreed(checkout.expected_amount, checkout.expected_renewal, current, other) {
        Ok(quote) => Ok(quote.clone()),
        Err(Problem::PriceChanged) => Err(Refusal::price_changed(current, language)),
        Err(problem) => Err(problem.into()),
    }
}

fn unpriced(error: &QuoteError) -> Refusal {
    match error {
        QuoteError::NoPrice => Problem::CurrencyNotTaken.into(),
        error => Refusal::internal(error.to_string()),
    }
}
