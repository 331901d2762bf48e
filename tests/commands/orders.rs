//! `onefare orders`: finding, showing, resending, cancelling a renewal, changing an address.

use crate::house::House;

#[test]
fn orders_are_found_and_told_in_a_line() {
    let house = House::new();
    let line = "7K3M-92PD  delivered  12-month plan  AED 150.00  paid 2026-11-20 12:00:00 UTC  A***@example.com  \
                stripe paid cs_test_1\n";
    for wanted in ["7k3m92pd", "amal.k@EXAMPLE.com", "cs_test_1"] {
        assert_eq!(house.onefare(&["orders", "find", wanted]), (0, line.to_owned(), String::new()));
    }
    let (code, told, _) = house.onefare(&["orders", "find", "cs_test_1", "--show-email", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told[0]["email"], &told[0]["amount"]), (0, &"Amal.K@example.com".into(), &15000.into()));
    assert_eq!(house.onefare(&["orders", "find", "x@example.com"]), (1, String::new(), "No order fits.\n".to_owned()));
    assert_eq!(house.onefare(&["orders", "find", "x@example.com", "--json"]), (1, "[]\n".to_owned(), String::new()));
    assert_eq!(house.onefare(&["orders", "find"]).0, 2, "asked wrongly");
    house.damage("UPDATE orders SET quote = '{}'");
    let (code, told, why) = house.onefare(&["orders", "find", "7K3M-92PD"]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(why.contains("table orders, column quote, row ord_1: the stored value cannot be read"), "{why}");
}

#[test]
fn an_order_is_shown_with_everything_around_it() {
    let house = House::new();
    let (code, told, why) = house.onefare(&["orders", "show", "7k3m-92pd"]);
    assert_eq!((code, why.as_str()), (0, ""));
    let expected = "\
Order 7K3M-92PD: delivered
  what        12-month plan (vpn-12m)
  amount      AED 150.00
  e-mail      A***@example.com
  language    en
  made        2026-11-20 12:00:00 UTC
  paid        2026-11-20 12:00:00 UTC
  id          ord_1
  affiliate   partner\u{FFFD}[2J

Price, from price book 1
  Price: AED 150.00 instead of AED 443.88
  Due today: AED 150.00
  Then AED 150.00 on 20 November 2027, and again every 12 months

Payments
  stripe paid, reference cs_test_1, id pay_1, begun 2026-11-20 12:00:00 UTC, settled 2026-11-20 12:00:00 UTC

Refunds
  none

Delivery
  subscription from 2026-11-20 12:00:00 UTC to 2027-11-20 12:00:00 UTC, made 2026-11-20 12:00:00 UTC

Letters
  receipt: sent 2026-11-20 12:00:00 UTC, id receipt-7K3M-92PD

Jobs
  none
";
    assert_eq!(told, expected);
    let (code, told, _) = house.onefare(&["orders", "show", "7K3M-92PD", "--json"]);
    let sheet: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &sheet["payments"][0]["state"], &sheet["letters"][0]["copy"]), (0, &"paid".into(), &1.into()));
    assert!(!told.contains("digest") && !told.contains("pay.example"), "{told}");
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "show", "0000-0000"]), nobody);
}

