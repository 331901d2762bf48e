//! The providers that the sandbox plays.

use super::settings::SandboxError;

/// A provider; its word is in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// Cards.
    Stripe,
    /// iDEAL.
    Mollie,
    /// eSIMs.
    EsimAccess,
}

impl Provider {
    /// Its word.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Mollie => "mollie",
            Self::EsimAccess => "esim_access",
        }
    }

    /// Parses the word.
    pub fn find(code: &str) -> Result<Self, SandboxError> {
        let found = [Self::Stripe, Self::Mollie, Self::EsimAccess].into_iter().find(|provider| provider.code() == code);
        found.ok_or_else(|| SandboxError::Missing { kind: "provider", id: code.to_owned() })
    }
}
