//! The SMTP session for one letter, step by step: the meaning of a refusal depends on its step.
//!
//! A permanent refusal (5xx) of the greeting, the login or the sender would meet every letter, so it is about us; so is
//! one of a recipient or a letter that blames our rights instead of them. A doubtful refusal counts as about us too:
//! retrying a letter once more does less harm than dropping it because of a setting. Enhanced codes are those of RFC
//! 3463, RFC 5248 and RFC 7372.

use std::error::Error as _;
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;

use super::MailError;

/// How long the server may take to close the session.
const FAREWELL: Duration = Duration::from_secs(2);

/// How to connect to the mail server.
#[derive(Clone)]
pub(super) struct Door {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) tls: Tls,
    pub(super) hello: ClientId,
    pub(super) login: Option<Credentials>,
    /// Longest wait for a connection.
    pub(super) patience: Duration,
}

/// The step that a reply answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Connection, greeting, encryption, login.
    Hello,
    /// The letter's sender.
    Sender,
    /// The letter's recipient.
    Recipient,
    /// The letter itself.
    Letter,
}

impl Door {
    /// Sends one letter.
    pub(super) async fn hand_over(&self, envelope: &Envelope, letter: &[u8]) -> Result<(), MailError> {
        let mut connection = self.open().await.map_err(|error| judge(Step::Hello, &error))?;
        let outcome = say(&mut connection, envelope, letter).await;
        // The outcome is known by now: the job does not wait for the end of the session, on which nothing depends.
        tokio::spawn(async move { tokio::time::timeout(FAREWELL, connection.abort()).await });
        outcome.map_err(|(step, error)| judge(step, &error))
    }

    async fn open(&self) -> Result<AsyncSmtpConnection, Error> {
        let from_the_first_byte = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let server = (self.host.as_str(), self.port);
        let patience = Some(self.patience);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, patience, &self.hello, from_the_first_byte, None).await?;
        if let Tls::Required(parameters) = &self.tls {
            connection.starttls(parameters.clone(), &self.hello).await?;
        }
        if let Some(login) = &self.login {
            connection.auth(DEFAULT_MECHANISMS, login).await?;
        }
        Ok(connection)
    }
}

/// Letters are plain ASCII, and so are the addresses of buyers: no extension is needed.
async fn say(connection: &mut AsyncSmtpConnection, envelope: &Envelope, letter: &[u8]) -> Result<(), (Step, Error)> {
    let at = |step: Step| move |error: Error| (step, error);
    connection.command(Mail::new(envelope.from().cloned(), vec![])).await.map_err(at(Step::Sender))?;
    for recipient in envelope.to() {
        connection.command(Rcpt::new(recipient.clone(), vec![])).await.map_err(at(Step::Recipient))?;
    }
    connection.command(Data).await.map_err(at(Step::Letter))?;
    connection.message(letter).await.map_err(at(Step::Letter))?;
    Ok(())
}

fn judge(step: Step, error: &Error) -> MailError {
    let Some(code) = error.status().map(u16::from) else {
        let what = if error.is_timeout() {
            "the mail server is silent"
        } else if error.is_tls() {
            "no protected connection to the mail server"
        } else {
            "the conversation with the mail server failed"
        };
        return MailError::Transient(what.to_owned());
    };
    let about = match step {
        Step::Hello => "greeting or login",
        Step::Sender => "the sender",
        Step::Recipient => "the recipient",
        Step::Letter => "the letter",
    };
    let said = format!("the mail server said {code} to {about}");
    if !error.is_permanent() {
        return MailError::Transient(said);
    }
    let reply = error.source().map(ToString::to_string).unwrap_or_default();
    if is_about_us(step, code, &reply) { MailError::Refused(said) } else { MailError::Permanent(said) }
}

fn is_about_us(step: Step, code: u16, reply: &str) -> bool {
    // Not understood, out of sequence; login required, and the like.
    if matches!(code, 500 | 502..=504 | 530..=538) {
        return true;
    }
    match (step, enhanced(reply)) {
        (Step::Hello | Step::Sender, _) => true,
        // The sender's address; the server itself, except for the letter's size; too much mail from us.
        (_, Some((1, 7 | 8) | (4, 5))) => true,
        (_, Some((3, detail))) => detail != 4,
        // Our rights: relaying, for one. For a letter, 5.7.0 and 5.7.1 mean that its content is unwelcome.
        (Step::Recipient, Some((7, _))) => true,
        (Step::Letter, Some((7, detail))) => detail > 1,
        (Step::Recipient, _) => reply.to_ascii_lowercase().contains("relay"),
        (Step::Letter, _) => false,
    }
}

/// Subject and detail of the enhanced code that begins some servers' replies, such as `(1, 1)` of `5.1.1 no mailbox`.
fn enhanced(reply: &str) -> Option<(u16, u16)> {
    let mut numbers = reply.split_whitespace().next()?.strip_prefix("5.")?.split('.').map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(subject)), Some(Ok(detail)), None) => Some((subject, detail)),
        _ => None,
    }
}
