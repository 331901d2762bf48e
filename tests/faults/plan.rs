//! What a run will do: drawn from its seed before anything starts, so that a seed tells everything but the timing.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

/// Every place at which the server can be stopped, as `ONEFARE_FAIL_POINT` spells it.
pub const PLACES: [&str; 18] = [
    "order_stored.before",
    "order_stored.after",
    "provider_asked.before",
    "provider_asked.after",
    "page_noted.before",
    "page_noted.after",
    "webhook_verified.before",
    "webhook_verified.after",
    "webhook_noted.before",
    "webhook_noted.after",
    "settled.before",
    "settled.after",
    "delivered.before",
    "delivered.after",
    "letter_sent.before",
    "letter_sent.after",
    "letter_noted.before",
    "letter_noted.after",
];

/// A whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    pub rounds: Vec<Round>,
    /// Who comes after the last kill, while the provider hardly answers.
    pub during_outage: Vec<Wish>,
    /// Whether the provider's notices stay lost after the last kill: then the shop has to ask by itself.
    pub silent_end: bool,
}

/// One kill and what happens until it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Which server dies.
    pub server: usize,
    pub kill: Kill,
    pub notices: Notices,
    pub provider: Option<ProviderFault>,
    pub buyers: Vec<Wish>,
    /// Whether somebody sends forged notices.
    pub forger: bool,
}

/// When the server dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// When a flow arrives at a place for the nth time since the server started.
    At { place: &'static str, arrival: u32 },
    /// So long after the round began, wherever it is.
    After(Duration),
    /// Not killed: stopped at a place for longer than its leases last, while another server takes its work over, and
    /// then let go on as if nothing had happened.
    Freeze { place: &'static str },
}

/// What becomes of the provider's notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notices {
    Normal,
    Lost,
    Doubled,
    Reordered,
    Late,
}

impl Notices {
    /// As the sandbox's control spells it.
    pub const fn mode(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Lost => "drop",
            Self::Doubled => "duplicate",
            Self::Reordered => "reorder",
            Self::Late => "delay",
        }
    }
}

/// A call to the provider that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    pub operation: &'static str,
    pub kind: &'static str,
    /// How many calls: more than the shop repeats at once, or fewer.
    pub times: u32,
    /// Whether the provider repeats the failure to everybody who asks under the same key.
    pub kept: bool,
}

/// A person: what they want and how they behave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub email: String,
    pub package: &'static str,
    pub other_package: &'static str,
    pub currency: &'static str,
    pub code: Option<&'static str>,
    pub language: &'static str,
    pub deed: Deed,
}

/// How a person behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Pays, comes back, looks again later.
    Pays,
    /// Pays and never comes back.
    PaysAndLeaves,
    /// Clicks three times at once, then pays.
    ClicksThrice,
    /// Is declined, then pays.
    IsDeclinedFirst,
    /// Lets the page expire, tries again, pays.
    LetsItExpire,
    /// Takes another plan after seeing the first page, and pays that one.
    ChangesMind,
    /// Comes back before paying, then pays.
    LooksTooEarly,
    /// Pays, presses Back and Buy again.
    BuysTwiceByMistake,
    /// Never pays.
    WalksAway,
}

const DEEDS: [Deed; 9] = [
    Deed::Pays,
    Deed::PaysAndLeaves,
    Deed::ClicksThrice,
    Deed::IsDeclinedFirst,
    Deed::LetsItExpire,
    Deed::ChangesMind,
    Deed::LooksTooEarly,
    Deed::BuysTwiceByMistake,
    Deed::WalksAway,
];

const PACKAGES: [&str; 3] = ["vpn-1m", "vpn-3m", "vpn-12m"];
const CURRENCIES: [&str; 6] = ["USD", "EUR", "AED", "SAR", "QAR", "OMR"];
const LANGUAGES: [&str; 5] = ["en", "nl", "de", "fr", "ar"];
const CODES: [Option<&str>; 6] = [None, None, Some("SPRING20"), Some("WELCOME5"), Some(LIMITED), Some(LIMITED)];

/// A code with fewer uses than there are people who want one.
pub const LIMITED: &str = "LASTFEW";

const PROVIDER_FAULTS: [(&str, &str); 6] = [
    ("checkout.sessions.create", "timeout_after"),
    ("checkout.sessions.create", "timeout_before"),
    ("checkout.sessions.create", "error_500"),
    ("checkout.sessions.retrieve", "error_500"),
    ("checkout.sessions.retrieve", "timeout_after"),
    ("checkout.sessions.expire", "timeout_after"),
];

/// The outage at the end: pages are made but the answer is lost, more often than the shop repeats at once; and what has
/// become of a page is not told, however often the shop and the buyers' pages ask while it lasts.
pub const OUTAGE: [ProviderFault; 2] = [
    ProviderFault { operation: "checkout.sessions.create", kind: "timeout_after", times: 12, kept: false },
    ProviderFault { operation: "checkout.sessions.retrieve", kind: "error_500", times: 2_000, kept: false },
];

/// After so many kills one kept failure and, where there are several servers, one freeze: each costs a run time.
const RARELY: usize = 20;

