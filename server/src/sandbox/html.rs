//! The little HTML that the sandbox writes itself: no template engine, no JavaScript, everything escaped.

use std::fmt;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// Text escaped for HTML, in an element or a quoted attribute.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\'' => formatter.write_str("&#39;")?,
                other => fmt::Write::write_char(formatter, other)?,
            }
        }
        Ok(())
    }
}

/// A whole document around `body`.
pub fn document(title: &str, stylesheet: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{}</title><link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"{}\"></head><body>{body}</body></html>",
        Escaped(title),
        Escaped(stylesheet),
    )
}

/// An answer with a page and its content security policy. Set here, so that an outer layer keeps it.
pub fn page(status: StatusCode, html: String, policy: &str) -> Response {
    let mut response = (status, Html(html)).into_response();
    let policy = HeaderValue::from_str(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let fixed: [(HeaderName, HeaderValue); 5] = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        // Not "no-referrer": browsers would then not say which page a form is sent from.
        (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    response.headers_mut().extend(fixed);
    response
}

/// A stylesheet that is built into the program.
pub fn stylesheet(text: &'static str) -> Response {
    let fixed = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (fixed, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        let text = Escaped("<b title=\"x\" id='y'>&</b>").to_string();
        assert_eq!(text, "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/b&gt;");
    }
}
