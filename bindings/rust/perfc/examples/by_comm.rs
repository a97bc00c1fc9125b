//! Counts the samples of a perf.data file by the name of their thread.

use std::collections::{BTreeMap, HashMap};

use perfc::profile::File;
use perfc::Decoded;

fn main() -> perfc::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "perf.data".to_owned());
    let mut file = File::open(path)?;
    let mut names: HashMap<u32, String> = HashMap::new();
    let mut samples: BTreeMap<String, u64> = BTreeMap::new();
    while let Some(record) = file.next_record()? {
        match record.decode()? {
            Decoded::Comm(comm) => {
                names.insert(comm.tid, String::from_utf8_lossy(comm.comm).into_owned());
            }
            Decoded::Fork(task) => {
                let name = names.get(&task.ptid).cloned().unwrap_or_default();
                names.insert(task.tid, name);
            }
            Decoded::Sample(sample) => {
                let name = sample.tid().and_then(|tid| names.get(&tid).cloned());
                *samples.entry(name.unwrap_or_default()).or_default() += 1;
            }
            _ => {}
        }
    }
    for (name, count) in samples {
        println!("{count:7}  {name}");
    }
    Ok(())
}
