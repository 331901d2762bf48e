//! Verifies that a call comes from the account: its headers, their age, and the signature over the received bytes. Own
//! code: a double must not share the client's mistakes.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::errors::Refusal;
use crate::sandbox::settings::EsimAccessAccount;

/// Largest distance of a call's time from ours, in milliseconds.
const TOLERANCE: i64 = 5 * 60 * 1_000;

/// Refuses a call that does not come from the account.
pub fn check(account: &EsimAccessAccount, headers: &HeaderMap, body: &[u8], now: DateTime<Utc>) -> Result<(), Refusal> {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let sent = [header("rt-accesscode"), header("rt-timestamp"), header("rt-requestid"), header("rt-signature")];
    let [Some(code), Some(timestamp), Some(request_id), Some(signature)] = sent else {
        return Err(Refusal::new("000101"));
    };
    let at: i64 = timestamp.parse().map_err(|_| Refusal::new("000102"))?;
    if !is_random_uuid(request_id) {
        return Err(Refusal::new("000102"));
    }
    if at.abs_diff(now.timestamp_millis()) > TOLERANCE.unsigned_abs() {
        return Err(Refusal::new("101001"));
    }
    let mac = Hmac::<Sha256>::new_from_slice(account.secret.as_bytes());
    let mut mac = mac.map_err(|_| Refusal::new("101003"))?;
    let signed = format!("{timestamp}{request_id}{code}");
    mac.update(signed.as_bytes());
    mac.update(body);
    let lower = signature.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let signature = hex::decode(signature).unwrap_or_default();
    if code == account.access_code && lower && mac.verify_slice(&signature).is_ok() {
        Ok(())
    } else {
        Err(Refusal::new("101003"))
    }
}

/// `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`
fn is_random_uuid(text: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_hexdigit();
    text.len() == 36
        && text.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            14 => byte == b'4',
            19 => matches!(byte.to_ascii_lowercase(), b'8' | b'9' | b'a' | b'b'),
            _ => hex(byte),
        })
}
