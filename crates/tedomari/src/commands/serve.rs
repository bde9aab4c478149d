//! `tedomari serve`: the workbench in a browser.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime;

use crate::limits::whole;
use crate::{Outcome, output, server};

/// Searches may go deep.
const STACK: usize = 16 << 20;

/// Options of `tedomari serve`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari serve                     the workbench in your browser
  tedomari serve --port 8000         at another port; 0 takes a free one
  tedomari serve --no-open           without opening a browser
  curl http://127.0.0.1:7878/api/score --data '{\"sgf\": \"(;SZ[9])\"}'

The server is for this machine alone, unless --host names another of its addresses. It
answers to no page but its own. Ctrl-C ends it. docs/api.md describes the questions.")]
pub struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 7878, value_parser = whole(0..=u16::MAX))]
    port: u16,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Args {
    /// Serves until Ctrl-C or the request to end.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        let served = runtime.block_on(self.serve());
        // Work that cannot be stopped ends with the program.
        runtime.shutdown_timeout(Duration::from_millis(200));
        served?;
        Ok(Outcome::Done)
    }

    async fn serve(&self) -> anyhow::Result<()> {
        let address = SocketAddr::new(self.host, self.port);
        let listener =
            TcpListener::bind(address).await.map_err(|error| cannot_listen(address, error))?;
        // Nobody should be able to end the program before it says that it can be ended.
        let end = end()?;
        let url = format!("http://{}/", listener.local_addr()?);
        output::print(&format!("Listening on {url}\n"))?;
        if !self.host.is_loopback() {
            eprintln!("tedomari: everybody who reaches this address can use the workbench");
        }
        if !self.no_open {
            open(&url);
        }
        server::serve(listener, end).await?;
        Ok(())
    }
}

/// Why nobody can be served, and what helps where the port is taken.
fn cannot_listen(address: SocketAddr, error: io::Error) -> anyhow::Error {
    let taken = error.kind() == io::ErrorKind::AddrInUse;
    let help = "; choose another with --port, or --port 0 for any free one";
    let help = if taken { help } else { "" };
    anyhow::anyhow!("{address}: cannot listen there: {error}{help}")
}

/// Ends with Ctrl-C or, where there is such a thing, a request to terminate. Whoever asks a
/// second time does not want to wait for the farewell.
#[cfg(unix)]
fn end() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn either(interrupt: &mut Signal, terminate: &mut Signal) {
        let (interrupt, terminate) = (interrupt.recv(), terminate.recv());
        let (interrupt, terminate) = (std::pin::pin!(interrupt), std::pin::pin!(terminate));
        futures_util::future::select(interrupt, terminate).await;
    }
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        either(&mut interrupt, &mut terminate).await;
        tokio::spawn(async move {
            either(&mut interrupt, &mut terminate).await;
            std::process::exit(130);
        });
    })
}

/// Ends with Ctrl-C.
#[cfg(not(unix))]
fn end() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Opens the page, if the system knows how. The line printed is enough if not.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = |command: &mut Command| {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    if let Ok(mut child) = quiet(Command::new(program).args(first).arg(url)) {
        // Somebody has to wait for it, or it stays in the table of processes.
        std::thread::spawn(move || child.wait());
    }
}
