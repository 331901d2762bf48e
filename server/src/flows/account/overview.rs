//! A customer's paid orders, with what renews, when, and for how much. Amounts and days come from the stored quotes, by
//! the rules that charge.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::delivery::{Installation, Known, Platform};
use onefare_core::esim_product_id::StructuredData;
use onefare_core::language::Language;
use onefare_core::order::{DeliveryState, OrderNumber, OrderState};
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::quote::{Product, Quote};
use onefare_core::subscription::{Standing, UnpaidInvoice};
use onefare_core::wire::account::{
    AccountCharge, AccountEsim, AccountOrder, AccountOrderState, AccountPlan, AccountUnpaid, AccountView, RenewalState,
};

use crate::app::App;
use crate::flows::delivery::esim::activation_code;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::delivery::sold_plan::SoldData;
use crate::flows::later_terms::{self, LaterTerms};
use crate::flows::order::status::sent_back;
use crate::flows::support::change_plan::{self, ChangeError};
use crate::flows::support::renewal::{self, CancelError};
use crate::flows::support::resume::{self, ResumeError};
use crate::mail::letters::plan_name::{plan_length, plan_name, plan_rhythm};
use crate::mail::qr_code::qr_code;
use crate::pages::registry::local_address;
use crate::problem::Refusal;
use crate::store::cancellations::Cancellation;
use crate::store::deliveries::Delivery;
use crate::store::later_charges::LaterCharge;
use crate::store::orders::{self, Order};
use crate::store::sessions::Session;
use crate::store::subscriptions::Subscription;
use crate::store::{
    Connection, cancellations, customers, deliveries, esims, later_charges, payments, subscriptions, unpaid_invoices,
};

/// Everything the panel shows of an account, in a language.
///
/// # Errors
/// The database; an order that cannot be put into words.
pub async fn overview(app: &App, session: &Session, language: Language) -> Result<AccountView, DeliveryError> {
    let account = &session.email_canonical;
    let (address, paid) = {
        let mut conn = app.store.read().await?;
        (customers::address(&mut conn, account).await?, customers::paid_orders(&mut conn, account).await?)
    };
    let mut orders = Vec::with_capacity(paid.len());
    for order in &paid {
        orders.push(seen(app, order, language).await?);
    }
    Ok(AccountView {
        email: address.map_or_else(|| account.clone(), |email| email.as_str().to_owned()),
        language: paid.first().map_or(language, |newest| newest.language),
        orders,
    })
}

/// An order of this account, and of no other, as it is now. A caller that changes it checks again once it holds the
/// order's lock: the address may have been corrected in between.
///
/// # Errors
/// [`Problem::NotFound`] alike for a missing order and for an order of another account.
pub async fn own_order(app: &App, session: &Session, number: &str) -> Result<Order, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let number = OrderNumber::written(number).ok_or(Problem::NotFound)?;
    let order = orders::by_number(&mut conn, &number).await.map_err(Refusal::internal)?;
    order.filter(|order| order.is_of_account(&session.email_canonical)).ok_or_else(|| Problem::NotFound.into())
}

/// What decides how the later terms of an order are shown.
struct LaterFacts {
    delivery: Option<Delivery>,
    cancellation: Option<Cancellation>,
    subscription: Option<Subscription>,
    unpaid: Option<UnpaidInvoice>,
}

async fn seen(app: &App, order: &Order, language: Language) -> Result<AccountOrder, DeliveryError> {
    let now = app.clock.now();
    let is_subscription = order.quote.product() != Product::Refill;
    let state = state(order);
    let paid_at = order.paid_at.unwrap_or(order.created_at);
    let (mut view, later) = {
        let mut conn = app.store.read().await?;
        let charges = charges_text(&later_charges::of_order(&mut conn, &order.id).await?, language);
        let terms = if is_subscription { later_terms::at(&mut conn, order, now).await? } else { None };
        let months = terms.map_or(order.quote.months, |terms| terms.present.months);
        let product = product_name(app, &mut conn, order, months, language).await?;
        let esim = esims::of_order(&mut conn, &order.id).await?;
        let billed = payments::billed_customer(&mut conn, &order.id, &order.email.canonical()).await?;
        let refunded = sent_back(&mut conn, order).await?.filter(|sum| sum.minor() > 0);
        let later = LaterFacts {
            delivery: deliveries::of_order(&mut conn, &order.id).await?,
            cancellation: cancellations::of_order(&mut conn, &order.id).await?,
            subscription: subscriptions::of_order(&mut conn, &order.id).await?,
            unpaid: unpaid_invoices::open_of_order(&mut conn, &order.id).await?.map(|stored| stored.unpaid),
        };
        let view = AccountOrder {
            number: order.number.to_string(),
            product,
            is_subscription,
            state,
            paid_on: date_text(paid_at, language),
            paid: price_text(order.quote.due_now()?, language),
            refunded: refunded.map(|sum| price_text(sum, language)),
            renewal: RenewalState::None,
            unpaid: None,
            is_trial: order.quote.trial_days > 0 && order.quote.first_term_end(paid_at).is_some_and(|end| now < end),
            next_charge: None,
            next_charge_on: None,
            resumed_charge: None,
            resumed_amount: None,
            resumed_currency: None,
            resumed_charge_on: None,
            renews_as: None,
            plans: vec![],
            charges,
            ends_on: None,
            has_letters: order.state == OrderState::Delivered,
            buy_again: None,
            has_billing: billed.is_some(),
            has_esim: esim.is_some_and(|esim| esim.sealed_code.is_some()) && state == AccountOrderState::Active,
        };
        (view, later)
    };
    if is_subscription && (state == AccountOrderState::Active || is_on_hold(state)) {
        renewal_of(app, order, &mut view, &later, language).await?;
        as_stripe_says(app, &mut view, later, language);
    }
    let may_be_bought = matches!(view.renewal, RenewalState::Cancelled | RenewalState::Once | RenewalState::None);
    if may_be_bought && view.resumed_charge.is_none() && !is_on_hold(state) {
        view.buy_again = sold_on(order, language);
    }
    Ok(view)
}

