//! What a buyer of data may see and get: the payment's outcome, and the eSIM itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use onefare_core::bundle::days_text;
use onefare_core::delivery::{ActivationCode, Installation, Known, Platform};
use onefare_core::esim_product_id::StructuredData;
use onefare_core::money::Money;
use onefare_core::order::{DeliveryState, OrderState};
use onefare_core::payment::Provider;
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::quote::Product;
use onefare_core::wire::esim::{EsimInstallation, EsimStatusResponse, GenerateEsimRequest, GenerateEsimResponse};
use onefare_core::wire::subscription::{PaymentStatus, Status};

use crate::app::App;
use crate::flows::delivery::esim::activation_code;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::delivery::sold_plan::SoldData;
use crate::flows::order::email_window::correctable_until;
use crate::flows::order::payment_hash_access::{Caller, opens};
use crate::flows::order::status::{self, DELIVERY_LOOK, DELIVERY_WAIT, find_by_hash, find_out, sent_back, shown_email};
use crate::ids::PaymentHash;
use crate::mail::qr_code::{QrError, qr_code};
use crate::problem::Refusal;
use crate::store::orders::{self, Order};
use crate::store::{Connection, esims};

/// The outcome of an eSIM plan's payment that a payment hash names, at the provider of the call.
///
/// A known outcome is `ok`, a failed or refunded payment too: when the status is not ok the failed page shows an error,
/// and otherwise that the payment failed; the success page reads `payment_status` and `is_paid` besides (specification
/// 2, sections 4 and 8). An open payment is `pending` and not ok, because those pages would call it failed while it can
/// still be paid. A payment is reported at once: [`generated`] is the call that waits for the eSIM.
///
/// # Errors
/// [`Problem::NotFound`] for a hash that is not ours, not that provider's or of another product; our own failures.
pub async fn status(
    app: &App,
    hash: Option<&PaymentHash>,
    provider: Provider,
    buyer_cookie: Option<&str>,
) -> Result<EsimStatusResponse, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let (payment, order) = find_by_hash(&mut conn, hash).await?;
    if payment.provider != provider || order.quote.product() != Product::Refill {
        return Err(Problem::NotFound.into());
    }
    let (mut conn, known) = find_out(app, conn, (payment, order)).await?;
    let held = matches!(known, status::Known::Held(_));
    let (order, status, payment_status) = match known {
        status::Known::Delivered(order, _) | status::Known::Paid(order) => (order, Status::Ok, PaymentStatus::Paid),
        status::Known::Pending(order) | status::Known::Held(order) => (order, Status::Pending, PaymentStatus::Pending),
        status::Known::Failed(order) => (order, Status::Ok, PaymentStatus::Failed),
        status::Known::Refunded(order) => (order, Status::Ok, PaymentStatus::Refunded),
    };
    let caller = (buyer_cookie, app.clock.now());
    let answer = describe(&mut conn, &order, (status, payment_status), caller).await.map_err(Refusal::internal)?;
    Ok(EsimStatusResponse { held, ..answer })
}

async fn describe(
    conn: &mut Connection,
    order: &Order,
    (status, payment_status): (Status, PaymentStatus),
    (buyer_cookie, now): (Option<&str>, DateTime<Utc>),
) -> Result<EsimStatusResponse, DeliveryError> {
    let sold = SoldData::of_order(conn, order).await?;
    let email_correctable_until = correctable_until(conn, order, buyer_cookie, now).await?;
    let is_paid = payment_status == PaymentStatus::Paid;
    let amount = match payment_status {
        PaymentStatus::Paid => Some(order.quote.due_now()?),
        PaymentStatus::Refunded => sent_back(conn, order).await?,
        PaymentStatus::Pending | PaymentStatus::Failed => None,
    };
    let language = order.language;
    Ok(EsimStatusResponse {
        status,
        payment_status,
        is_paid,
        held: false,
        order_id: order.id.clone(),
        order_number: Some(order.number.to_string()),
        bundle_id: sold.id.bundle_id(),
        data: sold.refill.amount_mb,
        validity: sold.refill.amount_days,
        country: sold.place(language).to_owned(),
        amount_paid: amount.map_or(0, Money::minor),
        currency: order.quote.currency.code().to_owned(),
        email: shown_email(order, buyer_cookie),
        email_correctable_until,
        data_text: Some(sold.in_letters(language).data_text(language)?),
        validity_text: Some(days_text(sold.refill.amount_days, language)),
        amount_text: amount.map(|amount| price_text(amount, language)),
    })
}

