//! Every operation in one table. All are POST.

/// An operation of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    ListPackages,
    Order,
    Query,
    Usage,
    Cancel,
    Suspend,
    Unsuspend,
    Balance,
    SaveWebhook,
}

/// A row of the table.
#[derive(Debug)]
pub struct Route {
    pub path: &'static str,
    /// Its name, at which tests aim faults.
    pub name: &'static str,
    pub operation: Operation,
}

const fn row(path: &'static str, name: &'static str, operation: Operation) -> Route {
    Route { path, name, operation }
}

use Operation as O;

#[rustfmt::skip]
const ROUTES: &[Route] = &[
    row("package/list",     "esim_access.package.list",  O::ListPackages),
    row("esim/order",       "esim_access.esim.order",    O::Order),
    row("esim/query",       "esim_access.esim.query",    O::Query),
    row("esim/usage/query", "esim_access.esim.usage",    O::Usage),
    row("esim/cancel",      "esim_access.esim.cancel",   O::Cancel),
    row("esim/suspend",     "esim_access.esim.suspend", O::Suspend),
    row("esim/unsuspend",   "esim_access.esim.unsuspend", O::Unsuspend),
    row("balance/query",    "esim_access.balance.query", O::Balance),
    row("webhook/save",     "esim_access.webhook.save",  O::SaveWebhook),
];

/// Finds the operation of an address.
pub fn find(path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.path == path)
}
