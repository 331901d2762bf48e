//! What an address asks for: a plan by the query `package`, a discount code by the query `code`, a sale or a partner's
//! offer by the path (specification 1, sections 2.2, 2.3 and 2.5).

use serde::Serialize;

use crate::discount::FoldedCode;
use crate::plan::title_of;
use crate::trial;
use crate::typed_text::is_blank;

/// Longest code or partner in a path. They are words for people to type and read, and a partner's stands in a heading.
pub const MAX_SLUG: usize = 32;

/// What an address or a request asks of the prices. It is read once, at the edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Campaign {
    /// Nothing: the normal prices.
    #[default]
    None,
    /// The trial, by the word of its page (specification 1, section 2.4).
    Trial,
    /// A discount code, not yet looked up in the price list.
    Code(FoldedCode),
    /// A text that cannot be a code; prices treat it as a code that does not exist.
    Unreadable,
}

impl Campaign {
    /// Reads a `code` value; a blank one is [`Campaign::None`].
    ///
    /// ```
    /// use onefare_core::campaign::Campaign;
    /// use onefare_core::discount::FoldedCode;
    /// assert_eq!(Campaign::parse(" SPRING "), Campaign::Code(FoldedCode::parse("spring").unwrap()));
    /// assert_eq!(Campaign::parse(" Trial"), Campaign::Trial);
    /// assert_eq!((Campaign::parse("  "), Campaign::parse("50% off")), (Campaign::None, Campaign::Unreadable));
    /// ```
    #[must_use]
    pub fn parse(value: &str) -> Self {
        if is_blank(value) {
            return Self::None;
        }
        match FoldedCode::parse(value) {
            None => Self::Unreadable,
            Some(code) if code == trial::CODE => Self::Trial,
            Some(code) => Self::Code(code),
        }
    }

    /// The discount code; `None` for the trial, which is no discount.
    #[must_use]
    pub const fn discount(&self) -> Option<&FoldedCode> {
        match self {
            Self::Code(code) => Some(code),
            Self::None | Self::Trial | Self::Unreadable => None,
        }
    }

    /// The code under which the price list holds the campaign's terms; the trial has one too.
    #[must_use]
    pub fn listed(&self) -> Option<&FoldedCode> {
        match self {
            Self::Trial => Some(&trial::CODE),
            other => other.discount(),
        }
    }
}

/// The page of an offer, whose path names the offer's code. The price book and the partner list decide whether the
/// offer exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferPage<'path> {
    /// The sale page with this discount code.
    Sale(&'path str),
    /// The page of the partner whose slug, and discount code, this is.
    Partner(&'path str),
}

impl<'path> OfferPage<'path> {
    /// Reads a path without its language prefix. A sale's code is all that follows the first `sale-`; a partner's slug
    /// is all between the first slash and a closing `-special`. Where both fit, as in `/flash-sale-special`, it is a
    /// sale: so no partner's slug may hold `sale-` or end in `sale`.
    ///
    /// `None` for other paths, and for codes and slugs that are not one to 32 small letters, digits and single hyphens
    /// between them: nothing else may ever reach a heading or a page title.
    ///
    /// ```
    /// use onefare_core::campaign::OfferPage;
    /// assert_eq!(OfferPage::of_path("/flash-sale-phrase"), Some(OfferPage::Sale("phrase")));
    /// assert_eq!(OfferPage::of_path("/acme-travel-special"), Some(OfferPage::Partner("acme-travel")));
    /// assert_eq!(OfferPage::of_path("/ACME-special"), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &'path str) -> Option<Self> {
        if let Some((_, code)) = path.split_once("sale-") {
            return is_slug(code).then_some(Self::Sale(code));
        }
        let slug = path.strip_prefix('/')?.strip_suffix("-special")?;
        is_slug(slug).then_some(Self::Partner(slug))
    }

    /// The discount code of the offer.
    #[must_use]
    pub const fn code(self) -> &'path str {
        match self {
            Self::Sale(code) | Self::Partner(code) => code,
        }
    }
}

fn is_slug(text: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= MAX_SLUG && text.split('-').all(is_word)
}

/// A partner's slug as the heading shows it where the partner has no name of its own: title-cased, a space for each
/// hyphen (specification 1, section 2.5). `None` for anything but a slug.
///
/// ```
/// use onefare_core::campaign::partner_name;
/// assert_eq!(partner_name("acme-travel").as_deref(), Some("Acme Travel"));
/// ```
#[must_use]
pub fn partner_name(slug: &str) -> Option<String> {
    let title_cased = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    is_slug(slug).then(|| slug.split('-').map(title_cased).collect::<Vec<_>>().join(" "))
}

/// The plan title a `package` value names: a whole number of months, such as `12` for `12-month` (specification 1,
/// section 2.2). `None` for anything but one to three ASCII digits without a leading zero.
///
/// ```
/// use onefare_core::campaign::package_title;
/// assert_eq!(package_title("12"), Some("12-month".to_owned()));
/// assert_eq!(package_title("12-month"), None);
/// ```
#[must_use]
pub fn package_title(package: &str) -> Option<String> {
    let plain = (1..=3).contains(&package.len()) && package.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || package.starts_with('0') {
        return None;
    }
    package.parse().ok().map(title_of)
}
