//! Samples this process on every CPU, the rings in one stream by time, and sums its samples per
//! thread and per function straight from the columns.

use std::collections::BTreeMap;

use perfc::{Batch, SampleFields, Set, Specs, Stream, Target};

macro_rules! work {
    ($($name:ident $count:literal)+) => {$(
        #[inline(never)]
        fn $name() {
            let (mut i, mut mixed) = (0u64, 0u64);
            while i < $count {
                mixed = (mixed >> 1) ^ i;
                i += 1;
            }
            std::hint::black_box(mixed);
        }
    )+};
}
work! { less 50_000_000 more 150_000_000 }

/// The function at an address: the nearest that begins before it, and not far.
fn function_at(ip: u64) -> &'static str {
    let near = [("less", less as fn()), ("more", more as fn())]
        .map(|(name, start)| (ip.wrapping_sub(start as usize as u64), name));
    near.into_iter().min().filter(|near| near.0 < 0x200).map_or("(other)", |near| near.1)
}

fn main() -> perfc::Result<()> {
    let mut specs = Specs::new()?;
    let fields = SampleFields::IP | SampleFields::TID | SampleFields::TIME;
    specs.parse("cpu-clock/period=1000000/u", fields)?;
    // Threads that are started from now on are followed, which needs an event for each CPU.
    let mut set = Set::options().identify().open(&specs, &Target::tree(0).each_cpu())?;
    set.mmap(16)?;
    set.enable()?;
    let threads = [less as fn(), more as fn()].map(std::thread::spawn);
    threads.into_iter().for_each(|thread| thread.join().expect("it doesn't panic"));
    set.disable()?;

    let (mut stream, mut batch) = (Stream::new()?, Batch::new()?);
    stream.add_set(set).map_err(|(_, error)| error)?;
    let mut sums: BTreeMap<(u32, &str), u32> = BTreeMap::new();
    loop {
        let rows = batch.fill_stream(&mut stream)?;
        let (Some(tid), Some(ip)) = (rows.samples().tid(), rows.samples().ip()) else { break };
        for (tid, ip) in tid.values().iter().zip(ip.values()) {
            *sums.entry((*tid, function_at(*ip))).or_default() += 1;
        }
    }
    for ((tid, function), samples) in &sums {
        println!("{samples:7}  thread {tid}  {function}");
    }
    Ok(())
}
