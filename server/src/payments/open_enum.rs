//! Words of a provider's that may gain others tomorrow.

/// Gives an enum whose last variant is `Other(String)` the way back to the provider's spelling.
macro_rules! open_enum_text {
    ($name:ident { $($variant:ident => $text:literal),+ $(,)? }) => {
        impl $name {
            /// The value as the provider spells it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Other(value) => value,
                }
            }
        }
    };
}

pub(super) use open_enum_text;
