//! Quotes of the eSIM shop's plans, in US dollars and euros.

use chrono::{DateTime, Utc};
use onefare_core::bundle::{Bundle, CURRENCIES, Refill};
use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, FoldedCode, Grace};
use onefare_core::esim_product_id::StructuredData;
use onefare_core::plan::MAX_PRICE;
use onefare_core::problem::Problem;
use onefare_core::quote::{Offer, Quote, QuoteError};

use super::prices::Prices;

/// A plan of the price book, by the bundle and the data that an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldRefill<'prices> {
    /// The id that names it in orders and codes.
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
        code: Option<&FoldedCode>,
        now: DateTime<Utc>,
        grace: Grace,
    ) -> Result<Quote, QuoteError> {
        let price = self.refill.price_in(currency).ok_or(QuoteError::NoPrice)?;
        let holds = prices.applied(code, now, grace);
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
    code: Option<&FoldedCode>,
    now: DateTime<Utc>,
) -> Result<(Quote, Option<Quote>), QuoteError> {
    let quote_with = |grace| sold.quote(prices, currency, code, now, grace);
    let (current, graced) = (quote_with(Grace::None)?, quote_with(Grace::Checkout)?);
    let differs = graced != current;
    Ok((current, differs.then_some(graced)))
}

/// A page's question about a code: the price it shows, and optional details.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'page> {
    /// The code.
    pub code: &'page FoldedCode,
    /// Cents the page shows for the plan.
    pub price: i64,
    /// The currency of that price; `None` means US dollars, or euros if nothing costs that many dollars.
    pub currency: Option<Currency>,
    /// The plan, if the page says which: a code may be for some plans only.
    pub plan: Option<StructuredData>,
}

/// The price as a URL writes it: ASCII digits without a leading zero, 1 to [`MAX_PRICE`] cents.
#[must_use]
pub fn price_in_address(text: &str) -> Option<i64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|price| plain && *price <= MAX_PRICE)
}

