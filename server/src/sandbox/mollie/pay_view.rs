//! The content of the page that asks for a payment's outcome.

use super::payments::{Payment, Status};
use super::refunds::Refund;
use crate::sandbox::hosted_page::{self, closed, frame, link};
use crate::sandbox::html::Escaped;
use crate::sandbox::money::Currency;

/// The method's public name; the API says `ideal`.
const METHOD: &str = "iDEAL | Wero";

/// The page of a payment that is not final yet.
pub fn chooser(brand: &str, payment: &Payment, currency: Currency, alert: Option<&str>) -> String {
    let left = format!(
        "<section class=\"summary\" aria-labelledby=\"due\"><p class=\"merchant\">{}</p>\
         <h1 id=\"due\"><span>To pay</span> <strong>{}</strong></h1><p class=\"terms\">{}</p></section>",
        Escaped(brand),
        currency.show(payment.amount),
        Escaped(&payment.description),
    );
    let offered = Status::ALL.into_iter().filter(|status| payment.status.leads_to(*status));
    let choices: String = offered.map(choice).collect();
    let right = format!(
        "<section class=\"till\" aria-label=\"Payment\">{}<p class=\"method\">{METHOD}</p>\
         <form method=\"post\" action=\"/checkout/{}\"><fieldset class=\"choices\">\
         <legend>How does this payment end?</legend>{choices}</fieldset>\
         <button class=\"button primary\">Continue</button></form><p class=\"until\">{}</p></section>",
        hosted_page::alert(alert),
        Escaped(&payment.id),
        Escaped(&deadline(payment)),
    );
    frame(&format!("Pay {brand}"), &format!("<main class=\"checkout\">{left}{right}</main>"))
}

fn choice(status: Status) -> String {
    let (name, text) = words(status);
    let code = status.code();
    let checked = if status == Status::Paid { " checked" } else { "" };
    format!(
        "<label class=\"choice\"><input type=\"radio\" name=\"status\" value=\"{code}\" required{checked}>\
         <span><strong class=\"choice-name\">{name}</strong> <span class=\"choice-words\">{text}</span></span></label>"
    )
}

/// The name of a status, and its meaning.
const fn words(status: Status) -> (&'static str, &'static str) {
    match status {
        Status::Paid => ("Paid", "The bank confirms."),
        Status::Open => ("Open", "Nothing has happened yet. This page stays."),
        Status::Pending => ("Pending", "Begun, but the bank has not answered. This page stays."),
        Status::Failed => ("Failed", "The bank refuses."),
        Status::Canceled => ("Canceled", "You turned back."),
        Status::Expired => ("Expired", "You took too long."),
    }
}

fn deadline(payment: &Payment) -> String {
    match payment.status {
        Status::Open => format!("Open until {}", payment.expires_at.format("%-d %B %Y, %H:%M UTC")),
        _ => "The payment was begun. Its outcome is not known yet.".to_owned(),
    }
}

/// The page of a final payment.
pub fn over(brand: &str, payment: &Payment, currency: Currency, refunds: &[Refund]) -> String {
    let amount = currency.show(payment.amount);
    let (title, text) = match payment.status {
        Status::Paid => ("This payment is paid", format!("{amount} by {METHOD}. It cannot be paid a second time.")),
        Status::Failed => ("This payment failed", "Nothing was paid. Go back to the shop to start again.".to_owned()),
        Status::Canceled => ("This payment was canceled", "Nothing was paid.".to_owned()),
        _ => ("This payment has expired", "Nothing was paid. Go back to the shop to start again.".to_owned()),
    };
    let returned: i64 = refunds.iter().filter(|refund| refund.status.counts()).map(|refund| refund.amount).sum();
    let gone = if returned > 0 {
        format!("<p class=\"note\">Refunded: {}</p>", currency.show(returned))
    } else {
        String::new()
    };
    let refund = if payment.status == Status::Paid && returned < payment.amount {
        format!(
            "<form method=\"post\" action=\"/checkout/{}/refund\">\
             <button class=\"button\">Refund as the merchant</button></form>",
            Escaped(&payment.id)
        )
    } else {
        String::new()
    };
    let back = link(Some(payment.way_back()), "Back to the shop", "button primary");
    closed(brand, title, &text, &format!("{gone}<div class=\"actions\">{back}{refund}</div>"))
}

/// The page of an unknown payment.
pub fn unknown(brand: &str) -> String {
    closed(brand, "No such payment", "Check the address, or start again in the shop. Nothing was paid.", "")
}
