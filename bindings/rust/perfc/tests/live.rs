//! On the running kernel. Where it has no perf events for us, each test says so and passes.

use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

use perfc::{
    Attr, AttrFlags, Batch, BatchOptions, Count, Decoded, Event, Host, LossesOf, MemberStatus, On,
    Quality, ReadFormat, RecordRoom, Report, SampleFields, Set, Software, Specs, Stream,
    StreamRecordFlags, StreamRecordRoom, SumBy, Target, Tracepoint, Waited,
};

/// The value, or the end of the test where the kernel won't let us.
macro_rules! needs {
    ($opened:expr) => {
        match $opened {
            Ok(value) => value,
            Err(error)
                if [libc::EACCES, libc::EPERM, libc::ENOSYS].contains(&error.raw_os_error()) =>
            {
                println!("skipped: {error}");
                return;
            }
            Err(error) => panic!("{error}"),
        }
    };
}

/// Works for so long on a CPU, in user space most of the time.
fn spin(milliseconds: u64) {
    let on_cpu = || {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: room for a time.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
    };
    let end = on_cpu() + milliseconds;
    while on_cpu() < end {
        std::hint::black_box((0..20_000u64).fold(0, |sum, i| sum ^ std::hint::black_box(i)));
    }
}

fn clock(fields: SampleFields) -> Attr {
    Attr::software(Software::CpuClock).period(1_000_000).sample(fields).exclude_kernel().disabled()
}

fn sampled(attr: Attr) -> perfc::Result<Event> {
    let mut event = attr.open(On::this_thread())?;
    event.mmap(16)?;
    event.enable()?;
    spin(30);
    event.disable()?;
    Ok(event)
}

#[test]
fn an_event_is_opened_by_its_name() {
    let none = SampleFields::empty();
    let event = needs!(Event::open_string("task-clock:u", none, On::this_thread()));
    let ((), count) = event.measure(|| spin(5)).unwrap();
    assert!(count.raw() > 0 && count.quality().contains(Quality::EXACT));

    let fields = SampleFields::IP | SampleFields::TID;
    let mut event = Event::open_string("cpu-clock/freq=2000/u", fields, On::this_thread()).unwrap();
    event.mmap(16).unwrap();
    event.enable().unwrap();
    spin(30);
    event.disable().unwrap();
    let record = event.next_record().unwrap().unwrap();
    assert!(record.sample().unwrap().ip().is_some());

    for (name, errno) in [("cs:u,faults:u", libc::ENOTUNIQ), ("page-fualts", libc::ENOENT)] {
        let error = Event::open_string(name, none, On::this_thread()).unwrap_err();
        assert_eq!(error.raw_os_error(), errno, "{error}");
    }
    let leader = Event::options().leader(&event);
    let error = leader.open_string("cs:u", none, On::this_thread()).unwrap_err();
    assert_eq!(error.raw_os_error(), libc::EINVAL);
}

#[test]
fn samples_of_this_thread_are_decoded() {
    let fields = SampleFields::IP | SampleFields::TID | SampleFields::CALLCHAIN;
    let mut event = needs!(sampled(clock(fields)));
    let mut samples = 0;
    while let Some(record) = event.next_record().unwrap() {
        if let Decoded::Sample(sample) = record.decode().unwrap() {
            assert_eq!(sample.pid(), Some(std::process::id()));
            assert!(sample.ip().unwrap() > 0);
            assert!(!sample.callchain().unwrap().is_empty());
            assert_eq!(sample.time(), None, "it wasn't asked for");
            samples += 1;
        }
    }
    assert!(samples > 0);
    assert_eq!(event.losses().unwrap().lost, 0);
    assert_eq!(event.as_fd().as_raw_fd(), event.as_raw_fd());
    assert_eq!(event.attr().as_raw().sample_period, 1_000_000);
    assert!(event.control_page().unwrap().data_size() >= 16 * 4096);
}

