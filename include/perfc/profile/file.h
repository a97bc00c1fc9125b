/* perfc/profile/file.h - perf.data files as a source of records.
 *
 *   struct perfc_file_options options = {.size = sizeof options, .path = "perf.data"};
 *   perfc_file_open(&options, &file, &error);
 *   while ((n = perfc_file_next_records(file, records, 256, &error)) > 0) ...
 *
 * A file hands out struct perfc_stream_record, as a stream of rings does. Programs
 * treat both alike. docs/files.md describes the format.
 *
 * Files may be damaged or hostile. Every size and offset is checked, and the memory is
 * bounded by the options, whatever the file says.
 *
 * Threads: one at a time per file. Different files are independent.
 */
#ifndef PERFC_PROFILE_FILE_H_
#define PERFC_PROFILE_FILE_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/profile/table.h"
#include "perfc/record.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A perf.data file, or the state of this machine in the form of one. */
typedef struct perfc_file perfc_file;

/* ---- open ------------------------------------------------------------------ */

/* perfc_file_options.order */
/* Records are handed out in the order of time. */
#define PERFC_FILE_ORDER_TIME 0x0
/* Records are handed out as they stand in the file. */
#define PERFC_FILE_ORDER_FILE 0x1

/* perfc_file_options.flags */
/* The file is perfc_file_options.fd, a file or a pipe. The caller keeps the fd. A
 * regular file is read from its start by pread(2), so the fd's offset doesn't
 * change. */
#define PERFC_FILE_FD 0x1
/* Hand out the bytes that follow a record (perfc_stream_record.tail), in pieces of at
 * most 1 MiB. tail_size is then that of the piece; the pieces of a record have its
 * sequence, and count as one record. Without this flag the bytes are skipped, and
 * tail_size is that of all. From a pipe such a record is handed out at once, also
 * before records that wait to be sorted. */
#define PERFC_FILE_TAILS 0x2
/* Hand out FINISHED_ROUND, FINISHED_INIT, COMPRESSED and COMPRESSED2 records too. Only
 * with PERFC_FILE_ORDER_FILE. The records inside of a compressed record follow it. */
#define PERFC_FILE_RAW 0x4

/* The default of perfc_file_options.window_bytes. */
#define PERFC_FILE_DEFAULT_WINDOW 0x2000000
/* The default of perfc_file_options.max_bytes. */
#define PERFC_FILE_DEFAULT_MEMORY 0x4000000

/* perfc_filter.flags */
/* Keep the samples that the filter would drop, and drop the others. Then `to` drops no
 * other records. */
#define PERFC_FILTER_NOT 0x1

/* Chooses samples. A sample is kept if it fits every list and both times. An empty
 * list fits every sample, and so does a time of 0. A sample that lacks the field of a
 * list, or a time, doesn't fit; neither does a sample of no known attr, because the
 * places of its fields are unknown. Input struct: set size to sizeof. */
struct perfc_filter {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_FILTER_*. */
  uint32_t flags;
  /* The first time, in nanoseconds of the source's clock. */
  uint64_t from;
  /* The time behind the last one, in nanoseconds of the source's clock. */
  uint64_t to;
  /* Processes. */
  const int32_t *pids;
  /* Threads. */
  const int32_t *tids;
  /* CPUs. */
  const uint32_t *cpus;
  /* Events, by the indexes of their attrs in the plan. */
  const uint32_t *events;
  /* Length of pids. */
  uint32_t pid_count;
  /* Length of tids. */
  uint32_t tid_count;
  /* Length of cpus. */
  uint32_t cpu_count;
  /* Length of events. */
  uint32_t event_count;
};

/* Input struct: set size to sizeof. Exactly one of path, data and PERFC_FILE_FD names
 * the file. */
