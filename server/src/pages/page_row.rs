//! What the shop knows about one page.

use onefare_core::language::Area;
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::Content;

use super::page_facts::PageFacts;
use super::query::{PageQuery, QueryKey};
use crate::config::Sold;

/// The catalog that every page has: header, footer, the page for unknown addresses.
pub const COMMON: &str = "common";
/// The wizard: without scripts its form is sent to its own address.
pub const ONBOARDING: &str = "/onboarding";
/// The withdrawal from an order: its form is sent to its own address, with scripts and without.
pub const WITHDRAWAL: &str = "/withdrawal";
/// The catalog of the pages that sell data.
pub const DATA_SHOP: &str = "data-shop";
/// The catalog of the first page of the eSIM shop.
pub const ESIM_HOME: &str = "esim-home";
/// The catalog of the result pages of data plans.
pub const ESIM_RESULT: &str = "esim-result";
/// The number of the first bundle, a valid example wherever a path holds a number.
const FIRST_BUNDLE: &str = "1";
/// The catalog of the sentences that refuse input.
pub const PROBLEMS: &str = "problems";

/// One page.
#[derive(Clone, Copy, Debug)]
pub struct PageRow {
    /// Its name: the tag of its content, its file in `web/src/pages`, the middle of its head texts
    /// (`head.<name>.title`), and its table in the brand file.
    pub name: &'static str,
    /// Its path without a language prefix. One `{word}` stands for one non-empty segment.
    pub path: &'static str,
    /// An example for the placeholder of its path, with which the page exists.
    pub example: &'static str,
    /// Its part of the site: decides the language of the bare address and the catalog of its texts.
    pub area: Area,
    /// The audience of the page.
    pub audience: Audience,
    /// Whether search engines may list it. With a discount code in the address no page is listed.
    pub indexed: bool,
    /// Whether it shows prices: then a new price book or code changes its document.
    pub priced: bool,
    /// The query keys that change its content. All others never reach its builder.
    pub queries: &'static [QueryKey],
    /// The catalog of its family of pages, beside the one of its area.
    pub family: Option<&'static str>,
    /// Whether it refuses input, with the sentences of the catalog `problems`.
    pub refuses: bool,
    /// Whether the word in its path is a bundle's number. [`NO_BUNDLE`](super::registry::NO_BUNDLE) answers where that
    /// is not on sale.
    pub of_bundle: bool,
    /// Whether it differs for a signed-in visitor: then it is made for each request and never cached.
    pub personal: bool,
    /// Whether it names days counted from today: then every midnight (UTC) changes its document.
    pub dated: bool,
    /// Whether its addresses name a code ([`OfferPage`](onefare_core::campaign::OfferPage)), so that many paths share
    /// this row.
    pub names_code: bool,
    /// The family of pages whose picture shared links show. Result pages and panels have no picture, because buyers do
    /// not share them.
    pub share_picture: Option<&'static str>,
    /// Builds its content.
    pub build: Builder,
}

impl PageRow {
    pub(super) const fn of(name: &'static str, path: &'static str, area: Area, build: Builder) -> Self {
        Self {
            name,
            path,
            example: FIRST_BUNDLE,
            area,
            audience: Audience::Everybody,
            indexed: false,
            priced: false,
            queries: &[],
            family: None,
            refuses: false,
            of_bundle: false,
            personal: false,
            dated: false,
            names_code: false,
            share_picture: None,
            build,
        }
    }

    /// Whether a shop that sells this much has the page. Pages of one buyer stay: earlier purchases have them.
    #[must_use]
    pub fn is_offered(&self, sold: Sold) -> bool {
        match (self.audience, self.area) {
            (Audience::Everybody, Area::Esim) => sold.esims,
            (Audience::Everybody, Area::Deal) => sold.deals(),
            (Audience::Everybody | Audience::OneBuyer, _) => true,
        }
    }

    pub(super) const fn indexed(self) -> Self {
        Self { indexed: true, ..self }
    }

    pub(super) const fn priced(self, queries: &'static [QueryKey]) -> Self {
        Self { priced: true, queries, ..self }
    }

    pub(super) const fn for_one_buyer(self) -> Self {
        Self { audience: Audience::OneBuyer, ..self }
    }

    pub(super) const fn family(self, catalog: &'static str) -> Self {
        Self { family: Some(catalog), ..self }
    }

    pub(super) const fn for_one_customer(self) -> Self {
        Self { personal: true, ..self.for_one_buyer() }
    }

    pub(super) const fn dated(self) -> Self {
        Self { dated: true, ..self }
    }

    pub(super) const fn names_code(self) -> Self {
        Self { names_code: true, ..self }
    }

    pub(super) const fn shared_with(self, picture: &'static str) -> Self {
        Self { share_picture: Some(picture), ..self }
    }

    pub(super) const fn example(self, word: &'static str) -> Self {
        Self { example: word, ..self }
    }

    pub(super) const fn refuses(self) -> Self {
        Self { refuses: true, ..self }
    }

    pub(super) const fn of_bundle(self) -> Self {
        Self { of_bundle: true, ..self }
    }

    /// Names of the catalogs with the page's texts, the most general first.
    #[must_use]
    pub fn catalogs(&self) -> Vec<&'static str> {
        let problems = self.refuses.then_some(PROBLEMS);
        [COMMON, self.area.name()].into_iter().chain(self.family).chain(problems).collect()
    }

    /// Whether its path holds a placeholder, so that one row has many addresses.
    #[must_use]
    pub fn has_word(&self) -> bool {
        self.path.contains('{')
    }

    /// Its path with a word for the placeholder; the path itself where it has none.
    #[must_use]
    pub fn path_with(&self, word: &str) -> String {
        match (self.path.split_once('{'), self.path.split_once('}')) {
            (Some((before, _)), Some((_, after))) => format!("{before}{word}{after}"),
            _ => self.path.to_owned(),
        }
    }

    /// The word that a path of this row holds.
    #[must_use]
    pub fn word<'path>(&self, path: &'path str) -> Option<&'path str> {
        let (before, rest) = self.path.split_once('{')?;
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        let word = path.strip_prefix(before)?.strip_suffix(after)?;
        (!word.is_empty() && !word.contains('/')).then_some(word)
    }

    /// What an address of this row requests.
    #[must_use]
    pub fn query(&self, path: &str, query: Option<&str>) -> PageQuery {
        let read = PageQuery::read(self.queries, query);
        if self.names_code { read.on(path) } else { read }
    }
}

/// The audience of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Every visitor: a document may be cached and revalidated.
    Everybody,
    /// One buyer, such as for the result pages: browsers store no copy and send no referrer.
    OneBuyer,
}

/// Builds a page's content; fails only on a damaged price book.
pub type Builder = fn(&PageFacts<'_>) -> Result<Content, QuoteError>;
