//! The log without the game: chain and frames, records decoded, records written.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use duelog_kernel::{Digest, Tag};
use duelog_log_format::{Decision, Durability, Header, Reader, Record, Writer, recover};
use duelog_tests::games::recorded;

/// How many decisions the long log has.
const DECISIONS: usize = 200_000;

fn main() {
    divan::main();
}

/// The header and the decisions of real games, again and again.
fn decisions() -> (Header, Vec<Decision>) {
    let logs: Vec<Vec<u8>> = (0..32).map(recorded).collect();
    let header = Reader::open(&logs[0]).expect("a good log").header().clone();
    let mut decisions = Vec::new();
    for log in &logs {
        for logged in Reader::open(log).expect("a good log") {
            if let Record::Decision(decision) = logged.expect("a good log").record {
                decisions.push(decision);
            }
        }
    }
    (header, decisions)
}

fn write(header: &Header, decisions: &[Decision]) -> Vec<u8> {
    let mut writer = Writer::create(Vec::new(), header, Durability::None).expect("memory takes it");
    for decision in decisions.iter().cycle().take(DECISIONS) {
        if writer.seal_due() {
            writer.seal(Digest([7; 32])).expect("memory takes it");
        }
        writer.decision(decision.seat, &decision.choice, Tag([9; 8])).expect("memory takes it");
    }
    writer.into_storage().expect("memory takes it")
}

fn long_log() -> (Vec<u8>, ItemsCount, BytesCount) {
    let (header, decisions) = decisions();
    let log = write(&header, &decisions);
    let records = Reader::open(&log).expect("a good log").skim().expect("a good log").records();
    let bytes = BytesCount::new(log.len());
    (log, ItemsCount::new(records), bytes)
}

/// The target: every frame's checksum, the order of records, the chain, the seals.
#[divan::bench(sample_count = 20)]
fn chain_and_frames(bencher: Bencher) {
    let (log, records, bytes) = long_log();
    bencher
        .counter(records)
        .counter(bytes)
        .bench(|| Reader::open(&log).expect("a good log").skim().expect("a good log").chain());
}

/// The same, and every record decoded.
#[divan::bench(sample_count = 20)]
fn records_decoded(bencher: Bencher) {
    let (log, records, bytes) = long_log();
    bencher
        .counter(records)
        .counter(bytes)
        .bench(|| Reader::open(&log).expect("a good log").check().expect("a good log").chain());
}

/// What is left of a log whose middle is damaged.
#[divan::bench(sample_count = 20)]
fn recovery(bencher: Bencher) {
    let (mut log, records, bytes) = long_log();
    let middle = log.len() / 2;
    log[middle..middle + 4].fill(0x55);
    bencher.counter(records).counter(bytes).bench(|| recover(&log).islands.len());
}

#[divan::bench(sample_count = 20)]
fn records_written(bencher: Bencher) {
    let (header, decisions) = decisions();
    bencher.counter(ItemsCount::new(DECISIONS)).bench(|| write(&header, &decisions));
}