#[test]
fn columns_have_what_records_have() {
    let copied = BatchOptions::default();
    let views = BatchOptions { views: true, ..copied };
    let view_bytes = BatchOptions { view_bytes: true, ..copied };
    for options in [copied, views, view_bytes] {
        let fields = SampleFields::IP | SampleFields::TID | SampleFields::CALLCHAIN;
        let mut event = needs!(sampled(clock(fields)));
        let mut batch = Batch::with_options(options).unwrap();
        let rows = batch.fill(&mut event).unwrap();
        assert!(!rows.is_empty());
        let samples = rows.samples();
        let (ips, chains) = (samples.ip().unwrap(), samples.callchain().unwrap());
        assert_eq!(ips.values().len(), samples.len());
        assert_eq!(ips.null_count(), 0);
        for (ip, chain) in ips.iter().zip(chains.iter()) {
            assert!(chain.unwrap().contains(&ip.unwrap()));
        }
        assert!(samples.time().is_none());
        assert_eq!(chains.values().is_none(), options.views);
    }
}

#[test]
fn another_thread_wakes_a_wait_and_reads_the_count() {
    let mut event = needs!(clock(SampleFields::IP).open(On::this_thread()));
    event.mmap(1).unwrap();
    let control = event.control();
    let other = std::thread::spawn(move || {
        assert_eq!(control.read().unwrap().len(), 1);
        control.wake().unwrap();
        control
    });
    assert_eq!(event.wait(None).unwrap(), Waited::Woken);
    assert_eq!(event.wait(Some(Duration::ZERO)).unwrap(), Waited::TimedOut);
    let control = other.join().unwrap();
    event.close();
    assert_eq!(control.wake().unwrap_err().raw_os_error(), libc::EBADF);
    assert_eq!(control.read().unwrap_err().raw_os_error(), libc::EBADF);
}

#[test]
fn the_end_of_the_target_is_told_once_the_ring_is_drained() {
    let mut child = std::process::Command::new("sleep").arg("0.1").spawn().unwrap();
    let attr = clock(SampleFields::IP).with(AttrFlags::TASK).without(AttrFlags::DISABLED);
    let opened = attr.open(On::thread(child.id() as i32)).and_then(|mut event| {
        event.mmap(1)?;
        Ok(event)
    });
    child.wait().unwrap();
    let mut event = needs!(opened);
    let mut exits = 0;
    while event.wait(None).unwrap() != Waited::Ended {
        while let Some(record) = event.next_record().unwrap() {
            exits += usize::from(matches!(record.decode().unwrap(), Decoded::Exit(_)));
        }
    }
    assert_eq!(exits, 1);
    assert!(event.next_record().unwrap().is_none());
}

#[test]
fn a_group_is_counted_at_one_instant() {
    let attr = Attr::software(Software::TaskClock)
        .times()
        .read_format(ReadFormat::GROUP | ReadFormat::ID)
        .exclude_kernel()
        .disabled();
    let leader = needs!(attr.open(On::this_thread()));
    let faults = Attr::software(Software::PageFaults).times().exclude_kernel();
    let faults = Event::options().leader(&leader).open(faults, On::this_thread()).unwrap();
    let ((), counts) = leader.measure_group(&[&leader, &faults], || spin(5)).unwrap();
    assert_eq!(counts.len(), 2);
    assert!(counts[0].quality().contains(Quality::EXACT));
    assert!(counts[0].raw() >= 1_000_000);
    assert_eq!(leader.read().unwrap().len(), 2);

    let mut again = [Count::default(); 2];
    leader.count_group(&[&faults, &leader], &mut again).unwrap();
    assert_eq!(again[1].since(&counts[0]).quality(), again[1].since(&counts[0]).quality());
    assert_eq!(Count::sum(&again).unwrap().raw(), again[0].raw() + again[1].raw());
    assert_eq!(Count::scale(10, 4, 2), Some(20));
    assert_eq!(Count::scale(10, 4, 0), None);
}

#[test]
fn what_is_measured_may_panic() {
    let event = needs!(clock(SampleFields::empty()).times().open(On::this_thread()));
    let measured = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        event.measure(|| panic!("on purpose"))
    }));
    assert!(measured.is_err());
    let before = event.count().unwrap();
    spin(2);
    assert_eq!(event.count().unwrap().raw(), before.raw(), "it was disabled");
}