struct perfc_file_options {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_FILE_*: FD, TAILS, RAW. */
  uint32_t flags;
  /* A file, a named pipe, or a directory that `perf record --threads` wrote. */
  const char *path;
  /* The content of a file. Borrowed until perfc_file_close. */
  const void *data;
  /* Bytes of data. */
  uint64_t data_size;
  /* With PERFC_FILE_FD: the fd. */
  int32_t fd;
  /* PERFC_FILE_ORDER_*. */
  uint32_t order;
  /* Bytes of records that are kept to put them in order, if the file has no
   * FINISHED_ROUND records or its rounds are longer. Less are kept if max_bytes is
   * reached before, as with very small records. The files of a directory share them.
   * 0: PERFC_FILE_DEFAULT_WINDOW. */
  uint64_t window_bytes;
  /* Bytes of memory that the file may use altogether, at least 1.5 times window_bytes
   * plus 2 MiB. 0: PERFC_FILE_DEFAULT_MEMORY, or twice a longer window, or 16/3 MiB for
   * each file of a directory. A sixth must suffice for the window of a zstd frame: by
   * default those of perf's levels 1 to 19 do. */
  uint64_t max_bytes;
  /* Samples to keep; NULL: all. All other records are kept too, except those with a time
   * at or behind filter->to. Copied. */
  const struct perfc_filter *filter;
};

/* Opens a file and reads its header. The caller owns *file.
 *
 * A pipe must have a file in pipe mode; the call waits for its first 16 bytes, also if
 * the fd has O_NONBLOCK. A file whose data section has no size, as perf
 * leaves it when it is killed, is read up to its end, without features.
 *
 *   -EBADMSG     the header isn't that of a perf.data file, or max_bytes is too small
 *                for its ids; error has the offset and the rule
 *   -EINVAL      NULL, none or several of path, data and fd, an unknown flag or order,
 *                PERFC_FILE_RAW without PERFC_FILE_ORDER_FILE, a window that no
 *                memory has room for, or max_bytes is too small for the window or the files of a
 *                directory; number[0] of the error is what would suffice
 *   -E2BIG       options or the filter has an unknown tail
 *   -ENOMEM
 *   open(2)'s, read(2)'s, fstat(2)'s */
PERFC_API int perfc_file_open(const struct perfc_file_options *options,
                              perfc_file **file, struct perfc_error *error);

/* Frees the file; closes the fd that perfc_file_open opened. NULL is fine. Tables stay
 * valid. */
PERFC_API void perfc_file_close(perfc_file *file);

/* ---- records --------------------------------------------------------------- */

/* Takes at most `capacity` records. Returns their number, which is never 0. The
 * records and their tails are borrowed until the next call. They are in this machine's
 * byte order, whatever the order of the file. Their plan is perfc_file_info.plan.
 *
 * The header comes first, in the form that files in pipe mode have: HEADER_FEATURE,
 * HEADER_BUILD_ID, HEADER_TRACING_DATA. These records have
 * PERFC_STREAM_RECORD_HEADER. If a feature doesn't fit into a record, its bytes are
 * the record's tail. A feature that can't be converted from the other byte order is
 * left out; its table says why.
 *
 * Then come the records of the data section. With PERFC_FILE_ORDER_TIME they are in
 * the order of time. FINISHED_ROUND records delimit the records that have to be
 * sorted. If the records between two of them need more than window_bytes, or if
 * there are none, the earliest records are handed out when the window is full. A
 * record that then turns out to be earlier than one that was handed out has
 * PERFC_STREAM_RECORD_LATE, and is counted in out_of_order. A record without a time
 * keeps its place behind the record before it. Records with equal times keep the order
 * of the file, and in a directory that of its files.
 *
 * A record of the other byte order whose attr is unknown can't be converted, but for its
 * header. It is handed out, and decoding it gives the reason.
 *
 * `position` is where the record begins in its file; for a record that was compressed,
 * where the compressed record begins. `source` is 0. In a directory 0 is the file
 * `data`, which has the header, and N + 1 is data.N.
 *
 *   -ESHUTDOWN   the end of the file. perfc_file_info.cut_at says whether the file was
 *                cut off
 *   -EBADMSG     the rest can't be read; error has the offset and the rule. All records
 *                before it have been handed out. In a directory the other files have
 *                been read to their ends
 *   -EOPNOTSUPP  the records are compressed, and this build of the library has no zstd
 *   -EINVAL      NULL, or capacity is 0
 *   -ENOMEM      nothing was lost; the call may be repeated
 *   -EAGAIN, -EINTR  a pipe has no bytes now, or a signal handler ran: nothing was
 *                lost; the call may be repeated
 *   read(2)'s */
