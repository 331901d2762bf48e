//! The fields that we read from eSIM Access. Unknown fields are ignored. No type here implements `Debug`: profiles hold
//! activation codes.

use chrono::{DateTime, Utc};
use onefare_core::bundle::DataUse;
use onefare_core::delivery::ActivationCode;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::esims::{Counted, Package, Profile, ProfileState};

/// The only accepted unit of durations.
const DAY: &str = "DAY";

/// The package list, parsed.
#[derive(Deserialize)]
#[serde(from = "PackageListAnswer")]
pub(super) struct Packages {
    /// The packages that can be sold.
    pub(super) packages: Vec<Package>,
    /// The codes of the others.
    pub(super) left_out: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PackageListAnswer {
    package_list: Vec<PackageAnswer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PackageAnswer {
    package_code: String,
    slug: Option<String>,
    name: String,
    price: i64,
    currency_code: String,
    volume: i64,
    duration: u32,
    duration_unit: String,
    location: String,
    data_type: Option<u8>,
    location_network_list: Option<Vec<LocationNetworks>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LocationNetworks {
    location_code: Option<String>,
    operator_list: Option<Vec<Operator>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Operator {
    operator_name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderAnswer {
    pub(super) order_no: String,
    pub(super) transaction_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueryAnswer {
    pub(super) esim_list: Vec<ProfileAnswer>,
    pub(super) pager: Option<PagerAnswer>,
}

#[derive(Deserialize)]
pub(super) struct PagerAnswer {
    pub(super) total: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileAnswer {
    pub(super) esim_tran_no: String,
    pub(super) order_no: String,
    pub(super) transaction_id: Option<String>,
    iccid: Option<String>,
    ac: Option<String>,
    smdp_status: Option<String>,
    esim_status: Option<String>,
    expired_time: Option<String>,
    total_volume: Option<i64>,
    total_duration: Option<u32>,
    duration_unit: Option<String>,
    package_list: Option<Vec<ProfilePackage>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProfilePackage {
    package_code: Option<String>,
    slug: Option<String>,
}

/// The supplier sends the list bare or in an object.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum UsageAnswers {
    Bare(Vec<UsageAnswer>),
    #[serde(rename_all = "camelCase")]
    Named {
        esim_usage_list: Vec<UsageAnswer>,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsageAnswer {
    pub(super) esim_tran_no: String,
    data_usage: Option<i64>,
    total_data: Option<i64>,
    last_update_time: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct BalanceAnswer {
    pub(super) balance: i64,
}

/// An object whose fields are not read.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Nothing(IgnoredAny);

/// The progress of one profile.
pub(super) enum Progress {
    Made(Box<Profile>),
    Pending,
    Ended(String),
    /// Its activation code is malformed.
    Unreadable,
}

impl From<PackageListAnswer> for Packages {
    fn from(answer: PackageListAnswer) -> Self {
        let (mut packages, mut left_out) = (Vec::new(), Vec::new());
        for listed in answer.package_list {
            let code = listed.package_code.clone();
            match listed.package() {
                Some(package) => packages.push(package),
                None => left_out.push(code),
            }
        }
        Self { packages, left_out }
    }
}

impl PackageAnswer {
    /// The package; `None` when its price, size or duration is in a unit that we do not sell by, or makes no sense.
    fn package(self) -> Option<Package> {
        let sound = self.currency_code == "USD" && self.duration_unit == DAY && self.price > 0 && self.volume >= 0;
        let data_type = self.data_type.unwrap_or(1);
        if !sound || self.duration == 0 || (self.volume == 0 && data_type != 4) {
            return None;
        }
        let codes = self.location.split(',').map(str::trim).filter(|code| !code.is_empty());
        let locations: Vec<String> = codes.map(str::to_ascii_uppercase).collect();
        // A package of one country does not always name the country of its operators.
        let only = locations.first().cloned().unwrap_or_default();
        let networks = self.location_network_list.unwrap_or_default().into_iter();
        Some(Package {
            networks: networks.flat_map(|networks| networks.pairs(&only)).collect(),
            locations,
            code: self.package_code,
            slug: self.slug.unwrap_or_default(),
            name: self.name,
            price_usd_10000: self.price,
            volume_bytes: self.volume,
            duration_days: self.duration,
            data_type,
        })
    }
}

impl LocationNetworks {
    fn pairs(self, only: &str) -> impl Iterator<Item = (String, String)> + use<> {
        let code = self.location_code.unwrap_or_else(|| only.to_owned());
        let names = self.operator_list.unwrap_or_default().into_iter().filter_map(|operator| operator.operator_name);
        names.map(move |name| (code.clone(), name))
    }
}

impl UsageAnswers {
    pub(super) fn list(self) -> Vec<UsageAnswer> {
        match self {
            Self::Bare(list) | Self::Named { esim_usage_list: list } => list,
        }
    }
}

impl UsageAnswer {
    /// `None` when the figures are missing or make no sense.
    pub(super) fn counted(self) -> Option<Counted> {
        let data = DataUse::new(self.total_data?, self.data_usage?)?;
        Some(Counted { data, at: self.last_update_time.as_deref().and_then(instant) })
    }
}

impl ProfileAnswer {
    pub(super) fn progress(self) -> Progress {
        let word = self.esim_status.unwrap_or_default();
        let installed = self.smdp_status.as_deref().is_some_and(|status| !matches!(status, "" | "RELEASED"));
        let state = match word.as_str() {
            "CREATE" | "PAYING" | "PAID" | "GETTING_RESOURCE" => return Progress::Pending,
            "CANCEL" | "REVOKE" | "REVOKED" | "UNUSED_EXPIRED" | "USED_EXPIRED" => return Progress::Ended(word),
            "GOT_RESOURCE" if !installed => ProfileState::New,
            "GOT_RESOURCE" | "IN_USE" => ProfileState::InUse,
            "USED_UP" => ProfileState::UsedUp,
            "SUSPENDED" => ProfileState::Suspended,
            _ => ProfileState::Other(word),
        };
        let Some(code) = self.ac.filter(|code| !code.is_empty()) else { return Progress::Pending };
        let Some(activation_code) = ActivationCode::parse(&code) else { return Progress::Unreadable };
        let package = self.package_list.unwrap_or_default().into_iter().next();
        let (package_code, package_slug) = package.map_or((None, None), |it| (it.package_code, it.slug));
        Progress::Made(Box::new(Profile {
            esim_tran_no: self.esim_tran_no,
            order_no: self.order_no,
            transaction_id: self.transaction_id,
            iccid: self.iccid.filter(|iccid| !iccid.is_empty()),
            activation_code,
            state,
            package_code,
            package_slug,
            volume_bytes: self.total_volume,
            duration_days: self.total_duration.filter(|_| self.duration_unit.as_deref().unwrap_or(DAY) == DAY),
            expires_at: self.expired_time.as_deref().and_then(instant),
        }))
    }
}

/// `2026-05-29T18:34:17+0000`
fn instant(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%z").ok().map(|at| at.to_utc())
}