#[test]
fn letters_are_asked_for_while_no_server_runs() {
    let house = House::new();
    let told = "Asked for one more: receipt.\nNot sent yet, but stored: a running server sends it within seconds, or as \
                soon as one runs.\n";
    assert_eq!(house.onefare(&["orders", "resend", "7k3m92pd", "--wait", "0"]), (0, told.to_owned(), String::new()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains("  receipt, copy 2: waits to be sent\n"), "{shown}");
    assert!(shown.contains("  send_letter of ord_1: due, due "), "{shown}");
    assert_eq!(house.onefare(&["orders", "resend", "0000-0000"]).0, 1);
    house.damage("UPDATE orders SET state = 'refunded'");
    let (code, told, why) = house.onefare(&["orders", "resend", "7K3M-92PD"]);
    assert_eq!((code, told.as_str()), (2, ""));
    let refused = "onefare: order 7K3M-92PD is refunded: only the letters of a delivered order are sent again\n";
    assert_eq!(why, refused);
}

#[test]
fn a_renewal_is_cancelled_after_it_was_told_and_agreed_to() {
    let house = House::new();
    let cancel = |more: &[&str]| house.onefare(&[&["orders", "cancel-renewal", "7k3m92pd"], more].concat());
    let unknown = "onefare: order 7K3M-92PD has no subscription at its provider: look at its payment there\n";
    assert_eq!(cancel(&[]), (2, String::new(), unknown.to_owned()));
    house.damage("UPDATE payments SET subscription_ref = 'sub_1'");
    house.damage("UPDATE orders SET paid_at = 4102488000000");
    let meaning = "\
Order 7K3M-92PD: delivered
  buyer       A***@example.com
  what        12-month plan
  would pay   AED 150.00 2101-01-01 12:00:00 UTC, and again every 12 months
  pays then   nothing
  access      stays until 2101-01-01 12:00:00 UTC
  money       none goes back; `onefare orders refund` does that
  letter      tells the buyer, once the provider has it
  at Stripe   subscription sub_1
";
    let (code, told, why) = cancel(&[]);
    assert_eq!((code, told.as_str()), (2, meaning));
    assert_eq!(why, "onefare: nobody is there to agree: look at what is said above and add --yes\n");
    let (code, told, why) = cancel(&["--yes", "--wait", "0"]);
    let stored = "The cancellation is stored.\nNot passed on yet, but stored: a running server does it within seconds, or \
                  as soon as one runs.\n";
    assert_eq!((code, told, why), (0, format!("{meaning}{stored}"), String::new()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains("  renewal     cancelled 20") && shown.contains(", not at the provider yet\n"), "{shown}");
    assert!(shown.contains("  cancel_renewal of ord_1: due, due "), "{shown}");
    let (code, told, why) = cancel(&["--yes"]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(why.starts_with("onefare: the renewal of order 7K3M-92PD was cancelled 20"), "{why}");
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "cancel-renewal", "0000-0000", "--yes"]), nobody);
    assert_eq!(house.onefare(&["orders", "cancel-renewal"]).0, 2, "asked wrongly");
}

