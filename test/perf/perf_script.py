"""Runs inside perf script: writes what perf read of samples, switches and
throttling into the file that PERFC_PERF_EVENTS names, a JSON line for each."""

import json
import os

OUT = open(os.environ["PERFC_PERF_EVENTS"], "w", encoding="ascii")


def tell(kind, fields):
    print(json.dumps([kind, fields]), file=OUT)


def unsigned(fields):
    """perf hands on what a record lacks as -1."""
    return {name: value & 0xffffffff if name.endswith(("pid", "tid", "cpu")) else value
            for name, value in fields.items()}


def process_event(event):
    sample = event["sample"]
    fields = unsigned({name: sample[name] for name in ("pid", "tid", "cpu")})
    for name in ("ip", "time", "period", "addr", "phys_addr", "weight",
                 "transaction"):
        fields[name] = sample.get(name)
    fields["data_src"] = sample.get("datasrc")
    fields["attr"] = event["attr"].hex()
    fields["raw"] = event["raw_buf"].hex()
    tell("SAMPLE", fields)


# Tracepoints that the file has the format of.
def trace_unhandled(_name, _context, _fields, event):
    process_event(event)


def context_switch(time, cpu, pid, tid, other_pid, other_tid, _machine, out,
                   preempted, *_):
    tell("SWITCH", unsigned({
        "out": int(out), "preempted": int(preempted),
        "next_prev_pid": other_pid, "next_prev_tid": other_tid,
        "sample_id.time": time, "sample_id.cpu": cpu,
        "sample_id.pid": pid, "sample_id.tid": tid}))


def throttle(time, id_, stream_id, cpu, pid, tid):
    tell("THROTTLE", unsigned({
        "time": time, "id": id_, "stream_id": stream_id, "sample_id.cpu": cpu,
        "sample_id.pid": pid, "sample_id.tid": tid}))


unthrottle = throttle


def trace_end():
    OUT.close()