PERFC_API int perfc_file_next_records(perfc_file *file,
                                      struct perfc_stream_record *records,
                                      uint32_t capacity,
                                      struct perfc_error *error);

/* Facts about a file. Counts are those up to now. Result struct. */
struct perfc_file_info {
  /* Decodes the records. Borrowed until the file is closed. A pipe's plan grows while
   * the file is read. */
  const perfc_plan *plan;
  /* Bit n: the file has feature n of perf's header (PERFC_FEATURE_*). */
  uint64_t features;
  /* Records handed out. */
  uint64_t records;
  /* Bytes of the file that were read. */
  uint64_t bytes;
  /* Bytes of compressed data that were read. */
  uint64_t compressed_bytes;
  /* Bytes that they became. */
  uint64_t decompressed_bytes;
  /* Records handed out late, see perfc_file_next_records. */
  uint64_t out_of_order;
  /* Records that the kernel or perf dropped, by LOST records. */
  uint64_t lost;
  /* Samples that the PMU or the kernel dropped, by LOST_SAMPLES records. */
  uint64_t lost_samples;
  /* Records of the kernel that the plan can't match to an attr. They are handed out. */
  uint64_t unmatched;
  /* Samples that the filter dropped. */
  uint64_t filtered;
  /* The smallest time of a record so far, or of the feature SAMPLE_TIME. 0: none. */
  uint64_t first_time;
  /* The largest time. */
  uint64_t last_time;
  /* The first byte that is missing or can't be read. 0: nothing is missing so far. */
  uint64_t cut_at;
  /* PERFC_BYTE_ORDER_LITTLE or _BIG. */
  uint32_t byte_order;
  /* Version of the format: 1 or 2. */
  uint32_t version;
  /* 1: the file is in pipe mode. */
  uint32_t pipe;
  /* Files with records: those of a directory, with its `data`; else 1. */
  uint32_t sources;
};
/* Fills in *info. -EINVAL: NULL. */
PERFC_API int perfc_file_get_info(const perfc_file *file,
                                  struct perfc_file_info *info, size_t size);

/* ---- the header ------------------------------------------------------------ */

/* Features of the header (tools/perf/util/header.h). */
#define PERFC_FEATURE_TRACING_DATA 0x1
#define PERFC_FEATURE_BUILD_ID 0x2
#define PERFC_FEATURE_HOSTNAME 0x3
#define PERFC_FEATURE_OSRELEASE 0x4
#define PERFC_FEATURE_VERSION 0x5
#define PERFC_FEATURE_ARCH 0x6
#define PERFC_FEATURE_NRCPUS 0x7
#define PERFC_FEATURE_CPUDESC 0x8
#define PERFC_FEATURE_CPUID 0x9
#define PERFC_FEATURE_TOTAL_MEM 0xa
#define PERFC_FEATURE_CMDLINE 0xb
#define PERFC_FEATURE_EVENT_DESC 0xc
#define PERFC_FEATURE_CPU_TOPOLOGY 0xd
#define PERFC_FEATURE_NUMA_TOPOLOGY 0xe
#define PERFC_FEATURE_BRANCH_STACK 0xf
#define PERFC_FEATURE_PMU_MAPPINGS 0x10
#define PERFC_FEATURE_GROUP_DESC 0x11
#define PERFC_FEATURE_AUXTRACE 0x12
#define PERFC_FEATURE_STAT 0x13
#define PERFC_FEATURE_CACHE 0x14
#define PERFC_FEATURE_SAMPLE_TIME 0x15
#define PERFC_FEATURE_MEM_TOPOLOGY 0x16
#define PERFC_FEATURE_CLOCKID 0x17
#define PERFC_FEATURE_DIR_FORMAT 0x18
#define PERFC_FEATURE_BPF_PROG_INFO 0x19
#define PERFC_FEATURE_BPF_BTF 0x1a
#define PERFC_FEATURE_COMPRESSED 0x1b
#define PERFC_FEATURE_CPU_PMU_CAPS 0x1c
#define PERFC_FEATURE_CLOCK_DATA 0x1d
#define PERFC_FEATURE_HYBRID_TOPOLOGY 0x1e
#define PERFC_FEATURE_PMU_CAPS 0x1f
#define PERFC_FEATURE_CPU_DOMAIN_INFO 0x20
#define PERFC_FEATURE_E_MACHINE 0x21
#define PERFC_FEATURE_CLN_SIZE 0x22

