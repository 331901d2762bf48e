//! What everything costs right now: the current price book and codes, and the quotes made of them.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use onefare_core::campaign::Campaign;
use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, DiscountCode, FoldedCode, Grace};
use onefare_core::plan::Plan;
use onefare_core::price_book::PriceBook;
use onefare_core::quote::{Offer, Quote, QuoteError, quote_all, state_on_plans};
use onefare_core::wire::subscription::{InitialData, Package, Status};

use sha2::{Digest as _, Sha256};

use crate::store::price_books::{self, Edition};
use crate::store::{Connection, Store, StoreError};

/// Prices and codes at one moment. Pages read a copy that is at most a second old; a checkout reads the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// Number of the price book.
    pub number: i64,
    /// The price book.
    pub book: Arc<PriceBook>,
    /// Digest of its text.
    pub digest: String,
    /// The codes, with how many uses of each are taken: by orders that are open or paid.
    pub codes: HashMap<FoldedCode, (DiscountCode, u32)>,
    /// Changes whenever a price or the terms of a code do: pages rendered under another revision are out of date.
    pub revision: i64,
}

/// Why there are no prices.
#[derive(Debug, thiserror::Error)]
pub enum QuotingError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No price book was ever applied.
    #[error("no price book has been applied: run `onefare catalogue apply FILE`")]
    NoBook,
    /// The stored book does not price a plan; applying checks it, so this means damage.
    #[error(transparent)]
    Quote(#[from] QuoteError),
}

/// The price list's verdict on a campaign: computed once for each page and call.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'a> {
    /// The requested campaign.
    pub campaign: &'a Campaign,
    /// The state of its code; `None` without one.
    pub state: Option<CodeState>,
    /// The code, when it is a known one.
    pub code: Option<&'a DiscountCode>,
}

/// All plans with one code considered.
#[derive(Clone, Debug)]
pub struct Offers<'prices> {
    /// The state of the code; `None` without one.
    pub state: Option<CodeState>,
    /// The code, when it is a known one.
    pub code: Option<&'prices DiscountCode>,
    /// The plans with their quotes in every offered currency.
    pub quotes: Vec<(&'prices Plan, Vec<Quote>)>,
}

impl Prices {
    /// Reads the current prices.
    ///
    /// # Errors
    /// No price book; the database.
    pub async fn load(store: &Store) -> Result<Self, QuotingError> {
        Self::read(&mut *store.read().await?, None).await
    }

    /// Reads the current prices. The text of the price book is read only when it differs from that of these prices:
    /// with all countries in it that takes longer than the rest of a checkout.
    ///
    /// # Errors
    /// No price book; the database.
    pub async fn renewed(&self, conn: &mut Connection) -> Result<Self, QuotingError> {
        Self::read(conn, Some(self)).await
    }

    async fn read(conn: &mut Connection, known: Option<&Self>) -> Result<Self, QuotingError> {
        let current = price_books::current_edition_and_codes(conn).await?;
        let (Edition { number, digest }, codes) = current.ok_or(QuotingError::NoBook)?;
        let book = match known.filter(|known| (known.number, &known.digest) == (number, &digest)) {
            Some(known) => Arc::clone(&known.book),
            None => {
                let book = price_books::by_number(conn, number).await?.ok_or(QuotingError::NoBook)?;
                // A damaged book stops here: pages go on showing the last one that could be priced.
                quote_all(number, &book, None)?;
                Arc::new(book)
            }
        };
        let revision = known.filter(|known| known.number == number && known.has_terms_of(&codes));
        let revision = revision.map_or_else(|| revision_of(number, &codes), |known| known.revision);
        let by_code =
            codes.into_iter().filter_map(|(code, used)| code.folded().map(|key| (key, (code, used)))).collect();
        Ok(Self { number, book, digest, codes: by_code, revision })
    }

