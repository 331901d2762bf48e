//! `npm run faults`: buyers at a real shop whose server is killed repeatedly, and an independent reckoning.
//!
//! The sandbox (payment provider and mail server) is a process of its own and survives. A run's actions are drawn from
//! its seed; `invariants` states what must hold afterwards. This program uses none of the shop's code.

mod attacker;
mod buyer;
mod invariants;
mod ledgers;
mod machine;
mod plan;
mod provider;
mod relay;
mod report;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use sqlx::{AnyConnection, Connection as _};

use machine::Trouble;
use plan::Plan;
use run::Setting;

/// Kills the shop and looks what is left.
#[derive(Debug, Parser)]
struct Wanted {
    /// How often a server is killed.
    #[arg(long, default_value_t = 33)]
    kills: usize,
    /// Which database.
    #[arg(long, default_value = "sqlite", value_parser = ["sqlite", "postgres"])]
    db: String,
    /// Draws the run; without it a new one is made and printed.
    #[arg(long)]
    seed: Option<u64>,
    /// How many servers share the database; more than one needs PostgreSQL.
    #[arg(long, default_value_t = 1)]
    servers: usize,
    /// A PostgreSQL server on which databases may be made.
    #[arg(long, env = "ONEFARE_TEST_POSTGRES", hide_env_values = true)]
    postgres: Option<String>,
    /// The program, a development build.
    #[arg(long, env = "ONEFARE_BINARY")]
    binary: PathBuf,
    /// Says every round as it goes.
    #[arg(long)]
    verbose: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let wanted = Wanted::parse();
    match play(wanted).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("faults: {error}");
            ExitCode::from(2)
        }
    }
}

async fn play(wanted: Wanted) -> Result<bool, Trouble> {
    rustls::crypto::ring::default_provider().install_default().map_err(|_| "TLS was set up twice")?;
    sqlx::any::install_default_drivers();
    if wanted.servers == 0 || (wanted.servers > 1 && wanted.db == "sqlite") {
        return Err("--servers takes 1, or more with --db postgres: an SQLite file has one server".into());
    }
    let seed = wanted.seed.unwrap_or_else(|| rand::random_range(1..1_000_000));
    let plan = Plan::draw(seed, wanted.kills, wanted.servers);
    let folder = tempfile::Builder::new().prefix("onefare-faults-").tempdir()?;
    let database_url = match wanted.db.as_str() {
        "postgres" => {
            let server = wanted.postgres.as_deref().ok_or("--db postgres needs --postgres or ONEFARE_TEST_POSTGRES")?;
            postgres_database(server).await?
        }
        _ => format!("sqlite://{}", folder.path().join("shop.sqlite").display()),
    };
    let setting = Setting {
        binary: std::path::absolute(&wanted.binary)?,
        folder: folder.path().to_owned(),
        database_url,
        servers: wanted.servers,
        verbose: wanted.verbose,
    };
    let result = match run::run(&plan, &setting).await {
        Ok(result) => result,
        Err(error) => {
            println!("  logs are kept in {}", folder.keep().display());
            return Err(error);
        }
    };
    let good = report::print(&plan, &wanted.db, wanted.servers, &result);
    if good {
        drop_database(&wanted, &setting.database_url).await?;
    } else {
        // Not the address: it may contain a password.
        let database = database_name(&setting.database_url)?;
        println!("  logs are kept in {}, and the database {database}", folder.keep().display());
    }
    Ok(good)
}

fn database_name(url: &str) -> Result<String, Trouble> {
    Ok(url::Url::parse(url)?.path().trim_start_matches('/').to_owned())
}

/// A good run leaves nothing worth keeping. An SQLite file is deleted with its folder.
async fn drop_database(wanted: &Wanted, url: &str) -> Result<(), Trouble> {
    let Some(server) = wanted.postgres.as_deref().filter(|_| wanted.db == "postgres") else { return Ok(()) };
    let name = database_name(url)?;
    let mut conn = AnyConnection::connect(server).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&mut conn).await?;
    conn.close().await?;
    Ok(())
}

/// Creates a fresh database on that server.
async fn postgres_database(server: &str) -> Result<String, Trouble> {
    let name = format!("onefare_faults_{}_{}", std::process::id(), rand::random_range(0..1_000_000));
    let mut conn = AnyConnection::connect(server).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut conn).await?;
    conn.close().await?;
    let mut url = url::Url::parse(server)?;
    url.set_path(&name);
    Ok(url.to_string())
}
