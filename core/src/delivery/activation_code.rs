//! Activation codes of eSIMs (GSMA SGP.22): what the QR code holds and what a person types in.

use core::fmt;

use crate::safe_url::is_host_name;

/// Longest code without its prefix (SGP.22).
const MAX_LENGTH: usize = 255;

/// A checked activation code. It is a bearer secret: installing it takes over the line. Its `Debug` form shows only the
/// server, so that it is safe to log; a caller gets the whole code only by a method that says so.
#[derive(Clone, PartialEq, Eq)]
pub struct ActivationCode {
    smdp_address: String,
    matching_id: String,
    oid: Option<String>,
    confirmation_required: bool,
    tail: Option<String>,
}

impl ActivationCode {
    /// A code from its two usual parts, with neither server id nor confirmation code. `None` when the address is no
    /// host name, or the matching id holds anything but ASCII letters, digits and hyphens; it may be empty.
    #[must_use]
    pub fn new(smdp_address: &str, matching_id: &str) -> Option<Self> {
        // A delimiter inside one of them would make a third part, such as a server id that the supplier did not give.
        let whole = ![smdp_address, matching_id].iter().any(|part| part.contains('$'));
        if whole { Self::parse(&format!("1${smdp_address}${matching_id}")) } else { None }
    }

    /// Reads `LPA:1$<SM-DP+ address>$<matching id>[$<SM-DP+ OID>[$<confirmation flag>[$<more>]]]`, the prefix in any
    /// case or absent, as people type it. What later versions of the standard append is kept as it is.
    ///
    /// `None` for anything else: spaces, another format version, an address that is no host name, a missing delimiter
    /// before the matching id, a flag other than `1`, more than 255 characters without the prefix.
    ///
    /// ```
    /// use onefare_core::delivery::ActivationCode;
    /// let code = ActivationCode::parse("lpa:1$smdp.example.com$ABC-123$$1").unwrap();
    /// assert_eq!((code.smdp_address(), code.matching_id(), code.oid()), ("smdp.example.com", "ABC-123", None));
    /// assert!(code.confirmation_required());
    /// assert_eq!(code.full_text(), "LPA:1$smdp.example.com$ABC-123$$1");
    /// assert!(ActivationCode::parse("LPA:2$smdp.example.com$ABC-123").is_none());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let prefixed = text.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("LPA:"));
        let typed = if prefixed { text.get(4..)? } else { text };
        let mut fields = typed.splitn(6, '$');
        let (version, smdp_address, matching_id) = (fields.next()?, fields.next()?, fields.next()?);
        let mut optional = || fields.next().filter(|field| !field.is_empty());
        let (oid, flag, tail) = (optional(), optional(), optional());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let valid = typed.len() <= MAX_LENGTH
            && version == "1"
            && is_host_name(smdp_address)
            && matching_id.bytes().all(plain)
            && oid.is_none_or(is_oid)
            && flag.is_none_or(|flag| flag == "1")
            && tail.is_none_or(|tail| tail.bytes().all(|byte| byte.is_ascii_graphic()));
        valid.then(|| Self {
            smdp_address: smdp_address.to_owned(),
            matching_id: matching_id.to_owned(),
            oid: oid.map(str::to_owned),
            confirmation_required: flag.is_some(),
            tail: tail.map(str::to_owned),
        })
    }

    /// Host name of the server that holds the eSIM; iOS asks for it when a code is typed in.
    #[must_use]
    pub fn smdp_address(&self) -> &str {
        &self.smdp_address
    }

    /// What iOS calls the activation code; empty when the server knows the phone by itself.
    #[must_use]
    pub fn matching_id(&self) -> &str {
        &self.matching_id
    }

    /// Object identifier of the server.
    #[must_use]
    pub fn oid(&self) -> Option<&str> {
        self.oid.as_deref()
    }

    /// Whether the phone will also ask for a confirmation code.
    #[must_use]
    pub const fn confirmation_required(&self) -> bool {
        self.confirmation_required
    }

    /// The whole code with its prefix: what the QR code and install links hold.
    #[must_use]
    pub fn full_text(&self) -> String {
        format!("LPA:{}", self.typed_text())
    }

    /// The whole code as it is typed in on Android, without the prefix.
    #[must_use]
    pub fn typed_text(&self) -> String {
        let Self { smdp_address, matching_id, .. } = self;
        let flag = if self.confirmation_required { "1" } else { "" };
        let optional = [self.oid.as_deref().unwrap_or(""), flag, self.tail.as_deref().unwrap_or("")];
        let mut text = format!("1${smdp_address}${matching_id}");
        let last = optional.iter().rposition(|field| !field.is_empty()).map_or(0, |last| last.saturating_add(1));
        for field in optional.iter().take(last) {
            text.push('$');
            text.push_str(field);
        }
        text
    }
}

impl fmt::Debug for ActivationCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ActivationCode({}, ***)", self.smdp_address)
    }
}

/// Two or more numbers joined by dots, without leading zeros.
fn is_oid(text: &str) -> bool {
    let number = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'))
    };
    text.contains('.') && text.split('.').all(number)
}
