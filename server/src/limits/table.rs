//! The table of limits, as the file states it.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use serde::Deserialize;

/// The limits of a shop whose operator sets none.
const BUILT_IN: &str = include_str!("../../config/rate-limits.toml");

/// Longest window of a limit: older counts are deleted.
const LONGEST: u32 = 86_400;

/// A limited action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Any call under `/api`.
    Call,
    /// Starting a payment.
    Checkout,
    /// Starting a payment with a code that has a usage limit.
    LimitedCode,
    /// Trying a discount code that does not hold.
    WrongCode,
    /// Asking for the outcome of a payment.
    Status,
    /// A call to a payment provider on behalf of a request. An excess call is not refused; it waits in fair turns.
    ProviderCall,
    /// Drawing a page for one request alone.
    Page,
    /// Reporting a violation of the content security policy.
    CspReport,
    /// Sending the wizard's answers.
    Onboarding,
    /// Reporting an event or a recovery from a page, or answering about consent to events.
    Event,
    /// Correcting the address of a paid order.
    EmailChange,
    /// Confirming a withdrawal.
    Withdrawal,
    /// Opening the provider's page with card and invoices.
    Billing,
    /// Sending a sign-in code.
    SignInAsk,
    /// Trying a sign-in code.
    SignInTry,
    /// Sending a letter about an order that charged nothing, which anyone can begin in anyone's name.
    Letter,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 16] = [
        Self::Call,
        Self::Checkout,
        Self::LimitedCode,
        Self::WrongCode,
        Self::Status,
        Self::ProviderCall,
        Self::Page,
        Self::CspReport,
        Self::Onboarding,
        Self::Event,
        Self::EmailChange,
        Self::Withdrawal,
        Self::Billing,
        Self::SignInAsk,
        Self::SignInTry,
        Self::Letter,
    ];

    /// Its word in the table and the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Checkout => "checkout",
            Self::LimitedCode => "limited_code",
            Self::WrongCode => "wrong_code",
            Self::Status => "status",
            Self::ProviderCall => "provider_call",
            Self::Page => "page",
            Self::CspReport => "csp_report",
            Self::Onboarding => "onboarding",
            Self::Event => "event",
            Self::EmailChange => "email_change",
            Self::Withdrawal => "withdrawal",
            Self::Billing => "billing",
            Self::SignInAsk => "sign_in_ask",
            Self::SignInTry => "sign_in_try",
            Self::Letter => "letter",
        }
    }
}

/// What a row counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// An IPv4 address, or an IPv6 network of 64 bits.
    Address,
    /// An IPv4 network of 24 bits, or an IPv6 network of 48.
    Network,
    /// A browser.
    Cookie,
    /// An e-mail address.
    Email,
    /// All callers together.
    Everyone,
}

impl By {
    /// The order in which rows are counted. A call that a narrow row refuses takes nothing from the wider ones;
    /// cookies, which cost nothing to invent, come last.
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Self::Address => 0,
            Self::Network => 1,
            Self::Everyone => 2,
            Self::Email => 3,
            Self::Cookie => 4,
        }
    }

    /// Its word in the database.
    const fn word(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Network => "network",
            Self::Cookie => "cookie",
            Self::Email => "email",
            Self::Everyone => "everyone",
        }
    }
}

/// One limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The limited action.
    pub action: Action,
    /// What the row counts by.
    pub by: By,
    /// How many times it may happen.
    pub times: NonZeroU32,
    /// The window, in seconds.
    pub seconds: NonZeroU32,
    /// Whether all servers count together, in the database.
    #[serde(default)]
    pub shared: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    limit: Vec<Row>,
}

