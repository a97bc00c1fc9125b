"""What perf prints of a file's header, made of the library's tables: `perf report
--header-only -I` must have these lines."""

# PERFC_ROWS_*
(FACTS, EVENTS, BUILD_IDS, CPUS, NODES, PMUS, CACHES, GROUPS, BPF, CLOCKS, FEATURES,
 TRACEPOINTS) = range(1, 13)

# The fact, and how perf prints it.
TEXTS = {
    "hostname": "# hostname : {}", "osrelease": "# os release : {}",
    "version": "# perf version : {}", "arch": "# arch : {}",
    "nrcpus_online": "# nrcpus online : {}", "nrcpus_available": "# nrcpus avail : {}",
    "cpudesc": "# cpudesc : {}", "cpuid": "# cpuid : {}",
    "sibling_threads": "# sibling threads : {}", "sibling_dies": "# sibling dies    : {}",
    "sibling_sockets": "# sibling sockets : {}",
}
UNKNOWN_CPU = 0xffffffff
NS = 10 ** 9


def rows(tables, kind):
    return tables[kind].get("rows", [])


def seconds(number):
    microseconds = number // 1000
    return f"{microseconds // 10 ** 6:>5}.{microseconds % 10 ** 6:06}"


def of_facts(facts):
    cmdline = [fact["value"] for fact in facts if fact["name"] == "cmdline"]
    if cmdline:
        # perf escapes what a shell would take apart.
        yield "# cmdline : " + " ".join(word.replace("'", r"\'") for word in cmdline) + " "
    for fact in facts:
        name, value = fact["name"], fact["value"]
        if name in TEXTS:
            yield TEXTS[name].format(value)
        elif name == "total_mem":
            yield f"# total memory : {int(value) // 1024} kB"
        elif name == "sample_time_first":
            yield f"# time of first sample : {seconds(int(value)).strip()}"
        elif name == "sample_time_last":
            yield f"# time of last sample : {seconds(int(value)).strip()}"


def of_cpus(cpus):
    for cpu in cpus:
        die = "" if cpu["die"] == UNKNOWN_CPU else f"Die ID {cpu['die']}, "
        if cpu["core"] != UNKNOWN_CPU:
            yield (f"# CPU {cpu['cpu']}: Core ID {cpu['core']}, {die}"
                   f"Socket ID {cpu['socket']}")


def of_nodes(nodes):
    for node in nodes:
        if not node["cpus"]:
            continue
        number, total, free = (int(node[name]) for name in
                               ("node", "total_bytes", "free_bytes"))
        yield (f"# node{number} meminfo  : total = {total // 1024} kB, "
               f"free = {free // 1024} kB")
        yield f"# node{number} cpu list : {node['cpus']}"


def of_caches(caches):
    for cache in caches:
        yield (f"#  L{cache['level']} {cache['type']:<15} {cache['size']:>8} "
               f"[{cache['cpus']}]")


def of_pmus(pmus):
    named = [f"{pmu['name']} = {pmu['type']}" for pmu in pmus if not pmu["cap"]]
    if named:
        yield "# pmu mappings: " + ", ".join(named)


def of_events(events):
    for event in events:
        if event["name"]:
            yield f"# event : name = {event['name']}, "


def of_groups(groups):
    for group in groups:
        if len(group) > 1:
            yield f"# group: {group[0]['group']}{{{','.join(event['name'] for event in group)}}}"


def of_bpf(programs):
    """With BTF perf prints other names, and a line for each function."""
    for program in programs:
        if program["kind"] == 1 and program["btf_id"]:
            yield f"# bpf_prog_info {program['id']}:"
        elif program["kind"] == 1:
            yield (f"# bpf_prog_info {program['id']}: bpf_prog_{program['tag']}_"
                   f"{program['name']} addr 0x{int(program['address']):x} "
                   f"size {program['size']}")


def lines(tables):
    """Beginnings of lines."""
    for make, kind in ((of_facts, FACTS), (of_cpus, CPUS), (of_nodes, NODES),
                       (of_caches, CACHES), (of_pmus, PMUS), (of_events, EVENTS),
                       (of_groups, GROUPS), (of_bpf, BPF)):
        yield from make(rows(tables, kind))


def build_ids(tables):
    """As `perf buildid-list` prints them."""
    return sorted({f"{row['build_id'][:2 * row['build_id_size']]} {row['path']}"
                   for row in rows(tables, BUILD_IDS)})
