//! Every sentence the shop can refuse with: a closed catalogue with stable codes.
//!
//! Only codes leave the rules; pages translate them (`web/src/i18n/<language>/problems.json`). The English sentence is
//! the specification's where it gives one (specification 1, sections 5 and 8; specification 2, sections 5, 7 and 8).
//! [`crate::message`] has the sentences of the same sections that are no refusals.

/// Declares the catalogue: each row is a problem, its code, the request field at fault if there is one, its sentence.
macro_rules! catalogue {
    ($($(#[$doc:meta])* $problem:ident: $code:literal $(in $field:literal)?, $message:literal;)+) => {
        /// A refusal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Problem {
            $($(#[$doc])* $problem,)+
        }

        impl Problem {
            /// Every problem, for tests and for the description of the calls.
            pub const ALL: &[Self] = &[$(Self::$problem,)+];

            /// The stable code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$problem => $code,)+
                }
            }

            /// The English sentence.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$problem => $message,)+
                }
            }

            /// The request field at fault, where there is one.
            #[must_use]
            pub const fn field(self) -> Option<&'static str> {
                match self {
                    $($(Self::$problem => Some($field),)?)+
                    _ => None,
                }
            }
        }
    };
}

catalogue! {
    // What a person types.
    /// The e-mail field of a purchase form is empty.
    EmailRequired: "email_required" in "email", "Email is required";
    /// The e-mail field of a purchase form does not hold an address.
    EmailInvalid: "email_invalid" in "email", "Please enter a valid email";
    /// The e-mail field of the sign-in form is empty.
    EmailAddressRequired: "email_address_required" in "email", "Please enter your email address";
    /// The e-mail field of the sign-in form or of the deal page does not hold an address.
    EmailAddressInvalid: "email_address_invalid" in "email", "Please enter a valid email address";
    /// The corrected address of an order is its present one.
    EmailUnchanged: "email_unchanged" in "email", "That is the address this order already has.";
    /// The address typed to confirm the deletion of an account is another mailbox's.
    EmailOfAnother: "email_of_another" in "email", "That is not the email address of this account.";
    /// The address of an order cannot be corrected on its page: too late, too often, or not an order that was paid. Nor
    /// can an account move to another address after too many wrong codes.
    EmailCorrectionOver: "email_correction_over",
        "The email address can no longer be changed here. Please write to support.";
    /// The box under the trial terms is not ticked, or was ticked under an older text.
    TrialTermsRequired: "trial_terms_required" in "accepted_trial_terms", "Please acknowledge the trial terms";
    /// The address has had its free trial.
    TrialUsed: "trial_used" in "email", "This email address has already had its free trial.";
    /// The discount code field is empty or blank.
    DiscountCodeRequired: "discount_code_required" in "discount_code", "enter code";
    /// The number of the order that a buyer withdraws from is missing, or cannot be one.
    OrderNumberInvalid: "order_number_invalid" in "order_number", "Please enter the order number from your receipt";
    /// The wizard's first answer is missing.
    DeviceRequired: "device_required" in "selected_device", "Please select a device";
    /// The wizard's second answer is missing.
    ReasonsRequired: "reasons_required" in "selected_reasons", "Please select at least one reason";

    // Plans, prices, codes.
    /// No plan is chosen.
    PlanRequired: "plan_required" in "selectedPackage", "Please choose a plan";
    /// The chosen plan is not in the price book.
    UnknownPackage: "unknown_package" in "selectedPackage",
        "This plan is no longer sold. Please reload the page and choose again.";
    /// The currency is not offered.
    UnsupportedCurrency: "unsupported_currency" in "currency",
        "This currency is not offered. Please choose another one.";
    /// The currency is offered, but not for this product, or not for this way to pay.
    CurrencyNotTaken: "currency_not_taken" in "currency",
        "You cannot pay in that currency here. Please choose another one.";
    /// `package` names another plan than `selectedPackage`.
    PackageMismatch: "package_mismatch" in "package",
        "The request names two different plans. Please reload the page and choose again.";
    /// The price is no longer the one the page showed.
    PriceChanged: "price_changed" in "expected_amount", "The price has changed. Please check it and confirm.";
    /// The code does not hold: unknown, too early, over, used up or for other products. The refusal does not say which.
    DiscountCodeInvalid: "discount_code_invalid" in "discount_code", "Invalid discount code";
    /// Applying the code failed in the browser.
    DiscountApplyFailed: "discount_apply_failed", "Failed to apply discount code. Please try again.";
    /// Applying the code failed on the server.
    DiscountServerError: "discount_server_error", "Server error applying discount code";

    // Signing in.
    /// No account has that address; the shop says so only where it is configured to.
    EmailNotFound: "email_not_found" in "email", "Email Not Found.";
    /// The code could not be requested.
    OtpRequestFailed: "otp_request_failed", "Failed to request OTP. Please try again.";
    /// The code could not be sent.
    OtpSendFailed: "otp_send_failed", "Failed to send OTP";
    /// The code could not be sent again.
    OtpResendFailed: "otp_resend_failed", "Failed to resend OTP";
    /// The code is wrong, used, too old or requested in another browser. The refusal does not say which.
    OtpInvalid: "otp_invalid" in "otp", "Invalid OTP. Please try again.";
    /// The codes for a change of an account's address are used, too old, or were tried too often.
    EmailChangeOver: "email_change_over", "These codes no longer work. Please ask for new ones.";
    /// The code could not be checked.
    OtpVerifyFailed: "otp_verify_failed", "Failed to verify OTP. Please try again.";
    /// Anything else that went wrong while signing in.
    SignInFailed: "sign_in_failed", "An error occurred. Please try again.";
    /// The call needs a session, and there is none, or it has ended.
    SignInRequired: "sign_in_required", "Please sign in first.";

    // Paying, and the pages after it.
    /// The deal page could not start a payment.
    PaymentFailed: "payment_failed", "Payment failed. Please try again.";
    /// The payment-status page has no hash.
    PaymentHashMissing: "payment_hash_missing" in "hash", "Payment hash not found in URL";
    /// The payment-status page got no answer.
    PaymentStatusFailed: "payment_status_failed", "Failed to verify payment status.";
    /// Heading of a result page whose check failed; the reason stands below.
    ResultFailed: "result_failed", "Error";
    /// Another choice in the same browser superseded this one while its hosted page was being created.
    ChoiceReplaced: "choice_replaced",
        "You have chosen something else in the meantime. Please pay there, or choose again.";
    /// The same browser bought the same data for the same address within the hour, and did not confirm another
    /// purchase.
    BoughtJustNow: "bought_just_now" in "buy_another",
        "You bought this a short while ago. Please confirm that you want another one.";
    /// The payment provider did not answer, or the database is unavailable; what is stored stays, and the call can be
    /// retried.
    ProviderUnavailable: "provider_unavailable", "Something went wrong. Please try again.";
    /// An eSIM payment could not be created.
    CreatePaymentFailed: "create_payment_failed", "Failed to create payment. Please try again.";
    /// Creating an eSIM payment failed midway.
    CreatePaymentBroken: "create_payment_broken", "Create payment failed. Try again later.";
    /// An eSIM payment failed; stands below the heading "Payment Failed".
    PaymentNotProcessed: "payment_not_processed",
        "We couldn't process your payment. Please try again or use a different payment method.";

    // The eSIM shop.
    /// The list of locations did not load.
    LocationsFailed: "locations_failed", "Failed to load locations";
    /// No location matches what was typed.
    NoCountriesFound: "no_countries_found", "No countries found matching your search.";
    /// The address names no bundle.
    BundleIdRequired: "bundle_id_required" in "bundle_id", "Bundle ID is required";
    /// The bundle's data has no name.
    BundleDataInvalid: "bundle_data_invalid", "Invalid bundle data received";
    /// The bundle did not load.
    BundleFailed: "bundle_failed", "Failed to load bundle details";
    /// Heading where a bundle is not known.
    BundleNotFound: "bundle_not_found", "Bundle not found";
    /// The text below that heading.
    RequestedBundleNotFound: "requested_bundle_not_found", "The requested eSIM bundle could not be found.";
    /// A bundle's country is not known.
    CountryNotFound: "country_not_found", "Country not found";
    /// A bundle has no plan to choose.
    NoPlans: "no_plans", "No plans available for this bundle.";
    /// The checkout's data did not load.
    CheckoutDataFailed: "checkout_data_failed", "Error loading data";
    /// A field of the checkout's data is missing.
    CheckoutDataMissing: "checkout_data_missing", "Invalid checkout data: missing required fields";
    /// A number of the checkout's data is zero or negative.
    CheckoutDataInvalid: "checkout_data_invalid", "Invalid checkout data: invalid numeric values";
    /// The eSIM result page has no hash, or its check failed.
    VerificationFailed: "verification_failed", "Verification Error";
    /// Heading of an eSIM result page without an order.
    OrderInvalid: "order_invalid", "Invalid order";
    /// The text below that heading.
    OrderMissing: "order_missing", "No order information found.";
    /// The supplier refused to make the eSIM.
    EsimGenerationFailed: "esim_generation_failed", "eSIM generation failed";
    /// Making the eSIM failed midway.
    EsimDataFailed: "esim_data_failed", "Failed to generate eSIM data. Contact support.";
    /// The eSIM has no installation link.
    ActivationLinkMissing: "activation_link_missing", "Activation link is missing.";
    /// The device did not open the link.
    InstallFailed: "install_failed", "Failed to open the installation link.";

    // The wizard.
    /// The answer to the wizard is not one.
    UnexpectedResponse: "unexpected_response", "Unexpected response from server";
    /// The wizard's call broke off.
    ProcessFailed: "process_failed", "Failed to process your request. Please try again.";

    // Any call.
    /// The body is not what the call takes.
    BadRequest: "bad_request", "The request could not be read.";
    /// The body is longer than the call accepts.
    BodyTooLarge: "body_too_large", "The request is too large.";
    /// The body did not arrive in time.
    BodyTooSlow: "body_too_slow", "The request took too long. Please try again.";
    /// The body is not declared as JSON.
    WrongContentType: "wrong_content_type", "The request must be sent as JSON.";
    /// The address does not accept the method.
    MethodNotAllowed: "method_not_allowed", "This address does not take that method.";
    /// The call came from another site.
    ForbiddenOrigin: "forbidden_origin", "The request came from another site.";
    /// The subscription whose renewal should be resumed has ended.
    SubscriptionOver: "subscription_over", "This subscription has ended. You can buy it again at any time.";
    /// The renewal cannot be resumed: the order is withdrawn from, refunded, not delivered or of a deleted account, or a
    /// person has to look at it.
    ResumeRefused: "resume_refused", "The renewal of this order cannot be resumed here. Please write to support.";
    /// A change of the renewal is in flight at the provider, and the next has to wait for it.
    RenewalChanging: "renewal_changing",
        "Your last change is still on its way to the payment provider. Please try again in a moment.";
    /// The plan of a subscription cannot be changed: its charge is a day away or less, it is on trial, its renewal is
    /// cancelled, the order is refunded, not delivered or of a deleted account, or a person has to look at it.
    PlanChangeRefused: "plan_change_refused",
        "The plan of this order cannot be changed right now. Please write to support.";
    /// The provider's page with card and invoices cannot be opened for the order, such as one that has no customer of
    /// its own at the provider.
    PortalUnavailable: "portal_unavailable",
        "Payment method and invoices of this order cannot be opened here. Please write to support.";
    /// Nothing exists under that id or address.
    NotFound: "not_found", "Not found.";
    /// The `Idempotency-Key` was already sent with another purchase.
    IdempotencyKeyReused: "idempotency_key_reused",
        "This attempt has already been used for another purchase. Please reload the page and try again.";
    /// Too many calls.
    RateLimited: "rate_limited", "That was too often in a short time. Please wait a moment and try again.";
    /// The initial data or the payment link could not be returned.
    FetchFailed: "fetch_failed", "Error fetching data";
    /// The initial data came with an HTTP status of failure (specification 1, section 8). No page of ours shows it,
    /// because the first HTML has the data.
    Network: "network", "Network response was not ok";
    /// Any other failure on our side.
    SomethingWrong: "something_wrong", "Something went wrong. Please try again.";
}

impl Problem {
    /// Finds a problem by its code.
    ///
    /// ```
    /// use onefare_core::problem::Problem;
    /// let problem = Problem::parse("otp_invalid").unwrap();
    /// assert_eq!((problem.message(), problem.field()), ("Invalid OTP. Please try again.", Some("otp")));
    /// assert_eq!(Problem::parse("OTP_INVALID"), None);
    /// ```
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|problem| problem.code() == code)
    }
}
