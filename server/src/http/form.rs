//! Forms that browsers send to a page, as they do without scripts: read here, and answered with a page.

use axum::extract::Request;
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use onefare_core::problem::Problem;
use onefare_core::wire::page::Content;

use super::problems::status_of;
use super::{body, limited, same_origin};
use crate::app::App;
use crate::limits::Client;
use crate::pages::language::Address;
use crate::pages::page_request::{Keep, PageRequest};
use crate::pages::page_row::PageRow;
use crate::problem::Refusal;

/// A form as received.
#[derive(Debug)]
pub struct Form {
    parts: Parts,
    /// Its fields, encoded as in a query.
    pub fields: Bytes,
    /// The client that sent it.
    pub client: Client,
}

impl Form {
    /// Reads a form of one of our own pages.
    ///
    /// # Errors
    /// [`Problem::ForbiddenOrigin`] for a form that another site made a browser send; the refusals of [`body::read`].
    pub async fn read(app: &App, request: Request) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        if !same_origin::is_ours(&parts.headers, &app.config.public_origin()) {
            return Err(Problem::ForbiddenOrigin.into());
        }
        let fields = body::read(app, &parts, body, body::MAX_JSON).await?;
        let client = limited::client(app, &parts.extensions, &parts.headers);
        Ok(Self { parts, fields, client })
    }

    /// Answers with a page made for this form alone. `refused` is what was wrong with the form.
    pub async fn answer(
        &self,
        app: &App,
        (row, address): (&'static PageRow, Address<'_>),
        refused: Option<&Refusal>,
        content: Option<Content>,
    ) -> Response {
        let status = refused.map_or(StatusCode::OK, |refusal| status_of(refusal.problem));
        let headers = &self.parts.headers;
        let page = PageRequest { headers, address, row, listed: false, status, keep: Keep::Never };
        let drawn = app.site.respond(page, || content, async || limited::turn(app, &self.client, None).await).await;
        let mut answer = drawn.unwrap_or_else(|| Refusal::from(Problem::SomethingWrong).into_response());
        if let Some(seconds) = refused.and_then(|refusal| refusal.retry_after) {
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}
