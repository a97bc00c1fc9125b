/* perfc/decode.h - the last verb: decode. Plans, samples, and every other record
 * type.
 *
 * Decoding needs no fd: a plan made from attrs decodes bytes from a ring, a file,
 * or another machine. Any number of threads may use a plan while none changes it.
 * All perfc_decode_* allocate nothing and may be called from a signal handler.
 *
 * Every perfc_decode_X(plan, record, ...) below but perfc_decode_register fills the
 * caller's struct up to its size, and returns 0, or
 *
 *   -EINVAL   a NULL argument, or a record of another type
 *   -EBADMSG  the record is shorter than its attr says, a count is beyond its
 *             end, or a part that must be 8-byte aligned isn't; the struct may
 *             have been written in part
 *   -ENOKEY   the record's id is in no attr of the plan, or the plan has no attr
 *
 * or, where the plan has several attrs,
 *
 *   -EKEYREJECTED  the record's id is 0, and the plan has no default attr (see
 *                  perfc_plan_set_default)
 *   -ENOTUNIQ      the attrs can't be told apart (see perfc_plan_add_attr)
 *
 * perfc_record_range gives the bytes of the variable parts. Their offsets are
 * counted from record->data, so a decoded struct may be copied, and is good for a
 * copy of the record too.
 */
#ifndef PERFC_DECODE_H_
#define PERFC_DECODE_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/record.h"
#include "perfc/uapi.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- plans ---------------------------------------------------------------- */

/* The byte order of the attrs and records that a plan is for. */
#define PERFC_BYTE_ORDER_NATIVE 0x0
#define PERFC_BYTE_ORDER_LITTLE 0x1
#define PERFC_BYTE_ORDER_BIG 0x2

/* Makes a plan without attrs; perfc_plan_add_attr adds them. byte_order is
 * PERFC_BYTE_ORDER_*, that of the attrs and records. The caller owns *plan.
 *
 *   -EINVAL  NULL plan, an unknown byte_order
 *   -ENOMEM */
PERFC_API int perfc_plan_create(uint32_t byte_order, perfc_plan **plan,
                                struct perfc_error *error);

/* Adds an attr with the ids of its events, and returns its index: 0 for the first.
 * attr is in the plan's byte order, and copied; its length counts as in
 * perfc_open. Fields of the attr that this version doesn't know are kept. ids are
 * the kernel's ids of the events opened with the attr (several if it was opened on
 * several CPUs), in this machine's order. A plan of a single attr needs none.
 *
 * From the second attr on records are matched by id: by PERF_SAMPLE_IDENTIFIER if
 * all attrs have it, else by PERF_SAMPLE_ID if it lies at the same place in the
 * records of all. STREAM_ID is never used. If neither is possible the attr is added
 * all the same and decoding fails (ENOTUNIQ); perfc_plan_tells_apart says why. Not
 * while another thread decodes. The plan is unchanged after an error.
 *
 *   -EINVAL  NULL plan or attr, ids NULL with a count
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -EEXIST  an id is in the plan already, or stands there twice
 *   -ENOMEM */
PERFC_API int perfc_plan_add_attr(perfc_plan *plan, const void *attr,
                                  size_t attr_size, const uint64_t *ids,
                                  size_t id_count, struct perfc_error *error);

/* Adds ids to attr `index`. Not while another thread decodes. The plan is
 * unchanged after an error.
 *
 *   -EINVAL  NULL plan, no such attr, ids NULL with a count
 *   -EEXIST  an id is in the plan already, or stands there twice
 *   -ENOMEM */
PERFC_API int perfc_plan_add_ids(perfc_plan *plan, uint32_t index,
                                 const uint64_t *ids, size_t id_count,
                                 struct perfc_error *error);

/* Records with id 0 belong to attr `index` from now on. The perf tool writes such
 * records into its files for what ran before, and means the first event by them.
 * PERFC_PLAN_NO_DEFAULT, as at first: they belong to no attr. Only plans of
 * several attrs ask for an id. Not while another thread decodes. -EINVAL: NULL,
 * or no such attr. */
#define PERFC_PLAN_NO_DEFAULT 0xffffffff
PERFC_API int perfc_plan_set_default(perfc_plan *plan, uint32_t index);

/* 1 if the plan can tell all records of its attrs apart (always, if it has at most
 * one attr), else 0, and error says what is missing. With 0 the samples may still
 * be told apart, where only sample_id_all differs between the attrs. If no attr has
 * sample_id_all, other records need no id, except READ where read_format
 * differs. -EINVAL: NULL plan. */
