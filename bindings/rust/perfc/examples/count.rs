//! Counts one function: its instructions, or where none can be counted (a VM, most often) the
//! nanoseconds it ran; and its page faults.

use perfc::{Event, On, Quality, SampleFields};

/// Touching new memory gives a page fault for each page.
fn sum_of_squares(count: u64) -> u64 {
    let squares: Vec<u64> = (0..count).map(|i| i * i).collect();
    std::hint::black_box(&squares).iter().sum()
}

fn open(name: &str) -> perfc::Result<Event> {
    Event::open_string(name, SampleFields::empty(), On::this_thread())
}

fn print(name: &str, count: perfc::Count) {
    if count.quality().contains(Quality::NEVER_RAN) {
        println!("{name}: not counted, other events had the PMU");
        return;
    }
    print!("{name}: {}", count.scaled());
    if count.quality().contains(Quality::SCALED) {
        print!(" (scaled, counted for a part of the time)");
    }
    println!();
}

fn main() -> perfc::Result<()> {
    let (name, main) = match open("instructions:u") {
        Err(error) if error.raw_os_error() == libc::ENOENT => {
            ("nanoseconds", open("task-clock:u")?)
        }
        opened => ("instructions", opened?),
    };
    let faults = open("page-faults:u")?;
    let (inner, main_count) = main.measure(|| faults.measure(|| sum_of_squares(1_000_000)))?;
    let (sum, fault_count) = inner?;
    println!("sum: {sum}");
    print(name, main_count);
    print("page faults", fault_count);
    Ok(())
}
