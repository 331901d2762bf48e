//! What the shop writes. A letter needs no script, no style sheet and nothing from outside to be read; what mail
//! programs understand of the rest makes it nicer.
//!
//! To add a letter: its words in every `words/<language>.json`, a struct for them in `texts.rs`, and a file that puts
//! its parts together; how parts look is in `page.rs` and `plain_text.rs`. To add a language: one JSON file and one
//! line in `texts.rs`.

pub mod account_deleted;
pub mod account_email;
pub mod address_changed;
pub mod cancellation;
mod data_plan;
mod draft;
mod envelope;
pub mod esim_ready;
mod html;
mod line;
pub mod order_held;
mod page;
mod plain_text;
pub mod plan_change;
pub mod plan_name;
pub mod receipt;
pub mod refund;
pub mod resumption;
pub mod sign_in;
mod texts;
pub mod withdrawal;

#[cfg(test)]
pub(super) mod tests;

pub use data_plan::DataPlan;
pub use envelope::Envelope;

use super::qr_code::QrError;

/// A letter that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// The file of texts does not have exactly the texts it should: a mistake that the tests rule out.
    #[error("the {language} texts are not as they should be: {source}")]
    Texts {
        /// Which file.
        language: &'static str,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A text names a value that its letter does not give, or leaves a brace open: a mistake that the tests rule out.
    #[error("nothing is known to put into {{{0}}}")]
    Placeholder(String),
    /// A code that no QR code holds.
    #[error(transparent)]
    QrCode(#[from] QrError),
    /// An eSIM without anything that a phone could install.
    #[error("there is neither a code nor a link nor a part of one to install the eSIM with")]
    NothingToInstall,
}
