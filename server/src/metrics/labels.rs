//! The labels of the metrics, and the words that they hold.

use onefare_core::wire::recovery::Recovery;
use prometheus_client::encoding::EncodeLabelSet;

/// Every kind of alarm, in alphabetical order. Each is counted from the start with 0: a query for an increase never sees
/// the first of a counter that did not exist before.
pub(super) const ALARMS: [&str; 30] = [
    "access_refused",
    "billing_portal",
    "catalogue_import",
    "charged_after_cancellation",
    "charge_refund_failed",
    "charged_differently",
    "database",
    "database_damaged",
    "dispute_lost",
    "dispute_of_unknown_charge",
    "dispute_opened",
    "dispute_unreadable",
    "entitlement_untaken",
    "esim",
    "esim_kept",
    "esim_supplier",
    "event_undelivered",
    "foreign_page",
    "fraud_warning",
    "held",
    "late_charge_refund_failed",
    "letter_undeliverable",
    "mail_server",
    "plan_not_changed",
    "quarantined",
    "refund_due",
    "refund_failed",
    "renewal_not_resumed",
    "sign_in_letters",
    "stalled",
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Limited {
    pub(super) action: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct PageRecovery {
    pub(super) outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RefusedWebhook {
    pub(super) provider: &'static str,
    pub(super) reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct IgnoredWebhook {
    pub(super) provider: &'static str,
    pub(super) kind: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Alarm {
    pub(super) kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Port {
    pub(super) port: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct End {
    pub(super) port: &'static str,
    pub(super) why: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Run {
    pub(super) kind: &'static str,
    pub(super) lane: &'static str,
    pub(super) result: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Jobs {
    pub(super) kind: &'static str,
    pub(super) lane: &'static str,
    pub(super) state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Attention {
    pub(super) what: &'static str,
    pub(super) state: &'static str,
}

/// How one run of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunResult {
    /// Nothing is left to do.
    Done,
    /// It runs again later.
    Again,
    /// It failed and is tried again.
    Failed,
}

/// Why a webhook event is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookRefusal {
    /// No secret of the shop made its signature, or the signature is too old.
    Signature,
    /// Its URL holds another token than the supplier's.
    Token,
    /// Its body is no event.
    Unreadable,
}

impl WebhookRefusal {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Signature => "signature",
            Self::Token => "token",
            Self::Unreadable => "unreadable",
        }
    }
}

pub(super) const fn recovery_word(outcome: Recovery) -> &'static str {
    match outcome {
        Recovery::Repaired => "repaired",
        Recovery::Redrawn => "redrawn",
        Recovery::Restored => "restored",
    }
}

/// Why the server ended a connection, or did not begin it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionEnd {
    /// No byte, or no request, in time.
    Silent,
    /// No request for long.
    Idle,
    /// Its answer was not read.
    Unread,
    /// It was silent when another needed a place.
    GaveWay,
    /// Its client had all the places that one client gets.
    Client,
    /// Every place was taken by a busy connection.
    Full,
}

impl ConnectionEnd {
    pub(super) const ALL: [Self; 6] = [Self::Silent, Self::Idle, Self::Unread, Self::GaveWay, Self::Client, Self::Full];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Idle => "idle",
            Self::Unread => "unread",
            Self::GaveWay => "gave_way",
            Self::Client => "client",
            Self::Full => "full",
        }
    }
}
