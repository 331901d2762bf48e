//! The secrets of a challenge. They are derived from the server's key and the challenge's random id: a retried letter
//! holds the same ones, and a copy of the database is not enough to sign in.

use onefare_core::otp::Otp;
use secrecy::SecretString;

use crate::ids::derived_bytes;

/// The code of a challenge. `None` never happens: four digits always are a code.
#[must_use]
pub fn code_of(key: &SecretString, challenge_id: &str) -> Option<Otp> {
    code_for(key, "sign-in-code", challenge_id)
}

/// The code of a request that has one for each purpose. `None` as [`code_of`].
#[must_use]
pub fn code_for(key: &SecretString, purpose: &str, id: &str) -> Option<Otp> {
    let [a, b, c, d, e, f, g, h, ..] = derived_bytes(key, purpose, id);
    // Over 2^64 values no digit is likelier than another by more than 10^-15.
    let digits = u64::from_be_bytes([a, b, c, d, e, f, g, h]) % 10_000;
    Otp::parse(&format!("{digits:04}")).ok()
}

/// The secret in the link of a challenge: its id, and 256 bits that only the server can compute.
#[must_use]
pub fn link_of(key: &SecretString, challenge_id: &str) -> String {
    format!("{challenge_id}.{}", hex::encode(derived_bytes(key, "sign-in-link", challenge_id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_id;

    #[test]
    fn codes_and_links_follow_from_key_and_challenge_and_codes_spread_over_all_digits() {
        let (key, other): (SecretString, SecretString) = ("one key".to_owned().into(), "another".to_owned().into());
        assert_eq!(code_of(&key, "sic_1"), code_of(&key, "sic_1"));
        assert_eq!(link_of(&key, "sic_1").len(), "sic_1.".len() + 64);
        assert_ne!(link_of(&key, "sic_1"), link_of(&other, "sic_1"));
        assert_ne!(link_of(&key, "sic_1")[6..], link_of(&key, "sic_2")[6..]);
        let mut seen = [[0_u32; 10]; 4];
        for _ in 0..10_000 {
            let code = code_of(&key, &new_id("sic")).unwrap();
            for (place, digit) in code.as_str().bytes().enumerate() {
                seen[place][usize::from(digit - b'0')] += 1;
            }
        }
        // Each digit is expected 1,000 times; ten standard deviations are 300.
        assert!(seen.iter().flatten().all(|times| (700..1300).contains(times)), "{seen:?}");
    }
}
