//! An entitlement as JSON: the same in a push and in every answer.

use chrono::{DateTime, Utc};
use onefare_core::entitlement::EntitlementState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::entitlements::StoredEntitlement;

/// What is sold.
const PRODUCT: &str = "vpn";

/// The type of a push.
const UPDATED: &str = "entitlement.updated";

/// What an account may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntitlementDocument {
    /// The opaque id of the account. It survives a change of address and the deletion of the account.
    pub account: String,
    /// Always `vpn`.
    pub product: &'static str,
    /// `active`: it may be used. `grace`: it may be used, the renewal is awaited. `suspended`: not now, a bank decides about a
    /// dispute. `ended`: it may not be used.
    #[schema(value_type = String)]
    pub state: EntitlementState,
    /// From when.
    #[schema(value_type = String, format = DateTime)]
    pub from: DateTime<Utc>,
    /// The end of the paid time.
    #[schema(value_type = String, format = DateTime)]
    pub paid_until: DateTime<Utc>,
    /// The end of the access, unless a later revision says otherwise; later than `paid_until` by the grace period where a renewal
    /// is awaited.
    #[schema(value_type = String, format = DateTime)]
    pub until: DateTime<Utc>,
    /// How many devices may be set up.
    pub devices: u32,
    /// How many of them may be connected at the same time.
    pub simultaneous: u32,
    /// Grows over all accounts: an older revision than the known one of the same account says nothing.
    pub revision: i64,
    /// The account that this one was joined into, whose entitlement counts from then on.
    pub joined_into: Option<String>,
}

impl EntitlementDocument {
    /// The document of a stored entitlement.
    #[must_use]
    pub fn of(stored: &StoredEntitlement) -> Self {
        let found = stored.entitlement;
        Self {
            account: stored.account_id.clone(),
            product: PRODUCT,
            state: found.state,
            from: found.from,
            paid_until: found.paid_until,
            until: found.until,
            devices: found.devices.registered,
            simultaneous: found.devices.at_once,
            revision: stored.revision,
            joined_into: stored.joined_into.clone(),
        }
    }
}

/// The body of a push: the form that the Standard Webhooks specification recommends.
#[derive(Debug, Serialize)]
pub struct Push {
    r#type: &'static str,
    /// When it changed.
    timestamp: DateTime<Utc>,
    data: EntitlementDocument,
}

impl Push {
    /// The push of a stored entitlement.
    #[must_use]
    pub fn of(stored: &StoredEntitlement) -> Self {
        Self { r#type: UPDATED, timestamp: stored.changed_at, data: EntitlementDocument::of(stored) }
    }

    /// The id of the push: the same at every attempt, another for every revision.
    #[must_use]
    pub fn id(&self) -> String {
        format!("ent_{}_{}", self.data.account.trim_start_matches("acc_"), self.data.revision)
    }
}
