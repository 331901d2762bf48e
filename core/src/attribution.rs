//! The campaign that brought a buyer: `im_ref` and `fb_params` (specification 1, section 3), both untrusted. The shop
//! drops a value that it cannot keep, because attribution never prevents a purchase.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

/// Longest affiliate reference that is kept, in characters.
pub const MAX_REFERENCE: usize = 128;

/// Advertising parameters of the main buy page. Untrusted: the shop stores them and never uses them for price or
/// access. It ignores unknown fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FbParams {
    /// Browser id, at most 128 characters.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fbp: Option<String>,
    /// Click id, at most 256 characters.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fbc: Option<String>,
    /// Id of the add-to-cart event, at most 64 characters.
    #[serde(default, rename = "addToCartId", deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub add_to_cart_id: Option<String>,
    /// Id of the purchase event, at most 64 characters.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub purchase_event_id: Option<String>,
}

impl FbParams {
    /// The parameters within their length limits; `None` when no parameter is left.
    ///
    /// ```
    /// use onefare_core::attribution::FbParams;
    /// let sent = FbParams { fbp: Some("x".repeat(129)), fbc: Some("fb.1".to_owned()), ..FbParams::default() };
    /// assert_eq!(sent.kept(), Some(FbParams { fbc: Some("fb.1".to_owned()), ..FbParams::default() }));
    /// ```
    #[must_use]
    pub fn kept(self) -> Option<Self> {
        let short = |text: Option<String>, most: usize| text.filter(|text| text.chars().count() <= most);
        let kept = Self {
            fbp: short(self.fbp, 128),
            fbc: short(self.fbc, 256),
            add_to_cart_id: short(self.add_to_cart_id, 64),
            purchase_event_id: short(self.purchase_event_id, 64),
        };
        (kept != Self::default()).then_some(kept)
    }
}

/// Any JSON value, as a `T` where it has that form.
#[derive(Deserialize)]
#[serde(untagged, bound(deserialize = "T: Deserialize<'de>"))]
enum Sent<T> {
    /// A list, which `serde` would read as the fields of a struct in their order.
    List(#[expect(dead_code, reason = "what stands in it does not matter")] Vec<IgnoredAny>),
    Readable(T),
    Strange(IgnoredAny),
}

/// Reads a value of the form of `T`; any other JSON value is `None` and no error.
pub(crate) fn readable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(match Sent::deserialize(deserializer)? {
        Sent::Readable(value) => Some(value),
        Sent::List(_) | Sent::Strange(_) => None,
    })
}
