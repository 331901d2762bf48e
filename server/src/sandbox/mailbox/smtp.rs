//! An SMTP receiver: enough of RFC 5321 for any client on this machine.
//!
//! Own code, because it is a test double: it relays nothing, knows no users, offers neither TLS nor AUTH, and stores
//! every letter as received. Crates that serve SMTP are built for the opposite.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Received, keep};
use crate::sandbox::Sandbox;
use crate::sandbox::faults::{self, Fault, FaultKind};
use crate::sandbox::settings::SandboxError;

/// Largest letter, in bytes.
const LARGEST: usize = 1_024 * 1_024;
/// RFC 5321 allows 512 bytes of command and 1000 of text; clients that fold badly get some more.
const LONGEST_COMMAND: usize = 2_048;
const LONGEST_LINE: usize = 16 * 1_024;
const MOST_RECIPIENTS: usize = 100;
const MOST_CONNECTIONS: usize = 64;
/// How long a client may be silent.
const SILENCE: Duration = Duration::from_secs(120);

impl Sandbox {
    /// Receives letters until `shutdown`.
    pub async fn serve_smtp(self: Arc<Self>, listener: TcpListener, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.accept(listener) => {}
        }
    }

    async fn accept(self: Arc<Self>, listener: TcpListener) {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let mut connections = JoinSet::new();
        loop {
            while connections.try_join_next().is_some() {}
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let sandbox = Arc::clone(&self);
                    connections.spawn(async move {
                        if let Err(error) = converse(&sandbox, stream).await {
                            tracing::debug!(%error, "a mail client hung up");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "the mailbox could not accept a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}

/// The result of reading a line.
enum Line {
    Text(Vec<u8>),
    TooLong,
    End,
}

/// The envelope so far.
#[derive(Default)]
struct Envelope {
    sender: Option<String>,
    recipients: Vec<String>,
}

async fn converse(sandbox: &Sandbox, stream: TcpStream) -> std::io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::new(reader);
    let mut envelope = Envelope::default();
    if let Some(fault) = armed(sandbox, "mail.greeting").await {
        fault.before().await;
        match fault.kind {
            FaultKind::Error500 | FaultKind::Unauthorized | FaultKind::Refuse => {
                return say(&mut writer, &fault.refusal("421 4.3.2 no letters now")).await;
            }
            FaultKind::TimeoutBefore | FaultKind::TimeoutAfter => return Ok(()),
            FaultKind::Slow | FaultKind::Lie => {}
        }
    }
    say(&mut writer, "220 sandbox.localhost ESMTP no letter leaves this machine").await?;
    loop {
        let line = match read_line(&mut reader, LONGEST_COMMAND).await? {
            Line::Text(line) => line,
            Line::TooLong => return say(&mut writer, "500 5.5.2 line too long").await,
            Line::End => return Ok(()),
        };
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                envelope = Envelope::default();
                let size = format!("250-SIZE {LARGEST}");
                for line in ["250-sandbox.localhost", &size, "250-8BITMIME", "250-SMTPUTF8", "250 PIPELINING"] {
                    say(&mut writer, line).await?;
                }
            }
            "HELO" => {
                envelope = Envelope::default();
                say(&mut writer, "250 sandbox.localhost").await?;
            }
            "MAIL" => match refused(sandbox, "mail.sender").await {
                Some(refusal) => say(&mut writer, &refusal).await?,
                None => say(&mut writer, mail(&mut envelope, rest)).await?,
            },
            "RCPT" => match refused(sandbox, "mail.recipient").await {
                Some(refusal) => say(&mut writer, &refusal).await?,
                None => say(&mut writer, recipient(&mut envelope, rest)).await?,
            },
            "DATA" if envelope.recipients.is_empty() => say(&mut writer, "503 5.5.1 no recipient yet").await?,
            "DATA" => {
                say(&mut writer, "354 go on, end with a lonely dot").await?;
                let Some(raw) = read_letter(&mut reader).await? else {
                    return say(&mut writer, "500 5.5.2 line too long").await;
                };
                let answer = take_or_fail(sandbox, std::mem::take(&mut envelope), raw).await;
                let Some(answer) = answer else { return Ok(()) };
                say(&mut writer, &answer).await?;
            }
            "RSET" => {
                envelope = Envelope::default();
                say(&mut writer, "250 2.0.0 forgotten").await?;
            }
            "NOOP" => say(&mut writer, "250 2.0.0 fine").await?,
            "VRFY" => say(&mut writer, "252 2.1.5 every address is taken").await?,
            "QUIT" => return say(&mut writer, "221 2.0.0 goodbye").await,
            _ => say(&mut writer, "502 5.5.1 not spoken here").await?,
        }
    }
}

fn mail(envelope: &mut Envelope, rest: &str) -> &'static str {
    if envelope.sender.is_some() {
        return "503 5.5.1 there is a sender already";
    }
    let Some((sender, parameters)) = path(rest, "FROM:") else { return "501 5.5.4 MAIL FROM:<address>" };
    let size = parameters.split_whitespace().find_map(|it| it.to_ascii_uppercase().strip_prefix("SIZE=")?.parse().ok());
    if size.is_some_and(|size: usize| size > LARGEST) {
        return "552 5.3.4 too large";
    }
    envelope.sender = Some(sender.to_owned());
    "250 2.1.0 fine"
}

fn recipient(envelope: &mut Envelope, rest: &str) -> &'static str {
    if envelope.sender.is_none() {
        return "503 5.5.1 no sender yet";
    }
    match path(rest, "TO:") {
        Some((address, _)) if !address.is_empty() && envelope.recipients.len() < MOST_RECIPIENTS => {
            envelope.recipients.push(address.to_owned());
            "250 2.1.5 fine"
        }
        Some((address, _)) if !address.is_empty() => "452 4.5.3 too many recipients",
        _ => "501 5.5.4 RCPT TO:<address>",
    }
}

