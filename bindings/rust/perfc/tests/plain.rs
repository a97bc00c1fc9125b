//! What needs no perf events.

use std::error::Error as _;

use perfc::{
    Attr, Batch, BatchOptions, ByteOrder, Decoded, Host, HostOptions, Plan, SampleFields, Software,
    StreamRecord,
};

fn attr() -> Attr {
    Attr::software(Software::Dummy).sample(SampleFields::IP | SampleFields::TID).identify()
}

/// A sample of `attr()`, and a record of a type that nobody knows.
fn records() -> Vec<u64> {
    let sample = [9 | 2 << 32 | 32 << 48, 7, 0x1000, 11 | 12 << 32];
    let unknown = [200 | 16 << 48, 0xabcd];
    sample.into_iter().chain(unknown).collect()
}

fn bytes(words: &[u64]) -> &[u8] {
    // SAFETY: the bytes of the words.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
}

#[test]
fn bytes_are_walked_and_decoded_without_any_fd() {
    let plan = Plan::new(attr(), &[]).unwrap();
    let words = records();
    let records: Vec<_> = plan.records(bytes(&words)).collect::<perfc::Result<_>>().unwrap();
    let sample = records[0].sample().unwrap();
    assert_eq!((sample.identifier(), sample.ip()), (Some(7), Some(0x1000)));
    assert_eq!((sample.pid(), sample.tid()), (Some(11), Some(12)));
    assert_eq!(format!("{sample:?}"), "Sample { identifier: 7, ip: 4096, pid: 11, tid: 12 }");
    assert!(matches!(records[1].decode().unwrap(), Decoded::Unknown { number: 200, .. }));
    assert_eq!(records[0].name(), Some("SAMPLE"));
    assert_eq!(records[1].name(), None);
}

#[test]
fn a_walk_ends_at_a_header_that_cannot_be_right() {
    let plan = Plan::new(attr(), &[]).unwrap();
    let words = [9 | 4 << 48, 0];
    let mut walk = plan.records(bytes(&words));
    assert_eq!(walk.next().unwrap().unwrap_err().raw_os_error(), libc::EBADMSG);
    assert!(walk.next().is_none());
    let misaligned = &bytes(&words)[4..12];
    assert_eq!(plan.view(misaligned, None).unwrap_err().raw_os_error(), libc::EINVAL);
}

#[test]
fn several_attrs_are_told_apart_by_id_or_it_is_said_why_not() {
    let mut plan = Plan::new(attr(), &[1]).unwrap();
    assert_eq!(plan.add(attr(), &[7]).unwrap(), 1);
    assert!(plan.tells_apart().is_ok());
    let words = records();
    let record = plan.view(bytes(&words), None).unwrap().unwrap();
    assert_eq!(record.sample().unwrap().attr_index(), 1);
    assert_eq!(plan.add(attr(), &[7]).unwrap_err().raw_os_error(), libc::EEXIST);

    let bare = Attr::software(Software::Dummy).sample(SampleFields::IP);
    plan.add(bare, &[9]).unwrap();
    let why = plan.tells_apart().unwrap_err();
    assert_eq!(why.raw_os_error(), libc::ENOTUNIQ);
    assert_eq!(plan.attr(2).unwrap().as_raw().sample_type, SampleFields::IP.bits());
    assert!(plan.attr(3).is_none());
}

#[test]
fn a_plan_takes_attrs_and_ids_and_tells_them() {
    let mut plan = Plan::empty(ByteOrder::Native).unwrap();
    assert!(plan.is_empty());
    assert!(plan.ids(0).is_none());
    assert_eq!(plan.add(attr(), &[9, 3]).unwrap(), 0);
    assert_eq!(plan.add(attr(), &[]).unwrap(), 1);
    plan.add_ids(1, &[8]).unwrap();
    assert_eq!(plan.add_ids(0, &[8]).unwrap_err().raw_os_error(), libc::EEXIST);
    assert_eq!(plan.ids(0).unwrap(), [9, 3]);
    assert_eq!(plan.ids(1).unwrap(), [8]);
    assert_eq!(plan.find_id(8), Some(1));
    assert_ne!(plan.places(1).unwrap().sample_id, 0);
    assert!(plan.places(2).is_none());
    assert_eq!(plan.find_id(0), None);
    plan.set_default(Some(1)).unwrap();
    assert_eq!(plan.find_id(0), Some(1));
}

