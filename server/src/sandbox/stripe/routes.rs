//! Every operation in one table: method, path, name, parameters.

use axum::http::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::errors::Refusal;
use super::params::Field;
use super::tables as t;
use super::{
    Cause, coupons, customers, disputes, events, fraud_warnings, invoices, payments, portal, products, refunds,
    sessions, subscriptions,
};
use crate::sandbox::settings::{SandboxError, SandboxSettings};
use crate::sandbox::store::Work;

/// An operation of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    CreateSession,
    ListSessions,
    RetrieveSession,
    ExpireSession,
    ListLineItems,
    CreateCoupon,
    RetrieveCoupon,
    DeleteCoupon,
    CreateProduct,
    RetrieveProduct,
    RetrieveSubscription,
    RetrieveSubscriptionItem,
    UpdateSubscription,
    CancelSubscription,
    CreateCustomer,
    ListCustomers,
    RetrieveCustomer,
    CreatePortalSession,
    ListInvoices,
    RetrieveInvoice,
    PayInvoice,
    VoidInvoice,
    ListInvoicePayments,
    ListEvents,
    RetrieveEvent,
    CreateRefund,
    ListRefunds,
    RetrieveRefund,
    RetrievePaymentIntent,
    RetrieveCharge,
    RetrieveDispute,
    RetrieveFraudWarning,
}

/// A row of the table.
#[derive(Debug)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    /// Its name in the official libraries; tests aim faults at it.
    pub name: &'static str,
    pub operation: Operation,
    pub fields: &'static [Field],
}

const fn row(
    method: Method,
    path: &'static str,
    name: &'static str,
    operation: Operation,
    fields: &'static [Field],
) -> Route {
    Route { method, path, name, operation, fields }
}

use Operation as O;

#[rustfmt::skip]
pub const ROUTES: &[Route] = &[
    row(Method::POST,   "checkout/sessions",                 "checkout.sessions.create",        O::CreateSession,         t::CREATE_SESSION),
    row(Method::GET,    "checkout/sessions",                 "checkout.sessions.list",          O::ListSessions,          t::LIST_SESSIONS),
    row(Method::GET,    "checkout/sessions/{id}",            "checkout.sessions.retrieve",      O::RetrieveSession,       t::EXPAND_ONLY),
    row(Method::POST,   "checkout/sessions/{id}/expire",     "checkout.sessions.expire",        O::ExpireSession,         t::EXPAND_ONLY),
    row(Method::GET,    "checkout/sessions/{id}/line_items", "checkout.sessions.listLineItems", O::ListLineItems,         t::LIST_LINE_ITEMS),
    row(Method::POST,   "coupons",                           "coupons.create",                  O::CreateCoupon,          t::CREATE_COUPON),
    row(Method::GET,    "coupons/{id}",                      "coupons.retrieve",                O::RetrieveCoupon,        t::EXPAND_ONLY),
    row(Method::DELETE, "coupons/{id}",                      "coupons.del",                     O::DeleteCoupon,          &[]),
    row(Method::POST,   "products",                          "products.create",                 O::CreateProduct,         t::CREATE_PRODUCT),
    row(Method::GET,    "products/{id}",                     "products.retrieve",               O::RetrieveProduct,       t::EXPAND_ONLY),
    row(Method::GET,    "subscriptions/{id}",                "subscriptions.retrieve",          O::RetrieveSubscription,  t::EXPAND_ONLY),
    row(Method::GET,    "subscription_items/{id}",           "subscriptionItems.retrieve",      O::RetrieveSubscriptionItem, t::EXPAND_ONLY),
    row(Method::POST,   "subscriptions/{id}",                "subscriptions.update",            O::UpdateSubscription,    t::UPDATE_SUBSCRIPTION),
    row(Method::DELETE, "subscriptions/{id}",                "subscriptions.cancel",            O::CancelSubscription,    t::CANCEL_SUBSCRIPTION),
    row(Method::POST,   "customers",                         "customers.create",                O::CreateCustomer,        t::CREATE_CUSTOMER),
    row(Method::GET,    "customers",                         "customers.list",                  O::ListCustomers,         t::LIST_CUSTOMERS),
    row(Method::GET,    "customers/{id}",                    "customers.retrieve",              O::RetrieveCustomer,      t::EXPAND_ONLY),
    row(Method::POST,   "billing_portal/sessions",           "billingPortal.sessions.create",   O::CreatePortalSession,   t::CREATE_PORTAL_SESSION),
    row(Method::GET,    "invoices",                          "invoices.list",                   O::ListInvoices,          t::LIST_INVOICES),
    row(Method::GET,    "invoices/{id}",                     "invoices.retrieve",               O::RetrieveInvoice,       t::EXPAND_ONLY),
    row(Method::GET,    "invoice_payments",                  "invoicePayments.list",            O::ListInvoicePayments,   t::LIST_INVOICE_PAYMENTS),
    row(Method::POST,   "invoices/{id}/pay",                 "invoices.pay",                    O::PayInvoice,            t::EXPAND_ONLY),
    row(Method::POST,   "invoices/{id}/void",                "invoices.voidInvoice",            O::VoidInvoice,           t::EXPAND_ONLY),
    row(Method::GET,    "events",                            "events.list",                     O::ListEvents,            t::LIST_EVENTS),
    row(Method::GET,    "events/{id}",                       "events.retrieve",                 O::RetrieveEvent,         t::EXPAND_ONLY),
    row(Method::POST,   "refunds",                           "refunds.create",                  O::CreateRefund,          t::CREATE_REFUND),
    row(Method::GET,    "refunds",                           "refunds.list",                    O::ListRefunds,           t::LIST_REFUNDS),
    row(Method::GET,    "refunds/{id}",                      "refunds.retrieve",                O::RetrieveRefund,        t::EXPAND_ONLY),
    row(Method::GET,    "payment_intents/{id}",              "paymentIntents.retrieve",         O::RetrievePaymentIntent, t::EXPAND_ONLY),
    row(Method::GET,    "charges/{id}",                      "charges.retrieve",                O::RetrieveCharge,        t::EXPAND_ONLY),
    row(Method::GET,    "disputes/{id}",                     "disputes.retrieve",               O::RetrieveDispute,       t::EXPAND_ONLY),
    row(Method::GET,    "radar/early_fraud_warnings/{id}",   "radar.earlyFraudWarnings.retrieve", O::RetrieveFraudWarning, t::EXPAND_ONLY),
];

