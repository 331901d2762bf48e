//! The heading of the description at `/openapi.json`. Its calls are those that [`crate::router`] mounts.

use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

#[derive(Debug, utoipa::OpenApi)]
#[openapi(
    info(
        title = "Onefare",
        description = "The calls of the storefront. Amounts are integers in minor units. When a query repeats a key, its first value counts."
    ),
    components(schemas(onefare_core::wire::problem::ProblemBody))
)]
struct Heading;

/// A description without calls.
#[must_use]
pub fn heading() -> OpenApi {
    Heading::openapi()
}
