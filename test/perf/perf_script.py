"""Runs inside perf script: writes what perf read of samples, switches and
throttling into the file that PERFC_PERF_EVENTS names, a JSON line for each."""

import json
import os

OUT = open(os.environ["PERFC_PERF_EVENTS"], "w", encoding="ascii")


def tell(kind, fields):
    print(json.dumps([kind, fields]), file=OUT)


def process_event(event):
    sample = event["sample"]
    fields = {name: sample[name] & 0xffffffff for name in ("pid", "tid", "cpu")}
    for name in ("ip", "time", "period", "addr", "phys_addr", "weight",
                 "transaction"):
        fields[name] = sample.get(name)
    fields["data_src"] = sample.get("datasrc")
    fields["attr"] = event["attr"].hex()
    fields["raw"] = event["raw_buf"].hex()
    tell("SAMPLE", fields)


def context_switch(time, cpu, pid, tid, other_pid, other_tid, _machine, out,
                   preempted, *_):
    tell("SWITCH", {
        "out": int(out), "preempted": int(preempted),
        "next_prev_pid": other_pid & 0xffffffff,
        "next_prev_tid": other_tid & 0xffffffff,
        "sample_id.time": time, "sample_id.cpu": cpu,
        "sample_id.pid": pid, "sample_id.tid": tid})


def throttle(time, id_, stream_id, cpu, pid, tid):
    tell("THROTTLE", {"time": time, "id": id_, "stream_id": stream_id,
                      "sample_id.cpu": cpu, "sample_id.pid": pid,
                      "sample_id.tid": tid})


unthrottle = throttle


def trace_end():
    OUT.close()
