//! `onefare pages`: the registry as data.

use std::process::ExitCode;

use serde_json::{Value, json};

use super::terminal::print_json;
use crate::pages::language::OfferedLanguages;
use crate::pages::page_row::{Audience, PageRow};
use crate::pages::registry::PAGES;
use crate::pages::titles::Texts;
use crate::serve::StartError;

/// Prints every page that has an address.
///
/// # Errors
/// A catalog cannot be read.
pub fn run() -> Result<ExitCode, StartError> {
    let languages = Texts::load()?.languages();
    let rows: Vec<Value> = PAGES.iter().map(|row| described(row, &languages)).collect();
    print_json(&rows)?;
    Ok(ExitCode::SUCCESS)
}

fn described(row: &PageRow, languages: &OfferedLanguages) -> Value {
    json!({
        "name": row.name,
        "path": row.path,
        "area": row.area,
        "one_buyer": row.audience == Audience::OneBuyer,
        "indexed": row.indexed,
        "priced": row.priced,
        "catalogs": row.catalogs(),
        "languages": languages.links(row.area, &row.path_with(row.example)),
    })
}
