//! `onefare orders refund`: a refund, by the provider or by an operator.

use crate::house::House;

const OFFER: &str = "\
Order 7K3M-92PD: delivered
  buyer       A***@example.com
  payment     stripe paid, reference cs_test_1, id pay_1
  charged     AED 150.00
  goes back   AED 150.00
  left then   AED 0.00
  order       ends, and with it the subscription
  letter      tells the buyer, once the provider has it
";

/// The id in `Refund ref_… is stored.`
fn refund_in(told: &str) -> String {
    let (_, after) = told.split_once("Refund ").unwrap();
    after.split_once(" is stored.").unwrap().0.to_owned()
}

#[test]
fn money_is_sent_back_after_it_was_told_and_agreed_to() {
    let house = House::new();
    let (code, told, why) = house.onefare(&["orders", "refund", "7k3m92pd"]);
    assert_eq!((code, told.as_str()), (2, OFFER), "nobody is there to agree");
    assert_eq!(why, "onefare: nobody is there to agree: look at what is said above and add --yes\n");
    let part = ["orders", "refund", "7K3M-92PD", "--amount", "50.00", "--yes", "--wait", "0"];
    let (code, told, why) = house.onefare(&part);
    assert_eq!((code, why.as_str()), (0, ""));
    let meaning = "  goes back   AED 50.00\n  left then   AED 100.00\n  order       stays delivered, and the buyer keeps what was \
                   bought\n";
    assert!(told.contains(meaning), "{told}");
    let id = refund_in(&told);
    let waits = "Not sent yet, but stored: a running server sends it within seconds, or as soon as one runs.\n";
    assert!(told.ends_with(&format!("Refund {id} is stored.\n{waits}")), "{told}");

    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    let line = format!("\nRefunds\n  AED 50.00 due, because by_support, id {id}, of pay_1, decided ");
    assert!(shown.contains(&line) && shown.contains(&format!("  refund_payment of {id}: due, due ")), "{shown}");
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD", "--json"]);
    let sheet: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let refund = &sheet["refunds"][0];
    assert_eq!(
        (&refund["amount"], &refund["currency"], &refund["state"]),
        (&5000.into(), &"AED".into(), &"due".into())
    );
    assert_eq!((&refund["id"], &sheet["jobs"][0]["subject"]), (&id.as_str().into(), &id.as_str().into()));

    let (code, told, why) = house.onefare(&part);
    assert_eq!((code, told.as_str()), (2, ""));
    assert_eq!(why, format!("onefare: AED 50.00 of payment pay_1 is on its way back already: refund {id}, due\n"));
}

