//! `expand[]`: replaces ids by the objects that they name, up to four levels deep.

use serde_json::Value;

use super::errors::Refusal;
use super::{coupons, customers, events, invoices, payments, refunds, sessions, subscriptions};
use crate::sandbox::store::Work;

const DEEPEST: usize = 4;

/// The expandable properties: object, property, and the kind of the named object.
const EXPANDABLE: &[(&str, &str, &str)] = &[
    (sessions::KIND, "customer", customers::KIND),
    (sessions::KIND, "invoice", invoices::KIND),
    (sessions::KIND, "payment_intent", payments::INTENT),
    (sessions::KIND, "subscription", subscriptions::KIND),
    (subscriptions::KIND, "customer", customers::KIND),
    (subscriptions::KIND, "latest_invoice", invoices::KIND),
    (invoices::KIND, "customer", customers::KIND),
    (invoices::PAYMENT, "invoice", invoices::KIND),
    (payments::INTENT, "customer", customers::KIND),
    (payments::INTENT, "latest_charge", payments::CHARGE),
    (payments::CHARGE, "customer", customers::KIND),
    (payments::CHARGE, "payment_intent", payments::INTENT),
    (refunds::KIND, "charge", payments::CHARGE),
    (refunds::KIND, "payment_intent", payments::INTENT),
    ("", "payment_intent", payments::INTENT),
    ("", "subscription", subscriptions::KIND),
    ("", "coupon", coupons::KIND),
];

/// Expands every requested path.
pub async fn expand(work: &mut Work, answer: &mut Value, paths: &[String]) -> Result<(), Refusal> {
    // An event is a snapshot; nothing in it is looked up again.
    if let Some(path) = paths.first()
        && answer["object"] == events::KIND
    {
        return Err(refuse(path));
    }
    for path in paths {
        let parts: Vec<&str> = path.split('.').collect();
        if parts.iter().filter(|part| **part != "data").count() > DEEPEST {
            return Err(Refusal::param("expand", "You cannot expand more than 4 levels of a property."));
        }
        walk(work, answer, &parts, path).await?;
    }
    Ok(())
}

async fn walk(work: &mut Work, value: &mut Value, parts: &[&str], path: &str) -> Result<(), Refusal> {
    let Some((name, rest)) = parts.split_first() else { return Ok(()) };
    if let Value::Array(items) = value {
        for item in items {
            Box::pin(walk(work, item, parts, path)).await?;
        }
        return Ok(());
    }
    let kind = value["object"].as_str().unwrap_or_default().to_owned();
    match (kind.as_str(), *name) {
        (sessions::KIND, "line_items") => {
            let id = value["id"].as_str().unwrap_or_default().to_owned();
            value["line_items"] = sessions::line_items(work, &id, &super::lists::Page::default()).await?;
        }
        (sessions::KIND, "total_details") if rest.first() == Some(&"breakdown") => {
            value["total_details"]["breakdown"] = sessions::breakdown(value);
        }
        ("", "breakdown") if value["breakdown"].is_object() => {}
        (invoices::KIND, "payments") => {
            let id = value["id"].as_str().unwrap_or_default().to_owned();
            value["payments"] = invoices::payments_of(work, &id).await?;
        }
        (owner, property) => {
            if let Some((.., target)) = EXPANDABLE.iter().find(|(o, p, _)| *o == owner && *p == property)
                && let Some(id) = value[property].as_str().map(str::to_owned)
            {
                value[property] = work.load(target, &id).await?;
            } else if rest.is_empty() && !EXPANDABLE.iter().any(|(o, p, _)| *o == owner && *p == property) {
                return Err(refuse(path));
            }
        }
    }
    match value.get_mut(*name) {
        Some(Value::Null) => Ok(()),
        Some(next) if !rest.is_empty() => Box::pin(walk(work, next, rest, path)).await,
        Some(_) => Ok(()),
        None => Err(refuse(path)),
    }
}

fn refuse(path: &str) -> Refusal {
    Refusal::param(
        "expand",
        format!(
            "This property cannot be expanded ({path}). You may want to try expanding it with another path: see the `expand` parameter."
        ),
    )
}
