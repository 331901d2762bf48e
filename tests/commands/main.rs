//! The real program at a terminal: what it prints and how it ends.
#![expect(clippy::unwrap_used, reason = "everything here is a test: one that cannot go on ends")]

use std::process::{Command, Output};

use chrono::{DateTime, TimeZone as _, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::order::OrderState;
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::quote::{Offer, Quote};
use onefare_server::catalogue;
use onefare_server::config::{Demo, Environment, SANDBOX_ESIM_ACCESS_CODE, SANDBOX_ESIM_SECRET, SandboxAlone};
use onefare_server::serve::sandbox;
use onefare_server::store::orders::NewOrder;
use onefare_server::store::payments::NewPayment;
use onefare_server::store::{Store, deliveries, letters, orders, payments, price_books};
use tempfile::TempDir;
use url::Url;

/// A shop's folder with one delivered order, and nobody serving it.
struct House {
    folder: TempDir,
}

fn made() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}

impl House {
    fn new() -> Self {
        let house = Self { folder: TempDir::new().unwrap() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(house.fill());
        house
    }

    fn database(&self) -> String {
        format!("sqlite:{}", self.folder.path().join("onefare.sqlite").display())
    }

    async fn fill(&self) {
        let store = Store::open(&self.database()).await.unwrap();
        catalogue::apply_demo_if_empty(&store, Demo::Few, made()).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let (number, book) = price_books::current(&mut tx).await.unwrap().unwrap();
        let plan = book.plan("vpn-12m").unwrap();
        let quote = Quote::compute(number, Offer::Plan(plan), book.default_currency, None).unwrap();
        let email = Email::parse("Amal.K@example.com").unwrap();
        let order = NewOrder {
            id: "ord_1",
            number: "7K3M-92PD",
            buyer: "digest of the cookie",
            email: &email,
            language: Language::En,
            return_to: None,
            quote: &quote,
            quote_fingerprint: "digest of the decision",
            code: None,
            trial: None,
            im_ref: Some("partner\u{1b}[2J"),
            fb_params: None,
            created_at: made(),
        };
        orders::insert(&mut tx, &order).await.unwrap();
        let payment = NewPayment {
            id: "pay_1",
            order_id: "ord_1",
            provider: Provider::Stripe,
            quote: &quote,
            hash_digest: "digest of the hash",
            customer_ref: None,
            created_at: made(),
        };
        payments::insert(&mut tx, &payment).await.unwrap();
        payments::set_reference(&mut tx, "pay_1", "cs_test_1", Some("https://pay.example/1"), None).await.unwrap();
        payments::move_state(&mut tx, "pay_1", PaymentState::Open, PaymentState::Paid, None, made()).await.unwrap();
        orders::move_state(&mut tx, "ord_1", OrderState::Open, OrderState::Paid, made()).await.unwrap();
        let ends = quote.first_term_end(made()).unwrap();
        deliveries::insert_once(&mut tx, "ord_1", "subscription", made(), ends, made()).await.unwrap();
        orders::move_state(&mut tx, "ord_1", OrderState::Paid, OrderState::Delivered, made()).await.unwrap();
        letters::record(&mut tx, "ord_1", "receipt", "receipt-7K3M-92PD", made()).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
    }

    fn damage(&self, sql: &str) {
        self.change(sql);
    }

    /// How many rows were changed.
    fn change(&self, sql: &str) -> u64 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = Store::open(&self.database()).await.unwrap();
            let mut tx = store.begin().await.unwrap();
            let sql = sqlx::AssertSqlSafe(sql.to_owned());
            let changed = sqlx::query(sql).execute(&mut *tx).await.unwrap().rows_affected();
            tx.commit().await.unwrap();
            store.close().await;
            changed
        })
    }

    /// Runs the program and returns how it ended and what it printed.
    fn onefare(&self, words: &[&str]) -> (i32, String, String) {
        self.onefare_with(&[], words)
    }

    /// The same with settings.
    fn onefare_with(&self, settings: &[(&str, &str)], words: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onefare"));
        command.env_clear().env("ONEFARE_DATA_DIR", self.folder.path()).envs(settings.iter().copied()).args(words);
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }
}

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
    assert!(shown.contains("  send_copies of ord_1: due, due "), "{shown}");
    assert_eq!(house.onefare(&["orders", "resend", "0000-0000"]).0, 1);
    house.damage("UPDATE orders SET state = 'refunded'");
    let (code, told, why) = house.onefare(&["orders", "resend", "7K3M-92PD"]);
    assert_eq!((code, told.as_str()), (2, ""));
    let refused = "onefare: order 7K3M-92PD is refunded: only the letters of a delivered order are sent again\n";
    assert_eq!(why, refused);
}

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
            // In place of a running server, which notes what the provider says.
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
fn a_refused_letter_is_shown_until_somebody_has_seen_to_it() {
    let house = House::new();
    house.damage("DELETE FROM letters");
    house.damage(
        "INSERT INTO undeliverable_letters (order_id, kind, copy, reason, refused_at) \
         VALUES ('ord_1', 'receipt', 1, 'the mail server said 550 to the recipient', 1795176000000)",
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
fn leads_are_taken_out_and_deleted() {
    let house = House::new();
    let head = "\"email\",\"device\",\"reasons\",\"streaming_service\",\"language\",\"consent\",\"joined_at\"\r\n";
    assert_eq!(house.onefare(&["leads", "export"]), (0, head.to_owned(), String::new()));
    house.change(
        "INSERT INTO leads (address, email, device, reasons, streaming_service, language, consent, joined_at) VALUES \
         ('sara@example.com', 'Sara@example.com', 'ios', 'streaming,other', '=cmd|x', 'en', 'Yes, \"all\"', 0)",
    );
    let row = "\"Sara@example.com\",\"ios\",\"streaming,other\",\"'=cmd|x\",\"en\",\"Yes, \"\"all\"\"\",\
               \"1970-01-01T00:00:00Z\"\r\n";
    assert_eq!(house.onefare(&["leads", "export"]), (0, format!("{head}{row}"), String::new()));
    assert_eq!(house.onefare(&["leads", "delete", "SARA@example.com"]), (0, "Deleted.\n".to_owned(), String::new()));
    let gone = "No lead has this address.\n".to_owned();
    assert_eq!(house.onefare(&["leads", "delete", "sara@example.com"]), (1, String::new(), gone));
    assert_eq!(house.onefare(&["leads", "delete", "sara"]).0, 2, "asked wrongly");
}

#[test]
fn an_audit_ends_with_0_when_all_is_well_and_with_1_when_not() {
    let house = House::new();
    let (code, told, _) = house.onefare(&["audit"]);
    assert!(code == 0 && told.ends_with(" s\n1 orders, 0 differences\n"), "{told}");
    house.damage("UPDATE deliveries SET ends_at = ends_at + 1000");
    let (code, told, _) = house.onefare(&["audit"]);
    let line = "7K3M-92PD  delivery ends_at: 2027-11-20 12:00:01 UTC; expected: 2027-11-20 12:00:00 UTC\n";
    assert!(code == 1 && told.starts_with(line) && told.ends_with("1 orders, 1 differences\n"), "{told}");
    let (code, told, _) = house.onefare(&["audit", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told["orders"], &told["found"][0]["field"]), (1, &1.into(), &"ends_at".into()));
    assert!(told["milliseconds"].is_u64());
    assert_eq!(house.onefare(&["audit", "--yes"]).0, 2, "asked wrongly");
}

#[test]
fn a_draft_is_made_of_what_the_supplier_sells_now() {
    let house = House::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let any = "127.0.0.1:0".parse().unwrap();
    let nowhere: Url = "http://127.0.0.1:9/".parse().unwrap();
    let supplier = runtime.block_on(sandbox::alone(SandboxAlone {
        environment: Environment::Development,
        data_dir: house.folder.path().join("sandbox"),
        listen: any,
        public_url: nowhere.clone(),
        webhook_url: nowhere.clone(),
        mollie_webhook_url: nowhere,
        smtp_listen: any,
        demo: Demo::Few,
        brand_file: None,
    }));
    let supplier = supplier.unwrap();
    let base = format!("http://{}", supplier.address);
    let account = [
        ("ESIM_ACCESS_API_BASE", base.as_str()),
        ("ESIM_ACCESS_ACCESS_CODE", SANDBOX_ESIM_ACCESS_CODE),
        ("ESIM_ACCESS_SECRET", SANDBOX_ESIM_SECRET),
    ];
    let (code, draft, told) = house.onefare_with(&account, &["catalogue", "import"]);
    assert_eq!((code, told.as_str()), (0, "269 packages, 46 bundles, 0 warnings.\n"));
    assert_eq!(catalogue::parse(&draft).unwrap().book, catalogue::parse(catalogue::DEMO).unwrap().book);
    // Other rules, named by the settings; those of the command line go before them.
    let rules = house.folder.path().join("prices.toml");
    let dearer = include_str!("../../server/config/esim-prices.toml").replace("\"2.1\"", "\"3.0\"");
    std::fs::write(&rules, dearer).unwrap();
    let own = [account.as_slice(), &[("ONEFARE_ESIM_PRICES", rules.to_str().unwrap())]].concat();
    let (code, draft, told) = house.onefare_with(&own, &["catalogue", "import", "--reprice"]);
    assert!(
        code == 0 && told.contains("Plan 16-3072-15: USD 6.49 and EUR 5.99; it was USD 4.49 and EUR 4.49."),
        "{told}"
    );
    assert_ne!(catalogue::parse(&draft).unwrap().book, catalogue::parse(catalogue::DEMO).unwrap().book);
    let built_in = house.folder.path().join("built-in.toml");
    std::fs::write(&built_in, include_str!("../../server/config/esim-prices.toml")).unwrap();
    let words = ["catalogue", "import", "--reprice", "--rules", built_in.to_str().unwrap()];
    assert_eq!(house.onefare_with(&own, &words).2, "269 packages, 46 bundles, 0 warnings.\n");
    let missing = [account.as_slice(), &[("ONEFARE_ESIM_PRICES", "/nowhere/prices.toml")]].concat();
    let (code, _, why) = house.onefare_with(&missing, &["catalogue", "import"]);
    assert!(code == 2 && why.starts_with("onefare: /nowhere/prices.toml cannot be read: "), "{why}");

    let wrong = [account[0], account[1], ("ESIM_ACCESS_SECRET", "sk_other")];
    let (code, draft, why) = house.onefare_with(&wrong, &["catalogue", "import"]);
    assert_eq!((code, draft.as_str()), (2, ""));
    assert_eq!(why, format!("onefare: {base}/ gave no list: refused (101003): an operator must act\n"));
    runtime.block_on(supplier.stop());
    // The sandbox that stands in without an account, where nobody runs it.
    let (code, draft, why) = house.onefare_with(&[("ONEFARE_SANDBOX_LISTEN", "127.0.0.1:9")], &["catalogue", "import"]);
    assert_eq!((code, draft.as_str()), (2, ""));
    assert!(why.starts_with("onefare: http://127.0.0.1:9/ gave no list: unavailable: "), "{why}");
    assert!(why.ends_with(" (the sandbox answers while `onefare serve` or `onefare sandbox` runs)\n"), "{why}");
}

#[test]
fn what_cannot_be_done_ends_with_2() {
    let house = House::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_onefare"));
    command.env_clear().env("ONEFARE_DATA_DIR", house.folder.path()).env("DATABASE_URL", "mysql://nowhere");
    let output = command.arg("audit").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("onefare: DATABASE_URL: "), "{output:?}");
}

/// Settings with which production starts, as far as settings tell.
const MEANT: [(&str, &str); 10] = [
    ("ONEFARE_ENV", "production"),
    ("ONEFARE_PUBLIC_URL", "https://shop.example"),
    ("ONEFARE_SECRET", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    ("STRIPE_SECRET_KEY", "sk_live_51HnmPQ2eZvKYlo2C"),
    ("STRIPE_WEBHOOK_SECRETS", "whsec_Yd8kq2Zl0Wv5Rt7Nc3Xa"),
    ("MOLLIE_API_KEY", "live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM"),
    ("ESIM_ACCESS_ACCESS_CODE", "ac_4711"),
    ("ESIM_ACCESS_SECRET", "sk_4711"),
    ("ONEFARE_SMTP_HOST", "mail.example"),
    ("ONEFARE_SMTP_PORT", "587"),
];

#[test]
fn production_starts_only_with_settings_that_can_be_meant() {
    let house = House::new();
    assert_eq!(house.onefare_with(&MEANT, &["migrate"]).0, 0, "{:?}", house.onefare_with(&MEANT, &["migrate"]));
    for (named, changes) in [
        ("STRIPE_SECRET_KEY", [("STRIPE_SECRET_KEY", "sk_test_51HnmPQ2eZvKYlo2C")].as_slice()),
        ("STRIPE_SECRET_KEY", &[("STRIPE_SECRET_KEY", "sk_live_")]),
        ("STRIPE_SECRET_KEY", &[("STRIPE_SECRET_KEY", "whatever_live_51HnmPQ2eZvKYlo2C")]),
        ("MOLLIE_API_KEY", &[("MOLLIE_API_KEY", "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")]),
        ("MOLLIE_API_KEY", &[("MOLLIE_API_KEY", "live_x")]),
        ("STRIPE_WEBHOOK_SECRETS", &[("STRIPE_WEBHOOK_SECRETS", "whsec_onefare_sandbox")]),
        ("STRIPE_WEBHOOK_SECRETS", &[("STRIPE_WEBHOOK_SECRETS", "whsec_Yd8kq2Zl0Wv5Rt7Nc3Xa,secret")]),
        ("ESIM_ACCESS_ACCESS_CODE", &[("ESIM_ACCESS_ACCESS_CODE", "ac_onefare_sandbox")]),
        ("ONEFARE_SECRET", &[("ONEFARE_SECRET", "changemechangemechangemechangeme")]),
        ("ONEFARE_SECRET", &[("ONEFARE_SECRET", "short")]),
        ("ONEFARE_DEV_ASSETS", &[("ONEFARE_DEV_ASSETS", "http://localhost:5173")]),
        ("ONEFARE_SMTP_PASSWORD", &[("ONEFARE_SMTP_USER", "shop")]),
        ("ONEFARE_SMTP_USER", &[("ONEFARE_SMTP_PASSWORD", "secret")]),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://user:word@shop.example")]),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://shop.example/#top")]),
        ("ONEFARE_PUBLIC_URL", &[("ONEFARE_PUBLIC_URL", "https://shop.example/?a=b")]),
        // In development as well: test keys beside an account whose data plans cost money.
        ("STRIPE_SECRET_KEY", &[("ONEFARE_ENV", "development"), ("STRIPE_SECRET_KEY", "sk_test_51HnmPQ2eZvKYlo2C")]),
        (
            "MOLLIE_API_KEY",
            &[("ONEFARE_ENV", "development"), ("MOLLIE_API_KEY", "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")],
        ),
    ] {
        let settings = [MEANT.as_slice(), changes].concat();
        let (code, told, why) = house.onefare_with(&settings, &["migrate"]);
        assert_eq!((code, told.as_str()), (2, ""), "{changes:?}: {why}");
        assert!(why.contains(named) && why.trim_end().lines().count() == 1, "{changes:?}: {why}");
        let secret =
            changes.iter().find(|(name, value)| value.len() > 20 && name.ends_with("KEY") || value.contains("word"));
        assert!(secret.is_none_or(|(_, value)| !why.contains(value)), "no secret is printed: {why}");
    }
}

#[test]
fn other_machines_reach_a_sandbox_only_where_a_variable_says_so() {
    let house = House::new();
    for variable in ["ONEFARE_SANDBOX_LISTEN", "ONEFARE_LISTEN"] {
        let open = [(variable, "0.0.0.0:0")];
        let (code, told, why) = house.onefare_with(&open, &["migrate"]);
        assert_eq!((code, told.as_str()), (2, ""), "{why}");
        assert!(why.contains(variable) && why.contains("ONEFARE_SANDBOX_OPEN=yes"), "{why}");
        let (code, _, warning) = house.onefare_with(&[open[0], ("ONEFARE_SANDBOX_OPEN", "yes")], &["migrate"]);
        assert!(code == 0 && warning.contains("Warning: other machines reach the sandbox"), "{warning}");
    }
    for variable in ["ONEFARE_SANDBOX_LISTEN", "ONEFARE_SANDBOX_SMTP_LISTEN"] {
        let (code, _, why) = house.onefare_with(&[(variable, "0.0.0.0:0")], &["sandbox"]);
        assert!(code == 2 && why.contains(variable), "{why}");
    }
}
