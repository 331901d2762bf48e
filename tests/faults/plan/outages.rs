//! What goes wrong round a shop that is killed: webhook events, calls to providers, the supplier's actions, the mail
//! server.

use rand::RngExt as _;
use rand::rngs::StdRng;

use super::pick;

/// What becomes of the providers' webhook events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookMode {
    Normal,
    Lost,
    Doubled,
    Reordered,
    Late,
}

impl WebhookMode {
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

/// A call to a provider, to the supplier or to the mail server that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    pub operation: &'static str,
    pub kind: &'static str,
    /// How many calls: more than the shop repeats at once, or fewer.
    pub times: u32,
    /// Whether the provider repeats the failure to every call under the same key.
    pub kept: bool,
}

impl ProviderFault {
    const fn new(operation: &'static str, kind: &'static str, times: u32) -> Self {
        Self { operation, kind, times, kept: false }
    }
}

/// What the supplier makes of the next order of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// It is refused: nothing is left.
    SoldOut,
    /// It takes longer than people look.
    Slow,
    /// Another package is made.
    WrongPlan,
    /// The right package with another allowance.
    WrongVolume,
    /// The right package for other days.
    WrongDays,
    /// The code of an earlier order comes again.
    DuplicateCode,
    /// It is installed already.
    UsedCode,
    /// It is accepted and then cancelled.
    GivenUp,
}

const SUPPLIES: [Supply; 8] = [
    Supply::SoldOut,
    Supply::Slow,
    Supply::WrongPlan,
    Supply::WrongVolume,
    Supply::WrongDays,
    Supply::DuplicateCode,
    Supply::UsedCode,
    Supply::GivenUp,
];

const PAYMENT_FAULTS: [(&str, &str); 13] = [
    ("checkout.sessions.create", "timeout_after"),
    ("checkout.sessions.create", "timeout_before"),
    ("checkout.sessions.create", "error_500"),
    ("checkout.sessions.retrieve", "error_500"),
    ("checkout.sessions.retrieve", "timeout_after"),
    ("checkout.sessions.expire", "timeout_after"),
    ("mollie.payments.create", "timeout_after"),
    ("mollie.payments.create", "timeout_before"),
    ("mollie.payments.create", "error_500"),
    ("mollie.payments.get", "error_500"),
    ("mollie.payments.get", "timeout_after"),
    ("mollie.payments.cancel", "timeout_after"),
    ("mollie.payments.cancel", "error_500"),
];

const SUPPLIER_FAULTS: [(&str, &str); 5] = [
    ("esim_access.esim.order", "timeout_after"),
    ("esim_access.esim.order", "timeout_before"),
    ("esim_access.esim.order", "error_500"),
    ("esim_access.esim.query", "timeout_after"),
    ("esim_access.esim.query", "error_500"),
];

/// Refused at the greeting, refused after the letter arrived, hung up before it was kept, hung up after, and slow.
const MAIL_FAULTS: [(&str, &str); 5] = [
    ("mail.greeting", "error_500"),
    ("mail.letter", "error_500"),
    ("mail.letter", "timeout_before"),
    ("mail.letter", "timeout_after"),
    ("mail.letter", "slow"),
];

/// The outage at the end: pages are made but the answer is lost, more often than the shop repeats at once; the
/// providers do not say what has become of a page or of an order of data, however often the shop and the buyers' pages
/// ask while it lasts; and no letter is taken.
pub const OUTAGE: [ProviderFault; 7] = [
    ProviderFault::new("checkout.sessions.create", "timeout_after", 12),
    ProviderFault::new("checkout.sessions.retrieve", "error_500", 2_000),
    ProviderFault::new("mollie.payments.create", "timeout_after", 8),
    ProviderFault::new("mollie.payments.get", "error_500", 2_000),
    ProviderFault::new("esim_access.esim.order", "error_500", 2_000),
    ProviderFault::new("esim_access.esim.query", "error_500", 2_000),
    ProviderFault::new("mail.greeting", "error_500", 2_000),
];

/// What goes wrong while the shop is on its way to that place. What would keep it from getting there comes elsewhere.
pub(super) fn faults(chance: &mut StdRng, place: &str) -> Vec<ProviderFault> {
    let mut drawn = Vec::new();
    let draw = |chance: &mut StdRng, odds: f64, most: u32, list: &[(&'static str, &'static str)]| {
        // Drawn in any case, so that a place does not change what follows.
        let (falls, (operation, kind)) = (chance.random_bool(odds), pick(chance, list));
        let times = chance.random_range(1..=most);
        falls.then(|| ProviderFault::new(operation, kind, times))
    };
    let to_supplier = place.starts_with("supplier");
    let payment = draw(chance, 0.3, 4, &PAYMENT_FAULTS);
    drawn.extend(payment.filter(|_| !to_supplier));
    let supplier = draw(chance, 0.25, 2, &SUPPLIER_FAULTS);
    drawn.extend(supplier.filter(|_| !to_supplier));
    let mail = draw(chance, 0.25, 3, &MAIL_FAULTS);
    drawn.extend(mail.filter(|_| !place.starts_with("letter")));
    drawn
}

/// The same of the supplier's actions.
pub(super) fn supply(chance: &mut StdRng, place: &str) -> Option<Supply> {
    let (falls, action) = (chance.random_bool(0.4), pick(chance, &SUPPLIES));
    let hinders = matches!(action, Supply::SoldOut) && place.starts_with("supplier");
    (falls && !hinders).then_some(action)
}

/// A failure that the provider keeps for the key.
pub(super) fn kept(chance: &mut StdRng) -> ProviderFault {
    let operation = pick(chance, &["checkout.sessions.create", "mollie.payments.create"]);
    ProviderFault { operation, kind: "error_500", times: 1, kept: true }
}
