//! A request for a page, and whether its document may be cached.

use chrono::{DateTime, Utc};
use http::{HeaderMap, StatusCode};

use super::cache::{Key as _, Partition, Variant};
use super::language::Address;
use super::page_row::PageRow;

/// A request for a page.
#[derive(Clone, Debug)]
pub struct PageRequest<'a> {
    /// The request's headers.
    pub headers: &'a HeaderMap,
    /// The page's address ([`Site::address`]).
    pub address: Address<'a>,
    /// The page.
    pub row: &'static PageRow,
    /// Whether search engines may list this address: never with a discount code.
    pub listed: bool,
    /// Status of the answer: 200, or 404 for unknown addresses.
    pub status: StatusCode,
    /// Whether the document may be cached.
    pub keep: Keep,
}

/// Whether a document may be cached for other visitors.
#[derive(Clone, Debug)]
pub enum Keep {
    /// It holds text of this one request: made for it alone.
    Never,
    /// The same for every visitor with this variant, language and theme, until the instant.
    As(Variant, Option<DateTime<Utc>>),
    /// The same, until the instant, but for the words of its address, which replace [`PLACE`].
    ///
    /// [`PLACE`]: super::not_found::PLACE
    ButPath(Variant, String, Option<DateTime<Utc>>),
}

impl Keep {
    /// Where a copy is kept; `None` where none is cached.
    #[must_use]
    pub fn partition(&self) -> Option<Partition> {
        match self {
            Self::Never => None,
            Self::As(variant, _) | Self::ButPath(variant, ..) => Some(variant.partition()),
        }
    }
}
