//! The content of the customer portal.

use serde_json::Value;

use super::cards::Card;
use super::sessions::day;
use crate::sandbox::hosted_page::{closed, frame, link};
use crate::sandbox::html::Escaped;
use crate::sandbox::money::Currency;

/// What the page of a customer shows.
#[derive(Debug)]
pub struct Visit<'a> {
    /// The part of the page's address that only the customer knows.
    pub secret: &'a str,
    /// The customer.
    pub email: &'a str,
    /// The outcome of charging the customer's card.
    pub card: Card,
    /// The subscriptions.
    pub subscriptions: &'a [Value],
    /// The invoices, newest first.
    pub invoices: &'a [Value],
    /// The way back to the shop.
    pub back: Option<&'a str>,
}

/// The page of a customer: subscriptions, the card, the invoices, and the way back.
pub fn portal(brand: &str, visit: &Visit<'_>) -> String {
    let &Visit { secret, email, card, subscriptions, invoices, back } = visit;
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
         <form method=\"post\" action=\"/portal/{}/card\"><p class=\"field\"><label class=\"label\" for=\"card\">Payment method</label>\
         <select id=\"card\" name=\"card\">{}</select></p><button class=\"button\">Use this card</button></form>\
         <p class=\"label\">Invoices</p><ul class=\"lines\">{invoices}</ul>{back}\
         <p class=\"until\">This card decides the outcome of the next charge. The sandbox moves no money.</p></section>",
        Escaped(secret),
        CARDS.map(|(each, words)| option(each, words, each == card)).concat(),
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

/// The cards that the page offers.
const CARDS: [(Card, &str); 3] = [
    (Card::Works, "•••• 4242, works"),
    (Card::Declined, "•••• 0341, is declined"),
    (Card::NeedsConfirmation, "•••• 3184, must be confirmed"),
];

fn option(card: Card, words: &str, is_used: bool) -> String {
    let selected = if is_used { " selected" } else { "" };
    format!("<option value=\"{}\"{selected}>{}</option>", card.word(), Escaped(words))
}

fn subscription(one: &Value) -> String {
    let item = &one["items"]["data"][0];
    let price = amount(&item["price"]["currency"], &item["price"]["unit_amount"]);
    let state = match (one["status"].as_str(), one["cancel_at"].as_i64(), item["current_period_end"].as_i64()) {
        (Some("canceled"), _, _) => "ended".to_owned(),
        (Some("past_due"), _, _) => "past due".to_owned(),
        (_, Some(at), _) => format!("ends on {}", day(at)),
        (_, None, Some(at)) => format!("renews on {}", day(at)),
        _ => String::new(),
    };
    format!("<li><span>{}</span> <span>{price}</span></li>", Escaped(&format!("Subscription, {state}")))
}

fn invoice(one: &Value) -> String {
    let on = day(one["created"].as_i64().unwrap_or(0));
    let page = one["hosted_invoice_url"].as_str().filter(|_| one["status"] == "open");
    let sum = amount(&one["currency"], if page.is_some() { &one["amount_remaining"] } else { &one["amount_paid"] });
    let state = page.map(|page| format!(", <a href=\"{}\">pay now</a>", Escaped(page))).unwrap_or_default();
    format!("<li><span>{}{state}</span> <span>{sum}</span></li>", Escaped(&on))
}

/// An amount as text; empty for a currency that the sandbox does not know.
pub fn amount(currency: &Value, minor: &Value) -> String {
    let currency = currency.as_str().and_then(Currency::find);
    currency.zip(minor.as_i64()).map(|(currency, minor)| currency.show(minor)).unwrap_or_default()
}
