//! Random identifiers and the digests under which secrets are stored.
//!
//! Order ids, payment ids and payment hashes carry 130 random bits (26 characters of Crockford's base 32), so that a
//! neighbour cannot be guessed; the order number that people read out to support carries 40 and opens nothing.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use onefare_core::order::OrderNumber;
use rand::RngExt as _;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a secret id: 26 x 5 bits = 130 bits.
const SECRET_LENGTH: usize = 26;

fn random_text(length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).map(|_| char::from(ALPHABET[usize::from(rng.random::<u8>() & 31)])).collect()
}

/// A new id with its kind in front, such as `ord_…`.
#[must_use]
pub fn new_id(kind: &str) -> String {
    format!("{kind}_{}", random_text(SECRET_LENGTH))
}

/// A new secret without a kind, such as a payment hash or a cookie value.
#[must_use]
pub fn new_secret() -> String {
    random_text(SECRET_LENGTH)
}

/// A new order number for people. Eight characters of the alphabet always make one.
#[must_use]
pub fn new_order_number() -> OrderNumber {
    loop {
        if let Some(number) = OrderNumber::parse(&random_text(8)) {
            return number;
        }
    }
}

/// An order number from what an operator typed. A text that cannot be one is returned in capitals, for the refusal.
///
/// # Errors
/// That text.
pub fn typed_order_number(text: &str) -> Result<OrderNumber, String> {
    OrderNumber::parse(text).ok_or_else(|| text.trim().to_ascii_uppercase())
}

/// The digest under which a secret is stored and looked up: lower-case hex SHA-256.
#[must_use]
pub fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// A secret derived from the server's key, a purpose and a text: the same each time, unknown to others. 130 bits in the
/// form of [`new_secret`].
#[must_use]
pub fn derived_secret(key: &SecretString, purpose: &str, text: &str) -> String {
    let bytes = derived_bytes(key, purpose, text);
    bytes.iter().take(SECRET_LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

/// The keyed digest by which an eSIM is found, and which gives its number away to nobody. A filling `F` at the end is no part
/// of the number.
#[must_use]
pub fn iccid_digest(key: &SecretString, iccid: &str) -> String {
    derived_secret(key, "iccid", iccid.trim_end_matches(['F', 'f']))
}

/// [`derived_secret`] as 256 bits.
#[must_use]
pub fn derived_bytes(key: &SecretString, purpose: &str, text: &str) -> [u8; 32] {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes()).expect("any key");
    mac.update(purpose.as_bytes());
    mac.update(b":");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

/// A new secret of 256 random bits in hexadecimal digits, such as a session's token.
#[must_use]
pub fn new_token() -> String {
    hex::encode(rand::rng().random::<[u8; 32]>())
}

/// The hash of a payment: it is part of the URLs that a provider leads back to, and opens what was paid for. The
/// database holds its [digest](Self::digest) alone.
#[derive(Clone, PartialEq, Eq)]
pub struct PaymentHash(String);

impl PaymentHash {
    /// The hash of a payment, derived from its id so that a retried hand-over carries the same return address.
    #[must_use]
    pub fn of(key: &SecretString, payment_id: &str) -> Self {
        Self(derived_secret(key, "payment-hash", payment_id))
    }

    /// Reads what a URL or a request carries. `None` for a text without the form of [`derived_secret`]: no payment has
    /// such a hash.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == SECRET_LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        fits.then(|| Self(text.to_owned()))
    }

    /// The text, for return addresses.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The digest under which it is stored and looked up.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&self.0)
    }
}

impl fmt::Debug for PaymentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PaymentHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_hash_is_read_as_it_was_made_and_shows_itself_to_no_log() {
        let hash = PaymentHash::of(&SecretString::from("key"), "pay_1");
        assert_eq!(PaymentHash::parse(hash.as_str()), Some(hash.clone()));
        assert_eq!((hash.digest(), hash.digest().len()), (digest(hash.as_str()), 64));
        assert!(!format!("{hash:?}").contains(hash.as_str()));
        let [upper, longer, inner] =
            [hash.as_str().to_ascii_uppercase(), format!("{}0", hash.as_str()), "o".repeat(SECRET_LENGTH)];
        for other in ["", "cs_test_a1b2c3d4e5f6g7h8i9j0", " ", &upper, &longer, &inner] {
            assert_eq!(PaymentHash::parse(other), None, "{other}");
        }
    }

    #[test]
    fn an_order_number_is_read_as_people_type_it() {
        let number = new_order_number();
        assert_eq!(typed_order_number(&format!(" {} ", number.as_str().to_ascii_lowercase())), Ok(number));
        for (other, told) in [("", ""), (" 7k3m-92p", "7K3M-92P"), ("7k3m9é2", "7K3M9é2"), ("cs_test_a", "CS_TEST_A")]
        {
            assert_eq!(typed_order_number(other), Err(told.to_owned()));
        }
    }
}
