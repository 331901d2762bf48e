//! A shop's folder with one delivered order, and the program run in it.

use std::process::{Command, Output};

use chrono::{DateTime, TimeZone as _, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::order::{OrderNumber, OrderState};
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::quote::{Offer, Quote};
use onefare_server::catalogue;
use onefare_server::config::Demo;
use onefare_server::ids::PaymentHash;
use onefare_server::store::letters::{LetterKind, NewLetter};
use onefare_server::store::orders::NewOrder;
use onefare_server::store::payments::{HostedPage, NewPayment};
use onefare_server::store::{Store, deliveries, letters, orders, payments, price_books};
use tempfile::TempDir;

/// A shop's folder with one delivered order, and no running server.
pub(crate) struct House {
    pub(crate) folder: TempDir,
}

pub(crate) fn made() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}

impl House {
    pub(crate) fn new() -> Self {
        let house = Self { folder: TempDir::new().unwrap() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(house.fill());
        house
    }

    pub(crate) fn database(&self) -> String {
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
            number: &OrderNumber::parse("7K3M-92PD").unwrap(),
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
            hash: &PaymentHash::parse("0123456789abcdefghjkmnpqrs").unwrap(),
            customer_of: None,
            created_at: made(),
        };
        payments::insert(&mut tx, &payment).await.unwrap();
        let page = HostedPage { reference: "cs_test_1", url: Some("https://pay.example/1"), ends_at: None };
        payments::set_page(&mut tx, "pay_1", page).await.unwrap();
        payments::move_state(&mut tx, "pay_1", PaymentState::Open, PaymentState::Paid, None, made()).await.unwrap();
        orders::move_state(&mut tx, "ord_1", OrderState::Open, OrderState::Paid, made()).await.unwrap();
        let ends = quote.first_term_end(made()).unwrap();
        deliveries::insert_once(&mut tx, "ord_1", "subscription", made(), ends, made()).await.unwrap();
        orders::move_state(&mut tx, "ord_1", OrderState::Paid, OrderState::Delivered, made()).await.unwrap();
        letters::insert_once(&mut tx, NewLetter::of_order(LetterKind::Receipt, "ord_1"), made()).await.unwrap();
        let receipt = letters::waiting(&mut tx, "ord_1").await.unwrap().remove(0);
        letters::note_sent(&mut tx, &receipt, "receipt-7K3M-92PD", made()).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
    }

    pub(crate) fn damage(&self, sql: &str) {
        self.change(sql);
    }

    /// Runs a statement and returns the number of changed rows.
    pub(crate) fn change(&self, sql: &str) -> u64 {
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

    /// Runs the program and returns its exit code and output.
    pub(crate) fn onefare(&self, words: &[&str]) -> (i32, String, String) {
        self.onefare_with(&[], words)
    }

    /// The same with extra settings.
    pub(crate) fn onefare_with(&self, settings: &[(&str, &str)], words: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onefare"));
        command.env_clear().env("ONEFARE_DATA_DIR", self.folder.path()).envs(settings.iter().copied()).args(words);
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }
}
