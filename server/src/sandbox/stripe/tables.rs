//! Every parameter this double knows, by operation.
//!
//! A subset of Stripe's own: each parameter listed here exists there with the same name and type, and any other is
//! refused as unknown even where Stripe would accept it. Better a refusal in a test than a parameter without effect.

use super::params::Kind::{Choice, Clearable, Decimal, Flag, Group, Integer, List, Metadata, Range, Text};
use super::params::{Field, Kind, optional, required};

/// Stripe's usual limit on a text.
const LONG: usize = 5_000;

const EXPAND: Field = optional("expand", List(&Text(LONG)));

/// Operations without parameters of their own.
pub const EXPAND_ONLY: &[Field] = &[EXPAND];

/// The languages of Checkout. Arabic is not among them.
const LOCALES: &[&str] = &[
    "auto", "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hi-IN",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk",
    "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
];
const METHODS: Kind = Choice(&["card", "ideal", "link", "paypal", "sepa_debit", "bancontact"]);
/// Without `link`, which Stripe's list of exclusions does not have.
const EXCLUDED: Kind = Choice(&["card", "ideal", "paypal", "sepa_debit", "bancontact"]);
const INTERVALS: Kind = Choice(&["day", "month", "week", "year"]);
const MESSAGE: Kind = Group(&[required("message", Text(1_000))]);

const PRICE_DATA: &[Field] = &[
    required("currency", Text(3)),
    optional("product", Text(LONG)),
    optional(
        "product_data",
        Group(&[
            required("name", Text(LONG)),
            optional("description", Text(40_000)),
            optional("images", List(&Text(2_048))),
            optional("metadata", Metadata),
        ]),
    ),
    optional("recurring", Group(&[required("interval", INTERVALS), optional("interval_count", Integer)])),
    optional("tax_behavior", Choice(&["exclusive", "inclusive", "unspecified"])),
    optional("unit_amount", Integer),
];

const TRIAL_SETTINGS: Kind = Group(&[required(
    "end_behavior",
    Group(&[required("missing_payment_method", Choice(&["cancel", "create_invoice", "pause"]))]),
)]);

/// `POST /v1/checkout/sessions`
pub const CREATE_SESSION: &[Field] = &[
    EXPAND,
    optional("adaptive_pricing", Group(&[optional("enabled", Flag)])),
    optional("allow_promotion_codes", Flag),
    optional("allowed_payment_method_types", List(&METHODS)),
    optional("billing_address_collection", Choice(&["auto", "required"])),
    optional("cancel_url", Text(LONG)),
    optional("client_reference_id", Text(200)),
    optional("currency", Text(3)),
    optional(
        "custom_text",
        Group(&[
            optional("submit", MESSAGE),
            optional("after_submit", MESSAGE),
            optional("terms_of_service_acceptance", MESSAGE),
        ]),
    ),
    optional("customer", Text(LONG)),
    optional("customer_creation", Choice(&["always", "if_required"])),
    optional("customer_email", Text(800)),
    optional("discounts", List(&Group(&[optional("coupon", Text(LONG)), optional("promotion_code", Text(LONG))]))),
    optional("excluded_payment_method_types", List(&EXCLUDED)),
    optional("expires_at", Integer),
    optional(
        "line_items",
        List(&Group(&[
            optional("metadata", Metadata),
            optional("price", Text(LONG)),
            optional("price_data", Group(PRICE_DATA)),
            optional("quantity", Integer),
        ])),
    ),
    optional("locale", Choice(LOCALES)),
    optional("metadata", Metadata),
    required("mode", Choice(&["payment", "setup", "subscription"])),
    optional(
        "payment_intent_data",
        Group(&[
            optional("description", Text(1_000)),
            optional("metadata", Metadata),
            optional("receipt_email", Text(800)),
            optional("statement_descriptor", Text(22)),
            optional("statement_descriptor_suffix", Text(22)),
        ]),
    ),
    optional("payment_method_collection", Choice(&["always", "if_required"])),
    optional("submit_type", Choice(&["auto", "book", "donate", "pay", "subscribe"])),
    optional(
        "subscription_data",
        Group(&[
            optional("description", Text(500)),
            optional("metadata", Metadata),
            optional("proration_behavior", Choice(&["create_prorations", "none"])),
            optional("trial_end", Integer),
            optional("trial_period_days", Integer),
            optional("trial_settings", TRIAL_SETTINGS),
        ]),
    ),
    optional("success_url", Text(LONG)),
    optional("ui_mode", Choice(&["elements", "embedded_page", "form", "hosted_page"])),
];

const PAGE: [Field; 4] =
    [EXPAND, optional("limit", Integer), optional("starting_after", Text(LONG)), optional("ending_before", Text(LONG))];

/// `GET /v1/checkout/sessions`
pub const LIST_SESSIONS: &[Field] = &[
    PAGE[0],
    PAGE[1],
    PAGE[2],
    PAGE[3],
    optional("created", Range),
    optional("customer", Text(LONG)),
    optional("customer_details", Group(&[required("email", Text(800))])),
    optional("payment_intent", Text(LONG)),
    optional("status", Choice(&["complete", "expired", "open"])),
    optional("subscription", Text(LONG)),
];

