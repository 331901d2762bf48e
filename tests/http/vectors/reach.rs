//! The calls of the vector files that a request reaches, and why it does not reach the others.

/// One vector file.
pub struct Reach {
    /// Its name, without extension.
    pub rule: &'static str,
    /// The calls that the tests beside this file replay through HTTP.
    pub replayed: &'static [&'static str],
    /// The other calls, with the reason.
    pub others: &'static [(&'static [&'static str], Why)],
}

/// Why no request reaches a call.
pub enum Why {
    /// Page scripts call it: `tests/browser/vectors.spec.ts` replays it there.
    Script,
    /// A future call will reach it, which is not among [`CALLS`] yet.
    Call,
    /// Other rules call it, and no request chooses its input.
    Inside(&'static str),
}

/// All calls. When one is added, add its vectors to [`REACH`] and then the call here.
pub const CALLS: &[&str] = &[
    "/api/account",
    "/api/account/data",
    "/api/account/delete",
    "/api/account/email",
    "/api/account/email/confirm",
    "/api/account/language",
    "/api/account/orders/{number}/billing",
    "/api/account/orders/{number}/cancel-renewal",
    "/api/account/orders/{number}/esim",
    "/api/account/orders/{number}/esim/usage",
    "/api/account/orders/{number}/letters",
    "/api/account/orders/{number}/plan",
    "/api/account/orders/{number}/receipt",
    "/api/account/orders/{number}/resume-renewal",
    "/api/account/sessions",
    "/api/account/sign-in-link",
    "/api/account/sign-out",
    "/api/account/sign-out-everywhere",
    "/api/esim/bundle/{id}",
    "/api/esim/bundles",
    "/api/esim/discount-code/{code}/{price}",
    "/api/esim/generate-esim-order",
    "/api/esim/mollie/check-payment-status",
    "/api/esim/mollie/create-payment",
    "/api/esim/search-texts",
    "/api/esim/stripe/check-payment-status",
    "/api/esim/stripe/create-payment",
    "/api/events",
    "/api/mollie/check-payment-status",
    "/api/mollie/create-payment",
    "/api/orders/change-email",
    "/api/page-recovery",
    "/api/price-mismatch",
    "/api/stripe/create-checkout-session",
    "/api/subscription/get-session-redirect",
    "/api/subscription/get_checkout_link",
    "/api/subscription/get_initial_data",
    "/api/subscription/verify",
    "/api/website/onboarding",
    "/panel/manage-subscription",
    "/panel/verify-otp",
    "/webhooks/esim-access/{token}",
    "/webhooks/mollie",
    "/webhooks/stripe",
];

/// Every file.
pub const REACH: &[Reach] = &[
    Reach {
        rule: "bundle",
        replayed: &[
            "bundle_data_text",
            "bundle_days_text",
            "bundle_filter",
            "bundle_fold",
            "bundle_lowest_per_day",
            "bundle_parse_id",
            "bundle_popular",
            "bundle_shown",
            "bundle_sorted",
        ],
        others: &[
            (&["bundle_find", "bundle_percent_off"], Why::Script),
            (&["bundle_default_texts"], Why::Inside("every plan on sale says its data and its days")),
            (&["bundle_data_left"], Why::Inside("it reads what the supplier counts, which no request carries")),
            (&["bundle_discount"], Why::Inside("pages ask for the percentage alone")),
            (&["bundle_faults"], Why::Inside("a faulty list is refused before it is sold")),
            (
                &["bundle_margin_allow", "bundle_margin_prices"],
                Why::Inside("they make price lists of a supplier's list, which no request carries"),
            ),
        ],
    },
    Reach {
        rule: "campaign",
        replayed: &["campaign_of_path", "campaign_parse", "package_title"],
        others: &[(
            &["campaign_code", "campaign_partner_name"],
            Why::Inside("a page shows only a code on sale, and the name of a partner who has one: offers.rs"),
        )],
    },
    Reach {
        rule: "checkout",
        replayed: &["checkout_agreed", "checkout_read", "checkout_read_esim"],
        others: &[(&["checkout_read_deal"], Why::Inside("trial.rs and deals.rs send what tells a trial from a deal"))],
    },
    Reach {
        rule: "checkout_data",
        replayed: &["structured_data", "structured_data_find", "structured_data_of"],
        others: &[(&["check_checkout_data"], Why::Script)],
    },
    Reach { rule: "countdown", replayed: &[], others: &[(&["countdown_parts", "countdown_text"], Why::Script)] },
    Reach {
        rule: "currency",
        replayed: &["currency_lists", "currency_parse_offered"],
        others: &[(
            &["currency_facts", "currency_parse"],
            Why::Inside("stored amounts are read by it; requests name offered currencies only"),
        )],
    },
    Reach {
        rule: "date_text",
        replayed: &["date_text"],
        others: &[(&["date_text_with_time"], Why::Inside("a withdrawal counts from the clock: withdrawal.rs"))],
    },
    Reach {
        rule: "deal",
        replayed: &["deal_cards", "deal_chosen"],
        others: &[(&["deal_faults"], Why::Inside("a faulty price list is refused before it is sold"))],
    },
    Reach {
        rule: "delivery",
        replayed: &["delivery_first_term_end", "delivery_trial_end", "term_end"],
        others: &[(
            &["delivery_activation_code", "delivery_code_of", "delivery_installation"],
            Why::Inside("the supplier writes activation codes"),
        )],
    },
    Reach {
        rule: "device",
        replayed: &[],
        others: &[
            (&["device_of_user_agent"], Why::Script),
            (
                &["device_all", "device_guide", "device_suggested"],
                Why::Inside("no request names a system or a device: esim_tutorial.rs shows them all"),
            ),
        ],
    },
    Reach {
        rule: "discount",
        replayed: &["code_is_for", "code_read", "code_refusal", "code_state", "fold_code"],
        others: &[
            (&["code_covers"], Why::Inside("the price list says what a code covers, no request")),
            (&["check_code"], Why::Script),
            (&["redemption_on", "redemption_reserve"], Why::Inside("no request names an event of a redemption")),
        ],
    },
    Reach {
        rule: "entitlement",
        replayed: &[],
        others: &[(
            &["entitlement_next_change", "entitlement_of"],
            Why::Inside("what was bought, charged and returned decides"),
        )],
    },
    Reach {
        rule: "email",
        replayed: &[
            "check_deal_email",
            "check_email",
            "check_email_confirmation",
            "check_email_correction",
            "email_masked",
            "email_prefill_pair",
        ],
        others: &[
            (&["email_mail", "email_prefill", "email_trial_mail"], Why::Script),
            (&["email_hint"], Why::Inside("no page shows a hint yet")),
            (&["check_sign_in_email"], Why::Inside("an address is answered alike, known or not: account/sign_in.rs")),
            (&["email_digest"], Why::Call),
            (&["email_canonical"], Why::Inside("customers are told apart by it, and no answer shows it")),
        ],
    },
    Reach { rule: "language", replayed: &["language_accept", "language_direction", "language_prefix"], others: &[] },
    Reach { rule: "safe_url", replayed: &["local_path"], others: &[(&["is_checkout_url"], Why::Script)] },
    Reach {
        rule: "money",
        replayed: &[],
        others: &[(
            &[
                "discounted_total",
                "money_allocate",
                "money_decimal_text",
                "money_less",
                "money_minus",
                "money_parse",
                "money_per",
                "money_plus",
                "money_saving",
                "money_to_charge_step",
            ],
            Why::Inside("requests carry whole minor units; the arithmetic works behind the quotes replayed here"),
        )],
    },
    Reach {
        rule: "onboarding",
        replayed: &["onboarding_lists", "onboarding_read"],
        others: &[
            (&["check_onboarding"], Why::Script),
            (&["onboarding_next"], Why::Inside("a request carries the answers of all steps")),
        ],
    },
    Reach {
        rule: "order",
        replayed: &[],
        others: &[(
            &["order_delivery", "order_on", "order_settle"],
            Why::Inside("no request names an event: settlement.rs tells the stories"),
        )],
    },
    Reach {
        rule: "otp",
        replayed: &[],
        others: &[
            (&["otp_after", "otp_typed", "otp_with"], Why::Script),
            (
                &["otp_box", "otp_cursor", "otp_digits", "otp_erased", "otp_is_complete", "otp_without_last"],
                Why::Inside("the field of a page draws its boxes before the rules are there"),
            ),
            (
                &[
                    "lockout_chance",
                    "lockout_after_right_code",
                    "lockout_standing",
                    "lockout_with_another_try",
                    "otp_parse",
                ],
                Why::Inside("a code is drawn by the server, and no request chooses it: account/sign_in.rs"),
            ),
        ],
    },
    Reach {
        rule: "payment",
        replayed: &[],
        others: &[
            (
                &["payment_judge", "payment_next_try", "payment_read_session", "payment_refund_event"],
                Why::Inside("they judge the provider's answers, not requests: settlement.rs"),
            ),
            (
                &["payment_charged", "payment_charged_mollie", "payment_going_back"],
                Why::Inside("they say what a support person may send back: operators/sending_back.rs"),
            ),
            (
                &["payment_judge_mollie", "payment_read_mollie"],
                Why::Inside("they judge the provider's answers, not requests: mollie.rs"),
            ),
            (
                &["payment_page"],
                Why::Inside("products and outcomes choose the page, not requests: return_addresses.rs follows each"),
            ),
        ],
    },
    Reach {
        rule: "percent",
        replayed: &[],
        others: &[(
            &["percent_parse", "percent_text", "percent_whole_down"],
            Why::Inside("price lists carry percentages, requests do not"),
        )],
    },
    Reach {
        rule: "plan",
        replayed: &["plan_order", "plan_preselected", "plan_words"],
        others: &[
            (&["plan_faults"], Why::Inside("a faulty price list is refused before it is sold")),
            (&["plan_devices"], Why::Inside("every page that names devices is read in pages/devices.rs")),
            (&["plan_highest_discount", "plan_saving_per_month"], Why::Inside("no request chooses the figures")),
        ],
    },
    Reach { rule: "price_text", replayed: &["card_text", "price_label", "price_text"], others: &[] },
    Reach {
        rule: "problem",
        replayed: &["problem_field", "problem_message"],
        others: &[(&["message_text"], Why::Call)],
    },
    Reach {
        rule: "provider_amount",
        replayed: &["provider_to_mollie", "provider_to_stripe"],
        others: &[(
            &["provider_from_mollie", "provider_from_stripe"],
            Why::Inside("they read the providers' answers, not requests"),
        )],
    },
    Reach {
        rule: "quote",
        replayed: &[
            "quote_applied_code",
            "quote_compute",
            "quote_offer",
            "quote_packages",
            "quote_plan_price",
            "quote_state",
        ],
        others: &[
            (&["quote_explained", "quote_figures"], Why::Script),
            (
                &["quote_first_term_end", "quote_paid_until", "quote_renewal"],
                Why::Inside("they count from the clock: trial.rs"),
            ),
            (&["quote_next_charge"], Why::Inside("it counts from the clock: account/charge_days.rs")),
            (&["quote_product"], Why::Inside("what was sold decides which answers of a provider are believed")),
        ],
    },
    Reach {
        rule: "quote_text",
        replayed: &[],
        others: &[(&["quote_text_lines"], Why::Inside("pay pages are written with it: trial.rs"))],
    },
    Reach {
        rule: "stripe-signature",
        replayed: &[],
        others: &[(&[""], Why::Inside("each case has a secret of its own: tests/contracts/signatures.rs"))],
    },
    Reach {
        rule: "subscription",
        replayed: &[],
        others: &[(
            &[
                "subscription_access_until",
                "subscription_judge",
                "subscription_next_charge",
                "subscription_next_look",
                "subscription_notice",
                "subscription_notice_at",
            ],
            Why::Inside("Stripe says what it has charged: subscription.rs"),
        )],
    },
    Reach {
        rule: "trial",
        replayed: &["trial_acknowledged"],
        others: &[(&["trial_has"], Why::Inside("no request chooses the billing cycle of a plan: trial.rs"))],
    },
    Reach {
        rule: "withdrawal",
        replayed: &["withdrawal_read"],
        others: &[(&["withdrawal_from_order"], Why::Inside("no request names a state of an order: withdrawal.rs"))],
    },
];
