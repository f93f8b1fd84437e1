//! `duelog serve`: the logs of a folder in a browser, and the answers of the commands for programs.

mod asking;
mod branch;
pub mod door;
pub mod elsewhere;
mod folder;
mod log_store;
pub mod server_address;
mod turn;
mod upload;
mod web;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::body::Bytes;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};

use crate::games::with_cards;
use crate::input;
use crate::output::{Context, Done, End, Failure};
use crate::verify::Limits;
use door::{Answering, Door};
use elsewhere::Elsewhere;
use folder::Folder;
use log_store::Shelf;
use web::Hall;

/// Where it listens unless it is told otherwise.
const PORT: u16 = 7411;

/// The largest page of --verifier.
const VERIFIER_BYTES_MAX: u64 = 64 << 20;

/// How long those who are being answered are waited for at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Serves the logs of a folder to a browser on this machine: a list with verdicts, and the page of each log.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog serve fixtures/golden/duel-masters --listen 0

Open the address that it prints. The list has players, result, verdict and date of each log, and can be searched; a log opens as the page of
`duelog report`. A log that is dragged onto the list is verified and shown, and forgotten when the program ends. Ctrl-C ends it.

Nothing in the folder is changed, and nothing outside of it is read. Verdicts are kept until a file changes. Programs ask /api: the answers are
those of info, show, history, explain, verify and diff with --format json, and /api/openapi.json describes them.

On the page of a log, `play on here` begins a branch: you have the seat that is asked there, the bot has the other one, and each sees its own cards
alone. Draws are those of the log. Branches are in memory, at most 8, and only for browsers of this machine; `save` hands one out as a log.

Each answer is worked out within --budget and --timeout, and no longer than somebody waits for it. Work that takes longer than a quarter of a
second runs beside the others, never all of it for one log. There are at most 256 connections, and one that says nothing for ten seconds is closed.
An upload has at most 8 MiB, all uploads at once 32 MiB.

Whoever reaches the address can see everything that is in the logs, hidden cards and seeds too: by default only this machine can.")]
pub struct Args {
    /// The folder; it is searched for *.duelog and *.duelview to the bottom.
    dir: PathBuf,
    /// Where to listen: a port, an address of this machine, or both. Port 0 takes one that is free.
    /// [default: 127.0.0.1:7411]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, default_value = "7411", hide_default_value = true, help_heading = crate::headings::NETWORK)]
    listen: SocketAddr,
    /// Another name by which browsers ask for this server. Without one only its address will do, and on this
    /// machine localhost.
    #[arg(long = "host", value_name = "NAME", help_heading = crate::headings::NETWORK)]
    hosts: Vec<String>,
    /// The page that verifies a log in the browser (verify.html of bindings/typescript), given out at /verify: a verdict that does not need this
    /// server to be trusted.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::NETWORK)]
    verifier: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    /// Also lists the logs of a fleet with their verdicts, the latest 2,000 (`duelog fleet`): nats://host:4222 for instance.
    #[cfg(feature = "fleet")]
    #[arg(long, value_name = "URLS", help_heading = crate::headings::FLEET)]
    fleet: Option<String>,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    access: crate::fleet::connection::Access,
}

/// The logs of a fleet, where one is named.
#[cfg(feature = "fleet")]
fn fleet(args: &Args) -> Result<Option<Box<dyn Elsewhere>>, Failure> {
    let Some(servers) = &args.fleet else { return Ok(None) };
    let connection = crate::fleet::connection::Connection::to(servers, &args.access);
    Ok(Some(Box::new(crate::fleet::served::Served::follow(connection)?)))
}

/// This program knows no fleets.
#[cfg(not(feature = "fleet"))]
fn fleet(_: &Args) -> Result<Option<Box<dyn Elsewhere>>, Failure> {
    Ok(None)
}

/// An address of this machine as people write it: a port, a host, or both.
///
/// # Errors
/// How it is written.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let text = if text == "localhost" { "127.0.0.1" } else { text };
    let port = text.parse::<u16>().map(|port| SocketAddr::new(host, port));
    let alone = text.trim_matches(['[', ']']).parse::<IpAddr>().map(|host| SocketAddr::new(host, PORT));
    let local = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let both = local.as_deref().unwrap_or(text).parse::<SocketAddr>();
    port.ok().or(alone.ok()).or(both.ok()).ok_or_else(|| {
        "it is not an address: name a port (8080), an address of this machine (127.0.0.1) or both (127.0.0.1:8080)"
            .to_string()
    })
}