/// What an order bought: a plan of so many months, or data for a place.
pub(super) async fn product_name(
    app: &App,
    conn: &mut Connection,
    order: &Order,
    months: u32,
    language: Language,
) -> Result<String, DeliveryError> {
    if order.quote.product() != Product::Refill {
        return Ok(plan_name(&app.brand.everywhere().name, months, language)?);
    }
    let sold = SoldData::of_order(conn, order).await?;
    let comma = if language == Language::Ar { "،" } else { "," };
    Ok(format!("{}{comma} {}", sold.place(language), sold.in_letters(language).data_text(language)?))
}

/// The page that sells what an order bought; for a deal, the page that sold it.
fn sold_on(order: &Order, language: Language) -> Option<String> {
    let quote = &order.quote;
    match quote.product() {
        Product::Plan | Product::Trial => Some(format!("{}?package={}", local_address("/buy", language), quote.months)),
        Product::Deal => order.return_to.clone(),
        Product::Refill => {
            let bundle = StructuredData::parse(&quote.product_id)?.bundle_id();
            Some(local_address(&format!("/esim/bundle/{bundle}"), language))
        }
    }
}

/// Says whether a subscription renews, when and for how much, or when it ends.
async fn renewal_of(
    app: &App,
    order: &Order,
    view: &mut AccountOrder,
    later: &LaterFacts,
    language: Language,
) -> Result<(), DeliveryError> {
    let now = app.clock.now();
    let end = |instant: Option<DateTime<Utc>>| instant.map(|end| date_text(end, language));
    match renewal::look(&app.store, order.number.as_str(), now).await {
        Ok(offer) => {
            view.renewal = RenewalState::Renews;
            view.next_charge = Some(price_text(offer.next.amount, language));
            view.next_charge_on = Some(date_text(offer.next.at, language));
            plans_of(app, order, view, language).await?;
        }
        Err(CancelError::AlreadyAsked(..)) => {
            view.renewal = RenewalState::Cancelling;
        }
        Err(CancelError::Resuming(..)) => view.renewal = RenewalState::Resuming,
        Err(CancelError::Already(..)) => {
            let ends_at = later.cancellation.as_ref().and_then(|cancellation| cancellation.ends_at);
            view.renewal = RenewalState::Cancelled;
            match resume::look(&app.store, order.number.as_str(), now).await {
                Ok(offer) => {
                    view.resumed_charge = Some(price_text(offer.next.amount, language));
                    view.resumed_amount = Some(offer.next.amount.minor());
                    view.resumed_currency = Some(offer.next.amount.currency().code().to_owned());
                    view.resumed_charge_on = Some(date_text(offer.next.at, language));
                }
                Err(ResumeError::Store(error)) => return Err(error.into()),
                // It stays cancelled.
                Err(_) => {}
            }
            view.ends_on = end(ends_at);
            ended(view, ends_at, now);
        }
        Err(CancelError::NothingRenews(..)) => {
            let ends_at = later.delivery.as_ref().map(|delivery| delivery.ends_at);
            view.renewal = RenewalState::Once;
            view.ends_on = end(ends_at);
            ended(view, ends_at, now);
        }
        Err(CancelError::Store(error)) => return Err(error.into()),
        // Nothing can be said or done about its renewal now.
        Err(_) => {}
    }
    Ok(())
}

/// Stripe may describe the subscription differently: an operator ended it there, or a charge failed.
fn as_stripe_says(app: &App, view: &mut AccountOrder, later: LaterFacts, language: Language) {
    let Some(subscription) = later.subscription else { return };
    let now = app.clock.now();
    let is_over = view.renewal == RenewalState::Cancelled && subscription.standing == Standing::Ended;
    if view.renewal != RenewalState::Renews && !is_over {
        return;
    }
    if is_on_hold(view.state) && subscription.standing != Standing::Ended {
        // A dispute may have stopped the renewal, which goes on when it is won: its buyer has cancelled nothing, and may.
        view.plans.clear();
        return;
    }
    if let Some(end) = subscription.ends_at {
        (view.renewal, view.ends_on) = (RenewalState::Cancelled, Some(date_text(end, language)));
        (view.next_charge, view.next_charge_on, view.renews_as) = (None, None, None);
        (view.resumed_charge, view.resumed_charge_on) = (None, None);
        (view.resumed_amount, view.resumed_currency) = (None, None);
        view.plans.clear();
        ended(view, Some(end), now);
    } else if subscription.standing == Standing::PastDue {
        view.renewal = RenewalState::PastDue;
        view.unpaid = later.unpaid.map(|unpaid| unpaid_view(app, unpaid, language));
        view.plans.clear();
    }
}