#[test]
fn a_cancelled_renewal_is_resumed_after_it_was_told_and_agreed_to() {
    let house = House::new();
    house.damage("UPDATE payments SET subscription_ref = 'sub_1'");
    house.damage("UPDATE orders SET paid_at = 4102488000000");
    let resume = |more: &[&str]| house.onefare(&[&["orders", "resume-renewal", "7k3m92pd"], more].concat());
    let renews = "onefare: the renewal of order 7K3M-92PD is not cancelled: there is nothing to resume\n";
    assert_eq!(resume(&["--yes"]), (2, String::new(), renews.to_owned()));
    assert_eq!(house.onefare(&["orders", "cancel-renewal", "7k3m92pd", "--yes", "--wait", "0"]).0, 0);
    let on_its_way =
        "onefare: the cancellation of order 7K3M-92PD is still being passed on to the provider: try again then\n";
    assert_eq!(resume(&["--yes"]), (2, String::new(), on_its_way.to_owned()));
    house.damage("UPDATE cancellations SET confirmed_at = requested_at, ends_at = 4134024000000");
    let meaning = "\
Order 7K3M-92PD: delivered
  buyer       A***@example.com
  what        12-month plan
  pays then   AED 150.00 2101-01-01 12:00:00 UTC, and again every 12 months
  letter      tells the buyer, once the provider has it
  at Stripe   subscription sub_1
";
    let (code, told, why) = resume(&[]);
    assert_eq!((code, told.as_str()), (2, meaning), "{why}");
    let stored = "The resumption is stored.\nNot passed on yet, but stored: a running server does it within seconds, or as \
                  soon as one runs.\n";
    assert_eq!(resume(&["--yes", "--wait", "0"]), (0, format!("{meaning}{stored}"), String::new()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(
        shown.contains(", to be resumed since 20") && shown.contains("  resume_renewal of ord_1: due, due "),
        "{shown}"
    );
    assert!(resume(&["--yes"]).2.ends_with("is being resumed, and a running server passes it on to the provider\n"));
    // An earlier attempt of the same job failed, as when the provider is away.
    house.damage("UPDATE cancellations SET resume_requested_at = NULL");
    house.damage("UPDATE jobs SET last_error = 'stripe answered 503' WHERE kind = 'resume_renewal'");
    let failed = "The resumption is stored.\nNot passed on yet, but stored: the last attempt failed (stripe answered 503), \
                  and a running server tries again.\n";
    assert_eq!(resume(&["--yes", "--wait", "0"]), (0, format!("{meaning}{failed}"), String::new()));
    let (_, log, _) = house.onefare(&["audit", "list"]);
    let done = "orders resume-renewal 7K3M-92PD  done: Renewal resumed: AED 150.00 is charged 2101-01-01 12:00:00 UTC.";
    assert!(log.contains(done), "{log}");
}

#[test]
fn an_address_is_changed_after_it_was_told_and_agreed_to() {
    let house = House::new();
    let change =
        |new: &str, more: &[&str]| house.onefare(&[&["orders", "change-email", "7k3m92pd", new], more].concat());
    let meaning = "\
Order 7K3M-92PD: delivered
  old address A***@example.com
  new address amal@example.org
  letters     those of the order go to the new address, anew
  old one     gets a letter that does not name the new one
  sign-in     the new address finds the order, the old one no longer
  provider    keeps the old address: change it in its dashboard if you need to
";
    let (code, told, why) = change(" amal@example.org ", &[]);
    assert_eq!((code, told.as_str()), (2, meaning));
    assert_eq!(why, "onefare: nobody is there to agree: look at what is said above and add --yes\n");
    for (new, why) in [
        ("amal at example.org", "that is no e-mail address"),
        ("", "that is no e-mail address"),
        ("AMAL.K@example.com", "order 7K3M-92PD has that address already"),
    ] {
        assert_eq!(change(new, &["--yes"]), (2, String::new(), format!("onefare: {why}\n")), "{new}");
    }
    let (code, told, why) = change("amal@example.org", &["--yes", "--wait", "0"]);
    let stored = "The new address is stored.\nAsked for one more: receipt.\nNot sent yet, but stored: a running server \
                  sends it within seconds, or as soon as one runs.\n";
    assert_eq!((code, told, why), (0, format!("{meaning}{stored}"), String::new()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD", "--show-email"]);
    assert!(shown.contains("  e-mail      amal@example.org\n  corrected   e-mail, 20"), "{shown}");
    assert!(shown.contains("  receipt, copy 2: waits to be sent\n"), "{shown}");
    assert!(shown.contains("  send_letter of emc_"), "{shown}");
    assert_eq!(house.onefare(&["orders", "find", "amal@example.org"]).0, 0);
    assert_eq!(house.onefare(&["orders", "find", "amal.k@example.com"]).0, 1, "the old address finds nothing");

    house.damage("UPDATE orders SET state = 'refunded'");
    let refused = "onefare: order 7K3M-92PD is refunded: only a paid order gets another address\n";
    assert_eq!(change("sara@example.org", &["--yes"]), (2, String::new(), refused.to_owned()));
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "change-email", "0000-0000", "sara@example.org", "--yes"]), nobody);
    assert_eq!(house.onefare(&["orders", "change-email", "7k3m92pd"]).0, 2, "asked wrongly");
}

#[test]
fn a_refused_letter_is_shown_until_somebody_has_seen_to_it() {
    let house = House::new();
    house.damage("DELETE FROM letters");
    house.damage(
        "INSERT INTO letters (subject, kind, number, order_id, asked_at, refused_at, refusal) VALUES \
         ('ord_1', 'receipt', 1, 'ord_1', 1795176000000, 1795176000000, 'the mail server said 550 to the recipient')",
    );
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    let line = "  receipt: refused 2026-11-20 12:00:00 UTC, not tried again: the mail server said 550 to the recipient";
    assert!(shown.contains(&format!("{line}\n")), "{shown}");
    let seen_to = ["orders", "resend", "7k3m92pd", "--acknowledge"];
    assert_eq!(house.onefare(&seen_to), (0, "Seen to: 1. Nothing is sent.\n".to_owned(), String::new()));
    let nothing = "No refused letter of this order waits for anybody.\n";
    assert_eq!(house.onefare(&seen_to), (1, String::new(), nothing.to_owned()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains(&format!("{line}, seen to 20")) && !shown.contains("send_letter"), "{shown}");
    assert_eq!(house.onefare(&["orders", "resend", "0000-0000", "--acknowledge"]).0, 1);
    assert_eq!(house.onefare(&["orders", "resend", "7k3m92pd", "--acknowledge", "--wait", "1"]).0, 2, "asked wrongly");
    let (code, told, _) = house.onefare(&["orders", "resend", "7k3m92pd", "--wait", "0"]);
    assert!(code == 0 && told.starts_with("A letter that has not gone out yet is due now.\nNot sent yet"), "{told}");
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(!shown.contains("refused") && shown.contains("  send_letter of ord_1: due, due "), "{shown}");
}

#[test]
fn withdrawals_are_listed_until_one_is_handled() {
    let house = House::new();
    let nothing = (0, "No withdrawal waits.\n".to_owned(), String::new());
    assert_eq!(house.onefare(&["orders", "withdrawals"]), nothing);
    let handled = |more: &[&str]| house.onefare(&[&["orders", "withdrawal-handled", "7k3m92pd"], more].concat());
    let none = "onefare: the buyer of order 7K3M-92PD has not withdrawn from it\n";
    assert_eq!(handled(&["--how", "told"]), (2, String::new(), none.to_owned()));
    house.damage("INSERT INTO withdrawals (order_id, name, stated_at) VALUES ('ord_1', 'Amal K.', 1795435200000)");
    let line = "7K3M-92PD  delivered  12-month plan  AED 150.00  stated 2026-11-23 12:00:00 UTC, 3 days after it was paid  \
                A***@example.com  Amal K.\n";
    assert_eq!(house.onefare(&["orders", "withdrawals"]), (0, line.to_owned(), String::new()));
    let lost = |more: &[&str]| house.onefare(&[&["orders", "withdrawals", "--unmatched"], more].concat());
    assert_eq!(lost(&[]), (0, "Every statement matches an order.\n".to_owned(), String::new()));
    house.damage(
        "INSERT INTO unmatched_withdrawals (id, order_number, email, stated_at) \
         VALUES ('umw_1', '7K3M-92PX', 'amal@example.com', 1795435200000)",
    );
    let line = "7K3M-92PX  stated 2026-11-23 12:00:00 UTC  a***@example.com\n";
    assert_eq!(lost(&[]), (0, line.to_owned(), String::new()));
    assert!(lost(&["--json", "--show-email"]).1.contains("\"email\": \"amal@example.com\""));
    let (code, told, _) = house.onefare(&["orders", "withdrawals", "--json", "--show-email"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told[0]["number"], &told[0]["email"]), (0, &"7K3M-92PD".into(), &"Amal.K@example.com".into()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains("  withdrawal  stated 2026-11-23 12:00:00 UTC by Amal K., waits for a person\n"), "{shown}");
    assert_eq!(handled(&[]).0, 2, "asked wrongly");
    assert_eq!(handled(&["--how", " "]).2, "onefare: say how it ended, so that others can read it\n");
    let noted = "Noted: the withdrawal from order 7K3M-92PD is handled. No money moves by this.\n";
    assert_eq!(handled(&["--how", "half refunded"]), (0, noted.to_owned(), String::new()));
    assert_eq!(house.onefare(&["orders", "withdrawals"]), nothing);
    let again = "onefare: the withdrawal from order 7K3M-92PD is handled already: half refunded\n";
    assert_eq!(handled(&["--how", "told"]), (2, String::new(), again.to_owned()));
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    assert!(shown.contains(": half refunded\n"), "{shown}");
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "withdrawal-handled", "0000-0000", "--how", "told"]), nobody);
}