PERFC_API int perfc_plan_tells_apart(const perfc_plan *plan,
                                     struct perfc_error *error);

/* How many attrs there are. -EINVAL: NULL. */
PERFC_API int perfc_plan_attr_count(const perfc_plan *plan);

/* Copies up to size bytes of attr `index`, in this machine's byte order, and
 * returns its length. -EINVAL: NULL, or no such index. */
PERFC_API int perfc_plan_attr(const perfc_plan *plan, uint32_t index,
                              void *buffer, size_t size);

/* Copies the ids of attr `index` in the order in which they were added, and
 * returns how many. *count, if count isn't NULL, is how many there are, also with
 * -ENOSPC. An event's plan has ids only where other events write into its ring.
 *
 *   -ENOSPC  there are more than capacity, and none was copied
 *   -EINVAL  NULL plan, NULL ids with a capacity, or no such attr */
PERFC_API int perfc_plan_ids(const perfc_plan *plan, uint32_t index,
                             uint64_t *ids, uint32_t capacity, uint32_t *count);

/* The index of the attr that has this id. Of id 0 the default attr, unless 0 was
 * added as an id. -ENOENT: no attr has the id, or there is no default. -EINVAL:
 * NULL. */
PERFC_API int perfc_plan_find_id(const perfc_plan *plan, uint64_t id);

/* Frees it. NULL is fine. A plan that belongs to an event is freed with the
 * event, never here. */
PERFC_API void perfc_plan_destroy(perfc_plan *plan);

/* Views the first record of a buffer, `available` bytes long, so that records
 * of any source can be walked: the next one begins record->size bytes further.
 * In this machine's byte order *record borrows data, which must be 8-byte
 * aligned. In the other one the record is written into scratch in this
 * machine's order, bit-fields re-laid, and *record borrows that; 64 KiB of
 * scratch, 8-byte aligned, always suffice. Decoding then works alike.
 *
 * Returns 1, or 0 if available is 0.
 *   -EBADMSG  a size below 8 or beyond available, or (other order) a record that
 *             can't be decoded
 *   -ENOSPC   (other order) scratch is NULL or too small
 *   -EINVAL   NULL or misaligned
 *   -ENOKEY, -EKEYREJECTED, -ENOTUNIQ  (other order) as decoding */
PERFC_API int perfc_plan_view_record(const perfc_plan *plan, const void *data,
                                     size_t available, void *scratch,
                                     size_t scratch_size,
                                     struct perfc_record *record);

/* ---- samples -------------------------------------------------------------- */

/* Bits of perfc_sample.parts: what is present besides the fields of
 * sample_type. */
#define PERFC_PART_BRANCH_HW_IDX 0x1   /* branch_hw_idx */
#define PERFC_PART_BRANCH_COUNTERS 0x2 /* branch_counters */
/* rest: what could not be decoded. `present` lacks the fields that lie in it. */
#define PERFC_PART_PARTIAL 0x4
/* rest: bytes behind the last field. All fields were decoded, and the attr tells
 * of no more. Linux writes such samples now and then (docs/decoding.md says
 * when); else the attr isn't the one that the sample was written with. Never
 * with PARTIAL. */
#define PERFC_PART_LEFT_OVER 0x8

