//! The whole HTML document: the head by Rust, the body by React, and the data that both were made from.
//!
//! `<div id="root">` holds exactly what React wrote, or nothing when it failed: then the browser draws.

use onefare_core::wire::page::{Page, Theme};
use url::Url;

use super::assets::Assets;
use super::escape::{attribute, script_json};
use super::head::Head;

/// Where scripts and styles come from.
#[derive(Clone, Debug)]
pub enum Sources {
    /// The build.
    Built(Assets),
    /// Vite's development server at this address: the browser draws everything, and changes show at once.
    Development(Url),
}

/// A module of our own that must run before the development server's hot reload; the policy forbids it inline.
pub const REFRESH_PREAMBLE_PATH: &str = "/assets-dev/react-refresh.js";

/// The address of the icon.
pub const ICON_PATH: &str = "/favicon.svg";

impl Sources {
    /// Version of the assets.
    #[must_use]
    pub fn build(&self) -> &str {
        match self {
            Self::Built(assets) => assets.build(),
            Self::Development(_) => "development",
        }
    }

    fn write_links(&self, page_name: &str, page: &Page, out: &mut String) {
        if let Self::Built(assets) = self {
            let needs = assets.needs(page_name, page.language, &page.catalogs);
            for style in &needs.styles {
                line(out, &["<link rel=\"stylesheet\" href=\"/", &attribute(style), "\">"]);
            }
            for font in assets.fonts(page.language) {
                let font = attribute(font);
                line(
                    out,
                    &["<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/", &font, "\">"],
                );
            }
        }
    }

    fn write_scripts(&self, page_name: &str, page: &Page, out: &mut String) {
        match self {
            // One small script, which loads the others when the page is on screen: none competes with styles and font
            // for bandwidth, and a policy without inline scripts allows no other way.
            Self::Built(assets) => {
                let needs = assets.needs(page_name, page.language, &page.catalogs);
                let scripts: Vec<_> = needs.scripts.iter().map(|script| format!("/{script}")).collect();
                out.push_str("<script type=\"module\" fetchpriority=\"low\"");
                for (name, value) in [
                    ("src", format!("/{}", assets.start())),
                    ("data-entry", format!("/{}", assets.entry())),
                    ("data-scripts", scripts.join(" ")),
                ] {
                    out.extend([" ", name, "=\"", &attribute(&value), "\""]);
                }
                line(out, &["></script>"]);
            }
            Self::Development(server) => {
                let mut script = |address: &str| {
                    line(out, &["<script type=\"module\" src=\"", &attribute(address), "\"></script>"]);
                };
                let origin = server.origin().ascii_serialization();
                script(&format!("{origin}/@vite/client"));
                script(REFRESH_PREAMBLE_PATH);
                script(&format!("{origin}/{}", super::manifest::ENTRY));
            }
        }
    }
}

/// The text of [`REFRESH_PREAMBLE_PATH`], from Vite's guide to backend integration.
#[must_use]
pub fn refresh_preamble(server: &Url) -> String {
    let origin = server.origin().ascii_serialization();
    format!(
        "import RefreshRuntime from '{origin}/@react-refresh';\n\
         RefreshRuntime.injectIntoGlobalHook(window);\n\
         window.$RefreshReg$ = () => {{}};\n\
         window.$RefreshSig$ = () => (type) => type;\n\
         window.__vite_plugin_react_preamble_installed__ = true;\n"
    )
}

/// Writes the document of the page `page_name`. `html` is what React rendered from `page_json`; empty when it failed.
#[must_use]
pub fn write(page_name: &str, page: &Page, page_json: &str, head: &Head, sources: &Sources, html: &str) -> String {
    let mut out = String::with_capacity(html.len() + page_json.len() + 6 * 1024);
    let (theme, schemes) = match page.theme {
        Theme::System => ("system", "light dark"),
        Theme::Light => ("light", "light"),
        Theme::Dark => ("dark", "dark"),
    };
    let (lang, dir) = (page.language.code(), page.direction.code());
    out.push_str("<!doctype html>\n");
    line(&mut out, &["<html lang=\"", lang, "\" dir=\"", dir, "\" data-theme=\"", theme, "\">"]);
    out.push_str("<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    line(&mut out, &["<meta name=\"color-scheme\" content=\"", schemes, "\">"]);
    sources.write_links(page_name, page, &mut out);
    head.write(&mut out);
    line(&mut out, &["<link rel=\"icon\" type=\"image/svg+xml\" href=\"", ICON_PATH, "\">"]);
    line(&mut out, &["</head>\n<body>\n<div id=\"root\">", html, "</div>"]);
    line(&mut out, &["<script type=\"application/json\" id=\"page\">", &script_json(page_json), "</script>"]);
    sources.write_scripts(page_name, page, &mut out);
    out.push_str("</body>\n</html>\n");
    out
}

fn line(out: &mut String, pieces: &[&str]) {
    out.extend(pieces.iter().copied());
    out.push('\n');
}
