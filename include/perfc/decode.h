/* perfc/decode.h - the last verb: decode. Plans, samples, and every other
 * record type.
 *
 * Decoding needs no fd: a plan made from attrs decodes bytes from a ring, a
 * file, or another machine. A plan may be used by any number of threads at a
 * time while none adds to it. All perfc_decode_* allocate nothing and may be
 * called from a signal handler.
 *
 * Every perfc_decode_X(plan, record, ...) below fills at most as many bytes of
 * the caller's struct as its size says, and returns 0, or
 *
 *   -EINVAL   a NULL argument, or a record of another type
 *   -EBADMSG  the record is shorter than its attr says, a count is beyond its
 *             end, or a part that must be 8-byte aligned isn't; the
 *             struct may have been written in part
 *
 * or, where the plan has several attrs,
 *
 *   -ENOKEY        the record's id is in no attr of the plan
 *   -EKEYREJECTED  the record's id is 0, and the plan has no default attr (see
 *                  perfc_plan_set_default)
 *   -ENOTUNIQ      the attrs can't be told apart (see perfc_plan_add_attr)
 *
 * Offsets of variable parts are counted from record->data, so a decoded struct
 * may be copied, and stays good for a copy of the record.
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

/* Makes a plan for the records of one attr, which is the plan's attr 0. attr is
 * in the plan's byte order, and copied; its length counts as in perfc_open. ids
 * are the kernel's ids of the events opened with it (several, where it was
 * opened on several CPUs), in this machine's order; a plan of a single attr
 * needs none. The caller owns *plan. What an attr has beyond the fields known
 * here is kept, whatever it is.
 *
 *   -EINVAL  NULL attr or plan, ids NULL with a count, an unknown byte_order
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -EEXIST  an id stands there twice
 *   -ENOMEM */
PERFC_API int perfc_plan_create(const void *attr, size_t attr_size,
                                const uint64_t *ids, size_t id_count,
                                uint32_t byte_order, perfc_plan **plan,
                                struct perfc_error *error);

/* Adds an attr with the ids of its events, and returns its index. From the
 * second attr on records are matched by id: by PERF_SAMPLE_IDENTIFIER if all
 * attrs have it, else by PERF_SAMPLE_ID if it lies at the same place in the
 * records of all. Never by STREAM_ID. Where neither can be, the attr is added
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

/* Records with id 0 belong to attr `index` from now on. The perf tool writes such
 * records into its files for what ran before, and means the first event by them.
 * PERFC_PLAN_NO_DEFAULT, as at first: they belong to no attr. Only plans of
 * several attrs ask for an id. Not while another thread decodes. -EINVAL: NULL,
 * or no such attr. */
#define PERFC_PLAN_NO_DEFAULT 0xffffffff
PERFC_API int perfc_plan_set_default(perfc_plan *plan, uint32_t index);

/* 1 if the plan can tell all records of its attrs apart (always, if it has one
 * attr), else 0, and error says what is missing. With 0 the samples may still be
 * told apart, where only sample_id_all differs between the attrs. If no attr has
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

/* Frees it. NULL is fine. A plan that belongs to an event is freed with the
 * event, never here. */
PERFC_API void perfc_plan_destroy(perfc_plan *plan);