/* Lists one part of the header, or of the header's records that were read so far from
 * a pipe. kind is PERFC_ROWS_*. A file in which only one feature is malformed keeps
 * its others. The caller owns *table.
 *
 *   -ENODATA  the file has none of the features that the table is made of
 *   -EBADMSG  such a feature is malformed; error has the offset and the rule. Only
 *             FACTS has the facts of the other features and a fact "malformed"
 *   -ERANGE   the texts of the table are longer than 4 GiB
 *   -EINVAL   NULL, or no table of files has this kind
 *   -ENOMEM
 *   read(2)'s */
PERFC_API int perfc_file_create_table(const perfc_file *file, uint32_t kind,
                                      perfc_table **table,
                                      struct perfc_error *error);

/* A row of PERFC_ROWS_FACTS. Names are those of the features, in lower case:
 * "hostname", "cmdline". docs/files.md has all names. A fact "malformed" stands for a
 * feature that breaks a rule: its value is the rule, and its number the place in the
 * file. */
struct perfc_fact_row {
  /* The fact's name. */
  struct perfc_text name;
  /* The fact as text. A number is here too, in decimal. */
  struct perfc_text value;
  /* The fact as a number; 0 if it is none. */
  uint64_t number;
  /* PERFC_FEATURE_*: the feature that has the fact. */
  uint32_t feature;
  /* Counts the facts of one name: 0 for the first argument of cmdline, 1 for the
   * second. */
  uint32_t index;
};

/* A row of PERFC_ROWS_EVENTS or PERFC_ROWS_GROUPS. */
struct perfc_event_row {
  /* The event's name, as EVENT_DESC or an EVENT_UPDATE record gives it. Empty: the
   * file has no name for it. */
  struct perfc_text name;
  /* The unit of counts, from an EVENT_UPDATE record. */
  struct perfc_text unit;
  /* The name of the group, from GROUP_DESC. Empty: it has none. */
  struct perfc_text group;
  /* A count times scale is in `unit`. 1 if the file says nothing. */
  double scale;
  /* Index of the event's attr in the plan. */
  uint32_t attr_index;
  /* Index of the attr of the group's leader; attr_index if the event leads a group, or
   * is in none. */
  uint32_t leader;
  /* Number of ids of the event. */
  uint32_t id_count;
  /* 0 */
  uint32_t reserved;
};

/* A row of PERFC_ROWS_BUILD_IDS. */
struct perfc_build_id_row {
  /* Path of the object file, "[kernel.kallsyms]", or a name such as "[vdso]". */
  struct perfc_text path;
  /* The process in which the file was mapped; -1: any. */
  int32_t pid;
  /* PERFC_RECORD_MISC_KERNEL, _USER, _GUEST_KERNEL or _GUEST_USER. */
  uint32_t cpumode;
  /* Bytes of build_id. perf before 5.10 didn't write the size and always meant 20. */
  uint32_t build_id_size;
  /* The build id; 0 behind build_id_size bytes. */
  uint8_t build_id[20];
};

/* A row of PERFC_ROWS_CPUS. A member is PERFC_NO_CPU_NUMBER if the file doesn't say. */
struct perfc_cpu_row {
  /* Number of the CPU. */
  uint32_t cpu;
  /* The core's number in its socket. */
  uint32_t core;
  /* The die's number in its socket. */
  uint32_t die;
  /* The socket (physical package). */
  uint32_t socket;
};
/* A member of struct perfc_cpu_row that the file doesn't have. */
#define PERFC_NO_CPU_NUMBER 0xffffffff

