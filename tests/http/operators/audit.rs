//! The audit finds no difference in what the shop sold, and every later change.

use std::time::Duration;

use onefare_server::catalogue;
use onefare_server::flows::audit::report::Figures;
use onefare_server::flows::audit::run::audit;
use onefare_server::store::StoreError;
use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use serde_json::json;

use super::{bought, run};

/// Every difference, one line each without the order's number, and the figures.
async fn audited(shop: &Shop) -> (Vec<String>, Figures) {
    let mut lines = Vec::new();
    let figures = audit::<StoreError>(&shop.running.app.store, |one| {
        lines.push(format!("{} {}: {} / {}", one.check.word(), one.field, one.stored, one.expected));
        Ok(())
    });
    let figures = figures.await.unwrap();
    assert_eq!(figures.differences, u64::try_from(lines.len()).unwrap());
    (lines, figures)
}

async fn change_catalogue(shop: &Shop, change: impl FnOnce(String) -> String) {
    let store = &shop.running.app.store;
    let text = change(catalogue::export(store).await.unwrap());
    catalogue::apply(store, &catalogue::parse(&text).unwrap(), shop.clock.now()).await.unwrap();
}

#[tokio::test]
async fn what_the_shop_sold_is_as_it_should_be() {
    let shop = Shop::start().await;
    // The demo codes are as old as the shop: in its first minute two clocks could disagree about them.
    shop.clock.advance(Duration::from_secs(3600));
    let (nothing, figures) = audited(&shop).await;
    assert_eq!((nothing, figures), (Vec::<String>::new(), Figures::default()));
    let coded = |code: &str, currency: &str, amount: i64| {
        let mut body = twelve_months(&format!("{}@example.com", code.to_lowercase()), currency, amount);
        body["code"] = json!(code);
        body
    };
    bought(&shop, twelve_months("plain@example.com", "AED", 15000)).await;
    bought(&shop, coded("SPRING20", "AED", 12000)).await;
    bought(&shop, coded("WELCOME5", "AED", 13000)).await;
    let declined = shop.checkout(&mut Browser::default(), twelve_months("closed@example.com", "AED", 15000)).await;
    shop.at_pay_page(&Shop::session_of(&declined), "expire").await;
    shop.checkout(&mut Browser::default(), coded("QUIETHARBOR", "AED", 10500)).await;
    // Prices rise, and one code takes off more from now on: earlier orders stay as sold.
    shop.clock.advance(Duration::from_secs(3600));
    change_catalogue(&shop, |text| {
        text.replace("\"150.00\"", "\"160.00\"").replace("percent = \"20\"", "percent = \"25\"")
    })
    .await;
    shop.clock.advance(Duration::from_secs(3600));
    bought(&shop, coded("SPRING20", "AED", 12000)).await;
    let (lines, figures) = audited(&shop).await;
    assert!(lines.is_empty(), "{lines:#?}");
    let of_orders = Figures {
        orders: 6,
        recomputed: 6,
        with_known_code: 3,
        with_kept_code: 1,
        paid: 4,
        delivered: 4,
        differences: 0,
        differing_orders: 0,
    };
    assert_eq!(figures, of_orders);
    shop.running.stop().await;
}

#[tokio::test]
async fn every_way_of_selling_is_computed_again() {
    let shop = Shop::start().await;
    shop.clock.advance(Duration::from_secs(3600));
    let trial = json!({ "email": "sara@example.com", "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED",
        "expected_amount": 0, "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" });
    bought(&shop, trial).await;
    let mut browser = Browser::default();
    let deal = |email: &str| package(12, email, 3999);
    let card = Shop::session_of(&shop.deal(&mut browser, CARD, deal("card@example.com")).await);
    shop.at_pay_page(&card, "pay").await;
    shop.verify_until_known(&mut browser, &card).await;
    let mut browser = Browser::default();
    let month = shop.deal(&mut browser, IDEAL, package(1, "ideal@example.com", 999)).await;
    shop.at_bank(&Shop::session_of(&month), "paid").await;
    // Chosen by card, then by iDEAL: two payments of one order with two quotes.
    let mut browser = Browser::default();
    shop.deal(&mut browser, CARD, deal("both@example.com")).await;
    shop.clock.advance(Duration::from_secs(1));
    let ideal = shop.deal(&mut browser, IDEAL, deal("both@example.com")).await;
    shop.at_bank(&Shop::session_of(&ideal), "paid").await;
    shop.until(4, async || shop.rows("deliveries").await).await;
    let (lines, figures) = audited(&shop).await;
    assert!(lines.is_empty(), "{lines:#?}");
    assert_eq!((figures.orders, figures.recomputed, figures.delivered), (4, 4, 4));

    let changed = run(
        &shop,
        "UPDATE payments SET quote = REPLACE(quote, '\"due_now\":3999', '\"due_now\":3998') WHERE state = 'failed'",
    )
    .await;
    assert_eq!(changed, 1);
    let (lines, _) = audited(&shop).await;
    assert!(lines.len() == 1 && lines[0].starts_with("quote due_now of pay_"), "{lines:#?}");
    assert!(lines[0].ends_with(": 3998 / 3999"), "{lines:#?}");
    run(&shop, "UPDATE payments SET quote = REPLACE(quote, '\"due_now\":3998', '\"due_now\":3999')").await;
    let paid = "UPDATE payments SET quote = (SELECT quote FROM payments WHERE state = 'failed') \
                WHERE state = 'paid' AND order_id = (SELECT order_id FROM payments WHERE state = 'failed')";
    assert_eq!(run(&shop, paid).await, 1);
    let said = "payments quote: another than the order's / the order's, because that is what was paid";
    assert_eq!(audited(&shop).await.0, [said]);
    shop.running.stop().await;
}