/// `GET /v1/checkout/sessions/{id}/line_items`
pub const LIST_LINE_ITEMS: &[Field] = &PAGE;

/// `POST /v1/coupons`
pub const CREATE_COUPON: &[Field] = &[
    EXPAND,
    optional("amount_off", Integer),
    optional("currency", Text(3)),
    optional("duration", Choice(&["forever", "once", "repeating"])),
    optional("duration_in_months", Integer),
    optional("id", Text(LONG)),
    optional("max_redemptions", Integer),
    optional("metadata", Metadata),
    optional("name", Text(40)),
    optional("percent_off", Decimal),
    optional("redeem_by", Integer),
];

/// `POST /v1/subscriptions/{id}`
pub const UPDATE_SUBSCRIPTION: &[Field] = &[
    EXPAND,
    optional("cancel_at_period_end", Flag),
    optional("cancellation_details", Group(&[optional("comment", Clearable(LONG))])),
    optional("description", Clearable(500)),
    optional(
        "items",
        List(&Group(&[
            required("id", Text(LONG)),
            required("price_data", Group(ITEM_PRICE)),
            optional("quantity", Integer),
        ])),
    ),
    optional("metadata", Metadata),
    optional("proration_behavior", Choice(&["always_invoice", "create_prorations", "none"])),
    optional("trial_end", Integer),
];

/// The price of a subscription's item, always for an existing product.
const ITEM_PRICE: &[Field] = &[
    required("currency", Text(3)),
    required("product", Text(LONG)),
    required("recurring", Group(&[required("interval", INTERVALS), optional("interval_count", Integer)])),
    optional("tax_behavior", Choice(&["exclusive", "inclusive", "unspecified"])),
    optional("unit_amount", Integer),
];

/// `POST /v1/products`
pub const CREATE_PRODUCT: &[Field] = &[
    EXPAND,
    optional("description", Text(40_000)),
    optional("id", Text(LONG)),
    optional("metadata", Metadata),
    required("name", Text(LONG)),
];

/// `DELETE /v1/subscriptions/{id}`
pub const CANCEL_SUBSCRIPTION: &[Field] = &[
    EXPAND,
    optional("cancellation_details", Group(&[optional("comment", Clearable(LONG))])),
    optional("invoice_now", Flag),
    optional("prorate", Flag),
];

/// `POST /v1/customers`
pub const CREATE_CUSTOMER: &[Field] = &[
    EXPAND,
    optional("description", Text(LONG)),
    optional("email", Text(512)),
    optional("metadata", Metadata),
    optional("name", Text(256)),
];

/// `GET /v1/customers`
pub const LIST_CUSTOMERS: &[Field] =
    &[PAGE[0], PAGE[1], PAGE[2], PAGE[3], optional("created", Range), optional("email", Text(512))];

/// The languages of the customer portal. Arabic is not among them.
const PORTAL_LOCALES: &[&str] = &[
    "auto", "bg", "cs", "da", "de", "el", "en", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "en-SG", "es",
    "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl",
    "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
];

/// `POST /v1/billing_portal/sessions`
pub const CREATE_PORTAL_SESSION: &[Field] = &[
    EXPAND,
    optional("configuration", Text(LONG)),
    optional("customer", Text(LONG)),
    optional("locale", Choice(PORTAL_LOCALES)),
    optional("return_url", Text(LONG)),
];

/// `GET /v1/invoices`
pub const LIST_INVOICES: &[Field] = &[
    PAGE[0],
    PAGE[1],
    PAGE[2],
    PAGE[3],
    optional("created", Range),
    optional("status", Choice(&["draft", "open", "paid", "uncollectible", "void"])),
    optional("subscription", Text(LONG)),
];

/// `GET /v1/invoice_payments`
pub const LIST_INVOICE_PAYMENTS: &[Field] = &[
    PAGE[0],
    PAGE[1],
    PAGE[2],
    PAGE[3],
    optional("invoice", Text(LONG)),
    optional(
        "payment",
        Group(&[required("type", Choice(&["payment_intent"])), required("payment_intent", Text(LONG))]),
    ),
];

/// `GET /v1/events`
pub const LIST_EVENTS: &[Field] = &[
    PAGE[0],
    PAGE[1],
    PAGE[2],
    PAGE[3],
    optional("created", Range),
    optional("delivery_success", Flag),
    optional("type", Text(LONG)),
    optional("types", List(&Text(LONG))),
];

/// `POST /v1/refunds`
pub const CREATE_REFUND: &[Field] = &[
    EXPAND,
    optional("amount", Integer),
    optional("charge", Text(LONG)),
    optional("metadata", Metadata),
    optional("payment_intent", Text(LONG)),
    optional("reason", Choice(&["duplicate", "fraudulent", "requested_by_customer"])),
];

/// `GET /v1/refunds`
pub const LIST_REFUNDS: &[Field] = &[
    PAGE[0],
    PAGE[1],
    PAGE[2],
    PAGE[3],
    optional("charge", Text(LONG)),
    optional("created", Range),
    optional("payment_intent", Text(LONG)),
];
