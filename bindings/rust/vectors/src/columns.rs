//! By the columns of a batch.

use perfc::{Batch, BatchOptions, PlanRef, ReadFormat, Rows, Scratch, Table};

use crate::container::{Aligned, Case, Failure};
use crate::json::Json;
use crate::typed::{big, bytes, small, tell_branch, tell_error, tell_record, tell_value, words};

pub fn tell_case(case: &Case<'_>, views: bool, out: &mut String) -> Result<(), Failure> {
    let (records, lines) = native_records(case)?;
    let plan = case.native_plan()?;
    let mut batch = Batch::with_options(BatchOptions { views, ..Default::default() })?;
    let mut told = Vec::new();
    let mut at = 0;
    while at < records.bytes().len() {
        let (rows, taken) = batch.fill_bytes(&plan, &records.bytes()[at..])?;
        tell_rows(&rows, &plan, &mut told)?;
        at += taken;
    }
    // Of records that couldn't be viewed there is only the error.
    let mut told = told.into_iter();
    for line in lines {
        out.push_str(&match line {
            Some(error) => error,
            None => told.next().ok_or("a row is missing")?,
        });
    }
    match told.next() {
        Some(_) => Err("a row too many".into()),
        None => Ok(()),
    }
}

/// The records that can be viewed, side by side in this machine's order; and for each of all the
/// line of its error, if it has one.
fn native_records(case: &Case<'_>) -> Result<(Aligned, Vec<Option<String>>), Failure> {
    let plan = case.plan()?;
    let mut scratch = Scratch::new();
    let (mut bytes, mut lines) = (Vec::new(), Vec::new());
    let mut offset = 0;
    for _ in 0..case.count {
        match plan.view(&case.records[offset..], Some(&mut scratch)) {
            Ok(Some(record)) => {
                bytes.extend_from_slice(record.bytes());
                lines.push(None);
            }
            Ok(None) => return Err("a record is missing".into()),
            Err(error) => lines.push(Some(tell_error(&error))),
        }
        offset = case.end_of(offset);
    }
    Ok((Aligned::new(&bytes), lines))
}

fn tell_rows(rows: &Rows<'_>, plan: &PlanRef, told: &mut Vec<String>) -> Result<(), Failure> {
    let sequences = |table: Table<'_>| -> Vec<u64> {
        table.sequence().map_or(Vec::new(), |column| column.values().to_vec())
    };
    let (samples, records) = (sequences(rows.samples()), sequences(rows.records()));
    let (mut sample, mut record) = (0, 0);
    while sample < samples.len() || record < records.len() {
        let is_sample =
            record == records.len() || sample < samples.len() && samples[sample] < records[record];
        if is_sample {
            told.push(Json::object(|json| tell_sample(rows.samples(), sample, plan, json)));
            sample += 1;
        } else {
            told.push(tell_record(&*rows.record(record)?));
            record += 1;
        }
    }
    Ok(())
}

macro_rules! at {
    ($table:ident, $row:ident, $column:ident) => {
        $table.$column().and_then(|column| column.get($row))
    };
}

fn tell_sample(table: Table<'_>, row: usize, plan: &PlanRef, json: &mut Json) {
    let attr = at!(table, row, attr_index);
    json.text("type", b"SAMPLE");
    small(json, "misc", at!(table, row, misc));
    small(json, "attr", attr);
    big(json, "identifier", at!(table, row, identifier));
    big(json, "ip", at!(table, row, ip));
    small(json, "pid", at!(table, row, pid));
    small(json, "tid", at!(table, row, tid));
    big(json, "time", at!(table, row, time));
    big(json, "addr", at!(table, row, addr));
    big(json, "id", at!(table, row, id));
    big(json, "stream_id", at!(table, row, stream_id));
    small(json, "cpu", at!(table, row, cpu));
    big(json, "period", at!(table, row, period));
    if let Some(values) = at!(table, row, read_values) {
        let attr = attr.and_then(|index| plan.attr(index));
        let format = attr.map_or(0, |attr| attr.as_raw().read_format);
        json.inner("read", |json| {
            big(json, "time_enabled", at!(table, row, time_enabled));
            big(json, "time_running", at!(table, row, time_running));
            json.list("values", values, |json, value| {
                tell_value(value, ReadFormat::from_bits_retain(format), json);
            });
        });
    }
    words(json, "callchain", at!(table, row, callchain));
    bytes(json, "raw", at!(table, row, raw_data));
    big(json, "branch_hw_idx", at!(table, row, branch_hw_idx));
    if let Some(branches) = at!(table, row, branches) {
        json.list("branches", branches, |json, entry| tell_branch(entry, json));
    }
    words(json, "branch_counters", at!(table, row, branch_counters));
    big(json, "user_abi", at!(table, row, user_abi));
    words(json, "user_regs", at!(table, row, user_regs));
    bytes(json, "stack", at!(table, row, stack));
    big(json, "stack_dyn_size", at!(table, row, stack_dyn_size));
    big(json, "weight", at!(table, row, weight));
    small(json, "weight_var1_dw", at!(table, row, weight_var1_dw));
    small(json, "weight_var2_w", at!(table, row, weight_var2_w));
    small(json, "weight_var3_w", at!(table, row, weight_var3_w));
    big(json, "data_src", at!(table, row, data_src));
    big(json, "transaction", at!(table, row, transaction));
    big(json, "intr_abi", at!(table, row, intr_abi));
    words(json, "intr_regs", at!(table, row, intr_regs));
    big(json, "phys_addr", at!(table, row, phys_addr));
    big(json, "cgroup", at!(table, row, cgroup));
    big(json, "data_page_size", at!(table, row, data_page_size));
    big(json, "code_page_size", at!(table, row, code_page_size));
    bytes(json, "aux", at!(table, row, aux));
    bytes(json, "rest", at!(table, row, rest));
}
