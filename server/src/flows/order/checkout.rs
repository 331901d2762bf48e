//! From a chosen plan to the provider's payment page.
//!
//! The order and its payment are stored before the provider is called, and our payment id is the provider's idempotency
//! key: whatever dies in between, a retry finds the same order and the same page.

use onefare_core::checkout::{Checkout, DealCheckout, EsimCheckout, PaymentMethod};
use onefare_core::payment::{Outcome, Provider, Reading, Wait};
use onefare_core::problem::Problem;
use onefare_core::wire::deal::DealCheckoutRequest;
use onefare_core::wire::esim::EsimPaymentRequest;
use onefare_core::wire::subscription::CheckoutLinkRequest;

use crate::app::App;
use crate::flows::limits;
use crate::flows::order::place::{Earlier, PlaceError, place, renew};
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::flows::order::repeat_refusal;
use crate::flows::order::request::{OwnUses, Request, Wish};
use crate::flows::payment::attempt::Attempt;
use crate::flows::payment::open_page::{HandedOver, hand_over};
use crate::flows::payment::page_request::result_address;
use crate::flows::payment::settlement::settle_lately;
use crate::limits::Action;
use crate::problem::Refusal;

/// Longest a checkout may take, several calls to the provider included: below the router's limit, so that the answer
/// has its body and its cookie.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(25);

/// Starts, or finds, the payment of a chosen plan or of its trial and returns where to pay. Stops after [`PATIENCE`]:
/// what is stored by then is kept, and a retry continues from it.
///
/// # Errors
/// The refusals of `get_checkout_link`.
pub async fn start(app: &App, request: CheckoutLinkRequest, buyer: &Buyer) -> Result<String, Refusal> {
    let code = request.code.clone();
    let request = Request::new(code.as_deref(), Checkout::read(request).map(Wish::Plan));
    in_time(find_or_start(app, request, buyer)).await
}

/// [`start`] for a deal, at the provider of the call.
///
/// # Errors
/// The refusals of `create-checkout-session` and `create-payment`.
pub async fn start_deal(
    app: &App,
    request: DealCheckoutRequest,
    provider: Provider,
    buyer: &Buyer,
) -> Result<String, Refusal> {
    let code = request.code.clone();
    let request = Request::new(code.as_deref(), DealCheckout::read(request, provider).map(Wish::Deal));
    in_time(find_or_start(app, request, buyer)).await.map_err(|refusal| match refusal.problem {
        // The deal page has a sentence of its own for it.
        Problem::ProviderUnavailable => Problem::PaymentFailed.into(),
        _ => refusal,
    })
}

/// [`start`] for a plan of the eSIM shop.
///
/// # Errors
/// The refusals of the two `create-payment` calls of that shop.
pub async fn start_refill(
    app: &App,
    request: EsimPaymentRequest,
    method: PaymentMethod,
    buyer: &Buyer,
) -> Result<String, Refusal> {
    let code = request.discount_code.clone();
    let request = Request::new(code.as_deref(), EsimCheckout::read(request, method).map(Wish::Refill));
    in_time(find_or_start(app, request, buyer)).await.map_err(|refusal| match refusal.problem {
        Problem::ProviderUnavailable => Problem::CreatePaymentFailed.into(),
        _ => refusal,
    })
}

async fn in_time(checkout: impl Future<Output = Result<String, Refusal>>) -> Result<String, Refusal> {
    tokio::time::timeout(PATIENCE, checkout).await.unwrap_or_else(|_| {
        tracing::warn!("a checkout took too long");
        Err(Problem::ProviderUnavailable.into())
    })
}

