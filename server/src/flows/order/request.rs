//! What a request asks for, looked up and priced: a plan, its trial, a deal. Nothing is stored yet.

use onefare_core::campaign::{Campaign, package_title};
use onefare_core::checkout::{Checkout, EsimCheckout, PaymentMethod, agreed};
use onefare_core::currency::Currency;
use onefare_core::deal::{chosen, names_package};
use onefare_core::discount::FoldedCode;
use onefare_core::email::{Form, check_in};
use onefare_core::language::Language;
use onefare_core::payment::Provider;
use onefare_core::plan::Plan;
use onefare_core::problem::Problem;
use onefare_core::quote::{Offer, Quote, QuoteError};
use onefare_core::trial::check_acknowledged;
use onefare_core::wire::deal::DealCheckoutRequest;
use onefare_core::wire::esim::EsimPaymentRequest;
use onefare_core::wire::subscription::{CheckoutLinkRequest, TermsAccepted};

use crate::app::App;
use crate::flows::code_uses::{self, REPEAT_WINDOW};
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::ids::digest;
use crate::pages::registry::local_address;
use crate::problem::Refusal;
use crate::quotes::prices::{Prices, checkout_quotes};
use crate::quotes::refills::{SoldRefill, refill_quotes};

/// The page that sold a deal, where the request does not say.
const DEAL_PAGE: &str = "/affiliate-vpn-deals";

/// The page that sold a trial, where the request does not say.
const TRIAL_PAGE: &str = "/trial";

/// What a call asks for.
#[derive(Clone, Debug)]
pub(in crate::flows) enum Wish {
    /// A plan, or its trial.
    Plan(CheckoutLinkRequest),
    /// A deal, from the provider whose call it is.
    Deal(DealCheckoutRequest, Provider),
    /// A plan of the eSIM shop, by the way to pay whose call it is.
    Refill(EsimPaymentRequest, PaymentMethod),
}

/// What the buyer's own orders have of a limited code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::flows) enum OwnUses {
    /// It is theirs, and free for this purchase too: the same one again, or one that overtakes it.
    Free,
    /// It is taken like anybody else's.
    Taken,
}

impl Wish {
    /// The discount code that the call names.
    pub(in crate::flows) fn code(&self) -> Option<FoldedCode> {
        let code = match self {
            Self::Plan(request) => &request.code,
            Self::Deal(request, _) => &request.code,
            Self::Refill(request, _) => &request.discount_code,
        };
        Campaign::parse(code.as_deref()?).discount().cloned()
    }

    /// What is bought, for the price that was shown.
    pub(in crate::flows) async fn purchase(&self, app: &App, buyer: &Buyer, own: OwnUses) -> Result<Purchase, Refusal> {
        match self.clone() {
            Self::Plan(request) => plan_purchase(app, request, buyer, own).await,
            Self::Deal(request, provider) => deal_purchase(app, request, provider, buyer, own).await,
            Self::Refill(request, method) => refill_purchase(app, request, method, buyer, own).await,
        }
    }
}

/// Prices and codes as they are to this buyer.
async fn prices_for(app: &App, checkout: &Checkout, buyer: &Buyer, own: OwnUses) -> Result<Prices, Refusal> {
    let mut prices = app.prices.load().renewed(&app.store).await.map_err(Refusal::internal)?;
    if own == OwnUses::Free {
        let (code, buyer) = (checkout.campaign.listed(), digest(&buyer.cookie));
        let mut conn = app.store.read().await.map_err(Refusal::internal)?;
        let since = app.clock.now() - REPEAT_WINDOW;
        code_uses::lend_own(&mut conn, &mut prices, code, &buyer, since).await.map_err(Refusal::internal)?;
    }
    Ok(prices)
}

/// What `get_checkout_link` asks for.
async fn plan_purchase(
    app: &App,
    request: CheckoutLinkRequest,
    buyer: &Buyer,
    own: OwnUses,
) -> Result<Purchase, Refusal> {
    let accepted = request.accepted_trial_terms.clone();
    let checkout = Checkout::read(request)?;
    let prices = prices_for(app, &checkout, buyer, own).await?;
    let plan = prices.book.plan(&checkout.product_id).ok_or(Problem::UnknownPackage)?;
    let language = checkout.language.unwrap_or(buyer.language);
    // A caller that names no price asks for a free week by the code alone.
    if asks_for_trial(&checkout, true) {
        return trial_purchase(app, &prices, plan, checkout, accepted.as_ref(), language);
    }
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let quote = agreed_quote(app, &prices, Offer::Plan(plan), currency, &checkout, language)?;
    Ok(Purchase { checkout, quote, provider: Provider::Stripe, trial_terms: None })
}

/// What the calls of the deal page ask for.
async fn deal_purchase(
    app: &App,
    request: DealCheckoutRequest,
    provider: Provider,
    buyer: &Buyer,
    own: OwnUses,
) -> Result<Purchase, Refusal> {
    check_in(Form::Deal, &request.email)?;
    let (package, selected) = (request.package.text(), request.selected_package.text());
    let accepted = request.accepted_trial_terms.clone();
    let mut checkout = Checkout::read(request.into())?;
    let language = checkout.language.unwrap_or(buyer.language);
    let prices = prices_for(app, &checkout, buyer, own).await?;
    if provider == Provider::Stripe && asks_for_trial(&checkout, accepted.is_some()) {
        let title = package_title(&selected).ok_or(Problem::UnknownPackage)?;
        let plan = prices.book.plans.iter().find(|plan| plan.title() == title).ok_or(Problem::UnknownPackage)?;
        if !names_package(&package, plan.months) {
            return Err(Problem::PackageMismatch.into());
        }
        return trial_purchase(app, &prices, plan, checkout, accepted.as_ref(), language);
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

/// Whether a call with the code `trial` asks for the trial, and not for the product with that word in its address: a page
/// that showed nothing due today sells the trial, one that showed a price sells the product, whatever either costs by
/// now. `unpriced` answers for a call that names no price.
fn asks_for_trial(checkout: &Checkout, unpriced: bool) -> bool {
    checkout.campaign == Campaign::Trial && checkout.expected_amount.map_or(unpriced, |shown| shown == 0)
}

/// What the calls of the eSIM shop ask for.
async fn refill_purchase(
    app: &App,
    request: EsimPaymentRequest,
    method: PaymentMethod,
    buyer: &Buyer,
    own: OwnUses,
) -> Result<Purchase, Refusal> {
    let read = EsimCheckout::read(request, method)?;
    let (plan, currency) = (read.plan, read.currency);
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
    accepted: Option<&TermsAccepted>,
    language: Language,
) -> Result<Purchase, Refusal> {
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let trial = prices.trial(plan, currency, app.clock.now()).map_err(|error| unpriced(&error))?;
    let quote = shown(&checkout, &trial.ok_or(Problem::UnknownPackage)?, None, language)?;
    let trial_terms = Some(check_acknowledged(accepted.and_then(TermsAccepted::version))?);
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