/// What a code leaves of a price: the quote of a plan that has this price. A page shows it; a checkout recomputes it.
///
/// # Errors
/// A code that does not hold for a plan at this price ([`CodeState::problem`]); [`Problem::PriceChanged`] when
/// nothing is sold at this price; [`Problem::CurrencyNotTaken`] for a currency without prices in this shop.
pub fn discounted(prices: &Prices, asked: &Asked<'_>, now: DateTime<Utc>) -> Result<Quote, Problem> {
    if asked.currency.is_some_and(|asked| !CURRENCIES.contains(&asked)) {
        return Err(Problem::CurrencyNotTaken);
    }
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
    let (state, _) = prices.holding(asked.code, now, Grace::None);
    if let Some(problem) = state.problem() {
        return Err(problem);
    }
    let quotes = sold.iter().filter_map(|sold| sold.quote(prices, currency, Some(asked.code), now, Grace::None).ok());
    let refused = CodeState::NotForThis.problem().unwrap_or(Problem::DiscountCodeInvalid);
    quotes.into_iter().find(|quote| quote.code.is_some()).ok_or(refused)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::catalogue::{DEMO, parse};
    use crate::store::test_database::start;

    /// The demo with these additional codes.
    fn sold(codes: &str) -> Prices {
        let catalogue = parse(&format!("{DEMO}\n{codes}")).unwrap();
        let code =
            |listed: &crate::catalogue::ListedCode| (listed.code.folded().unwrap(), (listed.code.clone(), listed.used));
        let codes = catalogue.codes.iter().map(code).collect();
        Prices { number: 7, book: catalogue.book.into(), digest: String::new(), codes, revision: 0 }
    }

    fn percent(name: &str, more: &str) -> String {
        format!("[[code]]\ncode = \"{name}\"\npercent = \"10\"\nterm = \"first\"\n{more}\n")
    }

    fn find<'prices>(prices: &'prices Prices, id: &str) -> SoldRefill<'prices> {
        SoldRefill::find(prices, StructuredData::parse(id).unwrap()).unwrap()
    }

    /// Due now, and due now with a code that ended a moment ago.
    fn due(prices: &Prices, id: &str, currency: Currency, code: Option<&str>, minutes: i64) -> (i64, Option<i64>) {
        let (now, code) = (start() + TimeDelta::minutes(minutes), code.and_then(FoldedCode::parse));
        let (current, graced) = refill_quotes(prices, &find(prices, id), currency, code.as_ref(), now).unwrap();
        (current.due_now, graced.map(|quote| quote.due_now))
    }

    #[test]
    fn plans_are_found_by_what_orders_name_them_by() {
        let prices = sold("");
        let unlimited = find(&prices, "1-1024-5");
        assert_eq!((unlimited.refill.package.as_str(), unlimited.refill.periods()), ("US_1_Daily", Some(5)));
        assert_eq!((unlimited.bundle.code.as_str(), unlimited.id.to_string().as_str()), ("US", "1-1024-5"));
        assert_eq!(find(&prices, "1-1024-7").refill.periods(), None);
        for id in ["47-1024-7", "1-1024-6", "1-1025-7"] {
            assert_eq!(SoldRefill::find(&prices, StructuredData::parse(id).unwrap()), None, "{id}");
        }
    }

    #[test]
    fn a_quote_is_paid_once_in_dollars_or_euros() {
        let prices = sold("");
        let sold = find(&prices, "1-10240-30");
        let (quote, graced) = refill_quotes(&prices, &sold, Currency::Eur, None, start()).unwrap();
        assert_eq!((quote.book, quote.product_id.as_str(), quote.list, quote.due_now), (7, "1-10240-30", 1249, 1249));
        assert_eq!((quote.renewal, quote.months, quote.code, graced), (None, 0, None, None));
        assert_eq!(due(&prices, "1-10240-30", Currency::Usd, None, 0), (1349, None));
        let no_price = refill_quotes(&prices, &sold, Currency::Aed, None, start());
        assert_eq!(no_price, Err(QuoteError::NoPrice));
    }

    #[test]
    fn codes_count_where_they_hold() {
        let codes = [
            percent("BOTH", "scope = \"both\""),
            percent("ONE", "scope = \"refills\"\nplans = [\"1-1024-7\"]"),
            percent("GONE", "scope = \"refills\"\nusage_limit = 5\nused = 5"),
        ];
        let prices = sold(&codes.concat());
        let usd = |code, id| due(&prices, id, Currency::Usd, Some(code), 0);
        for code in ["TRAVEL10", " travel10 ", "BOTH", "ONE"] {
            assert_eq!(usd(code, "1-1024-7"), (269, None), "{code}");
        }
        for code in ["SPRING20", "GONE", "NOBODYKNOWS", ""] {
            assert_eq!(usd(code, "1-1024-7"), (299, None), "{code}");
        }
        assert_eq!(usd("ONE", "2-1024-7"), (249, None));
        assert_eq!(due(&prices, "1-10240-30", Currency::Eur, Some("TRAVEL10"), 0), (1124, None));
    }

    #[test]
    fn a_code_that_ended_a_moment_ago_is_graced() {
        let ends = format!("scope = \"refills\"\nends = \"{}\"", start().to_rfc3339());
        let prices = sold(&percent("SOON", &ends));
        let usd = |minutes| due(&prices, "1-1024-7", Currency::Usd, Some("SOON"), minutes);
        assert_eq!([usd(-1), usd(0), usd(9), usd(10)], [(269, None), (299, Some(269)), (299, Some(269)), (299, None)]);
    }

    #[test]
    fn prices_in_addresses_have_one_spelling() {
        assert_eq!(price_in_address("299"), Some(299));
        assert_eq!(price_in_address("99999999"), Some(99_999_999));
        for text in ["", "0", "0299", "+299", "-299", "2.99", "299 ", "٢٩٩", "100000000", "18446744073709551616"] {
            assert_eq!(price_in_address(text), None, "{text}");
        }
    }
}
