//! Secrets at rest: sealed with a key derived from the server's own, so that a stolen database or backup opens nothing.
//!
//! ChaCha20-Poly1305 under a key of HKDF-SHA256; a fresh random nonce for every text. What a text belongs to (its
//! order) is bound to it: moved to another row it does not open.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use hkdf::Hkdf;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

const NONCE_BYTES: usize = 12;

/// A sealed text as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Which key sealed it.
    pub key: String,
    /// Nonce and ciphertext, in lower-case hex.
    pub text: String,
}

/// Why a sealed text does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It was sealed under another key: `ONEFARE_SECRET` is not what it was.
    #[error("sealed under another ONEFARE_SECRET")]
    OtherKey,
    /// It was damaged, or belongs to something else.
    #[error("damaged, or of another order")]
    Damaged,
    /// The cipher refused; it takes texts of any length we have.
    #[error("cannot be sealed")]
    Refused,
}

/// Seals and opens texts for one purpose.
#[derive(Clone)]
pub struct Sealer {
    cipher: ChaCha20Poly1305,
    key: String,
}

impl Sealer {
    /// A sealer for a purpose, such as `activation-code`: another purpose has another key.
    #[must_use]
    pub fn new(secret: &SecretString, purpose: &str) -> Self {
        let root = Hkdf::<Sha256>::new(Some(b"onefare-seal-1"), secret.expose_secret().as_bytes());
        let (mut key, mut name) = ([0; 32], [0; 4]);
        #[expect(clippy::expect_used, reason = "HKDF gives up to 8160 bytes")]
        root.expand_multi_info(&[b"key:", purpose.as_bytes()], &mut key).expect("32 bytes");
        #[expect(clippy::expect_used, reason = "HKDF gives up to 8160 bytes")]
        root.expand_multi_info(&[b"name:", purpose.as_bytes()], &mut name).expect("4 bytes");
        Self { cipher: ChaCha20Poly1305::new(&key.into()), key: hex::encode(name) }
    }

    /// Seals a text that belongs to something, such as an order by its id.
    ///
    /// # Errors
    /// [`SealError::Refused`].
    pub fn seal(&self, text: &str, belongs_to: &str) -> Result<Sealed, SealError> {
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let payload = Payload { msg: text.as_bytes(), aad: belongs_to.as_bytes() };
        let sealed = self.cipher.encrypt(&Nonce::from(nonce), payload).map_err(|_| SealError::Refused)?;
        Ok(Sealed { key: self.key.clone(), text: hex::encode([&nonce[..], &sealed].concat()) })
    }

    /// Opens what was sealed for the same thing.
    ///
    /// # Errors
    /// [`SealError::OtherKey`], [`SealError::Damaged`].
    pub fn open(&self, sealed: &Sealed, belongs_to: &str) -> Result<String, SealError> {
        if sealed.key != self.key {
            return Err(SealError::OtherKey);
        }
        let bytes = hex::decode(&sealed.text).map_err(|_| SealError::Damaged)?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>().ok_or(SealError::Damaged)?;
        let payload = Payload { msg: sealed, aad: belongs_to.as_bytes() };
        let opened = self.cipher.decrypt(&Nonce::from(*nonce), payload).map_err(|_| SealError::Damaged)?;
        String::from_utf8(opened).map_err(|_| SealError::Damaged)
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sealer").field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "LPA:1$smdp.example.com$ABC-123";

    fn sealer(secret: &str, purpose: &str) -> Sealer {
        Sealer::new(&secret.into(), purpose)
    }

    #[test]
    fn what_is_sealed_opens_for_the_same_thing_only() {
        let sealer = sealer("a secret of forty characters, more or less", "activation-code");
        let sealed = sealer.seal(CODE, "ord_1").unwrap();
        assert_eq!(sealer.open(&sealed, "ord_1").as_deref(), Ok(CODE));
        assert_eq!(sealer.open(&sealed, "ord_2"), Err(SealError::Damaged));
        assert_ne!(sealer.seal(CODE, "ord_1").unwrap().text, sealed.text, "never twice the same");
        assert_eq!(sealed.text.len(), 2 * (NONCE_BYTES + CODE.len() + 16));
        assert!(!format!("{sealed:?} {sealer:?}").contains("smdp"));
    }

    #[test]
    fn another_secret_or_purpose_is_another_key() {
        let first = sealer("one", "activation-code");
        let sealed = first.seal(CODE, "ord_1").unwrap();
        for other in [sealer("two", "activation-code"), sealer("one", "something-else")] {
            assert_eq!(other.open(&sealed, "ord_1"), Err(SealError::OtherKey));
            let renamed = Sealed { key: other.key.clone(), ..sealed.clone() };
            assert_eq!(other.open(&renamed, "ord_1"), Err(SealError::Damaged));
        }
    }

    #[test]
    fn no_changed_byte_opens() {
        let sealer = sealer("one", "activation-code");
        let sealed = sealer.seal(CODE, "ord_1").unwrap();
        for place in 0..sealed.text.len() {
            let mut text = sealed.text.clone().into_bytes();
            text[place] = if text[place] == b'0' { b'1' } else { b'0' };
            let changed = Sealed { text: String::from_utf8(text).unwrap(), ..sealed.clone() };
            assert_eq!(sealer.open(&changed, "ord_1"), Err(SealError::Damaged), "{place}");
        }
        for text in ["", "00", "zz", &sealed.text[1..], &sealed.text[..sealed.text.len() - 2]] {
            let short = Sealed { text: text.to_owned(), ..sealed.clone() };
            assert_eq!(sealer.open(&short, "ord_1"), Err(SealError::Damaged), "{text}");
        }
    }

    /// Computed with another tool, so that a later version still opens what this one sealed.
    #[test]
    fn the_form_at_rest_stays() {
        // Node: hkdfSync("sha256", secret, "onefare-seal-1", "key:" or "name:" + purpose), then chacha20-poly1305 with
        // the nonce 00 to 0b and the order as associated data.
        let sealed = Sealed { key: KEY_NAME.to_owned(), text: SEALED.to_owned() };
        assert_eq!(sealer("one", "activation-code").open(&sealed, "ord_1").as_deref(), Ok(CODE));
    }

    const KEY_NAME: &str = "3e600b6d";
    const SEALED: &str = "000102030405060708090a0b5b14eeb636dee21070a844b78828f4d2826910afbc8df2c211558942d9b85c609ac1062a2afcbae7042782afde4d";
}
