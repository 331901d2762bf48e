//! What buyers type, through the checkout call.

use onefare_core::email::Email;
use onefare_server::flows::account::session;
use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::sold::{asked, book_of, plan_at, sell};
use super::{cases, page, refusal};

#[tokio::test]
async fn e_mail_addresses_are_judged_as_on_the_page() {
    let shop = Shop::start().await;
    for case in cases("email", "check_email") {
        let answer = shop.checkout(&mut Browser::default(), twelve_months(case.text(0).unwrap(), "AED", 15000)).await;
        match case.expect.as_str() {
            Some(code) => assert_eq!(refusal(&answer), code, "{}", case.name),
            None => assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name),
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_corrected_address_is_judged_as_on_the_page() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    for case in cases("email", "check_email_correction") {
        let email = Email::parse(case.text(0).unwrap()).unwrap();
        let mut tx = shop.running.app.store.begin().await.unwrap();
        sqlx::query("DELETE FROM email_changes").execute(&mut *tx).await.unwrap();
        let order = sqlx::query("UPDATE orders SET email = $1, email_canonical = $2");
        order.bind(email.as_str()).bind(email.canonical()).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        let body = json!({ "session_id": session, "email": case.text(1).unwrap() });
        let answer = shop.post(&mut browser, "/api/orders/change-email", body).await;
        match case.expect.as_str() {
            Some(code) => assert_eq!(refusal(&answer), code, "{}", case.name),
            None => assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name),
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_address_that_confirms_a_deletion_is_judged_as_on_the_page() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    for case in cases("email", "check_email_confirmation") {
        let email = Email::parse(case.text(0).unwrap()).unwrap();
        let mut tx = shop.running.app.store.begin().await.unwrap();
        let order = sqlx::query("UPDATE orders SET email = $1, email_canonical = $2, account_deleted_at = NULL");
        order.bind(email.as_str()).bind(email.canonical()).execute(&mut *tx).await.unwrap();
        let fresh = session::Browser::default();
        let begun = session::begin(&mut tx, &email.canonical(), fresh, shop.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        let request =
            shop.http.post(format!("{}/api/account/delete", shop.shop)).json(&json!({ "email": case.text(1) }));
        let request = request.header("cookie", format!("session={}", begun.session));
        let answer = shop.finish(&mut Browser::default(), request).await;
        match case.expect.as_str() {
            Some(code) => assert_eq!(refusal(&answer), code, "{}", case.name),
            None => assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name),
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn currencies_are_those_of_the_shop() {
    let shop = Shop::start().await;
    for case in cases("currency", "currency_parse_offered") {
        let code = case.text(0).unwrap();
        let body = json!({ "email": "amal@example.com", "selectedPackage": "vpn-12m", "currency": code });
        let answer = shop.checkout(&mut Browser::default(), body).await;
        // An empty text names no currency, so it is not a wrong one.
        let taken = case.expect.as_str().or(code.is_empty().then_some("AED"));
        match taken {
            Some(code) => assert_eq!(asked(&shop, &answer).await["currency"], code.to_lowercase(), "{}", case.name),
            None => assert_eq!(refusal(&answer), "unsupported_currency", "{}", case.name),
        }
    }
    let shown = page(&shop, "/buy").await;
    let codes: Vec<&Value> =
        shown["content"]["currencies"].as_array().unwrap().iter().map(|option| &option["code"]).collect();
    for case in cases("currency", "currency_lists") {
        assert_eq!(json!(codes), case.expect[0], "{}", case.name);
    }
    let arabic = page(&shop, "/ar/buy").await;
    for (shown, first, last) in [(shown, "US dollar", "Omani rial"), (arabic, "دولار أمريكي", "ريال عماني")]
    {
        let options = shown["content"]["currencies"].as_array().unwrap();
        assert_eq!((&options[0]["name"], &options[5]["name"]), (&json!(first), &json!(last)));
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn requests_are_read_by_the_rule() {
    let shop = Shop::start().await;
    assert!(sell(&shop, &book_of(plan_at("vpn-12", 12, 14_999)), &[]).await);
    for case in cases("checkout", "checkout_read") {
        let answer = shop.checkout(&mut Browser::default(), case.input[0].clone()).await;
        let Some(read) = case.value() else {
            assert_eq!(refusal(&answer), case.expect["error"].as_str().unwrap(), "{}", case.name);
            continue;
        };
        let request = &case.input[0];
        if request["selectedPackage"] != "vpn-12" {
            assert_eq!(refusal(&answer), "unknown_package", "{}: read, and looked up", case.name);
        } else if request["expected_amount"].as_i64().is_some_and(|amount| amount != 14_999) {
            assert_eq!(refusal(&answer), "price_changed", "{}: read, and compared", case.name);
        } else {
            let session = asked(&shop, &answer).await;
            assert_eq!(session["currency"], read["currency"].as_str().unwrap_or("AED").to_lowercase(), "{}", case.name);
            let body = json!({ "session_id": Shop::session_of(&answer) });
            let back = shop.post(&mut Browser::default(), "/api/subscription/get-session-redirect", body).await;
            // Without a page of its own the order leads to the start page in its language.
            let home = match read["language"].as_str() {
                None | Some("en") => "/".to_owned(),
                Some(language) => format!("/{language}/"),
            };
            assert_eq!(back.body["redirect_from"], read["return_to"].as_str().unwrap_or(&home), "{}", case.name);
        }
    }
    shop.running.stop().await;
}
