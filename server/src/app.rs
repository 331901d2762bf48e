//! Everything a request or a job can reach, put together once.

use std::sync::Arc;

use arc_swap::ArcSwap;
use onefare_core::payment::Outcome;
use tokio::sync::Notify;

use crate::brand::BrandBook;
use crate::budget::MinuteBudget;
use crate::catalogue::import::Settings as EsimPrices;
use crate::clock::Clock;
use crate::config::Config;
use crate::entitlement_receiver::EntitlementReceiver;
use crate::esims::Standing;
use crate::esims::esim_access::EsimAccessClient;
use crate::event_receiver::EventReceiver;
use crate::limits::{Limits, Rooms};
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pages::cache::{BundlesKey, Cache, Variant};
use crate::pages::encoded::Encoded;
use crate::pages::site::Site;
use crate::payments::mollie::MollieClient;
use crate::payments::stripe::StripeClient;
use crate::payments::stripe::webhook::SignatureVerifier;
use crate::quotes::prices::{Prices, QuotingError};
use crate::seal::Sealer;
use crate::shared_answers::SharedAnswers;
use crate::store::{Readiness, Store};

/// The application, shared by every request and job.
pub type SharedApp = Arc<App>;

/// The parts of the running shop.
#[derive(Debug)]
pub struct App {
    /// The settings.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// Card payments.
    pub stripe: StripeClient,
    /// Verifies the signatures of Stripe's webhook events.
    pub stripe_signatures: SignatureVerifier,
    /// iDEAL payments.
    pub mollie: MollieClient,
    /// eSIMs.
    pub esims: EsimAccessClient,
    /// The rules that turn the supplier's costs into prices.
    pub esim_prices: Arc<EsimPrices>,
    /// Keeps activation codes secret at rest.
    pub activation_codes: Sealer,
    /// Letters.
    pub mailer: Mailer,
    /// Where events go; `None` when the settings name no receiver.
    pub event_receiver: Option<EventReceiver>,
    /// Where entitlements go; `None` when the settings name no receiver.
    pub entitlement_receiver: Option<EntitlementReceiver>,
    /// The shop's brand.
    pub brand: BrandBook,
    /// Pages.
    pub site: Arc<Site>,
    /// Prices as pages see them: at most a second old.
    pub prices: ArcSwap<Prices>,
    /// Serialises refreshes of the prices: an older reading must not replace a newer one.
    pub refreshing: tokio::sync::Mutex<()>,
    /// Answers of `get_initial_data`, ready to be sent; or why there is none.
    pub initial_data: Cache<Variant, Result<Encoded, String>>,
    /// Answers of the two calls that read bundles, ready to be sent; or why there is none.
    pub bundles: Cache<BundlesKey, Result<Encoded, String>>,
    /// Whether this server can sell.
    pub readiness: Readiness,
    /// What is counted for operators.
    pub metrics: Metrics,
    /// Reports of differing prices that may still be logged in this minute.
    pub mismatches: MinuteBudget,
    /// What the payment providers said last about each payment; `None` when the call failed.
    pub payment_answers: SharedAnswers<Option<Outcome>>,
    /// Each eSIM's state as its supplier reported it last; `None` when the call failed.
    pub esim_standings: SharedAnswers<Option<Standing>>,
    /// How often a client may do what.
    pub limits: Arc<Limits>,
    /// Memory for request bodies that are still arriving.
    pub rooms: Rooms,
    /// Reports of the content security policy that may still be logged in this minute.
    pub csp_reports: MinuteBudget,
    /// Wakes the job worker after a transaction has enqueued a job.
    pub wake: Arc<Notify>,
}

impl App {
    /// Reads the prices again, so that pages follow a change that another process made.
    ///
    /// # Errors
    /// The database; no price book.
    pub async fn refresh_prices(&self) -> Result<(), QuotingError> {
        let _one = self.refreshing.lock().await;
        let old = self.prices.load_full();
        let prices = old.renewed(&mut *self.store.read().await?).await?;
        if *old != prices {
            self.prices.store(Arc::new(prices));
        }
        Ok(())
    }
}
