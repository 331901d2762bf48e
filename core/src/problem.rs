//! Every sentence the shop can refuse with: a closed catalogue with stable codes.
//!
//! Pages translate by code; the English sentence is the specification's where it gives one (specification 1,
//! sections 5 and 8; specification 2, sections 5 and 8).

/// A refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The e-mail field is empty.
    EmailRequired,
    /// The e-mail field does not hold an address.
    EmailInvalid,
    /// The chosen plan is not in the price book.
    UnknownPackage,
    /// The currency is not offered.
    UnsupportedCurrency,
    /// The price is no longer the one the page showed.
    PriceChanged,
    /// The discount code field is empty or blank.
    DiscountCodeRequired,
    /// The code does not hold: unknown, too early, over, used up or for something else, which are told alike.
    DiscountCodeInvalid,
    /// The body is not what the call takes.
    BadRequest,
    /// The body is longer than the call takes.
    BodyTooLarge,
    /// The body is not declared as JSON.
    WrongContentType,
    /// The method is not one the address takes.
    MethodNotAllowed,
    /// The call came from another site.
    ForbiddenOrigin,
    /// Nothing is known under that id or address.
    NotFound,
    /// Too many calls.
    RateLimited,
    /// The payment provider did not answer; the order is kept and can be tried again.
    ProviderUnavailable,
    /// The initial data could not be given.
    FetchFailed,
    /// Anything that went wrong on our side.
    SomethingWrong,
}

impl Problem {
    /// Every problem, for tests and for the description of the calls.
    pub const ALL: [Self; 17] = [
        Self::EmailRequired,
        Self::EmailInvalid,
        Self::UnknownPackage,
        Self::UnsupportedCurrency,
        Self::PriceChanged,
        Self::DiscountCodeRequired,
        Self::DiscountCodeInvalid,
        Self::BadRequest,
        Self::BodyTooLarge,
        Self::WrongContentType,
        Self::MethodNotAllowed,
        Self::ForbiddenOrigin,
        Self::NotFound,
        Self::RateLimited,
        Self::ProviderUnavailable,
        Self::FetchFailed,
        Self::SomethingWrong,
    ];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::EmailRequired => "email_required",
            Self::EmailInvalid => "email_invalid",
            Self::UnknownPackage => "unknown_package",
            Self::UnsupportedCurrency => "unsupported_currency",
            Self::PriceChanged => "price_changed",
            Self::DiscountCodeRequired => "discount_code_required",
            Self::DiscountCodeInvalid => "discount_code_invalid",
            Self::BadRequest => "bad_request",
            Self::BodyTooLarge => "body_too_large",
            Self::WrongContentType => "wrong_content_type",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::ForbiddenOrigin => "forbidden_origin",
            Self::NotFound => "not_found",
            Self::RateLimited => "rate_limited",
            Self::ProviderUnavailable => "provider_unavailable",
            Self::FetchFailed => "fetch_failed",
            Self::SomethingWrong => "something_wrong",
        }
    }

    /// The English sentence.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::EmailRequired => "Email is required",
            Self::EmailInvalid => "Please enter a valid email",
            Self::UnknownPackage => "This plan is not available.",
            Self::UnsupportedCurrency => "This currency is not available.",
            Self::PriceChanged => "The price has changed. Please check it and confirm.",
            Self::DiscountCodeRequired => "enter code",
            Self::DiscountCodeInvalid => "Invalid discount code",
            Self::BadRequest => "The request could not be read.",
            Self::BodyTooLarge => "The request is too large.",
            Self::WrongContentType => "The request must be sent as JSON.",
            Self::MethodNotAllowed => "This address does not take that method.",
            Self::ForbiddenOrigin => "The request came from another site.",
            Self::NotFound => "Not found.",
            Self::RateLimited => "Too many attempts. Please wait a moment and try again.",
            Self::FetchFailed => "Error fetching data",
            Self::ProviderUnavailable | Self::SomethingWrong => "Something went wrong. Please try again.",
        }
    }

    /// The request field at fault, where there is one.
    #[must_use]
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::EmailRequired | Self::EmailInvalid => Some("email"),
            Self::UnknownPackage => Some("selectedPackage"),
            Self::UnsupportedCurrency => Some("currency"),
            Self::PriceChanged => Some("expected_amount"),
            Self::DiscountCodeRequired | Self::DiscountCodeInvalid => Some("discount_code"),
            _ => None,
        }
    }

    /// Finds a problem by its code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|problem| problem.code() == code)
    }
}
