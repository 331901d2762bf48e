//! Profiles: the eSIMs of an order.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::account::{self, Reason};
use super::catalogue::{self, INSTALL_WITHIN, Package};
use super::errors::{Answered, Refusal, obj, read};
use super::orders::{Line, Order};
use super::script::{self, Deed};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

pub const KIND: &str = "esim.profile";

/// The server in the activation codes: there is none.
const SERVER: &str = "rsp.sandbox.example";

/// A profile as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    pub esim_tran_no: String,
    pub order_no: String,
    pub transaction_id: String,
    pub iccid: String,
    /// The activation code. Here it opens nothing.
    pub ac: String,
    pub smdp_status: String,
    pub esim_status: String,
    pub package: String,
    pub volume: i64,
    pub days: u32,
    /// Its price in US dollars times 10000.
    pub price: i64,
    /// Unix seconds.
    pub created: i64,
    /// When it was installed, in Unix seconds.
    pub installed_at: Option<i64>,
    /// Bytes that it has used.
    pub used: i64,
    /// When the usage was counted, in Unix seconds.
    pub counted_at: Option<i64>,
    /// Whether its data service is suspended.
    #[serde(default)]
    pub suspended: bool,
}

/// Makes every profile of an order.
pub async fn make(work: &mut Work, order: &Order) -> Result<(), SandboxError> {
    for line in &order.lines {
        for _ in 0..line.count {
            let package = catalogue::known(&line.package);
            let missing = || SandboxError::Missing { kind: "package", id: line.package.clone() };
            one(work, order, line, &package.ok_or_else(missing)?).await?;
        }
    }
    Ok(())
}

async fn one(work: &mut Work, order: &Order, line: &Line, package: &Package) -> Result<(), SandboxError> {
    let number: i64 = sqlx::query_scalar("SELECT COUNT(*) + 1 FROM objects WHERE kind = ?")
        .bind(KIND)
        .fetch_one(&mut *work.transaction)
        .await?;
    let mut profile = Profile {
        esim_tran_no: format!("{}{number:05}", work.now.format("%y%m%d%H%M")),
        order_no: order.order_no.clone(),
        transaction_id: order.transaction_id.clone(),
        iccid: card_number(number),
        ac: format!("LPA:1${SERVER}${}", hex::encode_upper(rand::random::<[u8; 16]>())),
        smdp_status: "RELEASED".to_owned(),
        esim_status: "GOT_RESOURCE".to_owned(),
        package: package.code.clone(),
        volume: package.volume * i64::from(line.days.unwrap_or(1)),
        days: line.days.unwrap_or(package.days),
        price: line.price,
        created: work.seconds(),
        installed_at: None,
        used: 0,
        counted_at: None,
        suspended: false,
    };
    if let Some(deed) = &order.deed {
        profile.bend(work, deed).await?;
    }
    work.put(KIND, &profile.esim_tran_no, &json!(profile)).await
}

/// 19 digits; the last one is the check digit.
fn card_number(number: i64) -> String {
    let digits = format!("8931088{number:011}");
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0') * if place % 2 == 0 { 2 } else { 1 };
            digit / 10 + digit % 10
        })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

impl Profile {
    async fn bend(&mut self, work: &mut Work, deed: &Deed) -> Result<(), SandboxError> {
        match deed {
            Deed::WrongPlan { package } => {
                if let Some(other) = catalogue::known(package) {
                    (self.package, self.volume, self.days) = (other.code, other.volume, other.days);
                }
            }
            Deed::WrongVolume { volume } => self.volume = *volume,
            Deed::WrongDays { days } => self.days = *days,
            Deed::DuplicateCode => {
                if let Some(earlier) = script::newest(work, KIND).await? {
                    earlier["ac"].as_str().unwrap_or_default().clone_into(&mut self.ac);
                }
            }
            Deed::UsedCode => "ENABLED".clone_into(&mut self.smdp_status),
            Deed::BadCode => "https://p.qrsim.example/0fa4f29eb25b.png".clone_into(&mut self.ac),
            Deed::ConfirmationCode => self.ac.push_str("$$1"),
            Deed::Cancelled => "CANCEL".clone_into(&mut self.esim_status),
            Deed::Refuse { .. } | Deed::Slow { .. } => {}
        }
        Ok(())
    }

    /// Installable until; once installed, usable until.
    fn expires_at(&self) -> DateTime<Utc> {
        let (from, days) =
            self.installed_at.map_or((self.created, INSTALL_WITHIN), |installed| (installed, i64::from(self.days)));
        DateTime::from_timestamp(from, 0).unwrap_or_default() + TimeDelta::days(days)
    }

