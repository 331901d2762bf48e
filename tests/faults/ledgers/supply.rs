//! The eSIM supplier's records: its orders, and what it made for them.

use serde_json::Value;
use sqlx::AnyConnection;

use super::{object, rows, word};
use crate::machine::Trouble;

/// The supplier's side.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    pub orders: Vec<SupplierOrder>,
    /// Oldest first.
    pub profiles: Vec<Profile>,
    /// Numbers of the orders it charged for, each as often as it was charged.
    pub paid: Vec<String>,
}

/// An order of the shop at the supplier.
#[derive(Clone, Debug)]
pub struct SupplierOrder {
    pub number: String,
    pub reference: String,
}

/// An eSIM that the supplier made.
#[derive(Clone, Debug)]
pub struct Profile {
    pub order: String,
    /// It is a bearer secret: installing it takes over the line.
    pub code: String,
    pub volume: i64,
    pub days: i64,
    /// Whether it is not installed.
    pub is_new: bool,
    /// Whether the supplier cancelled it.
    pub is_cancelled: bool,
    /// How often the supplier credited its price to the shop.
    pub given_back: usize,
}

pub(super) async fn read(conn: &mut AnyConnection) -> Result<Supplied, Trouble> {
    let mut supplied = Supplied::default();
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'esim.order' ORDER BY sequence", object).await? {
        let order: Value = serde_json::from_str(&body)?;
        let (number, reference) = (word(&order["order_no"]), word(&order["transaction_id"]));
        supplied.orders.push(SupplierOrder { number, reference });
    }
    let sql = "SELECT reference FROM esim_ledger WHERE movement = 'cancel'";
    let returned: Vec<String> = rows(conn, sql, object).await?;
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'esim.profile' ORDER BY sequence", object).await? {
        let profile: Value = serde_json::from_str(&body)?;
        let number = word(&profile["esim_tran_no"]);
        let given_back = returned.iter().filter(|one| **one == number).count();
        supplied.profiles.push(Profile {
            order: word(&profile["order_no"]),
            code: word(&profile["ac"]),
            volume: profile["volume"].as_i64().unwrap_or_default(),
            days: profile["days"].as_i64().unwrap_or_default(),
            is_new: profile["smdp_status"] == "RELEASED",
            is_cancelled: profile["esim_status"] == "CANCEL" && given_back == 0,
            given_back,
        });
    }
    let sql = "SELECT order_no FROM esim_ledger WHERE movement = 'order'";
    supplied.paid = rows(conn, sql, object).await?;
    Ok(supplied)
}