/// A change, its reversal, and the audit's report of it.
const CHANGES: [(&str, &str, &[&str]); 19] = [
    (
        "UPDATE orders SET due_now = 14900",
        "UPDATE orders SET due_now = 12000",
        &["row orders.due_now: unreadable or in disagreement, row ID / a value of ours"],
    ),
    (
        "UPDATE orders SET due_now = 11900, quote = REPLACE(quote, '\"due_now\":12000', '\"due_now\":11900')",
        "UPDATE orders SET due_now = 12000, quote = REPLACE(quote, '\"due_now\":11900', '\"due_now\":12000')",
        &["quote due_now: 11900 / 12000"],
    ),
    (
        "UPDATE orders SET quote = REPLACE(quote, '\"renewal\":12000', '\"renewal\":15000')",
        "UPDATE orders SET quote = REPLACE(quote, '\"renewal\":15000', '\"renewal\":12000')",
        &["quote renewal: 15000 / 12000"],
    ),
    (
        "UPDATE orders SET quote = REPLACE(quote, '\"code_percent\":2000', '\"code_percent\":2001')",
        "UPDATE orders SET quote = REPLACE(quote, '\"code_percent\":2001', '\"code_percent\":2000')",
        &["quote step 2: code_percent 20.01 from 15000 to 12000 / code_percent 20 from 15000 to 12000"],
    ),
    (
        "UPDATE orders SET quote = REPLACE(quote, '\"months\":12', '\"months\":13')",
        "UPDATE orders SET quote = REPLACE(quote, '\"months\":13', '\"months\":12')",
        &["quote months: 13 / 12", "delivery ends_at: 2027-11-20 13:00:00 UTC / 2027-12-20 13:00:00 UTC"],
    ),
    (
        "UPDATE orders SET product_id = 'vpn-9m', quote = REPLACE(quote, 'vpn-12m', 'vpn-9m')",
        "UPDATE orders SET product_id = 'vpn-12m', quote = REPLACE(quote, 'vpn-9m', 'vpn-12m')",
        &["book product_id: vpn-9m / a product of book 1"],
    ),
    ("UPDATE orders SET code = NULL", "UPDATE orders SET code = 'spring20'", &["code code: none / spring20"]),
    (
        "UPDATE orders SET state = 'paid'",
        "UPDATE orders SET state = 'delivered'",
        &["delivery deliveries: 1 / none, the order is paid"],
    ),
    (
        "UPDATE orders SET state = 'refunded'",
        "UPDATE orders SET state = 'delivered'",
        &["payments paid: 1 / none, the order is refunded", "payments refunded: 0 / 1 or more, the order is refunded"],
    ),
    (
        "UPDATE orders SET state = 'held'",
        "UPDATE orders SET state = 'delivered'",
        &[
            "payments paid: 1 / none, the order is held",
            "payments paid_at: 1 / none, the order is held",
            "payments quarantined: 0 / 1 or more, the order is held",
            "delivery deliveries: 1 / none, the order is held",
        ],
    ),
    (
        "UPDATE payments SET state = 'failed'",
        "UPDATE payments SET state = 'paid'",
        &["payments paid: 0 / exactly 1, the order is delivered"],
    ),
    (
        "UPDATE payments SET state = 'lost'",
        "UPDATE payments SET state = 'paid'",
        &["row payments.state: unreadable or in disagreement, row PAYMENT / a value of ours"],
    ),
    (
        "UPDATE deliveries SET ends_at = ends_at + 1",
        "UPDATE deliveries SET ends_at = ends_at - 1",
        &["delivery ends_at: 2027-11-20 13:00:00.001 UTC / 2027-11-20 13:00:00 UTC"],
    ),
    (
        "UPDATE deliveries SET starts_at = starts_at + 1000",
        "UPDATE deliveries SET starts_at = starts_at - 1000",
        &["delivery starts_at: 2026-11-20 13:00:01 UTC / 2026-11-20 13:00:00 UTC"],
    ),
    (
        "UPDATE deliveries SET created_at = 9223372036854775807",
        "UPDATE deliveries SET created_at = 1795179600000",
        &["row deliveries.created_at: unreadable or in disagreement, row ID / a value of ours"],
    ),
    (
        "UPDATE price_books SET applied_at = applied_at + 86400000",
        "UPDATE price_books SET applied_at = applied_at - 86400000",
        &["book in_force: book 1 at 2026-11-20 13:00:00 UTC / the book in force then"],
    ),
    (
        "UPDATE price_books SET digest = digest || 'x'",
        "UPDATE price_books SET digest = REPLACE(digest, 'x', '')",
        &["book content: book 1 is damaged / a readable price book"],
    ),
    (
        "UPDATE discount_codes SET content = REPLACE(content, '\"percent\":2000', '\"percent\":1000') WHERE code = 'spring20'",
        "UPDATE discount_codes SET content = REPLACE(content, '\"percent\":1000', '\"percent\":2000') WHERE code = 'spring20'",
        &[
            "quote due_now: 12000 / 13500",
            "quote renewal: 12000 / 13500",
            "quote step 2: code_percent 20 from 15000 to 12000 / code_percent 10 from 15000 to 13500",
        ],
    ),
    (
        "UPDATE discount_codes SET content = REPLACE(content, '{\"code\"', '{\"ends_at\":\"2026-11-20T12:30:00Z\",\"code\"')",
        "UPDATE discount_codes SET content = REPLACE(content, '\"ends_at\":\"2026-11-20T12:30:00Z\",', '')",
        &["code held: used at 2026-11-20 13:00:00 UTC / a code that holds"],
    ),
];

