//! Lists with cursors.

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use crate::sandbox::store::{Selection, Work};

/// The query of every list.
#[derive(Debug, Default, Deserialize)]
pub struct Page {
    limit: Option<i64>,
    starting_after: Option<String>,
    ending_before: Option<String>,
    created: Option<Value>,
}

/// A page of stored objects.
pub async fn page(
    work: &mut Work,
    kind: &'static str,
    url: &str,
    page: Page,
    mut selection: Selection,
) -> Result<Value, Refusal> {
    selection.limit = limit(&page)?;
    for (name, cursor) in [("starting_after", &page.starting_after), ("ending_before", &page.ending_before)] {
        if let Some(cursor) = cursor
            && work.find(kind, cursor).await?.is_none()
        {
            return Err(Refusal::no_such(kind, cursor, name));
        }
    }
    selection.created = created(page.created.as_ref());
    selection.after = page.starting_after;
    selection.before = page.ending_before;
    let (data, has_more) = work.list(kind, &selection).await?;
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

/// A page of objects stored inside another one; `data` is in display order.
pub fn page_of(data: &[Value], url: &str, page: &Page) -> Result<Value, Refusal> {
    let limit = usize::try_from(limit(page)?).unwrap_or(10);
    let place = |cursor: &str, param: &str| {
        data.iter().position(|item| item["id"] == cursor).ok_or_else(|| Refusal::no_such("item", cursor, param))
    };
    let from = page.starting_after.as_deref().map(|cursor| place(cursor, "starting_after")).transpose()?;
    let to = page.ending_before.as_deref().map(|cursor| place(cursor, "ending_before")).transpose()?;
    let start = from.map_or(0, |place| place + 1);
    let window = data.get(start..to.unwrap_or(data.len())).unwrap_or_default();
    let shown = window.get(..limit).unwrap_or(window);
    Ok(json!({ "object": "list", "data": shown, "has_more": window.len() > shown.len(), "url": url }))
}

fn limit(page: &Page) -> Result<i64, Refusal> {
    match page.limit.unwrap_or(10) {
        limit @ 1..=100 => Ok(limit),
        limit if limit < 1 => Err(Refusal::param("limit", "This value must be greater than or equal to 1.")),
        _ => Err(Refusal::param("limit", "This value must be less than or equal to 100.")),
    }
}

fn created(wanted: Option<&Value>) -> Vec<(&'static str, i64)> {
    let Some(wanted) = wanted else { return Vec::new() };
    if let Some(exact) = wanted.as_i64() {
        return vec![("=", exact)];
    }
    [("gt", ">"), ("gte", ">="), ("lt", "<"), ("lte", "<=")]
        .into_iter()
        .filter_map(|(name, comparison)| Some((comparison, wanted[name].as_i64()?)))
        .collect()
}