#[test]
fn the_evidence_of_an_order_holds_what_a_bank_asks_for_and_no_secret() {
    let house = House::new();
    let (code, told, why) = house.onefare(&["orders", "evidence", "7k3m-92pd"]);
    assert_eq!((code, why.as_str()), (0, ""));
    let (head, rest) = told.split_once("## Purchase").unwrap();
    assert!(head.starts_with("# Order 7K3M-92PD\n\nFrom the records of the shop, "), "{head}");
    let expected = "

- Product: 12-month plan
- Customer: Amal.K@example.com
- Ordered: 2026-11-20 12:00:00 UTC
- Paid: 2026-11-20 12:00:00 UTC

## Price

- Price: AED 150.00 instead of AED 443.88
- Due today: AED 150.00
- Then AED 150.00 on 20 November 2027, and again every 12 months

## Payments

- stripe paid, reference cs_test_1, id pay_1, begun 2026-11-20 12:00:00 UTC, settled 2026-11-20 12:00:00 UTC

## Delivery

- subscription from 2026-11-20 12:00:00 UTC to 2027-11-20 12:00:00 UTC, made 2026-11-20 12:00:00 UTC

## Letters to the customer

- receipt: sent 2026-11-20 12:00:00 UTC, id receipt-7K3M-92PD

";
    assert_eq!(rest, expected);
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "evidence", "0000-0000"]), nobody);
}