#[test]
fn what_became_of_the_money_is_told() {
    for (ends, code, expected) in [
        ("state = 'done', reference = 're_1', ended_at = 5", 0, "Done: AED 150.00 went back (re_1).\n"),
        (
            "state = 'done', ended_at = 5",
            0,
            "Done: the provider says that AED 150.00 had gone back before, by other hands.\n",
        ),
        ("state = 'failed', failure = 'refused', ended_at = 5", 1, "Failed: refused. The money is still here.\n"),
    ] {
        let house = House::new();
        std::thread::scope(|scope| {
            let command = scope.spawn(|| house.onefare(&["orders", "refund", "7K3M-92PD", "--yes", "--wait", "60"]));
            // Plays the running server, which records what the provider reports.
            while house.change(&format!("UPDATE refunds SET {ends}")) == 0 {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            let (ended, told, why) = command.join().unwrap();
            assert_eq!((ended, why.as_str()), (code, ""), "{told}");
            assert!(told.starts_with(OFFER) && told.ends_with(expected), "{told}");
        });
    }
    let house = House::new();
    let pending = ["orders", "refund", "7K3M-92PD", "--yes", "--wait", "0"];
    house.damage(
        "CREATE TRIGGER taken AFTER INSERT ON refunds BEGIN UPDATE refunds SET state = 'pending', reference = 're_2'; END",
    );
    let (code, told, _) = house.onefare(&pending);
    let expected = "The provider has it (re_2); whether it arrives is told by `onefare orders show`.\n";
    assert!(code == 0 && told.ends_with(expected), "{told}");
}

#[test]
fn money_that_went_back_in_another_way_is_noted() {
    let house = House::new();
    let note = ["orders", "refund", "7k3m92pd", "--refunded-manually", "bank transfer"];
    let none = "onefare: order 7K3M-92PD has no refund that failed and was not tried again\n";
    assert_eq!(house.onefare(&note), (2, String::new(), none.to_owned()));
    house.damage(
        "INSERT INTO refunds (id, payment_id, amount, currency, reason, state, failure, created_at, ended_at) \
         VALUES ('ref_1', 'pay_1', 15000, 'AED', 'by_support', 'failed', 'expired_or_canceled_card', 1795176000000, 5)",
    );
    let meaning = "\
  charged     AED 150.00
  failed      ref_1, decided 2026-11-20 12:00:00 UTC: expired_or_canceled_card
  sent by     bank transfer
  goes back   AED 150.00
  left then   AED 0.00
  order       ends, and with it the subscription
  letter      none: tell the buyer yourself
";
    let (code, told, why) = house.onefare(&note);
    assert!(code == 2 && told.ends_with(meaning), "{told}");
    assert_eq!(why, "onefare: nobody is there to agree: look at what is said above and add --yes\n");
    let (code, told, why) = house.onefare(&[&note[..], &["--yes"]].concat());
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(told.ends_with(&format!("{meaning}Noted. Nothing is sent.\n")), "{told}");
    let (_, shown, _) = house.onefare(&["orders", "show", "7K3M-92PD"]);
    let line = "  AED 150.00 done, because by_support, failed: expired_or_canceled_card, sent otherwise: bank transfer, id ref_1";
    assert!(shown.starts_with("Order 7K3M-92PD: refunded\n") && shown.contains(line), "{shown}");
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "refund", "0000-0000", "--refunded-manually", "cash"]), nobody);
    for wrong in [["--amount", "1.00"], ["--wait", "1"]] {
        assert_eq!(house.onefare(&[&note[..], &wrong].concat()).0, 2, "{wrong:?}");
    }
    let (code, told, why) = house.onefare(&["orders", "refund", "7K3M-92PD", "--refunded-manually", " ", "--yes"]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert_eq!(why, "onefare: say how the money went back, in one line of 1 to 200 characters\n");
}

#[test]
fn what_cannot_go_back_is_refused() {
    let house = House::new();
    let refund = |more: &[&str]| house.onefare(&[&["orders", "refund", "7K3M-92PD", "--yes"], more].concat());
    let refused = |more: &[&str], why: &str| {
        let (code, told, said) = refund(more);
        assert_eq!((code, told.as_str(), said), (2, "", format!("onefare: {why}\n")), "{more:?}");
    };
    let nobody = (1, String::new(), "There is no order 0000-0000.\n".to_owned());
    assert_eq!(house.onefare(&["orders", "refund", "0000-0000", "--yes"]), nobody);
    let much = "AED 150.01 is more than the AED 150.00 that is left: AED 150.00 was charged, AED 0.00 went back before";
    refused(&["--amount", "150.01"], much);
    refused(&["--amount", "-1.00"], "-AED 1.00 cannot go back: the amount must be above zero");
    refused(&["--payment", "pay_2\u{1b}[2J"], "order 7K3M-92PD has no payment pay_2\u{FFFD}[2J");
    refused(
        &["--amount", "1.5"],
        "\"1.5\" is no amount in AED, which is written like 12.00: not an amount in this currency",
    );
    house.damage("UPDATE orders SET state = 'suspended'");
    refused(
        &[],
        "the buyer's bank disputes the payment of order 7K3M-92PD, which is suspended: a refund now would pay the buyer twice",
    );
    house.damage("UPDATE orders SET state = 'held'");
    house.damage("UPDATE payments SET state = 'quarantined', failure = 'amount'");
    let (code, told, why) = refund(&[]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(why.starts_with("onefare: the provider could not be asked what was charged: "), "{why}");
    assert_eq!(house.onefare(&["orders", "refund"]).0, 2, "asked wrongly");
    let (code, help, _) = house.onefare(&["orders", "refund", "--help"]);
    for word in ["--amount", "--payment", "--yes", "--wait", "12.34"] {
        assert!(code == 0 && help.contains(word), "{word} in {help}");
    }
}