#[test]
fn a_record_of_nobody_says_whose_it_may_be_and_what_to_do() {
    let words = |id| [u64::from(perfc::sys::PERFC_RECORD_SAMPLE) | 24 << 48, id, 0x401000];
    let attr = Attr::software(Software::Dummy).sample(SampleFields::IDENTIFIER | SampleFields::IP);
    let mut plan = Plan::new(attr, &[1]).unwrap();
    plan.add(attr, &[2]).unwrap();
    for (id, errno, advice) in
        [(3, libc::ENOKEY, "add the ids"), (0, libc::EKEYREJECTED, "perfc_plan_set_default")]
    {
        let words = words(id);
        let record = plan.view(bytes(&words), None).unwrap().unwrap();
        let why = record.sample().unwrap_err();
        assert_eq!(why.raw_os_error(), errno);
        assert!(why.to_string().starts_with("perfc_decode_sample failed with E"), "{why}");
        assert!(why.to_string().contains(advice), "{why}");
    }
    plan.set_default(Some(1)).unwrap();
    let words = words(0);
    let record = plan.view(bytes(&words), None).unwrap().unwrap();
    assert_eq!(record.sample().unwrap().attr_index(), 1);
    assert_eq!(plan.set_default(Some(2)).unwrap_err().raw_os_error(), libc::EINVAL);
    plan.set_default(None).unwrap();
}

#[test]
fn batches_are_filled_from_bytes() {
    let plan = Plan::new(attr(), &[]).unwrap();
    let words = records();
    let mut batch = Batch::new().unwrap();
    let (rows, taken) = batch.fill_bytes(&plan, bytes(&words)).unwrap();
    assert_eq!((rows.len(), taken), (2, words.len() * 8));
    assert_eq!(rows.samples().ip().unwrap().values(), [0x1000]);
    assert_eq!(rows.samples().tid().unwrap().get(0), Some(12));
    assert_eq!(rows.samples().tid().unwrap().get(1), None);
    assert_eq!(rows.records().kind().unwrap().values(), [200]);
    assert_eq!(rows.record(0).unwrap().bytes(), &bytes(&words)[32..]);
    assert_eq!(rows.record(1).unwrap_err().raw_os_error(), libc::EINVAL);
    assert_eq!(perfc::column_name(perfc::sys::PERFC_COLUMN_IP), Some("ip"));
}

#[test]
fn batches_are_filled_from_records_of_several_plans() {
    let (plan, other) = (Plan::new(attr(), &[]).unwrap(), Plan::new(attr(), &[]).unwrap());
    let words = records();
    let first = plan.view(bytes(&words), None).unwrap().unwrap();
    let second = other.view(&bytes(&words)[32..], None).unwrap().unwrap();
    let held = [StreamRecord::new(first, 7, 50, 3), StreamRecord::new(second, 8, 40, 4)];
    let mut batch = Batch::with_options(BatchOptions { rows: 1, ..Default::default() }).unwrap();
    let (rows, taken) = batch.fill_records(&held).unwrap();
    assert_eq!((rows.len(), taken), (1, 1));
    assert_eq!(rows.samples().sequence().unwrap().values(), [50]);
    assert_eq!(rows.samples().source().unwrap().values(), [3]);
    let (rows, taken) = batch.fill_records(&held[taken..]).unwrap();
    assert_eq!((rows.len(), taken), (1, 1));
    let row = rows.record(0).unwrap();
    assert_eq!((row.time(), row.sequence(), row.source()), (8, 40, 4));
    assert_eq!(row.bytes(), second.bytes());
    assert!(std::ptr::eq(row.plan(), &*other));
}