#[test]
fn writers_share_a_ring_and_come_back() {
    let fields = SampleFields::IDENTIFIER | SampleFields::IP;
    let mut target = needs!(clock(fields).open(On::this_thread()));
    target.mmap(4).unwrap();
    let writer = clock(fields).open(On::this_thread()).unwrap();
    let id = writer.id().unwrap();
    let (index, told_apart) = target.add_writer(writer).unwrap();
    assert!(told_apart);
    target.writer(index).unwrap().enable().unwrap();
    spin(10);
    let record = target.next_record().unwrap().unwrap();
    let sample = record.sample().unwrap();
    assert_eq!((sample.attr_index(), sample.identifier()), (1, Some(id)));
    let writer = target.remove_writer(index).unwrap();
    assert!(target.writer(index).is_none());
    let (_, error) = target
        .add_writer({
            let mut own = writer;
            own.mmap(1).unwrap();
            own
        })
        .unwrap_err();
    assert_eq!(error.rule(), perfc::sys::PERFC_RULE_OUTPUT);
}

#[test]
fn a_block_of_records_is_taken_at_once() {
    let mut event = needs!(sampled(clock(SampleFields::IP | SampleFields::TIME)));
    let first = event.peek_record().unwrap().unwrap().sample().unwrap().time();
    let mut room = [RecordRoom::new(); 4];
    assert_eq!(event.next_records(&mut []).unwrap_err().raw_os_error(), libc::EINVAL);
    let (mut times, mut blocks) = (Vec::new(), Vec::new());
    loop {
        let records = event.next_records(&mut room).unwrap();
        if records.is_empty() {
            break;
        }
        blocks.push(records.len());
        times.extend(records.filter_map(|record| record.sample().unwrap().time()));
    }
    assert_eq!(times.first().copied(), first);
    assert!(times.len() > 4);
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(blocks.iter().sum::<usize>(), times.len());
    assert!(blocks.iter().all(|records| *records <= 4));
    assert!(event.next_record().unwrap().is_none());
}

#[test]
fn a_set_in_a_stream_gives_the_records_of_all_cpus_by_time() {
    let mut specs = Specs::new().unwrap();
    let fields = SampleFields::IP | SampleFields::TID | SampleFields::TIME;
    specs.add(clock(fields).with(AttrFlags::COMM), "cpu-clock", None).unwrap();
    let mut report = Report::new().unwrap();
    let target = Target::tree(0).each_cpu();
    let opened = Set::options().identify().report(&mut report).open(&specs, &target);
    let mut set = needs!(opened);
    assert_eq!(report.to_string(), "");
    assert!(set.mmap(8).unwrap() > 0);
    assert!(set.members().all(|member| member.status == MemberStatus::Open));
    assert!(set.ring_budget(0).unwrap().online_cpus > 0);
    let plan = set.plan().unwrap();
    set.enable().unwrap();
    std::thread::Builder::new().name("named".into()).spawn(|| spin(30)).unwrap().join().unwrap();
    set.disable().unwrap();
    let counts = set.read().unwrap();
    assert_eq!(set.sum(SumBy::Spec, &counts).unwrap().len(), 1);
    let (of, _) = &set.sum(SumBy::Spec, &counts[..1]).unwrap()[0];
    assert_eq!((of.parts, of.missing as usize), (1, set.len() - 1));

    let mut stream = Stream::new().unwrap();
    stream.add_set(set).unwrap();
    assert_eq!(stream.wait(Some(Duration::ZERO)).unwrap(), Waited::Records);
    let (mut last, mut comms) = (0, 0);
    while let Some(record) = stream.next_record().unwrap() {
        assert!(record.time() >= last);
        last = record.time();
        assert!(record.with_plan(&plan).decode().is_ok());
        if let Decoded::Comm(comm) = record.decode().unwrap() {
            comms += usize::from(comm.comm == b"named");
        }
    }
    assert!(comms > 0);
    assert_eq!(stream.losses(LossesOf::All).unwrap().lost, 0);
    // Threads of other tests come and go.
    stream.update_set(0, 8, 0).unwrap();
}

