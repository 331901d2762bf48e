//! Proves that a call comes from our account: a signature over the exact bytes that are sent.

use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

/// The signed parts of a call.
#[derive(Clone, Debug)]
pub struct Signed<'call> {
    /// Epoch milliseconds, in decimal digits.
    pub timestamp: &'call str,
    /// A UUID, unique to the call.
    pub request_id: &'call str,
    /// Names the account.
    pub access_code: &'call str,
    /// The body as sent; empty for a call without parameters.
    pub body: &'call str,
}

impl Signed<'_> {
    /// Lower-case hex HMAC-SHA256 over timestamp, request id, access code and body, concatenated.
    ///
    /// ```
    /// use onefare_server::esims::esim_access::signature::Signed;
    /// let call = Signed { timestamp: "1", request_id: "2", access_code: "3", body: "{}" };
    /// // printf '123{}' | openssl dgst -sha256 -hmac key
    /// let expected = "1f72c58d13d0e8ad48c11b80018fd5b73fc04bb9c283aa6cfc2fb4a682d4b033";
    /// assert_eq!(call.signature(&"key".into()), expected);
    /// ```
    #[must_use]
    pub fn signature(&self, secret: &SecretString) -> String {
        #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()).expect("any key");
        for part in [self.timestamp, self.request_id, self.access_code, self.body] {
            mac.update(part.as_bytes());
        }
        hex::encode(mac.finalize().into_bytes())
    }
}
