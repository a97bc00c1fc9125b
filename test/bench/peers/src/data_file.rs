//! linux-perf-data on a file, in the order of time.

use std::fs::File;
use std::io::BufReader;

use linux_perf_data::{Error, PerfFileReader, PerfFileRecord};
use linux_perf_event_reader::{EventRecord, SampleRecord};

use crate::reader::sum_of_chain;
use crate::ring::Sum;

/// As many bytes as the library reads at once.
const BUFFER: usize = 1 << 20;

fn sum(sample: &SampleRecord) -> u64 {
    let numbers = [
        sample.ip.unwrap_or(0),
        sample.pid.unwrap_or(0) as u64,
        sample.tid.unwrap_or(0) as u64,
        sample.timestamp.unwrap_or(0),
        sample.cpu.unwrap_or(0).into(),
        sample.period.unwrap_or(0),
        sample.callchain.as_ref().map_or(0, sum_of_chain),
    ];
    numbers.into_iter().fold(0, u64::wrapping_add)
}

pub fn read(path: &str) -> Result<Sum, Error> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    let PerfFileReader {
        mut perf_file,
        mut record_iter,
    } = PerfFileReader::parse_file(file)?;
    let mut all = Sum::default();
    while let Some(record) = record_iter.next_record(&mut perf_file)? {
        if let PerfFileRecord::EventRecord { record, .. } = record {
            if let EventRecord::Sample(sample) = record.parse()? {
                all.add(sum(&sample));
            }
        }
    }
    Ok(all)
}
