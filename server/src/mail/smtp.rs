//! The one mailer: SMTP, to whatever server the settings name. Without settings that is the sandbox's mailbox.

mod conversation;

use std::fmt;
use std::time::Duration;

use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use onefare_core::wire::brand::Brand;
use secrecy::{ExposeSecret as _, SecretString};

use super::Letter;
use crate::config;
use conversation::Door;

/// Longest wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest wait for one letter.
const LETTER_TIMEOUT: Duration = Duration::from_secs(30);

/// How the conversation is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Security {
    /// Not at all: for a server on this machine.
    None,
    /// Plain at first, then TLS or nothing.
    #[default]
    StartTls,
    /// TLS from the first byte.
    Tls,
}

impl Security {
    /// Reads the word of a setting.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "starttls" => Some(Self::StartTls),
            "tls" => Some(Self::Tls),
            _ => None,
        }
    }
}

/// How to reach the mail server, and in whose name.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// The server's name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the conversation is protected.
    pub security: Security,
    /// The user of the login; `None` without a login.
    pub user: Option<String>,
    /// The password that goes with it.
    pub password: Option<SecretString>,
    /// The sender, such as `Shop <hello@shop.example>`.
    pub from: String,
    /// Where answers go, when elsewhere.
    pub reply_to: Option<String>,
    /// Longest wait for one letter.
    pub timeout: Duration,
}

/// Why there is no mailer.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// Sender or answer address cannot be read.
    #[error("{0} is not a mail address")]
    Address(&'static str),
    /// A password would cross the network readable.
    #[error("a mail password needs starttls or tls, or a server on this machine")]
    PlainPassword,
    /// One of user and password without the other.
    #[error("mail user and password belong together")]
    HalfCredentials,
    /// A word for the protection that is none.
    #[error("mail security is starttls, tls or none, not \"{0}\"")]
    Security(String),
    /// TLS cannot be set up for this server name.
    #[error("no TLS for the mail server: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// Why a letter was not sent. Neither form repeats the server's sentence: it tends to hold the address.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Worth another try later: unreachable, busy, silent.
    #[error("not sent now: {0}")]
    Transient(String),
    /// The server refuses every letter of ours: the login, the sender or our rights are wrong. Worth a retry after an operator
    /// has changed that.
    #[error("not sent, a person must look: {0}")]
    Refused(String),
    /// This letter will never be taken, or its recipient.
    #[error("never to be sent: {0}")]
    Permanent(String),
}

/// The mailer. Cheap to clone; every letter is a conversation of its own.
#[derive(Clone)]
pub struct Mailer {
    door: Door,
    from: Mailbox,
    reply_to: Option<Mailbox>,
    timeout: Duration,
}

