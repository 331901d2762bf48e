//! A package that can be ordered.

/// One data package as the supplier sells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The supplier's code, by which it is ordered.
    pub code: String,
    /// A readable alias of the code, such as `ES_3_30`; empty where there is none.
    pub slug: String,
    /// The supplier's name for it, in English.
    pub name: String,
    /// What the supplier charges us: US dollars times 10000 (18000 is 1.80). Of a [daily](Self::is_daily) package, for
    /// each day.
    pub price_usd_10000: i64,
    /// Bytes (1 GB is 1073741824): of the whole package, or of each day when it is [daily](Self::is_daily).
    pub volume_bytes: i64,
    /// Days it is valid once in use, 1 or more. A [daily](Self::is_daily) package of one day is ordered for as many
    /// days as the plan has.
    pub duration_days: u32,
    /// Where it works: ISO 3166-1 alpha-2 codes in capitals.
    pub locations: Vec<String>,
    /// The networks that carry it: a code of `locations` and an operator's name each.
    pub networks: Vec<(String, String)>,
    /// 1: one allowance in total. 2: an allowance each day, slower after it. 3: an allowance each day, cut off after it.
    /// 4: no limit.
    pub data_type: u8,
}

impl Package {
    /// Whether `name` is its code or its alias.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        !name.is_empty() && (self.code == name || self.slug == name)
    }

    /// Whether the allowance is per day.
    #[must_use]
    pub const fn is_daily(&self) -> bool {
        matches!(self.data_type, 2..=4)
    }
}
