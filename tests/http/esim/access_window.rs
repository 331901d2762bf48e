//! Access to an eSIM after its purchase: for its own browser always, by the payment hash for thirty days.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, GENERATE, generated, hash_of_card, quick, status_until, wanted};

const DAY: u64 = 24 * 3600;

struct Bought {
    order: Value,
    hash: String,
    code: String,
}

/// An eSIM that this browser has bought and received.
async fn bought(shop: &Shop, browser: &mut Browser, provider: &str) -> Bought {
    let by_card = provider == "stripe";
    let (call, method) = if by_card { (BY_CARD, "card") } else { (BY_IDEAL, "ideal") };
    let page = Shop::session_of(&shop.post(browser, call, wanted(shop, method).await).await);
    let hash = if by_card {
        let hash = hash_of_card(shop, &page).await;
        shop.at_pay_page(&page, "pay").await;
        hash
    } else {
        let hash = shop.hash_of(&page).await;
        shop.at_bank(&page, "paid").await;
        hash
    };
    let order = status_until(shop, browser, provider, &hash, "paid").await.body["order_id"].clone();
    let code = generated(shop, browser, &order).await.body["generated_esim"].as_str().unwrap().to_owned();
    assert!(code.starts_with("LPA:1$"), "{code}");
    Bought { order, hash, code }
}

#[track_caller]
fn is_refused(answer: &Answer, code: &str) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{answer:?}");
    assert!(!answer.text.contains(code));
}

#[tokio::test]
async fn a_hash_opens_the_esim_for_thirty_days_after_the_payment_and_no_second_longer() {
    for provider in ["stripe", "mollie"] {
        let shop = quick().await;
        let mut browser = Browser::default();
        let Bought { order, hash, code } = bought(&shop, &mut browser, provider).await;
        let with_hash = json!({ "structure_data": order, "hash": hash });
        let open = async || shop.post(&mut Browser::default(), GENERATE, with_hash.clone()).await;
        assert_eq!(open().await.body["generated_esim"], json!(code), "{provider}");
        shop.clock.advance(Duration::from_millis(30 * DAY * 1000 - 1));
        assert_eq!(open().await.body["generated_esim"], json!(code), "{provider}: to the last millisecond");
        shop.clock.advance(Duration::from_millis(1));
        is_refused(&open().await, &code);

        // Another person's browser, with or without an order of its own, has no access.
        let mut other = Browser::default();
        Shop::session_of(&shop.post(&mut other, BY_CARD, wanted(&shop, "card").await).await);
        is_refused(&shop.post(&mut other, GENERATE, with_hash.clone()).await, &code);
        // The buyer's own browser still has access, with or without the hash.
        for body in [with_hash.clone(), json!({ "structure_data": order })] {
            assert_eq!(shop.post(&mut browser, GENERATE, body).await.body["generated_esim"], json!(code), "{provider}");
        }
        shop.clock.advance(Duration::from_secs(300 * DAY));
        is_refused(&open().await, &code);
        assert_eq!(generated(&shop, &mut browser, &order).await.body["generated_esim"], json!(code), "{provider}");
        // The payment's status stays readable throughout: it shows a masked address only and opens nothing.
        let told = status_until(&shop, &mut Browser::default(), provider, &hash, "paid").await;
        assert_eq!(told.body["email"], "a***@example.com", "{provider}");
        assert!(!told.text.contains(&code), "{provider}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn the_thirty_days_begin_with_the_payment_and_not_with_the_order() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let hash = hash_of_card(&shop, &page).await;
    shop.clock.advance(Duration::from_secs(20 * 3600));
    shop.at_pay_page(&page, "pay").await;
    let order = status_until(&shop, &mut browser, "stripe", &hash, "paid").await.body["order_id"].clone();
    let code = generated(&shop, &mut browser, &order).await.body["generated_esim"].clone();
    let with_hash = json!({ "structure_data": order, "hash": hash });
    shop.clock.advance(Duration::from_secs(30 * DAY - 1));
    assert_eq!(shop.post(&mut Browser::default(), GENERATE, with_hash.clone()).await.body["generated_esim"], code);
    shop.clock.advance(Duration::from_secs(1));
    is_refused(&shop.post(&mut Browser::default(), GENERATE, with_hash).await, code.as_str().unwrap());
    shop.running.stop().await;
}
