//! Which drafts are applied and which are held, and how long a long list keeps other tasks waiting.

use std::time::Instant;

use onefare_core::bundle::{Bundle, Refill};

use super::{Held, Judged, apply_to, judge};
use crate::catalogue::import::{BUILT_IN_SETTINGS, Limits, Settings};
use crate::catalogue::{Catalogue, DEMO, apply, current, parse};
use crate::esims::Package;
use crate::store::test_database::{on_each, start};

const LIMITS: Limits = Limits { vanish_percent: 10, price_factor: 150, new_plans: true };

fn refill(days: u32, price: i64) -> Refill {
    Refill {
        title: "1 GB".to_owned(),
        amount_mb: 1_024,
        amount_days: days,
        unlimited: false,
        price_usd: price,
        price_eur: price,
        package: format!("ES_1_{days}"),
        cost: Some(1),
    }
}

/// Spain with these plans, by days and price.
fn bundle(plans: &[(u32, i64)]) -> Bundle {
    let mut bundle = parse(DEMO).unwrap().book.bundles.remove(0);
    bundle.refills = plans.iter().map(|(days, price)| refill(*days, *price)).collect();
    bundle
}

#[test]
fn a_tenth_of_the_plans_may_vanish_and_not_one_more() {
    let plans: Vec<(u32, i64)> = (1..=20).map(|days| (days, 1_000)).collect();
    let broken = |left: usize| LIMITS.broken(&[bundle(&plans)], &[bundle(&plans[..left])]);
    assert_eq!(broken(20), [""; 0]);
    assert_eq!(broken(18), [""; 0]);
    assert_eq!(broken(17), ["3 of 20 plans would vanish at once; 10 % may."]);
    assert_eq!(LIMITS.broken(&[bundle(&plans)], &[]), ["20 of 20 plans would vanish at once; 10 % may."]);
    let widest = Limits { vanish_percent: 90, ..LIMITS };
    assert_eq!(widest.broken(&[bundle(&plans)], &[bundle(&plans[..2])]), [""; 0]);
    assert_eq!(widest.broken(&[bundle(&plans)], &[bundle(&[])]), ["20 of 20 plans would vanish at once; 90 % may."]);
    let none = Limits { vanish_percent: 0, ..LIMITS };
    assert_eq!(
        none.broken(&[bundle(&plans)], &[bundle(&plans[1..])]),
        ["1 of 20 plans would vanish at once; 0 % may."]
    );
    assert_eq!(LIMITS.broken(&[], &[bundle(&plans)]), [""; 0], "a shop without plans loses none");
    // One that becomes unlimited is another plan.
    let mut changed = bundle(&plans[..3]);
    changed.refills[0].unlimited = true;
    assert_eq!(LIMITS.broken(&[bundle(&plans[..3])], &[changed]), ["1 of 3 plans would vanish at once; 10 % may."]);
}

#[test]
fn a_price_may_move_by_half_in_both_currencies_and_both_ways() {
    let broken = |was: (i64, i64), now: (i64, i64)| {
        let of = |(usd, eur): (i64, i64)| {
            let mut bundle = bundle(&[(7, 1)]);
            (bundle.refills[0].price_usd, bundle.refills[0].price_eur) = (usd, eur);
            bundle
        };
        LIMITS.broken(&[of(was)], &[of(now)])
    };
    for (was, now) in
        [((200, 200), (300, 300)), ((300, 300), (200, 200)), ((299, 299), (448, 199 + 1)), ((7, 7), (7, 7))]
    {
        assert_eq!(broken(was, now), [""; 0], "{was:?} {now:?}");
    }
    let far = |currency: &str, was: &str, now: &str| {
        [format!("Plan 1-1024-7: {currency} {was} would become {now}; a price may move by a factor of 1.50.")]
    };
    assert_eq!(broken((200, 200), (301, 200)), far("USD", "2.00", "3.01"));
    assert_eq!(broken((200, 200), (200, 301)), far("EUR", "2.00", "3.01"));
    assert_eq!(broken((301, 200), (200, 200)), far("USD", "3.01", "2.00"));
    assert_eq!(broken((1, i64::MAX), (1, 1)).len(), 1, "whatever stands there");
}

#[test]
fn what_may_not_appear_by_itself_is_left_out() {
    let plans = [(1, 1_000), (2, 1_000), (3, 1_000)];
    let mut other = bundle(&plans);
    other.id = 2;
    let narrowed = |new_plans| {
        let mut draft = vec![bundle(&plans), other.clone()];
        Limits { new_plans, ..LIMITS }.narrow(&[bundle(&plans[1..2])], &mut draft);
        draft
    };
    assert_eq!(narrowed(true), [bundle(&plans), other.clone()]);
    assert_eq!(narrowed(false), [bundle(&plans[1..2])]);
}

