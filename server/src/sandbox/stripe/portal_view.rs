//! The content of the customer portal.

use serde_json::Value;

use super::sessions::day;
use crate::sandbox::hosted_page::{closed, frame, link};
use crate::sandbox::html::Escaped;
use crate::sandbox::money::Currency;

/// The page of a customer: subscriptions, the card, the invoices, and the way back.
pub fn portal(brand: &str, email: &str, subscriptions: &[Value], invoices: &[Value], back: Option<&str>) -> String {
    let back = link(back, "Return to the shop", "button primary");
    let left = format!(
        "<section class=\"summary\" aria-labelledby=\"portal\"><p class=\"merchant\">{}</p>\
         <h1 id=\"portal\"><span>Billing of</span> <span>{}</span></h1><ul class=\"lines\">{}</ul></section>",
        Escaped(brand),
        Escaped(email),
        subscriptions.iter().map(subscription).collect::<String>(),
    );
    let invoices: String = invoices.iter().map(invoice).collect();
    let right = format!(
        "<section class=\"till\" aria-label=\"Payment method and invoices\">\
         <p class=\"field\"><span class=\"label\">Payment method</span><span class=\"card\"><span>•••• 4242</span><em>test card</em></span></p>\
         <p class=\"label\">Invoices</p><ul class=\"lines\">{invoices}</ul>{back}\
         <p class=\"until\">At the real provider the card is changed here. The sandbox charges nothing for later terms.</p></section>",
    );
    frame(&format!("Billing at {brand}"), &format!("<main class=\"checkout\">{left}{right}</main>"))
}

/// The page of an expired or unknown visit.
pub fn over(brand: &str) -> String {
    closed(
        brand,
        "This page is closed",
        "A visit lasts for five minutes. Open it again from your account in the shop.",
        "",
    )
}

fn subscription(one: &Value) -> String {
    let item = &one["items"]["data"][0];
    let price = amount(&item["price"]["currency"], &item["price"]["unit_amount"]);
    let state = match (one["status"].as_str(), one["cancel_at"].as_i64(), item["current_period_end"].as_i64()) {
        (Some("canceled"), _, _) => "ended".to_owned(),
        (_, Some(at), _) => format!("ends on {}", day(at)),
        (_, None, Some(at)) => format!("renews on {}", day(at)),
        _ => String::new(),
    };
    format!("<li><span>{}</span> <span>{price}</span></li>", Escaped(&format!("Subscription, {state}")))
}

fn invoice(one: &Value) -> String {
    let paid = amount(&one["currency"], &one["amount_paid"]);
    format!("<li><span>{}</span> <span>{paid}</span></li>", Escaped(&day(one["created"].as_i64().unwrap_or(0))))
}

fn amount(currency: &Value, minor: &Value) -> String {
    let currency = currency.as_str().and_then(Currency::find);
    currency.zip(minor.as_i64()).map(|(currency, minor)| currency.show(minor)).unwrap_or_default()
}
