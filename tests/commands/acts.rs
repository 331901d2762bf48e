//! `onefare customers`, and the audit log of what operators change: every changing command writes to it, and it holds
//! no address.

use std::collections::BTreeSet;

use clap::CommandFactory as _;
use onefare_server::cli::Cli;
use onefare_server::clock::Clock;
use serde_json::Value;

use crate::entitlements::{RECEIVER, entitled};
use crate::house::House;

const AMAL: [(&str, &str); 1] = [("ONEFARE_OPERATOR", "Amal")];

fn acts(house: &House, more: &[&str]) -> Vec<Value> {
    let (code, told, why) = house.onefare(&[&["audit", "list", "--json"], more].concat());
    assert_eq!((code, why.as_str()), (0, ""), "{told}");
    serde_json::from_str(&told).unwrap()
}

fn field<'a>(acts: &'a [Value], name: &str) -> Vec<&'a str> {
    acts.iter().map(|act| act[name].as_str().unwrap_or("-")).collect()
}

/// Two live sessions, and an expired one.
fn sign_in(house: &House) {
    let now = Clock::System.now().timestamp_millis();
    for (id, seen_at) in [("a", now), ("b", now), ("c", 0)] {
        house.change(&format!(
            "INSERT INTO sessions (token_digest, id, email_canonical, device, created_at, seen_at) \
             VALUES ('{id}', '{id}', 'amal.k@example.com', 'phone', {seen_at}, {seen_at})"
        ));
    }
}

#[test]
fn a_customer_is_shown_and_signed_out_everywhere() {
    let house = House::new();
    sign_in(&house);
    let find = |more: &[&str]| house.onefare(&[&["customers", "find", "AMAL.K@example.com"], more].concat());
    let (code, told, why) = find(&[]);
    let head = "\
Customer A***@example.com
  sign-in     by mailed code; 0 of 10 wrong codes in a row

Orders
  7K3M-92PD  delivered  12-month plan  AED 150.00  paid 2026-11-20 12:00:00 UTC  A***@example.com  stripe paid cs_test_1

eSIMs
  none

Sessions
  phone, began 20";
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(told.starts_with(head) && told.matches("  phone, began ").count() == 2, "{told}");
    house.change("INSERT INTO sign_in_failures (email_canonical, failures) VALUES ('amal.k@example.com', 10)");
    assert!(find(&[]).1.contains("\n  sign-in     by mailed link only: 10 wrong codes in a row\n"));
    let sheet: Value = serde_json::from_str(&find(&["--json", "--show-email"]).1).unwrap();
    assert_eq!((&sheet["email"], &sheet["link_only"]), (&"AMAL.K@example.com".into(), &true.into()));
    assert_eq!(sheet["sessions"].as_array().unwrap().len(), 2);

    house.change(
        "INSERT INTO sign_in_challenges \
         (id, browser, email_canonical, language, tries, earlier_failures, created_at) \
         VALUES ('cha_1', 'b', 'amal.k@example.com', 'en', 0, 0, 0)",
    );
    let end = ["customers", "end-sessions", "amal.k@example.com"];
    assert_eq!(house.onefare_with(&AMAL, &end), (0, "Sessions ended: 2.\n".to_owned(), String::new()));
    assert_eq!(house.change("DELETE FROM sessions"), 0, "the one that had ended is gone too");
    let open = "DELETE FROM sign_in_challenges WHERE ended_at IS NULL";
    assert_eq!(
        (house.change(open), house.change("DELETE FROM sign_in_challenges")),
        (0, 1),
        "a sign-in that had begun"
    );
    let nothing = "No session of this address is open.\n".to_owned();
    assert_eq!(house.onefare_with(&AMAL, &end), (1, String::new(), nothing));
    let nobody = "No order and no session has this address.\n".to_owned();
    assert_eq!(house.onefare(&["customers", "find", "sara@example.com"]), (1, String::new(), nobody));
    assert_eq!(house.onefare(&["customers", "find", "sara"]).0, 2, "asked wrongly");

    let of_amal = acts(&house, &["--customer", "Amal.K@example.com"]);
    assert_eq!(field(&of_amal, "what"), ["Sessions ended: 2.", "Sessions ended: 0."]);
    assert_eq!(field(&of_amal, "operator"), ["Amal", "Amal"]);
    assert!(acts(&house, &["--customer", "sara@example.com"]).is_empty());
}

