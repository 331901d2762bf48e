//! The port to the mail server: one SMTP mailer and the letters it sends.

pub mod letters;
pub mod qr_code;
pub mod smtp;

use std::fmt;

use onefare_core::email::Email;
use onefare_core::language::Language;

pub use smtp::{MailError, MailSettings, Mailer, Security};

/// A letter ready to send. Its `Debug` form shows neither the address nor the content.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The recipient.
    pub to: Email,
    /// The subject line.
    pub subject: String,
    /// The HTML.
    pub html: String,
    /// The same content as plain text.
    pub text: String,
    /// The language of both.
    pub language: Language,
    /// Our id of the letter: the same in every attempt, so that a mailbox can recognise a repetition.
    pub message_id: String,
    /// The pictures that the HTML shows as `cid:` and the content id.
    pub pictures: Vec<Picture>,
}

/// A PNG picture inside a letter. Its `Debug` form hides the picture, which is a QR code.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its name in the HTML: `name@host`, unique for all time.
    pub content_id: String,
    /// The file name under which it is saved.
    pub file_name: &'static str,
    /// The file.
    pub png: Vec<u8>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Picture").field("content_id", &self.content_id).finish_non_exhaustive()
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Letter")
            .field("to", &self.to)
            .field("language", &self.language)
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}
