//! The one real client and the built-in sandbox understand each other, and the sandbox answers as Stripe would.

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::payment::{Expected, Field, SessionFacts, Verdict, judge};
use onefare_core::quote::Product;
use onefare_server::payments::stripe::answers::Session;
use onefare_server::payments::stripe::portal::CreatePortalSession;
use onefare_server::payments::stripe::refunds::{NewRefund, RefundReason, RefundStatus};
use onefare_server::payments::stripe::requests::{FirstTerm, NewOneOffCheckout, NewSubscriptionCheckout};
use onefare_server::payments::stripe::webhook::SignatureVerifier;
use onefare_server::payments::stripe::{StripeClient, StripeError, StripeSettings};
use onefare_server::sandbox::sign;
use serde_json::{Value, json};

use crate::double::{Double, STRIPE_KEY};
use crate::official::{official, official_schema};
use crate::schemas::{compiled, load, must_fit};

pub struct Running {
    pub client: StripeClient,
    pub double: Double,
}

pub async fn running() -> Running {
    let double = Double::start().await;
    let portal_hosts = vec![double.base.authority().to_owned()];
    let settings =
        StripeSettings { portal_hosts, ..StripeSettings::new(double.base.clone(), STRIPE_KEY.into(), vec![]) };
    let client = StripeClient::new(settings).expect("a client");
    Running { client, double }
}

impl Running {
    pub fn checkout(&self, payment: &str, currency: Currency, due_now: i64, renewal: i64) -> NewSubscriptionCheckout {
        let money = |minor| Money::new(minor, currency).expect("a small amount");
        NewSubscriptionCheckout {
            payment_id: payment.to_owned(),
            order_id: "ord_1".to_owned(),
            product_name: "Lantern VPN & more, 12 months".to_owned(),
            email: Email::parse("amal+1@example.com").expect("an address"),
            customer: None,
            language: Language::Ar,
            due_now: money(due_now),
            renewal: money(renewal),
            months: 12,
            first_term: FirstTerm::Cycle,
            note: None,
            success_url: "http://shop.example/ar/payment-success?session_id={CHECKOUT_SESSION_ID}".to_owned(),
            cancel_url: "http://shop.example/ar/payment-failed?session_id=h4sh".parse().expect("an address"),
            expires_at: self.double.now + chrono::Duration::hours(1),
        }
    }

    async fn raw(&self, id: &str) -> Value {
        self.object(&format!("checkout/sessions/{id}")).await
    }

    pub async fn object(&self, path: &str) -> Value {
        let address = self.double.base.join(&format!("v1/{path}")).expect("an address");
        let request =
            reqwest::Client::new().get(address).bearer_auth(STRIPE_KEY).header("stripe-version", "2026-10-28.endive");
        request.send().await.expect("an answer").json().await.expect("JSON")
    }

    pub async fn act(&self, id: &str, act: &str) {
        self.double.control(&format!("sessions/{id}/{act}")).await;
    }
}

fn verdict(session: &Session, payment_id: &str, amount: i64, currency: Currency) -> Verdict {
    let reference = session.id.as_str();
    let product = Product::Plan;
    let renews = true;
    let expected =
        Expected { reference, payment_id, order_id: "ord_1", product, amount, currency, livemode: false, renews };
    judge(&SessionFacts::from(session), &expected)
}

#[tokio::test]
async fn what_was_quoted_is_what_is_charged_in_every_currency() {
    let shop = running().await;
    for currency in Currency::OFFERED {
        for (due_now, renewal) in [(14_990, 14_990), (9_990, 14_990)] {
            let payment = format!("pay_{}_{due_now}", currency.code());
            let checkout = shop.checkout(&payment, currency, due_now, renewal);
            let opened = shop.client.start_subscription(&checkout).await.expect("a session");
            assert!(
                opened.url.as_deref().is_some_and(|url| url.starts_with(shop.double.base.as_str())),
                "{:?}",
                opened.url
            );
            assert_eq!(verdict(&opened, &payment, due_now, currency), Verdict::Pending);

            shop.act(&opened.id, "pay").await;
            let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
            assert_eq!(verdict(&paid, &payment, due_now, currency), Verdict::Paid, "{paid:?}");
            assert!(paid.subscription.is_some() && paid.customer.is_some() && paid.url.is_none());
            assert_eq!(paid.email(), Some("amal+1@example.com"));
        }
    }
}

