//! The sentences for changes, and what applying a catalogue does to the store.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use onefare_core::bundle::BundleType;
use onefare_core::discount::FoldedCode;
use onefare_core::language::Language;

use crate::catalogue::{
    Catalogue, CatalogueError, DEMO, apply, apply_demo_if_empty, current, demo_text, difference, export, parse,
    pending_changes, used_up,
};
use crate::config::Demo;
use crate::store::test_database::{on_each, start};
use crate::store::{discount_codes, price_books};

fn folded(code: &str) -> FoldedCode {
    FoldedCode::parse(code).unwrap()
}

fn demo() -> Catalogue {
    parse(DEMO).unwrap()
}

fn changed(replacements: &[(&str, &str)]) -> Catalogue {
    let mut text = DEMO.to_owned();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    parse(&text).unwrap()
}

/// The demo without the code whose entry begins with this line.
fn without(code: &str) -> Catalogue {
    let mut catalogue = demo();
    catalogue.codes.retain(|listed| listed.code.code != code);
    catalogue
}

#[test]
fn differences_are_sentences() {
    let mut new = changed(&[
        ("default_currency = \"AED\"", "default_currency = \"USD\""),
        ("priority = 3", "priority = 9"),
        ("nl = \"Meest gekozen\"\n", ""),
        ("en = \"Most popular\"", "en = \"Best\""),
        ("OMR = { price = \"4.190\" }", "OMR = { price = \"4.290\", before = \"5.000\" }"),
        ("before = \"443.88\"", "before = \"450.00\""),
        ("percent = \"20\"", "percent = \"12.5\"\nscope = \"both\""),
        ("percent = \"25\"", "percent = \"25\"\nscope = \"refills\""),
        ("code = \"QUIETHARBOR\"", "code = \"QuietHarbor\""),
        (
            "plans = [\"vpn-12m\"]",
            "plans = [\"vpn-12m\"]\nbilling_cycles = [\"yearly\"]\nusage_limit = 7\nends = 2027-01-01T00:00:00Z",
        ),
    ]);
    // No file can state this today; the sentence is ready for the day when one can.
    for plan in new.book.plans.iter_mut().filter(|plan| plan.months == 3) {
        plan.months = 6;
    }
    assert_eq!(
        difference(Some(&demo()), &new, start()),
        [
            "The currency shown first becomes USD (was AED).",
            "Plan vpn-1m: OMR 4.190 becomes 4.290.",
            "Plan vpn-1m: crossed out in OMR is 5.000 (was nothing).",
            "Plan vpn-12m has the badge \"Best\" in \"en\".",
            "Plan vpn-12m has no badge in \"nl\" any more.",
            "Plan vpn-12m: crossed out in AED is 450.00 (was 443.88).",
            "Plan vpn-3m becomes 6 months (was 3 months).",
            "Plan vpn-3m moves to place 9 (was 3).",
            "Code SPRING20: 12.5 % off every term, for plans and eSIM refills; it was 20 % off every term.",
            "Code SUMMER25: 25 % off every term, from 2026-05-31T20:00:00Z, until 2026-08-31T20:00:00Z, only for eSIM \
             refills; it was 25 % off every term, from 2026-05-31T20:00:00Z, until 2026-08-31T20:00:00Z.",
            "Code QUIETHARBOR is written QuietHarbor now: 30 % off every term.",
            "Code trial: 0 % off every term, until 2027-01-01T00:00:00Z, for 7 orders, only for plans billed yearly, \
             only for vpn-12m; \
             it was 0 % off every term, only for vpn-12m.",
        ]
    );
}

