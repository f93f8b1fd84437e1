//! No bit of a recorded game can be changed without the verifier noticing, not even by somebody who mends the
//! checksum.

use std::ops::Range;

use duelog_kernel::Factory;
use duelog_kernel::rng::Stream;
use duelog_log_format::{MAGIC, Reader};
use duelog_magic::factory::MagicFactory;
use duelog_tests::games::{length, random, recorded};
use duelog_verifier::{Verdict, verify};

/// The shortest of some logs of whole games: each is verified many times.
fn logs() -> Vec<Vec<u8>> {
    let mut logs: Vec<Vec<u8>> = (3_000..3_040).map(recorded).collect();
    logs.sort_by_key(Vec::len);
    logs.truncate(3);
    logs
}

fn games() -> Vec<Box<dyn Factory>> {
    vec![Box::new(MagicFactory::default())]
}

fn flip(log: &[u8], bit: u32) -> Vec<u8> {
    let mut flipped = log.to_vec();
    flipped[bit as usize / 8] ^= 1 << (bit % 8);
    flipped
}

/// Returns whether the bytes of a log are whole, whatever they say of the game.
fn is_whole(log: &[u8]) -> bool {
    let Ok(mut reader) = Reader::open(log) else { return false };
    loop {
        match reader.next_record() {
            Ok(None) => return true,
            Ok(Some(_)) => {}
            Err(_) => return false,
        }
    }
}

/// A log that is not whole is verified for one bit in ten: a verdict reads with the same reader.
#[test]
fn any_flipped_bit_is_noticed() {
    let games = games();
    for (number, log) in logs().iter().enumerate() {
        assert_eq!(verify(&games, log).verdict, Verdict::Verified);
        let mut stream = random(number as u64);
        for place in 0..length() {
            let bit = stream.below(log.len() as u32 * 8);
            let flipped = flip(log, bit);
            if place % 10 == 0 || is_whole(&flipped) {
                let report = verify(&games, &flipped);
                assert_ne!(report.verdict, Verdict::Verified, "log {number}, bit {bit}");
            }
        }
    }
}

/// The bytes of every record but the header: its length, its payload, its checksum.
fn records(log: &[u8]) -> Vec<Range<usize>> {
    let mut reader = Reader::open(log).expect("a good log");
    let mut begins = vec![reader.progress().bytes() as usize];
    while reader.next_frame().expect("a good log").is_some() {
        begins.push(reader.progress().bytes() as usize);
    }
    begins.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The log with one bit of a record's payload flipped and its checksum made good again.
fn mended(log: &[u8], record: &Range<usize>, random: &mut Stream) -> Vec<u8> {
    let width = log[record.clone()].iter().position(|byte| byte & 0x80 == 0).expect("a length ends") + 1;
    let payload = record.start + width..record.end - 4;
    let bit = payload.start as u32 * 8 + random.below(payload.len() as u32 * 8);
    let mut flipped = flip(log, bit);
    let checksum = crc32c::crc32c(&flipped[record.start..payload.end]).to_le_bytes();
    flipped[payload.end..record.end].copy_from_slice(&checksum);
    flipped
}

#[test]
fn a_flipped_bit_is_noticed_behind_a_mended_checksum() {
    let games = games();
    for (number, log) in logs().iter().enumerate() {
        let records = records(log);
        assert_eq!(records.last().expect("a log has records").end, log.len());
        assert!(records[0].start > MAGIC.len());
        let mut stream = random(number as u64);
        for _ in 0..length() / 10 {
            let record = &records[stream.below(records.len() as u32) as usize];
            let report = verify(&games, &mended(log, record, &mut stream));
            assert_ne!(report.verdict, Verdict::Verified, "log {number}, bytes {record:?}");
        }
    }
}