#[test]
fn columns_are_walked_from_either_end_and_know_their_length() {
    let attr = Attr::software(Software::Dummy).sample(SampleFields::IP | SampleFields::CALLCHAIN);
    let words: Vec<u64> = (0..3).flat_map(|ip| [9 | 32 << 48, ip, 1, 7 + ip]).collect();
    let plan = Plan::new(attr, &[]).unwrap();
    let mut batch = Batch::new().unwrap();
    let (rows, _) = batch.fill_bytes(&plan, bytes(&words)).unwrap();
    let ips = rows.samples().ip().unwrap();
    assert_eq!((ips.len(), ips.is_empty(), ips.iter().len()), (3, false, 3));
    assert!(ips.iter().rev().eq([Some(2), Some(1), Some(0)]));
    let chains = rows.samples().callchain().unwrap();
    assert_eq!((chains.len(), chains.iter().len()), (3, 3));
    assert_eq!(chains.iter().next_back().unwrap(), Some(&[9][..]));
}

#[test]
fn errors_have_the_errno_and_the_words() {
    let error = Plan::with_order([0u8; 8], &[], ByteOrder::Native).unwrap_err();
    assert_eq!(error.raw_os_error(), libc::E2BIG);
    let source = error.source().unwrap().downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(source.raw_os_error(), Some(libc::E2BIG));
    assert!(error.to_string().contains("perfc_plan_add_attr"), "{error}");
    let io: std::io::Error = error.into();
    assert!(io.to_string().contains("perfc_plan_add_attr"), "{io}");

    let error = "cpu-clock,no_such_event".parse::<perfc::Specs>().unwrap_err();
    assert_eq!(error.rule(), perfc::sys::PERFC_RULE_EVENT_STRING);
    assert_eq!(error.numbers()[0], 10);
}

#[test]
fn a_host_lies_elsewhere() {
    let none = std::path::Path::new("/nowhere");
    let options = HostOptions { procfs: Some(none), sysfs: Some(none), tracefs: Some(none) };
    let host = Host::new(&options).unwrap();
    assert_eq!(host.is_supported().unwrap_err().raw_os_error(), libc::ENOENT);
    assert_eq!(host.max_stack().unwrap_err().raw_os_error(), libc::ENOENT);
    assert_eq!(host.sysfs().unwrap(), std::path::Path::new("/nowhere"));
    assert_eq!(host.tracefs().unwrap_err().raw_os_error(), libc::ENOENT);
    assert_eq!(Host::default().procfs().unwrap(), std::path::Path::new("/proc"));
    assert!(perfc::Tracepoint::open_on(&host, "sched:sched_switch").is_err());
}

#[test]
fn the_library_has_a_version() {
    perfc::load().unwrap();
    assert_eq!(perfc::version().unwrap().split('.').count(), 3);
    assert!(perfc::version_number().unwrap() >= perfc::sys::VERSION_NUMBER);
}

#[test]
fn bits_of_samples_are_taken_apart() {
    let source = perfc::decode_data_src(
        u64::from(perfc::sys::PERFC_MEM_OP_LOAD) | 0xb << perfc::sys::PERFC_MEM_LVLNUM_SHIFT,
    );
    assert_eq!(u32::from(source.op), perfc::sys::PERFC_MEM_OP_LOAD);
    assert_eq!(u32::from(source.lvl_num), perfc::sys::PERFC_MEM_LVLNUM_ANY_CACHE);
    assert!(perfc::is_context(perfc::sys::PERFC_CONTEXT_USER));
    assert!(!perfc::is_context(0x1000));
    assert_eq!(perfc::transaction_abort_code(5 << 32 | 1), 5);
    assert_eq!(perfc::transaction_flags(5 << 32 | 1), 1);
}

