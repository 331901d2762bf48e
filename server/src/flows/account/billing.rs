//! Card and invoices of a subscription: Stripe keeps them, and shows them to their customer on a page of its own, for
//! one visit.

use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::account::BillingPage;

use crate::app::App;
use crate::pages::registry::local_address;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::portal::CreatePortalSession;
use crate::problem::Refusal;
use crate::store::orders::Order;
use crate::store::payments;

/// The alarm while the provider refuses to open billing pages.
const ALARM: &str = "billing_portal";

/// The alarm about a hosted page on a host that is not allowed.
const FOREIGN: &str = "foreign_page";

/// Opens the page for one visit, with a link back to the panel. The caller has verified whose order it is.
///
/// # Errors
/// [`Problem::PortalUnavailable`] for an order without a customer of its own at the provider;
/// [`Problem::ProviderUnavailable`] when the provider does not answer, or its account offers no such page yet.
pub async fn open(app: &App, order: &Order, language: Language) -> Result<BillingPage, Refusal> {
    let customer = {
        let mut conn = app.store.read().await.map_err(Refusal::internal)?;
        payments::billed_customer(&mut conn, &order.id, &order.email.canonical()).await.map_err(Refusal::internal)?
    };
    let customer = customer.ok_or(Problem::PortalUnavailable)?;
    let back = format!("{}{}", app.config.public_origin(), local_address("/panel", language));
    let configuration = app.config.stripe.portal_configuration.as_deref();
    let request = CreatePortalSession::new(&customer, &back, language).offering(configuration);
    let visit = app.stripe.open_portal(&request).await.map_err(|error| refused(order, error))?;
    match app.stripe.portal_page(&visit) {
        Ok(url) => Ok(BillingPage { url: url.to_owned() }),
        Err(foreign) => {
            tracing::error!(alarm = FOREIGN, order = %order.number, %foreign, "nobody is sent there");
            Err(Refusal { alarm: Some(FOREIGN), ..Problem::ProviderUnavailable.into() })
        }
    }
}

fn refused(order: &Order, error: StripeError) -> Refusal {
    let number = order.number.as_str();
    if error.is_unknown_customer() {
        tracing::warn!(order = %number, %error, "the provider no longer has the customer");
        return Problem::PortalUnavailable.into();
    }
    if error.may_be_repeated() {
        tracing::warn!(order = %number, %error, "the billing page could not be opened");
        return Problem::ProviderUnavailable.into();
    }
    // The key lacks the right, or the portal is not configured: every customer gets this answer.
    tracing::error!(alarm = ALARM, order = %number, %error, "the provider refuses to open billing pages");
    Refusal { alarm: Some(ALARM), ..Problem::ProviderUnavailable.into() }
}