#[test]
fn an_account_is_deleted_after_it_was_told_and_agreed_to() {
    let house = House::new();
    sign_in(&house);
    house.damage("UPDATE payments SET subscription_ref = 'sub_1'");
    let delete =
        |more: &[&str]| house.onefare_with(&AMAL, &[&["customers", "delete", "AMAL.K@example.com"], more].concat());
    let meaning = "\
Account A***@example.com
  sessions    2 end
  orders      1 stay for seven years, shown to nobody but operators
  renewals    are cancelled; what is paid for can be used to its end
  deleted     events, answers of the wizard, wrong sign-in codes
  letter      tells the owner
";
    let (code, told, why) = delete(&[]);
    assert_eq!((code, told.as_str()), (2, meaning), "{why}");
    let deleted =
        "Deleted. A running server ends the renewals and sends the letter, within seconds or as soon as one runs.\n";
    assert_eq!(delete(&["--yes"]), (0, format!("{meaning}{deleted}"), String::new()));
    assert_eq!(house.change("DELETE FROM sessions"), 0);
    let nobody = "Nobody has an account with this address.\n".to_owned();
    assert_eq!(delete(&["--yes"]), (1, String::new(), nobody));
    let (_, found, _) = house.onefare(&["customers", "find", "amal.k@example.com"]);
    let no_account = "\n  sign-in     no account: nothing was paid with this address, or the account was deleted\n";
    assert!(found.contains(no_account) && found.contains("  7K3M-92PD  delivered  "), "{found}");
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains("\n  account     deleted 20") && shown.contains("\n  renewal     cancelled "), "{shown}");
    let noted = acts(&house, &["--customer", "amal.k@example.com"]);
    assert_eq!(field(&noted, "what"), ["Account deleted, orders: 1."]);
    assert_eq!((field(&noted, "command"), field(&noted, "outcome")), (vec!["customers delete"], vec!["done"]));
}

/// Commands that change nothing an operator decides on: they write nothing to the log.
const READING: [&str; 20] = [
    "attention",
    "audit",
    "audit list",
    "bench-hello",
    "bench-render",
    "catalogue check",
    "catalogue export",
    "catalogue import",
    "customers find",
    "entitlements compare",
    "entitlements show",
    "leads export",
    "migrate",
    "orders evidence",
    "orders find",
    "orders show",
    "orders withdrawals",
    "pages",
    "sandbox",
    "serve",
];

/// Every runnable command by its full name.
pub(crate) fn commands(above: &str, command: &clap::Command, found: &mut BTreeSet<String>) {
    if !above.is_empty() && !command.is_subcommand_required_set() {
        found.insert(above.to_owned());
    }
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        commands(format!("{above} {}", below.get_name()).trim(), below, found);
    }
}

/// The arguments with which a changing command runs in a shop's folder in which it has something to change.
#[expect(clippy::panic, reason = "a command that nobody has given yet fails the test")]
fn given(house: &House, command: &str) -> Vec<String> {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    match command {
        "catalogue apply" => {
            let (_, catalogue, _) = house.onefare(&["catalogue", "export"]);
            let file = house.folder.path().join("catalogue.toml");
            let code = "\n[[code]]\ncode = \"Autumn\"\npercent = \"10\"\nterm = \"first\"\n";
            std::fs::write(&file, catalogue + code).unwrap();
            [words(command), vec![file.to_str().unwrap().to_owned(), "--yes".to_owned()]].concat()
        }
        "customers delete" => words("customers delete amal.k@example.com --yes"),
        "customers end-sessions" => words("customers end-sessions amal.k@example.com"),
        "entitlements resend" => {
            entitled(house);
            words("entitlements resend acc_1")
        }
        "leads delete" => {
            house.change(
                "INSERT INTO leads (address, email, device, reasons, language, consent, joined_at) VALUES \
                 ('sara@example.com', 'Sara@example.com', 'ios', 'streaming', 'en', 'Yes', 0)",
            );
            words("leads delete sara@example.com")
        }
        "orders accept-charge" => {
            house.change(
                "INSERT INTO later_charges (invoice, order_id, amount, currency, agreed, agreed_currency, verdict, \
                 charged_at, found_at) VALUES ('in_1', 'ord_1', 14000, 'AED', 15000, 'AED', 'too_little', 1, 1)",
            );
            words("orders accept-charge 7k3m92pd in_1 --yes")
        }
        "orders cancel-renewal" => {
            house.change("UPDATE payments SET subscription_ref = 'sub_1'");
            words("orders cancel-renewal 7k3m92pd --yes --wait 0")
        }
        "orders change-email" => words("orders change-email 7k3m92pd sara@example.com --yes --wait 0"),
        "orders refund" => words("orders refund 7k3m92pd --amount 50.00 --yes --wait 0"),
        "orders resend" => words("orders resend 7k3m92pd --wait 0"),
        "orders resume-renewal" => {
            house.change("UPDATE payments SET subscription_ref = 'sub_1'");
            house.change("UPDATE orders SET paid_at = 4102488000000");
            house.change(
                "INSERT INTO cancellations (order_id, payment_id, requested_at, confirmed_at, ends_at, round) \
                 VALUES ('ord_1', 'pay_1', 1, 1, 4134024000000, 1)",
            );
            words("orders resume-renewal 7k3m92pd --yes --wait 0")
        }
        "orders withdrawal-handled" => {
            house.damage("INSERT INTO withdrawals (order_id, name, stated_at) VALUES ('ord_1', 'Amal K.', 1)");
            let mut words = words("orders withdrawal-handled 7k3m92pd --how");
            words.push("told by email".to_owned());
            words
        }
        other => panic!("`onefare {other}` is new: say here how it is given, or that it only reads"),
    }
}

