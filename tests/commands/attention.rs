//! `onefare attention`: what needs a person.

use serde_json::{Value, json};

use crate::house::House;

#[test]
fn what_needs_attention_is_listed_until_it_is_done_with() {
    let house = House::new();
    let nothing = (0, "Nothing needs attention.\n".to_owned(), String::new());
    assert_eq!(house.onefare(&["attention"]), nothing);
    let (code, told, _) = house.onefare(&["attention", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told), (0, json!({ "attention": [], "more": 0 })));
    house.change("UPDATE orders SET state = 'held'");
    house.change("UPDATE payments SET state = 'quarantined'");
    house.change("INSERT INTO withdrawals (order_id, stated_at) VALUES ('ord_1', 1795435200000)");
    let lines = "7K3M-92PD  orders held  since 2026-11-20 12:00:00 UTC  A***@example.com\n\
                 7K3M-92PD  payments quarantined  since 2026-11-20 12:00:00 UTC  A***@example.com\n\
                 7K3M-92PD  withdrawals requested  since 2026-11-23 12:00:00 UTC  A***@example.com\n";
    assert_eq!(house.onefare(&["attention"]), (0, lines.to_owned(), String::new()));
    let (code, told, _) = house.onefare(&["attention", "--json", "--show-email"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let last = json!({
        "order": "7K3M-92PD",
        "what": "withdrawals",
        "state": "requested",
        "since": "2026-11-23T12:00:00Z",
        "email": "Amal.K@example.com",
    });
    assert_eq!((code, &told["attention"][2], &told["more"]), (0, &last, &0.into()));
    house.change("UPDATE orders SET state = 'refunded'");
    house.change("UPDATE payments SET state = 'refunded'");
    house.change("DELETE FROM withdrawals");
    assert_eq!(house.onefare(&["attention"]), nothing);
}

#[test]
fn a_long_list_ends_with_how_many_more_there_are() {
    let house = House::new();
    house.change(
        "INSERT INTO letters (subject, kind, number, order_id, asked_at, refused_at) \
         WITH RECURSIVE copies(number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM copies WHERE number < 204) \
         SELECT 'ord_1', 'receipt', number, 'ord_1', 1, number * 1000 FROM copies",
    );
    let (code, told, _) = house.onefare(&["attention"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((code, lines.len(), lines[200]), (0, 201, "and 3 more"), "{told}");
    assert!(lines[0].contains("since 1970-01-01 00:00:02 UTC"), "the oldest first: {told}");
    let (_, told, _) = house.onefare(&["attention", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((told["attention"].as_array().unwrap().len(), &told["more"]), (200, &3.into()));
}
