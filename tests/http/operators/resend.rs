//! Letters that an operator resends.

use std::collections::BTreeSet;

use onefare_server::flows::letters::resend::ResendError;
use onefare_server::flows::letters::resend::ask;
use onefare_server::flows::letters::resend::progress;
use onefare_server::flows::support::find::Addresses;
use onefare_server::store::Store;
use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::Value;

use super::{bought, found, noted, run};

const AMAL: &str = "amal@example.com";

fn message_ids(letters: &[Value]) -> BTreeSet<String> {
    let id = |letter: &Value| {
        let headers = letter["headers"].as_array().unwrap();
        let header = headers.iter().find(|pair| pair[0] == "Message-ID").unwrap();
        header[1].as_str().unwrap().to_owned()
    };
    letters.iter().map(id).collect()
}

#[tokio::test]
async fn the_letters_of_a_delivered_order_are_sent_once_more_each_time_they_are_asked_for() {
    let shop = Shop::start().await;
    let store = &shop.running.app.store;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    shop.letters_to(AMAL, 1).await;
    noted(&shop, &number, 1).await;
    for copies in 1..=2 {
        let asked = ask(store, &number.to_lowercase(), shop.clock.now()).await.unwrap();
        assert_eq!((asked.copies.as_slice(), asked.first_letter_due), (&["receipt"][..], false));
        shop.running.app.wake.notify_one();
        noted(&shop, &number, 1 + copies).await;
        assert!(progress(store, &asked).await.unwrap().waiting.is_empty());
        let letters = shop.letters_to(AMAL, 1 + copies).await;
        assert_eq!(letters.len(), 1 + copies);
        assert_eq!(message_ids(&letters).len(), 1 + copies, "mailboxes drop a second letter with the same id");
        assert!(letters.iter().all(|letter| letter["text"] == letters[0]["text"]), "the same letter");
    }
    assert_eq!(shop.rows("letters WHERE number = 1").await, 1, "that it went out is noted once");
    shop.running.stop().await;
}

#[tokio::test]
async fn asking_twice_while_a_copy_waits_is_asking_once() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    // No server is running when the operator resends.
    let store = Store::open(&shop.data.database_url()).await.unwrap();
    let (data, clock) = (shop.data, shop.clock.clone());
    shop.running.stop().await;
    let first = ask(&store, &number, clock.now()).await.unwrap();
    assert_eq!(ask(&store, &number, clock.now()).await.unwrap(), first);
    let left = progress(&store, &first).await.unwrap();
    assert_eq!((left.waiting.as_slice(), left.last_error), (&["receipt".to_owned()][..], None));
    store.close().await;
    let shop = Shop::start_in(data, clock).await;
    shop.letters_to(AMAL, 2).await;
    noted(&shop, &number, 2).await;
    assert_eq!(shop.letters_to(AMAL, 2).await.len(), 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_first_letter_that_has_not_gone_out_is_due_at_once_instead() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    // As if the mail server had been down since.
    run(&shop, "DELETE FROM letters").await;
    let asked = ask(&shop.running.app.store, &number, shop.clock.now()).await.unwrap();
    assert!(asked.first_letter_due && asked.copies.is_empty());
    shop.running.app.wake.notify_one();
    noted(&shop, &number, 1).await;
    assert!(progress(&shop.running.app.store, &asked).await.unwrap().waiting.is_empty());
    assert_eq!((shop.letters_noted().await, shop.rows("letters WHERE number > 1").await), (1, 0));
    shop.running.stop().await;
}

#[tokio::test]
async fn only_a_delivered_order_has_letters_to_send() {
    let shop = Shop::start().await;
    let store = &shop.running.app.store;
    let started = shop.checkout(&mut Browser::default(), twelve_months(AMAL, "AED", 15000)).await;
    let number = found(&shop, &Shop::session_of(&started), Addresses::Masked).await[0].number.clone();
    let refused = ask(store, &number, shop.clock.now()).await.unwrap_err();
    let told = format!("order {number} is open: only the letters of a delivered order are sent again");
    assert_eq!(refused.to_string(), told);
    let unknown = ask(store, "7k3m92pd", shop.clock.now()).await.unwrap_err();
    assert!(matches!(unknown, ResendError::Unknown(number) if number == "7K3M-92PD"));
    assert_eq!(shop.rows("letters WHERE number > 1").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_copy_is_taken_back_when_the_money_went_back_first() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    let store = Store::open(&shop.data.database_url()).await.unwrap();
    run(&shop, "UPDATE payments SET state = 'refunded'").await;
    let (data, clock) = (shop.data, shop.clock.clone());
    shop.running.stop().await;
    ask(&store, &number, clock.now()).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    sqlx::query("UPDATE orders SET state = 'refunded'").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    let shop = Shop::start_in(data, clock).await;
    noted(&shop, &number, 1).await;
    assert_eq!(shop.rows("letters WHERE number > 1").await, 0);
    assert_eq!(shop.letters_to(AMAL, 1).await.len(), 1);
    shop.running.stop().await;
}