fn package(slug: &str, units: i64, days: u32, locations: &[&str]) -> Package {
    let networks =
        locations.iter().flat_map(|place| (1..=3).map(|name| ((*place).to_owned(), format!("Operator {name}"))));
    Package {
        code: format!("P{slug}"),
        slug: slug.to_owned(),
        name: slug.to_owned(),
        price_usd_10000: units,
        volume_bytes: 1 << 30,
        duration_days: days,
        networks: networks.collect(),
        locations: locations.iter().map(|place| (*place).to_owned()).collect(),
        data_type: 1,
    }
}

fn settings() -> Settings {
    Settings::parse(BUILT_IN_SETTINGS).unwrap()
}

/// The demo without its eSIM shop, and with a code that takes 1.90 off any eSIM plan.
fn empty_shop() -> Catalogue {
    let code = "\n[[code]]\ncode = \"CHEAP\"\namounts = { USD = \"1.90\", EUR = \"1.90\" }\nterm = \"first\"\n\
                scope = \"refills\"\nbelow_cost = true\n";
    let mut sold = parse(&format!("{DEMO}{code}")).unwrap();
    sold.book.bundles.clear();
    sold.codes.retain(|listed| listed.code.code == "CHEAP");
    sold
}

#[test]
fn nothing_is_taken_over_that_could_not_be_sold() {
    let mut sold = empty_shop();
    // Ten cents and the least margin make 1.60, sold for 1.99: the code leaves nine cents, which no card is charged.
    let list = [package("FI_1_7", 1_000, 7, &["FI"])];
    let Judged::TooDifferent(Held { reasons, gone, at_a_loss }) = judge(&sold, &list, &settings(), start()) else {
        panic!("taken over");
    };
    assert_eq!((gone.len(), at_a_loss.len()), (0, 0));
    let wanted = "code \"CHEAP\": eSIM plan \"1-1024-7\" would cost USD 0.09; cards are charged 0.50 at least";
    assert_eq!(reasons, [wanted]);
    // An expired code takes nothing off any more.
    sold.codes[0].code.ends_at = Some(start());
    assert!(matches!(judge(&sold, &list, &settings(), start()), Judged::Fit(_)));
}

/// As many packages as a supplier has, half of them of regions with many countries.
fn long_list(units: i64) -> Vec<Package> {
    let names = include_str!("../../../config/places.toml").lines();
    let codes: Vec<&str> = names.filter_map(|line| line.split_once(" = ")).map(|(code, _)| code).collect();
    let countries: Vec<&str> = codes.into_iter().filter(|code| code.len() == 2).collect();
    let of_countries = countries
        .iter()
        .take(100)
        .flat_map(|country| (1..=10).map(move |days| package(&format!("{country}_1_{days}"), units, days, &[country])));
    let of_regions = (0..100).flat_map(|region| {
        let size = 20 + region % 40;
        let members = &countries[region..region + size];
        (1..=10).map(move |days| package(&format!("EU-{region}_1_{days}"), units, days, members))
    });
    of_countries.chain(of_regions).collect()
}

#[tokio::test]
async fn a_long_list_keeps_nobody_waiting() {
    on_each(|store, _| async move {
        let mut sold = empty_shop();
        sold.codes.extend(parse(DEMO).unwrap().codes);
        apply(&store, &sold, start()).await.unwrap();
        // 1.00 dollar sells for 2.50 and 2.30 euros at least, 1.20 for 2.88 at least: another price, and within limits.
        for (round, units) in [(2, 10_000), (3, 12_000)] {
            let (number, sold) = current(&mut store.read().await.unwrap()).await.unwrap().unwrap();
            let (list, begun) = (long_list(units), Instant::now());
            assert_eq!(list.len(), 2_000);
            let Judged::Fit(draft) = judge(&sold, &list, &settings(), start()) else { panic!("not taken over") };
            let (judged, begun) = (begun.elapsed(), Instant::now());
            let applied = apply_to(&store, number, &sold, &draft, start()).await.unwrap().unwrap();
            let (held, begun) = (begun.elapsed(), Instant::now());
            println!("2000 packages: draft {judged:?} beside the shop, {held:?} with the write lock");
            assert_eq!(applied.number, round);
            assert!(matches!(judge(&draft, &list, &settings(), start()), Judged::Same));
            println!("2000 packages of which nothing differs: {:?}, no lock", begun.elapsed());
            let late = apply_to(&store, number, &sold, &draft, start()).await.unwrap();
            assert_eq!(late, None, "what was made from an older catalogue is not applied");
        }
        let book = current(&mut store.read().await.unwrap()).await.unwrap().unwrap().1.book;
        let plans: usize = book.bundles.iter().map(|bundle| bundle.refills.len()).sum();
        assert_eq!((book.bundles.len(), plans), (200, 2_000));
    })
    .await;
}
