//! Bundles: a search finds any part of a name, orders are total and exact, and texts promise exactly what there is.

use std::collections::BTreeMap;

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use onefare_core::bundle::{
    Bundle, Destination, Discount, Order, Refill, data_text, days_text, faults, filter, find, fold, sorted,
};
use onefare_core::currency::Currency;
use onefare_core::esim_product_id::parse_id;
use onefare_core::language::Language;
use onefare_core::money::{MAX_MINOR, Money};
use proptest::prelude::*;

const DOLLARS: Currency = Currency::Usd;

fn language() -> impl Strategy<Value = Language> {
    proptest::sample::select(&Language::ALL[..])
}

/// Names in the letters of the five languages, with marks, spaces and signs between them.
fn name() -> impl Strategy<Value = String> {
    "[A-Za-zÀ-ÖØ-öø-ſآ-يً-ْٱى '’.,()&-]{1,20}".prop_filter("something to read", |name| !name.trim().is_empty())
}

/// The part of a text between two positions.
fn piece(text: &str, cut: (usize, usize)) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (one, other) = (cut.0 % (letters.len() + 1), cut.1 % (letters.len() + 1));
    letters[one.min(other)..one.max(other)].iter().collect()
}

/// A plan whose figures are often small, so that prices per day agree to the cent.
fn refill() -> impl Strategy<Value = Refill> {
    let price = || prop_oneof![1_i64..3000, 1_i64..=99_999_999];
    let days = prop_oneof![1_u32..31, 1_u32..];
    (1_u32..4, days, price(), price(), any::<bool>()).prop_map(
        |(amount_mb, amount_days, price_usd, price_eur, unlimited)| Refill {
            title: format!("{amount_mb} MB, {amount_days} days"),
            amount_mb,
            amount_days,
            unlimited,
            price_usd,
            price_eur,
            package: "ES_1_7".to_owned(),
            cost: None,
        },
    )
}

/// Bundles numbered from 1, some without plans.
pub fn bundles() -> impl Strategy<Value = Vec<Bundle>> {
    let one = (name(), prop::option::of(name()), prop::collection::vec(refill(), 0..4));
    prop::collection::vec(one, 0..8).prop_map(|list| {
        (1_u32..)
            .zip(list)
            .map(|(id, (english, arabic, refills))| {
                let names = [(Language::En, Some(english)), (Language::Ar, arabic)];
                let names: BTreeMap<_, _> =
                    names.into_iter().filter_map(|(language, name)| Some((language, name?))).collect();
                Bundle { id, code: format!("C{id}"), names, coverage: Vec::new(), refills }
            })
            .collect()
    })
}

/// Any amount of data, mostly near what is sold: small ones, halves of 1024 and tenths of 1000 megabytes.
fn megabytes() -> impl Strategy<Value = u32> {
    let halves = (0_u32..40_000).prop_map(|halves| halves * 512);
    let tenths = (0_u32..40_000).prop_map(|tenths| tenths * 100);
    prop_oneof![0_u32..20_000, halves, tenths, any::<u32>()]
}

fn ids(list: &[&Bundle]) -> Vec<u32> {
    list.iter().map(|bundle| bundle.id).collect()
}

/// Cheaper per day, in whole numbers: `a.price / a.days < b.price / b.days`.
fn cheaper(one: &Refill, other: &Refill) -> bool {
    i128::from(one.price_usd) * i128::from(other.amount_days)
        < i128::from(other.price_usd) * i128::from(one.amount_days)
}

