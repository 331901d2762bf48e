//! Quotes of the eSIM shop's plans, in US dollars and euros.

use chrono::{DateTime, Utc};
use onefare_core::bundle::{Bundle, Refill};
use onefare_core::checkout_data::StructuredData;
use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, Grace, read_code};
use onefare_core::plan::MAX_PRICE;
use onefare_core::problem::Problem;
use onefare_core::quote::{Offer, Quote, QuoteError};

use super::Prices;

/// What the eSIM shop sells in, the usual currency first.
pub const CURRENCIES: [Currency; 2] = [Currency::Usd, Currency::Eur];

/// A plan of the price book, by the bundle and the data that an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldRefill<'prices> {
    /// What names it in orders and codes.
    pub id: StructuredData,
    /// Its country or region.
    pub bundle: &'prices Bundle,
    /// The plan itself.
    pub refill: &'prices Refill,
}

impl<'prices> SoldRefill<'prices> {
    /// Finds the plan that an order names; `None` when it is not sold.
    #[must_use]
    pub fn find(prices: &'prices Prices, id: StructuredData) -> Option<Self> {
        let (bundle, refill) = id.find(&id.bundle_id().to_string(), &prices.book.bundles)?;
        Some(Self { id, bundle, refill })
    }

    /// Every plan there is.
    fn all(prices: &'prices Prices) -> impl Iterator<Item = Self> {
        prices.book.bundles.iter().flat_map(|bundle| {
            let sold = |refill| Some(Self { id: bundle.structured_data(refill)?, bundle, refill });
            bundle.refills.iter().filter_map(sold)
        })
    }

    fn quote(
        &self,
        prices: &Prices,
        currency: Currency,
        code: Option<&str>,
        now: DateTime<Utc>,
        grace: Grace,
    ) -> Result<Quote, QuoteError> {
        let price = self.refill.price_in(currency).ok_or(QuoteError::NoPrice)?;
        let holds = code
            .map(|text| prices.holding(text, now, grace))
            .and_then(|(state, code)| code.filter(|_| state == CodeState::Applied));
        let product_id = self.id.to_string();
        Quote::compute(prices.number, Offer::Refill { product_id: &product_id, price }, currency, holds)
    }
}

/// The quote a checkout of an eSIM plan must agree with, and the one with a code that ended a moment ago.
///
/// # Errors
/// A currency other than US dollars and euros; a damaged price book.
pub fn refill_quotes(
    prices: &Prices,
    sold: &SoldRefill<'_>,
    currency: Currency,
    code: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(Quote, Option<Quote>), QuoteError> {
    let quote_with = |grace| sold.quote(prices, currency, code, now, grace);
    let (current, graced) = (quote_with(Grace::None)?, quote_with(Grace::Checkout)?);
    let differs = graced != current;
    Ok((current, differs.then_some(graced)))
}

/// What a page asks of a code: its text, the price it shows, and what it may say besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'page> {
    /// The code as it was typed.
    pub code: &'page str,
    /// Cents the page shows for the plan.
    pub price: i64,
    /// The currency of that price; `None` means US dollars, or euros if nothing costs that many dollars.
    pub currency: Option<Currency>,
    /// The plan, where the page says which: a code may be for some plans only.
    pub plan: Option<StructuredData>,
}

/// The price as an address writes it: ASCII digits without a leading zero, 1 to [`MAX_PRICE`] cents.
#[must_use]
pub fn price_in_address(text: &str) -> Option<i64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|price| plain && *price <= MAX_PRICE)
}

/// What a code leaves of a price: the quote of a plan that has this price. It tells a page what to show; a checkout
/// computes again.
///
/// # Errors
/// No code, or one that does not hold for a plan at this price ([`CodeState::problem`]); [`Problem::PriceChanged`] when
/// nothing is sold at this price.
pub fn discounted(prices: &Prices, asked: &Asked<'_>, now: DateTime<Utc>) -> Result<Quote, Problem> {
    let code = read_code(asked.code)?;
    let costs_it = |currency: Currency| {
        move |sold: &SoldRefill<'_>| {
            let price = sold.refill.price_in(currency).map(|price| price.minor());
            price == Some(asked.price) && asked.plan.is_none_or(|plan| plan == sold.id)
        }
    };
    let currencies = CURRENCIES.into_iter().filter(|currency| asked.currency.is_none_or(|asked| asked == *currency));
    let found = currencies
        .map(|currency| (currency, SoldRefill::all(prices).filter(costs_it(currency)).collect::<Vec<_>>()))
        .find(|(_, sold)| !sold.is_empty());
    let (currency, sold) = found.ok_or(Problem::PriceChanged)?;
    let (state, _) = prices.holding(&code, now, Grace::None);
    if let Some(problem) = state.problem() {
        return Err(problem);
    }
    let quotes = sold.iter().filter_map(|sold| sold.quote(prices, currency, Some(&code), now, Grace::None).ok());
    let refused = CodeState::NotForThis.problem().unwrap_or(Problem::DiscountCodeInvalid);
    quotes.into_iter().find(|quote| quote.code.is_some()).ok_or(refused)
}
