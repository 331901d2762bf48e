//! Orders: accepted at once, completed after a while.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::account::{self, Reason};
use super::catalogue::{self, Package};
use super::errors::{Answered, Refusal, obj, read};
use super::script::{self, Deed};
use super::{profiles, webhook_events};
use crate::clock::Clock;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "esim.order";
/// The order number of a reference.
const REFERENCE: &str = "esim.reference";

/// The longest reference.
const REFERENCE_LIMIT: usize = 50;

/// Most eSIMs of one order.
const MOST: u32 = 30;

/// Most orders that are completed in one round; the rest follow in the next.
const BATCH: i64 = 250;

/// The status of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Making,
    Made,
}

/// An order as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    pub order_no: String,
    pub transaction_id: String,
    pub status: Status,
    pub lines: Vec<Line>,
    /// US dollars times 10000.
    pub amount: i64,
    /// Unix seconds of the sandbox's clock.
    pub created: i64,
    /// Epoch milliseconds of the machine's clock: a clock moved by hand must not make a shop wait for ever.
    pub made_at: i64,
    pub deed: Option<Deed>,
}

/// One package of an order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub package: String,
    pub count: u32,
    /// Days, of a daily package.
    pub days: Option<u32>,
    /// US dollars times 10000 of each eSIM.
    pub price: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    transaction_id: String,
    package_info_list: Vec<AskedLine>,
    amount: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AskedLine {
    package_code: String,
    count: u32,
    price: Option<i64>,
    period_num: Option<u32>,
}

/// `/esim/order`
pub async fn create(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let asked: Asked = read(body)?;
    if asked.transaction_id.is_empty() || asked.transaction_id.chars().count() > REFERENCE_LIMIT {
        return Err(Refusal::parameter("transactionId"));
    }
    // The same reference is the same order, whatever else the request says.
    if let Some(known) = work.find(REFERENCE, &asked.transaction_id).await? {
        return Ok(accepted(known["order_no"].as_str().unwrap_or_default(), &asked.transaction_id));
    }
    let deed = script::take(work).await?;
    if let Some(Deed::Refuse { code }) = &deed {
        // The shop retries a refused order, and the script counts per order, so it must be committed.
        return Ok((StatusCode::OK, crate::sandbox::pipeline::Refuse::text(&Refusal::new(code))));
    }
    let lines = lines(work, &asked).await?;
    let amount = lines.iter().map(Line::amount).sum();
    if asked.amount.is_some_and(|asked| asked != amount) {
        return Err(Refusal::new("200006"));
    }
    let account = account::load(work).await?;
    if account.balance < amount {
        return Err(Refusal::new("200007"));
    }
    let making = if let Some(Deed::Slow { making_ms }) = &deed { *making_ms } else { account.making_ms };
    let number = next_number(work).await?;
    let order = Order {
        order_no: format!("B{}{number:05}", work.now.format("%y%m%d%H%M")),
        transaction_id: asked.transaction_id,
        status: Status::Making,
        lines,
        amount,
        created: work.seconds(),
        made_at: Clock::System.now_millis().saturating_add(making),
        deed,
    };
    save(work, &order).await?;
    work.put(REFERENCE, &order.transaction_id, &json!({ "order_no": order.order_no })).await?;
    account::move_money(work, Reason::Order, amount, &order.order_no, &order.order_no).await?;
    if making <= 0 {
        make(work, order.clone()).await?;
    }
    Ok(accepted(&order.order_no, &order.transaction_id))
}

fn accepted(order_no: &str, transaction_id: &str) -> Answered {
    (StatusCode::OK, obj(&json!({ "orderNo": order_no, "transactionId": transaction_id })))
}

async fn lines(work: &mut Work, asked: &Asked) -> Result<Vec<Line>, Refusal> {
    if asked.package_info_list.is_empty() {
        return Err(Refusal::new("000105"));
    }
    let mut lines = Vec::new();
    for line in &asked.package_info_list {
        let package = catalogue::find(work, &line.package_code).await?;
        lines.push(line.against(&package.ok_or_else(|| Refusal::new("310241"))?)?);
    }
    if lines.iter().map(|line| line.count).sum::<u32>() > MOST {
        return Err(Refusal::new("200008"));
    }
    Ok(lines)
}

impl AskedLine {
    fn against(&self, package: &Package) -> Result<Line, Refusal> {
        let days = self.period_num.filter(|days| (1..=365).contains(days));
        let days = if package.daily { Some(days.unwrap_or(package.days)) } else { days };
        let odd = self.period_num.is_some() && (days != self.period_num || !package.daily);
        if odd || !(1..=MOST).contains(&self.count) {
            return Err(Refusal::new("200008"));
        }
        if self.price.is_some_and(|price| price != package.price) {
            return Err(Refusal::new("200005"));
        }
        let price = package.price * i64::from(days.unwrap_or(1));
        Ok(Line { package: package.code.clone(), count: self.count, days, price })
    }
}

impl Line {
    fn amount(&self) -> i64 {
        self.price * i64::from(self.count)
    }
}

async fn save(work: &mut Work, order: &Order) -> Result<(), SandboxError> {
    work.put(KIND, &order.order_no, &json!(order)).await
}

async fn next_number(work: &mut Work) -> Result<i64, SandboxError> {
    let row = sqlx::query_scalar("SELECT COUNT(*) + 1 FROM objects WHERE kind = ?").bind(KIND);
    Ok(row.fetch_one(&mut *work.transaction).await?)
}

/// The order with that number.
pub async fn find(work: &mut Work, order_no: &str) -> Result<Option<Order>, SandboxError> {
    work.find(KIND, order_no).await?.map(decode).transpose()
}

fn decode(value: Value) -> Result<Order, SandboxError> {
    serde_json::from_value(value).map_err(|source| SandboxError::Unreadable { kind: "eSIM order", source })
}

/// The newest orders, newest first.
pub async fn listed(work: &mut Work) -> Result<Vec<Order>, SandboxError> {
    let (found, _) = work.list(KIND, &Selection { limit: 500, ..Selection::default() }).await?;
    found.into_iter().map(decode).collect()
}

/// Completes the orders that are due.
pub async fn ready(work: &mut Work) -> Result<(), SandboxError> {
    let now = Clock::System.now_millis();
    for order in making(work).await? {
        if order.made_at <= now {
            make(work, order).await?;
        }
    }
    Ok(())
}

/// When the next order is due, in epoch milliseconds of the machine's clock.
pub async fn next_ready(work: &mut Work) -> Result<Option<i64>, SandboxError> {
    Ok(making(work).await?.iter().map(|order| order.made_at).min())
}

/// Completes an order now, whatever time it was to take; `None` when there is no such order.
pub async fn finish_now(work: &mut Work, order_no: &str) -> Result<Option<Value>, SandboxError> {
    let Some(order) = find(work, order_no).await? else { return Ok(None) };
    if order.status == Status::Making {
        make(work, order).await?;
    }
    work.find(KIND, order_no).await
}

async fn making(work: &mut Work) -> Result<Vec<Order>, SandboxError> {
    let equal = vec![("$.status", json!(Status::Making))];
    let (found, _) = work.list(KIND, &Selection { equal, limit: BATCH, ..Selection::default() }).await?;
    found.into_iter().map(decode).collect()
}

/// Makes the profiles, and sends the shop its webhook event.
async fn make(work: &mut Work, mut order: Order) -> Result<(), SandboxError> {
    profiles::make(work, &order).await?;
    order.status = Status::Made;
    save(work, &order).await?;
    webhook_events::announce(work, &order).await
}