/* Views the first record of a buffer, `available` bytes long, so that records
 * of any source can be walked: the next one begins record->size bytes further.
 * In this machine's byte order *record borrows data, which must be 8-byte
 * aligned. In the other one the record is written into scratch in this
 * machine's order, bit-fields re-laid, and *record borrows that; 64 KiB of
 * scratch, 8-byte aligned, always suffice. Decoding and accessors then work
 * alike.
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

/* PERF_SAMPLE_READ, and the counts in PERF_RECORD_READ. */
struct perfc_read_part {
  uint64_t time_enabled; /* ns; with PERFC_FORMAT_TOTAL_TIME_ENABLED */
  uint64_t time_running; /* ns; with PERFC_FORMAT_TOTAL_TIME_RUNNING */
  uint32_t read_format;  /* PERFC_FORMAT_*, which says what is there */
  uint16_t offset;       /* of the first value */
  uint16_t nr;           /* values: 1, or the group's */
};

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
  uint64_t present;    /* PERFC_SAMPLE_* */
  uint32_t parts;      /* PERFC_PART_* */
  uint32_t attr_index; /* which attr of the plan */
  uint64_t identifier; /* id of the event, always in first place on the wire */
  uint64_t ip;         /* instruction pointer */
  uint32_t pid;        /* process; -1: exited */
  uint32_t tid;        /* thread */
  uint64_t time;       /* ns, of the attr's clock */
  uint64_t addr;       /* data address, breakpoint, ... */
  uint64_t id;         /* id of the event; of the parent's for inherited ones */
  uint64_t stream_id;  /* id of the very event; another one in each child */
  uint32_t cpu;
  uint32_t cpu_reserved; /* 0 so far */
  uint64_t period;       /* events that this sample stands for */
  struct perfc_read_part read;
  /* u64 addresses, with PERFC_CONTEXT_* markers. */
  struct perfc_range callchain;
  struct perfc_range raw;             /* bytes with padding; 4-byte aligned */
  struct perfc_range branches;        /* struct perfc_branch_entry */
  struct perfc_range branch_counters; /* u64, one for each branch */
  /* Place of the newest branch in the hardware's ring, or -1. */
  uint64_t branch_hw_idx;
  /* PERFC_SAMPLE_REGS_ABI_*. NONE: a kernel thread, without registers. */
  uint64_t user_abi;
  struct perfc_range user_regs; /* u64, one for each bit of sample_regs_user */
  /* Bytes from the user stack pointer on, and how many are really stack. */
  struct perfc_range stack;
  uint64_t stack_dyn_size;
  uint64_t weight; /* with WEIGHT */
  /* With WEIGHT_STRUCT: what the PMU makes of these three. */
  uint32_t weight_var1_dw;
  uint16_t weight_var2_w;
  uint16_t weight_var3_w;
  uint64_t data_src;    /* see perfc_decode_data_src */
  uint64_t transaction; /* PERFC_TXN_* and the abort code */
  uint64_t intr_abi;
  struct perfc_range intr_regs; /* u64, one for each bit of sample_regs_intr */
  struct perfc_range aux;       /* bytes */
  uint64_t phys_addr;
  uint64_t cgroup;         /* inode; PERF_RECORD_CGROUP names it */
  uint64_t data_page_size; /* bytes */
  uint64_t code_page_size; /* bytes */
  struct perfc_range rest; /* bytes, with PARTIAL or LEFT_OVER */
};

/* Decodes a sample. A sample_type bit or a register ABI that this version
 * doesn't know ends the decoding: what comes before it is given, the rest is
 * left as bytes, and parts has PARTIAL. So it has where the kernel cut the last
 * field off, which it does behind an empty user stack (docs/decoding.md). */
PERFC_API int perfc_decode_sample(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_sample *sample,
                                  size_t sample_size);

/* The variable parts of a sample, as pointers into the record, which live as
 * long as the record; NULL where the part is absent. The counts stand in the
 * sample. */
PERFC_API const uint64_t *perfc_sample_callchain(
    const struct perfc_record *record, const struct perfc_sample *sample);
PERFC_API const uint8_t *perfc_sample_raw(const struct perfc_record *record,
                                          const struct perfc_sample *sample);
PERFC_API const uint64_t *perfc_sample_branch_counters(
    const struct perfc_record *record, const struct perfc_sample *sample);
PERFC_API const uint64_t *perfc_sample_user_regs(
    const struct perfc_record *record, const struct perfc_sample *sample);
PERFC_API const uint64_t *perfc_sample_intr_regs(
    const struct perfc_record *record, const struct perfc_sample *sample);
PERFC_API const uint8_t *perfc_sample_stack(const struct perfc_record *record,
                                            const struct perfc_sample *sample);
PERFC_API const uint8_t *perfc_sample_aux(const struct perfc_record *record,
                                          const struct perfc_sample *sample);

/* One register of the sample by its number in perf_regs.h (PERFC_REG_*). The
 * array is dense: it holds only the registers whose bit the attr set. -ENODATA:
 * this sample has no such register. -EINVAL: NULL, or the sample's attr_index is
 * not the plan's. */
PERFC_API int perfc_sample_user_reg(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    const struct perfc_sample *sample,
                                    uint32_t reg, uint64_t *value);
PERFC_API int perfc_sample_intr_reg(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    const struct perfc_sample *sample,
                                    uint32_t reg, uint64_t *value);

/* Value `index` of a read part: the event's own, or of a group the leader's
 * first. id and lost are 0 where the format lacks them. -EINVAL: NULL, or
 * no such index. */
