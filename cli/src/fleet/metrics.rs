//! The metrics of a worker, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use duelog_verifier::Report;
use tokio::net::TcpListener;

use super::job::Job;
use super::queue::standing;
use super::streams::Fleet;
use crate::output::Failure;
use crate::serve::door::{Answering, Door};

/// The end of a job, as far as this worker has to do with it.
pub enum Ended {
    /// The verdict, and how long it took.
    Judged(Job, Box<Report>, Duration),
    /// There was a verdict already.
    Before(Job),
    /// It was not done, and is tried again.
    Failed(Job, String),
    /// It was given up.
    Dead(Job, String),
    /// Another worker gets it, as this one ends.
    GivenBack(Job),
}

/// The metrics of a worker.
#[derive(Debug, Default)]
pub struct Metrics {
    /// How many logs it verifies at once.
    slots: u64,
    taken: AtomicU64,
    in_work: AtomicU64,
    redelivered: AtomicU64,
    before: AtomicU64,
    failed: AtomicU64,
    dead: AtomicU64,
    given_back: AtomicU64,
    decisions: AtomicU64,
    bytes: AtomicU64,
    milliseconds: AtomicU64,
    verdicts: Mutex<BTreeMap<&'static str, u64>>,
    away: AtomicBool,
}

impl Metrics {
    /// The metrics of a worker that verifies this number of logs at once.
    pub fn new(slots: usize) -> Metrics {
        Metrics { slots: slots as u64, ..Metrics::default() }
    }

    /// A job was taken, which was given to a worker so often.
    pub fn taken(&self, delivery: u64) {
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.in_work.fetch_add(1, Ordering::Relaxed);
        self.redelivered.fetch_add(u64::from(delivery > 1), Ordering::Relaxed);
    }

    /// The server answered, or did not; true if it was otherwise before.
    pub fn heard(&self, answered: bool) -> bool {
        self.away.swap(!answered, Ordering::Relaxed) == answered
    }

    /// A job ended.
    pub fn ended(&self, ended: &Ended) {
        self.in_work.fetch_sub(1, Ordering::Relaxed);
        let count = |counter: &AtomicU64, more: u64| {
            counter.fetch_add(more, Ordering::Relaxed);
        };
        match ended {
            Ended::Judged(job, report, took) => {
                let mut verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
                *verdicts.entry(report.verdict.word()).or_default() += 1;
                count(&self.decisions, report.decisions.into());
                count(&self.bytes, job.bytes);
                count(&self.milliseconds, u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
            }
            Ended::Before(_) => count(&self.before, 1),
            Ended::Failed(..) => count(&self.failed, 1),
            Ended::Dead(..) => count(&self.dead, 1),
            Ended::GivenBack(_) => count(&self.given_back, 1),
        }
    }

    /// All as text.
    fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# HELP duelog_fleet_verdicts_total Verdicts that this worker gave.\n# TYPE duelog_fleet_verdicts_total counter"
        );
        for (word, count) in &*self.verdicts.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "duelog_fleet_verdicts_total{{verdict=\"{word}\"}} {count}");
        }
        let mut counter = |name: &str, help: &str, value: String| {
            let _ = writeln!(
                text,
                "# HELP duelog_fleet_{name} {help}\n# TYPE duelog_fleet_{name} counter\nduelog_fleet_{name} {value}"
            );
        };
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed).to_string();
        counter("taken_total", "Jobs that were taken.", of(&self.taken));
        counter(
            "redelivered_total",
            "Jobs that were taken and that a worker had before.",
            of(&self.redelivered),
        );
        counter("known_total", "Jobs whose log had a verdict already.", of(&self.before));
        counter("failed_total", "Attempts that gave no verdict.", of(&self.failed));
        counter("dead_total", "Jobs that this worker gave up.", of(&self.dead));
        counter("given_back_total", "Jobs that were given back.", of(&self.given_back));
        counter("decisions_total", "Decisions in logs with a verdict.", of(&self.decisions));
        counter("log_bytes_total", "Bytes of logs with a verdict.", of(&self.bytes));
        let milliseconds = self.milliseconds.load(Ordering::Relaxed);
        let seconds = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
        counter("verify_seconds_total", "Seconds spent on verdicts, over all slots.", seconds);
        let mut gauge = |name: &str, help: &str, value: String| {
            let _ = writeln!(
                text,
                "# HELP duelog_fleet_{name} {help}\n# TYPE duelog_fleet_{name} gauge\nduelog_fleet_{name} {value}"
            );
        };
        gauge("slots", "Logs that are verified at once.", self.slots.to_string());
        gauge("in_work", "Jobs in work.", of(&self.in_work));
        let connected = u64::from(!self.away.load(Ordering::Relaxed));
        gauge("connected", "1 while the server answers.", connected.to_string());
        text
    }
}

/// Answers /metrics, and says where.
///
/// # Errors
/// A system error for an address that cannot be had.
pub async fn serve(address: SocketAddr, metrics: Arc<Metrics>, fleet: Fleet) -> Result<SocketAddr, Failure> {
    let taken = |error: std::io::Error| {
        Failure::system(
            format!("{address}: {error}"),
            "name an address of this machine and a free port (--metrics), or 0 for one that is free",
        )
    };
    let listener = TcpListener::bind(address).await.map_err(taken)?;
    let own = listener.local_addr().map_err(taken)?;
    let answer = async move || {
        let mut text = metrics.text();
        // All workers see the same queues: Prometheus takes the maximum.
        if let Ok(queues) = standing(&fleet).await {
            let name = "duelog_fleet_queued";
            let _ = writeln!(text, "# HELP {name} Jobs of the fleet that are not done.\n# TYPE {name} gauge");
            for (needs, standing) in queues {
                let (game, revision, left) = (needs.game, needs.revision, standing.left());
                let _ = writeln!(text, "{name}{{game=\"{game}\",revision=\"{revision}\"}} {left}");
            }
        }
        ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
    };
    let router = Router::new().route("/metrics", get(answer));
    let service = router.into_make_service_with_connect_info::<Answering>();
    let serving = axum::serve(Door::new(listener), service);
    tokio::spawn(async move { serving.await });
    Ok(own)
}
