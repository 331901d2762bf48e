//! The pictures that messages and posts show beside a link: one per family of pages and language.
//!
//! `npm run share-pictures` draws them; they are committed, and a release carries them in the binary. They show the
//! built-in brand, so a shop of another brand has none.

use std::collections::HashMap;

use axum::response::{IntoResponse as _, Redirect, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, StatusCode};
use onefare_core::language::Language;
use rust_embed::Embed;
use serde::Deserialize;

use super::assets::into_bytes;

#[derive(Embed)]
#[folder = "../web/share/pictures"]
struct Files;

/// The path of the pictures.
pub const FOLDER: &str = "/share/";

/// Why there are no pictures.
#[derive(Debug, thiserror::Error)]
pub enum SharePicturesError {
    /// They are committed, so a local change removed them.
    #[error("web/share/pictures/manifest.json is missing: run npm run share-pictures")]
    Missing,
    /// A manifest edited by hand, perhaps.
    #[error("web/share/pictures/manifest.json cannot be read ({0}): run npm run share-pictures")]
    Malformed(#[from] serde_json::Error),
}

/// The manifest of all pictures.
#[derive(Clone, Debug, Deserialize)]
pub struct SharePictures {
    brand: String,
    width: u32,
    height: u32,
    pictures: HashMap<String, HashMap<Language, Noted>>,
}

#[derive(Clone, Debug, Deserialize)]
struct Noted {
    alt: String,
    /// Digest of the file: it is part of the address, so that a copy never goes stale.
    file: String,
}

/// One picture, as a head names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharePicture {
    /// Absolute address.
    pub href: String,
    /// Its alternative text.
    pub alt: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

impl SharePictures {
    /// Reads the manifest.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn load() -> Result<Self, SharePicturesError> {
        let manifest = Files::get("manifest.json").ok_or(SharePicturesError::Missing)?;
        Ok(serde_json::from_slice(&manifest.data)?)
    }

    /// The picture of a family of pages in a language, for a shop of this brand at this public address.
    #[must_use]
    pub fn of(&self, family: &str, language: Language, brand: &str, public_base: &str) -> Option<SharePicture> {
        let noted = self.pictures.get(family)?.get(&language).filter(|_| self.brand == brand)?;
        Some(SharePicture {
            href: format!("{public_base}{}", address(family, language, &noted.file)),
            alt: noted.alt.clone(),
            width: self.width,
            height: self.height,
        })
    }

    /// Answers `/share/<family>-<language>-<digest>.png`, given what follows the folder. A post keeps the address with
    /// which it was written, so an older digest leads to the present picture.
    #[must_use]
    pub fn answer(&self, name: &str) -> Response {
        let asked = name.strip_suffix(".png").and_then(|stem| stem.rsplit_once('-'));
        let found = asked.and_then(|(picture, digest)| {
            let (family, code) = picture.rsplit_once('-')?;
            let language = Language::parse(code)?;
            let noted = self.pictures.get(family)?.get(&language)?;
            if noted.file == digest {
                Files::get(&format!("{picture}.png")).map(|file| sent(into_bytes(file.data)))
            } else {
                Some(Redirect::temporary(&address(family, language, &noted.file)).into_response())
            }
        });
        found.unwrap_or_else(|| (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")]).into_response())
    }
}

fn address(family: &str, language: Language, digest: &str) -> String {
    format!("{FOLDER}{family}-{}-{digest}.png", language.code())
}

/// Other sites may embed it: that is its purpose.
fn sent(picture: bytes::Bytes) -> Response {
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    (headers, picture).into_response()
}

#[cfg(test)]
mod tests {
    use super::super::registry::PAGES;
    use super::*;

    #[test]
    fn every_family_that_a_page_names_has_a_picture_in_every_language() {
        let pictures = SharePictures::load().unwrap();
        for family in PAGES.iter().filter_map(|row| row.share_picture) {
            for language in Language::ALL {
                let found = pictures.of(family, language, "Northquay", "https://shop.example");
                let picture = found.unwrap_or_else(|| panic!("{family}, {}", language.code()));
                assert!(picture.href.starts_with(&format!("https://shop.example/share/{family}-{}-", language.code())));
                assert!(picture.alt.starts_with("Northquay: "), "{}", picture.alt);
            }
        }
        assert!(PAGES.iter().all(|row| !row.indexed || row.share_picture.is_some()));
    }

    #[test]
    fn a_shop_of_another_brand_names_none() {
        let pictures = SharePictures::load().unwrap();
        assert_eq!(pictures.of("trial", Language::En, "Elsewhere", "https://shop.example"), None);
    }
}