proptest! {
    #[test]
    fn folding_is_a_fixed_point(text in any::<String>()) {
        let folded = fold(&text);
        prop_assert_eq!(fold(&folded), folded.clone());
        prop_assert!(!folded.contains("  ") && folded.trim() == folded);
    }

    #[test]
    fn folding_knows_no_case(name in name()) {
        prop_assert_eq!(fold(&name.to_uppercase()), fold(&name.to_lowercase()));
    }

    #[test]
    fn every_piece_of_a_name_finds_it(
        bundles in bundles(),
        pick in any::<prop::sample::Index>(),
        cut in any::<(usize, usize)>(),
    ) {
        if bundles.is_empty() {
            return Ok(());
        }
        let wanted = pick.get(&bundles);
        for name in wanted.names.values() {
            let piece = piece(name, cut);
            prop_assert!(ids(&filter(&bundles, &piece)).contains(&wanted.id), "{piece:?} of {name:?}");
        }
        prop_assert!(ids(&filter(&bundles, &wanted.code.to_lowercase())).contains(&wanted.id));
    }

    #[test]
    fn search_texts_are_found_by_what_finds_their_bundles(
        bundles in bundles(),
        other in name(),
        cut in any::<(usize, usize)>(),
    ) {
        let texts: Vec<String> = bundles.iter().map(Bundle::search_text).collect();
        let folded = |text: &str| text.split('\n').map(fold).collect::<Vec<_>>().join("\n");
        let names = bundles.iter().flat_map(|bundle| bundle.names.values().chain([&bundle.code]));
        for query in names.chain([&other]) {
            let piece = piece(query, cut);
            let by_text = find(&texts, &piece, folded).into_iter().map(|place| bundles[place as usize].id);
            prop_assert_eq!(by_text.collect::<Vec<_>>(), ids(&filter(&bundles, &piece)), "{:?}", piece);
        }
    }

    #[test]
    fn whole_names_come_first_and_equals_keep_their_order(bundles in bundles(), query in name()) {
        let wanted = fold(&query);
        let is_whole = |bundle: &&Bundle| bundle.search_text().split('\n').any(|text| text == wanted);
        let found = filter(&bundles, &query);
        let (whole, rest): (Vec<_>, Vec<_>) = found.iter().copied().partition(is_whole);
        prop_assert!(wanted.is_empty() || found.iter().copied().eq(whole.iter().chain(&rest).copied()));
        prop_assert!(wanted.is_empty() || ids(&whole).is_sorted());
        prop_assert!(ids(&filter(&bundles, " ")).is_sorted());
        prop_assert_eq!(filter(&bundles, " ").len(), bundles.len());
    }

    #[test]
    fn the_order_is_total(
        bundles in bundles(),
        language in language(),
        by_price in any::<bool>(),
        turn in any::<prop::sample::Index>(),
    ) {
        let order = if by_price { Order::Price } else { Order::Name };
        let mut turned = bundles.clone();
        if !turned.is_empty() {
            let by = turn.index(turned.len());
            turned.rotate_left(by);
        }
        let list = ids(&sorted(&bundles, order, language, DOLLARS));
        prop_assert_eq!(&list, &ids(&sorted(&turned, order, language, DOLLARS)));
        let mut every = list;
        every.sort_unstable();
        prop_assert_eq!(every, ids(&bundles.iter().collect::<Vec<_>>()));
    }

    #[test]
    fn prices_ascend_as_fractions(bundles in bundles()) {
        let list = sorted(&bundles, Order::Price, Language::En, DOLLARS);
        let prices: Vec<_> = list.iter().map(|bundle| bundle.lowest_per_day(DOLLARS)).collect();
        for pair in prices.windows(2) {
            if let [Some(left), Some(right)] = pair {
                prop_assert!(!cheaper(right.refill, left.refill));
            } else {
                prop_assert!(pair[1].is_none(), "bundles without plans come last");
            }
        }
    }

    #[test]
    fn no_plan_is_cheaper_than_the_lowest(bundles in bundles()) {
        for bundle in &bundles {
            let Some(lowest) = bundle.lowest_per_day(DOLLARS) else {
                prop_assert!(bundle.refills.is_empty());
                continue;
            };
            prop_assert!(bundle.refills.iter().all(|refill| !cheaper(refill, lowest.refill)));
            let first = bundle.refills.iter().find(|refill| !cheaper(lowest.refill, refill));
            prop_assert_eq!(first, Some(lowest.refill), "of equally cheap ones the first");
            let part = lowest.rounded().unwrap();
            let days = i128::from(lowest.refill.amount_days);
            let off = i128::from(part.amount.minor()) * days - i128::from(lowest.refill.price_usd);
            prop_assert!(2 * off.abs() <= days);
            prop_assert_eq!(part.exact, off == 0);
        }
    }

    #[test]
    fn a_discount_is_to_the_nearest_tenth(
        price in prop_oneof![-10_i64..5000, -10..=MAX_MINOR],
        left in prop_oneof![-10_i64..5000, -10..=MAX_MINOR],
    ) {
        let (whole, total) = (Money::new(price, DOLLARS).unwrap(), Money::new(left, DOLLARS).unwrap());
        let Some(discount) = Discount::of(whole, total) else {
            prop_assert!(price <= 0 || left < 0 || left > price);
            return Ok(());
        };
        prop_assert!(price > 0 && (0..=price).contains(&left));
        prop_assert_eq!(discount.total, total, "the total is never rebuilt from the percentage");
        let twice_off = 2 * (i128::from(discount.tenths) * i128::from(price) - i128::from(price - left) * 1000);
        prop_assert!(-i128::from(price) < twice_off && twice_off <= i128::from(price));
        let text = format!("{}.{}", discount.tenths / 10, discount.tenths % 10);
        prop_assert_eq!(discount.percent_text(Language::En).replace(',', ""), text);
        prop_assert!(Discount::of(whole, Money::new(left, Currency::Eur).unwrap()).is_none());
    }

    #[test]
    fn an_amount_says_exactly_what_there_is(
        megabytes in megabytes(),
        language in language(),
    ) {
        let text = data_text(megabytes, Language::En);
        let (figure, unit) = text.split_once('\u{a0}').unwrap();
        let (whole, tenth) = figure.split_once('.').unwrap_or((figure, "0"));
        let tenths = whole.replace(',', "").parse::<u64>().unwrap() * 10 + tenth.parse::<u64>().unwrap();
        let said = match unit {
            "MB" => vec![tenths],
            "GB" => vec![tenths * 1024, tenths * 1000],
            other => panic!("{other}"),
        };
        prop_assert!(said.contains(&(u64::from(megabytes) * 10)), "{megabytes} is not {text}");
        prop_assert!(unit == "GB" || megabytes < 1000 || (megabytes % 512 != 0 && megabytes % 100 != 0));
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        prop_assert_eq!(digits(&data_text(megabytes, language)), digits(&text), "the same figure in every language");
    }

    #[test]
    fn days_are_counted_in_words(days in prop_oneof![3_u32..400, 3_u32..], language in language()) {
        let figures: String = days_text(days, language).chars().filter(char::is_ascii_digit).collect();
        prop_assert_eq!(figures, days.to_string());
    }

    #[test]
    fn a_destination_is_found_under_its_name(
        bundles in bundles(),
        at in any::<prop::sample::Index>(),
        destination in proptest::sample::select(&Destination::ALL[..]),
        language in language(),
    ) {
        prop_assume!(bundles.iter().all(|bundle| destination.find(std::slice::from_ref(bundle), language).is_none()));
        prop_assert!(destination.find(&bundles, language).is_none());
        let name = match destination {
            Destination::Usa => "United States",
            Destination::Uk => "United Kingdom",
            Destination::France => "France",
            Destination::Germany => "Germany",
            Destination::Japan => "Japan",
        };
        let mut with = bundles;
        let at = at.index(with.len() + 1);
        let names = [(Language::En, name.to_owned())].into();
        with.insert(at, Bundle { id: 99, code: "X".to_owned(), names, coverage: Vec::new(), refills: vec![] });
        prop_assert_eq!(destination.find(&with, language).map(|bundle| bundle.id), Some(99));
    }

    #[test]
    fn only_plans_that_share_data_and_days_are_at_fault(bundles in bundles()) {
        let shared: usize = bundles
            .iter()
            .map(|bundle| {
                let keys: std::collections::BTreeSet<_> =
                    bundle.refills.iter().map(|refill| (refill.amount_mb, refill.amount_days)).collect();
                bundle.refills.len() - keys.len()
            })
            .sum();
        prop_assert_eq!(faults(&bundles).len(), shared);
    }

    #[test]
    fn a_number_is_read_as_it_is_written(id in 1_u32.., text in "[0-9+ -]{0,12}") {
        prop_assert_eq!(parse_id(&id.to_string()), Some(id));
        if let Some(read) = parse_id(&text) {
            prop_assert_eq!(read.to_string(), text);
        }
    }
}

/// The table of combining marks matches the Unicode project's: a mark alone folds to nothing.
#[test]
fn marks_are_those_of_unicode() {
    let classes = CanonicalCombiningClassMapBorrowed::new();
    let decomposer = DecomposingNormalizerBorrowed::new_nfkd();
    for character in char::MIN..=char::MAX {
        let decomposed: Vec<char> = decomposer.normalize_iter(core::iter::once(character)).collect();
        if decomposed.iter().all(|part| classes.get_u8(*part) != 0) {
            assert_eq!(fold(&format!("a{character}b")), "ab", "{character:?} is a mark");
        } else if decomposed == [character] && character.is_alphanumeric() && !"ʻʼـ".contains(character) {
            assert_ne!(fold(&character.to_string()), "", "{character:?} is no mark");
        }
    }
}
