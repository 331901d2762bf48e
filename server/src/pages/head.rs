//! A document's head, for search engines and shared links: as data, and as HTML.

use onefare_core::discount::CodeState;
use onefare_core::language::{Area, Language};
use onefare_core::wire::page::{Content, Page};
use onefare_core::wire::plan_pages::{PartnerPage, SalePage};

use super::escape::{attribute, script_json};
use super::json_ld;
use super::language::{OfferedLanguages, local};
use super::page_row::PageRow;
use super::registry::SALE;
use super::share_pictures::SharePicture;
use super::titles::Texts;

/// The head of one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Title of the tab and of search results.
    pub title: String,
    /// The sentence below the title in search results.
    pub description: String,
    /// What search engines may do with the page.
    pub robots: &'static str,
    /// The canonical URL of this page in this language; absent for pages that are not to be listed.
    pub canonical: Option<String>,
    /// The same page in every language; empty for pages that are not to be listed.
    pub alternates: Vec<Alternate>,
    /// Locale of the texts, as Open Graph spells it.
    pub og_locale: &'static str,
    /// The picture that a post shows beside a link to this page.
    pub picture: Option<SharePicture>,
    /// Name of the shop.
    pub site_name: String,
    /// Structured data, one JSON-LD object each.
    pub json_ld: Vec<serde_json::Value>,
}

/// A page's address in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    /// Language code, or `x-default`.
    pub hreflang: &'static str,
    /// Absolute address.
    pub href: String,
}

impl Head {
    /// The head of `page`, without a picture. `public_base` begins its public URL (no slash at the end). `listed` says
    /// whether search engines may list this address.
    #[must_use]
    pub fn of(page: &Page, row: &PageRow, listed: bool, texts: &Texts, public_base: &str) -> Self {
        let (name, partner) = match &page.content {
            Content::Partner(PartnerPage { partner: Some(partner), .. }) => (row.name, partner.as_str()),
            Content::Partner(_) => (OFFER_UNKNOWN, ""),
            Content::Sale(sale) => (sale_name(sale), ""),
            _ => (row.name, ""),
        };
        let days = page.brand.claims.guarantee_days.to_string();
        let devices = page.brand.claims.devices.to_string();
        let (place, paid) = (place_of(page), paid_months(page));
        let slots = [
            ("brand", page.brand.name.as_str()),
            ("days", &days),
            ("devices", &devices),
            ("place", place),
            ("paid", &paid),
            ("partner", partner),
        ];
        let title = texts.get(page.language, &format!("head.{name}.title"), &slots);
        let description = texts.get(page.language, &format!("head.{name}.description"), &slots);
        let canonical = listed.then(|| format!("{public_base}{}", local(page.area, page.language, &page.path)));
        Self {
            json_ld: canonical
                .as_deref()
                .map(|at| json_ld::facts(page, &title, at, public_base))
                .into_iter()
                .flatten()
                .chain(json_ld::questions(page, name, texts).filter(|_| listed))
                .collect(),
            alternates: if listed { alternates(public_base, page) } else { Vec::new() },
            canonical,
            title,
            description,
            robots: if listed { "index, follow, max-image-preview:large" } else { "noindex, follow" },
            og_locale: locale(page.language),
            picture: None,
            site_name: page.brand.name.clone(),
        }
    }

    /// Writes the head's elements, every text escaped.
    pub fn write(&self, out: &mut String) {
        element(out, &["<title>", &attribute(&self.title), "</title>"]);
        meta(out, "name", "description", &self.description);
        meta(out, "name", "robots", self.robots);
        if let Some(canonical) = &self.canonical {
            element(out, &["<link rel=\"canonical\" href=\"", &attribute(canonical), "\">"]);
        }
        for Alternate { hreflang, href } in &self.alternates {
            element(out, &["<link rel=\"alternate\" hreflang=\"", hreflang, "\" href=\"", &attribute(href), "\">"]);
        }
        meta(out, "property", "og:type", "website");
        meta(out, "property", "og:site_name", &self.site_name);
        meta(out, "property", "og:title", &self.title);
        meta(out, "property", "og:description", &self.description);
        meta(out, "property", "og:locale", self.og_locale);
        if let Some(canonical) = &self.canonical {
            meta(out, "property", "og:url", canonical);
        }
        if let Some(SharePicture { href, alt, width, height }) = &self.picture {
            meta(out, "property", "og:image", href);
            meta(out, "property", "og:image:width", &width.to_string());
            meta(out, "property", "og:image:height", &height.to_string());
            meta(out, "property", "og:image:alt", alt);
        }
        let card = if self.picture.is_some() { "summary_large_image" } else { "summary" };
        meta(out, "name", "twitter:card", card);
        for facts in &self.json_ld {
            let json = facts.to_string();
            element(out, &["<script type=\"application/ld+json\">", &script_json(&json), "</script>"]);
        }
    }
}

