//! The content of the pay page.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::refunds::Returned;
use super::session_request::{CreateSession, Interval, Recurring};
use super::sessions::day;
use super::{periods, pricing};
use crate::sandbox::hosted_page::{self, closed, frame, link};
use crate::sandbox::html::Escaped;
use crate::sandbox::money::Currency;

/// The page of a session that can be paid.
pub fn open(
    brand: &str,
    session: &Value,
    items: &[Value],
    request: &CreateSession,
    now: DateTime<Utc>,
    alert: Option<&str>,
) -> String {
    let show = shower(session);
    let due = show(&session["amount_total"]);
    let alert = hosted_page::alert(alert);
    let action = format!("/pay/{}", Escaped(session["id"].as_str().unwrap_or_default()));
    let message = request.custom_text.as_ref().and_then(|text| text["submit"]["message"].as_str());
    let message = message.map(|text| format!("<p class=\"note\">{}</p>", Escaped(text))).unwrap_or_default();
    let back = link(session["cancel_url"].as_str(), "Leave it open and go back", "button quiet");
    let verb = match (session["amount_total"].as_i64(), session["mode"].as_str()) {
        (Some(0), _) => "Confirm, nothing due today".to_owned(),
        (_, Some("subscription")) => format!("Pay and subscribe <span>{due}</span>"),
        _ => format!("Pay <span>{due}</span>"),
    };
    let left = format!(
        "<section class=\"summary\" aria-labelledby=\"due\"><p class=\"merchant\">{}</p>\
         <h1 id=\"due\"><span>Due today</span> <strong>{due}</strong></h1><p class=\"terms\">{}</p><ul class=\"lines\">{}</ul>{}</section>",
        Escaped(brand),
        Escaped(&terms(session, request, now)),
        lines(items, &show),
        totals(session, &show),
    );
    let right = format!(
        "<section class=\"till\" aria-label=\"Payment\">{alert}<form method=\"post\" action=\"{action}/pay\">{}\
         <p class=\"field\"><span class=\"label\">Card</span><span class=\"card\"><span>4242 4242 4242 4242</span><em>test card</em></span></p>\
         {message}<button class=\"button primary\">{verb}</button></form>\
         <h2>Or try what else can happen</h2>\
         <div class=\"others\"><form method=\"post\" action=\"{action}/decline\"><button class=\"button\">Decline the card</button></form>\
         <form method=\"post\" action=\"{action}/expire\"><button class=\"button\">Let the session expire</button></form>{back}</div>\
         <p class=\"until\">Open until {}</p></section>",
        email_field(session),
        Escaped(&instant(session["expires_at"].as_i64().unwrap_or(0))),
    );
    frame(&format!("Pay {brand}"), &format!("<main class=\"checkout\">{left}{right}</main>"))
}

/// The page of a paid session.
pub fn complete(brand: &str, session: &Value, success_url: &str, returned: Option<&Returned>) -> String {
    let words = if session["payment_status"] == "no_payment_required" { "Already confirmed" } else { "Already paid" };
    let text = "This checkout is complete. It cannot be paid a second time, and nothing more was taken.";
    let gone = returned.and_then(|returned| returned.amount.as_ref());
    let gone = gone.map(|amount| format!("<p class=\"note\">Refunded: {}</p>", Escaped(amount))).unwrap_or_default();
    let refund = returned.filter(|returned| !returned.is_all).map(|_| {
        format!(
            "<form method=\"post\" action=\"/pay/{}/refund\"><button class=\"button\">Refund as the merchant</button></form>",
            Escaped(session["id"].as_str().unwrap_or_default())
        )
    });
    let onwards = link(Some(success_url), "Continue to your order", "button primary");
    closed(brand, words, text, &format!("{gone}<div class=\"actions\">{onwards}{}</div>", refund.unwrap_or_default()))
}

