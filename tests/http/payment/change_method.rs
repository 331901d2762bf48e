//! One purchase, two payment methods: the other method's page is closed, and a duplicate payment is refunded once.

use std::time::Duration;

use onefare_tests::{Browser, CARD, IDEAL, Shop, package};
use reqwest::StatusCode;
use serde_json::json;

const EMAIL: &str = "sanne@example.com";

async fn by(shop: &Shop, browser: &mut Browser, call: &str) -> String {
    Shop::session_of(&shop.deal(browser, call, package(12, EMAIL, 3999)).await)
}

async fn session_status(shop: &Shop, session: &str) -> String {
    shop.at_stripe(&format!("checkout/sessions/{session}")).await["status"].as_str().unwrap().to_owned()
}

async fn payment_status(shop: &Shop, payment: &str) -> String {
    shop.at_mollie(payment).await["status"].as_str().unwrap().to_owned()
}

/// Provider, state and reason of every payment with its order's state, the oldest first.
async fn states(shop: &Shop) -> Vec<String> {
    let sql = "SELECT p.provider || ' ' || p.state || ' ' || COALESCE(p.failure, '-') || ' ' || o.state \
               FROM payments p JOIN orders o ON o.id = p.order_id ORDER BY p.created_at, p.id";
    shop.texts(sql).await
}

#[tokio::test]
async fn another_way_to_pay_ends_the_page_of_the_first() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let card = by(&shop, &mut browser, CARD).await;
    shop.clock.advance(Duration::from_secs(1));
    let ideal = by(&shop, &mut browser, IDEAL).await;
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2), "one purchase");
    shop.until("expired".to_owned(), async || session_status(&shop, &card).await).await;
    // Back to the first method.
    shop.clock.advance(Duration::from_secs(1));
    let card = by(&shop, &mut browser, CARD).await;
    shop.until("canceled".to_owned(), async || payment_status(&shop, &ideal).await).await;
    assert_eq!(session_status(&shop, &card).await, "open");
    shop.at_pay_page(&card, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &card).await;
    assert_eq!((&paid.body["status"], &paid.body["renewal_amount"]), (&json!("ok"), &json!(3999)), "a card renews");
    assert_eq!(
        states(&shop).await,
        ["stripe failed superseded delivered", "mollie failed superseded delivered", "stripe paid - delivered"]
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn the_order_is_what_was_paid_not_what_was_chosen_last() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    let card = by(&shop, &mut browser, CARD).await;
    shop.clock.advance(Duration::from_secs(1));
    let ideal = by(&shop, &mut browser, IDEAL).await;
    assert!(!shop.texts("SELECT quote FROM orders").await[0].contains("renewal"));
    // The buyer pays the older page before the job can expire it.
    shop.at_pay_page(&card, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &card).await;
    assert_eq!((&paid.body["status"], &paid.body["renewal_amount"]), (&json!("ok"), &json!(3999)), "{paid:?}");
    // The newer page must not be payable as well.
    shop.until("canceled".to_owned(), async || payment_status(&shop, &ideal).await).await;
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn two_payments_of_one_purchase_deliver_once_and_the_second_goes_back() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    let card = by(&shop, &mut browser, CARD).await;
    shop.clock.advance(Duration::from_secs(1));
    let ideal = by(&shop, &mut browser, IDEAL).await;
    shop.at_bank(&ideal, "paid").await;
    let hash = shop.hash_of(&ideal).await;
    assert_eq!(shop.status_until_known(&mut browser, &hash).await.body["payment_status"], "paid");
    shop.at_pay_page(&card, "pay").await;
    shop.until("stripe refunded order_paid_twice delivered".to_owned(), async || {
        shop.verify(&mut browser, &card).await;
        states(&shop).await.remove(0)
    })
    .await;
    assert_eq!(states(&shop).await[1], "mollie paid - delivered");
    let told = shop.verify(&mut browser, &card).await;
    assert_eq!(told.body["status"], "ok", "the order is paid to its buyer");
    assert!(told.body.get("renewal_amount").is_none(), "as iDEAL paid it: {told:?}");
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_payment_that_cannot_be_cancelled_is_watched_to_its_end() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let ideal = by(&shop, &mut browser, IDEAL).await;
    // The buyer has gone to the bank: from now on Mollie cannot cancel the payment.
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(Duration::from_secs(1));
    let card = by(&shop, &mut browser, CARD).await;
    shop.at_pay_page(&card, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &card).await.body["status"], "ok");
    assert_eq!(payment_status(&shop, &ideal).await, "open");
    // The bank completes the payment after all, and no webhook event arrives.
    shop.at_bank(&ideal, "paid").await;
    shop.until("mollie refunded order_paid_twice delivered".to_owned(), async || {
        shop.clock.advance(Duration::from_secs(30));
        shop.running.app.wake.notify_one();
        states(&shop).await.remove(0)
    })
    .await;
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn one_who_pays_by_both_in_two_browsers_has_bought_twice() {
    let shop = Shop::start().await;
    let (mut one, mut other) = (Browser::default(), Browser::default());
    let card = by(&shop, &mut one, CARD).await;
    let ideal = by(&shop, &mut other, IDEAL).await;
    shop.at_pay_page(&card, "pay").await;
    shop.at_bank(&ideal, "paid").await;
    shop.until(2, async || shop.rows("deliveries").await).await;
    assert_eq!(shop.rows("orders").await, 2);
    shop.running.stop().await;
}

/// Two concurrent choices of one browser: the first one's provider is slow, so the second overtakes it.
#[tokio::test]
async fn of_two_choices_at_once_the_later_wins_and_the_other_is_said_to_be_replaced() {
    let shop = Shop::start().await;
    for (slow, first, second) in
        [("checkout.sessions.create", (CARD, 12), (IDEAL, 12)), ("mollie.payments.create", (IDEAL, 12), (CARD, 3))]
    {
        let mut browser = Browser::default();
        // Gets the browser its cookie; the payment begun here is replaced too.
        Shop::session_of(&shop.deal(&mut browser, CARD, package(3, EMAIL, 1499)).await);
        shop.control("faults", json!({ "operation": slow, "kind": "slow", "delay_ms": 600 })).await;
        let amount = |id| if id == 12 { 3999 } else { 1499 };
        let (mut one, mut other) = (browser.clone(), browser.clone());
        let asked = async |browser: &mut Browser, (call, id): (&str, u32)| {
            shop.deal(browser, call, package(id, EMAIL, amount(id))).await
        };
        let (earlier, later) = tokio::join!(asked(&mut one, first), async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            asked(&mut other, second).await
        });
        assert_eq!(
            (earlier.status, &earlier.body["code"]),
            (StatusCode::CONFLICT, &json!("choice_replaced")),
            "{slow}"
        );
        let page = Shop::session_of(&later);
        let open = "SELECT p.reference FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.state = 'open' \
                    AND o.state = 'open'";
        assert_eq!(shop.texts(open).await, std::slice::from_ref(&page), "{slow}: the later one, alone");
        if second.0 == CARD {
            shop.at_pay_page(&page, "pay").await
        } else {
            shop.at_bank(&page, "paid").await
        }
        shop.until(Vec::<String>::new(), async || shop.texts(open).await).await;
    }
    shop.delivered(2).await;
    shop.running.stop().await;
}
