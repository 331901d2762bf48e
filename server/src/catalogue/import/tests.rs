//! The supplier's list becomes a draft that loses nothing, sells nothing at a loss, and says what it left out.

use onefare_core::bundle::Prices;
use onefare_core::language::Language;

use super::{Import, Limits, PlaceNames, Settings, Warning, import, packages_of};
use crate::catalogue::{Catalogue, DEMO, parse, rules, to_toml};
use crate::esims::Package;

fn settings() -> Settings {
    Settings::parse(super::BUILT_IN_SETTINGS).unwrap()
}

fn demo() -> Catalogue {
    parse(DEMO).unwrap()
}

fn package(code: &str, dollars: i64, megabytes: i64, days: u32, data_type: u8) -> Package {
    let place = code.split('_').next().unwrap();
    let locations = if place.contains('-') { vec!["AT".to_owned(), "BE".to_owned()] } else { vec![place.to_owned()] };
    let networks = locations.iter().map(|location| (location.clone(), "One".to_owned())).collect();
    Package {
        code: code.to_owned(),
        slug: code.to_owned(),
        name: code.to_owned(),
        price_usd_10000: dollars,
        volume_bytes: megabytes * 1_048_576,
        duration_days: days,
        locations,
        networks,
        data_type,
    }
}

/// The packages behind the demo's plans.
fn demo_packages() -> Vec<Package> {
    let mut packages: Vec<Package> = Vec::new();
    for bundle in &demo().book.bundles {
        for refill in &bundle.refills {
            let (days, kind) = if refill.unlimited { (1, 2) } else { (refill.amount_days, 1) };
            let units = refill.cost.unwrap() / i64::from(refill.periods().unwrap_or(1));
            let mut made = package(&refill.package, units, refill.amount_mb.into(), days, kind);
            let split = |network: &String| match network.split_once(": ") {
                Some((country, operator)) => (country.to_owned(), operator.to_owned()),
                None => (bundle.code.clone(), network.clone()),
            };
            made.networks = bundle.coverage.iter().map(split).collect();
            made.locations = made.networks.iter().map(|(country, _)| country.clone()).collect();
            made.locations.dedup();
            if !packages.iter().any(|present| present.code == made.code) {
                packages.push(made);
            }
        }
    }
    packages
}

fn from(packages: &[Package], sold: &Catalogue) -> Import {
    import(sold, packages, &settings(), &PlaceNames::built_in())
}

