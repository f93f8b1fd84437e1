//! The protocol over WebSocket connections, and over a local socket.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::timeout;

use super::connection::Connection;
use super::pipe::too_long;
use super::pool::Pool;
use super::tokens::Tokens;
use super::wire::response::Role;
use crate::hosting::lines::LINE_BYTES_MAX;
use crate::output::{Context, Done, End, Failure};
use crate::serve::door::{Answering, Door, SILENCE};
use crate::serve::server_address::ServerAddress;
use crate::serve::{address, stop_signs};

#[cfg(unix)]
mod local;

/// The state that all connections share.
pub struct Hall {
    pool: Arc<Pool>,
    tokens: Option<Tokens>,
}

impl Hall {
    /// A new connection: it may do everything where nobody wants a token.
    fn connection(&self) -> Arc<Connection> {
        self.pool.connection(self.tokens.is_none().then_some(Role::Host))
    }
}

/// Listens until a signal stops it.
///
/// # Errors
/// Wrong use where the address is not one or strangers could come in, a system error where nobody can listen there.
pub fn listen(
    at: &str,
    names: &[String],
    tokens: Option<Tokens>,
    pool: Arc<Pool>,
    context: &Context,
) -> Done {
    let hall = Arc::new(Hall { pool, tokens });
    let unable = |error: std::io::Error| Failure::system(error.to_string(), "try it again");
    let runtime = Builder::new_current_thread().enable_all().build().map_err(unable)?;
    let done = match at.strip_prefix("unix:") {
        #[cfg(unix)]
        Some(path) => runtime.block_on(local::listen(std::path::Path::new(path), &hall, context)),
        #[cfg(not(unix))]
        Some(_) => Err(Failure::usage("this system has no local sockets", "name an address and a port")),
        None => {
            let at =
                address(at).map_err(|why| Failure::usage(format!("{at}: {why}"), "or name unix:PATH"))?;
            runtime.block_on(web(at, names, &hall, context))
        }
    };
    // Whoever is still connected is let go.
    drop(runtime);
    if let Some(pool) = Arc::into_inner(hall).and_then(|hall| Arc::into_inner(hall.pool)) {
        pool.end();
    }
    done.map(|()| End::Success)
}

fn said(place: &str, context: &Context) {
    if context.json() {
        context.value(&json!({ "listening": place }));
    } else {
        context.line(format_args!("Listening at {place} (Ctrl-C ends it)"));
    }
    context.flush();
}

async fn web(at: SocketAddr, names: &[String], hall: &Arc<Hall>, context: &Context) -> Result<(), Failure> {
    if !at.ip().is_loopback() && hall.tokens.is_none() {
        return Err(Failure::usage(
            format!("{at}: others could reach this address and play every match"),
            "give a --token-file, or listen at 127.0.0.1",
        ));
    }
    let taken = |error: std::io::Error| {
        Failure::system(
            format!("{at}: {error}"),
            "name an address of this machine and a free port (--listen)",
        )
    };
    let listener = TcpListener::bind(at).await.map_err(taken)?;
    let at = listener.local_addr().map_err(taken)?;
    let mut stop = stop_signs().map_err(taken)?;
    said(&format!("ws://{at}/"), context);
    let here = Arc::new(ServerAddress::new(at, names));
    let router = Router::new().route("/", any(upgrade)).with_state((here, hall.clone()));
    let service = router.into_make_service_with_connect_info::<Answering>();
    let serving = axum::serve(Door::new(listener), service);
    tokio::select! {
        served = async { serving.await } => served.map_err(taken),
        _ = stop.recv() => Ok(()),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Lets a client in, and not a page from elsewhere by way of a browser of this machine.
async fn upgrade(
    State((here, hall)): State<(Arc<ServerAddress>, Arc<Hall>)>,
    ConnectInfo(answering): ConnectInfo<Answering>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Response {
    let host = text(&headers, &header::HOST).unwrap_or_default();
    if !here.is(host) {
        return (StatusCode::MISDIRECTED_REQUEST, format!("this is not {host}")).into_response();
    }
    if !here.is_origin(host, text(&headers, &header::ORIGIN)) {
        return (StatusCode::FORBIDDEN, "a page from elsewhere plays no match here").into_response();
    }
    let socket = socket.max_message_size(LINE_BYTES_MAX).max_frame_size(LINE_BYTES_MAX);
    socket.on_upgrade(move |socket| async move {
        // A connection that waits for something to happen is not silent.
        let _busy = answering.begin();
        converse(socket, &hall).await;
    })
}

/// Answers a client: each message is a line.
async fn converse(mut socket: WebSocket, hall: &Hall) {
    let connection = hall.connection();
    let (mut next, mut ended) = (None::<Vec<u8>>, false);
    loop {
        if !send(&mut socket, &connection).await || connection.is_closed() {
            break;
        }
        if let Some(line) = next.take() {
            match connection.try_take_in() {
                Some(true) => hall.pool.obey(&connection, line, hall.tokens.as_ref()),
                Some(false) => break,
                None => next = Some(line),
            }
            continue_when_full(&connection, next.is_some()).await;
            continue;
        }
        if ended && connection.is_settled() {
            break;
        }
        tokio::select! {
            () = connection.outward.notified() => {}
            message = socket.recv(), if !ended => match message {
                Some(Ok(Message::Text(text))) => next = Some(text.as_bytes().to_vec()),
                Some(Ok(Message::Binary(bytes))) => next = Some(bytes.to_vec()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => ended = true,
            }
        }
    }
    hall.pool.gone(&connection);
}

/// Where a line waits for room, so does the task, until something was sent or is to be.
async fn continue_when_full(connection: &Connection, full: bool) {
    if full {
        connection.outward.notified().await;
    }
}

/// Sends what waits; false where the client does not take it.
async fn send(socket: &mut WebSocket, connection: &Connection) -> bool {
    while let Some((lines, responses)) = connection.try_out() {
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let message = Message::Text(String::from_utf8_lossy(line).into_owned().into());
            if !matches!(timeout(SILENCE, socket.send(message)).await, Ok(Ok(()))) {
                connection.close();
                return false;
            }
        }
        connection.sent(responses);
    }
    true
}

/// Waits until there is room for a request; false where nobody reads responses any more.
async fn room(connection: &Connection) -> bool {
    loop {
        match connection.try_take_in() {
            Some(room) => return room,
            None => connection.inward.notified().await,
        }
    }
}