/// The page of a session that can no longer be paid.
pub fn expired(brand: &str, session: &Value) -> String {
    let text = "This checkout has expired and nothing was paid. Go back to the shop to start again.";
    closed(
        brand,
        "This page has expired",
        text,
        &link(session["cancel_url"].as_str(), "Back to the shop", "button primary"),
    )
}

/// The page of an unknown session.
pub fn unknown(brand: &str) -> String {
    closed(brand, "No such checkout", "Check the address, or start again in the shop. Nothing was paid.", "")
}

fn email_field(session: &Value) -> String {
    match session["customer_details"]["email"].as_str() {
        Some(email) => format!(
            "<p class=\"field\"><span class=\"label\">E-mail</span><span class=\"value\">{}</span></p>",
            Escaped(email)
        ),
        None => "<p class=\"field\"><label class=\"label\" for=\"email\">E-mail</label>\
                 <input id=\"email\" name=\"email\" type=\"email\" autocomplete=\"email\" required></p>"
            .to_owned(),
    }
}

fn lines(items: &[Value], show: &impl Fn(&Value) -> String) -> String {
    items
        .iter()
        .map(|item| {
            let name = item["description"].as_str().unwrap_or_default();
            let count = item["quantity"].as_i64().filter(|count| *count > 1);
            let count = count.map(|count| format!(" <span class=\"count\">× {count}</span>")).unwrap_or_default();
            format!("<li><span>{}{count}</span> <span>{}</span></li>", Escaped(name), show(&item["amount_subtotal"]))
        })
        .collect()
}

fn totals(session: &Value, show: &impl Fn(&Value) -> String) -> String {
    let off = &session["total_details"]["amount_discount"];
    let discount = if off.as_i64().unwrap_or(0) > 0 {
        format!("<div><dt>Discount</dt><dd>−{}</dd></div>", show(off))
    } else {
        String::new()
    };
    format!(
        "<dl class=\"totals\">{discount}<div class=\"sum\"><dt>Due today</dt><dd>{}</dd></div></dl>",
        show(&session["amount_total"])
    )
}

/// What happens after today, in one sentence.
fn terms(session: &Value, request: &CreateSession, now: DateTime<Utc>) -> String {
    let recurring: Vec<(&Recurring, i64)> = request
        .line_items
        .iter()
        .filter_map(|line| Some((line.price_data.as_ref()?.recurring.as_ref()?, pricing::amount_of(line)?)))
        .collect();
    let Some((every, _)) = recurring.first() else { return "One payment. Nothing renews.".to_owned() };
    let amount = shower(session)(&Value::from(recurring.iter().map(|(_, amount)| amount).sum::<i64>()));
    let trial_end = request.trial_end(now);
    let from = trial_end.unwrap_or_else(|| periods::end(now, every, 1).timestamp());
    // The amount stays on one line.
    let renewal = format!("{} {}", amount.replace(' ', "\u{a0}"), every_so_often(every));
    if trial_end.is_some() && session["amount_total"] == 0 {
        format!("Free until {}, then {renewal} until cancelled.", day(from))
    } else {
        format!("Then {renewal} from {} until cancelled.", day(from))
    }
}

fn every_so_often(every: &Recurring) -> String {
    let unit = match every.interval {
        Interval::Day => "day",
        Interval::Week => "week",
        Interval::Month => "month",
        Interval::Year => "year",
    };
    if every.interval_count == 1 { format!("every {unit}") } else { format!("every {} {unit}s", every.interval_count) }
}

/// Amounts in the session's currency.
fn shower(session: &Value) -> impl Fn(&Value) -> String + use<> {
    let currency = session["currency"].as_str().and_then(Currency::find);
    move |amount| match (currency, amount.as_i64()) {
        (Some(currency), Some(amount)) => currency.show(amount),
        _ => String::new(),
    }
}

fn instant(seconds: i64) -> String {
    let at = DateTime::<Utc>::from_timestamp(seconds, 0);
    at.map(|at| at.format("%-d %B %Y, %H:%M UTC").to_string()).unwrap_or_default()
}