/// Listens and answers until it is told to stop.
pub fn run(args: &Args, context: &Context) -> Done {
    let folder = Folder::open(&args.dir)?;
    let verifier = args.verifier.as_deref().map(verifier).transpose()?;
    let shelf = Shelf::new(folder, with_cards(args.cards.as_deref())?, args.limits, fleet(args)?);
    let hall =
        Arc::new(Hall::new(shelf, args.cards.clone(), args.limits.effort, args.listen.ip().is_loopback()));
    for _ in 0..hall.hands().div_ceil(2) {
        let hall = hall.clone();
        thread::spawn(move || hall.shelf.judge());
    }
    let unable = |error: std::io::Error| Failure::system(error.to_string(), "try it again");
    let runtime = Builder::new_current_thread().enable_all().build().map_err(unable)?;
    let done = runtime.block_on(serve(args, (hall, verifier), context));
    runtime.shutdown_background();
    done.map(|()| End::Success)
}

/// The page that verifies in the browser.
fn verifier(path: &Path) -> Result<Bytes, Failure> {
    let page = input::limited_bytes(path, VERIFIER_BYTES_MAX).map_err(|error| {
        Failure::system(
            format!("{}: {error}", path.display()),
            "give the verify.html that bindings/typescript makes to --verifier",
        )
    })?;
    Ok(page.into())
}

async fn serve(
    args: &Args,
    (hall, verifier): (Arc<Hall>, Option<Bytes>),
    context: &Context,
) -> Result<(), Failure> {
    let taken = |error: std::io::Error| {
        let remedy = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                "another program listens there: name another port, or 0 for one that is free"
            }
            _ => "name an address of this machine and a port that you may use",
        };
        Failure::system(format!("{}: {error}", args.listen), format!("{remedy} (--listen)"))
    };
    let listener = TcpListener::bind(args.listen).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    // Whoever asks to stop before anybody asked for anything is heard too.
    let mut stop = stop_signs().map_err(taken)?;
    said(address, args, context);
    let (tell, told) = oneshot::channel::<()>();
    let router = web::router(hall, verifier, address, &args.hosts);
    let service = router.into_make_service_with_connect_info::<Answering>();
    let serving = axum::serve(Door::new(listener), service).with_graceful_shutdown(async move {
        let _ = told.await;
    });
    let serving = tokio::spawn(async move { serving.await });
    stop.recv().await;
    let _ = tell.send(());
    let _ = tokio::time::timeout(LAST_WORDS, serving).await;
    Ok(())
}

fn said(address: SocketAddr, args: &Args, context: &Context) {
    let folder = args.dir.display();
    if context.json() {
        return context
            .value(&json!({ "folder": folder.to_string(), "address": format!("http://{address}/") }));
    }
    context.line(format_args!("{folder} is at http://{address}/ (Ctrl-C ends it)"));
    if !address.ip().is_loopback() {
        context.complain(
            "Whoever can reach this address can see everything in these logs, hidden cards and seeds too.",
        );
    }
}

/// The signal to stop.
///
/// # Errors
/// It cannot be heard.
pub fn stop_signs() -> std::io::Result<mpsc::Receiver<()>> {
    let (say, hear) = mpsc::channel(1);
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
            let (mut sign, say) = (signal(kind)?, say.clone());
            tokio::spawn(async move {
                sign.recv().await;
                let _ = say.send(()).await;
            });
        }
    }
    #[cfg(not(unix))]
    tokio::spawn(async move {
        let _ = tokio::signal::ctrl_c().await;
        let _ = say.send(()).await;
    });
    Ok(hear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_or_a_host_or_both() {
        for (text, meant) in [
            ("0", "127.0.0.1:0"),
            ("8080", "127.0.0.1:8080"),
            ("localhost", "127.0.0.1:7411"),
            ("localhost:1", "127.0.0.1:1"),
            ("0.0.0.0", "0.0.0.0:7411"),
            ("[::1]:9", "[::1]:9"),
            ("::1", "[::1]:7411"),
        ] {
            assert_eq!(address(text), Ok(meant.parse().unwrap()), "{text}");
        }
        for text in ["", "70000", "example.com", "1.2.3.4:x"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
