//! A command that does not find the shop's database names the file, says what to do, and creates nothing.

use std::collections::BTreeSet;

use clap::CommandFactory as _;
use onefare_server::cli::Cli;

use crate::acts::commands;
use crate::house::House;

/// Commands that create a database, have one of their own, or need none.
const WITHOUT_A_SHOP: [&str; 7] =
    ["bench-hello", "bench-render", "catalogue check", "migrate", "pages", "sandbox", "serve"];

/// Every other command, with what it needs.
const WITH_A_SHOP: [(&str, &[&str]); 25] = [
    ("attention", &[]),
    ("audit", &[]),
    ("audit list", &[]),
    ("catalogue apply", &["FILE", "--yes"]),
    ("catalogue export", &[]),
    ("catalogue import", &[]),
    ("customers delete", &["amal@example.com", "--yes"]),
    ("customers end-sessions", &["amal@example.com"]),
    ("customers find", &["amal@example.com"]),
    ("entitlements compare", &["FILE"]),
    ("entitlements resend", &["acc_1"]),
    ("entitlements show", &["acc_1"]),
    ("leads delete", &["amal@example.com"]),
    ("leads export", &[]),
    ("orders accept-charge", &["7K3M-92PD", "in_1", "--yes"]),
    ("orders cancel-renewal", &["7K3M-92PD", "--yes"]),
    ("orders change-email", &["7K3M-92PD", "sara@example.com", "--yes"]),
    ("orders evidence", &["7K3M-92PD"]),
    ("orders find", &["7K3M-92PD"]),
    ("orders refund", &["7K3M-92PD", "--yes"]),
    ("orders resend", &["7K3M-92PD"]),
    ("orders resume-renewal", &["7K3M-92PD", "--yes"]),
    ("orders show", &["7K3M-92PD"]),
    ("orders withdrawal-handled", &["7K3M-92PD", "--how", "told"]),
    ("orders withdrawals", &[]),
];

#[test]
fn every_command_is_on_one_of_the_lists() {
    let mut all = BTreeSet::new();
    commands("", &Cli::command(), &mut all);
    let listed = WITHOUT_A_SHOP.into_iter().chain(WITH_A_SHOP.into_iter().map(|(command, _)| command));
    assert_eq!(all, listed.map(str::to_owned).collect::<BTreeSet<_>>());
}

#[test]
fn a_command_about_a_shop_makes_no_database() {
    let house = House::new();
    let (_, prices, _) = house.onefare(&["catalogue", "export"]);
    let file = house.folder.path().join("prices.toml");
    std::fs::write(&file, prices).unwrap();
    let elsewhere = house.folder.path().join("elsewhere");
    let (data_dir, database) =
        (elsewhere.display().to_string(), elsewhere.join("onefare.sqlite").display().to_string());
    let settings = [("ONEFARE_DATA_DIR", data_dir.as_str())];
    let missing = |database: &str| format!("onefare: there is no database file {database}: ");
    for (command, more) in WITH_A_SHOP {
        let more = more.iter().map(|&word| if word == "FILE" { file.to_str().unwrap() } else { word });
        let words: Vec<&str> = command.split(' ').chain(more).collect();
        let (code, told, why) = house.onefare_with(&settings, &words);
        assert_eq!((code, told.as_str()), (2, ""), "{words:?}: {why}");
        assert!(why.starts_with(&missing(&database)) && why.contains("`onefare migrate`"), "{words:?}: {why}");
        assert!(why.contains("ONEFARE_DATA_DIR") && why.trim_end().lines().count() == 1, "{words:?}: {why}");
        assert!(!elsewhere.exists(), "{words:?} has made something");
    }
    let named = house.folder.path().join("named.sqlite").display().to_string();
    let address = format!("sqlite:{named}");
    let (code, _, why) = house.onefare_with(&[("DATABASE_URL", address.as_str())], &["attention"]);
    assert!(code == 2 && why.starts_with(&missing(&named)), "{why}");
    assert_eq!(house.onefare_with(&settings, &["migrate"]).0, 0);
    let apply = ["catalogue", "apply", file.to_str().unwrap(), "--yes"];
    let (code, told, why) = house.onefare_with(&settings, &apply);
    assert!(code == 0 && told.ends_with("Price book 1 is in force.\n"), "a new shop without the demo: {told}{why}");
}
