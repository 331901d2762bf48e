//! Takes an event that a page reports.

use onefare_core::currency::Currency;
use onefare_core::price_book::PriceBook;
use onefare_core::problem::Problem;
use onefare_core::quote::{Offer, Quote};
use onefare_core::wire::event::EventRequest;
use validator::Validate as _;

use crate::app::App;
use crate::jobs::JobKind;
use crate::pages::registry;
use crate::problem::Refusal;
use crate::store::events::{self, PageEvent};
use crate::store::{StoreError, jobs};

/// Stores an event and enqueues its forwarding. `false`: the visitor did not agree, the shop forwards no events, or the
/// event is stored already.
///
/// # Errors
/// `bad_request` for a page or a product that the shop does not have, and for an id of another form; the database.
pub async fn collect(app: &App, request: &EventRequest, visitor: Option<&str>) -> Result<bool, Refusal> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if request.validate().is_err() || !request.event_id.bytes().all(is_plain) {
        return Err(Problem::BadRequest.into());
    }
    let page = registry::find(app.site.address(&request.page).path).ok_or(Problem::BadRequest)?;
    let price = price(app, request)?;
    let Some(visitor) = visitor.filter(|_| app.config.events.is_some()) else { return Ok(false) };
    let event = PageEvent {
        name: request.name,
        event_id: &request.event_id,
        visitor,
        page: page.name,
        product_id: request.product_id.as_deref(),
        price,
    };
    let kept = store(app, event).await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    Ok(kept)
}

async fn store(app: &App, event: PageEvent<'_>) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let stored = events::insert(&mut tx, event, now).await?;
    if let Some(id) = &stored {
        jobs::enqueue(&mut tx, JobKind::ForwardEvent, id, now, now).await?;
    }
    tx.commit().await?;
    Ok(stored.is_some())
}

/// What the product costs without a code, from our own price book: a page's figure could be forged.
fn price(app: &App, request: &EventRequest) -> Result<Option<(Currency, i64)>, Refusal> {
    let Some(product_id) = &request.product_id else { return Ok(None) };
    let prices = app.prices.load_full();
    let offer = offer_of(&prices.book, product_id).ok_or(Problem::BadRequest)?;
    let currency = match request.currency.as_deref() {
        Some(code) => Currency::parse_offered(code).ok_or(Problem::BadRequest)?,
        None => return Ok(None),
    };
    // A deal is sold in euros only: in another currency the event names no price.
    let quote = Quote::compute(prices.number, offer, currency, None).ok();
    Ok(quote.map(|quote| (currency, quote.due_now)))
}

fn offer_of<'book>(book: &'book PriceBook, product_id: &str) -> Option<Offer<'book>> {
    let plan = book.plans.iter().find(|plan| plan.product_id == product_id).map(Offer::Plan);
    plan.or_else(|| book.deals.iter().find(|deal| deal.product_id() == product_id).map(Offer::Deal))
}
