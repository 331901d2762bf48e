//! Products: what a price is for.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use crate::ids::new_id;
use crate::sandbox::store::Work;

pub const KIND: &str = "product";

#[derive(Debug, Deserialize)]
pub struct CreateProduct {
    description: Option<String>,
    id: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    name: String,
}

/// `POST /v1/products`
pub async fn create(work: &mut Work, request: CreateProduct) -> Result<Value, Refusal> {
    let id = request.id.unwrap_or_else(|| new_id("prod"));
    if work.find(KIND, &id).await?.is_some() {
        return Err(Refusal::param("id", format!("Product already exists: {id}")).code("resource_already_exists"));
    }
    let product = json!({
        "id": id,
        "object": KIND,
        "active": true,
        "created": work.seconds(),
        "default_price": null,
        "description": request.description,
        "images": [],
        "livemode": false,
        "marketing_features": [],
        "metadata": request.metadata,
        "name": request.name,
        "package_dimensions": null,
        "shippable": null,
        "statement_descriptor": null,
        "tax_code": null,
        "type": "service",
        "unit_label": null,
        "updated": work.seconds(),
        "url": null,
    });
    work.put(KIND, &id, &product).await?;
    Ok(product)
}
