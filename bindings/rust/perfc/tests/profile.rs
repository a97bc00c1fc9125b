//! perf.data files, written and read again.
#![cfg(feature = "profile")]

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use perfc::profile::{File, Filter, Order, Strip, Synthesize, Writer};
use perfc::{
    Attr, Batch, BatchOptions, Decoded, Host, Plan, SampleFields, Software, StreamRecord,
    StreamRecordFlags, StreamRecordRoom,
};

const ID: u64 = 77;

fn plan() -> Plan {
    let fields = SampleFields::IP | SampleFields::TID | SampleFields::TIME;
    let attr = Attr::software(Software::CpuClock).sample(fields).identify();
    Plan::new(attr, &[ID]).unwrap()
}

fn pair(pid: u64) -> u64 {
    pid | pid << 32
}

/// Two threads, alpha of 8 samples and beta of 2: words and times.
fn pieces() -> Vec<(Vec<u64>, u64)> {
    let comm = |pid, name: &[u8; 8], time| {
        (vec![3 | 48 << 48, pair(pid), u64::from_le_bytes(*name), pair(pid), time, ID], time)
    };
    let sample = |time| {
        let pid = if time % 5 == 0 { 20 } else { 10 };
        (vec![9 | 2 << 32 | 40 << 48, ID, 0x1000 + time, pair(pid), time], time)
    };
    let comms = [comm(10, b"alpha\0\0\0", 100), comm(20, b"beta\0\0\0\0", 110)];
    comms.into_iter().chain((200..210).map(sample)).collect()
}

fn bytes(words: &[u64]) -> &[u8] {
    // SAFETY: the bytes of the words.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
}

fn records<'a>(plan: &'a Plan, pieces: &'a [(Vec<u64>, u64)]) -> Vec<StreamRecord<'a>> {
    let view = |words| plan.view(bytes(words), None).unwrap().unwrap();
    let numbered = pieces.iter().enumerate();
    numbered.map(|(n, (words, time))| StreamRecord::new(view(words), *time, n as u64, 0)).collect()
}