PERFC_API int perfc_read_part_value(const struct perfc_record *record,
                                    const struct perfc_read_part *part,
                                    uint32_t index,
                                    struct perfc_read_value *value);

/* An entry of a call chain that is a marker and no address: PERFC_CONTEXT_MAX
 * and above. */
PERFC_API int perfc_callchain_is_context(uint64_t entry);

/* One branch, as the record has it. flags is taken apart by
 * perfc_decode_branch. */
struct perfc_branch_entry {
  uint64_t from;
  uint64_t to;
  uint64_t flags;
};
PERFC_API const struct perfc_branch_entry *perfc_sample_branches(
    const struct perfc_record *record, const struct perfc_sample *sample);

/* The bits of a branch entry. -EINVAL: NULL. */
struct perfc_branch {
  uint8_t mispred;   /* 1: mispredicted */
  uint8_t predicted; /* 1: predicted. Neither: the CPU doesn't tell */
  uint8_t in_tx;     /* in a transaction */
  uint8_t abort;     /* a transaction's abort */
  uint16_t cycles;   /* since the branch before, 0: not told */
  uint8_t type;      /* PERFC_BR_* */
  uint8_t spec;      /* PERFC_BR_SPEC_* */
  uint8_t new_type;  /* PERFC_BR_NEW_*, if type is PERFC_BR_EXTEND_ABI */
  uint8_t priv;      /* PERFC_BR_PRIV_* */
};
PERFC_API int perfc_decode_branch(uint64_t flags, struct perfc_branch *branch,
                                  size_t branch_size);

/* The groups of PERF_SAMPLE_DATA_SRC, each shifted down: compare with
 * PERFC_MEM_*. -EINVAL: NULL. */
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

/* PERF_SAMPLE_TRANSACTION: the PERFC_TXN_* bits, and the abort code that the
 * program gave. */
PERFC_API uint32_t perfc_transaction_flags(uint64_t transaction);
PERFC_API uint32_t perfc_transaction_abort_code(uint64_t transaction);

/* ---- the trailer ---------------------------------------------------------- */

/* What every record of the kernel but SAMPLE ends with if its attr has
 * sample_id_all. The perf tool's own records in files, of type 64 and above, have
 * no trailer: -ENODATA. */