/* A PERF_RECORD_SAMPLE. Only what `present` and `parts` name is written. */
struct perfc_sample {
  /* PERFC_SAMPLE_*. */
  uint64_t present;
  /* PERFC_PART_*. */
  uint32_t parts;
  /* Which attr of the plan. */
  uint32_t attr_index;
  /* Id of the event, always in first place on the wire. */
  uint64_t identifier;
  /* Instruction pointer. */
  uint64_t ip;
  /* Process; -1: exited. */
  uint32_t pid;
  /* Thread. */
  uint32_t tid;
  /* ns, of the attr's clock. */
  uint64_t time;
  /* Data address, breakpoint, ... */
  uint64_t addr;
  /* Id of the event; of the parent's for inherited ones. */
  uint64_t id;
  /* Id of the very event; another one in each child. */
  uint64_t stream_id;
  uint32_t cpu;
  /* 0 so far. */
  uint32_t cpu_reserved;
  /* Events that this sample stands for. */
  uint64_t period;
  struct perfc_read_part read;
  /* u64 addresses, and markers: PERFC_CONTEXT_*, all PERFC_CONTEXT_MAX or above. */
  struct perfc_range callchain;
  /* Bytes with padding; 4-byte aligned. */
  struct perfc_range raw;
  /* struct perfc_branch_entry. */
  struct perfc_range branches;
  /* u64, one for each branch. */
  struct perfc_range branch_counters;
  /* Place of the newest branch in the hardware's ring, or -1. */
  uint64_t branch_hw_idx;
  /* PERFC_SAMPLE_REGS_ABI_*. NONE: a kernel thread, without registers. */
  uint64_t user_abi;
  /* u64, one for each bit of sample_regs_user. */
  struct perfc_range user_regs;
  /* Bytes from the user stack pointer on, and how many are really stack. */
  struct perfc_range stack;
  uint64_t stack_dyn_size;
  /* With WEIGHT. */
  uint64_t weight;
  /* With WEIGHT_STRUCT: what the PMU makes of these three. */
  uint32_t weight_var1_dw;
  uint16_t weight_var2_w;
  uint16_t weight_var3_w;
  /* See perfc_decode_data_src. */
  uint64_t data_src;
  /* PERFC_TXN_* bits; transaction >> PERFC_TXN_ABORT_SHIFT is the abort code that
   * the program gave. */
  uint64_t transaction;
  uint64_t intr_abi;
  /* u64, one for each bit of sample_regs_intr. */
  struct perfc_range intr_regs;
  /* Bytes. */
  struct perfc_range aux;
  uint64_t phys_addr;
  /* Inode; PERF_RECORD_CGROUP names it. */
  uint64_t cgroup;
  /* Bytes. */
  uint64_t data_page_size;
  /* Bytes. */
  uint64_t code_page_size;
  /* Bytes, with PARTIAL or LEFT_OVER. */
  struct perfc_range rest;
};

/* Decodes a sample. A sample_type bit or a register ABI that this version
 * doesn't know ends the decoding: what comes before it is given, the rest is
 * left as bytes, and parts has PARTIAL. So it has where the kernel cut the last
 * field off, which it does behind an empty user stack (docs/decoding.md). */
PERFC_API int perfc_decode_sample(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_sample *sample,
                                  size_t sample_size);

/* One register of a sample. which is PERFC_SAMPLE_REGS_USER or
 * PERFC_SAMPLE_REGS_INTR, reg the register's number in perf_regs.h (PERFC_REG_*).
 * The array in the record is dense: it holds only the registers whose bit the attr
 * set. -ENODATA: this sample has no such register. -EINVAL: NULL, another `which`,
 * or the sample's attr_index is not the plan's. */
PERFC_API int perfc_decode_register(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    const struct perfc_sample *sample,
                                    uint64_t which, uint32_t reg,
                                    uint64_t *value);

/* One branch, as the record has it. flags is taken apart by
 * perfc_decode_branch. */
struct perfc_branch_entry {
  uint64_t from;
  uint64_t to;
  uint64_t flags;
};

/* The bits of a branch entry. -EINVAL: NULL. */
struct perfc_branch {
  /* 1: mispredicted. */
  uint8_t mispred;
  /* 1: predicted. Neither: the CPU doesn't tell. */
  uint8_t predicted;
  /* In a transaction. */
  uint8_t in_tx;
  /* A transaction's abort. */
  uint8_t abort;
  /* Since the branch before, 0: not told. */
  uint16_t cycles;
  /* PERFC_BR_*. */
  uint8_t type;
  /* PERFC_BR_SPEC_*. */
  uint8_t spec;
  /* PERFC_BR_NEW_*, if type is PERFC_BR_EXTEND_ABI. */
  uint8_t new_type;
  /* PERFC_BR_PRIV_*. */
  uint8_t priv;
};
PERFC_API int perfc_decode_branch(uint64_t flags, struct perfc_branch *branch,
                                  size_t branch_size);

/* The groups of PERF_SAMPLE_DATA_SRC, each shifted down: compare with PERFC_MEM_*.
 * -EINVAL: NULL. */
struct perfc_data_src {
  uint16_t op;
  uint16_t lvl;
  uint16_t snoop;
  uint16_t lock;
  uint16_t dtlb;
  uint16_t lvl_num;
  uint16_t remote;
  uint16_t snoopx;
  uint16_t blk;
  uint16_t hops;
  uint16_t region;
};
PERFC_API int perfc_decode_data_src(uint64_t word,
                                    struct perfc_data_src *data_src,
                                    size_t data_src_size);

/* ---- the trailer ---------------------------------------------------------- */

