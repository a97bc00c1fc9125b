//! Copies a perf.data file, with the samples of some processes only: copy_file FROM TO [PID...]

use perfc::profile::{File, Filter, Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, pids @ ..] = &arguments[..] else {
        return Err("usage: copy_file FROM TO [PID...]".into());
    };
    let pids = pids.iter().map(|pid| pid.parse()).collect::<Result<Vec<i32>, _>>()?;
    let filter = Filter { pids: &pids, ..Filter::default() };
    // AUX data, which are tails, belong to a copy.
    let mut file = File::options().filter(filter).tails().open(from)?;
    let mut writer = Writer::create(to)?;
    writer.copy(&mut file)?;
    let written = writer.finish()?;
    println!("{} records, {} bytes", written.records, written.bytes);
    Ok(())
}