#[test]
fn a_first_catalogue_is_all_new_and_the_same_one_is_no_change() {
    let changes = difference(None, &demo(), start());
    assert_eq!(changes.len(), 1 + 3 + 3 + 46 + 7);
    assert_eq!(changes[0], "The currency shown first becomes AED.");
    assert_eq!(
        changes[2],
        "New plan vpn-12m, 12 months, place 2, 5 devices, 5 at once: USD 39.99 instead of 118.99, \
         EUR 39.99 instead of 118.99, \
         AED 150.00 instead of 443.88, SAR 150.00 instead of 443.88, QAR 150.00 instead of 443.88, \
         OMR 15.600 instead of 46.200."
    );
    assert_eq!(
        changes[5],
        "New deal deal-12m: 12 months and 4 months free with an eSIM of 5120 MB for EUR 39.99 instead of 155.88, the most \
         popular."
    );
    assert_eq!(
        changes[54],
        "New code WELCOME5: AED 20.00, EUR 5.00, OMR 2.000, QAR 20.00, SAR 20.00, USD 5.00 off the first term."
    );
    assert_eq!(changes[7], "New bundle 1 (United States), code US: 8 plans from USD 2.99.");
    assert_eq!(changes[59], "New code TRAVEL10: 10 % off the first term, only for eSIM refills.");
    assert!(difference(Some(&demo()), &demo(), start()).is_empty());
    let mut fewer = demo();
    fewer.book.plans.pop();
    assert_eq!(difference(Some(&demo()), &fewer, start()), ["Plan vpn-3m is no longer sold."]);
}

#[test]
fn what_changes_in_the_esim_shop_is_said() {
    let first = "{ mb = 1024, days = 7, usd = \"2.99\", eur = \"2.99\", package = \"US_1_7\", cost = \"1.1500\" },";
    let changed = |from: &str, to: &str| {
        assert!(DEMO.contains(from), "{from}");
        let old = demo();
        difference(Some(&old), &parse(&DEMO.replacen(from, to, 1)).unwrap(), start())
    };
    let united_states = "Bundle 1 (United States)";
    assert_eq!(
        changed(first, &first.replace("usd = \"2.99\"", "usd = \"3.49\"")),
        [format!(
            "{united_states}: plan 1-1024-7: \"1 GB\", USD 3.49, EUR 2.99, package US_1_7 for 11500 ten-thousandths of a \
             dollar; it was \"1 GB\", USD 2.99, EUR 2.99, package US_1_7 for 11500 ten-thousandths of a dollar."
        )]
    );
    assert_eq!(changed(first, ""), [format!("{united_states}: plan 1-1024-7 is no longer sold.")]);
    let more = "{ mb = 500, days = 1, usd = \"0.99\", eur = \"0.99\", package = \"P\", title = \"A day\" },";
    assert_eq!(
        changed(first, &format!("{first} {more}")),
        [format!("{united_states}: new plan 1-500-1, \"A day\", USD 0.99, EUR 0.99, package P.")]
    );
    assert_eq!(changed("en = \"United States\"", "en = \"USA\""), ["Bundle 1 (USA) is called \"USA\" in \"en\"."]);
    assert_eq!(
        changed(", nl = \"Verenigde Staten\"", ""),
        [format!("{united_states} has no name in \"nl\" any more.")]
    );
    assert_eq!(changed("code = \"US\"", "code = \"UM\""), [format!("{united_states} has the code UM (was US).")]);
    assert_eq!(
        changed("[\"AT&T\", \"T-Mobile\", \"Verizon\"]", "[]"),
        [format!("{united_states}: the networks are not named (were AT&T, T-Mobile, Verizon).")]
    );
    let again = changed("id = 1\n", "id = 99\n");
    assert_eq!(
        again,
        [
            "New bundle 99 (United States), code US: 8 plans from USD 2.99.",
            "Bundle 1 (United States) is no longer sold.",
        ]
    );
    let mut turned = demo();
    turned.book.bundles[0].refills.reverse();
    assert_eq!(
        difference(Some(&demo()), &turned, start()),
        [format!("{united_states}: the plans stand in another order.")]
    );
    turned = demo();
    turned.book.bundles.reverse();
    assert!(difference(Some(&demo()), &turned, start()).is_empty(), "bundles have no order of their own");
}

#[test]
fn a_changed_deal_is_told_with_what_it_was() {
    let cheaper = changed(&[("price = \"14.99\"\nbefore", "price = \"12.99\"\nbefore")]);
    assert_eq!(
        difference(Some(&demo()), &cheaper, start()),
        ["Deal deal-3m: 3 months with an eSIM of 2048 MB for EUR 12.99 instead of 38.97; \
             it was 3 months with an eSIM of 2048 MB for EUR 14.99 instead of 38.97."]
    );
    let mut none = demo();
    none.book.deals.clear();
    assert_eq!(
        difference(Some(&demo()), &none, start()),
        ["Deal deal-1m is no longer sold.", "Deal deal-12m is no longer sold.", "Deal deal-3m is no longer sold."]
    );
}