/// Finds the operation of an address, and the id in it.
pub fn find<'a>(method: &Method, path: &'a str) -> Option<(&'static Route, Option<&'a str>)> {
    ROUTES.iter().filter(|route| route.method == *method).find_map(|route| {
        let (mut wanted, mut given) = (route.path.split('/'), path.split('/'));
        let mut id = None;
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return Some((route, id)),
                (Some("{id}"), Some(part)) if !part.is_empty() => id = Some(part),
                (Some(word), Some(part)) if word == part => {}
                _ => return None,
            }
        }
    })
}

/// Executes an operation. The table has checked `params`.
pub async fn perform(
    operation: Operation,
    work: &mut Work,
    settings: &SandboxSettings,
    cause: &Cause,
    id: &str,
    params: Value,
) -> Result<Value, Refusal> {
    match operation {
        O::CreateSession => sessions::create(work, settings, typed(params)?).await,
        O::ListSessions => sessions::list(work, typed(params)?).await,
        O::RetrieveSession => sessions::retrieve(work, id).await,
        O::ExpireSession => sessions::expire(work, cause, id).await,
        O::ListLineItems => sessions::line_items(work, id, &typed(params)?).await,
        O::CreateCoupon => coupons::create(work, typed(params)?).await,
        O::RetrieveCoupon => coupons::retrieve(work, id).await,
        O::DeleteCoupon => coupons::delete(work, id).await,
        O::CreateProduct => products::create(work, typed(params)?).await,
        O::RetrieveProduct => stored(work, products::KIND, id).await,
        O::RetrieveSubscription => subscriptions::retrieve(work, id).await,
        O::RetrieveSubscriptionItem => subscriptions::retrieve_item(work, id).await,
        O::UpdateSubscription => subscriptions::update(work, cause, id, typed(params)?).await,
        O::CancelSubscription => subscriptions::cancel(work, cause, id).await,
        O::CreateCustomer => customers::create(work, typed(params)?).await,
        O::ListCustomers => customers::list(work, typed(params)?).await,
        O::RetrieveCustomer => stored(work, customers::KIND, id).await,
        O::CreatePortalSession => portal::create(work, settings, typed(params)?).await,
        O::ListInvoices => invoices::list(work, typed(params)?).await,
        O::RetrieveInvoice => stored(work, invoices::KIND, id).await,
        O::PayInvoice => subscriptions::pay_invoice(work, cause, id).await,
        O::VoidInvoice => subscriptions::void_invoice(work, cause, id).await,
        O::ListInvoicePayments => invoices::list_payments(work, typed(params)?).await,
        O::ListEvents => events::list(work, typed(params)?).await,
        O::RetrieveEvent => stored(work, events::KIND, id).await,
        O::CreateRefund => refunds::create(work, cause, typed(params)?).await,
        O::ListRefunds => refunds::list(work, typed(params)?).await,
        O::RetrieveRefund => stored(work, refunds::KIND, id).await,
        O::RetrievePaymentIntent => stored(work, payments::INTENT, id).await,
        O::RetrieveCharge => stored(work, payments::CHARGE, id).await,
        O::RetrieveFraudWarning => fraud_warnings::retrieve(work, id).await,
        O::RetrieveDispute => stored(work, disputes::KIND, id).await,
    }
}

async fn stored(work: &mut Work, kind: &'static str, id: &str) -> Result<Value, Refusal> {
    work.find(kind, id).await?.ok_or_else(|| Refusal::no_such(kind, id, "id"))
}

/// The table has checked the parameters, so a failure here is a fault of the sandbox.
fn typed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|source| SandboxError::Unreadable { kind: "request", source }.into())
}