#[test]
fn rows_of_a_stream_lead_to_their_events_plan() {
    let fields = SampleFields::IP | SampleFields::TIME;
    let attr = clock(fields).identify().with(AttrFlags::COMM | AttrFlags::TASK);
    let mut event = needs!(attr.open(On::this_thread()));
    event.mmap(4).unwrap();
    event.enable().unwrap();
    let name = c"changed";
    // SAFETY: a string.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
    spin(5);
    event.disable().unwrap();
    let mut stream = Stream::new().unwrap();
    let source = stream.add(event).unwrap();
    let mut batch = Batch::new().unwrap();
    let rows = batch.fill_stream(&mut stream).unwrap();
    assert!(rows.samples().source().unwrap().values().iter().all(|s| *s == source));
    let records: Vec<_> = (0..rows.records().len()).map(|row| rows.record(row).unwrap()).collect();
    let is_comm = |decoded| matches!(decoded, Decoded::Comm(comm) if comm.comm == b"changed");
    assert!(records.iter().any(|record| is_comm(record.decode().unwrap())));
    assert!(stream.event_of(source + 1).is_none());
    let event = stream.remove(source).unwrap();
    assert!(stream.event_of(source).is_none());
    drop(stream);
    event.enable().unwrap();
}

#[test]
fn a_stream_gives_blocks_of_records() {
    let mut stream = Stream::new().unwrap();
    for _ in 0..2 {
        let event = needs!(sampled(clock(SampleFields::IP | SampleFields::TIME)));
        stream.add(event).unwrap();
    }
    let mut room = [StreamRecordRoom::new(); 5];
    assert_eq!(stream.next_records(&mut []).unwrap_err().raw_os_error(), libc::EINVAL);
    let (mut next, mut sources, mut last) = (0, [0, 0], 0);
    loop {
        let records = stream.next_records(&mut room).unwrap();
        if records.is_empty() {
            break;
        }
        assert!(records.len() <= 5);
        for record in records {
            assert_eq!(record.sequence(), next);
            assert_eq!(record.sample().unwrap().time(), Some(record.time()));
            assert!(record.time() >= last);
            assert_eq!(record.flags(), StreamRecordFlags::empty());
            assert_eq!((record.position(), record.tail(), record.tail_size()), (None, &[][..], 0));
            assert_eq!(record.plan().len(), 1);
            sources[record.source() as usize] += 1;
            (next, last) = (next + 1, record.time());
        }
    }
    assert!(sources[0] > 5 && sources[1] > 5);
    assert!(stream.next_record().unwrap().is_none());
}

#[test]
fn a_stream_is_woken_by_another_thread() {
    let mut event = needs!(clock(SampleFields::IP | SampleFields::TIME).open(On::this_thread()));
    event.mmap(1).unwrap();
    let mut stream = Stream::new().unwrap();
    stream.add(event).unwrap();
    let waker = stream.waker();
    let other = std::thread::spawn(move || waker.wake().map(|()| waker));
    assert_eq!(stream.wait(None).unwrap(), Waited::Woken);
    drop(stream);
    let waker = other.join().unwrap().unwrap();
    assert_eq!(waker.wake().unwrap_err().raw_os_error(), libc::EBADF);
}

#[test]
fn a_flight_has_the_newest_records() {
    let attr = clock(SampleFields::IP | SampleFields::TIME).with(AttrFlags::WRITE_BACKWARD);
    let mut event = needs!(attr.open(On::this_thread()));
    event.mmap(1).unwrap();
    event.enable().unwrap();
    let mut flight = perfc::Flight::new().unwrap();
    let source = flight.add(event).unwrap();
    spin(20);
    let count = flight.cut(None).unwrap();
    assert!(count > 0);
    let mut seen = 0;
    while let Some(record) = flight.next_record().unwrap() {
        assert_eq!(record.source(), source);
        seen += 1;
    }
    assert_eq!(seen, count);
    flight.cut(Some(Duration::from_secs(1))).unwrap();
    let mut room = [StreamRecordRoom::new(); 2];
    let records = flight.next_records(&mut room).unwrap();
    assert_eq!(records.len(), 2);
    assert!(records[0].time() <= records[1].time());
    let mut batch = Batch::new().unwrap();
    assert!(!batch.fill_stream(&mut flight).unwrap().is_empty());
    flight.resume().unwrap();
    assert!(flight.losses(LossesOf::Source(source)).is_ok());
    let event = flight.remove(source).unwrap();
    assert!(flight.event_of(source).is_none());
    event.enable().unwrap();
}

