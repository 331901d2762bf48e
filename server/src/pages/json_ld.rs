//! Facts for search engines as schema.org objects: who sells, where the page stands, what the plans cost.
//!
//! Ratings are not among them: the claims contradict each other and nobody can check them.

use onefare_core::currency::Currency;
use onefare_core::language::Area;
use onefare_core::money::Money;
use onefare_core::wire::esim::{BundleDetail, RefillItem};
use onefare_core::wire::page::{BuyPage, Content, Page, PlanCard};
use serde_json::{Value, json};

use super::language::local;

/// The facts of a listed page that stands at `canonical`.
#[must_use]
pub fn facts(page: &Page, title: &str, canonical: &str, public_base: &str) -> Vec<Value> {
    let mut facts = vec![organization(page, public_base)];
    if page.path != "/" {
        facts.push(breadcrumbs(page, title, canonical, public_base));
    }
    match &page.content {
        Content::Buy(buy) => facts.push(product(page, buy, canonical)),
        Content::EsimBundle(shown) => facts.push(data_for(page, &shown.bundle, title, canonical)),
        _ => {}
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

fn product(page: &Page, buy: &BuyPage, canonical: &str) -> Value {
    let currency = &buy.initial.default_currency;
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": page.brand.name,
        "category": "VPN",
        "brand": { "@type": "Brand", "name": page.brand.name },
        "url": canonical,
        "offers": buy.plans.iter().filter_map(|plan| offer(plan, currency, canonical)).collect::<Vec<_>>(),
    })
}

/// What one plan costs now, in the currency the page opens with.
fn offer(plan: &PlanCard, currency: &str, canonical: &str) -> Option<Value> {
    let price = plan.prices.iter().find(|price| price.currency == currency)?;
    let due = Money::new(price.due_now, Currency::parse(&price.currency)?).ok()?;
    Some(json!({
        "@type": "Offer",
        "name": plan.title,
        "sku": plan.product_id,
        "price": due.to_decimal_text(),
        "priceCurrency": price.currency,
        "availability": "https://schema.org/InStock",
        "url": format!("{canonical}?package={}", plan.months),
        "eligibleDuration": { "@type": "QuantitativeValue", "value": plan.months, "unitCode": "MON" },
    }))
}