#[test]
fn the_demo_sells_data_for_all_the_world_and_nothing_below_its_cost() {
    let few = parse(&demo_text(Demo::Few)).unwrap().book.bundles;
    let all = parse(&demo_text(Demo::All)).unwrap().book.bundles;
    assert_eq!(all[..few.len()], few, "what few places have is the same in all of them");
    let of = |kind: BundleType| all.iter().filter(|bundle| bundle.kind() == kind).count();
    assert!(of(BundleType::Country) >= 190, "{} countries", of(BundleType::Country));
    assert!(of(BundleType::Region) + of(BundleType::Global) >= 10, "{} regions", of(BundleType::Region));
    let codes: BTreeSet<&str> = all.iter().map(|bundle| bundle.code.as_str()).collect();
    assert_eq!(codes.len(), all.len(), "each place is sold once");
    for bundle in &all {
        assert_eq!(bundle.names.len(), Language::ALL.len(), "{}", bundle.code);
        assert!(bundle.refills.len() >= 5 && !bundle.coverage.is_empty(), "{}", bundle.code);
        for refill in &bundle.refills {
            let cost = refill.cost.unwrap();
            assert!(refill.price_usd * 100 >= cost + 15_000, "{} {}", bundle.code, refill.title);
        }
    }
}

#[tokio::test]
async fn the_order_of_deals_makes_no_new_book_and_a_deal_does() {
    on_each(|store, _| async move {
        apply(&store, &demo(), start()).await.unwrap();
        let mut turned = demo();
        turned.book.deals.reverse();
        assert_eq!(apply(&store, &turned, start()).await.unwrap().number, 1);
        turned.book.deals[0].popular = false;
        turned.book.deals[1].popular = false;
        assert_eq!(apply(&store, &turned, start()).await.unwrap().number, 2);
        turned.book.deals.clear();
        assert_eq!(apply(&store, &turned, start()).await.unwrap().number, 3);
        assert!(parse(&export(&store).await.unwrap()).unwrap().book.deals.is_empty());
    })
    .await;
}

#[tokio::test]
async fn the_demo_is_applied_once_and_exports_as_it_stands() {
    on_each(|store, _| async move {
        assert!(matches!(export(&store).await, Err(CatalogueError::Empty)));
        let applied = apply_demo_if_empty(&store, Demo::Few, start()).await.unwrap().unwrap();
        assert_eq!((applied.number, applied.changes.len()), (1, 60));
        let sold = current(&mut store.read().await.unwrap()).await.unwrap().unwrap().1.book;
        assert_eq!(sold.bundles, demo().book.bundles);
        assert_eq!(apply_demo_if_empty(&store, Demo::Few, start()).await.unwrap(), None);
        let text = export(&store).await.unwrap();
        for explained in
            ["Amounts are text", "Plans. ", "Deals of", "Discount codes. ", "A bundle's `id`", "A plan has `mb`"]
        {
            assert_eq!(text.matches(&format!("\n# {explained}")).count(), 1, "{explained}");
        }
        assert!(!text.contains("This file itself"), "that is the demo's file");
        let exported = parse(&text).unwrap();
        assert!(difference(Some(&demo()), &exported, start()).is_empty());
        assert!(pending_changes(&store, &exported, start()).await.unwrap().is_empty());
        let first = exported.codes.iter().find(|listed| listed.code.code == "FIRST100").unwrap();
        assert_eq!(first.used, 100);
        let again = apply(&store, &exported, start()).await.unwrap();
        assert_eq!((again.number, again.changes.len()), (1, 0));
    })
    .await;
}

