//! Reading the file: the demo's figures, what is refused, and that an export reads back.

use onefare_core::billing_cycle::BillingCycle;
use onefare_core::bundle::{BundleType, Destination, Prices};
use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, Grace, Scope};
use onefare_core::language::Language;
use onefare_core::quote::{quote_all, smallest_saving};

use crate::catalogue::import::{BUILT_IN_SETTINGS, Settings};
use crate::catalogue::{Catalogue, DEMO, parse, to_toml};
use crate::store::test_database::start;

/// The first plan of the demo's first bundle, as written in the file.
const FIRST: &str = r#"{ mb = 1024, days = 7, usd = "2.99", eur = "2.99", package = "US_1_7", cost = "1.1500" },"#;

fn demo() -> Catalogue {
    parse(DEMO).unwrap()
}

#[test]
fn the_demo_saves_39_and_66_percent_in_every_currency() {
    let demo = demo();
    let quotes = quote_all(1, &demo.book, None).unwrap();
    let ids: Vec<&str> = quotes.iter().map(|(plan, _)| plan.product_id.as_str()).collect();
    assert_eq!(ids, ["vpn-1m", "vpn-12m", "vpn-3m"]);
    for ((plan, quotes), saving) in quotes.iter().zip([0, 66, 39]) {
        assert_eq!(quotes.len(), 6);
        for quote in quotes {
            assert_eq!(quote.saving().unwrap().whole_down(), saving, "{} {}", plan.product_id, quote.currency.code());
        }
        assert_eq!(smallest_saving(quotes).unwrap(), saving);
    }
}

#[test]
fn the_printed_prices_per_month_are_exact() {
    let demo = demo();
    for currency in [Currency::Aed, Currency::Sar, Currency::Qar] {
        for (id, wanted) in [("vpn-1m", 3999), ("vpn-3m", 1999), ("vpn-12m", 1250)] {
            let plan = demo.book.plan(id).unwrap();
            let part = plan.price_in(currency).unwrap().0.per(plan.months).unwrap();
            assert_eq!((part.amount.minor(), part.exact), (wanted, true), "{id}");
        }
    }
    let preselected = demo.book.preselected(None).unwrap().0;
    assert_eq!(preselected.highlight_in(Language::Fr), "Le plus populaire");
}

#[test]
fn the_demo_codes_are_what_the_tour_needs() {
    let demo = demo();
    let state = |code: &str| {
        let listed = demo.codes.iter().find(|listed| listed.code.code == code).unwrap();
        listed.code.state_at(start(), listed.used, Grace::None)
    };
    for code in ["SPRING20", "WELCOME5", "QUIETHARBOR", "trial"] {
        assert_eq!(state(code), CodeState::Applied, "{code}");
    }
    assert_eq!((state("SUMMER25"), state("FIRST100")), (CodeState::Expired, CodeState::UsedUp));
    let trial = demo.codes.iter().find(|listed| listed.code.code == "trial").unwrap();
    for (_, quotes) in quote_all(1, &demo.book, Some(&trial.code)).unwrap() {
        assert!(quotes.iter().all(|quote| Some(quote.steps.last().unwrap().after) == quote.renewal));
    }
}

#[test]
fn an_export_reads_back() {
    let demo = demo();
    let again = parse(&to_toml(&demo)).unwrap();
    assert_eq!(again.codes, demo.codes);
    assert_eq!(again.book.in_order(), demo.book.in_order());
    assert_eq!(to_toml(&again), to_toml(&demo));
}