impl Plan {
    /// Draws a run of so many kills of so many servers. Every place comes before any comes again.
    pub fn draw(seed: u64, kills: usize, servers: usize) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let silent_end = chance.random_bool(0.5);
        let mut places: Vec<&'static str> = Vec::new();
        let mut rounds = Vec::new();
        for number in 0..kills {
            let kill = if number % 3 == 2 && kills > PLACES.len() {
                Kill::After(Duration::from_millis(chance.random_range(20..1500)))
            } else {
                if places.is_empty() {
                    places = PLACES.to_vec();
                    places.shuffle(&mut chance);
                }
                let place = places.pop().unwrap_or(PLACES[0]);
                Kill::At { place, arrival: chance.random_range(1..=2) }
            };
            rounds.push(round(&mut chance, number, kill, servers));
            if number % RARELY == RARELY - 1 && servers > 1 {
                let place = pick(&mut chance, &PLACES);
                rounds.push(round(&mut chance, kills + number, Kill::Freeze { place }, servers));
            }
        }
        let deeds = [Deed::PaysAndLeaves, Deed::PaysAndLeaves, Deed::Pays, Deed::ChangesMind];
        let guests = deeds.into_iter().enumerate();
        let during_outage = guests.map(|(place, deed)| wish(&mut chance, 2 * kills, place, deed)).collect();
        Self { seed, rounds, during_outage, silent_end }
    }

    /// How many uses the limited code has: enough for half of those who come with it.
    pub fn limited_uses(&self) -> usize {
        let guests = self.rounds.iter().flat_map(|round| &round.buyers).chain(&self.during_outage);
        guests.filter(|wish| wish.code == Some(LIMITED)).count().div_ceil(2)
    }
}

fn round(chance: &mut StdRng, number: usize, kill: Kill, servers: usize) -> Round {
    let place = match kill {
        Kill::At { place, .. } | Kill::Freeze { place } => place,
        Kill::After(_) => "",
    };
    let needs_notices = place.starts_with("webhook");
    let notices = match chance.random_range(0..10) {
        0..4 => Notices::Normal,
        4..6 => Notices::Doubled,
        6..8 => Notices::Reordered,
        _ if needs_notices => Notices::Doubled,
        8 => Notices::Late,
        _ => Notices::Lost,
    };
    let mut provider = chance.random_bool(0.25).then(|| {
        let (operation, kind) = pick(chance, &PROVIDER_FAULTS);
        ProviderFault { operation, kind, times: chance.random_range(1..=4), kept: false }
    });
    if number % (2 * RARELY) == RARELY {
        let operation = "checkout.sessions.create";
        provider = Some(ProviderFault { operation, kind: "error_500", times: 1, kept: true });
    }
    // Two who pay at once make every place reachable twice; the others behave as people do.
    let mut deeds = vec![Deed::Pays, Deed::PaysAndLeaves];
    deeds.push(pick(chance, &DEEDS));
    deeds.push(pick(chance, &DEEDS));
    let buyers = deeds.into_iter().enumerate().map(|(place, deed)| wish(chance, number, place, deed)).collect();
    Round { server: chance.random_range(0..servers), kill, notices, provider, buyers, forger: chance.random_bool(0.3) }
}

fn wish(chance: &mut StdRng, round: usize, place: usize, deed: Deed) -> Wish {
    let mut packages = PACKAGES;
    packages.shuffle(chance);
    Wish {
        email: format!("buyer-{round}-{place}@faults.example"),
        package: packages[0],
        other_package: packages[1],
        currency: pick(chance, &CURRENCIES),
        code: pick(chance, &CODES),
        language: pick(chance, &LANGUAGES),
        deed,
    }
}

fn pick<T: Copy>(chance: &mut StdRng, list: &[T]) -> T {
    *list.choose(chance).unwrap_or(&list[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_plan_and_another_seed_another() {
        assert_eq!(Plan::draw(7, 60, 2), Plan::draw(7, 60, 2));
        assert_ne!(Plan::draw(7, 60, 2), Plan::draw(8, 60, 2));
    }

    #[test]
    fn twenty_seven_kills_visit_every_place() {
        let plan = Plan::draw(1, 27, 1);
        assert_eq!(plan.rounds.len(), 27);
        for place in PLACES {
            let visited = |round: &Round| matches!(round.kill, Kill::At { place: at, .. } if at == place);
            assert_eq!(plan.rounds.iter().filter(|round| visited(round)).count(), 1, "{place}");
        }
    }

    #[test]
    fn several_servers_are_frozen_as_well_as_killed() {
        let plan = Plan::draw(1, 60, 2);
        let frozen = plan.rounds.iter().filter(|round| matches!(round.kill, Kill::Freeze { .. })).count();
        assert_eq!((plan.rounds.len() - frozen, frozen), (60, 3));
    }

    #[test]
    fn no_two_people_share_an_address() {
        let plan = Plan::draw(3, 200, 2);
        let guests = plan.rounds.iter().flat_map(|round| &round.buyers).chain(&plan.during_outage);
        let mut addresses: Vec<_> = guests.map(|one| &one.email).collect();
        let all = addresses.len();
        addresses.sort();
        addresses.dedup();
        assert_eq!(addresses.len(), all);
    }
}
