//! `ONEFARE_WITHOUT`: the parts of the shop that this one leaves out.

use super::ConfigError;
use super::variables::{invalid, list};

/// The optional parts that this shop sells: without an account at Mollie nothing is paid by iDEAL, without one at the
/// supplier there are no eSIMs. Purchases of the time before a part was left out keep their pages, calls, refunds and
/// deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sold {
    /// Payments by iDEAL.
    pub ideal: bool,
    /// eSIMs with data.
    pub esims: bool,
}

impl Sold {
    /// A shop with everything.
    pub const ALL: Self = Self { ideal: true, esims: true };

    /// Whether the shop offers the deals, which come with an eSIM and are paid by card or iDEAL.
    #[must_use]
    pub const fn deals(self) -> bool {
        self.ideal && self.esims
    }
}

/// The setting.
const WITHOUT: &str = "ONEFARE_WITHOUT";

/// What the environment leaves of the shop. A missing key alone leaves nothing out: it may have been forgotten.
pub(super) fn sold() -> Result<Sold, ConfigError> {
    read(&list(WITHOUT))
}

fn read(without: &[String]) -> Result<Sold, ConfigError> {
    let mut sold = Sold::ALL;
    for part in without {
        match part.as_str() {
            "ideal" => sold.ideal = false,
            "esims" => sold.esims = false,
            other => return Err(invalid(WITHOUT, other, "ideal, esims, or both, separated by a comma")),
        }
    }
    Ok(sold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_named_one_by_one() {
        let read = |words: &[&str]| read(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(read(&[]).unwrap(), Sold::ALL);
        assert_eq!(read(&["ideal"]).unwrap(), Sold { ideal: false, esims: true });
        assert_eq!(read(&["esims", "ideal"]).unwrap(), Sold { ideal: false, esims: false });
        let said = read(&["eSIM"]).unwrap_err().to_string();
        assert_eq!(said, "ONEFARE_WITHOUT is \"eSIM\", but it takes ideal, esims, or both, separated by a comma");
    }
}
