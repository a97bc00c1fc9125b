//! Nanoseconds per record of reading samples from memory, record by record and by columns:
//!
//! ```text
//! cargo bench -p perfc
//! ```
//!
//! The two kinds are those of tools/bench: W1 is what a profiler of addresses samples, W2 has call
//! chains. The floor is a loop that knows where the fields lie and checks nothing but the size.

use std::hint::black_box;
use std::time::{Duration, Instant};

use perfc::{Attr, Batch, BatchOptions, Plan, SampleFields, SampleRoom, Software};

const RECORDS: usize = 20_000;
const CHAIN: usize = 30;

fn fields(chain: usize) -> SampleFields {
    let plain = SampleFields::IP | SampleFields::TID | SampleFields::TIME | SampleFields::PERIOD;
    if chain > 0 {
        plain | SampleFields::CALLCHAIN
    } else {
        plain
    }
}

fn records(chain: usize) -> Vec<u64> {
    let words = if chain > 0 { 6 + chain } else { 5 };
    let mut out = Vec::with_capacity(RECORDS * words);
    for i in 0..RECORDS as u64 {
        out.extend([9 | 2 << 32 | (words as u64 * 8) << 48, 0x40_0000 + i, 7 | 8 << 32, i, 1]);
        if chain > 0 {
            out.push(chain as u64);
            out.extend((0..chain as u64).map(|entry| 0x7f00_0000_0000 + entry * i));
        }
    }
    out
}

/// The sum of all ips, times and chain entries: what every way must find.
fn floor(words: &[u64], chain: usize) -> u64 {
    let mut sum = 0u64;
    let mut at = 0;
    while at < words.len() {
        let record = &words[at..at + (words[at] >> 51) as usize];
        sum = sum.wrapping_add(record[1]).wrapping_add(record[3]);
        if chain > 0 {
            let count = record[5] as usize;
            sum = record[6..6 + count].iter().fold(sum, |sum, entry| sum.wrapping_add(*entry));
        }
        at += record.len();
    }
    sum
}

fn by_record(plan: &Plan, bytes: &[u8]) -> u64 {
    let (mut sum, mut room) = (0u64, SampleRoom::new());
    for record in plan.records(bytes).flatten() {
        let Ok(sample) = record.sample_in(&mut room) else { continue };
        sum = sum.wrapping_add(sample.ip().unwrap_or(0)).wrapping_add(sample.time().unwrap_or(0));
        for entry in sample.callchain().unwrap_or_default() {
            sum = sum.wrapping_add(*entry);
        }
    }
    sum
}

fn by_columns(batch: &mut Batch, plan: &Plan, bytes: &[u8]) -> u64 {
    let (mut sum, mut at) = (0u64, 0);
    let all = |sum: u64, values: &[u64]| values.iter().fold(sum, |sum, v| sum.wrapping_add(*v));
    while at < bytes.len() {
        let Ok((rows, taken)) = batch.fill_bytes(plan, &bytes[at..]) else { break };
        let samples = rows.samples();
        for column in [samples.ip(), samples.time()].into_iter().flatten() {
            sum = all(sum, column.values());
        }
        if let Some(chains) = samples.callchain() {
            sum = match chains.values() {
                Some(values) => all(sum, values),
                None => chains.iter().flatten().fold(sum, all),
            };
        }
        at += taken;
    }
    sum
}

/// The best of many runs, in ns per record.
fn time(mut work: impl FnMut() -> u64, expected: u64) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        let sum = black_box(work());
        best = best.min(start.elapsed());
        assert_eq!(sum, expected, "all ways find the same");
    }
    best.as_nanos() as f64 / RECORDS as f64
}

fn main() -> perfc::Result<()> {
    for (name, chain) in [("W1", 0), ("W2", CHAIN)] {
        let attr = Attr::software(Software::Dummy).sample(fields(chain));
        let plan = Plan::new(attr, &[])?;
        let words = records(chain);
        // SAFETY: the bytes of the words.
        let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) };
        let sum = floor(&words, chain);
        let least = time(|| floor(black_box(&words), chain), sum);
        let told = |what: &str, ns: f64| {
            println!("{name} {what:12} {ns:7.1} ns/record {:6.2}x", ns / least);
        };
        told("floor", least);
        told("records", time(|| by_record(&plan, black_box(bytes)), sum));
        for views in [false, true] {
            let mut batch = Batch::with_options(BatchOptions { views, ..Default::default() })?;
            let what = if views { "views" } else { "columns" };
            told(what, time(|| by_columns(&mut batch, &plan, black_box(bytes)), sum));
        }
    }
    Ok(())
}