fn unpaid_view(app: &App, unpaid: UnpaidInvoice, language: Language) -> AccountUnpaid {
    let until = unpaid.access_until(app.config.grace);
    AccountUnpaid {
        amount: price_text(unpaid.amount, language),
        until: Some(date_text(until, language)).filter(|_| app.clock.now() < until),
        confirm_url: unpaid.page_url.filter(|_| unpaid.needs_confirmation),
    }
}

fn charges_text(charges: &[LaterCharge], language: Language) -> Vec<AccountCharge> {
    let told = |charge: &LaterCharge| AccountCharge {
        on: date_text(charge.paid_at, language),
        amount: price_text(charge.amount, language),
        refunded: (charge.returned.minor() > 0).then(|| price_text(charge.returned, language)),
    };
    charges.iter().rev().map(told).collect()
}

/// The plans that a renewing subscription can change to, and whether a change is in flight.
async fn plans_of(app: &App, order: &Order, view: &mut AccountOrder, language: Language) -> Result<(), DeliveryError> {
    let now = app.clock.now();
    let mut conn = app.store.read().await?;
    let Some(terms) = later_terms::at(&mut conn, order, now).await? else { return Ok(()) };
    if terms.is_changing {
        view.renewal = RenewalState::Changing;
    }
    if terms.following.months != terms.present.months {
        view.renews_as = Some(plan_name(&app.brand.everywhere().name, terms.following.months, language)?);
    }
    match change_plan::look(&mut conn, &app.prices.load(), order, now).await {
        Ok(choices) => {
            let shown = choices.plans.iter().map(|plan| account_plan(plan, &choices.terms, language));
            view.plans = shown.collect::<Result<_, _>>()?;
        }
        Err(ChangeError::Store(error)) => return Err(error.into()),
        // Its plan stays as it is.
        Err(error) => tracing::debug!(order = %order.number, %error, "no plan to change to"),
    }
    Ok(())
}

fn account_plan(plan: &Quote, terms: &LaterTerms, language: Language) -> Result<AccountPlan, DeliveryError> {
    let charge = plan.renewal()?.map_or_else(|| plan.due_now(), Ok)?;
    Ok(AccountPlan {
        product_id: plan.product_id.clone(),
        months: plan.months,
        length: plan_length(plan.months, language)?,
        amount: charge.minor(),
        currency: charge.currency().code().to_owned(),
        charge: price_text(charge, language),
        every: plan_rhythm(plan.months, language)?,
        is_present: *plan == terms.present,
        is_next: *plan == terms.following,
    })
}

fn ended(view: &mut AccountOrder, ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) {
    if ends_at.is_some_and(|end| end <= now) {
        view.state = AccountOrderState::Ended;
    }
}

const fn is_on_hold(state: AccountOrderState) -> bool {
    matches!(state, AccountOrderState::Held | AccountOrderState::Disputed)
}

const fn state(order: &Order) -> AccountOrderState {
    if matches!(order.state, OrderState::Refunded) {
        return AccountOrderState::Refunded;
    }
    if order.state.is_disputed() {
        return AccountOrderState::Disputed;
    }
    match order.state.delivery() {
        DeliveryState::Active => AccountOrderState::Active,
        DeliveryState::Due => AccountOrderState::Preparing,
        DeliveryState::Frozen | DeliveryState::None => AccountOrderState::Held,
        DeliveryState::Ended => AccountOrderState::Ended,
    }
}

/// The eSIM of an order that is delivered.
///
/// # Errors
/// [`Problem::NotFound`] without one.
pub async fn esim(app: &App, order: &Order) -> Result<AccountEsim, Refusal> {
    if state(order) != AccountOrderState::Active {
        return Err(Problem::NotFound.into());
    }
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let esim = esims::of_order(&mut conn, &order.id).await.map_err(Refusal::internal)?.ok_or(Problem::NotFound)?;
    drop(conn);
    let code = activation_code(app, &esim).map_err(Refusal::internal)?.ok_or(Problem::NotFound)?.full_text();
    let installation = Installation::of(&Known { generated: Some(&code), ..Known::default() });
    let link = |platform| installation.link(platform).ok_or_else(|| Refusal::internal("a code without a link"));
    let qr_png = data_encoding(&qr_code(&code).map_err(Refusal::internal)?);
    Ok(AccountEsim { qr_png, apple_link: link(Platform::Apple)?, android_link: link(Platform::Android)?, code })
}

fn data_encoding(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