#[test]
fn every_command_there_is_writes_to_the_log_or_only_reads() {
    let mut all = BTreeSet::new();
    commands("", &Cli::command(), &mut all);
    let reading = BTreeSet::from(READING.map(str::to_owned));
    assert!(reading.is_subset(&all), "gone: {:?}", reading.difference(&all));
    let changing: Vec<&String> = all.difference(&reading).collect();
    assert!(changing.len() >= 10, "{changing:?}");
    for command in changing {
        let house = House::new();
        let words = given(&house, command);
        let (code, told, why) = house.onefare_with(&RECEIVER, &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(code < 2, "{words:?}: {told}{why}");
        let noted = acts(&house, &[]);
        assert_eq!(field(&noted, "command"), [command.as_str()], "{told}{why}");
        assert_eq!(field(&noted, "operator"), ["Amal"]);
    }
}

#[test]
fn every_changing_command_is_in_the_log_and_no_address() {
    let house = House::new();
    house.change(
        "INSERT INTO leads (address, email, device, reasons, streaming_service, language, consent, joined_at) VALUES \
         ('sara@example.com', 'Sara@example.com', 'ios', 'streaming', NULL, 'en', 'Yes', 0)",
    );
    house.change("UPDATE payments SET subscription_ref = 'sub_1'");
    let (_, catalogue, _) = house.onefare(&["catalogue", "export"]);
    let file = house.folder.path().join("catalogue.toml");
    let code = "\n[[code]]\ncode = \"Autumn\"\npercent = \"10\"\nterm = \"first\"\n";
    std::fs::write(&file, catalogue + code).unwrap();
    let commands: [&[&str]; 7] = [
        &["orders", "resend", "7k3m92pd", "--wait", "0"],
        &["orders", "resend", "7k3m92pd", "--acknowledge"],
        &["orders", "change-email", "7k3m92pd", "sara@example.com", "--yes", "--wait", "0"],
        &["orders", "cancel-renewal", "7k3m92pd", "--yes", "--wait", "0"],
        &["orders", "refund", "7k3m92pd", "--amount", "50.00", "--yes", "--wait", "0"],
        &["leads", "delete", "sara@example.com"],
        &["catalogue", "apply", file.to_str().unwrap(), "--yes"],
    ];
    for command in commands {
        let (code, told, why) = house.onefare_with(&AMAL, command);
        assert!(code < 2, "{command:?}: {told}{why}");
    }
    // Neither a missing order nor a missing answer changes anything; the typed text may be an address.
    house.onefare_with(&AMAL, &["orders", "resend", "sara@example.com"]);
    house.onefare_with(&AMAL, &["orders", "refund", "7k3m92pd", "--amount", "1.00"]);

    let all = acts(&house, &[]);
    let expected = [
        "orders resend",
        "orders resend --acknowledge",
        "orders change-email",
        "orders cancel-renewal",
        "orders refund",
        "leads delete",
        "catalogue apply",
    ];
    assert_eq!(field(&all, "command"), expected);
    assert!(field(&all, "outcome").iter().all(|outcome| *outcome == "done"), "{all:?}");
    assert!(field(&all, "what")[4].ends_with(" decided: AED 50.00 of payment pay_1."), "{all:?}");
    // The year is that of the next charge, which depends on the day of the test.
    let (cancelled, day) = ("Renewal cancelled: AED 150.00 of 20", "-11-20 12:00:00 UTC is not charged.");
    assert!(field(&all, "what")[3].starts_with(cancelled) && field(&all, "what")[3].ends_with(day), "{all:?}");
    assert_eq!(field(&all, "what")[6], "Price book 1 in force: New code Autumn: 10 % off the first term.");
    assert_eq!(acts(&house, &["--order", "7k3m92pd"]).len(), 5);
    assert_eq!(acts(&house, &["--since", "2026-01-01"]).len(), 7);
    assert!(acts(&house, &["--since", "2999-01-01"]).is_empty());
    assert_eq!(house.onefare(&["audit", "list", "--since", "yesterday"]).0, 2, "asked wrongly");
    let (_, lines, _) = house.onefare(&["audit", "list"]);
    assert!(lines.contains(" UTC  Amal  orders cancel-renewal 7K3M-92PD  done: Renewal cancelled: "), "{lines}");
    for text in [lines, serde_json::to_string(&all).unwrap()] {
        assert!(!text.contains('@'), "an address is in the log: {text}");
    }
}

#[test]
fn what_a_person_did_elsewhere_is_in_the_log_too() {
    let house = House::new();
    house.damage("INSERT INTO withdrawals (order_id, name, stated_at) VALUES ('ord_1', 'Amal K.', 1795435200000)");
    house.damage(
        "INSERT INTO refunds (id, payment_id, amount, currency, reason, state, failure, created_at, ended_at) \
         VALUES ('ref_1', 'pay_1', 15000, 'AED', 'by_support', 'failed', 'expired_or_canceled_card', 1795176000000, 5)",
    );
    let manually = ["orders", "refund", "7k3m92pd", "--refunded-manually", "bank transfer"];
    let commands: [&[&str]; 3] = [
        &["orders", "withdrawal-handled", "7k3m92pd", "--how", "all of it goes back"],
        &manually,
        &[&manually[..], &["--yes"]].concat(),
    ];
    for (command, ends_with) in commands.iter().zip([0, 2, 0]) {
        let (code, told, why) = house.onefare_with(&AMAL, command);
        assert_eq!(code, ends_with, "{command:?}: {told}{why}");
    }
    let noted = acts(&house, &["--order", "7K3M-92PD"]);
    assert_eq!(field(&noted, "command"), ["orders withdrawal-handled", "orders refund --refunded-manually"]);
    assert_eq!(field(&noted, "operator"), ["Amal", "Amal"]);
    assert!(field(&noted, "outcome").iter().all(|outcome| *outcome == "done"), "{noted:?}");
    let what = [
        "Withdrawal stated 2026-11-23 12:00:00 UTC noted as handled: all of it goes back",
        "Refund ref_1 noted as sent by hand: AED 150.00.",
    ];
    assert_eq!(field(&noted, "what"), what);
}

#[test]
fn what_is_refused_is_noted_with_its_reason_and_changes_nothing() {
    let house = House::new();
    house.change("UPDATE orders SET state = 'refunded'");
    let (code, told, why) = house.onefare_with(&AMAL, &["orders", "resend", "7k3m92pd", "--wait", "0"]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(why.contains("only the letters of a delivered order are sent again"), "{why}");
    let noted = acts(&house, &[]);
    let reason = "order 7K3M-92PD is refunded: only the letters of a delivered order are sent again";
    assert_eq!((field(&noted, "outcome"), field(&noted, "what")), (vec!["refused"], vec![reason]));
    assert_eq!(house.change("DELETE FROM letters WHERE number > 1"), 0);
    // Without the setting the operator is the system's user; an invalid name stops the command.
    let long = "x".repeat(65);
    let named = [("ONEFARE_OPERATOR", long.as_str())];
    let (code, _, why) = house.onefare_with(&named, &["orders", "resend", "7k3m92pd"]);
    assert!(code == 2 && why.contains("ONEFARE_OPERATOR"), "{why}");
    assert_eq!(house.onefare(&["orders", "resend", "7k3m92pd"]).0, 2);
    let noted = acts(&house, &[]);
    assert!(noted.len() == 2 && !field(&noted, "operator")[1].is_empty(), "{noted:?}");
}
