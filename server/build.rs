//! Makes sure that the folders with the web's build exist, so that the server compiles before the web is built, and links a
//! release so that it takes little memory.

use std::env;
use std::path::Path;
use std::process::Command;

/// The first glibc that reads packed relative relocations (`DT_RELR`).
const READS_PACKED: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    for folder in ["../web/dist/client", "../web/dist/server", "../web/src/i18n", "../web/share/pictures"] {
        if let Err(error) = std::fs::create_dir_all(Path::new(folder)) {
            println!("cargo::warning=cannot make {folder}: {error}");
        }
        // Debug builds read these files when they run; a release carries them inside, so it follows their changes.
        if is_release {
            println!("cargo::rerun-if-changed={folder}");
        }
    }
    if is_release && env::var("TARGET") == env::var("HOST") {
        make_small();
    }
}

/// A release is mapped whole into the memory of its process: functions with equal code become one, and the 1.3 MB of addresses
/// that the loader fills in become 13 KB.
fn make_small() {
    // A program needs the glibc it was linked with anyway, so the builder's own one decides.
    if glibc().is_some_and(|version| version >= READS_PACKED) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    // Only LLVM's linker folds; for this target alone Rust brings it along, where nobody chose another one.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_own_linker = env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link");
    if is_own_linker && env::var("TARGET").as_deref() == Ok("x86_64-unknown-linux-gnu") {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    }
}

/// The version of the builder's glibc; `None` where there is none.
fn glibc() -> Option<(u32, u32)> {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(told.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
