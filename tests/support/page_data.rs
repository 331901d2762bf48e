//! The data from which a page was rendered.

use serde_json::Value;

/// The JSON in a document that the browser's scripts start from.
#[must_use]
pub fn page_data(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"page\">").expect("the page's data");
    let (json, _) = rest.split_once("</script>").expect("the end of the page's data");
    serde_json::from_str(json).expect("JSON")
}
