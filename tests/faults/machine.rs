//! The processes of a run: the sandbox, which lives through all of it, and the servers, which do not.

use std::fs::{File, OpenOptions};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::relay::Relay;

/// Any failure that stops a run.
pub type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// How long a server may take to be ready.
const START_PATIENCE: Duration = Duration::from_secs(20);

/// How long a server may take to stop: its own limit for open answers is ten seconds, and a running job may wait for a
/// provider that does not answer.
const STOP_PATIENCE: Duration = Duration::from_secs(60);

/// The providers' keys and the signing secret, as the sandbox documents them.
const KEY: &str = "sk_test_onefare_sandbox";
const MOLLIE_KEY: &str = "test_onefare_sandbox";
const ESIM_ACCESS_CODE: &str = "ac_onefare_sandbox";
const ESIM_ACCESS_SECRET: &str = "sk_onefare_sandbox";
pub const SIGNING_SECRET: &str = "whsec_onefare_sandbox";

/// All processes of a run.
pub struct Machine {
    pub folder: PathBuf,
    pub relay: Relay,
    pub sandbox_url: String,
    sandbox: Child,
    pub servers: Vec<Server>,
}

/// One server, alive or dead.
pub struct Server {
    binary: PathBuf,
    folder: PathBuf,
    settings: Vec<(&'static str, String)>,
    ops: SocketAddr,
    child: Option<Child>,
    /// The file that exists while a flow waits at the armed place.
    announced: PathBuf,
    pub starts: u32,
}

impl Machine {
    /// Starts the sandbox, and prepares (does not start) the servers.
    pub async fn set_up(binary: &Path, folder: &Path, database_url: &str, servers: usize) -> Result<Self, Trouble> {
        let relay = Relay::open().await?;
        let (providers, smtp) = (free_address()?, free_address()?);
        let sandbox_url = format!("http://{providers}");
        let sandbox = Command::new(binary)
            .arg("sandbox")
            .envs([
                ("ONEFARE_DATA_DIR", folder.join("sandbox").display().to_string()),
                ("ONEFARE_SANDBOX_LISTEN", providers.to_string()),
                ("ONEFARE_SANDBOX_PUBLIC_URL", sandbox_url.clone()),
                ("ONEFARE_DEMO_PLACES", "few".to_owned()),
                ("ONEFARE_SANDBOX_SMTP_LISTEN", smtp.to_string()),
                ("ONEFARE_SANDBOX_WEBHOOK_URL", format!("http://{}/webhooks/stripe", relay.address)),
                ("ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL", format!("http://{}/webhooks/mollie", relay.address)),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log(folder, "sandbox")?)
            .kill_on_drop(true)
            .spawn()?;
        until_answered(&format!("{sandbox_url}/control/ledger")).await?;
        let mut prepared = Vec::new();
        for number in 0..servers {
            let (listen, ops) = (free_address()?, free_address()?);
            let home = folder.join(format!("server-{number}"));
            std::fs::create_dir_all(&home)?;
            let settings = vec![
                ("DATABASE_URL", database_url.to_owned()),
                ("ONEFARE_DATA_DIR", home.display().to_string()),
                ("ONEFARE_LISTEN", listen.to_string()),
                ("ONEFARE_OPS_LISTEN", ops.to_string()),
                ("ONEFARE_PUBLIC_URL", format!("http://{}", relay.address)),
                ("ONEFARE_DEMO_PLACES", "few".to_owned()),
                // All buyers of a run share this machine's address.
                ("ONEFARE_LIMITS", "off".to_owned()),
                ("ONEFARE_SECRET", "one secret for every replica of a fault run".to_owned()),
                ("STRIPE_API_BASE", sandbox_url.clone()),
                ("STRIPE_SECRET_KEY", KEY.to_owned()),
                ("STRIPE_WEBHOOK_SECRETS", SIGNING_SECRET.to_owned()),
                ("STRIPE_CHECKOUT_HOSTS", providers.to_string()),
                ("STRIPE_PORTAL_HOSTS", providers.to_string()),
                ("MOLLIE_API_BASE", sandbox_url.clone()),
                ("MOLLIE_API_KEY", MOLLIE_KEY.to_owned()),
                ("MOLLIE_CHECKOUT_HOSTS", providers.to_string()),
                ("ESIM_ACCESS_API_BASE", sandbox_url.clone()),
                ("ESIM_ACCESS_ACCESS_CODE", ESIM_ACCESS_CODE.to_owned()),
                ("ESIM_ACCESS_SECRET", ESIM_ACCESS_SECRET.to_owned()),
                ("ONEFARE_SMTP_HOST", smtp.ip().to_string()),
                ("ONEFARE_SMTP_PORT", smtp.port().to_string()),
                ("ONEFARE_SMTP_SECURITY", "none".to_owned()),
            ];
            relay.add(listen);
            prepared.push(Server {
                binary: binary.to_owned(),
                announced: home.join("fail-point-reached"),
                folder: home,
                settings,
                ops,
                child: None,
                starts: 0,
            });
        }
        Ok(Self { folder: folder.to_owned(), relay, sandbox_url, sandbox, servers: prepared })
    }

    /// The shop's public address.
    pub fn shop_url(&self) -> String {
        format!("http://{}", self.relay.address)
    }

    /// Whether the provider is still running: without it a run proves nothing.
    pub fn provider_lives(&mut self) -> bool {
        matches!(self.sandbox.try_wait(), Ok(None))
    }

    /// The servers' logs, each with its name.
    pub fn logs(&self) -> Result<Vec<(String, String)>, Trouble> {
        let read = |(number, server): (usize, &Server)| {
            let text = std::fs::read(server.folder.join("log.txt"))?;
            Ok((format!("the log of server {number}"), String::from_utf8_lossy(&text).into_owned()))
        };
        self.servers.iter().enumerate().map(read).collect()
    }

    /// The metrics of a running server.
    pub async fn metrics(&self) -> Result<String, Trouble> {
        let server = self.servers.iter().find(|server| server.child.is_some()).ok_or("no server is running")?;
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        let answer = client.get(format!("http://{}/metrics", server.ops)).send().await?.error_for_status()?;
        Ok(answer.text().await?)
    }

    /// The sandbox's own ledgers.
    pub fn sandbox_file(&self) -> PathBuf {
        self.folder.join("sandbox").join("sandbox.sqlite")
    }
}

impl Server {
    /// Starts the server, armed or not, and waits until it is ready. An armed one may never be: a job that runs at once
    /// waits at the armed place, on SQLite with the only connection that writes, until it is killed.
    pub async fn start(&mut self, place: Option<(&str, u32)>) -> Result<(), Trouble> {
        let _ = std::fs::remove_file(&self.announced);
        let mut command = Command::new(&self.binary);
        command.arg("serve").envs(self.settings.iter().cloned());
        if let Some((place, arrival)) = place {
            command.env("ONEFARE_FAIL_POINT", format!("{place}:{arrival}"));
            command.env("ONEFARE_FAIL_POINT_FILE", &self.announced);
        }
        let log = log(&self.folder, "log")?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).kill_on_drop(true);
        self.child = Some(command.spawn()?);
        self.starts += 1;
        let readiness = format!("http://{}/readyz", self.ops);
        tokio::select! {
            ready = until_answered(&readiness) => ready,
            () = self.until_arrived() => Ok(()),
        }
    }