/* The trailer: every record of the kernel but SAMPLE ends with it if the attr has
 * sample_id_all. Members that `present` doesn't name aren't written. The perf
 * tool's own records in files, of type 64 and above, have no trailer: -ENODATA. */
struct perfc_sample_id {
  /* PERFC_SAMPLE_TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER: which members are
   * there. 0: no trailer. */
  uint64_t present;
  /* Which attr of the plan. If the plan has several and `present` is 0, nothing
   * tells which, and this is 0. */
  uint32_t attr_index;
  uint32_t cpu;
  uint32_t pid;
  uint32_t tid;
  uint64_t time;
  uint64_t id;
  uint64_t stream_id;
  uint64_t identifier;
};
PERFC_API int perfc_decode_sample_id(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_sample_id *id,
                                     size_t id_size);

/* ---- the other records ---------------------------------------------------- */

/* Namespace link of PERF_RECORD_NAMESPACES. */
struct perfc_namespace {
  uint64_t dev;
  uint64_t ino;
};

/* Bits of perfc_record_mmap.fields. MMAP has none, MMAP2 has PROT and one of the
 * others. */
#define PERFC_MMAP_HAS_INODE 0x1
#define PERFC_MMAP_HAS_BUILD_ID 0x2
#define PERFC_MMAP_HAS_PROT 0x4

/* PERF_RECORD_MMAP (1) and PERF_RECORD_MMAP2 (10): a file or memory was mapped.
 * Members that `fields` doesn't name are 0. An MMAP2 of an attr without
 * PERFC_ATTR_BUILD_ID has no build id, whatever misc says: the kernel leaves
 * PERFC_RECORD_MISC_MMAP_BUILD_ID set for it where another event asked for one.
 * misc decides for all others, and for records with id 0. */
struct perfc_record_mmap {
  uint32_t pid;
  uint32_t tid;
  uint64_t addr;
  uint64_t len;
  uint64_t pgoff;
  /* Bytes: a path, "//anon", "[heap]", ... */
  struct perfc_range filename;
  /* PERFC_MMAP_HAS_*: which of the members below are there. */
  uint32_t fields;
  /* With HAS_PROT: PROT_* and MAP_*. */
  uint32_t prot;
  uint32_t flags;
  /* With HAS_INODE: the file's device, inode, and the inode's generation. */
  uint32_t maj;
  uint32_t min;
  uint64_t ino;
  uint64_t ino_generation;
  /* With HAS_BUILD_ID: the first build_id_size bytes, at most 20. */
  uint32_t build_id_size;
  uint8_t build_id[20];
};
PERFC_API int perfc_decode_mmap(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_mmap *out, size_t out_size);

/* PERF_RECORD_LOST (2): records found no room in the ring. */
struct perfc_record_lost {
  uint64_t id;
  /* How many. */
  uint64_t lost;
};
PERFC_API int perfc_decode_lost(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_lost *out, size_t out_size);

/* PERF_RECORD_COMM (3): a thread's name changed. */
struct perfc_record_comm {
  uint32_t pid;
  uint32_t tid;
  /* Bytes. */
  struct perfc_range comm;
};
PERFC_API int perfc_decode_comm(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_comm *out, size_t out_size);

/* PERF_RECORD_EXIT (4): a thread ended. PERF_RECORD_FORK (7): a thread or process
 * was made. record->type tells which. */
struct perfc_record_task {
  uint32_t pid;
  /* The parent's pid. */
  uint32_t ppid;
  uint32_t tid;
  /* The parent's tid. */
  uint32_t ptid;
  uint64_t time;
};
PERFC_API int perfc_decode_task(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_task *out, size_t out_size);

/* PERF_RECORD_THROTTLE (5): sampling was too fast and paused.
 * PERF_RECORD_UNTHROTTLE (6): sampling goes on. record->type tells which. */
struct perfc_record_throttle {
  uint64_t time;
  uint64_t id;
  uint64_t stream_id;
};
PERFC_API int perfc_decode_throttle(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    struct perfc_record_throttle *out,
                                    size_t out_size);

/* PERF_RECORD_READ (8): an inherited event's counts as its thread ended
 * (inherit_stat). */
struct perfc_record_read {
  uint32_t pid;
  uint32_t tid;
  struct perfc_read_part read;
};
PERFC_API int perfc_decode_read(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_read *out, size_t out_size);

/* PERF_RECORD_AUX (11): new data in the AUX area. */
struct perfc_record_aux {
  uint64_t aux_offset;
  uint64_t aux_size;
  /* PERFC_AUX_FLAG_*. */
  uint64_t flags;
};
PERFC_API int perfc_decode_aux(const perfc_plan *plan,
                               const struct perfc_record *record,
                               struct perfc_record_aux *out, size_t out_size);

