//! The content of the marketing pages: the plans of the landing page.

use onefare_core::currency::Currency;
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::LandingPage;

use super::landing::landing;
use super::page_facts::PageFacts;

/// `/landing-fb`. Its advertisements name prices in dirhams, so it opens with them.
///
/// # Errors
/// A damaged price book.
pub fn landing_fb(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    landing(facts).map(|page| Content::LandingFb(opening_with(page, Currency::Aed)))
}

/// `/landing-privacy`.
///
/// # Errors
/// A damaged price book.
pub fn landing_privacy(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    landing(facts).map(Content::LandingPrivacy)
}

/// `/landing-access`.
///
/// # Errors
/// A damaged price book.
pub fn landing_access(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    landing(facts).map(Content::LandingAccess)
}

/// A stable sort: the others keep their order behind the first.
fn opening_with(mut page: LandingPage, first: Currency) -> LandingPage {
    page.currencies.sort_by_key(|currency| currency.code != first.code());
    page
}

#[cfg(test)]
mod tests {
    use onefare_core::wire::plan_pages::CurrencyOption;

    use super::*;

    #[test]
    fn the_first_currency_moves_to_the_front_and_the_others_stay_in_order() {
        let option = |code: &str| CurrencyOption { code: code.to_owned(), symbol: String::new(), name: String::new() };
        let page = LandingPage { plans: Vec::new(), currencies: ["USD", "EUR", "AED", "SAR"].map(option).to_vec() };
        let codes: Vec<_> = opening_with(page, Currency::Aed).currencies.into_iter().map(|one| one.code).collect();
        assert_eq!(codes, ["AED", "USD", "EUR", "SAR"]);
    }
}
