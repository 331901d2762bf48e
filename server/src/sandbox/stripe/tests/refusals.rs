use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::sandbox::trial_run::{KEY, PLAN, TrialRun};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

#[tokio::test]
async fn only_the_right_key_and_version_open_the_api() {
    let run = TrialRun::new().await;
    let key = format!("Bearer {KEY}");
    let none = run.send("POST", "/v1/checkout/sessions", PLAN, &[FORM]).await;
    assert_eq!(none.refusal(), (401, "invalid_request_error".into(), String::new()));
    let wrong =
        run.send("POST", "/v1/checkout/sessions", PLAN, &[FORM, ("authorization", "Bearer sk_test_other")]).await;
    assert_eq!(wrong.status, 401);
    let old = [FORM, ("authorization", key.as_str()), ("stripe-version", "2024-06-20")];
    assert_eq!(run.send("POST", "/v1/checkout/sessions", PLAN, &old).await.status, 400);
    let without = run.send("POST", "/v1/checkout/sessions", PLAN, &[FORM, ("authorization", &key)]).await;
    assert_eq!(without.status, 200);
    assert!(without.header("request-id").starts_with("req_"));
    let json = [("content-type", "application/json"), ("authorization", key.as_str())];
    assert_eq!(run.send("POST", "/v1/checkout/sessions", "{}", &json).await.status, 400);
    assert_eq!(run.api("GET", "/v1/nothing", "").await.status, 404);
    assert_eq!(
        run.api("GET", "/v1/checkout/sessions/cs_test_x", "").await.refusal(),
        (404, "resource_missing".into(), "id".into())
    );
}

#[tokio::test]
async fn the_key_may_be_the_user_name_of_basic_authentication() {
    let run = TrialRun::new().await;
    let sent = async |credentials: String| {
        let authorization = format!("Basic {}", STANDARD.encode(credentials));
        run.send("POST", "/v1/checkout/sessions", PLAN, &[FORM, ("authorization", &authorization)]).await.status
    };
    assert_eq!(sent(format!("{KEY}:")).await, 200);
    assert_eq!(sent(format!("{KEY}:anything")).await, 200);
    for wrong in [KEY.to_owned(), "sk_test_other:".to_owned(), format!(":{KEY}"), format!("x{KEY}:"), String::new()] {
        assert_eq!(sent(wrong.clone()).await, 401, "{wrong}");
    }
    let unreadable = [FORM, ("authorization", "Basic ???")];
    assert_eq!(run.send("POST", "/v1/checkout/sessions", PLAN, &unreadable).await.status, 401);
}

#[tokio::test]
async fn what_is_unknown_wrong_or_missing_is_named() {
    let run = TrialRun::new().await;
    let cases = [
        ("&nonsense=1", "parameter_unknown", "nonsense"),
        ("&line_items[0][nonsense]=1", "parameter_unknown", "line_items[0][nonsense]"),
        ("&payment_method_types[0]=card", "parameter_unknown", "payment_method_types"),
        ("&subscription_data[trial_offer]=x", "parameter_unknown", "subscription_data[trial_offer]"),
        ("&discounts[0][amount_off]=1", "parameter_unknown", "discounts[0][amount_off]"),
        ("&expires_at=soon", "parameter_invalid_integer", "expires_at"),
        ("&line_items[0][quantity]=1.5", "parameter_invalid_integer", "line_items[0][quantity]"),
        ("&locale=ar", "invalid_request_error", "locale"),
        ("&locale=", "parameter_invalid_empty", "locale"),
        ("&adaptive_pricing[enabled]=yes", "invalid_request_error", "adaptive_pricing[enabled]"),
        ("&adaptive_pricing=false", "invalid_request_error", "adaptive_pricing"),
        ("&line_items[1][quantity]=1", "parameter_missing", "line_items[1][price_data]"),
        ("&ui_mode=hosted", "invalid_request_error", "ui_mode"),
        ("&expand[]=nonsense", "invalid_request_error", "expand"),
    ];
    for (more, word, param) in cases {
        let answer = run.api("POST", "/v1/checkout/sessions", &format!("{PLAN}{more}")).await;
        assert_eq!(answer.refusal(), (400, word.into(), param.into()), "{more}");
    }
    for (gone, param) in [
        ("success_url=http://localhost:8080/ok?session_id={CHECKOUT_SESSION_ID}", "success_url"),
        ("mode=subscription", "mode"),
        ("line_items[0][price_data][currency]=aed", "line_items[0][price_data][currency]"),
        ("line_items[0][price_data][unit_amount]=14999", "line_items[0][price_data][unit_amount]"),
    ] {
        let answer = run.api("POST", "/v1/checkout/sessions", &PLAN.replace(gone, "")).await;
        assert_eq!(answer.refusal(), (400, "parameter_missing".into(), param.into()), "without {gone}");
    }
    let listed = run.api("GET", "/v1/checkout/sessions?limit=5&nonsense=1", "").await;
    assert_eq!(listed.refusal(), (400, "parameter_unknown".into(), "nonsense".into()));
}

