//! Structured data for search engines as schema.org objects: the seller, the page's place in the site, the plans'
//! prices.
//!
//! Ratings are not among them: the claims contradict each other and cannot be verified.

use onefare_core::currency::Currency;
use onefare_core::language::Area;
use onefare_core::money::Money;
use onefare_core::quote::PlanPrice;
use onefare_core::wire::esim::{BundleDetail, RefillItem};
use onefare_core::wire::page::{Content, Page};
use onefare_core::wire::plan_pages::{DealPage, PlanCard};
use serde_json::{Value, json};

use super::language::local;
use super::titles::Texts;

/// The structured data of a listed page whose URL is `canonical`.
#[must_use]
pub fn facts(page: &Page, title: &str, canonical: &str, public_base: &str) -> Vec<Value> {
    let mut facts = vec![organization(page, public_base)];
    if page.path != "/" {
        facts.push(breadcrumbs(page, title, canonical, public_base));
    }
    if let Some((plans, currency)) = sold(&page.content) {
        let shop = format!("{public_base}{}", local(Area::Vpn, page.language, "/buy"));
        let offers = plans.iter().filter_map(|plan| plan_offer(plan, currency, &shop)).collect();
        facts.push(product(page, canonical, offers));
    }
    if let Content::AffiliateVpnDeals(shown) = &page.content {
        facts.push(product(page, canonical, deal_offers(shown, canonical)));
    }
    if let Content::EsimBundle(shown) = &page.content {
        facts.push(data_for(page, &shown.bundle, title, canonical));
    }
    facts
}

/// The data plans of a place, in US dollars.
fn data_for(page: &Page, bundle: &BundleDetail, title: &str, canonical: &str) -> Value {
    let offer = |plan: &RefillItem| {
        Some(json!({
            "@type": "Offer",
            "name": format!("{}, {}", plan.title, plan.days_text),
            "sku": plan.structured_data,
            "price": Money::new(plan.price_usd, Currency::Usd).ok()?.to_decimal_text(),
            "priceCurrency": Currency::Usd.code(),
            "availability": "https://schema.org/InStock",
            "url": format!("{canonical}?plan={}", plan.structured_data),
        }))
    };
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": title,
        "description": bundle.description,
        "category": "eSIM",
        "brand": { "@type": "Brand", "name": page.brand.name },
        "url": canonical,
        "offers": bundle.refills.iter().filter_map(offer).collect::<Vec<_>>(),
    })
}

/// The plans that a page shows, and its first currency. The trial's page has none: nothing is due there today, and an
/// offer of 0 would be listed as a free product. `/buy` offers the same plans at their prices.
fn sold(content: &Content) -> Option<(Vec<&PlanCard>, &str)> {
    match content {
        Content::Buy(buy) => Some((buy.plans.iter().collect(), &buy.initial.default_currency)),
        Content::Home(landing)
        | Content::WindowsLanding(landing)
        | Content::LandingFb(landing)
        | Content::LandingPrivacy(landing)
        | Content::LandingAccess(landing) => {
            let currency = landing.currencies.first()?;
            Some((landing.plans.iter().map(|plan| &plan.card).collect(), &currency.code))
        }
        _ => None,
    }
}

/// The catalog keys of a page's questions: by number, the key of a question and of its answer.
fn question_keys(page_name: &str) -> Option<fn(usize) -> (String, String)> {
    match page_name {
        "home" | "windows-landing" => {
            Some(|number| (format!("landing.faq.q{number}"), format!("landing.faq.a{number}")))
        }
        "landing-privacy" => Some(|number| (format!("threats.faq.{number}.q"), format!("threats.faq.{number}.a"))),
        "landing-access" => Some(|number| (format!("access.faq.{number}.q"), format!("access.faq.{number}.a"))),
        _ => None,
    }
}

/// The questions that a page answers, with its own answers.
#[must_use]
pub fn questions(page: &Page, page_name: &str, texts: &Texts) -> Option<Value> {
    let keys = question_keys(page_name)?;
    let claims = &page.brand.claims;
    let (days, devices, at_once) =
        (claims.guarantee_days.to_string(), claims.devices.to_string(), claims.devices_at_once.to_string());
    let slots = [
        ("days", days.as_str()),
        ("devices", &devices),
        ("at_once", &at_once),
        ("locations", &claims.locations),
        ("support", &page.brand.support_email),
    ];
    let text = |key: &str| Some(texts.get(page.language, key, &slots)).filter(|text| text != key);
    let entries: Vec<Value> = (1..)
        .map_while(|number| {
            let (question, answer) = keys(number);
            Some((text(&question)?, text(&answer)?))
        })
        .map(|(question, answer)| {
            json!({
                "@type": "Question",
                "name": question,
                "acceptedAnswer": { "@type": "Answer", "text": answer },
            })
        })
        .collect();
    Some(json!({ "@context": "https://schema.org", "@type": "FAQPage", "mainEntity": entries }))
}

fn organization(page: &Page, public_base: &str) -> Value {
    let brand = &page.brand;
    json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": brand.name,
        "legalName": brand.legal_entity,
        "url": format!("{public_base}/"),
        "address": brand.address,
        "vatID": brand.vat,
        "contactPoint": {
            "@type": "ContactPoint",
            "contactType": "customer support",
            "email": brand.support_email,
            "availableLanguage": page.languages.iter().map(|link| link.language.code()).collect::<Vec<_>>(),
        },
    })
}

fn breadcrumbs(page: &Page, title: &str, canonical: &str, public_base: &str) -> Value {
    let home = format!("{public_base}{}", local(Area::Vpn, page.language, "/"));
    json!({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            { "@type": "ListItem", "position": 1, "name": page.brand.name, "item": home },
            { "@type": "ListItem", "position": 2, "name": title, "item": canonical },
        ],
    })
}

fn product(page: &Page, canonical: &str, offers: Vec<Value>) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": page.brand.name,
        "category": "VPN",
        "brand": { "@type": "Brand", "name": page.brand.name },
        "url": canonical,
        "offers": offers,
    })
}

/// The present price of a plan in the page's first currency, and where to buy it.
fn plan_offer(plan: &PlanCard, currency: &str, shop: &str) -> Option<Value> {
    let price = plan.prices.iter().find(|price| price.currency == currency)?;
    let mut offer = offer(price, plan.months, format!("{shop}?package={}", plan.months))?;
    offer["name"] = plan.title.as_str().into();
    Some(offer)
}

/// The present price of each deal; its months are those of the first term, free months included.
fn deal_offers(shown: &DealPage, canonical: &str) -> Vec<Value> {
    shown.deals.iter().filter_map(|deal| offer(&deal.price, deal.term_months, canonical.to_owned())).collect()
}

fn offer(price: &PlanPrice, months: u32, url: String) -> Option<Value> {
    let due = Money::new(price.due_now, Currency::parse(&price.currency)?).ok()?;
    Some(json!({
        "@type": "Offer",
        "sku": price.product_id,
        "price": due.to_decimal_text(),
        "priceCurrency": price.currency,
        "availability": "https://schema.org/InStock",
        "url": url,
        "eligibleDuration": { "@type": "QuantitativeValue", "value": months, "unitCode": "MON" },
    }))
}
