//! Compares what a system of the VPN believes with what the shop knows.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use onefare_core::entitlement::EntitlementState;
use serde::{Deserialize, Serialize};

use super::document::EntitlementDocument;
use super::lookup::{LARGEST_PAGE, page_after};
use crate::store::{Connection, StoreError};

/// What the system believes about one account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Belief {
    /// The account.
    pub account: String,
    /// The state.
    pub state: EntitlementState,
    /// The end of the access; absent: not compared.
    pub until: Option<DateTime<Utc>>,
    /// The newest revision that it has taken; absent: not compared.
    pub revision: Option<i64>,
}

/// How a belief differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// The shop says that the account may be used; the system does not know it, or refuses it: a customer is locked out.
    LockedOut,
    /// The system lets an account in that the shop does not know, or says may not be used.
    LetIn,
    /// The system knows an older revision, with the same answer.
    Older,
    /// State, end or revision differ in another way.
    Differs,
}

impl Difference {
    /// The word that is printed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::LockedOut => "locked out",
            Self::LetIn => "let in",
            Self::Older => "older",
            Self::Differs => "differs",
        }
    }
}

/// One account about which both differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceLine {
    /// The account.
    pub account: String,
    /// How.
    pub difference: Difference,
    /// What the shop knows; absent for an account that it does not know.
    pub shop: Option<EntitlementDocument>,
    /// The state that the system believes; absent for an account that it does not know.
    pub system: Option<EntitlementState>,
}

/// Every difference, by account. An account that neither side lets in is no difference. `conn` reads one snapshot.
///
/// # Errors
/// The database.
pub async fn compare(conn: &mut Connection, beliefs: Vec<Belief>) -> Result<Vec<DifferenceLine>, StoreError> {
    let mut beliefs: BTreeMap<String, Belief> =
        beliefs.into_iter().map(|belief| (belief.account.clone(), belief)).collect();
    let mut found = Vec::new();
    let mut after = 0;
    loop {
        let page = page_after(conn, after, LARGEST_PAGE).await?;
        for shop in page.entitlements {
            let belief = beliefs.remove(&shop.account);
            if let Some(difference) = difference(&shop, belief.as_ref()) {
                let system = belief.map(|belief| belief.state);
                found.push(DifferenceLine { account: shop.account.clone(), difference, shop: Some(shop), system });
            }
        }
        if !page.more {
            break;
        }
        after = page.next;
    }
    let unknown = beliefs.into_values().filter(|belief| belief.state.allows_use());
    found.extend(unknown.map(|belief| DifferenceLine {
        account: belief.account,
        difference: Difference::LetIn,
        shop: None,
        system: Some(belief.state),
    }));
    found.sort_by(|left, right| left.account.cmp(&right.account));
    Ok(found)
}

fn difference(shop: &EntitlementDocument, belief: Option<&Belief>) -> Option<Difference> {
    let lets_in = belief.is_some_and(|belief| belief.state.allows_use());
    match (shop.state.allows_use(), lets_in) {
        (true, false) => return Some(Difference::LockedOut),
        (false, true) => return Some(Difference::LetIn),
        _ => {}
    }
    let belief = belief?;
    let same = belief.state == shop.state && belief.until.is_none_or(|until| until == shop.until);
    match belief.revision {
        Some(revision) if revision < shop.revision => Some(Difference::Older),
        Some(revision) if revision > shop.revision => Some(Difference::Differs),
        _ => (!same).then_some(Difference::Differs),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn shop(state: EntitlementState) -> EntitlementDocument {
        EntitlementDocument {
            account: "acc_1".to_owned(),
            product: "vpn",
            state,
            from: DateTime::UNIX_EPOCH,
            paid_until: DateTime::UNIX_EPOCH,
            until: DateTime::UNIX_EPOCH,
            devices: 5,
            simultaneous: 5,
            revision: 7,
            joined_into: None,
        }
    }

    fn belief(state: EntitlementState, revision: Option<i64>) -> Belief {
        Belief { account: "acc_1".to_owned(), state, until: None, revision }
    }

    #[test]
    fn what_locks_a_customer_out_or_lets_one_in_is_told_apart_from_what_is_late() {
        use EntitlementState::{Active, Ended, Grace, Suspended};
        for (known, believed, expected) in [
            (Active, None, Some(Difference::LockedOut)),
            (Grace, Some(belief(Suspended, Some(7))), Some(Difference::LockedOut)),
            (Ended, Some(belief(Active, Some(6))), Some(Difference::LetIn)),
            (Ended, None, None),
            (Active, Some(belief(Active, None)), None),
            (Active, Some(belief(Active, Some(7))), None),
            (Active, Some(belief(Active, Some(6))), Some(Difference::Older)),
            (Active, Some(belief(Active, Some(8))), Some(Difference::Differs)),
            (Active, Some(belief(Grace, Some(7))), Some(Difference::Differs)),
            (Ended, Some(belief(Suspended, None)), Some(Difference::Differs)),
        ] {
            assert_eq!(difference(&shop(known), believed.as_ref()), expected, "{known:?} {believed:?}");
        }
        let later = Belief { until: Some(DateTime::UNIX_EPOCH + TimeDelta::days(1)), ..belief(Active, None) };
        assert_eq!(difference(&shop(Active), Some(&later)), Some(Difference::Differs));
    }
}