fn element(out: &mut String, pieces: &[&str]) {
    out.extend(pieces.iter().copied());
    out.push('\n');
}

fn meta(out: &mut String, kind: &str, name: &str, content: &str) {
    element(out, &["<meta ", kind, "=\"", name, "\" content=\"", &attribute(content), "\">"]);
}

/// The head texts of an address whose code is unknown or does not hold: they promise no offer.
const OFFER_UNKNOWN: &str = "offer-unknown";

/// The head texts of a sale: a code without an end is no offer "for a short time".
fn sale_name(sale: &SalePage) -> &'static str {
    let holds = sale.offer.code.as_ref().is_some_and(|code| code.state == CodeState::Applied);
    match sale.ends_at {
        Some(_) => SALE,
        None if holds => "sale-lasting",
        None => OFFER_UNKNOWN,
    }
}

/// The paid months of the deal that the page proposes: the most popular one, else the first.
fn paid_months(page: &Page) -> String {
    let Content::AffiliateVpnDeals(shown) = &page.content else { return String::new() };
    let proposed = shown.deals.iter().find(|deal| deal.popular).or_else(|| shown.deals.first());
    proposed.map(|deal| deal.package.to_string()).unwrap_or_default()
}

/// The country or region that the page is about.
fn place_of(page: &Page) -> &str {
    match &page.content {
        Content::EsimBundle(shown) | Content::EsimCheckout(shown) => &shown.bundle.name,
        _ => "",
    }
}

/// The page's URL in every language of its area, and the bare one for all other languages.
fn alternates(public_base: &str, page: &Page) -> Vec<Alternate> {
    let languages: Vec<Language> = page.languages.iter().map(|link| link.language).collect();
    in_every_language(public_base, page.area, &languages, &page.path)
}

fn in_every_language(public_base: &str, area: Area, languages: &[Language], path: &str) -> Vec<Alternate> {
    let at = |language| format!("{public_base}{}", local(area, language, path));
    let mut all: Vec<_> =
        languages.iter().map(|&language| Alternate { hreflang: language.code(), href: at(language) }).collect();
    all.push(Alternate { hreflang: "x-default", href: at(area.bare_language()) });
    all
}

/// The sitemap: every indexed page in every language of its area, each with links to the others.
#[must_use]
pub fn sitemap(public_base: &str, languages: &OfferedLanguages, pages: &[&PageRow], bundles: &[u32]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for row in pages.iter().filter(|row| row.indexed && !row.has_word()) {
        let offered = languages.of(row.area);
        let links: String = in_every_language(public_base, row.area, offered, row.path)
            .iter()
            .map(|Alternate { hreflang, href }| {
                let href = attribute(href);
                format!("<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{href}\"/>")
            })
            .collect();
        for &language in offered {
            let at = format!("{public_base}{}", local(row.area, language, row.path));
            element(&mut xml, &["<url><loc>", &attribute(&at), "</loc>", &links, "</url>"]);
        }
    }
    // The bundles' own heads link to their other languages: here such links would be most of the file.
    for row in pages.iter().filter(|row| row.indexed && row.of_bundle) {
        for path in bundles.iter().map(|id| row.path_with(&id.to_string())) {
            for &language in languages.of(row.area) {
                let at = format!("{public_base}{}", local(row.area, language, &path));
                element(&mut xml, &["<url><loc>", &attribute(&at), "</loc></url>"]);
            }
        }
    }
    xml.push_str("</urlset>\n");
    xml
}

const fn locale(language: Language) -> &'static str {
    match language {
        Language::En => "en_US",
        Language::Nl => "nl_NL",
        Language::De => "de_DE",
        Language::Fr => "fr_FR",
        Language::Ar => "ar_AE",
    }
}