#[tokio::test]
async fn a_trial_charges_nothing_and_a_prepaid_term_charges_its_price() {
    let shop = running().await;
    let money = |minor| Money::new(minor, Currency::Eur).expect("a small amount");
    let plain = shop.checkout("pay_trial", Currency::Eur, 3_999, 3_999);
    let first_term = FirstTerm::Trial { days: 7 };
    let trial = NewSubscriptionCheckout { due_now: money(0), first_term, ..plain };
    let opened = shop.client.start_subscription(&trial).await.expect("a session");
    shop.act(&opened.id, "pay").await;
    let done = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let of = |session: &Session, payment: &str, product, amount| {
        let (reference, order_id) = (session.id.as_str(), "ord_1");
        let expected = Expected {
            reference,
            payment_id: payment,
            order_id,
            product,
            amount,
            currency: Currency::Eur,
            livemode: false,
            renews: true,
        };
        judge(&SessionFacts::from(session), &expected)
    };
    assert_eq!(of(&done, "pay_trial", Product::Trial, 0), Verdict::Paid, "{done:?}");
    assert!(of(&done, "pay_trial", Product::Plan, 0) != Verdict::Paid, "for a plan that would be a gift");
    let customer = done.customer.as_ref().map(|customer| customer.id().to_owned());

    let plain = shop.checkout("pay_prepaid", Currency::Eur, 2_999, 3_999);
    let first_term = FirstTerm::Prepaid { days: 486, name: "Lantern VPN, 16 months".to_owned() };
    let prepaid = NewSubscriptionCheckout { first_term, customer: customer.clone(), ..plain };
    let opened = shop.client.start_subscription(&prepaid).await.expect("a session");
    shop.act(&opened.id, "pay").await;
    let done = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    assert_eq!(of(&done, "pay_prepaid", Product::Deal, 2_999), Verdict::Paid, "{done:?}");
    assert_eq!(done.customer.as_ref().map(|customer| customer.id().to_owned()), customer, "the same customer");

    let plain = shop.checkout("pay_gone", Currency::Eur, 3_999, 3_999);
    let gone = NewSubscriptionCheckout { customer: Some("cus_gone".to_owned()), ..plain };
    let refused = shop.client.start_subscription(&gone).await.expect_err("nobody of that name");
    assert!(refused.is_unknown_customer(), "{refused:?}");
    assert!(!shop.client.retrieve_checkout_session("cs_gone").await.expect_err("no session").is_unknown_customer());
}

#[tokio::test]
async fn what_is_paid_once_leaves_no_subscription() {
    let shop = running().await;
    let plan = shop.checkout("pay_1", Currency::Usd, 899, 899);
    let once = NewOneOffCheckout {
        payment_id: plan.payment_id,
        order_id: plan.order_id,
        product_name: "eSIM Spain, 3 GB".to_owned(),
        email: plan.email,
        customer: None,
        language: plan.language,
        due_now: plan.due_now,
        success_url: "http://shop.example/esim/callback-success?hash=h4sh&payment_method=card".to_owned(),
        cancel_url: plan.cancel_url,
        expires_at: plan.expires_at,
    };
    let opened = shop.client.start_one_off(&once).await.expect("a session");
    let again = shop.client.start_one_off(&once).await.expect("a session");
    assert_eq!((&opened.id, &opened.url), (&again.id, &again.url));
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let (reference, product, currency) = (&*paid.id, Product::Refill, Currency::Usd);
    let (payment_id, order_id, amount, livemode) = ("pay_1", "ord_1", 899, false);
    let sold = Expected { reference, payment_id, order_id, product, amount, currency, livemode, renews: false };
    assert_eq!(judge(&SessionFacts::from(&paid), &sold), Verdict::Paid, "{paid:?}");
    let as_plan = judge(&SessionFacts::from(&paid), &Expected { renews: true, ..sold });
    assert_eq!(as_plan, Verdict::Mismatch(Field::Renewal), "a plan that is paid once would not renew");
    assert!(paid.subscription.is_none());
    must_fit(&compiled(&load("stripe/checkout-session-answer")), &shop.raw(&opened.id).await);
}

#[tokio::test]
async fn repeating_a_checkout_gives_the_first_session() {
    let shop = running().await;
    let checkout = shop.checkout("pay_1", Currency::Aed, 9_990, 14_990);
    let first = shop.client.start_subscription(&checkout).await.expect("a session");
    let second = shop.client.start_subscription(&checkout).await.expect("a session");
    assert_eq!((first.id, first.url), (second.id, second.url));

    let changed = NewSubscriptionCheckout { months: 3, ..checkout };
    let outcome = shop.client.start_subscription(&changed).await;
    assert!(matches!(&outcome, Err(StripeError::Refused { kind, .. }) if kind == "idempotency_error"), "{outcome:?}");
}