    /// Whether these codes have the terms that the known ones have, however often each was used since.
    fn has_terms_of(&self, codes: &[(DiscountCode, u32)]) -> bool {
        let known = |code: &DiscountCode| code.folded().and_then(|key| self.codes.get(&key));
        codes.len() == self.codes.len()
            && codes.iter().all(|(code, _)| known(code).is_some_and(|(known, _)| known == code))
    }

    /// Looks a code up and says whether it holds. A known code is returned even when it does not.
    #[must_use]
    pub fn holding(&self, code: &FoldedCode, now: DateTime<Utc>, grace: Grace) -> (CodeState, Option<&DiscountCode>) {
        let Some((code, used)) = self.codes.get(code) else { return (CodeState::Unknown, None) };
        (code.state_at(now, *used, grace), Some(code))
    }

    /// The code, if it is known and holds.
    pub(super) fn applied(&self, code: Option<&FoldedCode>, now: DateTime<Utc>, grace: Grace) -> Option<&DiscountCode> {
        let (state, code) = self.holding(code?, now, grace);
        code.filter(|_| state == CodeState::Applied)
    }

    /// The verdict on the campaign in a page's URL.
    #[must_use]
    pub fn verdict<'a>(&'a self, campaign: &'a Campaign, now: DateTime<Utc>) -> Verdict<'a> {
        let known = campaign.listed().map(|code| self.holding(code, now, Grace::None));
        let unreadable = (*campaign == Campaign::Unreadable).then_some((CodeState::Unknown, None));
        let (state, code) = known.or(unreadable).unzip();
        Verdict { campaign, state, code: code.flatten() }
    }

    /// Every plan with its quotes, without a code.
    ///
    /// # Errors
    /// A damaged price book.
    pub fn normal_offers(&self) -> Result<Offers<'_>, QuoteError> {
        Ok(Offers { state: None, code: None, quotes: quote_all(self.number, &self.book, None)? })
    }

    /// Every plan with its quotes, considering the code of a page or call.
    ///
    /// # Errors
    /// A damaged price book.
    pub fn offers<'a>(&'a self, verdict: &Verdict<'a>) -> Result<Offers<'a>, QuoteError> {
        let Verdict { campaign, state: Some(state), code } = *verdict else {
            return self.normal_offers();
        };
        // The word of the trial page takes nothing off anywhere else.
        let is_trial = *campaign == Campaign::Trial && state == CodeState::Applied;
        let state = if is_trial { CodeState::NotForThis } else { state };
        let holds = code.filter(|_| state == CodeState::Applied);
        let quotes = quote_all(self.number, &self.book, holds)?;
        Ok(Offers { state: Some(state_on_plans(state, &quotes)), code, quotes })
    }

    /// The next instant at which a code begins or ends: until then a rendered page stays true.
    #[must_use]
    pub fn next_change(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let instants = self.codes.values().flat_map(|(code, _)| [code.starts_at, code.ends_at]);
        instants.flatten().filter(|instant| *instant > now).min()
    }
}

/// How often a code was used is left out: it changes with every order, and the verdict on the code says enough.
fn revision_of(number: i64, codes: &[(DiscountCode, u32)]) -> i64 {
    let terms: Vec<&DiscountCode> = codes.iter().map(|(code, _)| code).collect();
    let digest = Sha256::digest(format!("{number} {terms:?}").as_bytes());
    digest.iter().take(8).fold(0, |sum, byte| (sum << 8) | i64::from(*byte))
}

/// The answer of `get_initial_data`.
///
/// # Errors
/// A damaged price book.
pub fn initial_data(prices: &Prices, offers: &Offers<'_>) -> Result<InitialData, QuoteError> {
    let packages: Result<Vec<_>, QuoteError> =
        offers.quotes.iter().map(|(plan, quotes)| Package::of(plan, quotes)).collect();
    let holds = offers.code.filter(|_| offers.state == Some(CodeState::Applied));
    Ok(InitialData {
        status: Status::Ok,
        expire_date: holds.and_then(|code| code.ends_at).map(|end| end.to_rfc3339_opts(SecondsFormat::Secs, true)),
        default_currency: prices.book.default_currency.code().to_owned(),
        packages: packages?,
        code_state: offers.state,
        price_book: prices.number,
    })
}