#[test]
fn a_stitcher_splices_deferred_call_chains() {
    let attr = Attr::software(Software::Dummy)
        .sample(SampleFields::TID | SampleFields::CALLCHAIN)
        .with(perfc::AttrFlags::DEFER_CALLCHAIN | perfc::AttrFlags::SAMPLE_ID_ALL);
    let plan = Plan::new(attr, &[]).unwrap();
    let thread = 11 | 12 << 32;
    let deferred = perfc::sys::PERFC_CONTEXT_USER_DEFERRED;
    let sample = [9 | 48 << 48, thread, 3, perfc::sys::PERFC_CONTEXT_KERNEL, deferred, 77];
    let late = [22 | 48 << 48, 77, 2, perfc::sys::PERFC_CONTEXT_USER, 0x5000, thread];
    let words: Vec<u64> = sample.into_iter().chain(late).collect();
    let mut stitch = perfc::Stitch::new().unwrap();
    let mut chains = Vec::new();
    for record in plan.records(bytes(&words)) {
        let mut done = stitch.push_record(record.unwrap(), 5).unwrap();
        while let Some(stitched) = done.next_record().unwrap() {
            assert_eq!((stitched.source(), stitched.state()), (0, perfc::StitchState::Spliced));
            let record = stitched.record(&plan);
            assert_eq!((record.sequence(), record.position()), (5, None));
            let sample = record.sample().unwrap();
            chains.push(sample.callchain().unwrap().to_vec());
        }
    }
    let user = perfc::sys::PERFC_CONTEXT_USER;
    assert_eq!(chains, [[perfc::sys::PERFC_CONTEXT_KERNEL, user, 0x5000]]);
    assert_eq!(stitch.info().matched, 1);
    assert!(stitch.flush().unwrap().next_record().unwrap().is_none());
}

#[cfg(feature = "serde")]
#[test]
fn records_are_serialized() {
    let plan = Plan::new(attr(), &[]).unwrap();
    let words = records();
    let record = plan.view(bytes(&words), None).unwrap().unwrap();
    let json = serde_json::to_string(&record.decode().unwrap()).unwrap();
    assert_eq!(
        json,
        r#"{"type":"SAMPLE","misc":2,"attr":0,"identifier":7,"ip":4096,"pid":11,"tid":12}"#
    );
}

#[cfg(feature = "arrow")]
#[test]
fn columns_are_record_batches_that_outlive_the_batch() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt64Type;

    let plan = Plan::new(attr(), &[]).unwrap();
    let words = records();
    let mut batch = Batch::new().unwrap();
    let (rows, _) = batch.fill_bytes(&plan, bytes(&words)).unwrap();
    let arrow = rows.to_arrow(rows.samples()).unwrap();
    drop(batch);
    let ips = arrow.column_by_name("ip").unwrap().as_primitive::<UInt64Type>();
    assert_eq!(ips.values().as_ref(), [0x1000]);
}

#[cfg(feature = "arrow")]
#[test]
fn a_stream_is_read_as_record_batches() {
    use perfc::{ArrowTable, BatchOptions, On, Stream};

    let attr = Attr::software(Software::CpuClock)
        .period(1_000_000)
        .sample(SampleFields::IP | SampleFields::TIME)
        .exclude_kernel();
    let Ok(mut event) = attr.open(On::this_thread()) else {
        println!("skipped: no perf events");
        return;
    };
    event.mmap(16).unwrap();
    std::hint::black_box((0..20_000_000u64).fold(0, |sum, i| sum ^ std::hint::black_box(i)));
    event.disable().unwrap();
    let mut stream = Stream::new().unwrap();
    stream.add(event).unwrap();
    let duration = Some(std::time::Duration::from_millis(1));
    let reader = stream.into_arrow(BatchOptions::default(), ArrowTable::Samples, duration).unwrap();
    let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
    assert!(rows > 0);
}
