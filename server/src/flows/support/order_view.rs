//! Everything a support person needs to know about one order, and no secret that opens anything: no payment hash, no
//! cookie digest, no payment page, no activation code.

mod dispute;
mod refunds;
mod subscription;

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::order::{DeliveryState, OrderNumber, OrderState};
use onefare_core::price_text::price_text;
use onefare_core::quote_text::explain;
use serde::Serialize;

use crate::flows::delivery::sold_plan::included_esim;
use crate::flows::support::find::{Addresses, OrderLine, TellError, order_line};
use crate::flows::support::withdrawals::WithdrawalSheet;
use crate::store::cancellations::{self, Cancellation};
use crate::store::deliveries::{self, Delivery};
use crate::store::esims::{self, Esim, GivenBack};
use crate::store::letters::{self, LetterKind, StoredLetter};
use crate::store::order_search::{self, JobSeen};
use crate::store::orders;
use crate::store::plan_changes::{self, PlanChange};
use crate::store::{
    Connection, StoreError, charge_refunds, disputes, email_changes, late_charges, later_charges, payments,
    subscriptions, unpaid_invoices, withdrawals,
};

pub use dispute::DisputeSheet;
pub use refunds::{ChargeRefundSheet, RefundSheet};
pub use subscription::{LateChargeSheet, LaterChargeSheet, SubscriptionSheet, UnpaidInvoiceSheet};

/// One order with everything around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderSheet {
    /// The order in one line.
    #[serde(flatten)]
    pub order: OrderLine,
    /// The id providers know it by.
    pub id: String,
    /// Language of its pages and letters.
    pub language: &'static str,
    /// Page of ours that sold it, without its query, which may hold people's addresses.
    pub return_to: Option<String>,
    /// Affiliate reference.
    pub im_ref: Option<String>,
    /// Number of the price book.
    pub price_book: i64,
    /// The code that was applied.
    pub code: Option<String>,
    /// How the price came about, in sentences.
    pub derivation: Vec<String>,
    /// Version of the text about the charge after the trial that was acknowledged, and when.
    pub trial_terms: Option<String>,
    /// When that was.
    pub trial_accepted_at: Option<DateTime<Utc>>,
    /// Refunds, done or in flight, by payment.
    pub refunds: Vec<RefundSheet>,
    /// The cancellation of its renewal.
    pub cancellation: Option<CancellationSheet>,
    /// Its subscription, as Stripe has last described it.
    pub subscription: Option<SubscriptionSheet>,
    /// What its later terms were charged, oldest first.
    pub later_charges: Vec<LaterChargeSheet>,
    /// Refunds of those charges, oldest first.
    pub charge_refunds: Vec<ChargeRefundSheet>,
    /// Disputes about its charges, oldest first.
    pub disputes: Vec<DisputeSheet>,
    /// What its subscription could not charge at once, oldest first.
    pub unpaid_invoices: Vec<UnpaidInvoiceSheet>,
    /// What was charged although its renewal was cancelled, oldest first.
    pub late_charges: Vec<LateChargeSheet>,
    /// Changes of its plan that were not refused, oldest first.
    pub plan_changes: Vec<PlanChangeSheet>,
    /// The buyer's withdrawal from it.
    pub withdrawal: Option<WithdrawalSheet>,
    /// When the buyer deleted the account that showed it.
    pub account_deleted_at: Option<DateTime<Utc>>,
    /// When its address was corrected.
    pub email_changed_at: Vec<DateTime<Utc>>,
    /// What the buyer got.
    pub delivery: Option<DeliverySheet>,
    /// Megabytes of the eSIM that comes with a deal: an operator sends it when the buyer names the country. Nothing
    /// records yet that it was sent.
    pub owed_esim_mb: Option<u32>,
    /// How far the eSIM is, of an order of data.
    pub esim: Option<EsimSheet>,
    /// Letters that went out, copies that wait, and what the mail server refused, oldest first.
    pub letters: Vec<LetterSheet>,
    /// Jobs that are still to run.
    pub jobs: Vec<JobSheet>,
}

/// A cancelled renewal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CancellationSheet {
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the provider confirmed it: no charge follows.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When access ends, as the provider says.
    pub ends_at: Option<DateTime<Utc>>,
    /// When its resumption was requested; `None` once the provider has confirmed that.
    pub resume_requested_at: Option<DateTime<Utc>>,
}