/// Why the table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LimitsError {
    /// The file cannot be read.
    #[error("ONEFARE_LIMITS names {0}, which cannot be read: {1}")]
    File(PathBuf, std::io::Error),
    /// It is not a table of limits.
    #[error("ONEFARE_LIMITS names a table that cannot be used: {0}")]
    Table(#[from] toml::de::Error),
    /// A row that would not do what it states.
    #[error("ONEFARE_LIMITS names a table whose row {0} cannot be meant: {1}")]
    Row(String, &'static str),
    /// An action without a row, in production.
    #[error("ONEFARE_LIMITS names {0}, which has no row for {1}: in production every action has one")]
    Missing(PathBuf, &'static str),
}

impl Row {
    /// Reads the table of a file, or the built-in one.
    ///
    /// # Errors
    /// See [`LimitsError`].
    pub fn table(file: Option<&Path>) -> Result<Vec<Self>, LimitsError> {
        let read =
            |path: &Path| std::fs::read_to_string(path).map_err(|error| LimitsError::File(path.to_owned(), error));
        let text = file.map(read).transpose()?;
        let table: Table = toml::from_str(text.as_deref().unwrap_or(BUILT_IN))?;
        match table.limit.iter().find_map(|row| Some((row, row.fault()?))) {
            Some((row, fault)) => Err(LimitsError::Row(row.rule(), fault)),
            None => Ok(table.limit),
        }
    }

    /// Its name in the database. One action may have several rows for the same clients, with different windows.
    #[must_use]
    pub fn rule(&self) -> String {
        format!("{}:{}:{}", self.action.word(), self.by.word(), self.seconds)
    }

    /// The window.
    #[must_use]
    pub fn window(&self) -> TimeDelta {
        TimeDelta::seconds(i64::from(self.seconds.get()))
    }

    /// The first action that a table leaves unlimited.
    #[must_use]
    pub fn unlimited(rows: &[Self]) -> Option<Action> {
        Action::ALL.into_iter().find(|action| !rows.iter().any(|row| row.action == *action))
    }

    /// Why the row would not do what it states.
    fn fault(&self) -> Option<&'static str> {
        let of_account = self.action == Action::SignInAsk;
        if self.seconds.get() > LONGEST {
            return Some("counts are kept for a day, 86400 seconds");
        }
        if of_account && !(self.shared && self.by != By::Cookie) {
            return Some("sign_in_ask is counted by email, address, network or everyone, and shared");
        }
        if self.action == Action::Letter {
            return (!(self.shared && self.by == By::Email)).then_some("letter is counted by email, and shared");
        }
        if self.action == Action::ProviderCall {
            let fault = self.shared || self.by != By::Network;
            return fault.then_some("provider_call is counted by network, and not shared");
        }
        (self.by == By::Email && !of_account).then_some("only sign_in_ask and letter are counted by email")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table_has_a_row_for_every_action() {
        let rows = Row::table(None).unwrap();
        assert_eq!(Row::unlimited(&rows), None);
        let others: Vec<Row> = rows.iter().copied().filter(|row| row.action != Action::Call).collect();
        assert_eq!(Row::unlimited(&others), Some(Action::Call));
        for action in Action::ALL {
            let word: Action = Action::deserialize(toml::Value::String(action.word().to_owned())).unwrap();
            assert_eq!(word, action);
        }
        let wrong = rows.iter().find(|row| row.action == Action::WrongCode && row.by == By::Address).unwrap();
        assert_eq!((wrong.times.get(), wrong.seconds.get(), wrong.shared), (20, 3_600, true));
    }

    #[test]
    fn a_row_that_would_do_nothing_is_named() {
        let read = |text: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            Row::table(Some(file.path())).unwrap_err().to_string()
        };
        for (row, rule) in [
            ("action = 'checkout'\nby = 'address'\nseconds = 86401", "checkout:address:86401"),
            ("action = 'checkout'\nby = 'email'\nseconds = 60", "checkout:email:60"),
            ("action = 'sign_in_ask'\nby = 'email'\nseconds = 60", "sign_in_ask:email:60"),
            ("action = 'letter'\nby = 'address'\nseconds = 60\nshared = true", "letter:address:60"),
            ("action = 'provider_call'\nby = 'address'\nseconds = 60", "provider_call:address:60"),
            ("action = 'provider_call'\nby = 'network'\nseconds = 60\nshared = true", "provider_call:network:60"),
            ("action = 'letter'\nby = 'email'\nseconds = 60", "letter:email:60"),
            ("action = 'sign_in_ask'\nby = 'cookie'\nseconds = 60\nshared = true", "sign_in_ask:cookie:60"),
        ] {
            let error = read(&format!("[[limit]]\ntimes = 1\n{row}"));
            assert!(error.starts_with(&format!("ONEFARE_LIMITS names a table whose row {rule} ")), "{error}");
        }
    }

    #[test]
    fn a_row_that_cannot_be_meant_is_refused() {
        for text in [
            "[[limit]]\naction = \"checkout\"\nby = \"address\"\ntimes = 0\nseconds = 60",
            "[[limit]]\naction = \"checkouts\"\nby = \"address\"\ntimes = 1\nseconds = 60",
            "[[limit]]\naction = \"checkout\"\nby = \"address\"\ntimes = 1\nminutes = 60",
            "limits = []",
        ] {
            assert!(toml::from_str::<Table>(text).is_err(), "{text}");
        }
        assert!(toml::from_str::<Table>("").unwrap().limit.is_empty(), "an empty table limits nothing");
    }
}
