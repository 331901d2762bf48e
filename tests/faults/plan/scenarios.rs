//! The buyers: what they buy, how they pay, and how they behave.

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;

use super::pick;

/// A buyer: what they buy and how they behave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub email: String,
    pub way: Way,
    /// The package's name in that purchase call.
    pub package: &'static str,
    pub other_package: &'static str,
    pub currency: &'static str,
    pub code: Option<&'static str>,
    pub language: &'static str,
    pub action: Action,
}

/// The product, and with it the call that buys it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A plan, by card.
    Plan,
    /// A deal, by card or by iDEAL.
    Deal(By),
    /// Data, by card or by iDEAL.
    Esim(By),
}

/// The payment method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Card,
    Ideal,
}

impl Way {
    pub const fn by(self) -> By {
        match self {
            Self::Plan => By::Card,
            Self::Deal(by) | Self::Esim(by) => by,
        }
    }

    /// The same product, paid by the other method.
    pub const fn otherwise(self) -> Self {
        match self {
            Self::Plan => Self::Plan,
            Self::Deal(By::Card) => Self::Deal(By::Ideal),
            Self::Deal(By::Ideal) => Self::Deal(By::Card),
            Self::Esim(By::Card) => Self::Esim(By::Ideal),
            Self::Esim(By::Ideal) => Self::Esim(By::Card),
        }
    }

    pub const fn is_esim(self) -> bool {
        matches!(self, Self::Esim(_))
    }
}

/// How a buyer behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pays, comes back, looks again later.
    Pays,
    /// Pays and never comes back.
    PaysAndLeaves,
    /// Clicks three times at once, then pays.
    ClicksThrice,
    /// Is declined, then pays.
    IsDeclinedFirst,
    /// Cancels on the hosted page, then buys anyway.
    TurnsBack,
    /// Lets the page expire, tries again, then pays.
    LetsItExpire,
    /// Chooses another plan after seeing the first page, and pays for that one.
    ChangesMind,
    /// Sees the other method's page first, then pays by this method.
    Switches,
    /// Begins at the bank, pays by card meanwhile, and then the bank pays too.
    PaysBoth,
    /// Comes back before paying, then pays.
    LooksTooEarly,
    /// Returns while the bank's payment is pending; the bank pays later.
    LeavesPending,
    /// Pays, presses Back and Buy again.
    BuysTwiceByMistake,
    /// Never pays.
    WalksAway,
}

const ACTIONS: [Action; 13] = [
    Action::Pays,
    Action::PaysAndLeaves,
    Action::ClicksThrice,
    Action::IsDeclinedFirst,
    Action::TurnsBack,
    Action::LetsItExpire,
    Action::ChangesMind,
    Action::Switches,
    Action::PaysBoth,
    Action::LooksTooEarly,
    Action::LeavesPending,
    Action::BuysTwiceByMistake,
    Action::WalksAway,
];

impl Action {
    pub(super) fn drawn(chance: &mut StdRng) -> Self {
        pick(chance, &ACTIONS)
    }
}

const WAYS: [Way; 6] =
    [Way::Plan, Way::Plan, Way::Deal(By::Card), Way::Deal(By::Ideal), Way::Esim(By::Card), Way::Esim(By::Ideal)];

const PACKAGES: [&str; 3] = ["vpn-1m", "vpn-3m", "vpn-12m"];
/// One of them is unlimited: the supplier sells it by the day.
const DATA: [&str; 4] = ["1-1024-7", "2-3072-15", "3-5120-30", "5-1024-3"];
const CURRENCIES: [&str; 6] = ["USD", "EUR", "AED", "SAR", "QAR", "OMR"];
const LANGUAGES: [&str; 5] = ["en", "nl", "de", "fr", "ar"];
const CODES: [Option<&str>; 6] = [None, None, Some("SPRING20"), Some("WELCOME5"), Some(LIMITED), Some(LIMITED)];
const DATA_CODES: [Option<&str>; 4] = [None, Some("TRAVEL10"), Some(LIMITED_DATA), Some(LIMITED_DATA)];

/// Deals by number, with the euro cents that the deal page shows.
pub const DEALS: [(&str, i64); 3] = [("1", 999), ("12", 3_999), ("3", 1_499)];

/// A code for plans with fewer uses than buyers who want one.
pub const LIMITED: &str = "LASTFEW";

/// The same for data.
pub const LIMITED_DATA: &str = "LASTGIGS";

/// Whether a code may be used up before a buyer gets to use it.
pub fn is_limited(code: &str) -> bool {
    matches!(code, LIMITED | LIMITED_DATA)
}

/// A buyer with any payment method, or with the one that the place needs.
pub(super) fn scenario(
    chance: &mut StdRng,
    round: usize,
    place: usize,
    action: Action,
    needs: Option<Way>,
) -> Scenario {
    let mut way = pick(chance, &WAYS);
    let by = pick(chance, &[By::Card, By::Ideal]);
    if let Some(needed) = needs {
        way = needed;
    } else if matches!(action, Action::Switches | Action::PaysBoth) && way == Way::Plan {
        way = Way::Deal(by);
    } else if action == Action::LeavesPending {
        way = if way.is_esim() { Way::Esim(By::Ideal) } else { Way::Deal(By::Ideal) };
    }
    if action == Action::PaysBoth && way.by() == By::Ideal {
        // The buyer ends up paying the card page; the bank's payment is the surprise.
        way = way.otherwise();
    }
    let (mut packages, mut deals, mut data) = (PACKAGES, DEALS, DATA);
    packages.shuffle(chance);
    deals.shuffle(chance);
    data.shuffle(chance);
    let (currency, dollars) = (pick(chance, &CURRENCIES), chance.random_bool(0.5));
    let (code, data_code) = (pick(chance, &CODES), pick(chance, &DATA_CODES));
    let [package, other_package] = match way {
        Way::Plan => [packages[0], packages[1]],
        Way::Deal(_) => [deals[0].0, deals[1].0],
        Way::Esim(_) => [data[0], data[1]],
    };
    Scenario {
        email: format!("buyer-{round}-{place}@faults.example"),
        way,
        package,
        other_package,
        currency: match way {
            Way::Plan => currency,
            Way::Esim(By::Card) if dollars => "USD",
            Way::Deal(_) | Way::Esim(_) => "EUR",
        },
        code: match way {
            Way::Plan => code,
            Way::Deal(_) => None,
            Way::Esim(_) => data_code,
        },
        language: pick(chance, &LANGUAGES),
        action,
    }
}
