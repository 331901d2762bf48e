use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::sandbox::trial_run::{PLAN, TrialRun};

const SESSIONS: &str = "/v1/checkout/sessions";
const DAY: u64 = 86_400;

async fn pay(run: &TrialRun, id: &str) -> Value {
    let answer = run.control("POST", &format!("/sessions/{id}/pay"), "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_paid_plan_has_everything_stripe_would_make() {
    let run = TrialRun::new().await;
    let id = run.session(PLAN).await;
    let open = run.read(&format!("{SESSIONS}/{id}")).await;
    assert_eq!(open["status"], "open");
    assert_eq!(open["payment_status"], "unpaid");
    assert_eq!(open["amount_total"], 14_999);
    assert_eq!(open["url"], format!("http://localhost:8090/pay/{id}"));
    assert_eq!(
        (&open["customer"], &open["subscription"], &open["livemode"]),
        (&Value::Null, &Value::Null, &json!(false))
    );
    pay(&run, &id).await;

    let paths =
        "expand[]=subscription.latest_invoice.payments&expand[]=customer&expand[]=line_items&expand[]=invoice.payments";
    let session = run.read(&format!("{SESSIONS}/{id}?{paths}")).await;
    assert_eq!((&session["status"], &session["payment_status"]), (&json!("complete"), &json!("paid")));
    assert_eq!((&session["url"], &session["payment_intent"]), (&Value::Null, &Value::Null));
    assert_eq!(session["customer"]["email"], "a@example.com");
    assert_eq!(session["line_items"]["data"][0]["description"], "12 months");
    let subscription = &session["subscription"];
    assert_eq!(subscription["status"], "active");
    assert_eq!(subscription["metadata"]["order_id"], "ord_1");
    let item = &subscription["items"]["data"][0];
    assert_eq!(item["current_period_start"], run.clock.now().timestamp());
    assert_eq!(item["current_period_end"], 1_826_712_000, "20 November 2027, noon");
    let invoice = &subscription["latest_invoice"];
    assert_eq!((&invoice["status"], &invoice["amount_paid"]), (&json!("paid"), &json!(14_999)));
    assert_eq!(invoice["billing_reason"], "subscription_create");
    assert_eq!(invoice["parent"]["subscription_details"]["subscription"], subscription["id"]);
    let intent = invoice["payments"]["data"][0]["payment"]["payment_intent"].as_str().expect("an intent").to_owned();
    let intent = run.read(&format!("/v1/payment_intents/{intent}?expand[]=latest_charge")).await;
    assert_eq!((&intent["status"], &intent["latest_charge"]["amount"]), (&json!("succeeded"), &json!(14_999)));

    let mut events = run.events().await;
    events.sort();
    assert_eq!(events, ["checkout.session.completed", "customer.subscription.created", "invoice.paid"]);
    let ledger = run.ledger().await;
    assert_eq!(ledger.len(), 1);
    assert_eq!(
        (
            &ledger[0]["movement"],
            &ledger[0]["amount"],
            &ledger[0]["currency"],
            &ledger[0]["session"],
            &ledger[0]["client_reference"]
        ),
        (&json!("charge"), &json!(14_999), &json!("aed"), &json!(id), &json!("pay_1"))
    );
    let again = run.control("POST", &format!("/sessions/{id}/pay"), "").await;
    assert_eq!(again.status, 409);
    assert_eq!(run.ledger().await.len(), 1, "paid once");
    assert_eq!(run.api("POST", &format!("{SESSIONS}/{id}/expire"), "").await.status, 400);
}

#[tokio::test]
async fn a_trial_takes_nothing_and_a_prepaid_term_takes_its_price() {
    let run = TrialRun::new().await;
    let id = run.session(&format!("{PLAN}&subscription_data[trial_period_days]=7")).await;
    assert_eq!(pay(&run, &id).await["payment_status"], "no_payment_required");
    let session = run.read(&format!("{SESSIONS}/{id}?expand[]=subscription&expand[]=invoice")).await;
    let week_later = run.clock.now().timestamp() + 7 * 86_400;
    assert_eq!((&session["amount_total"], &session["invoice"]["amount_paid"]), (&json!(0), &json!(0)));
    assert_eq!(session["subscription"]["status"], "trialing");
    assert_eq!(session["subscription"]["trial_end"], week_later);
    assert_eq!(session["subscription"]["items"]["data"][0]["current_period_end"], week_later);
    assert!(run.ledger().await.is_empty());

    let prepaid = format!(
        "{PLAN}&subscription_data[trial_period_days]=486&line_items[1][quantity]=1&line_items[1][price_data][currency]=aed\
         &line_items[1][price_data][unit_amount]=4788&line_items[1][price_data][product_data][name]=First term"
    );
    let id = run.session(&prepaid).await;
    let session = pay(&run, &id).await;
    assert_eq!((&session["amount_total"], &session["payment_status"]), (&json!(4_788), &json!("paid")));
    assert_eq!(run.ledger().await[0]["amount"], 4_788);
}

#[tokio::test]
async fn a_coupon_counts_its_uses() {
    let run = TrialRun::new().await;
    let form = "id=ONCE&amount_off=5000&currency=aed&duration=once&max_redemptions=1";
    assert_eq!(run.api("POST", "/v1/coupons", form).await.status, 200);
    assert_eq!(run.api("POST", "/v1/coupons", form).await.refusal().1, "resource_already_exists");
    let discounted = format!("{PLAN}&discounts[0][coupon]=ONCE");
    let (first, second) = (run.session(&discounted).await, run.session(&discounted).await);
    let session = pay(&run, &first).await;
    assert_eq!((&session["amount_subtotal"], &session["amount_total"]), (&json!(14_999), &json!(9_999)));
    assert_eq!(session["total_details"]["amount_discount"], 5_000);
    assert_eq!(session["discounts"][0]["coupon"], "ONCE");
    let coupon = run.read("/v1/coupons/ONCE").await;
    assert_eq!((&coupon["times_redeemed"], &coupon["valid"]), (&json!(1), &json!(false)));
    let late = run.control("POST", &format!("/sessions/{second}/pay"), "").await;
    assert_eq!(late.refusal().1, "coupon_expired");
    assert_eq!(
        run.api("POST", SESSIONS, &discounted).await.refusal(),
        (400, "coupon_expired".into(), "discounts[0][coupon]".into())
    );
    let subscription = session["subscription"].as_str().expect("an id");
    let subscription = run.read(&format!("/v1/subscriptions/{subscription}")).await;
    assert_eq!(subscription["discounts"], json!([]), "used up by the first invoice");
    assert_eq!(run.ledger().await.len(), 1);
    assert_eq!(run.ledger().await[0]["amount"], 9_999);
    assert_eq!(run.api("DELETE", "/v1/coupons/ONCE", "").await.json()["deleted"], true);
    for bad in [
        "duration=once",
        "amount_off=1&percent_off=1&currency=aed",
        "percent_off=101",
        "amount_off=100",
        "percent_off=5&duration=repeating",
    ] {
        assert_eq!(run.api("POST", "/v1/coupons", bad).await.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn a_session_past_its_time_is_expired_and_says_so() {
    let run = TrialRun::new().await;
    let (read, swept) = (run.session(PLAN).await, run.session(PLAN).await);
    run.clock.advance(Duration::from_secs(24 * 3_600 - 1));
    assert_eq!(run.read(&format!("{SESSIONS}/{read}")).await["status"], "open");
    run.clock.advance(Duration::from_secs(1));
    let session = run.read(&format!("{SESSIONS}/{read}")).await;
    assert_eq!((&session["status"], &session["url"]), (&json!("expired"), &Value::Null));
    assert_eq!(run.events().await, ["checkout.session.expired"]);
    assert_eq!(run.control("POST", &format!("/sessions/{swept}/pay"), "").await.status, 409);
    run.sandbox.deliver_due().await.expect("a sweep");
    assert_eq!(run.events().await, ["checkout.session.expired", "checkout.session.expired"]);
    assert!(run.ledger().await.is_empty());
}

#[tokio::test]
async fn one_payment_is_refunded_in_parts_and_no_further() {
    let run = TrialRun::new().await;
    let form = "mode=payment&success_url=http://localhost/ok&line_items[0][quantity]=2&line_items[0][price_data][currency]=usd\
        &line_items[0][price_data][unit_amount]=1499&line_items[0][price_data][product_data][name]=eSIM\
        &payment_intent_data[metadata][order_id]=ord_2&customer_email=a@example.com";
    let id = run.session(form).await;
    let session = pay(&run, &id).await;
    assert_eq!((&session["amount_total"], &session["customer"]), (&json!(2_998), &Value::Null));
    let intent = session["payment_intent"].as_str().expect("an intent");
    assert_eq!(run.read(&format!("/v1/payment_intents/{intent}")).await["metadata"]["order_id"], "ord_2");
    let refund = |amount: &str| format!("payment_intent={intent}{amount}");
    let first = run.api("POST", "/v1/refunds", &refund("&amount=1000")).await.json();
    assert_eq!((&first["status"], &first["amount"]), (&json!("succeeded"), &json!(1_000)));
    assert_eq!(run.api("POST", "/v1/refunds", &refund("&amount=1999")).await.refusal().2, "amount");
    assert_eq!(run.api("POST", "/v1/refunds", &refund("")).await.json()["amount"], 1_998);
    assert_eq!(run.api("POST", "/v1/refunds", &refund("")).await.refusal().1, "charge_already_refunded");
    let moved: Vec<(Value, Value)> =
        run.ledger().await.into_iter().map(|row| (row["movement"].clone(), row["amount"].clone())).collect();
    assert_eq!(
        moved,
        [(json!("charge"), json!(2_998)), (json!("refund"), json!(1_000)), (json!("refund"), json!(1_998))]
    );
    assert_eq!(
        run.read(&format!("/v1/refunds?payment_intent={intent}")).await["data"].as_array().map(Vec::len),
        Some(2)
    );
}

#[tokio::test]
async fn a_subscription_ends_when_told() {
    let run = TrialRun::new().await;
    let id = run.session(PLAN).await;
    let subscription = pay(&run, &id).await["subscription"].as_str().expect("an id").to_owned();
    let path = format!("/v1/subscriptions/{subscription}");
    let leaving = run.api("POST", &path, "cancel_at_period_end=true&metadata[why]=x").await.json();
    assert_eq!((&leaving["status"], &leaving["cancel_at_period_end"]), (&json!("active"), &json!(true)));
    assert_eq!(leaving["cancel_at"], leaving["items"]["data"][0]["current_period_end"]);
    assert_eq!(run.api("POST", &path, "cancel_at_period_end=false").await.json()["cancel_at"], Value::Null);
    let gone = run.api("DELETE", &path, "").await.json();
    assert_eq!(gone["status"], "canceled");
    assert_eq!(run.api("POST", &path, "cancel_at_period_end=true").await.status, 404);
    let events = run.events().await;
    assert_eq!(events.last().map(String::as_str), Some("customer.subscription.deleted"));
    assert_eq!(events.iter().filter(|name| *name == "customer.subscription.updated").count(), 2);
}

#[tokio::test]
async fn what_ends_with_its_trial_is_over_then_and_was_never_charged() {
    let run = TrialRun::new().await;
    let id = run.session(&format!("{PLAN}&subscription_data[trial_period_days]=7")).await;
    let subscription = pay(&run, &id).await["subscription"].as_str().expect("an id").to_owned();
    let path = format!("/v1/subscriptions/{subscription}");
    let leaving = run.keyed("POST", &path, "cancel_at_period_end=true", Some("ord_1-cancel-0")).await.json();
    let trial_end = run.clock.now().timestamp() + 7 * 86_400;
    assert_eq!((&leaving["status"], &leaving["cancel_at"]), (&json!("trialing"), &json!(trial_end)));
    run.clock.advance(Duration::from_secs(7 * 86_400 - 1));
    assert_eq!(run.read(&path).await["status"], "trialing");
    run.clock.advance(Duration::from_secs(1));
    let over = run.read(&path).await;
    assert_eq!((&over["status"], &over["ended_at"]), (&json!("canceled"), &json!(trial_end)));
    assert_eq!(run.api("POST", &path, "cancel_at_period_end=false").await.status, 404);
    assert_eq!(run.events().await.last().map(String::as_str), Some("customer.subscription.deleted"));
    assert!(run.ledger().await.is_empty());
}

#[tokio::test]
async fn a_period_is_followed_by_the_next_from_the_day_of_the_purchase() {
    let run = TrialRun::new().await;
    run.clock.advance(Duration::from_secs(72 * DAY));
    let id = run.session(&PLAN.replace("[interval_count]=12", "[interval_count]=1")).await;
    let subscription = pay(&run, &id).await["subscription"].as_str().expect("an id").to_owned();
    let path = format!("/v1/subscriptions/{subscription}");
    let noon = |day: &str| format!("{day}T12:00:00Z").parse::<DateTime<Utc>>().expect("an instant").timestamp();
    let period = async || {
        let item = run.read(&path).await["items"]["data"][0].clone();
        (item["current_period_start"].as_i64().unwrap_or(0), item["current_period_end"].as_i64().unwrap_or(0))
    };
    assert_eq!(period().await, (noon("2027-01-31"), noon("2027-02-28")));
    run.clock.advance(Duration::from_secs(57 * DAY));
    assert_eq!(period().await, (noon("2027-02-28"), noon("2027-03-31")), "on 29 March");
    run.clock.advance(Duration::from_secs(2 * DAY));
    assert_eq!(period().await, (noon("2027-03-31"), noon("2027-04-30")), "on 31 March");
    assert_eq!(run.read(&path).await["billing_cycle_anchor"], noon("2027-01-31"));
    // A trial ends with its period, and later periods are counted from its end.
    let trial_end = noon("2027-04-28");
    let form = format!("trial_end={trial_end}&proration_behavior=none");
    assert_eq!(run.api("POST", &path, &form).await.json()["status"], "trialing");
    run.clock.advance(Duration::from_secs(28 * DAY));
    assert_eq!(period().await, (trial_end, noon("2027-05-28")));
    assert_eq!(run.read(&path).await["status"], "active");
    let leaving = run.api("POST", &path, "cancel_at_period_end=true").await.json();
    assert_eq!(leaving["cancel_at"], noon("2027-05-28"));
    let charges: Vec<_> = run.ledger().await.iter().map(|row| row["amount"].as_i64().unwrap_or(0)).collect();
    assert_eq!(charges.len(), 4, "each period is charged at its beginning");
    let list = run.read(&format!("/v1/invoices?subscription={subscription}&status=paid")).await;
    let invoices = list["data"].as_array().expect("a list");
    let mut begun =
        invoices.iter().map(|invoice| (&invoice["billing_reason"], invoice["created"].as_i64().unwrap_or(0)));
    let later = json!("subscription_cycle");
    let newest_first = [(&later, trial_end), (&later, noon("2027-03-31")), (&later, noon("2027-02-28"))];
    assert_eq!(begun.clone().take(3).collect::<Vec<_>>(), newest_first);
    assert_eq!(begun.next_back(), Some((&json!("subscription_create"), noon("2027-01-31"))));
    let invoice = invoices[0]["id"].as_str().expect("an id");
    let paid = run.read(&format!("/v1/invoice_payments?invoice={invoice}")).await["data"][0].clone();
    assert_eq!((&paid["status"], paid["amount_paid"].as_i64()), (&json!("paid"), charges.last().copied()));
}

#[tokio::test]
async fn lists_have_cursors_and_filters() {
    let mut run = TrialRun::new().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(run.session(PLAN).await);
        run.clock.advance(Duration::from_secs(10));
    }
    run.restart().await;
    let page = run.read(&format!("{SESSIONS}?limit=2")).await;
    assert_eq!((&page["data"][0]["id"], &page["has_more"]), (&json!(ids[2]), &json!(true)));
    let next = run.read(&format!("{SESSIONS}?limit=2&starting_after={}", ids[1])).await;
    assert_eq!((&next["data"][0]["id"], &next["has_more"]), (&json!(ids[0]), &json!(false)));
    let back = run.read(&format!("{SESSIONS}?limit=1&ending_before={}", ids[0])).await;
    assert_eq!(back["data"][0]["id"], ids[1]);
    let since = run.clock.now().timestamp() - 10;
    let recent = run.read(&format!("{SESSIONS}?created[gte]={since}&status=open&expand[]=data.line_items")).await;
    assert_eq!(recent["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(recent["data"][0]["line_items"]["data"][0]["quantity"], 1);
    let items = run.read(&format!("{SESSIONS}/{}/line_items", ids[0])).await;
    assert_eq!(items["data"][0]["amount_total"], 14_999);
    pay(&run, &ids[0]).await;
    let events = run.read("/v1/events?type=checkout.session.*&delivery_success=false").await;
    assert_eq!(events["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(events["data"][0]["api_version"], "2026-10-28.endive");
    let id = events["data"][0]["id"].as_str().expect("an id");
    assert_eq!(run.read(&format!("/v1/events/{id}")).await["data"]["object"]["id"], ids[0]);
    assert_eq!(run.api("GET", &format!("{SESSIONS}?limit=101"), "").await.status, 400);
}
