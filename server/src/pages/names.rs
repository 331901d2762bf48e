//! What pages are called, who may see them, and which addresses belong into the sitemap.

use onefare_core::wire::page::{Content, Document};

/// The pages that search engines may list, by address. `/` is the root of its language.
pub const INDEXED: [&str; 5] = ["/", "/buy", "/terms", "/privacy-policy", "/support"];

/// Who a page is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody and every search engine.
    Everybody,
    /// Everybody, but not to be found by searching: pages with a code, sign-in, unknown addresses.
    Unlisted,
    /// One buyer: the result pages. Nobody keeps a copy, no address is told to others.
    OneBuyer,
}

impl Audience {
    /// Who a page with this content is meant for.
    #[must_use]
    pub const fn of(content: &Content) -> Self {
        match content {
            Content::Buy(buy) if buy.code.is_some() => Self::Unlisted,
            Content::Home(_) | Content::Buy(_) => Self::Everybody,
            Content::Document(page) => match page.document {
                Document::Terms | Document::PrivacyPolicy | Document::Support => Self::Everybody,
                Document::Panel => Self::Unlisted,
            },
            Content::NotFound(_) => Self::Unlisted,
            Content::PaymentSuccess | Content::PaymentFailed => Self::OneBuyer,
        }
    }
}

/// The name under which texts (`head.<name>.title`), claims and the cache know a page.
#[must_use]
pub const fn name(content: &Content) -> &'static str {
    match content {
        Content::Home(_) => "home",
        Content::Buy(_) => "buy",
        Content::PaymentSuccess => "payment_success",
        Content::PaymentFailed => "payment_failed",
        Content::NotFound(_) => "not_found",
        Content::Document(page) => match page.document {
            Document::Terms => "terms",
            Document::PrivacyPolicy => "privacy-policy",
            Document::Support => "support",
            Document::Panel => "panel",
        },
    }
}

/// The name of the module under `web/src/pages` that draws a page.
#[must_use]
pub const fn module(content: &Content) -> &'static str {
    match content {
        Content::Document(_) => "document",
        other => name(other),
    }
}
