//! From an address to HTML.
//!
//! [`language`] splits the address, [`registry`] knows the page, its builder computes its content, [`frame`] what
//! surrounds it. [`site`] turns that into an answer: [`render`] lets React draw it, [`head`] and [`document`] write the
//! rest, [`cache`] keeps it, [`assets`] knows the files it needs, [`public_files`] serves them, and the pictures for
//! shared links ([`share_pictures`]).

pub mod assets;
pub mod buy;
pub mod cache;
pub mod campaigns;
pub mod consent;
mod deals;
pub mod document;
mod document_answer;
pub mod encoded;
pub mod escape;
pub mod esim_shop;
pub mod frame;
pub mod head;
pub mod http_caching;
pub mod json_ld;
pub mod landing;
pub mod language;
pub mod manifest;
pub mod not_found;
pub mod offers;
pub mod onboarding;
pub mod page_facts;
pub mod page_request;
pub mod page_row;
pub mod public_files;
pub mod query;
pub mod registry;
pub mod render;
pub mod render_queue;
pub mod share_pictures;
pub mod site;
pub mod titles;
pub mod trial;
pub mod tutorial;

#[cfg(test)]
mod site_tests;
