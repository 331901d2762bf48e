//! Bodies of calls, from the bytes on the wire to parsed fields.

use onefare_core::attribution::MAX_REFERENCE;
use onefare_core::campaign::Campaign;
use onefare_core::checkout::{Checkout, DealCheckout, EsimCheckout, PaymentMethod};
use onefare_core::currency::Currency;
use onefare_core::email::check;
use onefare_core::payment::Provider;
use onefare_core::safe_url::local_path;
use onefare_core::wire::account::{
    AccountEmailRequest, AccountLanguageRequest, ChangePlanRequest, CheckCodeRequest, ConfirmAccountEmailRequest,
    DeleteAccountRequest, ResumeRenewalRequest, SendCodeRequest, SignInLinkRequest,
};
use onefare_core::wire::deal::DealCheckoutRequest;
use onefare_core::wire::esim::{EsimPaymentRequest, EsimStatusRequest, GenerateEsimRequest};
use onefare_core::wire::event::EventRequest;
use onefare_core::wire::mismatch::PriceMismatchRequest;
use onefare_core::wire::orders::ChangeEmailRequest;
use onefare_core::wire::recovery::PageRecoveryRequest;
use onefare_core::wire::subscription::{CheckoutLinkRequest, SessionRedirectRequest, TermsAccepted, VerifyRequest};
use onefare_core::wire::website::OnboardingRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use validator::Validate;

targets! {
    "checkout" made of ["{", "[", "\"", "\\u0000", "{\"email\":\"", "\"selectedPackage\":\"", "1", "a"];

    requests asks [Checkout::read], where |text| {
        let Ok(request) = serde_json::from_str::<CheckoutLinkRequest>(text) else { return };
        let Ok(read) = Checkout::read(request.clone()) else { return };
        assert_eq!(check(read.email.as_str()), Ok(read.email.as_str()));
        assert!(read.currency.is_none_or(|currency| Currency::OFFERED.contains(&currency)));
        assert!((1..=64).contains(&read.product_id.chars().count()));
        assert!(read.return_to.as_ref().is_none_or(|path| local_path(path).as_ref() == Some(path)));
        assert!(read.im_ref.as_ref().is_none_or(|reference| reference.chars().count() <= MAX_REFERENCE));
        let again = CheckoutLinkRequest {
            email: read.email.as_str().to_owned(),
            selected_package: read.product_id.clone(),
            code: written(&read.campaign),
            im_ref: read.im_ref.clone(),
            fb_params: read.fb_params.clone(),
            currency: read.currency.map(|currency| currency.code().to_owned()),
            expected_amount: read.expected_amount,
            expected_renewal: read.expected_renewal,
            language: read.language,
            return_to: read.return_to.clone(),
            accepted_trial_terms: read.accepted_terms.clone().map(TermsAccepted::Version),
        };
        assert_eq!(Checkout::read(again), Ok(read), "reading again changes nothing");
    };

    esims asks [EsimCheckout::read], where |text| {
        let Ok(request) = serde_json::from_str::<EsimPaymentRequest>(text) else { return };
        for method in [PaymentMethod::Card, PaymentMethod::Ideal] {
            let Ok(read) = EsimCheckout::read(request.clone(), method) else { continue };
            assert_eq!(check(read.email.as_str()), Ok(read.email.as_str()));
            assert!(matches!((method, read.currency), (_, Currency::Eur) | (PaymentMethod::Card, Currency::Usd)));
            assert!(read.return_to.as_ref().is_none_or(|path| local_path(path).as_ref() == Some(path)));
            let again = EsimPaymentRequest {
                email: read.email.as_str().to_owned(),
                bundle_id: read.plan.bundle_id().to_string(),
                payment_method: method.code().to_owned(),
                structured_data: read.plan.to_string(),
                discount_code: written(&read.campaign),
                currency: Some(read.currency.code().to_owned()),
                expected_amount: read.expected_amount,
                buy_another: Some(read.buy_another),
                language: read.language,
                return_to: read.return_to.clone(),
                fb_params: read.fb_params.clone(),
            };
            assert_eq!(EsimCheckout::read(again, method), Ok(read), "reading again changes nothing");
        }
    };

    wire asks [
        stays::<EsimPaymentRequest>, stays::<EsimStatusRequest>, stays::<GenerateEsimRequest>,
        stays::<CheckoutLinkRequest>, stays::<VerifyRequest>, stays::<SessionRedirectRequest>,
        stays::<OnboardingRequest>, stays::<PriceMismatchRequest>, stays::<PageRecoveryRequest>, stays::<ChangeEmailRequest>,
        stays::<EventRequest>,
        stays::<SendCodeRequest>, stays::<CheckCodeRequest>, stays::<SignInLinkRequest>, stays::<DeleteAccountRequest>, stays::<ChangePlanRequest>, stays::<ResumeRenewalRequest>, stays::<AccountEmailRequest>, stays::<AccountLanguageRequest>, stays::<ConfirmAccountEmailRequest>,
    ], where |text| {
        stays::<EsimPaymentRequest>(text);
        stays::<EsimStatusRequest>(text);
        stays::<GenerateEsimRequest>(text);
        stays::<CheckoutLinkRequest>(text);
        stays::<VerifyRequest>(text);
        stays::<SessionRedirectRequest>(text);
        stays::<OnboardingRequest>(text);
        stays::<PriceMismatchRequest>(text);
        stays::<PageRecoveryRequest>(text);
        stays::<ChangeEmailRequest>(text);
        stays::<EventRequest>(text);
        stays::<SendCodeRequest>(text);
        stays::<DeleteAccountRequest>(text);
        stays::<ChangePlanRequest>(text);
        stays::<ResumeRenewalRequest>(text);
        stays::<AccountEmailRequest>(text);
        stays::<AccountLanguageRequest>(text);
        stays::<ConfirmAccountEmailRequest>(text);
        stays::<CheckCodeRequest>(text);
        stays::<SignInLinkRequest>(text);
    };

    deals asks [stays::<DealCheckoutRequest>, DealCheckout::read], where |text| {
        stays::<DealCheckoutRequest>(text);
        let Ok(deal) = serde_json::from_str::<DealCheckoutRequest>(text) else { return };
        let selected = deal.selected_package.text();
        for provider in [Provider::Stripe, Provider::Mollie] {
            let Ok(read) = DealCheckout::read(deal.clone(), provider) else { continue };
            assert_eq!((&read.selected, read.provider), (&selected, provider));
            assert_eq!(read.checkout.product_id, selected);
            let is_trial = read.checkout.campaign == Campaign::Trial;
            assert!(!is_trial || (provider == Provider::Stripe && deal.expected_amount.is_none_or(|due| due == 0)));
        }
    };
}

/// A text that parses to that campaign.
fn written(campaign: &Campaign) -> Option<String> {
    match campaign {
        Campaign::None => None,
        Campaign::Trial | Campaign::Code(_) => campaign.listed().map(ToString::to_string),
        Campaign::Unreadable => Some("?".to_owned()),
    }
}

/// A body that parses survives a round trip, and can be validated.
fn stays<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug + Validate>(text: &str) {
    let Ok(body) = serde_json::from_str::<T>(text) else { return };
    let written = serde_json::to_string(&body).unwrap();
    let members = serde_json::to_value(&body).unwrap();
    assert!(members.as_object().unwrap().values().all(|member| !member.is_null()), "absent, never null: {written}");
    assert_eq!(serde_json::from_str::<T>(&written).unwrap(), body);
    let _ = body.validate();
}
