//! Customers. Several may share an e-mail address.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::lists::{self, Page};
use super::session_rules::is_email;
use crate::ids::{new_id, new_secret};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "customer";

#[derive(Debug, Default, Deserialize)]
pub struct CreateCustomer {
    pub description: Option<String>,
    pub email: Option<String>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    pub name: Option<String>,
}

/// `POST /v1/customers`
pub async fn create(work: &mut Work, request: CreateCustomer) -> Result<Value, Refusal> {
    if let Some(email) = &request.email
        && !is_email(email)
    {
        return Err(Refusal::param("email", format!("Invalid email address: {email}")).code("email_invalid"));
    }
    Ok(add(work, request).await?)
}

/// Creates a customer from these fields.
pub async fn add(work: &mut Work, request: CreateCustomer) -> Result<Value, SandboxError> {
    let id = new_id("cus");
    let customer = json!({
        "id": id,
        "object": KIND,
        "address": null,
        "balance": 0,
        "created": work.seconds(),
        "currency": null,
        "default_source": null,
        "delinquent": false,
        "description": request.description,
        "discount": null,
        "email": request.email,
        "invoice_prefix": new_secret()[..8].to_ascii_uppercase(),
        "invoice_settings": {
            "custom_fields": null, "default_payment_method": null, "footer": null, "rendering_options": null,
        },
        "livemode": false,
        "metadata": request.metadata,
        "name": request.name,
        "next_invoice_sequence": 1,
        "phone": null,
        "preferred_locales": [],
        "shipping": null,
        "tax_exempt": "none",
        "test_clock": null,
    });
    work.put(KIND, &id, &customer).await?;
    Ok(customer)
}

/// The address of a customer that must exist.
pub async fn email(work: &mut Work, id: &str, param: &str) -> Result<Option<String>, Refusal> {
    let customer = work.find(KIND, id).await?.ok_or_else(|| Refusal::no_such("customer", id, param))?;
    Ok(customer["email"].as_str().map(str::to_owned))
}

#[derive(Debug, Deserialize)]
pub struct ListCustomers {
    #[serde(flatten)]
    page: Page,
    email: Option<String>,
}

/// `GET /v1/customers`; `email` is exact and case-sensitive.
pub async fn list(work: &mut Work, wanted: ListCustomers) -> Result<Value, Refusal> {
    let equal = wanted.email.map(|email| ("$.email", json!(email))).into_iter().collect();
    lists::page(work, KIND, "/v1/customers", wanted.page, Selection { equal, ..Selection::default() }).await
}
