//! Refunds and withdrawals.

pub mod before_delivery;
pub mod external;
pub mod full;
pub mod late_money;
pub mod result_page;
pub mod withdrawal;

use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::refund::{Wanted, look, send};
use onefare_tests::Shop;

/// Support refunds all that is left of an order's payment.
pub(crate) async fn send_back(shop: &Shop, number: &str, payment: Option<&str>) {
    let app = &shop.running.app;
    let clients = Clients { stripe: app.stripe.clone(), mollie: app.mollie.clone() };
    let offer = look(&app.store, &clients, &Wanted { number, payment, amount: None }, shop.clock.now()).await.unwrap();
    send(&app.store, &offer, shop.clock.now()).await.unwrap();
    app.wake.notify_one();
}
