//! Faults around a shop that is killed: webhook events, calls to providers, the supplier's actions, the mail server.

use rand::RngExt as _;
use rand::rngs::StdRng;

use super::pick;

/// How the providers' webhook events are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookMode {
    Normal,
    Lost,
    Doubled,
    Reordered,
    Late,
}

impl WebhookMode {
    /// The mode's name in the sandbox's control.
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

/// A faulty call to a provider, to the supplier or to the mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    pub operation: &'static str,
    pub kind: &'static str,
    /// Number of faulty calls: more or fewer than the shop retries at once.
    pub times: u32,
    /// Whether the provider replays the failure to every call with the same key.
    pub kept: bool,
}

impl ProviderFault {
    const fn new(operation: &'static str, kind: &'static str, times: u32) -> Self {
        Self { operation, kind, times, kept: false }
    }
}

/// The supplier's outcome for the next data order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// Refused: nothing is made.
    SoldOut,
    /// It takes longer than a buyer watches.
    Slow,
    /// The supplier makes another package.
    WrongPlan,
    /// The right package with another allowance.
    WrongVolume,
    /// The right package for other days.
    WrongDays,
    /// The activation code of an earlier order is used again.
    DuplicateCode,
    /// The eSIM is already installed.
    UsedCode,
    /// The order is accepted and then cancelled.
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

/// Refused at the greeting, refused after the letter arrived, disconnected before it was accepted, disconnected after,
/// and slow.
const MAIL_FAULTS: [(&str, &str); 5] = [
    ("mail.greeting", "error_500"),
    ("mail.letter", "error_500"),
    ("mail.letter", "timeout_before"),
    ("mail.letter", "timeout_after"),
    ("mail.letter", "slow"),
];

/// The outage at the end: pages are created but the answers are lost, more often than the shop retries at once; the
/// providers do not report the state of a page or a data order, however often the shop and the buyers' pages poll while
/// it lasts; and the mail server accepts no letter.
pub const OUTAGE: [ProviderFault; 7] = [
    ProviderFault::new("checkout.sessions.create", "timeout_after", 12),
    ProviderFault::new("checkout.sessions.retrieve", "error_500", 2_000),
    ProviderFault::new("mollie.payments.create", "timeout_after", 8),
    ProviderFault::new("mollie.payments.get", "error_500", 2_000),
    ProviderFault::new("esim_access.esim.order", "error_500", 2_000),
    ProviderFault::new("esim_access.esim.query", "error_500", 2_000),
    ProviderFault::new("mail.greeting", "error_500", 2_000),
];

/// The faults on the way to that place, except those that would keep the shop from reaching it.
pub(super) fn faults(chance: &mut StdRng, place: &str) -> Vec<ProviderFault> {
    let mut drawn = Vec::new();
    let draw = |chance: &mut StdRng, odds: f64, most: u32, list: &[(&'static str, &'static str)]| {
        // Drawn in every case, so that a place does not change the later draws.
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

/// The same for the supplier's actions.
pub(super) fn supply(chance: &mut StdRng, place: &str) -> Option<Supply> {
    let (falls, action) = (chance.random_bool(0.4), pick(chance, &SUPPLIES));
    let hinders = matches!(action, Supply::SoldOut) && place.starts_with("supplier");
    (falls && !hinders).then_some(action)
}

/// A failure that the provider stores under the idempotency key.
pub(super) fn kept(chance: &mut StdRng) -> ProviderFault {
    let operation = pick(chance, &["checkout.sessions.create", "mollie.payments.create"]);
    ProviderFault { operation, kind: "error_500", times: 1, kept: true }
}