/// A change of plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanChangeSheet {
    /// The plan's id.
    pub product_id: String,
    /// The price of every charge, as text.
    pub price: String,
    /// Months between two charges.
    pub every_months: u32,
    /// The first charge.
    pub takes_effect_at: DateTime<Utc>,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the provider confirmed it.
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// A delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeliverySheet {
    /// What it is.
    pub kind: String,
    /// `active`, `frozen` while the buyer's bank disputes the payment, or `ended` once the money was returned.
    pub stands: &'static str,
    /// From when it may be used.
    pub starts_at: DateTime<Utc>,
    /// The first instant it may not be used any more.
    pub ends_at: DateTime<Utc>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// An eSIM, without its activation code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EsimSheet {
    /// How far it is.
    pub state: &'static str,
    /// Why it was set aside.
    pub failure: Option<String>,
    /// The supplier's package.
    pub package: String,
    /// Our reference at the supplier.
    pub transaction_id: String,
    /// The supplier's number of the order.
    pub order_no: Option<String>,
    /// When the supplier was last asked to make it.
    pub asked_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub ready_at: Option<DateTime<Utc>>,
    /// Until when it can be installed.
    pub expires_at: Option<DateTime<Utc>>,
    /// How its return ended after the refund: `cancelled`, `kept` or `nothing`.
    pub given_back: Option<&'static str>,
    /// When that was.
    pub given_back_at: Option<DateTime<Utc>>,
    /// Since when it has no data service, because the order is in dispute.
    pub suspended_at: Option<DateTime<Utc>>,
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LetterSheet {
    /// What it is.
    pub kind: String,
    /// The refund that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<String>,
    /// 1, or the number of the copy.
    pub copy: i64,
    /// When it went out; absent while it waits.
    pub sent_at: Option<DateTime<Utc>>,
    /// Our id of it, as its `Message-ID` begins.
    pub message_id: Option<String>,
    /// Why the mail server refused it for good: it is not retried.
    pub refused: Option<String>,
    /// When it was refused.
    pub refused_at: Option<DateTime<Utc>>,
    /// When an operator had seen to it in another way.
    pub seen_to_at: Option<DateTime<Utc>>,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JobSheet {
    /// What it does.
    pub kind: String,
    /// What it is about: the order, or one of its payments, refunds or address corrections.
    pub subject: String,
    /// `running`, `due` or `waiting`.
    pub stands: &'static str,
    /// When it is due.
    pub due_at: DateTime<Utc>,
    /// How often it was begun since it last succeeded.
    pub attempts: u32,
    /// Why it failed the last time.
    pub last_error: Option<String>,
}

/// Everything about the order with a number, in any case; `None` when there is none. Consistent when `conn` is a
/// snapshot.
///
/// # Errors
/// The database; a row that cannot be read.
pub async fn sheet(
    conn: &mut Connection,
    number: &str,
    addresses: Addresses,
    now: DateTime<Utc>,
) -> Result<Option<OrderSheet>, TellError> {
    let Some(number) = OrderNumber::parse(number) else { return Ok(None) };
    let Some(order) = orders::by_number(conn, &number).await? else { return Ok(None) };
    let payments = payments::of_order(conn, &order.id).await?;
    let delivery = deliveries::of_order(conn, &order.id).await?;
    let esim = esims::of_order(conn, &order.id).await?;
    let cancellation = cancellations::of_order(conn, &order.id).await?;
    let late_charges = late_charges::of_order(conn, &order.id).await?;
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let later_charges = later_charges::of_order(conn, &order.id).await?;
    let disputes = disputes::of_order(conn, &order.id).await?;
    let unpaid_invoices = unpaid_invoices::of_order(conn, &order.id).await?;
    let plan_changes = plan_changes::of_order(conn, &order.id).await?;
    let withdrawal = withdrawals::of_order(conn, &order.id).await?;
    let email_changes = email_changes::of_order(conn, &order.id).await?;
    let state = order.state;
    let owes = matches!(state.delivery(), DeliveryState::Due | DeliveryState::Active | DeliveryState::Frozen);
    let owed_esim_mb = if owes { included_esim(conn, &order.quote).await? } else { None };
    let refunds = refunds::refunds(conn, &payments).await?;
    let letters = letters::of_order(conn, &order.id).await?;
    let of_payments = payments.iter().map(|payment| payment.id.as_str());
    let subjects = [order.id.as_str()].into_iter().chain(of_payments).chain(refunds.iter().map(|refund| &*refund.id));
    let subjects = subjects.chain(email_changes.iter().map(|change| change.id.as_str()));
    let subjects = subjects.chain(late_charges.iter().map(|charge| charge.id.as_str()));
    let charge_refunds = charge_refunds::of_order(conn, &order.id).await?;
    let subjects = subjects.chain(disputes.iter().map(|dispute| dispute.reference.as_str()));
    let subjects = subjects.chain(charge_refunds.iter().map(|refund| refund.id.as_str()));
    let jobs = jobs(conn, subjects, now).await?;
    let line = order_line(&order, &payments, addresses)?;
    let begins = order.paid_at.unwrap_or(order.created_at);
    let derivation = explain(&order.quote, begins, Language::En);
    Ok(Some(OrderSheet {
        derivation: derivation.map_err(|error| TellError::Money(order.number.to_string(), error))?,
        order: line,
        id: order.id,
        language: order.language.code(),
        account_deleted_at: order.account_deleted_at,
        return_to: order.return_to.map(|page| page.split('?').next().unwrap_or_default().to_owned()),
        im_ref: order.im_ref,
        price_book: order.quote.book,
        code: order.quote.code,
        trial_accepted_at: order.trial.as_ref().map(|trial| trial.accepted_at),
        trial_terms: order.trial.map(|trial| trial.terms),
        refunds,
        cancellation: cancellation.map(CancellationSheet::from),
        subscription: subscription.map(SubscriptionSheet::from),
        later_charges: later_charges.into_iter().map(LaterChargeSheet::from).collect(),
        charge_refunds: charge_refunds.into_iter().map(ChargeRefundSheet::from).collect(),
        disputes: disputes.into_iter().map(DisputeSheet::from).collect(),
        unpaid_invoices: unpaid_invoices.into_iter().map(UnpaidInvoiceSheet::from).collect(),
        late_charges: late_charges.into_iter().map(LateChargeSheet::from).collect(),
        plan_changes: plan_changes.into_iter().map(PlanChangeSheet::from).collect(),
        withdrawal: withdrawal.map(WithdrawalSheet::from),
        email_changed_at: email_changes.into_iter().map(|change| change.changed_at).collect(),
        delivery: delivery.map(|delivery| delivery_sheet(delivery, state)),
        owed_esim_mb,
        esim: esim.map(EsimSheet::from),
        letters: letters.into_iter().map(LetterSheet::from).collect(),
        jobs,
    }))
}

async fn jobs(
    conn: &mut Connection,
    subjects: impl Iterator<Item = &str>,
    now: DateTime<Utc>,
) -> Result<Vec<JobSheet>, StoreError> {
    let mut seen = Vec::new();
    for subject in subjects {
        seen.extend(order_search::jobs_about(conn, subject).await?);
    }
    Ok(seen.into_iter().map(|job| job_sheet(job, now)).collect())
}

fn job_sheet(job: JobSeen, now: DateTime<Utc>) -> JobSheet {
    let stands = if job.leased_until > now {
        "running"
    } else if job.due_at <= now {
        "due"
    } else {
        "waiting"
    };
    JobSheet {
        kind: job.kind,
        subject: job.subject,
        stands,
        due_at: job.due_at,
        attempts: job.attempts,
        last_error: job.last_error,
    }
}

impl From<Cancellation> for CancellationSheet {
    fn from(cancellation: Cancellation) -> Self {
        let Cancellation {
            order_id: _, payment_id: _, requested_at, confirmed_at, ends_at, resume_requested_at, ..
        } = cancellation;
        Self { requested_at, confirmed_at, ends_at, resume_requested_at }
    }
}

impl From<PlanChange> for PlanChangeSheet {
    fn from(change: PlanChange) -> Self {
        let PlanChange { quote, takes_effect_at, requested_at, confirmed_at, .. } = change;
        let price = quote.renewal().ok().flatten().map(|price| price_text(price, Language::En));
        Self {
            price: price.unwrap_or_default(),
            every_months: quote.months,
            product_id: quote.product_id,
            takes_effect_at,
            requested_at,
            confirmed_at,
        }
    }
}

fn delivery_sheet(delivery: Delivery, order: OrderState) -> DeliverySheet {
    let Delivery { order_id: _, kind, starts_at, ends_at, created_at } = delivery;
    let stands = match order.delivery() {
        DeliveryState::Ended => "ended",
        DeliveryState::Frozen => "frozen",
        DeliveryState::None | DeliveryState::Due | DeliveryState::Active => "active",
    };
    DeliverySheet { kind, stands, starts_at, ends_at, created_at }
}

impl From<Esim> for EsimSheet {
    fn from(esim: Esim) -> Self {
        Self {
            state: esim.state.code(),
            failure: esim.failure,
            package: esim.wanted.package,
            transaction_id: esim.transaction_id,
            order_no: esim.order_no,
            asked_at: esim.asked_at,
            ready_at: esim.ready_at,
            expires_at: esim.expires_at,
            given_back: esim.given_back.map(GivenBack::code),
            given_back_at: esim.given_back_at,
            suspended_at: esim.suspended_at,
        }
    }
}

impl From<StoredLetter> for LetterSheet {
    fn from(letter: StoredLetter) -> Self {
        let refund = letter.is(LetterKind::Refund).then_some(letter.subject);
        let (refused, refused_at) = letter.refusal.map(|refusal| (refusal.reason, refusal.at)).unzip();
        Self {
            kind: letter.kind,
            refund,
            copy: letter.number,
            sent_at: letter.sent_at,
            message_id: letter.message_id,
            refused,
            refused_at,
            seen_to_at: letter.done_at,
        }
    }
}