#[tokio::test]
async fn a_closed_session_stays_closed() {
    let shop = running().await;
    let checkout = shop.checkout("pay_1", Currency::Omr, 15_600, 15_600);
    let opened = shop.client.start_subscription(&checkout).await.expect("a session");
    let closed = shop.client.expire_checkout_session(&opened.id).await.expect("a session");
    assert_eq!(verdict(&closed, "pay_1", 15_600, Currency::Omr), Verdict::Failed);
    let missing = shop.client.retrieve_checkout_session("cs_test_nowhere").await.expect_err("nothing there");
    assert!(missing.has_code("resource_missing") && !missing.may_be_repeated(), "{missing:?}");
}

#[tokio::test]
async fn a_wrong_key_is_refused_for_good() {
    let shop = running().await;
    let settings = StripeSettings::new(shop.double.base.clone(), "sk_test_other".into(), vec![]);
    let client = StripeClient::new(settings).expect("a client");
    let error = client.retrieve_checkout_session("cs_test_1").await.expect_err("a refusal");
    assert!(matches!(error, StripeError::Refused { status: 401, .. }), "{error:?}");
}

#[tokio::test]
async fn the_sandbox_answers_in_stripes_own_shape() {
    let shop = running().await;
    let ours = compiled(&load("stripe/checkout-session-answer"));
    let theirs =
        official("stripe.openapi.json").map(|description| compiled(&official_schema(&description, "checkout.session")));
    for act in ["", "pay", "expire"] {
        let checkout = shop.checkout(&format!("pay_{act}"), Currency::Sar, 9_990, 14_990);
        let id = shop.client.start_subscription(&checkout).await.expect("a session").id;
        if !act.is_empty() {
            shop.act(&id, act).await;
        }
        let raw = shop.raw(&id).await;
        must_fit(&ours, &raw);
        if let Some(theirs) = &theirs {
            must_fit(theirs, &raw);
        }
    }
}

#[test]
fn the_sandbox_signs_what_our_verifier_accepts() {
    let verifier = SignatureVerifier::new(vec!["whsec_contract".into()]).expect("a verifier");
    let now = DateTime::from_timestamp(1_793_000_000, 0).expect("an instant");
    let body = "{\"id\":\"evt_1\",\"name\":\"ليلى\"}";
    let header = sign("whsec_contract", now.timestamp(), body);
    assert_eq!(verifier.verify(body.as_bytes(), Some(&header), now), Ok(()));
    assert!(verifier.verify(b"{}", Some(&header), now).is_err());
}

#[tokio::test]
async fn money_goes_back_once_and_the_subscription_ends_by_itself_only() {
    let shop = running().await;
    let checkout = shop.checkout("pay_back", Currency::Omr, 9_990, 14_990);
    let opened = shop.client.start_subscription(&checkout).await.expect("a session");
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let payment_intent = shop.client.charged_for(&paid).await.expect("an answer").expect("a charge");
    let refund = |id: &str, minor| NewRefund {
        refund_id: id.to_owned(),
        payment_id: "pay_back".to_owned(),
        order_id: "ord_1".to_owned(),
        payment_intent: payment_intent.clone(),
        amount: Money::new(minor, Currency::Omr).expect("a small amount"),
        reason: RefundReason::Duplicate,
        hours: 0,
    };
    let first = shop.client.create_refund(&refund("ref_1", 4_000)).await.expect("a refund");
    let again = shop.client.create_refund(&refund("ref_1", 4_000)).await.expect("the same refund");
    assert_eq!((&first.id, first.status.as_ref()), (&again.id, Some(&RefundStatus::Succeeded)));
    let rest = shop.client.create_refund(&refund("ref_2", 5_990)).await.expect("the rest");
    let too_much = shop.client.create_refund(&refund("ref_3", 10)).await.expect_err("nothing is left");
    assert!(too_much.has_code("charge_already_refunded") && too_much.is_invalid(), "{too_much}");
    let listed = shop.client.refunds(&payment_intent).await.expect("a list");
    assert_eq!(listed.iter().filter_map(|one| one.metadata("refund_id")).collect::<Vec<_>>(), ["ref_2", "ref_1"]);
    let found = shop.client.refund(&rest.id).await.expect("a refund");
    assert_eq!(found.money(), Money::new(5_990, Currency::Omr).ok());
    let subscription = paid.subscription.as_ref().expect("a subscription").id();
    let goes_on = shop.client.subscription(subscription).await.expect("a subscription");
    assert_eq!((goes_on.cancel_at_period_end, goes_on.ends_at()), (false, None));
    let leaving = shop.client.cancel_at_period_end(subscription, "ord_1-0").await.expect("a subscription");
    let again = shop.client.cancel_at_period_end(subscription, "ord_1-0").await.expect("the same answer");
    assert!(leaving == again && leaving.cancel_at_period_end && !leaving.has_ended());
    assert!(leaving.ends_at().is_some(), "{leaving:?}");
    let renews = shop.client.renew_after_all(subscription, "ord_1-r0").await.expect("a subscription");
    assert_eq!((renews.cancel_at_period_end, renews.ends_at(), renews.has_ended()), (false, None, false));
    let kept = shop.client.renew_after_all(subscription, "ord_1-r1").await.expect("one that renews is left alone");
    assert_eq!(kept, renews);
    assert_eq!(shop.client.cancel_subscription(subscription).await.expect("a subscription").status, "canceled");
    let gone = shop.client.cancel_subscription(subscription).await.expect_err("it has ended");
    assert!(gone.has_code("resource_missing"), "{gone}");
    let gone = shop.client.cancel_at_period_end(subscription, "ord_1-1").await.expect_err("it has ended");
    assert!(gone.has_code("resource_missing"), "{gone}");
    let gone = shop.client.renew_after_all(subscription, "ord_1-r2").await.expect_err("it has ended");
    assert!(gone.has_code("resource_missing"), "{gone}");
    assert!(shop.client.subscription(subscription).await.expect("a subscription").has_ended());
}