/* A row of PERFC_ROWS_NODES, from NUMA_TOPOLOGY and MEM_TOPOLOGY. */
struct perfc_node_row {
  /* The node's number. */
  uint32_t node;
  /* 0 */
  uint32_t reserved;
  /* Bytes of memory in the node. 0: the file doesn't say. */
  uint64_t total_bytes;
  /* Bytes of it that were free. */
  uint64_t free_bytes;
  /* Bytes of a memory block; 0: the file doesn't say. */
  uint64_t block_bytes;
  /* The node's CPUs, as "0-3,8". */
  struct perfc_text cpus;
  /* The numbers of the node's memory blocks, as "0-31". */
  struct perfc_text blocks;
};

/* A row of PERFC_ROWS_PMUS: one capability, or the PMU itself if cap is empty. */
struct perfc_pmu_row {
  /* attr.type of the PMU's events; PERFC_NO_PMU_TYPE if the file doesn't say. */
  uint32_t type;
  /* 0 */
  uint32_t reserved;
  /* The PMU's name, such as "cpu_core". */
  struct perfc_text name;
  /* The CPUs of a PMU of a hybrid machine, as "0-3". Else empty. */
  struct perfc_text cpus;
  /* Name of the capability, such as "branches". */
  struct perfc_text cap;
  /* Its value. */
  struct perfc_text value;
};
/* perfc_pmu_row.type of a PMU that PMU_MAPPINGS doesn't list. */
#define PERFC_NO_PMU_TYPE 0xffffffff

/* A row of PERFC_ROWS_DOMAINS, from CPU_DOMAIN_INFO. */
struct perfc_domain_row {
  /* Number of the CPU. */
  uint32_t cpu;
  /* Level of the domain, as in /proc/schedstat. */
  uint32_t domain;
  /* Its name, such as "MC". Empty before version 17 of schedstat. */
  struct perfc_text name;
  /* The CPUs of the domain, as "0-3". */
  struct perfc_text cpus;
};

/* A row of PERFC_ROWS_CACHES. */
struct perfc_cache_row {
  /* 1 to 3. */
  uint32_t level;
  /* Bytes of a line. */
  uint32_t line_size;
  /* Number of sets. */
  uint32_t sets;
  /* Ways of a set. */
  uint32_t ways;
  /* "Data", "Instruction" or "Unified". */
  struct perfc_text type;
  /* Size of the cache, as "32K". */
  struct perfc_text size;
  /* The CPUs that share the cache, as "0-1". */
  struct perfc_text cpus;
};

/* perfc_bpf_row.kind */
/* A BPF program: struct bpf_prog_info and the arrays behind it. */
#define PERFC_BPF_PROGRAM 0x1
/* The BTF that a program refers to. */
#define PERFC_BPF_BTF 0x2

/* A row of PERFC_ROWS_BPF. */
struct perfc_bpf_row {
  /* Id of the program or BTF. */
  uint32_t id;
  /* PERFC_BPF_*. */
  uint32_t kind;
  /* Programs: bpf_prog_info.type, BPF_PROG_TYPE_* of linux/bpf.h. */
  uint32_t program_type;
  /* Programs: id of the BTF; 0: none. */
  uint32_t btf_id;
  /* Programs: address of the first jited function. */
  uint64_t address;
  /* Programs: bytes of jited code. */
  uint64_t size;
  /* Programs: hash of the instructions. */
  uint8_t tag[8];
  /* Programs: bpf_prog_info.name. */
  struct perfc_text name;
  /* Programs: the bytes of struct bpf_prog_info. BTF: its bytes. */
  struct perfc_text data;
};

/* A row of PERFC_ROWS_CLOCKS. Its first members are those of struct
 * perfc_clock_relation: perfc_clock_convert takes a pointer to the row. */
