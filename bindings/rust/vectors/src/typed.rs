//! By the typed accessors.

use perfc::{
    Aux, BranchEntry, Counts, Decoded, FileId, Mmap, ReadFormat, ReadValue, Record, Sample,
    SampleId, Scratch, Task,
};

use crate::container::{Case, Failure};
use crate::json::Json;

pub fn tell_case(case: &Case<'_>, out: &mut String) -> Result<(), Failure> {
    let plan = case.plan()?;
    let mut scratch = Scratch::new();
    let mut offset = 0;
    for _ in 0..case.count {
        let viewed = plan.view(&case.records[offset..], Some(&mut scratch));
        match viewed {
            Ok(Some(record)) => out.push_str(&tell_record(&record)),
            Ok(None) => return Err("a record is missing".into()),
            Err(error) => out.push_str(&tell_error(&error)),
        }
        offset = case.end_of(offset);
    }
    Ok(())
}

pub fn tell_error(error: &perfc::Error) -> String {
    const EBADMSG: i32 = 74;
    const ENOTUNIQ: i32 = 76;
    const ENOKEY: i32 = 126;
    const EKEYREJECTED: i32 = 129;
    let name = match error.raw_os_error() {
        EBADMSG => "EBADMSG",
        ENOTUNIQ => "ENOTUNIQ",
        ENOKEY => "ENOKEY",
        EKEYREJECTED => "EKEYREJECTED",
        _ => "another",
    };
    Json::object(|json| json.text("error", name.as_bytes()))
}

pub fn tell_record(record: &Record<'_>) -> String {
    let told = match record.decode() {
        Ok(Decoded::Sample(sample)) => Ok(Json::object(|json| tell_sample(&sample, json))),
        Ok(Decoded::Unknown { number, body }) => Ok(Json::object(|json| {
            json.small("type", number);
            json.small("misc", record.misc());
            json.bytes("body", body);
        })),
        Ok(decoded) => record.sample_id().map(|id| {
            Json::object(|json| {
                json.text("type", record.name().unwrap_or("?").as_bytes());
                json.small("misc", record.misc());
                json.small("attr", id.attr_index);
                tell_body(&decoded, json);
                tell_trailer(&id, json);
            })
        }),
        Err(error) => Err(error),
    };
    told.unwrap_or_else(|error| tell_error(&error))
}

pub fn tell_value(value: &ReadValue, format: ReadFormat, json: &mut Json) {
    json.inner("", |json| {
        json.big("value", value.value);
        if format.contains(ReadFormat::ID) {
            json.big("id", value.id);
        }
        if format.contains(ReadFormat::LOST) {
            json.big("lost", value.lost);
        }
    });
}

fn tell_read(read: &Counts<'_>, json: &mut Json) {
    json.inner("read", |json| {
        big(json, "time_enabled", read.time_enabled());
        big(json, "time_running", read.time_running());
        json.list("values", read.values(), |json, value| {
            tell_value(&value, read.format(), json);
        });
    });
}

pub fn tell_branch(entry: &BranchEntry, json: &mut Json) {
    let bits = entry.decode();
    json.inner("", |json| {
        json.big("from", entry.from);
        json.big("to", entry.to);
        json.big("flags", entry.flags);
        json.small("mispred", bits.mispred);
        json.small("predicted", bits.predicted);
        json.small("in_tx", bits.in_tx);
        json.small("abort", bits.abort);
        json.small("cycles", bits.cycles);
        json.small("type", bits.kind);
        json.small("spec", bits.spec);
        json.small("new_type", bits.new_kind);
        json.small("priv", bits.privilege);
    });
}

pub fn big(json: &mut Json, key: &str, value: Option<u64>) {
    if let Some(value) = value {
        json.big(key, value);
    }
}

pub fn small<T: Into<u32>>(json: &mut Json, key: &str, value: Option<T>) {
    if let Some(value) = value {
        json.small(key, value);
    }
}

pub fn words(json: &mut Json, key: &str, value: Option<&[u64]>) {
    if let Some(value) = value {
        json.words(key, value);
    }
}

pub fn bytes(json: &mut Json, key: &str, value: Option<&[u8]>) {
    if let Some(value) = value {
        json.bytes(key, value);
    }
}

fn tell_sample(sample: &Sample<'_>, json: &mut Json) {
    json.text("type", b"SAMPLE");
    json.small("misc", sample.record().misc());
    json.small("attr", sample.attr_index());
    big(json, "identifier", sample.identifier());
    big(json, "ip", sample.ip());
    small(json, "pid", sample.pid());
    small(json, "tid", sample.tid());
    big(json, "time", sample.time());
    big(json, "addr", sample.addr());
    big(json, "id", sample.id());
    big(json, "stream_id", sample.stream_id());
    small(json, "cpu", sample.cpu());
    big(json, "period", sample.period());
    if let Some(read) = sample.read() {
        tell_read(&read, json);
    }
    words(json, "callchain", sample.callchain());
    bytes(json, "raw", sample.raw());
    big(json, "branch_hw_idx", sample.branch_hw_idx());
    if let Some(branches) = sample.branches() {
        json.list("branches", branches, |json, entry| tell_branch(entry, json));
    }
    words(json, "branch_counters", sample.branch_counters());
    big(json, "user_abi", sample.user_abi());
    words(json, "user_regs", sample.user_regs());
    bytes(json, "stack", sample.stack());
    big(json, "stack_dyn_size", sample.stack_dyn_size());
    big(json, "weight", sample.weight());
    small(json, "weight_var1_dw", sample.weight_var1_dw());
    small(json, "weight_var2_w", sample.weight_var2_w());
    small(json, "weight_var3_w", sample.weight_var3_w());
    big(json, "data_src", sample.data_src());
    big(json, "transaction", sample.transaction());
    big(json, "intr_abi", sample.intr_abi());
    words(json, "intr_regs", sample.intr_regs());
    big(json, "phys_addr", sample.phys_addr());
    big(json, "cgroup", sample.cgroup());
    big(json, "data_page_size", sample.data_page_size());
    big(json, "code_page_size", sample.code_page_size());
    bytes(json, "aux", sample.aux());
    bytes(json, "rest", sample.rest());
}

