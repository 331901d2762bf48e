//! Every operation in one table: method, path, name.

use axum::http::Method;

/// An operation of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    CreatePayment,
    GetPayment,
    CancelPayment,
    CreateRefund,
    ListRefunds,
    GetRefund,
    ListChargebacks,
}

/// A row of the table.
#[derive(Debug)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    /// Its name in the official library, after the provider's name; tests aim faults at it.
    pub name: &'static str,
    pub operation: Operation,
}

const fn row(method: Method, path: &'static str, name: &'static str, operation: Operation) -> Route {
    Route { method, path, name, operation }
}

use Operation as O;

#[rustfmt::skip]
pub const ROUTES: &[Route] = &[
    row(Method::POST,   "payments",                   "mollie.payments.create",       O::CreatePayment),
    row(Method::GET,    "payments/{id}",              "mollie.payments.get",          O::GetPayment),
    row(Method::DELETE, "payments/{id}",              "mollie.payments.cancel",       O::CancelPayment),
    row(Method::POST,   "payments/{id}/refunds",      "mollie.paymentRefunds.create", O::CreateRefund),
    row(Method::GET,    "payments/{id}/refunds",      "mollie.paymentRefunds.page",   O::ListRefunds),
    row(Method::GET,    "payments/{id}/refunds/{id}", "mollie.paymentRefunds.get",    O::GetRefund),
    row(Method::GET,    "payments/{id}/chargebacks",  "mollie.paymentChargebacks.page", O::ListChargebacks),
];

/// Finds the operation of an address, and the ids in it.
pub fn find<'a>(method: &Method, path: &'a str) -> Option<(&'static Route, Vec<&'a str>)> {
    ROUTES.iter().filter(|route| route.method == *method).find_map(|route| {
        let (wanted, given) = (route.path.split('/'), path.split('/'));
        if wanted.clone().count() != given.clone().count() {
            return None;
        }
        let mut ids = Vec::new();
        for (word, part) in wanted.zip(given) {
            match word {
                "{id}" if !part.is_empty() => ids.push(part),
                word if word == part => {}
                _ => return None,
            }
        }
        Some((route, ids))
    })
}