/// The eSIM of an order, for its buyer: the browser that ordered, a session of the account that shows the order, or
/// until 30 days after the payment anyone with the hash of one of its payments, or of a duplicate payment that was
/// refunded for it. The delivery of a paid order runs already; this call waits a moment for it and makes nothing.
///
/// # Errors
/// [`Problem::NotFound`] alike for a missing order, one of another product, and one that is not this caller's.
pub async fn generated(
    app: &App,
    request: &GenerateEsimRequest,
    caller: Caller<'_>,
) -> Result<GenerateEsimResponse, Refusal> {
    let order = load(app, &request.structure_data).await?;
    let hash = request.hash.as_deref().and_then(PaymentHash::parse);
    if !opens(app, &order, caller, hash).await? || StructuredData::parse(&order.quote.product_id).is_none() {
        return Err(Problem::NotFound.into());
    }
    let deadline = tokio::time::Instant::now() + DELIVERY_WAIT;
    loop {
        let order = load(app, &order.id).await?;
        match order.state.delivery() {
            DeliveryState::Active => return code_of(app, &order).await.map_err(Refusal::internal),
            // A stalled order needs an operator: waiting would not end.
            DeliveryState::Frozen | DeliveryState::Ended => return Ok(without_code(Status::Error)),
            DeliveryState::Due if order.state == OrderState::Stalled => return Ok(without_code(Status::Error)),
            // Nothing is being made yet: the page polls.
            DeliveryState::None if order.state.awaits_payment() => return Ok(without_code(Status::Pending)),
            DeliveryState::None => return Ok(without_code(Status::Error)),
            DeliveryState::Due => {}
        }
        if tokio::time::Instant::now() >= deadline {
            return Ok(without_code(Status::Pending));
        }
        tokio::time::sleep(DELIVERY_LOOK).await;
    }
}

async fn load(app: &App, order_id: &str) -> Result<Order, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let order = orders::by_id(&mut conn, order_id).await.map_err(Refusal::internal)?;
    order.ok_or_else(|| Problem::NotFound.into())
}

async fn code_of(app: &App, order: &Order) -> Result<GenerateEsimResponse, DeliveryError> {
    let esim = esims::of_order(&mut *app.store.read().await?, &order.id).await?;
    let code = match &esim {
        Some(esim) => activation_code(app, esim)?,
        None => None,
    };
    let code = code.ok_or_else(|| DeliveryError::NotReady(order.id.clone(), "delivered without an activation code"))?;
    let installation = installation(&code).inspect_err(|error| {
        tracing::error!(order = order.id, %error, "the ways to install an eSIM cannot be shown");
    });
    Ok(GenerateEsimResponse {
        status: Status::Ok,
        generated_esim: code.full_text(),
        installation: installation.ok().flatten(),
    })
}

/// The ways to install an eSIM. Its picture is drawn here, because no picture service may see what it holds.
fn installation(code: &ActivationCode) -> Result<Option<EsimInstallation>, QrError> {
    let text = code.full_text();
    let ways = Installation::of(&Known { generated: Some(&text), ..Known::default() });
    let picture = STANDARD.encode(qr_code(&text)?);
    let (Some(link_ios), Some(link_android)) = (ways.link(Platform::Apple), ways.link(Platform::Android)) else {
        return Ok(None);
    };
    Ok(Some(EsimInstallation {
        qr: format!("data:image/png;base64,{picture}"),
        smdp_address: code.smdp_address().to_owned(),
        matching_id: ways.matching_id().map(str::to_owned),
        whole_code: code.typed_text(),
        confirmation_required: code.confirmation_required(),
        link_ios,
        link_android,
    }))
}

const fn without_code(status: Status) -> GenerateEsimResponse {
    GenerateEsimResponse { status, generated_esim: String::new(), installation: None }
}
