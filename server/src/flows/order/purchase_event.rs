//! Adds the result page's parameters to the purchase event of its order.

use onefare_core::attribution::FbParams;

use crate::app::App;
use crate::flows::order::status::{PaymentName, order_of};
use crate::problem::Refusal;
use crate::store::events;

/// Adds what the result page sends along, such as `purchase_event_id`. What the checkout sent stays.
///
/// # Errors
/// An id that names no payment; the database.
pub async fn name(app: &App, named: &PaymentName, visitor: &str, sent: FbParams) -> Result<(), Refusal> {
    let Some(sent) = sent.kept() else { return Ok(()) };
    let order = order_of(app, named).await?;
    let noted = async {
        let mut tx = app.store.begin().await?;
        if let Some(known) = events::waiting_params(&mut tx, &order.id, visitor).await? {
            let all = FbParams {
                fbp: known.fbp.or(sent.fbp),
                fbc: known.fbc.or(sent.fbc),
                add_to_cart_id: known.add_to_cart_id.or(sent.add_to_cart_id),
                purchase_event_id: known.purchase_event_id.or(sent.purchase_event_id),
            };
            events::set_params(&mut tx, &order.id, &all).await?;
        }
        tx.commit().await
    };
    noted.await.map_err(Refusal::internal)
}