/// The quote a checkout must agree with, and the one with a code that ended a moment ago.
///
/// # Errors
/// No price in that currency; a damaged price book.
pub fn checkout_quotes<'book>(
    prices: &Prices,
    offer: impl Into<Offer<'book>>,
    currency: Currency,
    code: Option<&FoldedCode>,
    now: DateTime<Utc>,
) -> Result<(Quote, Option<Quote>), QuoteError> {
    let offer = offer.into();
    let quote_with = |grace| Quote::compute(prices.number, offer, currency, prices.applied(code, now, grace));
    let (current, graced) = (quote_with(Grace::None)?, quote_with(Grace::Checkout)?);
    let differs = graced != current;
    Ok((current, differs.then_some(graced)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{self, Catalogue, DEMO};
    use crate::store::test_database::{on_each, start};

    fn with_code(percent: u32) -> Catalogue {
        let code = format!("[[code]]\ncode = \"NEW\"\npercent = \"{percent}\"\nterm = \"first\"\n");
        catalogue::parse(&format!("{DEMO}\n{code}")).unwrap()
    }

    #[tokio::test]
    async fn a_book_is_read_once_and_codes_always() {
        on_each(async |store, _| {
            catalogue::apply(&store, &with_code(10), start()).await.unwrap();
            let first = Prices::load(&store).await.unwrap();
            catalogue::apply(&store, &with_code(20), start()).await.unwrap();
            let second = first.renewed(&mut store.read().await.unwrap()).await.unwrap();
            assert!(Arc::ptr_eq(&first.book, &second.book), "the same edition");
            assert_ne!((first.revision, &first.codes), (second.revision, &second.codes), "a code changed");
            assert_eq!(second, Prices::load(&store).await.unwrap());
        })
        .await;
    }

    #[tokio::test]
    async fn a_campaign_gets_one_verdict_and_prices_follow_it() {
        on_each(async |store, _| {
            catalogue::apply(&store, &with_code(10), start()).await.unwrap();
            let prices = Prices::load(&store).await.unwrap();
            for (text, state, on_plans, known) in [
                ("", None, None, false),
                (" new ", Some(CodeState::Applied), Some(CodeState::Applied), true),
                ("newer", Some(CodeState::Unknown), Some(CodeState::Unknown), false),
                ("50% off", Some(CodeState::Unknown), Some(CodeState::Unknown), false),
                ("Trial", Some(CodeState::Applied), Some(CodeState::NotForThis), true),
            ] {
                let campaign = Campaign::parse(text);
                let verdict = prices.verdict(&campaign, start());
                assert_eq!((verdict.state, verdict.code.is_some()), (state, known), "{text}");
                let offers = prices.offers(&verdict).unwrap();
                let reduced = offers.quotes.iter().flat_map(|(_, quotes)| quotes).any(|quote| quote.code.is_some());
                assert_eq!((offers.state, reduced), (on_plans, on_plans == Some(CodeState::Applied)), "{text}");
            }
        })
        .await;
    }

    #[tokio::test]
    async fn another_book_is_read() {
        on_each(async |store, _| {
            let mut sold = with_code(10);
            catalogue::apply(&store, &sold, start()).await.unwrap();
            let first = Prices::load(&store).await.unwrap();
            sold.book.plans[0].prices[0].amount -= 1;
            catalogue::apply(&store, &sold, start()).await.unwrap();
            let second = first.renewed(&mut store.read().await.unwrap()).await.unwrap();
            assert_eq!(second.number, first.number + 1);
            assert_eq!(second.book.plans[0].prices[0], sold.book.plans[0].prices[0]);
            assert_eq!(second, Prices::load(&store).await.unwrap());
        })
        .await;
    }
}
