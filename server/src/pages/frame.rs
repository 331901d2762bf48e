//! A page's content, and what its frame reads from the price list.

use onefare_core::bundle::Destination;
use onefare_core::language::Area;
use onefare_core::plan::DeviceAllowance;
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, PopularPlace};

use super::page_facts::PageFacts;
use super::page_row::PageRow;
use super::registry::PAGES;

/// The page of one bundle, by its name in the registry.
const BUNDLE_PAGE: &str = "esim-bundle";

/// A page's content, and what its frame needs.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What the page shows.
    pub content: Content,
    /// The popular destinations of the footer.
    pub popular: Vec<PopularPlace>,
    /// The devices that every plan on sale allows.
    pub devices: DeviceAllowance,
}

impl From<Content> for Shown {
    fn from(content: Content) -> Self {
        Self { content, popular: Vec::new(), devices: DeviceAllowance::USUAL }
    }
}

/// Builds a page with its frame.
///
/// # Errors
/// A damaged price book.
pub fn build(row: &PageRow, facts: &PageFacts<'_>) -> Result<Shown, QuoteError> {
    let content = (row.build)(facts)?;
    let popular = if reads_bundles(row) { popular(facts) } else { Vec::new() };
    Ok(Shown { content, popular, devices: facts.prices.book.devices() })
}

/// Whether the frame of a page names bundles, so that another price book changes its document.
#[must_use]
pub fn reads_bundles(row: &PageRow) -> bool {
    row.area == Area::Esim
}

/// The five destinations of the footer (specification 2, section 2 "Footer"), found by their names in the page's language.
fn popular(facts: &PageFacts<'_>) -> Vec<PopularPlace> {
    let has_page = PAGES.iter().any(|row| row.name == BUNDLE_PAGE);
    let place = |destination: Destination| {
        let found = destination.find(&facts.prices.book.bundles, facts.language);
        PopularPlace {
            name: found.map_or(destination.name(facts.language), |bundle| bundle.name_in(facts.language)).to_owned(),
            bundle: found.map(|bundle| bundle.id).filter(|_| has_page),
        }
    };
    Destination::ALL.map(place).into()
}