struct perfc_clock_row {
  /* A time of the records, in nanoseconds. */
  uint64_t time;
  /* time + offset is the time of the other clock. */
  int64_t offset;
  /* Nanoseconds by which offset may be wrong. */
  uint64_t uncertainty;
  /* Id of the other clock. */
  int32_t clock;
  /* PERFC_CLOCK_*. */
  uint32_t how;
  /* Id of the clock of the records, from CLOCK_DATA or CLOCKID. */
  int32_t record_clock;
  /* 0 */
  uint32_t reserved;
  /* Resolution of the clock of the records in nanoseconds; 0: the file doesn't say. */
  uint64_t resolution;
};

/* A row of PERFC_ROWS_FEATURES. */
struct perfc_feature_row {
  /* PERFC_FEATURE_*, or a number that this version doesn't know. */
  uint32_t feature;
  /* 0 */
  uint32_t reserved;
  /* The byte at which the feature begins in the file. */
  uint64_t position;
  /* Bytes of the feature in the file. */
  uint64_t size;
  /* Name of the feature, such as "CPU_TOPOLOGY"; empty: this version doesn't know it. */
  struct perfc_text name;
  /* The bytes, in the file's byte order. Empty for TRACING_DATA and for features of
   * more than 16 MiB or an eighth of max_bytes, which can be read from the file at
   * `position`. */
  struct perfc_text data;
};

/* A row of PERFC_ROWS_TRACEPOINTS. */
struct perfc_tracepoint_row {
  /* attr.config of the tracepoint's events on the machine of the recording. */
  uint32_t id;
  /* 0 */
  uint32_t reserved;
  /* The subsystem, such as "sched". */
  struct perfc_text system;
  /* The tracepoint, such as "sched_switch". */
  struct perfc_text name;
  /* The format file, for perfc_tracepoint_create_from_text. */
  struct perfc_text format;
};

/* ---- the state of this machine --------------------------------------------- */

/* flags of perfc_file_synthesize */
/* Threads that run: their names, maps, namespaces and cgroups. */
#define PERFC_SYNTHESIZE_TASKS 0x1
/* The kernel, its modules and BPF programs. */
#define PERFC_SYNTHESIZE_KERNEL 0x2
/* Facts as a file's header has them: host name, release, CPUs, memory, caches, PMUs,
 * clocks, and the names of the plan's events. */
#define PERFC_SYNTHESIZE_FACTS 0x4
/* Build ids in the MMAP2 records: the library reads them from the mapped files. The
 * plan decodes them if its first attr has PERFC_ATTR_BUILD_ID. */
#define PERFC_SYNTHESIZE_BUILD_IDS 0x8

/* Makes a source of the records that the kernel would have written for what is there
 * already: COMM, FORK, MMAP2, NAMESPACES, CGROUP, KSYMBOL, BPF_EVENT. They have time 0
 * and PERFC_STREAM_RECORD_SYNTHESIZED; facts have PERFC_STREAM_RECORD_HEADER. /proc is
 * read while the records are taken. To miss nothing, map all events, enable an event
 * that tracks tasks (a dummy event with mmap2, comm and task), take these records, and
 * then enable the others: a disabled event writes no records of tasks. A task that
 * ends meanwhile is left out, and so is what this process may not read.
 *
 * pids are the processes of TASKS; if pid_count is 0, all processes. plan gives the
 * layout of the records, which belong to its first attr and have the id 0. So a plan of
 * several attrs decodes them after perfc_plan_set_default(plan, 0). plan must outlive
 * the file. The caller owns *file.
 *
 *   -EINVAL  NULL plan or file, NULL pids with a count, no flag or an unknown one, or
 *            the plan has no attr or the other byte order
 *   -ENOMEM
 *   open(2)'s: /proc can't be opened */
PERFC_API int perfc_file_synthesize(const perfc_host *host,
                                    const perfc_plan *plan, const int32_t *pids,
                                    uint32_t pid_count, uint32_t flags,
                                    perfc_file **file,
                                    struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_PROFILE_FILE_H_ */