async fn find_or_start(app: &App, request: Request, buyer: &Buyer) -> Result<String, Refusal> {
    let (wish, mut purchase) = priced(app, request, buyer).await?;
    let placed = match place(app, &purchase, buyer, Earlier::Report).await {
        Err(PlaceError::Overtakes(earlier)) => match on_its_way(app, &earlier).await {
            Some(page) => return Ok(page),
            None => place(app, &purchase, buyer, Earlier::Supersede).await,
        },
        placed => placed,
    };
    let mut attempt = match placed {
        Err(PlaceError::CodeUsedUp) => place_without(app, &wish, buyer, &mut purchase).await?,
        Err(PlaceError::BoughtJustNow(paid)) => {
            let language = purchase.checkout.language.unwrap_or(buyer.language);
            return Err(repeat_refusal::refusal(
                &paid.order,
                told_at(app, &paid, Reading::Paid),
                app.clock.now(),
                language,
            ));
        }
        placed => placed?,
    };
    // A payment page that expired or was ended meanwhile gets one successor on the same order.
    for _ in 0..2 {
        match hand_over(app, &attempt).await? {
            HandedOver::NewPage(url) | HandedOver::KnownPage(url) => return Ok(url),
            HandedOver::AlreadyPaid => return Ok(told_at(app, &attempt, Reading::Paid)),
            HandedOver::OnItsWay => return Ok(told_at(app, &attempt, Reading::Pending(Wait::OnItsWay))),
            HandedOver::Over => {
                attempt = match renew(app, &attempt.order, &purchase).await {
                    Err(PlaceError::CodeUsedUp) => place_without(app, &wish, buyer, &mut purchase).await?,
                    renewed => renewed?,
                }
            }
        }
    }
    Err(Problem::ProviderUnavailable.into())
}

/// The purchase, at the price that was shown. Unknown codes are counted, so that guessing finds none; so are attempts
/// with a limited code, because each reserves a use for a while.
async fn priced(app: &App, request: Request, buyer: &Buyer) -> Result<(Wish, Purchase), Refusal> {
    let Some(code) = request.campaign.discount() else {
        let wish = request.wish?;
        let purchase = wish.purchase(app, buyer, OwnUses::Free).await?;
        return Ok((wish, purchase));
    };
    limits::check(app, Action::WrongCode, &buyer.client)?;
    let prices = app.prices.load_full();
    let known = prices.codes.get(code);
    if known.is_none() {
        limits::count(app, Action::WrongCode, &buyer.client).await;
    }
    let wish = request.wish?;
    let purchase = wish.purchase(app, buyer, OwnUses::Free).await?;
    if purchase.quote.code.is_some() && known.is_some_and(|(code, _)| code.usage_limit.is_some()) {
        limits::take(app, Action::LimitedCode, &buyer.client).await?;
    }
    Ok((wish, purchase))
}

/// The result page of an attempt.
fn told_at(app: &App, attempt: &Attempt, reading: Reading) -> String {
    result_address(app, &attempt.order, &attempt.payment, reading)
}

/// The result page of the buyer's other open payment for the same product, if that one is paid by now or its bank has
/// not answered yet. A provider that does not answer stops no checkout: if both are paid in the end, one is refunded.
async fn on_its_way(app: &App, earlier: &Attempt) -> Option<String> {
    match settle_lately(app, &earlier.payment.id).await {
        Ok(Outcome::OnItsWay) => Some(told_at(app, earlier, Reading::Pending(Wait::OnItsWay))),
        Ok(Outcome::Paid) => Some(told_at(app, earlier, Reading::Paid)),
        Ok(Outcome::Pending | Outcome::Failed | Outcome::Refunded | Outcome::Held) => None,
        Err(error) => {
            tracing::warn!(%error, payment = %earlier.payment.id, "an overtaken payment could not be checked");
            None
        }
    }
}

/// Another buyer has the last use of the code: the buyer confirms the price without it, or gets it at once when the
/// caller named no price.
async fn place_without(app: &App, wish: &Wish, buyer: &Buyer, purchase: &mut Purchase) -> Result<Attempt, Refusal> {
    *purchase = wish.purchase(app, buyer, OwnUses::Taken).await?;
    Ok(place(app, purchase, buyer, Earlier::Supersede).await?)
}
