//! The one mailer: SMTP, to the configured server. Without settings that is the sandbox's mailbox.

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
use crate::access::Access;
use crate::config;
use conversation::Door;

/// Longest wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest wait for one letter.
const LETTER_TIMEOUT: Duration = Duration::from_secs(30);

/// The encryption of the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Security {
    /// No encryption: for a server on this machine.
    None,
    /// Starts in plain text, then upgrades to TLS or fails.
    #[default]
    StartTls,
    /// TLS from the first byte.
    Tls,
}

impl Security {
    /// Parses the word of a setting.
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

/// How to reach the mail server, and the sender.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// The server's name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The encryption of the connection.
    pub security: Security,
    /// The user of the login; `None` without a login.
    pub user: Option<String>,
    /// The user's password.
    pub password: Option<SecretString>,
    /// The sender, such as `Shop <hello@shop.example>`.
    pub from: String,
    /// The address for replies, when it is another one.
    pub reply_to: Option<String>,
    /// Longest wait for one letter.
    pub timeout: Duration,
}

/// Why there is no mailer.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// The sender or reply address is malformed.
    #[error("{0} is not a mail address")]
    Address(&'static str),
    /// A password would cross the network unencrypted.
    #[error("a mail password needs starttls or tls, or a server on this machine")]
    PlainPassword,
    /// A user without a password, or the reverse.
    #[error("mail user and password belong together")]
    HalfCredentials,
    /// The word for the encryption is unknown.
    #[error("mail security is starttls, tls or none, not \"{0}\"")]
    Security(String),
    /// TLS cannot be set up for this server name.
    #[error("no TLS for the mail server: {0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// Why a letter was not sent. Neither `Debug` nor `Display` repeats the server's reply: it tends to hold the address.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Worth a retry later: the server is unreachable, busy or silent.
    #[error("not sent now: {0}")]
    Transient(String),
    /// The server refuses every letter of ours: the login, the sender or our rights are wrong. Worth a retry once an
    /// operator has corrected that.
    #[error("not sent, a person must look: {0}")]
    Refused(String),
    /// The server will never accept this letter, or its recipient.
    #[error("never to be sent: {0}")]
    Permanent(String),
}

/// The mailer. Cheap to clone; every letter has a connection of its own.
#[derive(Clone)]
pub struct Mailer {
    door: Door,
    from: Mailbox,
    reply_to: Option<Mailbox>,
    timeout: Duration,
    access: Access,
}

impl fmt::Debug for Mailer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mailer").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Mailer {
    /// The mailer of the shop's settings. Without a configured sender, letters come from the brand's support address.
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

    /// Makes a mailer; connects to nothing yet.
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
        Ok(Self { door, from, reply_to, timeout: settings.timeout, access: Access::default() })
    }

    /// Whether the mail server accepts our login and sender.
    #[must_use]
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// Sends a letter, once. The caller retries where the error allows it.
    ///
    /// # Errors
    /// See [`MailError`].
    pub async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let message = self.message(letter)?;
        let text = message.formatted();
        let handed_over = self.door.hand_over(message.envelope(), &text);
        let silent = |_| MailError::Transient("the mail server is silent".to_owned());
        let handed_over = tokio::time::timeout(self.timeout, handed_over).await.map_err(silent)?;
        match &handed_over {
            Err(MailError::Refused(_)) => self.access.refused(),
            Ok(()) | Err(MailError::Permanent(_)) => self.access.accepted(),
            Err(MailError::Transient(_)) => {}
        }
        handed_over?;
        tracing::info!(letter = letter.message_id, "letter sent");
        Ok(())
    }

    /// The letter as a MIME message.
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
            // So that out-of-office replies and the like do not answer a machine.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("Content-Language", letter.language.code()));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(reply_to.clone());
        }
        builder.multipart(body(letter)?).map_err(|_| permanent("the letter cannot be put together"))
    }
}

/// Plain text first, then HTML: a mail program shows the last form that it understands. Pictures go with the HTML that
/// shows them.
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
