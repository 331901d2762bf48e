//! `onefare entitlements`: what an account may use, as operators see it.

use serde_json::{Value, json};

use crate::house::House;

/// Settings with a receiver.
pub(crate) const RECEIVER: [(&str, &str); 3] = [
    ("ONEFARE_OPERATOR", "Amal"),
    ("ONEFARE_ENTITLEMENTS_URL", "https://vpn.example/entitlements"),
    ("ONEFARE_ENTITLEMENTS_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
];

/// Gives the only order an account with an entitlement.
pub(crate) fn entitled(house: &House) {
    house.change("INSERT INTO accounts (id, email_canonical, created_at) VALUES ('acc_1', 'amal.k@example.com', 1)");
    house.change("UPDATE orders SET account_id = 'acc_1'");
    house.change(
        "INSERT INTO entitlements (account_id, revision, state, starts_at, paid_until, ends_at, devices, at_once, changed_at) \
         VALUES ('acc_1', 7, 'active', 1795176000000, 1826712000000, 1827316800000, 5, 2, 1795176000000)",
    );
}

const SHOWN: &str = "\
Account acc_1
  state         active
  from          2026-11-20 12:00:00 UTC
  paid until    2027-11-20 12:00:00 UTC
  until         2027-11-27 12:00:00 UTC
  devices       5, 2 at the same time
  revision      7 of 2026-11-20 12:00:00 UTC
";

#[test]
fn an_entitlement_is_found_by_account_address_and_order() {
    let house = House::new();
    let nothing = |who: &str| (1, String::new(), format!("{who} leads to no account with an entitlement.\n"));
    for who in ["acc_1", "amal.k@example.com", "7k3m92pd", "nonsense"] {
        assert_eq!(house.onefare(&["entitlements", "show", who]), nothing(who));
    }
    entitled(&house);
    for who in ["acc_1", "AMAL.K@example.com", "7k3m-92pd"] {
        let (code, shown, why) = house.onefare(&["entitlements", "show", who]);
        assert_eq!(
            (code, shown.as_str(), why.as_str()),
            (0, &*format!("{SHOWN}  taken         no receiver in the settings\n"), "")
        );
    }
    let (_, text, _) = house.onefare(&["entitlements", "show", "acc_1", "--json"]);
    let shown: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&shown["state"], &shown["until"], &shown["revision"]),
        (&json!("active"), &json!("2027-11-27T12:00:00Z"), &json!(7))
    );
    assert_eq!(house.onefare(&["entitlements", "show", "sara@example.com"]), nothing("sara@example.com"));
}

#[test]
fn an_entitlement_is_pushed_once_more() {
    let house = House::new();
    entitled(&house);
    let resend = ["entitlements", "resend", "acc_1"];
    let (code, _, why) = house.onefare_with(&RECEIVER[..1], &resend);
    assert_eq!((code, why.as_str()), (2, "onefare: ONEFARE_ENTITLEMENTS_URL names no receiver\n"));
    let shown = || house.onefare_with(&RECEIVER, &["entitlements", "show", "acc_1"]).1;
    assert!(shown().ends_with("  taken         not yet\n"), "{}", shown());
    house.change("UPDATE entitlements SET taken_revision = 7");
    assert!(shown().ends_with("  taken         yes\n"), "{}", shown());
    let (code, said, why) = house.onefare_with(&RECEIVER, &resend);
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(said.starts_with("Enqueued for acc_1."), "{said}");
    assert!(shown().contains("  taken         not yet, waits since 20"), "{}", shown());
    assert_eq!(house.change("DELETE FROM jobs WHERE kind = 'push_entitlement' AND subject = 'acc_1'"), 1);
    let (code, ..) = house.onefare_with(&RECEIVER, &["entitlements", "resend", "acc_2"]);
    assert_eq!(code, 1);
}

#[test]
fn what_a_system_believes_is_compared_with_what_the_shop_knows() {
    let house = House::new();
    entitled(&house);
    let file = house.folder.path().join("beliefs.ndjson");
    let compare = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        house.onefare(&[&["entitlements", "compare", file.to_str().unwrap()], more].concat())
    };
    let same = "{\"account\":\"acc_1\",\"state\":\"active\",\"until\":\"2027-11-27T12:00:00Z\",\"revision\":7}\n\n";
    let end = "{\"end\":true,\"count\":1,\"revision\":7}\n";
    assert_eq!(compare(&format!("{same}{end}"), &[]), (0, "No differences.\n".to_owned(), String::new()));
    let shop = "the shop active until 2027-11-27 12:00:00 UTC, revision 7";
    assert_eq!(compare("", &[]), (1, format!("acc_1  locked out: the system has unknown, {shop}\n"), String::new()));
    let older = "{\"account\":\"acc_1\",\"state\":\"active\",\"revision\":6}";
    let (code, told, _) = compare(older, &[]);
    assert_eq!((code, told), (1, format!("acc_1  older: the system has active, {shop}\n")));
    let stranger =
        format!("{same}{{\"account\":\"acc_9\",\"state\":\"grace\"}}\n{{\"account\":\"acc_8\",\"state\":\"ended\"}}\n");
    let let_in = "acc_9  let in: the system has grace, the shop unknown\n".to_owned();
    assert_eq!(compare(&stranger, &[]), (1, let_in, String::new()));
    let (_, text, _) = compare(&stranger, &["--json"]);
    let lines: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(lines, json!([{ "account": "acc_9", "difference": "let_in", "shop": null, "system": "grace" }]));
    let (code, _, why) = compare(&format!("{same}{{\"account\":\"acc_2\"}}"), &[]);
    assert_eq!(code, 2);
    assert!(why.starts_with("onefare: line 3 is no entitlement: missing field `state`"), "{why}");
    assert_eq!(house.onefare(&["entitlements", "compare", "no-such-file"]).0, 2);
}