    /// Whether its allowance is per day, beyond which data continues slower.
    pub fn is_daily(&self) -> bool {
        catalogue::known(&self.package).is_some_and(|package| package.data_type() != 1)
    }

    /// Its present state: a profile expires when it is not installed in time, or when all its days are over.
    fn status(&self, now: DateTime<Utc>) -> &str {
        match self.esim_status.as_str() {
            "GOT_RESOURCE" if now >= self.expires_at() => "UNUSED_EXPIRED",
            "IN_USE" | "USED_UP" if now >= self.expires_at() => "USED_EXPIRED",
            "GOT_RESOURCE" | "IN_USE" | "USED_UP" if self.suspended => "SUSPENDED",
            status => status,
        }
    }

    /// The profile as the API shows it.
    pub fn document(&self, now: DateTime<Utc>) -> Value {
        let package = catalogue::known(&self.package);
        let picture = format!("https://p.qrsim.example/{}", self.esim_tran_no);
        json!({
            "esimTranNo": self.esim_tran_no,
            "orderNo": self.order_no,
            "transactionId": self.transaction_id,
            "imsi": null,
            "iccid": self.iccid,
            "smsStatus": 0,
            "msisdn": null,
            "ac": self.ac,
            "qrCodeUrl": format!("{picture}.png"),
            "shortUrl": picture,
            "smdpStatus": self.smdp_status,
            "eid": if self.smdp_status == "RELEASED" { "" } else { "89049032007108882600137544319616" },
            "activeType": 2,
            "dataType": package.as_ref().map_or(1, Package::data_type),
            "activateTime": self.installed_at.and_then(|at| DateTime::from_timestamp(at, 0)).map(instant),
            "expiredTime": instant(self.expires_at()),
            "totalVolume": self.volume,
            "totalDuration": self.days,
            "durationUnit": "DAY",
            "orderUsage": self.used,
            "esimStatus": self.status(now),
            "pin": "",
            "puk": "",
            "apn": "internet",
            "packageList": [{
                "packageName": package.as_ref().map(|it| it.name.clone()).unwrap_or_default(),
                "packageCode": self.package,
                "slug": package.as_ref().map(|it| it.slug.clone()).unwrap_or_default(),
                "duration": self.days,
                "volume": self.volume,
                "locationCode": package.as_ref().map(|it| it.place).unwrap_or_default(),
                "createTime": instant(DateTime::from_timestamp(self.created, 0).unwrap_or_default()),
            }],
        })
    }
}

/// `2026-05-29T18:34:17+0000`
pub fn instant(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S+0000").to_string()
}

pub fn decode(value: Value) -> Result<Profile, SandboxError> {
    serde_json::from_value(value).map_err(|source| SandboxError::Unreadable { kind: "eSIM profile", source })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Meant {
    esim_tran_no: Option<String>,
    iccid: Option<String>,
}

/// The profile that a body names.
async fn named(work: &mut Work, body: &[u8]) -> Result<Profile, Refusal> {
    let meant: Meant = read(body)?;
    let (path, value) = match (meant.esim_tran_no, meant.iccid) {
        (Some(number), _) => ("$.esim_tran_no", number),
        (None, Some(number)) => ("$.iccid", number),
        (None, None) => return Err(Refusal::new("000105")),
    };
    let found = super::queries::matching(work, vec![(path, json!(value))]).await?;
    found.into_iter().next().ok_or_else(|| Refusal::new("310403"))
}

/// `/esim/suspend` and `/esim/unsuspend`
pub async fn set_suspended(work: &mut Work, body: &[u8], suspended: bool) -> Result<Answered, Refusal> {
    let mut profile = named(work, body).await?;
    if profile.esim_status == "CANCEL" || profile.suspended == suspended {
        return Err(Refusal::new("200002"));
    }
    profile.suspended = suspended;
    work.put(KIND, &profile.esim_tran_no, &json!(profile)).await?;
    Ok((StatusCode::OK, obj(&json!({}))))
}

/// `/esim/cancel`
pub async fn cancel(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let mut profile = named(work, body).await?;
    if profile.esim_status != "GOT_RESOURCE" || profile.suspended || profile.smdp_status != "RELEASED" {
        return Err(Refusal::new("200002"));
    }
    "CANCEL".clone_into(&mut profile.esim_status);
    work.put(KIND, &profile.esim_tran_no, &json!(profile)).await?;
    let (price, order_no) = (profile.price, &profile.order_no);
    account::move_money(work, Reason::Cancel, price, order_no, &profile.esim_tran_no).await?;
    Ok((StatusCode::OK, obj(&json!({}))))
}
