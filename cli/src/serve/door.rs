//! Connections: a limited number at a time, and silent ones are closed.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// How many connections there are at a time; others wait to be let in.
pub const CONNECTIONS_MAX: usize = 256;

/// How long somebody may take to ask, and to take what is answered.
pub const SILENCE: Duration = Duration::from_secs(10);

/// Lets askers in, as many as there is room for.
pub struct Door {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Door {
    /// A door where somebody listens.
    pub fn new(listener: TcpListener) -> Door {
        Door { listener, room: Arc::new(Semaphore::new(CONNECTIONS_MAX)) }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            let place = self.room.clone().acquire_owned().await;
            // A connection that cannot be accepted now, for instance because too many files are open, is
            // tried again.
            match (place, self.listener.accept().await) {
                (Ok(place), Ok((stream, address))) => return (Guest::new(stream, place), address),
                (Err(_), _) | (_, Err(_)) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// How often a connection has begun or finished with an answer: odd while one is worked out.
#[derive(Debug, Clone, Default)]
pub struct Answering(Arc<AtomicUsize>);

impl Connected<IncomingStream<'_, Door>> for Answering {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Answering {
        stream.io().answering.clone()
    }
}

/// A question is being answered, until this is dropped.
pub struct Busy(Answering);

impl Answering {
    /// A question has been asked.
    pub fn begin(&self) -> Busy {
        self.0.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A connection that ends where nothing comes, or is taken, for too long; while an answer is worked out it may
/// wait.
pub struct Guest {
    stream: TcpStream,
    answering: Answering,
    seen: usize,
    reading: Pin<Box<Sleep>>,
    writing: Option<Pin<Box<Sleep>>>,
    _place: OwnedSemaphorePermit,
}

impl Guest {
    fn new(stream: TcpStream, place: OwnedSemaphorePermit) -> Guest {
        let reading = Box::pin(sleep(SILENCE));
        Guest { stream, answering: Answering::default(), seen: 0, reading, writing: None, _place: place }
    }

    /// True if the connection was silent for too long since its last answer.
    fn silent(&mut self, context: &mut Context<'_>) -> bool {
        loop {
            let now = self.answering.0.load(Ordering::Relaxed);
            if self.seen != now {
                self.seen = now;
                self.reading.as_mut().reset(Instant::now() + SILENCE);
            }
            if self.reading.as_mut().poll(context).is_pending() {
                return false;
            }
            if now.is_multiple_of(2) {
                return true;
            }
            self.reading.as_mut().reset(Instant::now() + SILENCE);
        }
    }

    /// An answer that cannot be written is given up after a while.
    fn written<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.writing = None;
            return done;
        }
        let writing = self.writing.get_or_insert_with(|| Box::pin(sleep(SILENCE)));
        ready!(writing.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() && self.silent(context) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, done)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        self.written(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