#[test]
fn odd_but_valid_values_survive_the_export() {
    let text = DEMO
        .replace("\"Most popular\"", r#""say \"yes\" \\ \u2013 '#'""#)
        .replace("\"2026-06-01T00:00:00+04:00\"", "2026-06-01T00:00:00.123456+04:00")
        .replace("percent = \"20\"", "percent = \"12.5\"");
    let catalogue = parse(&text).unwrap();
    let again = parse(&to_toml(&catalogue)).unwrap();
    assert_eq!(again.codes, catalogue.codes);
    assert_eq!(again.book.plan("vpn-12m").unwrap().highlight_in(Language::En), "say \"yes\" \\ – '#'");
}

/// The demo with one passage replaced, and the sentence that must name the fault.
#[test]
fn every_fault_is_named_with_its_line() {
    let cases = [
        ("default_currency = \"AED\"", "default_currency = \"JPY\"", "\"JPY\" is not one of the currencies USD, EUR"),
        ("id = \"vpn-1m\"", "id = \"VPN 1\"", "plan id \"VPN 1\" is not unique, or not lower-case letters"),
        ("months = 3\n", "months = 12\n", "plan \"vpn-3m\": 12 months are sold by another plan already"),
        ("months = 3\n", "months = 37\n", "plan \"vpn-3m\": a term has 1, 3 or 12 months"),
        ("months = 3\n", "months = \"3\"\n", "invalid type: string \"3\", expected u32"),
        ("USD = { price = \"9.99\" }\n", "", "plan \"vpn-1m\" needs exactly one price in USD"),
        (
            "USD = { price = \"9.99\" }",
            "usd = { price = \"9.9\" }",
            "\"9.9\" is not an amount in USD: digits, a dot and 2",
        ),
        (
            "EUR = { price = \"9.99\" }",
            "eUr = { price = \"1.00\" }\nEUR = { price = \"9.99\" }",
            "exactly one price in EUR",
        ),
        ("OMR = { price = \"4.190\" }", "OMR = { price = \"4.195\" }", "divisible by 10"),
        ("price = \"39.99\", before = \"118.99\"", "price = \"39.99\", befor = \"118.99\"", "unknown field `befor`"),
        ("before = \"24.79\"", "before = \"14.99\"", "the crossed-out USD price must be higher than the price"),
        (
            "EUR = { price = \"9.99\" }",
            "EUR = { price = \"0.49\" }",
            "plan \"vpn-1m\" would cost EUR 0.49; cards are charged 0.50",
        ),
        ("nl = \"Meest gekozen\"", "es = \"Meest gekozen\"", "\"es\" is not en, nl, de, fr or ar"),
        ("nl = \"Meest gekozen\"", "nl = \" \"", "a highlight without text"),
        ("code = \"SPRING20\"", "code = \"50% OFF\"", "code \"50% OFF\": a code has 1 to 64 letters"),
        ("code = \"QUIETHARBOR\"", "code = \"spring20\"", "code \"spring20\": stands twice"),
        ("percent = \"20\"", "percent = \"20%\"", "\"20%\": a percentage lies between 0 and 100"),
        ("percent = \"20\"\n", "", "code \"SPRING20\" needs either `percent` or `amounts`"),
        ("term = \"first\"\n[code", "term = \"once\"\n[code", "term \"once\" is neither \"first\" nor \"every\""),
        ("ends = \"2026-09", "ends = \"2025-09", "code \"SUMMER25\": it ends before it begins"),
        ("starts = \"2026-06-01T00:00:00+04:00\"", "starts = \"2026-06-01\"", "is not an instant such as"),
        ("starts = \"2026-06-01T00:00:00+04:00\"", "starts = 2026-06-01T00:00:00", "is not an instant such as"),
        ("plans = [\"vpn-12m\"]", "plans = [\"vpn-2m\"]", "code \"trial\": there is no plan \"vpn-2m\""),
        ("plans = [\"vpn-12m\"]", "plans = []", "code \"trial\": it holds for no plan"),
        (
            "plans = [\"vpn-12m\"]",
            "billing_cycles = []",
            "code \"trial\": it holds for no billing cycle: leave `billing_cycles` out",
        ),
        (
            "plans = [\"vpn-12m\"]",
            "billing_cycles = [\"yearly\"]\nscope = \"both\"",
            "code \"trial\": it names billing cycles, which eSIM refills do not have",
        ),
        (
            "plans = [\"vpn-12m\"]",
            "billing_cycles = [\"weekly\"]",
            "unknown variant `weekly`, expected one of `monthly`",
        ),
        ("plans = [\"vpn-12m\"]", "scope = \"esim\"", "unknown variant `esim`, expected one of `plans`, `refills`"),
        ("SAR = \"20.00\"", "SAR = \"0.00\"", "code \"WELCOME5\": the amount in SAR must be more than nothing"),
        ("SAR = \"20.00\"", "SAR = \"-1.00\"", "the amount in SAR must be more than nothing"),
        (
            "QAR = \"20.00\"",
            "QAR = \"38.00\"",
            "code \"WELCOME5\": plan \"vpn-1m\" would cost QAR 1.99; cards are charged 2.00",
        ),
        ("percent = \"30\"", "percent = \"96\"", "code \"QUIETHARBOR\": plan \"vpn-1m\" would cost USD 0.40"),
        ("package = 3", "package = 6", "deals: package 6: the packages are 1, 12 and 3"),
        ("free_months = 4", "free_months = 12", "deals: package 12: 12 free months make the first term longer"),
        ("esim_mb = 5120", "esim_mb = 0", "deals: package 12: the eSIM needs 1 MB or more"),
        ("price = \"14.99\"\nbefore", "price = \"14.9\"\nbefore", "\"14.9\" is not an amount in EUR"),
        ("price = \"14.99\"\nbefore", "price = \"0.00\"\nbefore", "deals: package 3: 0 must be positive"),
        ("price = \"14.99\"\nbefore", "price = \"0.49\"\nbefore", "deal \"deal-3m\" would cost EUR 0.49; cards"),
        ("before = \"38.97\"", "before = \"14.99\"", "deals: package 3: the crossed-out price must be higher"),
        ("EUR = \"5.00\"", "EUR = \"9.50\"", "code \"WELCOME5\": deal \"deal-1m\" would cost EUR 0.49"),
        ("plans = [\"vpn-12m\"]", "plans = [\"deal-2m\"]", "code \"trial\": there is no plan \"deal-2m\""),
        (
            "plans = [\"vpn-12m\"]",
            "scope = \"both\"",
            "code \"trial\": it stands for the trial, whose first term is free",
        ),
        (
            "code = \"WELCOME5\"",
            "code = \"Trial\"",
            "code \"Trial\": it stands for the trial, whose first term is free",
        ),
        ("usage_limit = 100", "usage_limit = -1", "invalid value: integer `-1`, expected u32"),
        ("usage_limit = 100", "uses = 100", "unknown field `uses`"),
        ("[shop]", "[shop", "unclosed table"),
        ("id = 2\n", "id = 1\n", "bundle 1: the number must be 1 or more and stand only once"),
        ("id = 2\n", "id = 0\n", "bundle 0: the number must be 1 or more"),
        ("id = 2\n", "id = -2\n", "invalid value: integer `-2`, expected u32"),
        ("id = 2\n", "id = 2\nprice = 3\n", "unknown field `price`"),
        ("code = \"US\"", "code = \"us\"", "bundle 1: the code \"us\" must be 2 to 16 capital letters"),
        (
            "code = \"US\"",
            "code = \"GB\"",
            "bundle 2: the code \"GB\" must be 2 to 16 capital letters, digits and hyphens and stand only once",
        ),
        ("en = \"United States\", ", "", "bundle 1 needs a name in English"),
        ("en = \"United States\"", "es = \"Estados Unidos\"", "\"es\" is not en, nl, de, fr or ar"),
        ("en = \"United States\"", "en = \" \"", "a name without text"),
        ("\"Verizon\"", "\" \"", "bundle 1: a network needs a name"),
        (
            FIRST,
            "{ mb = 0, days = 7, usd = \"2.99\", eur = \"2.99\", package = \"P\", title = \"x\" },",
            "bundle 1: \"x\" needs 1 MB and 1 day or more",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.9\", eur = \"2.99\", package = \"P\" },",
            "\"2.9\" is not an amount in USD",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.99\", eur = \"0.00\", package = \"P\" },",
            "bundle 1: \"1 MB\": EUR 0 must be positive",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.99\", eur = \"0.49\", package = \"P\" },",
            "eSIM plan \"1-1-7\" would cost EUR 0.49; cards are charged 0.50 at least",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.99\", eur = \"2.99\", package = \"a b\" },",
            "bundle 1: \"1 MB\" needs the supplier's package",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.99\", eur = \"2.99\", package = \"P\", cost = \"2.9\" },",
            "cost \"2.9\" is not an amount in USD: digits, a dot and 4 decimals",
        ),
        (
            FIRST,
            "{ mb = 1, days = 7, usd = \"2.99\", eur = \"2.99\", package = \"P\", cost = \"2.9901\" },",
            "bundle 1: \"1 MB\": the supplier asks 29901 ten-thousandths of a dollar for what is sold for 299 US cents",
        ),
        (
            FIRST,
            "{ mb = 1024, days = 3, usd = \"2.99\", eur = \"2.99\", package = \"P\" },",
            "has the 1024 MB and 3 days of another plan of this bundle",
        ),
        (FIRST, "{ mb = 1024, days = 7, usd = \"2.99\", eur = \"2.99\" },", "missing field `package`"),
        ("percent = \"10\"", "percent = \"90\"", "code \"TRAVEL10\": eSIM plan \"1-1024-7\" would cost USD 0.30"),
        (
            "scope = \"refills\"",
            "scope = \"refills\"\nplans = [\"vpn-12m\"]",
            "code \"TRAVEL10\": there is no plan \"vpn-12m\"",
        ),
        (
            "scope = \"refills\"",
            "scope = \"both\"\nplans = [\"1-1024-8\"]",
            "code \"TRAVEL10\": there is no plan \"1-1024-8\"",
        ),
        (
            "percent = \"10\"",
            "percent = \"40\"",
            "code \"TRAVEL10\": eSIM plan \"13-20480-30\" would be sold for EUR 39.59, below its cost of USD 46.0000; say \
             `below_cost = true` if that is meant",
        ),
        ("scope = \"refills\"", "plans = [\"1-1024-7\"]", "code \"TRAVEL10\": there is no plan \"1-1024-7\""),
    ];
    for (from, to, wanted) in cases {
        assert!(DEMO.contains(from), "{from}");
        let text = DEMO.replacen(from, to, 1);
        let faults = parse(&text).expect_err(to);
        let fault = faults.iter().find(|fault| fault.contains(wanted));
        let fault = fault.unwrap_or_else(|| panic!("{to}: {faults:#?}"));
        assert!(fault.starts_with("line "), "{fault}");
    }
}

#[test]
fn a_code_below_cost_is_sold_when_the_file_says_so() {
    let dear = DEMO.replacen("percent = \"10\"", "percent = \"40\"", 1);
    assert!(parse(&dear).is_err());
    let meant = dear.replacen("percent = \"40\"", "percent = \"40\"\nbelow_cost = true", 1);
    let catalogue = parse(&meant).unwrap();
    let code = catalogue.codes.iter().find(|listed| listed.code.code == "TRAVEL10").unwrap();
    assert!(code.code.below_cost);
    assert_eq!(parse(&to_toml(&catalogue)).unwrap(), catalogue, "the export says it again");
    // The minimum charge of cards applies all the same.
    assert!(parse(&meant.replacen("percent = \"40\"", "percent = \"90\"", 1)).is_err());
    // A plan of the other shop has no cost.
    assert!(parse(&DEMO.replacen("percent = \"30\"", "percent = \"70\"", 1)).is_ok());
}

#[test]
fn the_file_says_the_months_that_are_taken() {
    assert!(DEMO.contains("`months` is the term (1, 3 or 12, each once)"));
    assert_eq!(onefare_core::plan::TERMS, [1, 3, 12]);
}

#[test]
fn what_a_code_holds_for_is_read_and_written() {
    let text = DEMO
        .replace("plans = [\"vpn-12m\"]", "billing_cycles = [\"yearly\", \"monthly\"]")
        .replace("percent = \"30\"", "percent = \"30\"\nscope = \"refills\"\nplans = [\"34-10240-30\", \"1-1024-7\"]")
        .replace("percent = \"20\"", "percent = \"20\"\nscope = \"both\"");
    let catalogue = parse(&text).unwrap();
    let code = |name: &str| catalogue.codes.iter().find(|listed| listed.code.code == name).unwrap().code.clone();
    assert_eq!(code("trial").billing_cycles, Some(vec![BillingCycle::Yearly, BillingCycle::Monthly]));
    assert_eq!((code("QUIETHARBOR").scope, code("SPRING20").scope), (Scope::Refills, Scope::Both));
    assert_eq!(code("WELCOME5").scope, Scope::Plans);
    assert_eq!(parse(&to_toml(&catalogue)).unwrap(), catalogue, "the export says it again");
}

#[test]
fn the_fault_of_a_plan_is_on_its_line() {
    let text = DEMO.replacen("package = \"GB_5_30\"", "package = \"\"", 1);
    let line = text.lines().position(|line| line.contains("package = \"\"")).unwrap() + 1;
    let wanted = format!(
        "line {line}: bundle 2: \"5 GB\" needs the supplier's package: 1 to 64 letters, digits, \"-\" and \"_\""
    );
    assert_eq!(parse(&text).unwrap_err(), [wanted]);
}

#[test]
fn plans_of_their_own_name_and_without_cost_survive_the_export() {
    let plan = r#"{ mb = 1000, days = 7, usd = "2.99", eur = "2.99", package = "US-1", title = "A \"week\"" },"#;
    let catalogue = parse(&DEMO.replacen(FIRST, plan, 1)).unwrap();
    let first = &catalogue.book.bundles[0].refills[0];
    assert_eq!((first.title.as_str(), first.cost, first.amount_mb), ("A \"week\"", None, 1000));
    assert_eq!(parse(&to_toml(&catalogue)).unwrap(), catalogue);
}

#[test]
fn the_demo_sells_where_the_shop_says_it_does() {
    let bundles = demo().book.bundles;
    assert!(bundles.len() >= 30);
    for destination in Destination::ALL {
        for language in Language::ALL {
            assert!(destination.find(&bundles, language).is_some(), "{destination:?} in {language:?}");
        }
    }
    for code in ["AE", "SA", "QA", "OM", "NL", "TR"] {
        assert!(bundles.iter().any(|bundle| bundle.code == code), "{code}");
    }
    for kind in [BundleType::Country, BundleType::Region, BundleType::Global] {
        assert!(bundles.iter().any(|bundle| bundle.kind() == kind), "{kind:?}");
    }
    let margins = Settings::parse(BUILT_IN_SETTINGS).unwrap().margins;
    for bundle in &bundles {
        assert_eq!(bundle.names.len(), 5, "{}", bundle.code);
        for refill in &bundle.refills {
            let prices = Prices { usd: refill.price_usd, eur: refill.price_eur };
            assert!(margins.allow(prices, refill.cost.unwrap()).unwrap(), "{} {}", bundle.code, refill.title);
        }
    }
}

#[test]
fn the_line_is_the_line() {
    let text = DEMO.replace("percent = \"30\"", "percent = \"x\"").replace("months = 12", "months = 12\nmonth = 3");
    let line = |needle: &str, text: &str| text.lines().position(|line| line.contains(needle)).unwrap() + 1;
    assert!(parse(&text).unwrap_err()[0].starts_with(&format!("line {}: ", line("month = 3", &text))));
    let text = DEMO.replace("percent = \"30\"", "percent = \"x\"").replace("\"10.350\"", "\"10.35\"");
    let faults = parse(&text).unwrap_err();
    assert_eq!(faults.len(), 2, "all are told at once: {faults:?}");
    assert!(faults[0].starts_with(&format!("line {}: \"10.35\"", line("10.35\"", &text))), "{faults:?}");
    assert!(faults[1].starts_with(&format!("line {}: \"x\"", line("= \"x\"", &text))), "{faults:?}");
}

#[test]
fn the_deals_are_those_of_the_specification() {
    let demo = demo();
    let deals = onefare_core::deal::in_order(&demo.book.deals);
    let figures: Vec<_> = deals
        .iter()
        .map(|deal| (deal.package, deal.free_months, deal.esim_mb, deal.price_eur, deal.before_eur, deal.popular))
        .collect();
    assert_eq!(
        figures,
        [(1, 0, 1024, 999, 1299, false), (12, 4, 5120, 3999, 15_588, true), (3, 0, 2048, 1499, 3897, false)]
    );
}

#[test]
fn all_three_deals_are_sold_or_none() {
    let (before, _) = DEMO.split_once("[[deal]]").unwrap();
    let (_, codes) = DEMO.split_once("# Discount codes.").unwrap();
    let none = format!("{before}\n# Discount codes.{codes}");
    assert!(parse(&none).unwrap().book.deals.is_empty());
    let two = DEMO.replacen("[[deal]]\npackage = 1\nesim_mb = 1024\nprice = \"9.99\"\nbefore = \"12.99\"\n", "", 1);
    assert_eq!(parse(&two).unwrap_err(), ["deals: package 1 must stand exactly once"]);
    let deal_code = DEMO.replace("percent = \"30\"", "percent = \"30\"\nplans = [\"deal-12m\"]");
    assert!(parse(&deal_code).is_ok(), "a code may be for a deal alone");
}

#[test]
fn nothing_to_sell_is_a_fault() {
    assert_eq!(parse("[shop]\ndefault_currency = \"AED\"\n").unwrap_err(), ["the price book holds no plan"]);
    assert_eq!(parse("").unwrap_err(), ["line 1: missing field `shop`"]);
}
