//! Queries: the progress of an order, the state of one eSIM, the profiles made within some time.

use axum::http::StatusCode;
use chrono::DateTime;
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::{Answered, Refusal, obj, read};
use super::orders::{self, Status};
use super::profiles::{self, Profile};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

/// More profiles than a sandbox ever holds.
const ALL: i64 = 100_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    order_no: String,
    #[serde(default)]
    esim_tran_no: String,
    #[serde(default)]
    iccid: String,
    #[serde(default)]
    start_time: String,
    #[serde(default)]
    end_time: String,
    pager: Pager,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Pager {
    page_num: usize,
    page_size: usize,
}

/// `/esim/query`
pub async fn query(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let asked: Asked = read(body)?;
    let Pager { page_num, page_size } = asked.pager;
    if !(1..=10_000).contains(&page_num) || !(5..=500).contains(&page_size) {
        return Err(Refusal::parameter("pager"));
    }
    orders::ready(work).await?;
    let found = find(work, &asked).await?;
    let total = found.len();
    let mut shown = Vec::new();
    for profile in found.into_iter().skip((page_num - 1) * page_size).take(page_size) {
        shown.push(profile.document(work.now));
    }
    let pager = json!({ "pageSize": page_size, "pageNum": page_num, "total": total });
    Ok((StatusCode::OK, obj(&json!({ "esimList": shown, "pager": pager }))))
}

async fn find(work: &mut Work, asked: &Asked) -> Result<Vec<Profile>, Refusal> {
    if !asked.order_no.is_empty() {
        let order = orders::find(work, &asked.order_no).await?.ok_or_else(|| Refusal::new("310272"))?;
        return match order.status {
            Status::Making => Err(Refusal::new("200010")),
            Status::Made => Ok(matching(work, vec![("$.order_no", json!(order.order_no))]).await?),
        };
    }
    for (path, value) in [("$.esim_tran_no", &asked.esim_tran_no), ("$.iccid", &asked.iccid)] {
        if !value.is_empty() {
            let found = matching(work, vec![(path, json!(value))]).await?;
            return if found.is_empty() { Err(Refusal::new("310403")) } else { Ok(found) };
        }
    }
    let (from, to) = (minute(&asked.start_time)?, minute(&asked.end_time)?);
    let all = matching(work, Vec::new()).await?;
    Ok(all.into_iter().filter(|profile| (from..=to).contains(&profile.created)).collect())
}

/// The profiles whose fields have these values, newest first.
pub async fn matching(work: &mut Work, equal: Vec<(&'static str, Value)>) -> Result<Vec<Profile>, SandboxError> {
    let (found, _) = work.list(profiles::KIND, &Selection { equal, limit: ALL, ..Selection::default() }).await?;
    found.into_iter().map(profiles::decode).collect()
}

/// `2010-06-30T01:20+00:00` as Unix seconds.
fn minute(text: &str) -> Result<i64, Refusal> {
    if text.is_empty() {
        return Err(Refusal::new("000105"));
    }
    let read = DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%:z");
    read.map(|at| at.timestamp()).map_err(|_| Refusal::parameter("time"))
}
