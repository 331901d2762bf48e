//! The shop's letters. A letter is readable without scripts, style sheets or anything from outside; where a mail
//! program supports more, it looks better.
//!
//! To add a letter: its words in every `words/<language>.json`, a struct for them in `texts.rs`, and a file that
//! combines its parts; `page.rs` and `plain_text.rs` render the parts. To add a language: one JSON file and one line in
//! `texts.rs`.

pub mod account_deleted;
pub mod account_email;
pub mod address_changed;
pub mod cancellation;
pub mod charge_notice;
mod data_plan;
mod draft;
mod envelope;
pub mod esim_ready;
mod html;
pub mod later_receipt;
mod line;
pub mod order_held;
mod page;
mod plain_text;
pub mod plan_change;
pub mod plan_name;
pub mod receipt;
pub mod refund;
pub mod renewal_unpaid;
pub mod resumption;
pub mod sign_in;
mod texts;
pub mod withdrawal;

#[cfg(test)]
pub(super) mod tests;

pub use data_plan::DataPlan;
pub use envelope::Envelope;

use super::qr_code::QrError;

/// Why a letter could not be written.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A language's file does not have exactly the expected texts: a mistake that the tests rule out.
    #[error("the {language} texts are not as they should be: {source}")]
    Texts {
        /// The language of the file.
        language: &'static str,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A text names a value that its letter does not provide, or leaves a brace open: a mistake that the tests rule
    /// out.
    #[error("nothing is known to put into {{{0}}}")]
    Placeholder(String),
    /// A code that does not fit into a QR code.
    #[error(transparent)]
    QrCode(#[from] QrError),
    /// An eSIM without anything that a phone could install.
    #[error("there is neither a code nor a link nor a part of one to install the eSIM with")]
    NothingToInstall,
}