/* PERF_RECORD_ITRACE_START (12): an instruction trace began. */
struct perfc_record_itrace_start {
  uint32_t pid;
  uint32_t tid;
};
PERFC_API int perfc_decode_itrace_start(const perfc_plan *plan,
                                        const struct perfc_record *record,
                                        struct perfc_record_itrace_start *out,
                                        size_t out_size);

/* PERF_RECORD_LOST_SAMPLES (13): the PMU dropped samples. */
struct perfc_record_lost_samples {
  uint64_t lost;
};
PERFC_API int perfc_decode_lost_samples(const perfc_plan *plan,
                                        const struct perfc_record *record,
                                        struct perfc_record_lost_samples *out,
                                        size_t out_size);

/* PERF_RECORD_SWITCH (14): a context switch of the thread.
 * PERF_RECORD_SWITCH_CPU_WIDE (15): one on the CPU, which names the other task. */
struct perfc_record_switch {
  /* 1: away from the task. */
  uint32_t out;
  /* 1: the task was still runnable. */
  uint32_t preempted;
  /* 1: SWITCH_CPU_WIDE, the members below are there. 0: they are 0. */
  uint32_t has_other;
  /* The other task: the next one if `out` is 1, else the one before. */
  uint32_t next_prev_pid;
  uint32_t next_prev_tid;
};
PERFC_API int perfc_decode_switch(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_record_switch *out,
                                  size_t out_size);

/* PERF_RECORD_NAMESPACES (16): a thread's namespaces. */
struct perfc_record_namespaces {
  uint32_t pid;
  uint32_t tid;
  /* struct perfc_namespace, by PERFC_*_NS_INDEX. */
  struct perfc_range namespaces;
};
PERFC_API int perfc_decode_namespaces(const perfc_plan *plan,
                                      const struct perfc_record *record,
                                      struct perfc_record_namespaces *out,
                                      size_t out_size);

/* PERF_RECORD_KSYMBOL (17): a kernel symbol came or went. */
struct perfc_record_ksymbol {
  uint64_t addr;
  uint32_t len;
  /* PERFC_RECORD_KSYMBOL_TYPE_*. */
  uint16_t ksym_type;
  /* PERFC_RECORD_KSYMBOL_FLAGS_*. */
  uint16_t flags;
  /* Bytes. */
  struct perfc_range name;
};
PERFC_API int perfc_decode_ksymbol(const perfc_plan *plan,
                                   const struct perfc_record *record,
                                   struct perfc_record_ksymbol *out,
                                   size_t out_size);

/* PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded. */
struct perfc_record_bpf_event {
  /* PERFC_BPF_EVENT_*. */
  uint16_t type;
  uint16_t flags;
  uint32_t id;
  uint8_t tag[8];
};
PERFC_API int perfc_decode_bpf_event(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_record_bpf_event *out,
                                     size_t out_size);

/* PERF_RECORD_CGROUP (19): a cgroup was made. */
struct perfc_record_cgroup {
  /* Its inode. */
  uint64_t id;
  /* Bytes. */
  struct perfc_range path;
};
PERFC_API int perfc_decode_cgroup(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_record_cgroup *out,
                                  size_t out_size);

/* PERF_RECORD_TEXT_POKE (20): the kernel changed its code. */
struct perfc_record_text_poke {
  uint64_t addr;
  struct perfc_range old_bytes;
  struct perfc_range new_bytes;
};
PERFC_API int perfc_decode_text_poke(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_record_text_poke *out,
                                     size_t out_size);

/* PERF_RECORD_AUX_OUTPUT_HW_ID (21): the PMU's id of an event that writes into
 * the AUX area. */
struct perfc_record_aux_output_hw_id {
  uint64_t hw_id;
};
PERFC_API int perfc_decode_aux_output_hw_id(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_aux_output_hw_id *out, size_t out_size);

/* PERF_RECORD_CALLCHAIN_DEFERRED (22): the user part of an earlier sample's
 * call chain. */
struct perfc_record_callchain_deferred {
  /* The sample's, after its PERFC_CONTEXT_USER_DEFERRED. */
  uint64_t cookie;
  /* u64 addresses. */
  struct perfc_range callchain;
};
PERFC_API int perfc_decode_callchain_deferred(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_callchain_deferred *out, size_t out_size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_DECODE_H_ */
