//! Registers our webhook URL at the eSIM supplier.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::watch;
use url::Url;

use crate::app::SharedApp;
use crate::config::Config;
use crate::esims::esim_access::client::is_this_machine;
use crate::flows::delivery::supplier_webhook::address;

/// Pauses between attempts, in seconds; the last one repeats.
const PAUSES: [u64; 4] = [1, 5, 30, 600];

/// Registers our webhook URL at the supplier, and retries until it succeeds or the shop stops. Deliveries do not depend
/// on it: they poll the supplier by themselves, only later.
pub async fn register(app: SharedApp, shop: SocketAddr, mut stopped: watch::Receiver<bool>) {
    if !app.config.sold.esims {
        return;
    }
    let Some(webhook) = base(&app.config, shop).and_then(|base| address(&base, &app.config)) else {
        tracing::warn!("the supplier of eSIMs cannot reach this address, so deliveries wait to be asked about");
        return;
    };
    for pause in PAUSES.into_iter().chain(std::iter::repeat(PAUSES[PAUSES.len() - 1])) {
        match app.esims.save_webhook(&webhook).await {
            Ok(()) => return,
            Err(error) => tracing::warn!(%error, "the supplier of eSIMs was not told where we are"),
        }
        if tokio::time::timeout(Duration::from_secs(pause), stopped.changed()).await.is_ok() {
            return;
        }
    }
}

/// The base of our URL: the public one; for a supplier on this machine, which is the sandbox, the nearest one. `None`
/// when no outside host could reach it.
fn base(config: &Config, shop: SocketAddr) -> Option<Url> {
    let near = is_this_machine(&config.esim_access.api_base);
    if near && !is_this_machine(&config.public_url) {
        return Url::parse(&format!("http://{shop}")).ok();
    }
    (near || config.is_https()).then(|| config.public_url.clone())
}