#[test]
fn a_set_is_in_a_flight() {
    let mut specs = Specs::new().unwrap();
    let attr = clock(SampleFields::IP | SampleFields::TIME).with(AttrFlags::WRITE_BACKWARD);
    specs.add(attr, "cpu-clock", None).unwrap();
    let mut set = needs!(Set::open(&specs, &Target::thread(0)));
    let overwrite = perfc::sys::PERFC_SET_MMAP_OVERWRITE;
    assert_eq!(set.mmap_with(1, overwrite).unwrap(), 1);
    set.enable().unwrap();
    let mut flight = perfc::Flight::new().unwrap();
    let set = flight.add_set(set).unwrap();
    spin(5);
    assert!(flight.cut(None).unwrap() > 0);
    assert!(flight.next_record().unwrap().is_some());
    flight.resume().unwrap();
    assert_eq!(flight.set(set).unwrap().len(), 1);
    flight.update_set(set, 1, overwrite).unwrap();
}

#[test]
fn a_tolerant_set_has_the_counters_that_there_are() {
    let mut specs = Specs::new().unwrap();
    specs.add(Attr::new(perfc::sys::PERFC_TYPE_SOFTWARE, 0xffff), "absent", None).unwrap();
    specs.add(Attr::software(Software::TaskClock), "task-clock", None).unwrap();
    let set = needs!(Set::options().tolerant().start().open(&specs, &Target::thread(0)));
    spin(2);
    set.disable().unwrap();
    assert_eq!(set.member(0).unwrap().open_error, Some(libc::ENOENT));
    assert_eq!(set.member(1).unwrap().open_error, None);
    let counts = set.read().unwrap();
    assert!(counts[1].raw() > 0);
    assert!(counts[0].quality().contains(Quality::PARTIAL));
}

#[test]
fn times_become_those_of_other_clocks() {
    let attr = clock(SampleFields::TIME).clock(libc::CLOCK_MONOTONIC);
    let event = needs!(attr.open(On::this_thread()));
    let relation = event.relate_clock(libc::CLOCK_MONOTONIC).unwrap();
    let time = relation.as_raw().time;
    assert_eq!(relation.convert(time).unwrap().ns, time);
    let other = event.relate_clock(perfc::clock_find("realtime").unwrap()).unwrap();
    assert!(other.convert_until(Some(&other), time).unwrap().ns > time);
    assert_eq!(perfc::clock_name(libc::CLOCK_TAI), Some("tai"));
}

#[test]
fn fields_of_a_tracepoint_one_by_one_and_as_columns() {
    let tracepoint = match Tracepoint::open("syscalls:sys_enter_openat") {
        Err(error) if error.raw_os_error() == libc::ENOENT => {
            println!("skipped: {error}");
            return;
        }
        other => needs!(other),
    };
    assert_eq!((tracepoint.system(), tracepoint.name()), ("syscalls", "sys_enter_openat"));
    let mut event = needs!(tracepoint.attr().disabled().open(On::this_thread()));
    event.mmap(4).unwrap();
    event.enable().unwrap();
    let _ = std::fs::read("/proc/self/comm");
    event.disable().unwrap();
    let flags = tracepoint.find("flags").unwrap();
    assert_eq!(tracepoint.field(flags).unwrap().name, "flags");
    assert!(tracepoint.fields().count() > 4);
    let record = event.peek_record().unwrap().unwrap();
    let raw = record.sample().unwrap().raw().unwrap();
    assert!(tracepoint.matches(raw));
    let value = tracepoint.value(raw, flags).unwrap();
    assert!(tracepoint.format(raw).unwrap().contains("flags="));
    assert!(!tracepoint.format_field(raw, flags).unwrap().is_empty());
    assert_eq!(tracepoint.bytes(raw, flags, 0).unwrap(), value.to_ne_bytes());
    let mut batch = Batch::new().unwrap();
    let rows = batch.fill(&mut event).unwrap();
    let column = tracepoint.column(&rows, flags, 0).unwrap();
    assert_eq!(column.get(0), Some(value));
    let bytes = tracepoint.byte_column(&rows, flags, 0);
    assert!(bytes.is_err() || bytes.unwrap().get(0).unwrap() == value.to_ne_bytes());
}