/// A path that ends with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("perfc-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn written(name: &str) -> (Self, PathBuf) {
        let scratch = Self::new(name);
        let path = scratch.path("perf.data");
        let (plan, pieces) = (plan(), pieces());
        let mut writer = Writer::create(&path).unwrap();
        writer.write(&records(&plan, &pieces)).unwrap();
        let written = writer.finish().unwrap();
        assert_eq!((written.records, written.files), (12, 1));
        (scratch, path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn times(file: &mut File<'_>) -> Vec<u64> {
    let mut times = Vec::new();
    while let Some(record) = file.next_record().unwrap() {
        if record.is_sample() {
            let sample = record.sample().unwrap();
            assert_eq!(sample.ip(), Some(0x1000 + record.time()));
            times.push(sample.time().unwrap());
        }
    }
    times
}

#[test]
fn what_was_written_is_read_by_time() {
    let (_scratch, path) = Scratch::written("read");
    let mut file = File::open(&path).unwrap();
    assert_eq!(times(&mut file), Vec::from_iter(200..210));
    assert!(file.next_record().unwrap().is_none());
    let info = file.info();
    assert_eq!((info.times(), info.cut_at(), info.is_pipe()), (Some((100, 209)), None, false));
    assert!(info.has_feature(perfc::sys::profile::PERFC_FEATURE_ARCH));
    assert_eq!((file.plan().len(), file.plan().find_id(ID)), (1, Some(0)));
}

#[test]
fn records_come_in_blocks_too() {
    let (_scratch, path) = Scratch::written("blocks");
    let mut file = File::open(&path).unwrap();
    let mut room = [StreamRecordRoom::new(); 5];
    let (mut samples, mut names) = (0, Vec::new());
    // What next_record fetched comes first.
    let header = file.next_record().unwrap().unwrap().flags();
    assert!(header.contains(StreamRecordFlags::HEADER));
    loop {
        let records = file.next_records(&mut room).unwrap();
        if records.is_empty() {
            break;
        }
        for record in records {
            match record.decode().unwrap() {
                Decoded::Comm(comm) => names.push(comm.comm.to_vec()),
                Decoded::Sample(_) => samples += 1,
                _ => {}
            }
        }
    }
    assert_eq!((samples, names), (10, vec![b"alpha".to_vec(), b"beta".to_vec()]));
    assert_eq!(file.next_records(&mut []).unwrap_err().raw_os_error(), libc::EINVAL);
}

#[test]
fn a_filter_keeps_samples() {
    let (_scratch, path) = Scratch::written("filter");
    let open = |filter| File::options().filter(filter).open(&path).unwrap();
    let pids = Filter { pids: &[20], ..Filter::default() };
    let mut file = open(pids);
    assert_eq!(times(&mut file), [200, 205]);
    assert_eq!(file.info().filtered(), 8);
    assert_eq!(times(&mut open(Filter { negate: true, ..pids })).len(), 8);
    let some = Filter { from: 203, to: 206, ..Filter::default() };
    assert_eq!(times(&mut open(some)), [203, 204, 205]);
}

#[test]
fn a_batch_is_filled_until_the_file_ends() {
    let (_scratch, path) = Scratch::written("batch");
    let mut file = File::open(&path).unwrap();
    let mut batch =
        Batch::with_options(BatchOptions { rows: 4, ..BatchOptions::default() }).unwrap();
    let mut found = Vec::new();
    loop {
        let rows = file.fill(&mut batch).unwrap();
        if rows.is_empty() {
            break;
        }
        if let Some(times) = rows.samples().time() {
            found.extend_from_slice(times.values());
        }
    }
    assert_eq!(found, Vec::from_iter(200..210));
}

#[test]
fn a_file_is_read_from_an_fd_from_memory_and_from_a_pipe() {
    let (_scratch, path) = Scratch::written("sources");
    let opened = fs::File::open(&path).unwrap();
    assert_eq!(times(&mut File::open_fd(&opened).unwrap()).len(), 10);
    let content = fs::read(&path).unwrap();
    assert_eq!(times(&mut File::open_bytes(&content).unwrap()).len(), 10);

    let (plan, pieces) = (plan(), pieces());
    let (reading, writing) = std::os::unix::net::UnixStream::pair().unwrap();
    let mut writer = Writer::create_fd(&writing).unwrap();
    writer.write(&records(&plan, &pieces)).unwrap();
    writer.finish().unwrap();
    drop(writing);
    let mut file = File::open_fd(&reading).unwrap();
    assert_eq!(times(&mut file).len(), 10);
    assert!(file.info().is_pipe());
}

#[test]
fn the_header_is_tables_that_outlive_the_file() {
    let (_scratch, path) = Scratch::written("tables");
    let file = File::open(&path).unwrap();
    let (events, facts) = (file.events().unwrap(), file.facts().unwrap());
    assert_eq!(file.bpf().unwrap_err().raw_os_error(), libc::ENODATA);
    drop(file);
    assert_eq!((events.len(), events.get(0).unwrap().id_count), (1, 1));
    assert_eq!(events.kind(), perfc::sys::profile::PERFC_ROWS_EVENTS);
    assert!(events.get(1).is_none() && events.groups().next().is_none());
    let arch = facts.iter().find(|fact| fact.name == b"arch").unwrap();
    assert_eq!(arch.value, std::env::consts::ARCH.as_bytes());
    #[cfg(feature = "arrow")]
    assert_eq!(facts.to_arrow().unwrap().len(), facts.len());
    #[cfg(feature = "serde")]
    assert!(serde_json::to_string(&arch).unwrap().contains(std::env::consts::ARCH));
}

/// A header whose feature GROUP_DESC is written by hand: one group, whose name takes 64 bytes, of a
/// leader and another event.
#[test]
fn rows_are_grouped() {
    let scratch = Scratch::new("groups");
    let path = scratch.path("perf.data");
    let mut plan = plan();
    let fields = SampleFields::IP | SampleFields::TID | SampleFields::TIME;
    let attr = Attr::software(Software::PageFaults).sample(fields).identify();
    plan.add(attr, &[ID + 1]).unwrap();
    let name = u64::from_le_bytes(*b"both\0\0\0\0");
    let feature = u64::from(perfc::sys::profile::PERFC_FEATURE_GROUP_DESC);
    let header = vec![80 | 96 << 48, feature, 1 | 64 << 32, name, 0, 0, 0, 0, 0, 0, 0, 2 << 32];
    let other = vec![9 | 2 << 32 | 40 << 48, ID + 1, 0x1000, pair(10), 300];
    let mut pieces = pieces();
    pieces.extend([(header, 0), (other, 300)]);
    let mut records = records(&plan, &pieces);
    let feature = records.len() - 2;
    records[feature] = records[feature].with_flags(StreamRecordFlags::HEADER);
    let mut writer = Writer::create(&path).unwrap();
    writer.write(&records).unwrap();
    writer.finish().unwrap();
    let groups = File::open(&path).unwrap().groups().unwrap();
    let mut each = groups.groups();
    let events: Vec<_> = each.next().unwrap().collect();
    assert!(each.next().is_none());
    assert_eq!(events[0].group, b"both");
    assert_eq!((events.len(), events[1].attr_index, events[1].leader), (2, 1, 0));
}

#[test]
fn a_copy_has_what_the_filter_kept() {
    let (scratch, path) = Scratch::written("copy");
    let copy = scratch.path("copy");
    let filter = Filter { tids: &[20], ..Filter::default() };
    let mut file = File::options().filter(filter).tails().open(&path).unwrap();
    let mut writer = Writer::options().strip(Strip::HOST).create(&copy).unwrap();
    writer.copy(&mut file).unwrap();
    writer.finish().unwrap();
    let mut file = File::open(&copy).unwrap();
    assert_eq!(times(&mut file), [200, 205]);
    assert!(file.facts().map_or(true, |facts| facts.iter().all(|fact| fact.name != b"hostname")));
}

#[test]
fn a_file_that_is_there_is_only_replaced_if_told_so() {
    let (_scratch, path) = Scratch::written("there");
    assert_eq!(Writer::create(&path).unwrap_err().raw_os_error(), libc::EEXIST);
    let (plan, pieces) = (plan(), pieces());
    let mut writer = Writer::options().overwrite().create(&path).unwrap();
    writer.write(&records(&plan, &pieces)[..3]).unwrap();
    writer.finish().unwrap();
    assert_eq!(times(&mut File::open(&path).unwrap()), [200]);
}

#[test]
fn a_rotation_gives_complete_files() {
    let scratch = Scratch::new("rotation");
    let path = scratch.path("perf.data");
    let (plan, pieces) = (plan(), pieces());
    let records = records(&plan, &pieces);
    let mut writer = Writer::options().rotate().create(&path).unwrap();
    writer.write(&records[..4]).unwrap();
    writer.next_file().unwrap();
    writer.write(&records[4..]).unwrap();
    writer.finish().unwrap();
    let mut files: Vec<_> =
        fs::read_dir(&scratch.0).unwrap().map(|one| one.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let found: Vec<_> = files.iter().flat_map(|one| times(&mut File::open(one).unwrap())).collect();
    assert_eq!(found, Vec::from_iter(200..210));
}

#[test]
fn what_is_no_file_is_an_error_with_its_rule() {
    let error = File::open_bytes(&[0; 100]).unwrap_err();
    assert_eq!(error.raw_os_error(), libc::EBADMSG);
    assert_eq!(error.rule(), perfc::sys::PERFC_RULE_FILE_CONTENT);
    assert_eq!(File::open("/nowhere/perf.data").unwrap_err().raw_os_error(), libc::ENOENT);
    assert_eq!(File::open("a\0b").unwrap_err().raw_os_error(), libc::EINVAL);
}

#[test]
fn a_file_that_is_cut_off_is_read_to_its_last_whole_record() {
    let (_scratch, path) = Scratch::written("cut");
    let mut content = Vec::new();
    fs::File::open(&path).unwrap().read_to_end(&mut content).unwrap();
    let mut last = 0;
    let mut file = File::options().order(Order::File).open_bytes(&content).unwrap();
    while let Some(record) = file.next_record().unwrap() {
        if record.is_sample() {
            last = record.position().unwrap() as usize;
        }
    }
    let mut file = File::open_bytes(&content[..last + 39]).unwrap();
    assert_eq!(times(&mut file).len(), 9);
    assert!(file.info().cut_at().is_some());
}

#[test]
fn this_process_is_synthesized() {
    let plan = plan();
    let pid = std::process::id();
    let (tasks, host) = (Synthesize::TASKS, Host::default());
    let mut file = File::synthesize(&plan, tasks, &[pid as i32], &host).unwrap();
    let (mut named, mut mapped) = (false, false);
    while let Some(record) = file.next_record().unwrap() {
        assert!(record.flags().contains(StreamRecordFlags::SYNTHESIZED));
        match record.decode().unwrap() {
            Decoded::Comm(comm) => named |= comm.pid == pid,
            Decoded::Mmap(_) => mapped = true,
            _ => {}
        }
    }
    assert!(named && mapped);
}