impl fmt::Debug for Mailer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mailer").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Mailer {
    /// The mailer of the server's settings. Without a sender of their own, letters come from the brand's support
    /// address.
    ///
    /// # Errors
    /// See [`MailSetupError`].
    pub fn from_config(mail: &config::Mail, brand: &Brand) -> Result<Self, MailSetupError> {
        let security =
            Security::parse(&mail.security).ok_or_else(|| MailSetupError::Security(mail.security.clone()))?;
        let support = || {
            let address = brand.support_email.parse().map_err(|_| MailSetupError::Address("the support address"))?;
            Ok::<_, MailSetupError>(Mailbox::new(Some(brand.name.clone()), address).to_string())
        };
        let from = mail.from.clone().map_or_else(support, Ok)?;
        let (user, password) = mail.login.clone().unzip();
        let reply_to = Some(brand.support_email.clone());
        let timeout = LETTER_TIMEOUT;
        Self::new(&MailSettings {
            host: mail.host.clone(),
            port: mail.port,
            security,
            user,
            password,
            from,
            reply_to,
            timeout,
        })
    }

    /// A mailer; nothing is connected yet.
    ///
    /// # Errors
    /// See [`MailSetupError`].
    pub fn new(settings: &MailSettings) -> Result<Self, MailSetupError> {
        let from = mailbox(&settings.from).ok_or(MailSetupError::Address("the sender"))?;
        let reply_to = match settings.reply_to.as_deref() {
            Some(text) => Some(mailbox(text).ok_or(MailSetupError::Address("the answer address"))?),
            None => None,
        };
        let tls = match settings.security {
            Security::None => Tls::None,
            Security::StartTls => Tls::Required(TlsParameters::new(settings.host.clone())?),
            Security::Tls => Tls::Wrapper(TlsParameters::new(settings.host.clone())?),
        };
        let login = match (&settings.user, &settings.password) {
            (Some(_), Some(_)) if settings.security == Security::None && !is_this_machine(&settings.host) => {
                return Err(MailSetupError::PlainPassword);
            }
            (Some(user), Some(password)) => Some(Credentials::new(user.clone(), password.expose_secret().to_owned())),
            (None, None) => None,
            _ => return Err(MailSetupError::HalfCredentials),
        };
        let door = Door {
            host: settings.host.clone(),
            port: settings.port,
            tls,
            hello: ClientId::default(),
            login,
            patience: CONNECT_TIMEOUT.min(settings.timeout),
        };
        Ok(Self { door, from, reply_to, timeout: settings.timeout })
    }

    /// Sends a letter, once. The caller repeats it when the error says so.
    ///
    /// # Errors
    /// See [`MailError`].
    pub async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let message = self.message(letter)?;
        let text = message.formatted();
        let handed_over = self.door.hand_over(message.envelope(), &text);
        let silent = |_| MailError::Transient("the mail server is silent".to_owned());
        tokio::time::timeout(self.timeout, handed_over).await.map_err(silent)??;
        tracing::info!(letter = letter.message_id, "letter sent");
        Ok(())
    }

    /// The letter as it will travel.
    pub(super) fn message(&self, letter: &Letter) -> Result<Message, MailError> {
        let to = letter.to.as_str().parse().map_err(|_| permanent("the address cannot be written to"))?;
        if letter.subject.chars().any(char::is_control) {
            return Err(permanent("the subject has control characters"));
        }
        let id = &letter.message_id;
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        if id.is_empty() || id.len() > 128 || !plain {
            return Err(permanent("the letter's id is not plain"));
        }
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&letter.subject)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            // So that holiday notices and the like do not answer a machine.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("Content-Language", letter.language.code()));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(reply_to.clone());
        }
        builder.multipart(body(letter)?).map_err(|_| permanent("the letter cannot be put together"))
    }
}

/// Plain text first, then the page: the last form a mail program understands is the one it shows. Pictures go with the
/// page that shows them.
fn body(letter: &Letter) -> Result<MultiPart, MailError> {
    let alternatives = MultiPart::alternative().singlepart(SinglePart::plain(letter.text.clone()));
    let page = SinglePart::html(letter.html.clone());
    if letter.pictures.is_empty() {
        return Ok(alternatives.singlepart(page));
    }
    let kind = ContentType::parse("image/png").map_err(|_| permanent("the picture has no kind"))?;
    let mut related = MultiPart::related().singlepart(page);
    for picture in &letter.pictures {
        if !is_content_id(&picture.content_id) {
            return Err(permanent("the picture's id is not plain"));
        }
        let name = picture.file_name.to_owned();
        let inline = Attachment::new_inline_with_name(picture.content_id.clone(), name);
        related = related.singlepart(inline.body(picture.png.clone(), kind.clone()));
    }
    Ok(alternatives.multipart(related))
}

/// `name@host` of plain characters.
fn is_content_id(id: &str) -> bool {
    let plain = |part: &str| {
        (1..=255).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    id.split_once('@').is_some_and(|(name, host)| plain(name) && plain(host))
}

/// A line break in a setting must not become a header.
fn mailbox(text: &str) -> Option<Mailbox> {
    if text.chars().any(char::is_control) { None } else { text.parse().ok() }
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

fn permanent(reason: &str) -> MailError {
    MailError::Permanent(reason.to_owned())
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
pub(super) mod tests;