#[tokio::test]
async fn servers_that_start_together_make_one_book() {
    on_each(|store, url| async move {
        let other = crate::store::Store::open(&url).await.unwrap();
        let (left, right) = tokio::join!(
            apply_demo_if_empty(&store, Demo::Few, start()),
            apply_demo_if_empty(&other, Demo::Few, start())
        );
        other.close().await;
        let numbers: Vec<i64> =
            [left, right].into_iter().filter_map(|made| made.unwrap()).map(|made| made.number).collect();
        assert!(numbers.iter().all(|number| *number == 1));
        let current = price_books::current(&mut store.read().await.unwrap()).await.unwrap();
        assert_eq!(current.map(|(number, _)| number), Some(1));
    })
    .await;
}

#[tokio::test]
async fn applying_keeps_counts_ends_what_is_gone_and_makes_a_book_only_for_prices() {
    on_each(|store, _| async move {
        apply(&store, &demo(), start()).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        discount_codes::set_used(&mut tx, &folded("spring20"), 1).await.unwrap();
        tx.commit().await.unwrap();
        let later = start() + TimeDelta::days(1);

        let percent = changed(&[("percent = \"20\"", "percent = \"21\"\nused = 55")]);
        let applied = apply(&store, &percent, later).await.unwrap();
        assert_eq!((applied.number, applied.changes.len()), (1, 1), "a code alone makes no new book");
        let (_, used) =
            discount_codes::find(&mut store.read().await.unwrap(), &folded("spring20")).await.unwrap().unwrap();
        assert_eq!(used, 1, "what was counted here stays");

        let applied = apply(&store, &without("SPRING20"), later).await.unwrap();
        assert_eq!(applied.changes, ["Code SPRING20 ends now: it does not stand in the new list."]);
        let (code, _) =
            discount_codes::find(&mut store.read().await.unwrap(), &folded("spring20")).await.unwrap().unwrap();
        assert_eq!(code.ends_at, Some(later));
        assert!(apply(&store, &without("SPRING20"), later).await.unwrap().changes.is_empty(), "it has ended");
        assert!(parse(&export(&store).await.unwrap()).is_ok());

        let dearer = changed(&[("AED = { price = \"39.99\" }", "AED = { price = \"41.99\" }")]);
        let applied = apply(&store, &dearer, later).await.unwrap();
        assert_eq!(applied.number, 2);
        let book = price_books::by_number(&mut store.read().await.unwrap(), 1).await.unwrap().unwrap();
        assert_eq!(book.in_order(), demo().book.in_order(), "the first book is what it was");
    })
    .await;
}

#[tokio::test]
async fn a_code_that_never_began_and_is_gone_never_begins() {
    on_each(|store, _| async move {
        let future = changed(&[("percent = \"30\"", "percent = \"30\"\nstarts = \"2030-01-01T00:00:00Z\"")]);
        apply(&store, &future, start()).await.unwrap();
        apply(&store, &without("QUIETHARBOR"), start()).await.unwrap();
        let found =
            discount_codes::find(&mut store.read().await.unwrap(), &folded("quietharbor")).await.unwrap().unwrap();
        assert_eq!((found.0.starts_at, found.0.ends_at), (None, Some(start())));
        assert!(parse(&export(&store).await.unwrap()).is_ok());
    })
    .await;
}

#[test]
fn a_limit_below_what_is_used_says_that_nobody_can_use_the_code() {
    let (mut old, mut new) = (demo(), demo());
    let code = |catalogue: &mut Catalogue, limit, used| {
        let listed = catalogue.codes.iter_mut().find(|listed| listed.code.code == "SPRING20").unwrap();
        (listed.code.usage_limit, listed.used) = (limit, used);
    };
    code(&mut old, None, 142);
    code(&mut new, Some(50), 0);
    let said = "Code SPRING20 is for 50 orders, and 142 have used it already: nobody can use it.";
    assert_eq!(used_up(&old, &new), [said]);
    assert!(difference(Some(&old), &new, start()).iter().any(|change| change == said));
    code(&mut new, Some(142), 0);
    assert_eq!(used_up(&old, &new).len(), 1, "the last use is taken");
    code(&mut new, Some(143), 0);
    assert!(used_up(&old, &new).is_empty());
    // A limit that was there before is used up in its own time: that is no news of this file.
    code(&mut old, Some(50), 50);
    code(&mut new, Some(50), 0);
    assert!(used_up(&old, &new).is_empty());
}
