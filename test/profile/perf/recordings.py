"""Makes files with perf, one for each form of perf.data that software events can have.

usage: recordings.py DIRECTORY, by hand; the tests call make()."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import bpf
import handmade

TIMEOUT = 60
CGROUPS = ("/sys/fs/cgroup/unified", "/sys/fs/cgroup")
TRACEFS = "/sys/kernel/tracing"
WORK = ["sh", "-c", "for i in 1 2 3; do ls /usr/bin /usr/lib > /dev/null; done"]
CLOCK = ["-e", "cpu-clock", "-c", "1000000"]


class Skipped(Exception):
    """perf or the kernel can't; the reason is the text."""


class Place:
    """Where a recording goes, and what runs meanwhile."""

    def __init__(self, directory, name):
        self.path = directory / (name + ".data")
        self.environment = dict(os.environ, HOME=str(directory))

    def run(self, *command, **options):
        if "input" not in options:
            options["stdin"] = subprocess.DEVNULL
        done = subprocess.run(command, env=self.environment, stderr=subprocess.PIPE,
                              timeout=TIMEOUT, check=False, **options)
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise Skipped(f"{' '.join(command[:2])}: {said[0] if said else done.returncode}")

    def record(self, *options, work=()):
        self.run("perf", "record", "-q", "-o", str(self.path), *options, "--",
                 *(work or WORK), stdout=subprocess.DEVNULL)

    def pipe(self, *options):
        """perf's standard output is a pipe, and what goes through it is kept."""
        command = ["perf", "record", "-q", "-o", "-", *options, "--", *WORK]
        with subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            content, said = process.communicate(timeout=TIMEOUT)
        if process.returncode != 0:
            raise Skipped(f"perf record: {said.decode(errors='replace').strip()}")
        self.path.write_bytes(content)


def dwarf(place):
    place.record(*CLOCK, "--call-graph", "dwarf,4096")


def frame_pointers(place):
    place.record("-e", "cpu-clock", "-c", "100000", "-g", "-a")


def group(place):
    place.record("-e", "{cpu-clock,page-faults}:S", "-c", "20000")


def several(place):
    """Events that differ in what their samples have, and in their periods."""
    place.record("-e", "cpu-clock/period=1000000,call-graph=fp/",
                 "-e", "page-faults/period=1,call-graph=no/",
                 "-e", "context-switches/freq=1000/", "-d")


def cgroups(place):
    root = next((path for path in CGROUPS if os.path.exists(path + "/cgroup.procs")
                 and os.path.exists(path + "/cgroup.controllers")), None)
    if root is None:
        raise Skipped("no cgroup2 is mounted")
    inside = (f"mkdir {root}/perfc-$$ && echo $$ > {root}/perfc-$$/cgroup.procs && "
              f"ls /usr/bin > /dev/null; echo $$ > {root}/cgroup.procs; "
              f"rmdir {root}/perfc-$$")
    place.record(*CLOCK, "--all-cgroups", "-a", work=["sh", "-c", inside])


def namespaces(place):
    place.record(*CLOCK, "--namespaces", work=["unshare", "-mu", *WORK])


def switches(place):
    place.record(*CLOCK, "--switch-events")


def switches_of_cpus(place):
    place.record(*CLOCK, "--switch-events", "-a")


def pipe(place):
    place.pipe(*CLOCK, "-g")


def compressed(place):
    place.record("-e", "cpu-clock", "-c", "20000", "-g", "-z")


def compressed_pipe(place):
    place.pipe("-e", "cpu-clock", "-c", "20000", "-g", "-z")


def pipe_of_tracepoints(place):
    need_tracefs()
    place.pipe("-e", "sched:sched_switch", "-e", "syscalls:sys_enter_write")