#[tokio::test]
async fn what_no_schema_refuses_is_refused_too() {
    let run = TrialRun::new().await;
    let now = run.clock.now().timestamp();
    let day = 86_400;
    let bad = [
        "&subscription_data[trial_period_days]=0".to_owned(),
        "&subscription_data[trial_period_days]=731".to_owned(),
        format!("&subscription_data[trial_period_days]=7&subscription_data[trial_end]={}", now + 7 * day),
        format!("&subscription_data[trial_end]={}", now + day),
        format!("&subscription_data[trial_end]={}", now + 731 * day),
        "&allow_promotion_codes=true&discounts[0][coupon]=X".to_owned(),
        "&customer=cus_1".to_owned(),
        "&customer_creation=always".to_owned(),
        "&payment_intent_data[description]=x".to_owned(),
        "&line_items[1][quantity]=1&line_items[1][price_data][currency]=usd&line_items[1][price_data][unit_amount]=100\
         &line_items[1][price_data][product_data][name]=x"
            .to_owned(),
        "&line_items[0][price_data][recurring][interval_count]=37".to_owned(),
        "&line_items[0][price_data][unit_amount]=100000000".to_owned(),
        "&line_items[0][price_data][unit_amount]=199".to_owned(),
        "&line_items[0][price_data][unit_amount]=-1".to_owned(),
        "&line_items[0][price_data][currency]=omr&line_items[0][price_data][unit_amount]=4055".to_owned(),
        "&line_items[0][price_data][currency]=xxx".to_owned(),
        "&line_items[0][price_data][recurring][interval]=fortnight".to_owned(),
        "&currency=usd".to_owned(),
        "&mode=payment".to_owned(),
        "&mode=setup".to_owned(),
        "&customer_email=nobody".to_owned(),
        "&success_url=/relative".to_owned(),
        "&discounts[0][coupon]=GONE".to_owned(),
        format!("&expires_at={}", now + 1_799),
        format!("&expires_at={}", now + day + 1),
    ];
    for more in bad {
        let answer = run.api("POST", "/v1/checkout/sessions", &format!("{PLAN}{more}")).await;
        assert_eq!(answer.status, 400, "{more}: {}", answer.text);
    }
    let once = PLAN
        .replace("&line_items[0][price_data][recurring][interval]=month", "")
        .replace("&line_items[0][price_data][recurring][interval_count]=12", "");
    assert_eq!(run.api("POST", "/v1/checkout/sessions", &once).await.status, 400, "nothing recurs");
    for more in [
        format!("&expires_at={}", now + 1_800),
        format!("&expires_at={}", now + day),
        "&subscription_data[trial_period_days]=730".to_owned(),
        "&line_items[0][price_data][currency]=omr&line_items[0][price_data][unit_amount]=4050".to_owned(),
        "&line_items[0][price_data][recurring][interval_count]=36".to_owned(),
    ] {
        let answer = run.api("POST", "/v1/checkout/sessions", &format!("{PLAN}{more}")).await;
        assert_eq!(answer.status, 200, "{more}: {}", answer.text);
    }
}