/// `FROM:<a@b> SIZE=1` -> `("a@b", " SIZE=1")`
fn path<'a>(rest: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let (start, after) = rest.split_at_checked(word.len())?;
    if !start.eq_ignore_ascii_case(word) {
        return None;
    }
    after.trim_start().strip_prefix('<')?.split_once('>')
}

/// The outcome of reading a letter: its bytes, or "too large"; in its place `None` when a line was too long.
enum Letter {
    Whole(Vec<u8>),
    TooLarge,
}

async fn read_letter(reader: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<Letter>> {
    let mut raw = Vec::new();
    let mut too_large = false;
    loop {
        let line = match read_line(reader, LONGEST_LINE).await? {
            Line::Text(line) => line,
            Line::TooLong => return Ok(None),
            Line::End => return Err(std::io::ErrorKind::UnexpectedEof.into()),
        };
        if line == b".\r\n" {
            return Ok(Some(if too_large { Letter::TooLarge } else { Letter::Whole(raw) }));
        }
        // The client doubles a dot at the start of a line (RFC 5321 transparency).
        let text = line.strip_prefix(b".").unwrap_or(&line);
        too_large |= raw.len() + text.len() > LARGEST;
        if !too_large {
            raw.extend_from_slice(text);
        }
    }
}

/// The fault of this step, if a test has injected one.
async fn armed(sandbox: &Sandbox, operation: &str) -> Option<Fault> {
    let taken = async {
        let mut work = sandbox.store.begin().await?;
        let fault = faults::take(&mut work, operation).await?;
        work.commit().await?;
        Ok::<_, SandboxError>(fault)
    };
    taken.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the mailbox could not look what is to go wrong");
        None
    })
}

/// The refusal of a step before the letter, if a test has injected one. Any other fault only delays the step.
async fn refused(sandbox: &Sandbox, operation: &str) -> Option<String> {
    let fault = armed(sandbox, operation).await?;
    fault.before().await;
    matches!(fault.kind, FaultKind::Error500 | FaultKind::Unauthorized | FaultKind::Refuse)
        .then(|| fault.refusal("451 4.3.0 not now"))
}

/// The reply to a letter; `None` where the connection breaks off instead.
async fn take_or_fail(sandbox: &Sandbox, envelope: Envelope, letter: Letter) -> Option<String> {
    let Some(fault) = armed(sandbox, "mail.letter").await else { return Some(take(sandbox, envelope, letter).await) };
    fault.before().await;
    match fault.kind {
        FaultKind::Error500 | FaultKind::Unauthorized | FaultKind::Refuse => {
            return Some(fault.refusal("451 4.3.0 not now"));
        }
        FaultKind::TimeoutBefore => return None,
        FaultKind::TimeoutAfter | FaultKind::Slow | FaultKind::Lie => {}
    }
    let answer = take(sandbox, envelope, letter).await;
    fault.after().await;
    (fault.kind != FaultKind::TimeoutAfter).then_some(answer)
}

async fn take(sandbox: &Sandbox, envelope: Envelope, letter: Letter) -> String {
    let Letter::Whole(raw) = letter else { return "552 5.3.4 too large".to_owned() };
    let received = Received { sender: envelope.sender.unwrap_or_default(), recipients: envelope.recipients, raw };
    let kept = async {
        let mut work = sandbox.store.begin().await?;
        let id = keep(&mut work, &received).await?;
        work.commit().await.map(|()| id)
    };
    match kept.await {
        Ok(id) => format!("250 2.0.0 kept as {id}"),
        Err(error) => {
            tracing::error!(%error, "the mailbox could not keep a letter");
            "451 4.3.0 try again".to_owned()
        }
    }
}

async fn read_line(reader: &mut BufReader<OwnedReadHalf>, longest: usize) -> std::io::Result<Line> {
    let mut line = Vec::new();
    let limit = u64::try_from(longest).unwrap_or(u64::MAX);
    timeout(SILENCE, reader.take(limit).read_until(b'\n', &mut line)).await??;
    Ok(match line.last() {
        None => Line::End,
        Some(b'\n') => Line::Text(line),
        Some(_) if line.len() >= longest => Line::TooLong,
        // The client disconnected in the middle of a line.
        Some(_) => Line::End,
    })
}

async fn say(writer: &mut OwnedWriteHalf, line: &str) -> std::io::Result<()> {
    timeout(SILENCE, writer.write_all(format!("{line}\r\n").as_bytes())).await?
}