#[tokio::test]
async fn whatever_is_changed_afterwards_is_found() {
    let shop = Shop::start().await;
    shop.clock.advance(Duration::from_secs(3600));
    let mut body = twelve_months("amal@example.com", "AED", 12000);
    body["code"] = json!("SPRING20");
    bought(&shop, body).await;
    shop.letters_to("amal@example.com", 1).await;
    run(&shop, "DELETE FROM discount_codes WHERE code = 'summer25'").await;
    // The payment copies its order's quote, so that each change below is found in one place.
    let follow = "UPDATE payments SET quote = (SELECT quote FROM orders WHERE orders.id = payments.order_id)";
    let ids = sqlx::query_as::<_, (String, String)>("SELECT order_id, id FROM payments");
    let (order, payment) = ids.fetch_one(&mut *shop.running.app.store.read().await.unwrap()).await.unwrap();
    let whole = audited(&shop).await;
    assert!(whole.0.is_empty(), "{:#?}", whole.0);
    for (change, undo, expected) in CHANGES {
        assert!(run(&shop, change).await >= 1, "{change}");
        run(&shop, follow).await;
        let (lines, figures) = audited(&shop).await;
        let lines: Vec<String> =
            lines.into_iter().map(|line| line.replace(&order, "ID").replace(&payment, "PAYMENT")).collect();
        assert_eq!(lines, expected, "{change}");
        assert_eq!((figures.orders, figures.differing_orders), (1, 1), "{change}");
        run(&shop, undo).await;
        run(&shop, follow).await;
        assert_eq!(audited(&shop).await, whole, "{undo}");
    }
    run(&shop, "DELETE FROM deliveries").await;
    assert_eq!(audited(&shop).await.0, ["delivery deliveries: 0 / exactly 1, the order is delivered"]);
    shop.running.stop().await;
}

/// An order placed while the old prices were active is right; one placed with them afterwards is not.
#[tokio::test]
async fn a_price_of_an_older_book_is_found() {
    let shop = Shop::start().await;
    bought(&shop, twelve_months("amal@example.com", "AED", 15000)).await;
    shop.clock.advance(Duration::from_secs(3600));
    change_catalogue(&shop, |text| text.replace("\"150.00\"", "\"160.00\"")).await;
    assert!(audited(&shop).await.0.is_empty());
    run(&shop, "UPDATE orders SET created_at = created_at + 7200000").await;
    assert_eq!(audited(&shop).await.0, ["book in_force: book 1 at 2026-11-20 14:00:00 UTC / the book in force then"]);
    shop.running.stop().await;
}