fn sentences(made: &Import) -> Vec<String> {
    made.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn the_demo_is_what_its_own_packages_make() {
    let (sold, packages) = (demo(), demo_packages());
    let again = from(&packages, &sold);
    assert_eq!(again.warnings, []);
    assert_eq!(again.draft.book.bundles.len(), 46);
    for (was, is) in sold.book.bundles.iter().zip(&again.draft.book.bundles) {
        assert_eq!(was, is);
    }
    let mut nothing_sold = demo();
    nothing_sold.book.bundles.clear();
    nothing_sold.codes.clear();
    let first = from(&packages, &nothing_sold);
    assert_eq!(first.draft.book.bundles.len(), 46);
    for bundle in &first.draft.book.bundles {
        let demo = sold.book.bundles.iter().find(|demo| demo.code == bundle.code).unwrap();
        assert_eq!((&bundle.refills, &bundle.names), (&demo.refills, &demo.names), "{}", bundle.code);
    }
    let ids: Vec<u32> = first.draft.book.bundles.iter().map(|bundle| bundle.id).collect();
    assert_eq!(ids, (1..=46).collect::<Vec<_>>(), "numbered from 1");
    assert_eq!(rules::faults(&first.draft).len(), 0);
    assert!(parse(&to_toml(&first.draft)).is_ok(), "the draft can be applied");
}

#[test]
fn what_vanished_is_left_out_and_its_number_stays() {
    let packages: Vec<Package> = demo_packages().into_iter().filter(|one| !one.code.starts_with("OM_")).collect();
    let packages: Vec<Package> = packages.into_iter().filter(|one| one.code != "US_1_Daily").collect();
    let made = from(&packages, &demo());
    let bundle = |code: &str| made.draft.book.bundles.iter().find(|bundle| bundle.code == code).unwrap();
    assert_eq!((bundle("OM").id, bundle("OM").refills.len(), bundle("US").refills.len()), (9, 0, 5));
    assert_eq!(bundle("OM").coverage, ["Omantel", "Ooredoo"]);
    let gone = made.warnings.iter().filter(|warning| matches!(warning, Warning::Vanished { .. })).count();
    assert_eq!((gone, made.warnings.len()), (8, 8));
    assert!(made.warnings.iter().all(Warning::needs_attention));
    let wanted = "Plan 1-1024-3 is no longer sold: the supplier has no package US_1_Daily for it.";
    assert_eq!(sentences(&made)[0], wanted);
    let mut with_oman = packages;
    with_oman.push(package("OM_1_7", 23_000, 1024, 7, 1));
    let back = from(&with_oman, &made.draft);
    assert_eq!(back.draft.book.bundle(9).unwrap().refills.len(), 1, "it is sold again under its number");
}

#[test]
fn a_price_stays_until_it_no_longer_brings_in_enough() {
    let with_cost = |units| {
        let mut packages = demo_packages();
        packages.iter_mut().find(|one| one.code == "US_1_7").unwrap().price_usd_10000 = units;
        let made = from(&packages, &demo());
        let refill = made.draft.book.bundle(1).unwrap().refills[0].clone();
        (Prices { usd: refill.price_usd, eur: refill.price_eur }, refill.cost, sentences(&made))
    };
    let kept = Prices { usd: 299, eur: 299 };
    // Sold for 2.99 with a margin of 1.50: the supplier may charge 1.49.
    assert_eq!(with_cost(9_000), (kept, Some(9_000), vec![]), "cheaper: the price stays");
    assert_eq!(with_cost(14_900), (kept, Some(14_900), vec![]));
    let (prices, cost, warnings) = with_cost(14_901);
    // 1.4901 times 2.4 is 3.57624 dollars, 3.2901408 euros.
    assert_eq!((prices, cost), (Prices { usd: 399, eur: 349 }, Some(14_901)));
    let wanted = "Plan 1-1024-7 (package US_1_7) costs USD 1.4901 now, too much for USD 2.99 and EUR 2.99: \
                  the draft has USD 3.99 and EUR 3.49.";
    assert_eq!(warnings, [wanted]);
}

#[test]
fn prices_are_made_anew_when_the_settings_ask_for_it() {
    let mut packages = demo_packages();
    packages.iter_mut().find(|one| one.code == "US_1_7").unwrap().price_usd_10000 = 9_000;
    let made = import(&demo(), &packages, &Settings { reprice: true, ..settings() }, &PlaceNames::built_in());
    // 0.90 and 1.50 are 2.40, more than 2.4 times 0.90; 2.208 euros.
    let wanted = "Plan 1-1024-7: USD 2.49 and EUR 2.49; it was USD 2.99 and EUR 2.99.";
    assert_eq!(sentences(&made), [wanted]);
    assert!(!made.warnings[0].needs_attention());
}

#[test]
fn what_is_new_gets_a_number_names_and_prices() {
    let mut packages = demo_packages();
    packages.push(package("FI_3_30", 21_000, 3072, 30, 1));
    packages.push(package("EU-30_1_7", 8_500, 1024, 7, 1));
    packages.push(package("XX_1_7", 8_500, 1024, 7, 1));
    let made = from(&packages, &demo());
    assert_eq!(
        sentences(&made),
        [
            "New bundle 47: Europe (2).",
            "New plan 47-1024-7 (package EU-30_1_7): USD 2.49 and EUR 2.49.",
            "New bundle 48: Finland.",
            "New plan 48-3072-30 (package FI_3_30): USD 4.49 and EUR 4.49.",
            "\"XX\" has no name in server/config/places.toml: its packages are left out.",
        ]
    );
    let finland = made.draft.book.bundle(48).unwrap();
    assert_eq!((finland.name_in(Language::Ar), finland.coverage.as_slice()), ("فنلندا", &["One".to_owned()][..]));
    assert_eq!(made.draft.book.bundle(47).unwrap().coverage, ["AT: One", "BE: One"]);
}

#[test]
fn of_several_packages_the_cheapest_makes_the_plan() {
    let mut packages = demo_packages();
    packages.push(package("US_1_7_other", 9_000, 1024, 7, 1));
    packages.push(package("US_1_7_dear", 90_000, 1024, 7, 1));
    let made = from(&packages, &demo());
    let refill = &made.draft.book.bundle(1).unwrap().refills[0];
    assert_eq!((refill.package.as_str(), refill.cost), ("US_1_7_other", Some(9_000)));
    assert_eq!((refill.title.as_str(), made.warnings.len()), ("1 GB", 0));
}

#[test]
fn packages_that_make_no_plan_are_named_with_the_reason() {
    let nowhere = Package { locations: Vec::new(), ..package("NO_1_1", 1, 1024, 1, 1) };
    let several = Package { slug: String::new(), ..package("EU-9_1_1", 1, 1024, 1, 1) };
    let bad = [
        (nowhere, "it works nowhere"),
        (several, "it is for several countries, and its alias names no region"),
        (package("FI_a", 0, 1024, 1, 1), "it has no price"),
        (package("FI_b", -1, 1024, 1, 1), "it has no price"),
        (package("FI_c", 1, 0, 1, 1), "it says no amount of data that can be sold"),
        (package("FI_d", 1, 5_000_000_000, 1, 1), "it says no amount of data that can be sold"),
        (package("FI_e", 1, 1024, 0, 1), "it is valid for no day"),
        (package("FI_f", 1, 1024, 1, 3), "its data ends every day, which no plan here does"),
        (package("FI_g", 1, 1024, 7, 2), "its allowance is that of a day, and its days cannot be chosen"),
        (package("FI_h", 1, 1024, 1, 4), "its kind of allowance is not sold here"),
        (package("FI_i", 1, 1024, 1, 9), "its kind of allowance is not sold here"),
    ];
    let mut packages = demo_packages();
    packages.extend(bad.iter().map(|(package, _)| package.clone()));
    let made = from(&packages, &demo());
    let wanted: Vec<Warning> =
        bad.iter().map(|(package, reason)| Warning::Skipped { package: package.code.clone(), reason }).collect();
    assert_eq!(made.warnings, wanted);
    assert_eq!(made.draft.book, demo().book);
}

#[test]
fn an_unlimited_plan_gives_way_to_one_that_orders_could_not_tell_from_it() {
    let packages = [package("FI_1_3", 10_000, 1024, 3, 1), package("FI_1_Daily", 10_000, 1024, 1, 2)];
    let mut sold = demo();
    sold.book.bundles.clear();
    let made = from(&packages, &sold);
    let plans: Vec<(bool, u32)> =
        made.draft.book.bundles[0].refills.iter().map(|refill| (refill.unlimited, refill.amount_days)).collect();
    assert_eq!(plans, [(false, 3), (true, 5), (true, 10)]);
    assert!(sentences(&made)[0].contains("another plan has the same megabytes and days"));
    assert!(rules::faults(&made.draft).iter().all(|(_, sentence)| !sentence.contains("bundle")));
}

#[test]
fn a_cost_beyond_every_price_makes_no_plan() {
    let mut sold = demo();
    sold.book.bundles.clear();
    let made = from(&[package("FI_1_7", i64::MAX, 1024, 7, 1)], &sold);
    assert_eq!(made.draft.book.bundles[0].refills.len(), 0);
    assert!(
        sentences(&made)
            .contains(&"Plan 1-1024-7 (package FI_1_7) is left out: the price would be above 999999.99.".to_owned())
    );
}

#[test]
fn the_list_is_read_as_the_supplier_sends_it() {
    let entry = r#"{"packageCode":"P1","slug":"ES_1_7","name":"Spain 1GB 7Days","price":18000,"currencyCode":"USD",
        "volume":1073741824,"duration":7,"durationUnit":"DAY","location":"ES","dataType":1,"unusedValidTime":180,
        "locationNetworkList":[{"locationName":"Spain","locationLogo":"/es.png",
        "operatorList":[{"operatorName":"Movistar","networkType":"5G"}]}]}"#;
    let whole = format!(r#"{{"success":true,"errorCode":"0","errorMsg":null,"obj":{{"packageList":[{entry}]}}}}"#);
    for text in [whole, format!("[{entry}]")] {
        let wanted = Package {
            code: "P1".to_owned(),
            networks: vec![("ES".to_owned(), "Movistar".to_owned())],
            name: "Spain 1GB 7Days".to_owned(),
            ..package("ES_1_7", 18_000, 1024, 7, 1)
        };
        assert_eq!(packages_of(&text).unwrap(), [wanted]);
    }
    let refused = |text: &str| packages_of(text).unwrap_err().to_string();
    assert_eq!(
        refused(r#"{"success":false,"errorCode":"101002","errorMsg":"bad access code","obj":null}"#),
        "the supplier refused to give the list: bad access code"
    );
    assert!(refused("[{}]").starts_with("this is not the supplier's package list: "));
    assert!(refused("").starts_with("this is not the supplier's package list: "));
    let euros = format!("[{}]", entry.replace("\"USD\"", "\"EUR\""));
    assert_eq!(refused(&euros), "package P1: its price is not in US dollars");
    let months = format!("[{}]", entry.replace("\"DAY\"", "\"MONTH\""));
    assert_eq!(refused(&months), "package P1: its duration is not in days");
}

#[test]
fn the_rules_are_read_strictly() {
    let text = super::BUILT_IN_SETTINGS;
    assert_eq!(settings().margins.eur_rate, 9_200);
    assert_eq!(settings().margins.sizes.iter().map(|size| size.factor).collect::<Vec<_>>(), [240, 210, 190, 170, 155]);
    for (from, to, wanted) in [
        ("\"1.50\"", "\"1.5\"", "minimum_margin \"1.5\" is not an amount such as \"1.00\""),
        ("\"1.50\"", "\"-1.50\"", "minimum_margin \"-1.50\" is not"),
        ("\".49\"", "\"49\"", "endings \"49\" is not such as \".49\""),
        ("\".49\"", "\".4x\"", "endings \".4x\" is not"),
        ("[\".49\", \".99\"]", "[]", "price endings are 0 to 99 cents, at least one"),
        ("\"0.92\"", "\"0.92345\"", "euros_per_dollar \"0.92345\" is not a rate"),
        ("\"0.92\"", "\"0\"", "the euro rate must be above zero"),
        ("\"0.92\"", "\"1e3\"", "euros_per_dollar \"1e3\" is not"),
        ("[3, 5, 10]", "[0]", "unlimited_days are 1 to 365"),
        ("\"1.55\"", "\"0.99\"", "a factor must be 1 or more"),
        ("\"1.55\"", "\"1.555\"", "factor \"1.555\" is not a factor"),
        ("up_to_gb = 3", "up_to_gb = 1", "sizes must ascend, and only the last one has no end"),
        ("up_to_gb = 3\n", "", "sizes must ascend"),
        ("up_to_gb = 3", "up_to = 3", "unknown field `up_to`"),
        (
            "vanish_percent = 10",
            "vanish_percent = 91",
            "vanish_percent is 0 to 90: no list may empty the shop by itself",
        ),
        ("vanish_percent = 10", "vanish_percent = -1", "invalid value: integer `-1`, expected u32"),
        ("vanish_percent = 10", "vanish_percent = \"10\"", "invalid type: string \"10\", expected u32"),
        ("vanish_percent", "vanish_percents", "unknown field `vanish_percents`"),
        ("\"1.5\"", "\"0.99\"", "price_factor \"0.99\" is not a factor of 1 to 10, such as \"1.5\""),
        ("\"1.5\"", "\"10.01\"", "price_factor \"10.01\" is not a factor"),
        ("\"1.5\"", "\"1.555\"", "price_factor \"1.555\" is not a factor"),
        ("\"1.5\"", "1.5", "invalid type: floating point `1.5`, expected a string"),
        ("new_plans = true", "new_plans = \"yes\"", "invalid type: string \"yes\", expected a boolean"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Settings::parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(wanted), "{to}: {error}");
    }
    assert_eq!(settings().limits, Limits { vanish_percent: 10, price_factor: 150, new_plans: true });
    let (before, after) = text.split_once("[renewal]").unwrap();
    let (_, after) = after.split_once("new_plans = true").unwrap();
    assert_eq!(Settings::parse(&format!("{before}{after}")).unwrap(), settings(), "what is not said is as usual");
    let own = text.replace("\"1.5\"", "\"2.25\"").replace("vanish_percent = 10", "vanish_percent = 0");
    let own = Settings::parse(&own.replace("new_plans = true", "new_plans = false")).unwrap();
    assert_eq!(own.limits, Limits { vanish_percent: 0, price_factor: 225, new_plans: false });
}

#[test]
fn rules_of_a_file_are_named_with_it() {
    assert_eq!(Settings::load(None).unwrap(), settings());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.toml");
    let told = || Settings::load(Some(&file)).unwrap_err().to_string();
    assert!(told().starts_with(&format!("{} cannot be read: ", file.display())), "{}", told());
    std::fs::write(&file, super::BUILT_IN_SETTINGS.replace("vanish_percent = 10", "vanish_percent = 100")).unwrap();
    let wanted = "vanish_percent is 0 to 90: no list may empty the shop by itself";
    assert_eq!(told(), format!("{}: {wanted}", file.display()));
    std::fs::write(&file, super::BUILT_IN_SETTINGS).unwrap();
    assert_eq!(Settings::load(Some(&file)).unwrap(), settings());
}

#[test]
fn every_place_has_its_name_in_every_language() {
    let places = PlaceNames::parse(include_str!("../../../config/places.toml")).unwrap();
    assert_eq!(places, PlaceNames::built_in());
    for code in ["US", "SA", "EU-42", "GL-120"] {
        let names = places.names(code, 3).unwrap();
        assert_eq!(names.len(), 5, "{code}");
        assert!(names.values().all(|name| !name.trim().is_empty() && !name.contains('(')), "{code}");
    }
    assert_eq!(places.names("SA-18", 18).unwrap()[&Language::En], "South America (18)");
    assert_eq!((places.names("QQ", 1), places.names("QQ-3", 3)), (None, None));
}
