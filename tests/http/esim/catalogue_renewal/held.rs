//! Differences that are too large, and implausible lists: the shop keeps its price book and calls an operator.

use onefare_server::catalogue::import::Settings;
use onefare_server::catalogue::{self, import};
use onefare_server::flows::catalogue_renewal::Held;
use onefare_server::flows::catalogue_renewal::Renewal;
use onefare_server::flows::catalogue_renewal::renew;
use onefare_tests::Log;
use serde_json::{Value, json};

use super::{ALARMS, Shop, figure, next_day, plan, price, put_on_sale, sold};

/// Makes the next list carry this value in place of its packages.
async fn lie(shop: &Shop, value: Value) {
    let lie =
        json!({ "operation": "esim_access.package.list", "kind": "lie", "field": "obj.packageList", "value": value });
    shop.control("faults", lie).await;
}

async fn held(shop: &Shop) -> Held {
    match renew(&shop.running.app).await.unwrap() {
        Renewal::Held(held) => held,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn too_large_a_step_waits_for_a_person() {
    let log = Log::listen();
    let shop = Shop::start().await;
    // 5.00 dollars times 2.1 are 10.50; sold at 4.49 it would bring in less than it costs.
    price(&shop, "ES_3_15", json!(50_000)).await;
    put_on_sale(&shop, "FR_3_15", false).await;
    next_day(&shop).await;
    assert_eq!((sold(&shop).await.0, figure(&shop, ALARMS).await), (1, 1), "the old book, and an alarm");
    assert_eq!(plan(&shop, "ES").await.unwrap()["price_usd"], json!(449));
    let told = log.take();
    for words in [
        "alarm=\"catalogue_import\"",
        "Plan 16-3072-15: USD 4.49 would become 10.99; a price may move by a factor of 1.50.",
        "gone=1 at_a_loss=1",
        "Plan 16-3072-15 (package ES_3_15) costs USD 5.0000 now, too much for USD 4.49 and EUR 4.49",
        "Plan 3-3072-15 is no longer sold: the supplier has no package FR_3_15 for it.",
        "onefare catalogue import",
    ] {
        assert!(told.contains(words), "{words} in {told}");
    }
    // No operator has acted: the alarm is raised again.
    next_day(&shop).await;
    assert_eq!((sold(&shop).await.0, figure(&shop, ALARMS).await), (1, 2));
    // An operator reviews the draft and applies it; the next renewal finds nothing to do.
    let app = &shop.running.app;
    let packages = app.esims.packages(onefare_server::esims::esim_access::requests::Selection::All).await.unwrap();
    let made = import::draft(&app.store, &packages, &Settings::load(None).unwrap()).await.unwrap();
    catalogue::apply(&app.store, &made.draft, shop.clock.now()).await.unwrap();
    assert_eq!(renew(app).await.unwrap(), Renewal::Unchanged);
    assert_eq!((sold(&shop).await.0, figure(&shop, ALARMS).await), (2, 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_short_list_empties_nothing() {
    let shop = Shop::start().await;
    let before = sold(&shop).await;
    lie(&shop, json!([])).await;
    let empty = held(&shop).await;
    assert_eq!(empty.reasons, ["347 of 347 plans would vanish at once; 10 % may."]);
    assert_eq!((empty.gone.len(), empty.at_a_loss.len()), (347, 0));
    // Of 347 plans 34 are less than a tenth. A daily package makes three.
    let places = ["US", "GB", "FR", "DE", "JP", "SA", "QA", "NL", "TR", "ES", "IT"];
    for package in ["PT_1_7", "PT_3_15"] {
        put_on_sale(&shop, package, false).await;
    }
    for place in places {
        put_on_sale(&shop, &format!("{place}_1_Daily"), false).await;
    }
    assert_eq!(held(&shop).await.reasons, ["35 of 347 plans would vanish at once; 10 % may."]);
    assert_eq!(sold(&shop).await, before);
    put_on_sale(&shop, "PT_1_7", true).await;
    assert!(
        matches!(renew(&shop.running.app).await.unwrap(), Renewal::Applied(applied) if applied.changes.len() == 34)
    );
    let left: usize = sold(&shop).await.1.book.bundles.iter().map(|bundle| bundle.refills.len()).sum();
    assert_eq!(left, 313);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_a_code_names_does_not_vanish_by_itself() {
    let shop = Shop::start().await;
    let code = "\n[[code]]\ncode = \"SPAIN\"\npercent = \"50\"\nterm = \"first\"\nscope = \"refills\"\nbelow_cost = true\n\
                plans = [\"16-3072-15\"]\n";
    let (app, now) = (&shop.running.app, shop.clock.now());
    let with_code = catalogue::parse(&format!("{}{code}", catalogue::DEMO)).unwrap();
    catalogue::apply(&app.store, &with_code, now).await.unwrap();
    put_on_sale(&shop, "ES_3_15", false).await;
    assert_eq!(held(&shop).await.reasons, ["code \"SPAIN\": there is no plan \"16-3072-15\""]);
    // Once the code has expired it blocks nothing.
    catalogue::apply(&app.store, &catalogue::parse(catalogue::DEMO).unwrap(), now).await.unwrap();
    assert!(matches!(renew(app).await.unwrap(), Renewal::Applied(_)));
    shop.running.stop().await;
}