def bpf_programs(place):
    """Programs come and go while the whole machine is recorded."""
    with bpf.Loader() as loader:
        command = ["perf", "record", "-q", "-o", str(place.path), *CLOCK, "-a",
                   "--", *WORK]
        with subprocess.Popen(command, env=place.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            while process.poll() is None:
                loader.load_and_unload()
                time.sleep(0.001)
            said = process.stderr.read().decode(errors="replace")
    if process.returncode != 0:
        raise Skipped("perf record: " + said)


def build_ids_in_mmaps(place):
    place.record(*CLOCK, "--buildid-mmap")


def threads(place):
    """A directory, into which each of perf's threads writes a file."""
    place.record("-e", "cpu-clock", "-c", "100000", "--threads", "-a")


def compressed_threads(place):
    place.record("-e", "cpu-clock", "-c", "100000", "--threads", "-a", "-z")


def stat(place):
    place.run("perf", "stat", "record", "-o", str(place.path), "-e",
              "cpu-clock,page-faults", "-I", "50", "--", "sleep", "0.2",
              stdout=subprocess.DEVNULL)


def data_addresses(place):
    place.record("-d", "-W", "--phys-data", "--data-page-size", "--code-page-size",
                 "-e", "page-faults", "-c", "1", "-e", "cpu-clock/period=1000000/")


def need_tracefs():
    if not os.path.exists(TRACEFS + "/events"):
        raise Skipped("tracefs isn't mounted")


def tracepoints(place):
    need_tracefs()
    place.record("-e", "sched:sched_switch", "-e", "syscalls:sys_enter_write",
                 "-e", "cpu-clock/period=1000000/", "-a")


def clock(place):
    place.record(*CLOCK, "-k", "mono", "--running-time", "--sample-cpu")


def registers(place):
    place.record(*CLOCK, "--intr-regs", "--user-regs=ip,sp,bp")


def many_events(place):
    """Each has an id for each CPU."""
    events = [option for period in range(1000000, 1300000, 10000)
              for option in ("-e", f"cpu-clock/period={period}/")]
    place.record(*events, "-a")


def overwritten(place):
    place.record(*CLOCK, "--overwrite", "--tail-synthesize", "-a")


def unbuffered_kcore(place):
    """A directory with a copy of /proc/kcore's code beside the data."""
    if not os.path.exists("/proc/kcore"):
        raise Skipped("the kernel has no /proc/kcore")
    place.record(*CLOCK, "--kcore")


def killed(place):
    """perf's header then has a data section of no size."""
    command = ["perf", "record", "-q", "-o", str(place.path), "-e", "cpu-clock", "-c",
               "100000", "-m", "1", "-a", "--", "sleep", "60"]
    with subprocess.Popen(command, env=place.environment, stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + TIMEOUT
        with contextlib.suppress(FileNotFoundError):
            while time.monotonic() < deadline and not (
                    place.path.exists() and place.path.stat().st_size > 100000):
                time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)


def injected(place):
    """perf inject puts build ids among the records of a pipe."""
    place.pipe(*CLOCK, "-g")
    content = place.path.read_bytes()
    with open(place.path, "wb") as out:
        place.run("perf", "inject", "-b", input=content, stdout=out)


RECORDINGS = [
    dwarf, frame_pointers, group, several, cgroups, namespaces, switches,
    switches_of_cpus, pipe, compressed, compressed_pipe, pipe_of_tracepoints,
    bpf_programs, build_ids_in_mmaps, threads, compressed_threads, stat,
    data_addresses, tracepoints, clock, registers, many_events, overwritten,
    unbuffered_kcore, killed, injected, *handmade.RECORDINGS,
]


def make(recording, directory):
    """The path of the file, or raises Skipped."""
    place = Place(directory, recording.__name__)
    recording(place)
    if not place.path.exists():
        raise Skipped("perf wrote nothing")
    return place.path


def main():
    directory = pathlib.Path(sys.argv[1]).absolute()
    directory.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        try:
            print(make(recording, directory))
        except Skipped as reason:
            print(f"{recording.__name__}: {reason}")


if __name__ == "__main__":
    main()
