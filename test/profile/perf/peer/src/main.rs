//! usage: peer FILE

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use linux_perf_data::{PerfFileReader, PerfFileRecord};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: peer FILE")?;
    let PerfFileReader {
        mut perf_file,
        mut record_iter,
    } = PerfFileReader::parse_file(BufReader::new(File::open(path)?))?;
    println!("{:?}", perf_file.hostname()?);
    println!("{:?}", perf_file.cmdline()?);
    for event in perf_file.event_attributes() {
        println!("{:?} {:?}", event.name, event.event_ids);
    }
    let mut build_ids: Vec<_> = (perf_file.build_ids()?.into_values())
        .map(|info| format!("{:?} {:?}", info.path, info.build_id))
        .collect();
    build_ids.sort();
    println!("{build_ids:?}");
    while let Some(record) = record_iter.next_record(&mut perf_file)? {
        if let PerfFileRecord::EventRecord { attr_index, record } = record {
            println!("{attr_index} {:?}", record.parse()?);
        }
    }
    Ok(())
}
