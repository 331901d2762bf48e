//! The product id of an eSIM plan: how an order names it (specification 2, sections 3 to 5).

use core::fmt;

/// How an order names its plan: bundle, megabytes and days, each 1 or more. Written `34-3072-30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StructuredData {
    bundle_id: u32,
    amount_mb: u32,
    amount_days: u32,
}

impl StructuredData {
    /// From its three figures; `None` when one of them is 0.
    #[must_use]
    pub const fn new(bundle_id: u32, amount_mb: u32, amount_days: u32) -> Option<Self> {
        if bundle_id == 0 || amount_mb == 0 || amount_days == 0 {
            return None;
        }
        Some(Self { bundle_id, amount_mb, amount_days })
    }

    /// Reads `structured_data`: exactly three whole numbers in ASCII digits, joined by hyphens, without signs, spaces
    /// or leading zeros, each 1 to 4294967295. Each plan has one spelling; any other text is `None`.
    ///
    /// ```
    /// use onefare_core::esim_product_id::StructuredData;
    /// assert_eq!(StructuredData::parse("34-3072-30"), StructuredData::new(34, 3072, 30));
    /// assert_eq!(StructuredData::parse("34-3072-30-1"), None);
    /// assert_eq!(StructuredData::parse("34--3072-30"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(parse_id);
        let (bundle_id, amount_mb, amount_days) = (parts.next()??, parts.next()??, parts.next()??);
        if parts.next().is_some() { None } else { Self::new(bundle_id, amount_mb, amount_days) }
    }

    /// Number of the bundle.
    #[must_use]
    pub const fn bundle_id(self) -> u32 {
        self.bundle_id
    }

    /// Megabytes; for an unlimited plan, of each day at full speed.
    #[must_use]
    pub const fn amount_mb(self) -> u32 {
        self.amount_mb
    }

    /// Days.
    #[must_use]
    pub const fn amount_days(self) -> u32 {
        self.amount_days
    }
}

impl fmt::Display for StructuredData {
    /// Writes what [`StructuredData::parse`] reads.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}-{}", self.bundle_id, self.amount_mb, self.amount_days)
    }
}

/// The bundle number that a part of an address names: plain ASCII digits without a leading zero, 1 to 4294967295
/// (specification 2, section 5: "The bundle id must be numeric").
///
/// ```
/// use onefare_core::esim_product_id::parse_id;
/// assert_eq!(parse_id("42"), Some(42));
/// assert_eq!((parse_id("042"), parse_id("+42"), parse_id("٤٢")), (None, None, None));
/// ```
#[must_use]
pub fn parse_id(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}
