//! What a page's builder may read.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;

use super::query::PageQuery;
use crate::config::Sold;
use crate::quotes::prices::{Prices, Verdict};

/// What a builder may read: prices, language, query, and whether the visitor has signed in. It cannot reach the flows
/// or the app, nor learn who the visitor is: personal pages load personal data from `/api/account`.
#[derive(Clone, Copy, Debug)]
pub struct PageFacts<'a> {
    /// Price book and codes.
    pub prices: &'a Prices,
    /// The instant the page is built for.
    pub now: DateTime<Utc>,
    /// The requested path, without its language prefix.
    pub path: &'a str,
    /// The word in the path, where the row's path holds one.
    pub word: Option<&'a str>,
    /// Language of every text.
    pub language: Language,
    /// The query, reduced to the row's keys.
    pub query: &'a PageQuery,
    /// The price list's verdict on the campaign in the address.
    pub verdict: Verdict<'a>,
    /// Whether the browser has a session. Always false for pages that are not personal.
    pub signed_in: bool,
    /// The parts that the shop sells.
    pub sold: Sold,
}