fn tell_trailer(id: &SampleId, json: &mut Json) {
    if id.is_empty() {
        return;
    }
    json.inner("sample_id", |json| {
        small(json, "pid", id.pid);
        small(json, "tid", id.tid);
        big(json, "time", id.time);
        big(json, "id", id.id);
        big(json, "stream_id", id.stream_id);
        small(json, "cpu", id.cpu);
        big(json, "identifier", id.identifier);
    });
}

fn tell_task(task: &Task, json: &mut Json) {
    json.small("pid", task.pid);
    json.small("ppid", task.ppid);
    json.small("tid", task.tid);
    json.small("ptid", task.ptid);
    json.big("time", task.time);
}

fn thread(json: &mut Json, pid: u32, tid: u32) {
    json.small("pid", pid);
    json.small("tid", tid);
}

fn tell_mmap(mmap: &Mmap<'_>, json: &mut Json) {
    thread(json, mmap.pid, mmap.tid);
    json.big("addr", mmap.addr);
    json.big("len", mmap.len);
    json.big("pgoff", mmap.pgoff);
    if let Some(FileId::Inode { maj, min, ino, ino_generation }) = mmap.file {
        json.small("maj", maj);
        json.small("min", min);
        json.big("ino", ino);
        json.big("ino_generation", ino_generation);
    }
    bytes(json, "build_id", mmap.build_id());
    small(json, "prot", mmap.prot);
    small(json, "flags", mmap.flags);
    json.text("filename", mmap.filename);
}

fn tell_aux(aux: &Aux, json: &mut Json) {
    json.big("aux_offset", aux.aux_offset);
    json.big("aux_size", aux.aux_size);
    json.big("flags", aux.flags);
}

fn tell_body(decoded: &Decoded<'_>, json: &mut Json) {
    match decoded {
        Decoded::Mmap(r) => tell_mmap(r, json),
        Decoded::Lost(r) => {
            json.big("id", r.id);
            json.big("lost", r.lost);
        }
        Decoded::Comm(r) => {
            thread(json, r.pid, r.tid);
            json.text("comm", r.comm);
        }
        Decoded::Exit(r) | Decoded::Fork(r) => tell_task(r, json),
        Decoded::Throttle(r) | Decoded::Unthrottle(r) => {
            json.big("time", r.time);
            json.big("id", r.id);
            json.big("stream_id", r.stream_id);
        }
        Decoded::Read(r) => {
            thread(json, r.pid, r.tid);
            tell_read(&r.read, json);
        }
        Decoded::Aux(r) => tell_aux(r, json),
        Decoded::ItraceStart(r) => thread(json, r.pid, r.tid),
        Decoded::LostSamples(r) => json.big("lost", r.lost),
        Decoded::Switch(r) => {
            json.small("out", r.out);
            json.small("preempted", r.preempted);
            small(json, "next_prev_pid", r.next_prev_pid);
            small(json, "next_prev_tid", r.next_prev_tid);
        }
        Decoded::Namespaces(r) => {
            thread(json, r.pid, r.tid);
            json.list("namespaces", r.namespaces, |json, link| {
                json.inner("", |json| {
                    json.big("dev", link.dev);
                    json.big("ino", link.ino);
                });
            });
        }
        Decoded::Ksymbol(r) => {
            json.big("addr", r.addr);
            json.small("len", r.len);
            json.small("ksym_type", r.ksym_type);
            json.small("flags", r.flags);
            json.text("name", r.name);
        }
        Decoded::BpfEvent(r) => {
            json.small("bpf_type", r.bpf_type);
            json.small("flags", r.flags);
            json.small("id", r.id);
            json.bytes("tag", &r.tag);
        }
        Decoded::Cgroup(r) => {
            json.big("id", r.id);
            json.text("path", r.path);
        }
        Decoded::TextPoke(r) => {
            json.big("addr", r.addr);
            json.bytes("old_bytes", r.old_bytes);
            json.bytes("new_bytes", r.new_bytes);
        }
        Decoded::AuxOutputHwId(r) => json.big("hw_id", r.hw_id),
        Decoded::CallchainDeferred(r) => {
            json.big("cookie", r.cookie);
            json.words("callchain", r.callchain);
        }
        _ => {}
    }
}