    async fn until_arrived(&self) {
        while !self.has_arrived() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Whether a flow waits at the armed place.
    pub fn has_arrived(&self) -> bool {
        self.announced.exists()
    }

    /// Sends SIGSTOP or SIGCONT.
    pub async fn signal(&self, name: &str) -> Result<(), Trouble> {
        let pid = self.child.as_ref().and_then(Child::id).ok_or("the server is not running")?;
        let done = Command::new("kill").args(["-s", name, &pid.to_string()]).status().await?;
        if done.success() { Ok(()) } else { Err(format!("kill -s {name} {pid} failed").into()) }
    }

    /// Sends the server a signal to stop, and waits until it has finished its work in flight.
    pub async fn stop(&mut self) -> Result<(), Trouble> {
        self.signal("TERM").await?;
        if let Some(mut child) = self.child.take() {
            let ended = tokio::time::timeout(STOP_PATIENCE, child.wait()).await;
            let status = ended.map_err(|_| format!("the server did not stop within {STOP_PATIENCE:?}"))??;
            if !status.success() {
                return Err(format!("the server stopped with {status}").into());
            }
        }
        Ok(())
    }

    /// Releases the flow that waits at the armed place.
    pub fn let_go(&self) {
        let _ = std::fs::remove_file(&self.announced);
    }

    /// SIGKILL: no handler runs, nothing is flushed.
    pub async fn kill(&mut self) -> Result<(), Trouble> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }

    /// Whether the server ended by itself, which none should.
    pub fn has_ended_by_itself(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| !matches!(child.try_wait(), Ok(None)))
    }
}

/// Waits for the first successful answer.
async fn until_answered(url: &str) -> Result<(), Trouble> {
    let begun = Instant::now();
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(2)).build()?;
    while begun.elapsed() < START_PATIENCE {
        if let Ok(answer) = client.get(url).send().await
            && answer.status().is_success()
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Err(format!("{url} did not answer within {START_PATIENCE:?}").into())
}

/// An unused port, below the range of outgoing connections: it must stay free while its server is dead.
fn free_address() -> Result<SocketAddr, Trouble> {
    for _ in 0..100 {
        let address = SocketAddr::from(([127, 0, 0, 1], rand::random_range(10_000..32_000)));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    Err("no free port between 10000 and 32000".into())
}

fn log(folder: &Path, name: &str) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(folder.join(format!("{name}.txt")))
}