#[test]
fn names_are_listed_and_told() {
    let host = Host::default();
    assert!(host.is_supported().unwrap());
    let list = host.catalog(perfc::sys::PERFC_CATALOG_SOFTWARE).unwrap();
    assert!(list.iter().any(|entry| entry.name == "cpu-clock"));
    let label = host.attr_label(Attr::software(Software::PageFaults)).unwrap();
    assert!(label.starts_with("page-faults") || label.starts_with("faults"), "{label}");
    assert!(host.pmu_type("software").unwrap() == perfc::sys::PERFC_TYPE_SOFTWARE);
    assert!(needs!(host.attr_size()) >= 112);
    assert!(host.max_stack().unwrap() > 0);
}

#[test]
fn a_child_of_fork_may_only_drop() {
    let mut event = needs!(sampled(clock(SampleFields::IP)));
    // SAFETY: the child calls the library and _exit.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let refused = event.enable().is_err_and(|e| e.raw_os_error() == libc::EOWNERDEAD)
            && event.next_record().is_err_and(|e| e.raw_os_error() == libc::EOWNERDEAD);
        drop(event);
        // SAFETY: ends the child.
        unsafe { libc::_exit(i32::from(!refused)) };
    }
    let mut status = 0;
    // SAFETY: our own child.
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!(status, 0);
    assert!(event.next_record().unwrap().is_some());
    event.enable().unwrap();
}

#[test]
fn an_event_without_an_aux_area_says_so() {
    let mut event = needs!(clock(SampleFields::IP).open(On::this_thread()));
    event.mmap(8).unwrap();
    assert_eq!(event.aux_mmap(8, false).unwrap_err().raw_os_error(), libc::EOPNOTSUPP);
    assert_eq!(event.aux_peek().unwrap_err().raw_os_error(), libc::EBADFD);
    assert_eq!(event.aux_release(0).unwrap_err().raw_os_error(), libc::EBADFD);
    assert_eq!(event.aux_munmap().unwrap_err().raw_os_error(), libc::EBADFD);
}

#[test]
fn a_forgotten_map_is_said_so() {
    let mut event = needs!(clock(SampleFields::IP).open(On::this_thread()));
    let error = event.next_record().unwrap_err();
    assert_eq!(error.raw_os_error(), libc::EBADFD);
    assert!(error.to_string().contains("the event has no ring"), "{error}");
}

/// A program for tracepoints that returns 0.
fn bpf_program() -> std::io::Result<OwnedFd> {
    const PROG_LOAD: libc::c_long = 5;
    const TRACEPOINT: u64 = 5;
    let code: [u64; 2] = [0xb7, 0x95]; // r0 = 0; exit
    let number = code.len() as u64;
    let attr: [u64; 6] =
        [TRACEPOINT | number << 32, code.as_ptr() as u64, c"GPL".as_ptr() as u64, 0, 0, 0];
    // SAFETY: the attr of bpf(2) with its size.
    let fd = unsafe {
        libc::syscall(libc::SYS_bpf, PROG_LOAD, attr.as_ptr(), std::mem::size_of_val(&attr))
    };
    if fd < 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: just opened.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as i32) })
}

#[test]
fn a_program_is_at_the_tracepoint_it_was_attached_to() {
    let tracepoint = match Tracepoint::open("syscalls:sys_enter_openat") {
        Err(error) if error.raw_os_error() == libc::ENOENT => {
            println!("skipped: {error}");
            return;
        }
        other => needs!(other),
    };
    let Ok(program) = bpf_program() else {
        println!("skipped: no BPF programs for this user");
        return;
    };
    let event = needs!(tracepoint.attr().disabled().open(On::this_thread()));
    event.set_bpf(program.as_fd()).unwrap();
    assert_eq!(event.query_bpf().unwrap().len(), 1);
    let other = needs!(clock(SampleFields::IP).open(On::this_thread()));
    assert!(other.query_bpf().is_err());
}
