//! The `onefare` program.

use std::process::ExitCode;

use clap::Parser as _;
use onefare_server::cli::{Cli, run};

/// The status of a failed command; a command line that cannot be read ends like that too.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("onefare: {error}");
            ExitCode::from(FAILED)
        }
    }
}
