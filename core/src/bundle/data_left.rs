//! How much of a data plan is left, in figures and as text.

use super::data_text::{data_text, tenths_text};
use crate::language::Language;

/// Bytes of a megabyte, as suppliers count.
pub const MEGABYTE: i64 = 1_024 * 1_024;

/// A supplier's count of a plan's data, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataUse {
    /// The data of the plan, 1 or more.
    pub total: i64,
    /// The data used, 0 or more; a supplier may count past the total.
    pub used: i64,
}

impl DataUse {
    /// From a supplier's figures; `None` where they make no sense.
    #[must_use]
    pub const fn new(total: i64, used: i64) -> Option<Self> {
        if total > 0 && used >= 0 { Some(Self { total, used }) } else { None }
    }

    /// Bytes that are left, 0 or more.
    #[must_use]
    pub const fn left(self) -> i64 {
        if self.used >= self.total { 0 } else { self.total.saturating_sub(self.used) }
    }

    /// Whole percent left: 0 only when nothing is left.
    ///
    /// ```
    /// use onefare_core::bundle::DataUse;
    /// let percent = |total, used| DataUse::new(total, used).map(DataUse::percent_left);
    /// assert_eq!(percent(3_000, 2_999), Some(1));
    /// assert_eq!(percent(3_000, 3_500), Some(0));
    /// assert_eq!(percent(0, 0), None);
    /// ```
    #[must_use]
    pub fn percent_left(self) -> u32 {
        let used = i128::from(self.used.min(self.total)).saturating_mul(100);
        let used = used.checked_div(i128::from(self.total)).and_then(|percent| u32::try_from(percent).ok());
        100_u32.saturating_sub(used.unwrap_or(100))
    }

    /// The data left, such as `1.2 GB`. Rounded down, because a page must not promise more than there is: to tenths of
    /// 1024 megabytes, below that to whole megabytes.
    ///
    /// ```
    /// use onefare_core::bundle::DataUse;
    /// use onefare_core::language::Language;
    /// let left = |used| DataUse::new(3 << 30, used).map(|data| data.left_text(Language::En).replace('\u{a0}', " "));
    /// assert_eq!(left(0).as_deref(), Some("3 GB"));
    /// assert_eq!(left(1).as_deref(), Some("2.9 GB"));
    /// assert_eq!(left((3 << 30) - (5 << 20)).as_deref(), Some("5 MB"));
    /// ```
    #[must_use]
    pub fn left_text(self, language: Language) -> String {
        amount_text(self.left() / MEGABYTE, language)
    }

    /// The data used, rounded up in the same way, because a page must not understate it.
    #[must_use]
    pub fn used_text(self, language: Language) -> String {
        let megabytes = self.used.saturating_add(MEGABYTE - 1) / MEGABYTE;
        if megabytes < 1_024 {
            return amount_text(megabytes, language);
        }
        tenths_text(bounded(megabytes.saturating_mul(10).saturating_add(1_023) / 1_024), language)
    }

    /// The data of the plan, written as the shop sells it.
    #[must_use]
    pub fn total_text(self, language: Language) -> String {
        data_text(bounded(self.total / MEGABYTE), language)
    }
}

/// Whole megabytes; from 1024 on tenths of a gigabyte, rounded down.
fn amount_text(megabytes: i64, language: Language) -> String {
    if megabytes < 1_024 {
        return data_text(bounded(megabytes), language);
    }
    tenths_text(bounded(megabytes.saturating_mul(10) / 1_024), language)
}

fn bounded(amount: i64) -> u32 {
    u32::try_from(amount).unwrap_or(u32::MAX)
}
