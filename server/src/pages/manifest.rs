//! Vite's manifest: the hashed files that a page needs.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The first script of every page, which loads the others once the page is on screen.
pub const START: &str = "src/entry/start.ts";

/// The module that hydrates every page, or draws it where its root is empty.
pub const ENTRY: &str = "src/entry/browser.tsx";

/// One built file and its dependencies. Fields without use here are skipped.
#[derive(Clone, Debug, Default, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

/// The manifest, by source path.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Manifest(BTreeMap<String, Chunk>);

/// Scripts and style sheets, in the order in which the document names them; no duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Scripts.
    pub scripts: Vec<String>,
    /// Style sheets.
    pub styles: Vec<String>,
}

impl Manifest {
    /// Reads `.vite/manifest.json`.
    ///
    /// # Errors
    /// When it is not a manifest.
    pub fn parse(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(json)
    }

    /// The script built from `source`.
    #[must_use]
    pub fn script(&self, source: &str) -> Option<&str> {
        self.0.get(source).map(|chunk| chunk.file.as_str())
    }

    /// Everything that the given sources load at once, each after its dependencies.
    #[must_use]
    pub fn needs<'a>(&'a self, sources: impl IntoIterator<Item = &'a str>) -> Needs {
        let mut needs = Needs::default();
        let mut seen = Vec::new();
        for source in sources {
            self.collect(source, &mut seen, &mut needs);
        }
        needs
    }

    fn collect<'a>(&'a self, source: &'a str, seen: &mut Vec<&'a str>, needs: &mut Needs) {
        let Some(chunk) = self.0.get(source).filter(|_| !seen.contains(&source)) else { return };
        seen.push(source);
        for import in &chunk.imports {
            self.collect(import, seen, needs);
        }
        push_new(&mut needs.scripts, Some(&chunk.file).filter(|file| file.ends_with(".js")));
        push_new(&mut needs.styles, chunk.css.iter().chain(Some(&chunk.file).filter(|file| file.ends_with(".css"))));
    }

    /// Every built file with this ending, in a stable order.
    #[must_use]
    pub fn files_with_ending(&self, ending: &str) -> Vec<&str> {
        let mut files: Vec<&str> = self
            .0
            .values()
            .flat_map(|chunk| std::iter::once(&chunk.file).chain(&chunk.assets))
            .map(String::as_str)
            .filter(|file| file.ends_with(ending))
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Every file that the manifest names.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0
            .values()
            .flat_map(|chunk| std::iter::once(&chunk.file).chain(&chunk.css).chain(&chunk.assets))
            .map(String::as_str)
    }
}

fn push_new<'a>(list: &mut Vec<String>, more: impl IntoIterator<Item = &'a String>) {
    for item in more {
        if !list.contains(item) {
            list.push(item.clone());
        }
    }
}
