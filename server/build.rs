//! Makes sure that the folders with the web's build exist, so that the server compiles before the web is built.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for folder in ["../web/dist/client", "../web/dist/server", "../web/src/i18n", "../web/share/pictures"] {
        if let Err(error) = std::fs::create_dir_all(Path::new(folder)) {
            println!("cargo::warning=cannot make {folder}: {error}");
        }
        // Debug builds read these files when they run; a release carries them inside, so it follows their changes.
        if std::env::var("PROFILE").as_deref() == Ok("release") {
            println!("cargo::rerun-if-changed={folder}");
        }
    }
}
