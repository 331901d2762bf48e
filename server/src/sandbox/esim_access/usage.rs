//! Data usage: what the supplier reports, and what tests and people make an eSIM use.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::errors::{Answered, Refusal, obj, read};
use super::profiles::{self, Profile, instant};
use super::queries;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

/// Most eSIMs of one query.
const MOST: usize = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    esim_tran_no_list: Vec<String>,
}

/// `/esim/usage/query`. The supplier counts with a delay; here usage counts at once.
pub async fn query(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let asked: Asked = read(body)?;
    if !(1..=MOST).contains(&asked.esim_tran_no_list.len()) {
        return Err(Refusal::parameter("esimTranNoList"));
    }
    let mut list = Vec::new();
    for number in asked.esim_tran_no_list {
        let found = queries::matching(work, vec![("$.esim_tran_no", json!(number))]).await?;
        let profile = found.into_iter().next().ok_or_else(|| Refusal::new("310403"))?;
        let counted = profile.counted_at.and_then(|at| DateTime::<Utc>::from_timestamp(at, 0));
        list.push(json!({
            "esimTranNo": profile.esim_tran_no,
            "dataUsage": profile.used,
            "totalData": profile.volume,
            "lastUpdateTime": counted.map(instant),
        }));
    }
    Ok((StatusCode::OK, obj(&json!({ "esimUsageList": list }))))
}

/// A use of data outside the shop.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The supplier's number of its order.
    order_no: String,
    /// Bytes that it uses now, on top of its earlier usage. The first use installs it.
    bytes: i64,
}

/// Makes the eSIM of an order use data; `None` when there is none, or it was cancelled or suspended.
pub async fn apply(work: &mut Work, usage: &Use) -> Result<Option<Profile>, SandboxError> {
    let found = queries::matching(work, vec![("$.order_no", json!(usage.order_no))]).await?;
    let Some(mut profile) = found.into_iter().find(|profile| profile.esim_status != "CANCEL" && !profile.suspended)
    else {
        return Ok(None);
    };
    let now = work.seconds();
    profile.installed_at.get_or_insert(now);
    profile.counted_at = Some(now);
    profile.used = profile.used.saturating_add(usage.bytes.max(0));
    "ENABLED".clone_into(&mut profile.smdp_status);
    // A daily package continues, slower.
    let is_used_up = profile.used >= profile.volume && !profile.is_daily();
    if is_used_up { "USED_UP" } else { "IN_USE" }.clone_into(&mut profile.esim_status);
    work.put(profiles::KIND, &profile.esim_tran_no, &json!(profile)).await?;
    Ok(Some(profile))
}
