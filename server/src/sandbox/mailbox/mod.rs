//! The mailbox: an SMTP receiver and the pages that show what it received. Letters are not relayed.

mod pages;
mod smtp;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use mail_parser::{MessageParser, MessagePart, MimeHeaders as _, PartType};
use serde::Serialize;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

pub(super) use self::pages::router;
use super::settings::SandboxError;
use super::store::Work;
use crate::ids::new_id;

/// Most letters of a list.
const SHOWN: i64 = 500;

/// A letter as received.
#[derive(Debug)]
pub(super) struct Received {
    /// The envelope's sender; empty for a bounce.
    pub sender: String,
    /// The envelope's recipients.
    pub recipients: Vec<String>,
    /// Everything between DATA and the final dot.
    pub raw: Vec<u8>,
}

/// A parsed letter.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Letter {
    pub id: String,
    /// RFC 3339, UTC.
    pub received_at: String,
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipients.
    pub to: Vec<String>,
    pub subject: String,
    pub text: Option<String>,
    /// As received: pictures in it are named `cid:` and their content id.
    pub html: Option<String>,
    /// The pictures inside the letter.
    pub pictures: Vec<Picture>,
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
}

/// A picture inside a letter.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Picture {
    /// Without its angle brackets.
    pub content_id: String,
    /// Such as `image/png`.
    pub media_type: &'static str,
    /// The file.
    pub base64: String,
}

/// Stores a letter; returns its id.
pub(super) async fn keep(work: &mut Work, received: &Received) -> Result<String, SandboxError> {
    let id = new_id("mail");
    let recipients = serde_json::json!(received.recipients).to_string();
    sqlx::query("INSERT INTO mails (id, received_at, sender, recipients, raw) VALUES (?, ?, ?, ?, ?)")
        .bind(&id)
        .bind(work.now.timestamp_millis())
        .bind(&received.sender)
        .bind(recipients)
        .bind(&received.raw)
        .execute(&mut *work.transaction)
        .await?;
    Ok(id)
}

/// The letters to an address that contains `to` (empty: all letters), newest first.
pub(super) async fn letters(work: &mut Work, to: &str) -> Result<Vec<Letter>, SandboxError> {
    let rows =
        sqlx::query("SELECT * FROM mails WHERE instr(lower(recipients), lower(?)) > 0 ORDER BY sequence DESC LIMIT ?")
            .bind(to)
            .bind(SHOWN)
            .fetch_all(&mut *work.transaction)
            .await?;
    rows.iter().map(read).collect()
}

/// One letter.
pub(super) async fn letter(work: &mut Work, id: &str) -> Result<Option<Letter>, SandboxError> {
    let row = sqlx::query("SELECT * FROM mails WHERE id = ?").bind(id).fetch_optional(&mut *work.transaction).await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &SqliteRow) -> Result<Letter, SandboxError> {
    let raw: Vec<u8> = row.try_get("raw")?;
    let recipients: String = row.try_get("recipients")?;
    let received_at: i64 = row.try_get("received_at")?;
    // A letter that cannot be parsed is shown without subject and parts; its bytes stay stored.
    let message = MessageParser::default().parse(&raw).filter(|message| !message.parts.is_empty());
    let text = message.iter().flat_map(|message| message.text_bodies()).find_map(|part| match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        _ => None,
    });
    let html = message.iter().flat_map(|message| message.html_bodies()).find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.to_string()),
        _ => None,
    });
    Ok(Letter {
        id: row.try_get("id")?,
        received_at: chrono::DateTime::from_timestamp_millis(received_at)
            .unwrap_or_default()
            .to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        from: row.try_get("sender")?,
        to: serde_json::from_str(&recipients)
            .map_err(|source| SandboxError::Unreadable { kind: "list of recipients", source })?,
        subject: message.as_ref().and_then(|message| message.subject()).unwrap_or_default().to_owned(),
        text,
        html,
        pictures: message.iter().flat_map(|message| &message.parts).filter_map(picture).collect(),
        headers: message
            .iter()
            .flat_map(|message| message.headers_raw())
            .map(|(name, value)| (name.to_owned(), value.split_whitespace().collect::<Vec<_>>().join(" ")))
            .collect(),
    })
}

/// A part that a page can show by its content id. Only raster formats: an SVG is a document.
fn picture(part: &MessagePart<'_>) -> Option<Picture> {
    let (PartType::InlineBinary(bytes) | PartType::Binary(bytes)) = &part.body else { return None };
    let kind = part.content_type().filter(|kind| kind.ctype().eq_ignore_ascii_case("image"))?;
    let known = [("png", "image/png"), ("jpeg", "image/jpeg"), ("gif", "image/gif"), ("webp", "image/webp")];
    let subtype = kind.subtype()?.to_ascii_lowercase();
    Some(Picture {
        content_id: part.content_id()?.trim_matches(['<', '>']).to_owned(),
        media_type: known.into_iter().find(|(known, _)| *known == subtype)?.1,
        base64: BASE64_STANDARD.encode(bytes),
    })
}
