//! The orders as a page, for a person who wants to see the purchases.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use chrono::DateTime;
use serde_json::json;

use super::orders::{self, Order, Status};
use super::profiles::Profile;
use super::{account, catalogue, queries};
use crate::sandbox::Sandbox;
use crate::sandbox::hosted_page::{Broken, policy};
use crate::sandbox::html::{self, Escaped, document};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

const STYLE: &str = concat!(include_str!("../tokens.css"), include_str!("esims.css"));

const BANNER: &str = "<header class=\"banner\"><p><strong>Sandbox</strong> eSIMs the shop orders end here. Their codes \
     install nothing.</p></header>";

/// `/esims` and its stylesheet.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/esims", get(show)).route("/esims/style.css", get(|| async { html::stylesheet(STYLE) }))
}

async fn show(State(sandbox): State<Arc<Sandbox>>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let balance = account::load(&mut work).await?.balance;
    let mut rows = String::new();
    for order in orders::listed(&mut work).await? {
        rows.push_str(&row(&mut work, &order).await?);
    }
    let orders = if rows.is_empty() {
        "<p class=\"none\">No orders yet. What the shop orders appears here.</p>".to_owned()
    } else {
        format!("<ol class=\"orders\">{rows}</ol>")
    };
    let body = format!(
        "{BANNER}<main class=\"esims\"><header><h1>eSIM orders</h1><p class=\"balance\">Balance \
         <strong>{}</strong></p></header>{orders}</main>",
        dollars(balance),
    );
    Ok(html::page(StatusCode::OK, document("eSIM orders · Sandbox", "esims/style.css", &body), &policy([])))
}

async fn row(work: &mut Work, order: &Order) -> Result<String, SandboxError> {
    let mut names = Vec::new();
    for line in &order.lines {
        let name = catalogue::known(&line.package).map_or_else(|| line.package.clone(), |it| it.name);
        let days = line.days.map(|days| format!(" · {days} days")).unwrap_or_default();
        names.push(if line.count == 1 { format!("{name}{days}") } else { format!("{} × {name}{days}", line.count) });
    }
    let profiles = queries::matching(work, vec![("$.order_no", json!(order.order_no))]).await?;
    let made: String = profiles.iter().map(esim).collect();
    let at = DateTime::from_timestamp(order.created, 0).unwrap_or_default();
    let (class, word) = state(order, &profiles);
    Ok(format!(
        "<li><h2>{}</h2><p class=\"state {class}\">{word}</p><p class=\"meta\">{} · {} · for {} · \
         <time datetime=\"{}\">{}</time></p>{made}</li>",
        Escaped(&names.join(", ")),
        Escaped(&order.order_no),
        dollars(order.amount),
        Escaped(&order.transaction_id),
        at.to_rfc3339(),
        at.format("%-d %B %Y, %H:%M:%S UTC"),
    ))
}

fn state(order: &Order, profiles: &[Profile]) -> (&'static str, &'static str) {
    match order.status {
        Status::Making => ("making", "Being made"),
        Status::Made if profiles.iter().all(|profile| profile.esim_status == "CANCEL") => ("over", "Cancelled"),
        Status::Made => ("made", "Made"),
    }
}

fn esim(profile: &Profile) -> String {
    let fields = [
        ("Number", profile.esim_tran_no.clone()),
        ("Card", profile.iccid.clone()),
        ("State", format!("{} / {}", profile.smdp_status, profile.esim_status)),
        (
            "Data",
            format!("{} of {} MB used, {} days", profile.used / 1_048_576, profile.volume / 1_048_576, profile.days),
        ),
        ("Activation code", profile.ac.clone()),
    ];
    let fields: String =
        fields.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", Escaped(value))).collect();
    format!("<details><summary>eSIM {}</summary><dl>{fields}</dl></details>", Escaped(&profile.iccid))
}

/// US dollars times 10000 as text for people.
fn dollars(amount: i64) -> String {
    let sign = if amount < 0 { "-" } else { "" };
    let (whole, rest) = (amount.unsigned_abs() / 10_000, amount.unsigned_abs() % 10_000);
    format!("{sign}USD {whole}.{:02}", rest / 100)
}
