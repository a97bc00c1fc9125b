//! Traces the files that this thread opens, by the fields of a tracepoint.

use perfc::{On, SampleFields, Tracepoint};

fn main() -> perfc::Result<()> {
    let tracepoint = Tracepoint::open("syscalls:sys_enter_openat")?;
    let mut event =
        tracepoint.attr().sample(SampleFields::TID).disabled().open(On::this_thread())?;
    event.mmap(perfc::MMAP_DEFAULT_PAGES)?;

    event.enable()?;
    let _ = std::fs::read("/proc/self/comm");
    event.disable()?;

    let flags = tracepoint.find("flags")?;
    while let Some(record) = event.next_record()? {
        if !record.is_sample() {
            continue;
        }
        let sample = record.sample()?;
        let raw = sample.raw().unwrap_or_default();
        let close_on_exec = tracepoint.value(raw, flags)? & libc::O_CLOEXEC as u64 != 0;
        println!(
            "thread {} ({}): {}",
            sample.tid().unwrap_or_default(),
            if close_on_exec { "close-on-exec" } else { "inherited" },
            tracepoint.format(raw)?
        );
    }
    Ok(())
}
