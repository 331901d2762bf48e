//! How operators find, show and audit orders that were really bought, and send their letters again.

mod attention;
mod audit;
mod refunds;
mod renewal;
mod resend;

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::find::OrderLine;
use onefare_server::flows::support::find::{find, find_anywhere};
use onefare_server::flows::support::order_view::OrderSheet;
use onefare_server::flows::support::order_view::sheet;
use onefare_server::ids::PaymentHash;
use onefare_server::ids::iccid_digest;
use onefare_tests::{Browser, CARD, Shop, package, start_of_story, twelve_months};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row as _};

use crate::esim::shop::{BY_IDEAL, quick, wanted};

/// Buys twelve months and returns the order's number and the provider's id of its payment.
async fn bought(shop: &Shop, body: Value) -> (String, String) {
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, body).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &session).await;
    (paid.body["orderId"].as_str().unwrap().to_owned(), session)
}

async fn found(shop: &Shop, wanted: &str, addresses: Addresses) -> Vec<OrderLine> {
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    find(&mut conn, wanted, &shop.running.app.config.secret, addresses)
        .await
        .unwrap()
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

pub async fn shown(shop: &Shop, number: &str) -> Option<OrderSheet> {
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    sheet(&mut conn, number, Addresses::Masked, shop.clock.now()).await.unwrap()
}

/// Waits until a copy is recorded, shortly after its letter was sent.
async fn noted(shop: &Shop, number: &str, letters: usize) {
    for _ in 0..600 {
        let sheet = shown(shop, number).await.unwrap();
        if sheet.letters.iter().filter(|letter| letter.sent_at.is_some()).count() == letters && !sends(&sheet) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("fewer than {letters} letters are noted");
}

/// Whether a job for the order's letters exists.
fn sends(sheet: &OrderSheet) -> bool {
    sheet.jobs.iter().any(|job| job.kind.starts_with("send_"))
}

/// Changes the database without the shop's knowledge.
pub async fn run(shop: &Shop, sql: &str) -> u64 {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let changed = sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut *tx).await.unwrap().rows_affected();
    tx.commit().await.unwrap();
    changed
}

#[tokio::test]
async fn an_order_is_found_by_address_number_and_payment() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months("Amal.K@example.com", "AED", 15000)).await;
    shop.letters_to("Amal.K@example.com", 1).await;
    let waits = shop.checkout(&mut Browser::default(), twelve_months("amal.k@EXAMPLE.com", "AED", 15000)).await;
    let waiting = found(&shop, &Shop::session_of(&waits), Addresses::Masked).await.remove(0);
    assert_eq!((waiting.state, waiting.paid_at), (OrderState::Open, None));
    let short = number.replace('-', "").to_lowercase();
    for wanted in [number.as_str(), &number.to_lowercase(), &short, &session] {
        let lines = found(&shop, wanted, Addresses::Masked).await;
        assert_eq!(lines.len(), 1, "{wanted}");
        let line = &lines[0];
        assert_eq!((line.number.as_str(), line.state), (number.as_str(), OrderState::Delivered));
        assert_eq!((line.product.as_str(), line.product_id.as_str()), ("12-month plan", "vpn-12m"));
        assert_eq!((line.amount, line.currency, line.amount_text.as_str()), (15000, "AED", "AED\u{a0}150.00"));
        assert_eq!((line.email.as_str(), line.paid_at), ("A***@example.com", Some(start_of_story())));
        let payment = &line.payments[0];
        assert_eq!((payment.provider.as_str(), payment.reference.as_deref()), ("stripe", Some(session.as_str())));
    }
    shop.clock.advance(Duration::from_secs(1));
    let (later, _) = bought(&shop, twelve_months("AMAL.K@example.com", "AED", 15000)).await;
    let lines = found(&shop, " AMAL.k@example.com ", Addresses::Masked).await;
    let mut numbers: Vec<String> = lines.into_iter().map(|line| line.number).collect();
    assert_eq!(numbers.remove(0), later, "newest first");
    numbers.sort();
    let mut made_together = [number.clone(), waiting.number];
    made_together.sort();
    assert_eq!(numbers, made_together);
    assert_eq!(found(&shop, &number, Addresses::InFull).await[0].email, "Amal.K@example.com");
    for nobody in ["amal@example.com", "0000-0000", "cs_test", "", "%", "'"] {
        assert!(found(&shop, nobody, Addresses::Masked).await.is_empty(), "{nobody}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn an_order_is_found_by_every_id_that_anybody_prints() {
    let shop = quick().await;
    let (number, session) = bought(&shop, twelve_months("amal@example.com", "AED", 15000)).await;
    bought(&shop, twelve_months("noor@example.com", "AED", 15000)).await;
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    let text = |field: &str| asked[field].as_str().unwrap().to_owned();
    let mut ids = vec![session.clone(), text("customer"), text("subscription"), text("invoice")];
    let sheet = shown(&shop, &number).await.unwrap();
    ids.extend([sheet.id, sheet.order.payments[0].id.clone()]);
    // The merchant refunds in the dashboard: the webhook event names the charge.
    let refund = shop.control(&format!("sessions/{session}/refund"), json!({})).await;
    shop.until(1, async || shop.rows("refunds").await).await;
    let sheet = shown(&shop, &number).await.unwrap();
    ids.extend([sheet.refunds[0].id.clone(), sheet.refunds[0].reference.clone().unwrap()]);
    ids.extend(["payment_intent", "charge"].map(|field| refund[field].as_str().unwrap().to_owned()));
    for id in &ids {
        let lines = found(&shop, id, Addresses::Masked).await;
        assert_eq!(lines.iter().map(|line| line.number.as_str()).collect::<Vec<_>>(), [number.as_str()], "{id}");
    }
    for start in ["cs_", "cus_", "sub_", "in_", "ord_", "pay_", "ref_", "re_", "pi_", "ch_"] {
        assert!(ids.iter().any(|id| id.starts_with(start)), "{start} in {ids:?}");
    }
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!(sheet.delivery.unwrap().stands, "ended", "a refunded order is not active");

    // Data by iDEAL: Mollie's webhook names the payment, the supplier its order and the eSIM it made.
    let mut data = wanted(&shop, "ideal").await;
    data["email"] = json!("data@example.com");
    let payment = Shop::session_of(&shop.post(&mut Browser::default(), BY_IDEAL, data).await);
    shop.at_bank(&payment, "paid").await;
    shop.letters_to("data@example.com", 2).await;
    let number = found(&shop, "data@example.com", Addresses::Masked).await.remove(0).number;
    assert!(payment.starts_with("tr_"), "{payment}");
    let mut ids = vec![payment];
    for of_supplier in
        ["SELECT order_no FROM esims", "SELECT transaction_id FROM esims", "SELECT esim_tran_no FROM esims"]
    {
        ids.extend(shop.texts(of_supplier).await);
    }
    assert_eq!(ids.len(), 4, "{ids:?}");
    for id in &ids {
        let lines = found(&shop, id, Addresses::Masked).await;
        assert_eq!(lines.iter().map(|line| line.number.as_str()).collect::<Vec<_>>(), [number.as_str()], "{id}");
    }
    // The number that the phone shows of its eSIM, as phones and suppliers write it.
    assert_eq!(
        shop.texts("SELECT order_id FROM esims WHERE iccid_digest IS NOT NULL").await.len(),
        1,
        "kept at delivery"
    );
    let digest = iccid_digest(&shop.running.app.config.secret, "8931088000000000012F");
    run(&shop, &format!("UPDATE esims SET iccid_digest = '{digest}'")).await;
    for typed in ["8931088000000000012", "8931 0880 0000 0000 012", "89310880-00000000012F"] {
        let lines = found(&shop, typed, Addresses::Masked).await;
        assert_eq!(lines.iter().map(|line| line.number.as_str()).collect::<Vec<_>>(), [number.as_str()], "{typed}");
    }
    assert!(found(&shop, "8931088000000000013", Addresses::Masked).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_deal_shows_the_esim_that_is_owed_with_it() {
    let shop = Shop::start().await;
    for (id, price, megabytes) in [(12, 3999, 5120), (1, 999, 1024)] {
        let email = format!("deal{id}@example.com");
        let session = Shop::session_of(&shop.deal(&mut Browser::default(), CARD, package(id, &email, price)).await);
        shop.at_pay_page(&session, "pay").await;
        let letter = shop.letters_to(&email, 1).await.remove(0);
        let data = format!("{}\u{a0}GB", megabytes / 1024);
        assert!(letter["text"].as_str().unwrap().contains(&data), "{letter}");
        let number = found(&shop, &session, Addresses::Masked).await[0].number.clone();
        assert_eq!(shown(&shop, &number).await.unwrap().owed_esim_mb, Some(megabytes));
        run(&shop, &format!("UPDATE orders SET state = 'refunded' WHERE number = '{number}'")).await;
        assert_eq!(shown(&shop, &number).await.unwrap().owed_esim_mb, None);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn how_late_rechecks_run_is_told() {
    let shop = Shop::start().await;
    shop.checkout(&mut Browser::default(), twelve_months("amal@example.com", "AED", 15000)).await;
    assert!(shop.figures().await.lines().any(|line| line == "onefare_recheck_overdue_seconds 0"));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_damaged_order_does_not_hide_the_others() {
    let shop = Shop::start().await;
    let (first, _) = bought(&shop, twelve_months("amal@example.com", "AED", 15000)).await;
    let (second, _) = bought(&shop, twelve_months("amal@example.com", "AED", 15000)).await;
    assert_eq!(run(&shop, &format!("UPDATE orders SET quote = '{{}}' WHERE number = '{first}'")).await, 1);
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    let all = find(&mut conn, "amal@example.com", &shop.running.app.config.secret, Addresses::Masked).await.unwrap();
    let (whole, damaged): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    assert_eq!(whole.into_iter().map(|line| line.unwrap().number).collect::<Vec<_>>(), [second]);
    assert!(damaged[0].as_ref().unwrap_err().to_string().contains("table orders, column quote"));
    drop(conn);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_sheet_tells_all_and_opens_nothing() {
    let shop = Shop::start().await;
    let mut body = twelve_months("amal@example.com", "AED", 12000);
    body["code"] = json!("SPRING20");
    body["return_to"] = json!("/buy?email=amal@example.com");
    let (number, session) = bought(&shop, body).await;
    noted(&shop, &number, 1).await;
    let sheet = shown(&shop, &number.to_lowercase()).await.unwrap();
    assert_eq!(
        sheet.derivation,
        [
            "Price: AED\u{a0}150.00 instead of AED\u{a0}443.88",
            "Code SPRING20, 20% off: AED\u{a0}120.00",
            "Due today: AED\u{a0}120.00",
            "Then AED\u{a0}120.00 on 20 November 2027, and again every 12 months",
        ]
    );
    assert_eq!((sheet.price_book, sheet.code.as_deref(), sheet.language), (1, Some("SPRING20"), "en"));
    assert_eq!(sheet.return_to.as_deref(), Some("/buy"), "an address may stand in the query");
    let delivery = sheet.delivery.as_ref().unwrap();
    assert_eq!(
        (delivery.kind.as_str(), delivery.ends_at.to_rfc3339()),
        ("subscription", "2027-11-20T12:00:00+00:00".into())
    );
    let letters: Vec<_> = sheet.letters.iter().map(|letter| (letter.kind.as_str(), letter.copy)).collect();
    assert_eq!(letters, [("receipt", 1)]);
    let told = serde_json::to_string(&sheet).unwrap();
    assert!(told.contains(&session) && told.contains("a***@example.com") && !told.contains("amal@"), "{told}");

    let sql = "SELECT o.id, o.buyer, o.quote_fingerprint, p.id, p.hash_digest, p.checkout_url FROM orders o \
               JOIN payments p ON p.order_id = o.id";
    let row = sqlx::query(sql).fetch_one(&mut *shop.running.app.store.read().await.unwrap()).await.unwrap();
    let text = |place: usize| row.get::<String, _>(place);
    let hash = PaymentHash::of(&shop.running.app.config.secret, &text(3)).as_str().to_owned();
    for secret in [text(1), text(2), text(4), text(5), hash] {
        assert!(secret.len() > 20 && !told.contains(&secret), "{secret} in {told}");
    }
    assert!(shown(&shop, "0000-0000").await.is_none());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_sheet_shows_what_waits_and_what_fails() {
    let shop = Shop::start().await;
    let started = shop.checkout(&mut Browser::default(), twelve_months("amal@example.com", "AED", 15000)).await;
    let number = found(&shop, &Shop::session_of(&started), Addresses::Masked).await[0].number.clone();
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.paid_at, sheet.delivery.is_some()), (OrderState::Open, None, false));
    let jobs: Vec<_> = sheet.jobs.iter().map(|job| (job.kind.as_str(), job.stands)).collect();
    assert_eq!(jobs, [("recheck_payment", "waiting")]);
    run(&shop, "UPDATE jobs SET last_error = 'no answer', attempts = 3").await;
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.jobs[0].attempts, sheet.jobs[0].last_error.as_deref()), (3, Some("no answer")));
    shop.running.stop().await;
}

/// A bank, a receipt or the dashboard names the charge, invoice, item or dispute of a later term: the shop stores none of
/// them, and Stripe knows what they belong to.
#[tokio::test]
async fn an_order_is_found_by_what_stripe_made_in_later_terms() {
    let shop = quick().await;
    let mut monthly = twelve_months("amal@example.com", "AED", 3_999);
    monthly["selectedPackage"] = json!("vpn-1m");
    let (number, session) = bought(&shop, monthly).await;
    let mut others = twelve_months("noor@example.com", "AED", 3_999);
    others["selectedPackage"] = json!("vpn-1m");
    bought(&shop, others).await;
    shop.clock.advance(Duration::from_hours(24 * 40));
    let subscription = shop.at_stripe(&format!("checkout/sessions/{session}")).await["subscription"].clone();
    let subscription = subscription.as_str().unwrap();
    let item = shop.at_stripe(&format!("subscriptions/{subscription}")).await["items"]["data"][0]["id"].clone();
    let invoices = shop.at_stripe(&format!("invoices?subscription={subscription}")).await;
    let later = invoices["data"][0].clone();
    assert_eq!(
        (invoices["data"].as_array().unwrap().len(), &later["billing_reason"]),
        (2, &json!("subscription_cycle"))
    );
    let invoice = later["id"].as_str().unwrap();
    let paid = shop.at_stripe(&format!("invoice_payments?invoice={invoice}")).await;
    let intent = paid["data"][0]["payment"]["payment_intent"].as_str().unwrap();
    let charge = shop.at_stripe(&format!("payment_intents/{intent}")).await["latest_charge"].clone();
    let dispute = shop.control(&format!("sessions/{session}/dispute"), json!({})).await["id"].clone();
    let client = &shop.running.app.stripe;
    let at = async |wanted: &str| {
        let mut conn = shop.running.app.store.snapshot().await.unwrap();
        let found = find_anywhere(&mut conn, client, wanted, &shop.running.app.config.secret, Addresses::Masked).await;
        found.unwrap().into_iter().map(|line| line.unwrap().number).collect::<Vec<_>>()
    };
    for id in [invoice, intent, charge.as_str().unwrap(), item.as_str().unwrap(), dispute.as_str().unwrap()] {
        assert!(found(&shop, id, Addresses::Masked).await.is_empty() || id == intent, "the shop stores no {id}");
        assert_eq!(at(id).await, [number.as_str()], "{id}");
    }
    for nobody in ["ch_nobody", "dp_nobody", "du_nobody", "pi_nobody", "in_nobody", "si_nobody", "xy_nobody"] {
        assert!(at(nobody).await.is_empty(), "{nobody}");
    }
    shop.running.stop().await;
}
