//! Ways to install an eSIM, from whatever is known about it.

use core::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::ActivationCode;
use crate::safe_url::{is_host_name, is_secure_address};

/// The platform whose setup page a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// iOS and iPadOS, 17.4 or later.
    Apple,
    /// Android, 10 or later with current Google Play services.
    Android,
}

impl Platform {
    const ALL: [Self; 2] = [Self::Apple, Self::Android];

    /// The address of the setup page up to the code, in the exact form both companies publish.
    const fn setup_page(self) -> &'static str {
        match self {
            Self::Apple => "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=",
            Self::Android => "https://esimsetup.android.com/esim_qrcode_provisioning?carddata=",
        }
    }
}

/// The characters that an install link encodes: all but the unreserved ones, and the two of the code that a query may
/// hold and that Apple's own form shows raw.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':').remove(b'$');

/// What a supplier states about an eSIM; any field may be missing. Its `Debug` form shows no field.
#[derive(Clone, Copy, Default)]
pub struct Known<'text> {
    /// "An activation link or string" (specification 2, section 3): a code, an install link, or the supplier's page.
    pub generated: Option<&'text str>,
    /// Host name of the SM-DP+ server.
    pub smdp_address: Option<&'text str>,
    /// Matching id; an empty one is known to be empty.
    pub matching_id: Option<&'text str>,
}

/// What a page can offer to install an eSIM with. Its `Debug` form shows no field, because each is a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Installation {
    code: Option<ActivationCode>,
    link: Option<String>,
    smdp_address: Option<String>,
    matching_id: Option<String>,
}

impl Installation {
    /// The best of what is known: a code, extracted from an install link or assembled from its two parts if need be,
    /// gives everything; without one a buyer can still open a secure link and type in a part. Anything that is no code,
    /// no link and no part is left out, so that nothing but these three reaches a page.
    ///
    /// ```
    /// use onefare_core::delivery::{Installation, Known, Platform};
    /// let parts = Known { smdp_address: Some("smdp.example.com"), matching_id: Some("ABC-123"), ..Known::default() };
    /// let link = Installation::of(&parts).link(Platform::Apple);
    /// let page = "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=";
    /// assert_eq!(link, Some(format!("{page}LPA:1$smdp.example.com$ABC-123")));
    /// let lost = Known { matching_id: Some("ABC-123"), ..Known::default() };
    /// assert_eq!(Installation::of(&lost).link(Platform::Apple), None);
    /// assert_eq!(Installation::of(&lost).matching_id(), Some("ABC-123"));
    /// ```
    #[must_use]
    pub fn of(known: &Known<'_>) -> Self {
        let generated = known.generated.map(str::trim);
        let parts = || ActivationCode::new(known.smdp_address?.trim(), known.matching_id?.trim());
        let code = generated.and_then(|text| ActivationCode::parse(text).or_else(|| code_in_link(text))).or_else(parts);
        let text = |part: Option<&str>| part.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned);
        let plain = |id: &String| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        Self {
            // An install link without a code in it would open a page that can do nothing.
            link: text(generated)
                .filter(|link| code.is_none() && is_secure_address(link) && carried_by_link(link).is_none()),
            smdp_address: match &code {
                Some(code) => Some(code.smdp_address().to_owned()),
                None => text(known.smdp_address).filter(|address| is_host_name(address)),
            },
            matching_id: match &code {
                Some(code) => text(Some(code.matching_id())),
                None => text(known.matching_id).filter(plain),
            },
            code,
        }
    }

    /// The whole code, for the QR code and for copying.
    #[must_use]
    pub const fn code(&self) -> Option<&ActivationCode> {
        self.code.as_ref()
    }

    /// What to type in as SM-DP+ address.
    #[must_use]
    pub fn smdp_address(&self) -> Option<&str> {
        self.smdp_address.as_deref()
    }

    /// What to type in as activation code beside the address; `None` also when it is known to be empty.
    #[must_use]
    pub fn matching_id(&self) -> Option<&str> {
        self.matching_id.as_deref()
    }

    /// The link behind the install button; `None` means "Activation link is missing." It holds the secret: it belongs
    /// in the page and the letter, never in an address of ours or a log.
    #[must_use]
    pub fn link(&self, platform: Platform) -> Option<String> {
        match &self.code {
            Some(code) => {
                let text = code.full_text();
                Some(format!("{}{}", platform.setup_page(), utf8_percent_encode(&text, ENCODED)))
            }
            None => self.link.clone(),
        }
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Known(***)")
    }
}

impl fmt::Debug for Installation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Installation(***)")
    }
}

/// The text that an install link of either platform carries, still encoded.
fn carried_by_link(link: &str) -> Option<&str> {
    let carried = Platform::ALL.into_iter().find_map(|platform| link.strip_prefix(platform.setup_page()))?;
    carried.split(['&', '#']).next()
}

/// The code inside an install link of either platform.
fn code_in_link(link: &str) -> Option<ActivationCode> {
    ActivationCode::parse(&percent_decode_str(carried_by_link(link)?).decode_utf8().ok()?)
}
