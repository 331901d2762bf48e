//! Values of a provider's that may get new ones.

/// Gives an enum whose last variant is `Other(String)` its provider's spelling.
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
