//! A paid order is made: the right eSIM, once, and its code stays secret.

use std::collections::HashSet;
use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_server::esims::esim_access::requests::Selection;
use onefare_server::flows::delivery::esim::activation_code;
use onefare_server::store::esims::{Esim, EsimState};
use onefare_tests::Log;
use serde_json::json;

use super::{SPAIN, ask_again, bought, order, paid, quick, until};

#[tokio::test]
async fn a_paid_order_becomes_one_esim_that_only_its_order_opens() {
    let shop = quick().await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    assert_eq!(esim.state, EsimState::Ready);
    assert!(esim.transaction_id.starts_with("esim_") && esim.transaction_id.len() <= 50);
    let orders = bought(&shop).await;
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0]["transaction_id"], json!(esim.transaction_id));
    assert_eq!(orders[0]["amount"], json!(21_000), "what the book says that it costs");
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code").full_text();
    let page = shop.get("/sandbox/esims").await;
    assert!(page.text.contains(&code), "the code the supplier made: {}", page.text);
    assert!(page.text.contains("Spain 3GB 15Days") && page.text.contains(&esim.transaction_id));

    let another = Esim { order_id: "ord_2".to_owned(), ..esim.clone() };
    assert!(activation_code(&shop.running.app, &another).is_err(), "moved to another order it does not open");
    assert_eq!(shop.rows("deliveries").await, 1);
    assert_eq!(esim.expires_at.map(|at| (at - shop.clock.now()).num_days()), Some(180));

    for _ in 0..3 {
        ask_again(&shop, &id).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(bought(&shop).await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn no_activation_code_stands_anywhere_in_the_clear() {
    let log = Log::listen();
    let shop = quick().await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code");
    let orders = bought(&shop).await;
    assert!(!format!("{esim:?} {orders:?}").contains(code.matching_id()));
    let data = shop.data;
    shop.running.stop().await;
    assert!(!log.take().contains(code.matching_id()));
    let mut searched = 0;
    for entry in std::fs::read_dir(data.folder.path()).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !path.is_file() || name.starts_with("sandbox") {
            continue;
        }
        searched += 1;
        let bytes = std::fs::read(&path).expect("a file");
        let holds = |text: &str| bytes.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()));
        assert!(!holds(code.matching_id()) && !holds(code.smdp_address()), "{name}");
    }
    // PostgreSQL keeps its tables elsewhere; the rows were checked above.
    println!("{searched} files searched");
}

#[tokio::test]
async fn an_unlimited_plan_is_bought_day_by_day() {
    let shop = quick().await;
    let id = paid(&shop, "ord_1", ("ES", 1_024, 3)).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    assert!(esim.wanted.daily && esim.wanted.price == Some(12_500));
    let orders = bought(&shop).await;
    assert_eq!((orders[0]["amount"].as_i64(), orders[0]["lines"][0]["days"].as_i64()), (Some(37_500), Some(3)));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_with_a_confirmation_code_is_handed_over_as_it_is() {
    let shop = quick().await;
    shop.control("esims/script", json!({ "deed": "confirmation_code" })).await;
    let esim = until(&shop, &paid(&shop, "ord_1", SPAIN).await, OrderState::Delivered).await;
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code");
    assert!(code.confirmation_required());
    shop.running.stop().await;
}

#[tokio::test]
async fn many_orders_get_as_many_different_esims() {
    let shop = quick().await;
    for number in 0..20 {
        paid(&shop, &format!("ord_{number}"), SPAIN).await;
    }
    let mut codes = HashSet::new();
    for number in 0..20 {
        let id = format!("ord_{number}");
        for _ in 0..600 {
            if order(&shop, &id).await.state == OrderState::Delivered {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let esim = until(&shop, &id, OrderState::Delivered).await;
        codes.insert(activation_code(&shop.running.app, &esim).expect("it opens").expect("a code").full_text());
    }
    assert_eq!((codes.len(), bought(&shop).await.len()), (20, 20));
    shop.running.stop().await;
}

/// Every plan sold exists at the sandbox's supplier, at the cost in the price book.
#[tokio::test]
async fn every_plan_of_the_demo_book_can_be_delivered() {
    let shop = quick().await;
    let packages = shop.running.app.esims.packages(Selection::All).await;
    let packages = packages.expect("packages");
    let prices = shop.running.app.prices.load_full();
    let mut compared = 0;
    for (bundle, refill) in
        prices.book.bundles.iter().flat_map(|bundle| bundle.refills.iter().map(move |it| (bundle, it)))
    {
        let package = packages.iter().find(|package| package.is_called(&refill.package));
        let package = package.unwrap_or_else(|| panic!("nobody sells {}", refill.package));
        assert_eq!(package.volume_bytes, i64::from(refill.amount_mb) << 20, "{}", refill.package);
        assert_eq!(package.is_daily(), refill.unlimited, "{}", refill.package);
        let periods = refill.periods().unwrap_or(1);
        assert_eq!(package.duration_days, refill.amount_days / periods, "{}", refill.package);
        assert_eq!(Some(package.price_usd_10000 * i64::from(periods)), refill.cost, "{}", refill.package);
        if bundle.code.len() == 2 {
            assert_eq!(package.locations, std::slice::from_ref(&bundle.code));
        } else {
            assert!(package.locations.len() > 1);
        }
        compared += 1;
    }
    assert!(compared > 300, "only {compared}");
    shop.running.stop().await;
}
