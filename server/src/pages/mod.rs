//! URL to page data to HTML.

pub mod render;