#[tokio::test]
async fn the_portal_opens_for_its_customer_and_for_some_minutes() {
    let shop = running().await;
    let opened = shop.client.start_subscription(&shop.checkout("pay_1", Currency::Aed, 14_999, 29_999)).await;
    let opened = opened.expect("a session");
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let customer = paid.customer.as_ref().expect("a customer").id();
    let wanted = |customer: &str| CreatePortalSession::new(customer, "http://shop.example/ar/panel", Language::Ar);
    let visit = shop.client.open_portal(&wanted(customer)).await.expect("a visit");
    let again = shop.client.open_portal(&wanted(customer)).await.expect("a visit");
    assert!(visit.customer == customer && visit.url != again.url, "a page of its own for each visit");
    assert_eq!(shop.client.portal_page(&visit), Ok(visit.url.as_str()));
    let html = reqwest::get(&visit.url).await.expect("an answer").text().await.expect("a page");
    for words in ["amal+1@example.com", "AED", "renews on", "4242", "http://shop.example/ar/panel"] {
        assert!(html.contains(words), "{words} in {html}");
    }
    let guessed = visit.url.rsplit_once('/').expect("a path").0.to_owned() + "/nobodys";
    assert_eq!(reqwest::get(&guessed).await.expect("an answer").status().as_u16(), 404);

    let unknown = shop.client.open_portal(&wanted("cus_nobody")).await.expect_err("nobody");
    assert!(unknown.is_unknown_customer(), "{unknown}");
    let offering = |id: &str| wanted(customer).offering(Some(id));
    shop.client.open_portal(&offering("bpc_sandbox")).await.expect("a visit with what was named");
    let foreign = shop.client.open_portal(&offering("bpc_another")).await.expect_err("no such configuration");
    assert!(foreign.has_code("resource_missing") && !foreign.is_unknown_customer(), "{foreign}");
    shop.double.tell("portal", &json!({ "saved": false })).await;
    for body in [wanted(customer), offering("bpc_sandbox")] {
        let refused = shop.client.open_portal(&body).await.expect_err("nothing is saved");
        assert!(!refused.may_be_repeated() && !refused.is_unknown_customer(), "{refused}");
    }
}

#[tokio::test]
async fn a_portal_on_a_host_that_is_not_listed_is_not_handed_out() {
    let double = Double::start().await;
    let settings = StripeSettings::new(double.base.clone(), STRIPE_KEY.into(), vec![]);
    let shop = Running { client: StripeClient::new(settings).expect("a client"), double };
    let opened = shop.client.start_subscription(&shop.checkout("pay_1", Currency::Aed, 14_999, 29_999)).await;
    let opened = opened.expect("a session");
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let customer = paid.customer.as_ref().expect("a customer").id();
    let wanted = CreatePortalSession::new(customer, "http://shop.example/panel", Language::En);
    let visit = shop.client.open_portal(&wanted).await.expect("a visit");
    assert!(shop.client.portal_page(&visit).is_err(), "{visit:?}");
}
