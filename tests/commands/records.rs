//! `onefare leads`, `audit` and `catalogue`: the content of the tables, and what the supplier sells.

use onefare_server::catalogue;
use onefare_server::config::{Demo, Environment, SANDBOX_ESIM_ACCESS_CODE, SANDBOX_ESIM_SECRET, SandboxAlone};
use onefare_server::serve::sandbox;
use url::Url;

use crate::house::House;

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
    // Other rules, named by the settings; those of the command line take precedence.
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
    // The sandbox that replaces the supplier when there is no account, while no process runs it.
    let (code, draft, why) = house.onefare_with(&[("ONEFARE_SANDBOX_LISTEN", "127.0.0.1:9")], &["catalogue", "import"]);
    assert_eq!((code, draft.as_str()), (2, ""));
    assert!(why.starts_with("onefare: http://127.0.0.1:9/ gave no list: unavailable: "), "{why}");
    assert!(why.ends_with(" (the sandbox answers while `onefare serve` or `onefare sandbox` runs)\n"), "{why}");
}