struct perfc_sample_id {
  uint64_t present;    /* of PERFC_SAMPLE_TID, TIME, ID, STREAM_ID, CPU,
                          IDENTIFIER; 0: no trailer */
  uint32_t attr_index; /* which attr of the plan; 0 where present is 0 in a plan
                          of several, which one can't be told */
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

/* PERF_RECORD_MMAP (1): a file or memory was mapped. */
struct perfc_record_mmap {
  uint32_t pid;
  uint32_t tid;
  uint64_t addr;
  uint64_t len;
  uint64_t pgoff;
  struct perfc_range filename; /* bytes; "//anon", "[heap]", ... */
};
PERFC_API int perfc_decode_mmap(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_mmap *out, size_t out_size);

/* PERF_RECORD_LOST (2): records found no room in the ring. */
struct perfc_record_lost {
  uint64_t id;
  uint64_t lost; /* how many */
};
PERFC_API int perfc_decode_lost(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_lost *out, size_t out_size);

/* PERF_RECORD_COMM (3): a thread's name changed. */
struct perfc_record_comm {
  uint32_t pid;
  uint32_t tid;
  struct perfc_range comm; /* bytes */
};
PERFC_API int perfc_decode_comm(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_comm *out, size_t out_size);

/* PERF_RECORD_EXIT (4): a thread ended. */
struct perfc_record_exit {
  uint32_t pid;
  uint32_t ppid;
  uint32_t tid;
  uint32_t ptid;
  uint64_t time;
};
PERFC_API int perfc_decode_exit(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_exit *out, size_t out_size);

/* PERF_RECORD_THROTTLE (5): sampling was too fast and paused. */
struct perfc_record_throttle {
  uint64_t time;
  uint64_t id;
  uint64_t stream_id;
};
PERFC_API int perfc_decode_throttle(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    struct perfc_record_throttle *out,
                                    size_t out_size);

/* PERF_RECORD_UNTHROTTLE (6): and goes on. */
struct perfc_record_unthrottle {
  uint64_t time;
  uint64_t id;
  uint64_t stream_id;
};
PERFC_API int perfc_decode_unthrottle(const perfc_plan *plan,
                                      const struct perfc_record *record,
                                      struct perfc_record_unthrottle *out,
                                      size_t out_size);

/* PERF_RECORD_FORK (7): a thread or process was made. */
struct perfc_record_fork {
  uint32_t pid;
  uint32_t ppid;
  uint32_t tid;
  uint32_t ptid;
  uint64_t time;
};
PERFC_API int perfc_decode_fork(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_fork *out, size_t out_size);

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

/* PERF_RECORD_MMAP2 (10): as MMAP, with what identifies the file. A record of an
 * attr without PERFC_ATTR_BUILD_ID has no build id, whatever misc says: the kernel
 * leaves PERFC_RECORD_MISC_MMAP_BUILD_ID set for it where another event asked for
 * one. misc decides for all others, and for records with id 0. */
struct perfc_record_mmap2 {
  uint32_t pid;
  uint32_t tid;
  uint64_t addr;
  uint64_t len;
  uint64_t pgoff;
  uint32_t has_build_id;  /* 1: build_id, 0: maj to ino_generation */
  uint32_t build_id_size; /* at most 20 */
  uint8_t build_id[20];
  uint32_t maj;
  uint32_t min;
  uint32_t reserved;
  uint64_t ino;
  uint64_t ino_generation;
  uint32_t prot;               /* PROT_* */
  uint32_t flags;              /* MAP_* */
  struct perfc_range filename; /* bytes */
};
PERFC_API int perfc_decode_mmap2(const perfc_plan *plan,
                                 const struct perfc_record *record,
                                 struct perfc_record_mmap2 *out,
                                 size_t out_size);

/* PERF_RECORD_AUX (11): new data in the AUX area. */
struct perfc_record_aux {
  uint64_t aux_offset;
  uint64_t aux_size;
  uint64_t flags; /* PERFC_AUX_FLAG_* */
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

/* PERF_RECORD_SWITCH (14): a context switch of the thread. */
struct perfc_record_switch {
  uint32_t out;       /* 1: away from the thread */
  uint32_t preempted; /* 1: it was still runnable */
};
PERFC_API int perfc_decode_switch(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_record_switch *out,
                                  size_t out_size);

/* PERF_RECORD_SWITCH_CPU_WIDE (15): a context switch on the CPU. */
struct perfc_record_switch_cpu_wide {
  uint32_t out;
  uint32_t preempted;
  uint32_t next_prev_pid; /* of the other task */
  uint32_t next_prev_tid;
};
PERFC_API int perfc_decode_switch_cpu_wide(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_switch_cpu_wide *out, size_t out_size);

/* PERF_RECORD_NAMESPACES (16): a thread's namespaces. */
struct perfc_record_namespaces {
  uint32_t pid;
  uint32_t tid;
  struct perfc_range
      namespaces; /* struct perfc_namespace, by PERFC_*_NS_INDEX */
};
PERFC_API int perfc_decode_namespaces(const perfc_plan *plan,
                                      const struct perfc_record *record,
                                      struct perfc_record_namespaces *out,
                                      size_t out_size);

/* PERF_RECORD_KSYMBOL (17): a kernel symbol came or went. */
struct perfc_record_ksymbol {
  uint64_t addr;
  uint32_t len;
  uint16_t ksym_type;      /* PERFC_RECORD_KSYMBOL_TYPE_* */
  uint16_t flags;          /* PERFC_RECORD_KSYMBOL_FLAGS_* */
  struct perfc_range name; /* bytes */
};
PERFC_API int perfc_decode_ksymbol(const perfc_plan *plan,
                                   const struct perfc_record *record,
                                   struct perfc_record_ksymbol *out,
                                   size_t out_size);

/* PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded. */
struct perfc_record_bpf_event {
  uint16_t type; /* PERFC_BPF_EVENT_* */
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
  uint64_t id;             /* its inode */
  struct perfc_range path; /* bytes */
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
  uint64_t cookie; /* the sample's, after its PERFC_CONTEXT_USER_DEFERRED */
  struct perfc_range callchain; /* u64 addresses */
};
PERFC_API int perfc_decode_callchain_deferred(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_callchain_deferred *out, size_t out_size);

/* The bytes of a range, "filename" above for one, as a pointer into the record;
 * NULL for an empty one, and for one that isn't inside. element is the size of
 * one in bytes: 1 for strings. */
PERFC_API const void *perfc_record_range(const struct perfc_record *record,
                                         struct perfc_range range,
                                         size_t element);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_DECODE_H_ */
