//! The `onefare` program.

use std::process::ExitCode;

use clap::Parser as _;
use onefare_server::cli::{Cli, run};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("onefare: {error}");
            ExitCode::FAILURE
        }
    }
}
