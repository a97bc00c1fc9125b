/* perfc/decode.h - the last verb, decode: plans, samples, and all other record
 * types.
 *
 * Decoding needs no fd. A plan that was made from attrs decodes records of a ring,
 * of a file, or of another machine.
 *
 * Threads: any number of threads may use a plan, while no thread changes it.
 * All perfc_decode_* allocate nothing and may be called from a signal handler.
 *
 * Every perfc_decode_X(plan, record, ...) below but perfc_decode_register fills the
 * caller's struct up to its size, and returns 0 or one of these:
 *
 *   -EINVAL   a NULL argument, or a record of another type
 *   -EBADMSG  the record is shorter than its attr says, a count reaches beyond the
 *             record's end, or an array of 64-bit words isn't 8-byte aligned. The
 *             struct may have been written in part
 *   -ENOKEY   the record's id is in no attr of the plan, or the plan has no attr
 *   -EKEYREJECTED  the record's id is 0, and the plan has several attrs and no
 *                  default attr (see perfc_plan_set_default)
 *   -ENOTUNIQ      the plan has several attrs that can't be told apart (see
 *                  perfc_plan_add_attr)
 *
 * Arrays and strings stay in the record. The struct has their places as struct
 * perfc_range, and perfc_record_range gives their bytes. A place is counted from
 * record->data, so the decoded struct may be copied, and is valid for a copy of the
 * record too.
 *
 * A member's comment begins with the bit, or the bool, that says whether the member
 * is there. A range's comment has the type of its elements; char[] is text.
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

/* Byte orders. NATIVE is the byte order of this machine. */
#define PERFC_BYTE_ORDER_NATIVE 0x0
#define PERFC_BYTE_ORDER_LITTLE 0x1
#define PERFC_BYTE_ORDER_BIG 0x2

/* Makes a plan without attrs; perfc_plan_add_attr adds them. byte_order is the byte
 * order of the attrs and records, PERFC_BYTE_ORDER_*. The caller owns *plan.
 *
 *   -EINVAL  NULL plan, an unknown byte_order
 *   -ENOMEM */
PERFC_API int perfc_plan_create(uint32_t byte_order, perfc_plan **plan,
                                struct perfc_error *error);

/* Adds an attr with the ids of its events, and returns the attr's index: 0 for the
 * first. attr is in the plan's byte order and is copied, with the fields that this
 * version doesn't know. attr_size is its length, as in perfc_open. ids are the
 * kernel's ids of the events that were opened with this attr, one for each thread
 * and CPU, in this machine's byte order. A plan with a single attr needs no ids.
 *
 * A plan with several attrs matches records by id: by PERF_SAMPLE_IDENTIFIER if all
 * attrs have it, else by PERF_SAMPLE_ID if it has the same place in the records of
 * all attrs. STREAM_ID is never used. If neither is possible, the attr is added
 * too, but decoding fails with ENOTUNIQ; perfc_plan_tells_apart says why.
 *
 * Threads: no other thread may use the plan during the call. After an error the
 * plan is unchanged.
 *
 *   -EINVAL  NULL plan or attr, or NULL ids with a count; the attr's own size
 *            exceeds attr_size
 *   -E2BIG   as perfc_open
 *   -EEXIST  an id is in the plan already, or twice in ids
 *   -ENOMEM */
PERFC_API int perfc_plan_add_attr(perfc_plan *plan, const void *attr,
                                  size_t attr_size, const uint64_t *ids,
                                  uint32_t id_count, struct perfc_error *error);

/* Adds ids to attr `index`. Threads: no other thread may use the plan during the
 * call. After an error the plan is unchanged.
 *
 *   -EINVAL  NULL plan, no such attr, or NULL ids with a count
 *   -EEXIST  an id is in the plan already, or twice in ids
 *   -ENOMEM */
PERFC_API int perfc_plan_add_ids(perfc_plan *plan, uint32_t index,
                                 const uint64_t *ids, uint32_t id_count,
                                 struct perfc_error *error);

/* `index` of perfc_plan_set_default: the plan has no default attr. */
#define PERFC_PLAN_NO_DEFAULT 0xffffffff

/* Makes attr `index` the plan's default attr, which decodes the records with id 0.
 * A new plan has none; PERFC_PLAN_NO_DEFAULT restores that. The perf tool writes
 * records with id 0 into its files, for the processes and mappings that were there
 * before it started; they belong to the file's first attr. A plan with a single
 * attr doesn't look at ids.
 *
 * Threads: no other thread may use the plan during the call. -EINVAL: NULL, or no
 * such attr. */
PERFC_API int perfc_plan_set_default(perfc_plan *plan, uint32_t index);

/* Returns 1 if the plan can match every record to one of its attrs; a plan with at
 * most one attr always can. Otherwise returns 0, and error says what the attrs
 * lack.
 *
 * Even if the result is 0, the plan matches samples if the attrs differ only in
 * sample_id_all. If no attr has sample_id_all, the other records need no id, except
 * PERF_RECORD_READ if the attrs differ in read_format. -EINVAL: NULL plan. */
PERFC_API int perfc_plan_tells_apart(const perfc_plan *plan,
                                     struct perfc_error *error);

/* Returns the number of attrs. -EINVAL: NULL. */
PERFC_API int perfc_plan_attr_count(const perfc_plan *plan);

/* Copies at most `size` bytes of attr `index`, in this machine's byte order, and
 * returns the attr's whole length. A longer buffer gets zeros behind the attr.
 * -EINVAL: plan is NULL, buffer is NULL and size isn't 0, or no such attr. */
PERFC_API int perfc_plan_attr(const perfc_plan *plan, uint32_t index,
                              void *buffer, size_t size);

/* Copies the ids of attr `index` in the order in which they were added, and returns
 * their number. *count becomes their number too, also with -ENOSPC; count may be
 * NULL. The plan of an event has ids only if other events write into the event's
 * ring.
 *
 *   -ENOSPC  the attr has more than `capacity` ids; none was copied
 *   -EINVAL  NULL plan, NULL ids with a capacity, or no such attr */
PERFC_API int perfc_plan_ids(const perfc_plan *plan, uint32_t index,
                             uint64_t *ids, uint32_t capacity, uint32_t *count);

/* Returns the index of the attr that has this id. For id 0 it is the default attr,
 * unless 0 was added as an id. -ENOENT: no attr has the id, or the plan has no
 * default attr. -EINVAL: NULL. */
PERFC_API int perfc_plan_find_id(const perfc_plan *plan, uint64_t id);

/* Where the fields are that identify a record, and its time. Samples are counted from
 * their start, other records from their end, because their trailer stands there. A
 * member is 0 if the records of the attr don't have that field. Result struct. */
struct perfc_record_places {
  /* Bytes from the start of a sample to the id by which the plan matches the sample:
   * IDENTIFIER, or else ID. */
  uint16_t sample_id;
  /* Bytes from the start of a sample to pid; tid is the u32 behind it. */
  uint16_t sample_tid;
  /* Bytes from the start of a sample to its time. */
  uint16_t sample_time;
  /* Bytes from the start of a sample to its CPU, a u32. */
  uint16_t sample_cpu;
  /* Bytes from the end of another record back to its id. */
  uint16_t trailer_id;
  /* Bytes from the end of another record back to pid; tid is the u32 behind it. */
  uint16_t trailer_tid;
  /* Bytes from the end of another record back to its time. */
  uint16_t trailer_time;
  /* Bytes from the end of another record back to its CPU, a u32. */
  uint16_t trailer_cpu;
  /* Bytes of the trailer. */
  uint16_t trailer_size;
  /* Bytes that a sample has at least: the header, and the fields of which each has a
   * fixed place. */
  uint16_t sample_size;
  /* 0 */
  uint32_t reserved;
};
/* Fills in *places for the records of attr `index`. A program can order, filter and
 * renumber records by these places without decoding them. The record must be long
 * enough. -EINVAL: NULL, or no such attr. */
PERFC_API int perfc_plan_get_places(const perfc_plan *plan, uint32_t index,
                                    struct perfc_record_places *places,
                                    size_t size);

/* Frees a plan that the caller made. NULL is fine. The plan of an event or of a
 * record is not the caller's to free. */
PERFC_API void perfc_plan_destroy(perfc_plan *plan);

/* Views the first record in a buffer of `available` bytes. The next record begins
 * record->size bytes later. data is 8-byte aligned. Returns 1, or 0 if available is
 * 0. Where that place isn't 8-byte aligned, as after a PERF_RECORD_COMPRESSED of a
 * perf.data file, the caller copies the bytes behind the record to an aligned place.
 *
 * If the plan has this machine's byte order, *record borrows data. If it has the
 * other byte order, the library writes the record into scratch, converted to this
 * machine's byte order, and *record borrows scratch. scratch has scratch_size bytes
 * and is 8-byte aligned; 64 KiB always suffice. The record is then decoded like any
 * other.
 *
 *   -EBADMSG  the record's size is below 8 or above `available`; other byte order:
 *             the record can't be decoded
 *   -ENOSPC   other byte order: scratch is NULL or too small
 *   -EINVAL   NULL, or data or scratch is misaligned
 *   -ENOKEY, -EKEYREJECTED, -ENOTUNIQ  other byte order: as decoding */
PERFC_API int perfc_plan_view_record(const perfc_plan *plan, const void *data,
                                     size_t available, void *scratch,
                                     size_t scratch_size,
                                     struct perfc_record *record);

/* ---- samples -------------------------------------------------------------- */

/* Bits of perfc_sample.parts. */

/* The sample has branch_hw_idx. */
#define PERFC_PART_BRANCH_HW_IDX 0x1
/* The sample has branch_counters. */
#define PERFC_PART_BRANCH_COUNTERS 0x2
/* `rest` has the bytes that could not be decoded. `present` lacks the fields that
 * lie in them. */
#define PERFC_PART_PARTIAL 0x4
/* `rest` has the bytes behind the last field. All fields of the attr were decoded.
 * Linux writes such samples now and then (docs/decoding.md says when). Otherwise the
 * sample was written with another attr. Never together with PARTIAL. */
#define PERFC_PART_LEFT_OVER 0x8

/* PERF_RECORD_SAMPLE (9). Only the members that `present` and `parts` name are
 * written. A range of u64 or structs is 8-byte aligned. */
struct perfc_sample {
  /* PERFC_SAMPLE_*: the fields that the sample has. */
  uint64_t present;
  /* PERFC_PART_*. */
  uint32_t parts;
  /* Index of the sample's attr in the plan. */
  uint32_t attr_index;
  /* PERFC_SAMPLE_IDENTIFIER: the same id as `id`. It is the first field of a sample,
   * so that the sample's event is known before its other fields. */
  uint64_t identifier;
  /* PERFC_SAMPLE_IP: instruction pointer. */
  uint64_t ip;
  /* PERFC_SAMPLE_TID: the process, or 0xffffffff (-1) if it has exited. */
  uint32_t pid;
  /* PERFC_SAMPLE_TID: the thread, or 0xffffffff (-1) if it has exited. */
  uint32_t tid;
  /* PERFC_SAMPLE_TIME: nanoseconds of the attr's clock. */
  uint64_t time;
  /* PERFC_SAMPLE_ADDR: an address that belongs to the event, such as that of the
   * data accessed or of a breakpoint. */
  uint64_t addr;
  /* PERFC_SAMPLE_ID: id of the event. An inherited event has its parent's id. */
  uint64_t id;
  /* PERFC_SAMPLE_STREAM_ID: id of the event itself. Each inherited event has its
   * own. */
  uint64_t stream_id;
  /* PERFC_SAMPLE_CPU: the CPU that wrote the sample. */
  uint32_t cpu;
  /* PERFC_SAMPLE_CPU: 0 so far. */
  uint32_t cpu_reserved;
  /* PERFC_SAMPLE_PERIOD: the number of events that this sample stands for. */
  uint64_t period;
  /* PERFC_SAMPLE_READ: the counts of the event or group. */
  struct perfc_read_part read;
  /* PERFC_SAMPLE_CALLCHAIN: uint64_t[]. They are addresses and markers (PERFC_CONTEXT_*); a
   * value of PERFC_CONTEXT_MAX or above is a marker. */
  struct perfc_range callchain;
  /* PERFC_SAMPLE_RAW: uint8_t[], the data of a tracepoint or BPF program, with
   * padding at their end. They are 4-byte aligned. */
  struct perfc_range raw;
  /* PERFC_SAMPLE_BRANCH_STACK: struct perfc_branch_entry[], the newest first. */
  struct perfc_range branches;
  /* PERFC_PART_BRANCH_COUNTERS: uint64_t[], one for each branch. */
  struct perfc_range branch_counters;
  /* PERFC_PART_BRANCH_HW_IDX: index of the newest branch in the hardware's own
   * buffer, or 0xffffffffffffffff (-1). */
  uint64_t branch_hw_idx;
  /* PERFC_SAMPLE_REGS_USER: PERFC_SAMPLE_REGS_ABI_*. NONE: a kernel thread, which
   * has no user registers. */
  uint64_t user_abi;
  /* PERFC_SAMPLE_REGS_USER: uint64_t[], one for each bit of sample_regs_user;
   * perfc_decode_register finds one by its number. */
  struct perfc_range user_regs;
  /* PERFC_SAMPLE_STACK_USER: uint8_t[], from the user's stack pointer on. */
  struct perfc_range stack;
  /* PERFC_SAMPLE_STACK_USER: how many of these bytes the kernel could copy. */
  uint64_t stack_dyn_size;
  /* PERFC_SAMPLE_WEIGHT: the cost of the event, in units of the PMU. */
  uint64_t weight;
  /* PERFC_SAMPLE_WEIGHT_STRUCT: the first of three costs; the PMU defines their
   * meaning. */
  uint32_t weight_var1_dw;
  /* PERFC_SAMPLE_WEIGHT_STRUCT: the second. */
  uint16_t weight_var2_w;
  /* PERFC_SAMPLE_WEIGHT_STRUCT: the third. */
  uint16_t weight_var3_w;
  /* PERFC_SAMPLE_DATA_SRC: perfc_decode_data_src takes it apart. */
  uint64_t data_src;
  /* PERFC_SAMPLE_TRANSACTION: PERFC_TXN_* bits. transaction >>
   * PERFC_TXN_ABORT_SHIFT is the abort code that the program passed. */
  uint64_t transaction;
  /* PERFC_SAMPLE_REGS_INTR: PERFC_SAMPLE_REGS_ABI_*. */
  uint64_t intr_abi;
  /* PERFC_SAMPLE_REGS_INTR: uint64_t[], one for each bit of sample_regs_intr. */
  struct perfc_range intr_regs;
  /* PERFC_SAMPLE_AUX: uint8_t[], data of the AUX area. */
  struct perfc_range aux;
  /* PERFC_SAMPLE_PHYS_ADDR: physical address of addr. */
  uint64_t phys_addr;
  /* PERFC_SAMPLE_CGROUP: inode of the cgroup; a PERF_RECORD_CGROUP has its path. */
  uint64_t cgroup;
  /* PERFC_SAMPLE_DATA_PAGE_SIZE: bytes of the page of addr. */
  uint64_t data_page_size;
  /* PERFC_SAMPLE_CODE_PAGE_SIZE: bytes of the page of ip. */
  uint64_t code_page_size;
  /* PERFC_PART_PARTIAL or PERFC_PART_LEFT_OVER: uint8_t[], the bytes that PARTIAL or
   * LEFT_OVER describes. */
  struct perfc_range rest;
  /* Not written so far. */
  uint32_t reserved;
};

/* Decodes a sample. Decoding ends at a sample_type bit or a register ABI that this
 * version doesn't know: the fields before it are decoded, `rest` has the bytes from
 * there on, and `parts` has PERFC_PART_PARTIAL. The same happens if the kernel cut
 * the last field off, as it does behind an empty user stack (docs/decoding.md). */
PERFC_API int perfc_decode_sample(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_sample *sample,
                                  size_t sample_size);

/* Reads one register of a sample. which is PERFC_SAMPLE_REGS_USER or
 * PERFC_SAMPLE_REGS_INTR. reg is the register's number in perf_regs.h
 * (PERFC_REG_*), not its index in the array: the array has only the registers whose
 * bits the attr set.
 *
 *   -ENODATA  the sample doesn't have this register
 *   -EINVAL   NULL, another `which`, or the plan has no attr sample->attr_index */
PERFC_API int perfc_decode_register(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    const struct perfc_sample *sample,
                                    uint64_t which, uint32_t reg,
                                    uint64_t *value);

/* One branch in a record. The struct never grows: the kernel lays out the array. */
struct perfc_branch_entry {
  /* Address of the branch. */
  uint64_t from;
  /* Address that it jumped to. */
  uint64_t to;
  /* perfc_decode_branch takes it apart. */
  uint64_t flags;
};

/* The flags of a branch. Result struct. */
struct perfc_branch {
  /* 1: mispredicted. */
  uint8_t mispred;
  /* 1: predicted correctly. If mispred and predicted are both 0, the CPU doesn't
   * say. */
  uint8_t predicted;
  /* 1: in a transaction. */
  uint8_t in_tx;
  /* 1: the branch is the abort of a transaction. */
  uint8_t abort;
  /* CPU cycles since the branch before; 0 if the CPU doesn't say. */
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
/* Takes perfc_branch_entry.flags apart. -EINVAL: NULL. */
PERFC_API int perfc_decode_branch(uint64_t flags, struct perfc_branch *branch,
                                  size_t branch_size);

/* The bit groups of PERF_SAMPLE_DATA_SRC, each shifted down to bit 0. Compare them
 * with PERFC_MEM_*. Result struct. */
struct perfc_data_src {
  /* PERFC_MEM_OP_*. */
  uint16_t op;
  /* PERFC_MEM_LVL_*. */
  uint16_t lvl;
  /* PERFC_MEM_SNOOP_*. */
  uint16_t snoop;
  /* PERFC_MEM_LOCK_*. */
  uint16_t lock;
  /* PERFC_MEM_TLB_*. */
  uint16_t dtlb;
  /* PERFC_MEM_LVLNUM_*. */
  uint16_t lvl_num;
  /* PERFC_MEM_REMOTE_*. */
  uint16_t remote;
  /* PERFC_MEM_SNOOPX_*. */
  uint16_t snoopx;
  /* PERFC_MEM_BLK_*. */
  uint16_t blk;
  /* PERFC_MEM_HOPS_*. */
  uint16_t hops;
  /* PERFC_MEM_REGION_*. */
  uint16_t region;
};
/* Takes perfc_sample.data_src apart. -EINVAL: NULL. */
PERFC_API int perfc_decode_data_src(uint64_t word,
                                    struct perfc_data_src *data_src,
                                    size_t data_src_size);

/* ---- the trailer ---------------------------------------------------------- */

/* The trailer of a record. If the attr has sample_id_all, every record of the
 * kernel except SAMPLE ends with one. Only the members that `present` names are
 * written, and attr_index. The other members are as in struct perfc_sample. */
struct perfc_sample_id {
  /* PERFC_SAMPLE_*: the fields of the trailer. 0: the record has no trailer. */
  uint64_t present;
  /* Index of the record's attr in the plan. 0 if the plan has several attrs and
   * `present` is 0, because nothing shows the attr then. */
  uint32_t attr_index;
  /* PERFC_SAMPLE_CPU. */
  uint32_t cpu;
  /* PERFC_SAMPLE_TID. */
  uint32_t pid;
  /* PERFC_SAMPLE_TID. */
  uint32_t tid;
  /* PERFC_SAMPLE_TIME. */
  uint64_t time;
  /* PERFC_SAMPLE_ID. */
  uint64_t id;
  /* PERFC_SAMPLE_STREAM_ID. */
  uint64_t stream_id;
  /* PERFC_SAMPLE_IDENTIFIER. */
  uint64_t identifier;
};
/* Decodes the trailer of a record. -EINVAL: NULL, or a SAMPLE, which has no trailer.
 * -ENODATA: the record is one of the perf tool's own (type 64 and above), which have
 * no trailer. */
PERFC_API int perfc_decode_sample_id(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_sample_id *id,
                                     size_t id_size);

/* ---- the other records ---------------------------------------------------- */

/* All structs below are result structs. In all of them pid and tid are the process
 * and the thread that the record is about, and times are nanoseconds of the attr's
 * clock. */

/* Bits of perfc_record_mmap.fields. An MMAP has none of them. An MMAP2 has PROT, and
 * INODE or BUILD_ID. */
#define PERFC_MMAP_HAS_INODE 0x1
#define PERFC_MMAP_HAS_BUILD_ID 0x2
#define PERFC_MMAP_HAS_PROT 0x4

/* PERF_RECORD_MMAP (1) and PERF_RECORD_MMAP2 (10): a file or memory was mapped.
 * Members that `fields` doesn't name are 0.
 *
 * An MMAP2 has a build id if its attr has PERFC_ATTR_BUILD_ID and misc has
 * PERFC_RECORD_MISC_MMAP_BUILD_ID. The bit alone isn't enough: the kernel leaves it
 * set in the records of other events. For records with id 0 misc alone decides. */
struct perfc_record_mmap {
  /* The process. */
  uint32_t pid;
  /* The thread. */
  uint32_t tid;
  /* Address of the mapping. */
  uint64_t addr;
  /* Bytes of the mapping. */
  uint64_t len;
  /* Bytes from the start of the file to the mapping. */
  uint64_t pgoff;
  /* char[]: a path, "//anon", "[heap]", ... */
  struct perfc_range filename;
  /* PERFC_MMAP_HAS_*: the members below that the record has. */
  uint32_t fields;
  /* PERFC_MMAP_HAS_PROT: PROT_*. */
  uint32_t prot;
  /* PERFC_MMAP_HAS_PROT: MAP_*. */
  uint32_t flags;
  /* PERFC_MMAP_HAS_INODE: major number of the file's device. */
  uint32_t maj;
  /* PERFC_MMAP_HAS_INODE: minor number of the file's device. */
  uint32_t min;
  /* PERFC_MMAP_HAS_INODE: the file's inode. */
  uint64_t ino;
  /* PERFC_MMAP_HAS_INODE: the inode's generation. */
  uint64_t ino_generation;
  /* PERFC_MMAP_HAS_BUILD_ID: bytes of build_id, at most 20. */
  uint32_t build_id_size;
  /* PERFC_MMAP_HAS_BUILD_ID: the file's build id. */
  uint8_t build_id[20];
};
PERFC_API int perfc_decode_mmap(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_mmap *out, size_t out_size);

/* PERF_RECORD_LOST (2): records found no room in the ring. */
struct perfc_record_lost {
  /* Id of the event. */
  uint64_t id;
  /* Number of records. */
  uint64_t lost;
};
PERFC_API int perfc_decode_lost(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_lost *out, size_t out_size);

/* PERF_RECORD_COMM (3): a thread's name changed. */
struct perfc_record_comm {
  /* The process. */
  uint32_t pid;
  /* The thread. */
  uint32_t tid;
  /* char[]: the new name. */
  struct perfc_range comm;
};
PERFC_API int perfc_decode_comm(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_comm *out, size_t out_size);

/* PERF_RECORD_EXIT (4): a thread ended. PERF_RECORD_FORK (7): a thread or process
 * was made. The record's type tells which. */
struct perfc_record_task {
  /* The process. */
  uint32_t pid;
  /* The parent's pid. */
  uint32_t ppid;
  /* The thread. */
  uint32_t tid;
  /* The parent's tid. */
  uint32_t ptid;
  /* Nanoseconds of the attr's clock. */
  uint64_t time;
};
PERFC_API int perfc_decode_task(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_task *out, size_t out_size);

/* PERF_RECORD_THROTTLE (5): the event sampled too fast, and the kernel paused it.
 * PERF_RECORD_UNTHROTTLE (6): the event samples again. The record's type tells which. */
struct perfc_record_throttle {
  /* Nanoseconds of the attr's clock. */
  uint64_t time;
  /* Id of the event. An inherited event has its parent's id. */
  uint64_t id;
  /* Id of the event itself. */
  uint64_t stream_id;
};
PERFC_API int perfc_decode_throttle(const perfc_plan *plan,
                                    const struct perfc_record *record,
                                    struct perfc_record_throttle *out,
                                    size_t out_size);

/* PERF_RECORD_READ (8): the counts of an inherited event when its thread ended
 * (inherit_stat). */
struct perfc_record_read {
  /* The process. */
  uint32_t pid;
  /* The thread. */
  uint32_t tid;
  /* The counts. */
  struct perfc_read_part read;
};
PERFC_API int perfc_decode_read(const perfc_plan *plan,
                                const struct perfc_record *record,
                                struct perfc_record_read *out, size_t out_size);

/* PERF_RECORD_AUX (11): new data in the AUX area; perfc_aux_view views them. */
struct perfc_record_aux {
  /* Place of the data in the area, in bytes. */
  uint64_t aux_offset;
  /* Bytes of the data. */
  uint64_t aux_size;
  /* PERFC_AUX_FLAG_*. */
  uint64_t flags;
};
PERFC_API int perfc_decode_aux(const perfc_plan *plan,
                               const struct perfc_record *record,
                               struct perfc_record_aux *out, size_t out_size);

/* PERF_RECORD_ITRACE_START (12): an instruction trace began. */
struct perfc_record_itrace_start {
  /* The process. */
  uint32_t pid;
  /* The thread. */
  uint32_t tid;
};
PERFC_API int perfc_decode_itrace_start(const perfc_plan *plan,
                                        const struct perfc_record *record,
                                        struct perfc_record_itrace_start *out,
                                        size_t out_size);

/* PERF_RECORD_LOST_SAMPLES (13): the PMU dropped samples. */
struct perfc_record_lost_samples {
  /* Number of samples. */
  uint64_t lost;
};
PERFC_API int perfc_decode_lost_samples(const perfc_plan *plan,
                                        const struct perfc_record *record,
                                        struct perfc_record_lost_samples *out,
                                        size_t out_size);

/* PERF_RECORD_SWITCH (14) and PERF_RECORD_SWITCH_CPU_WIDE (15): a context switch of
 * a thread. A SWITCH_CPU_WIDE also names the other task. */
struct perfc_record_switch {
  /* 1: the CPU left the thread. 0: the CPU came to the thread. */
  uint32_t out;
  /* 1: the thread was still runnable when the CPU left it. */
  uint32_t preempted;
  /* 1: a SWITCH_CPU_WIDE. 0: the members below are 0. */
  uint32_t has_other;
  /* has_other: the process of the other task. The other task is the next one if `out`
   * is 1, else the previous one. */
  uint32_t next_prev_pid;
  /* has_other: the thread of the other task. */
  uint32_t next_prev_tid;
};
PERFC_API int perfc_decode_switch(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_record_switch *out,
                                  size_t out_size);

/* The file of a namespace under /proc/PID/ns. The struct never grows: the kernel
 * lays out the array. */
struct perfc_namespace {
  /* The file's device. */
  uint64_t dev;
  /* The file's inode. */
  uint64_t ino;
};

/* PERF_RECORD_NAMESPACES (16): the namespaces of a thread. */
struct perfc_record_namespaces {
  /* The process. */
  uint32_t pid;
  /* The thread. */
  uint32_t tid;
  /* struct perfc_namespace[]; PERFC_*_NS_INDEX are the indices. */
  struct perfc_range namespaces;
};
PERFC_API int perfc_decode_namespaces(const perfc_plan *plan,
                                      const struct perfc_record *record,
                                      struct perfc_record_namespaces *out,
                                      size_t out_size);

/* PERF_RECORD_KSYMBOL (17): a kernel symbol was registered or unregistered. */
struct perfc_record_ksymbol {
  /* Address of the symbol. */
  uint64_t addr;
  /* Bytes of the symbol's code. */
  uint32_t len;
  /* PERFC_RECORD_KSYMBOL_TYPE_*. */
  uint16_t ksym_type;
  /* PERFC_RECORD_KSYMBOL_FLAGS_*. */
  uint16_t flags;
  /* char[]: the symbol's name. */
  struct perfc_range name;
  /* 0. */
  uint32_t reserved;
};
PERFC_API int perfc_decode_ksymbol(const perfc_plan *plan,
                                   const struct perfc_record *record,
                                   struct perfc_record_ksymbol *out,
                                   size_t out_size);

/* PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded. */
struct perfc_record_bpf_event {
  /* PERFC_BPF_EVENT_*. */
  uint16_t type;
  /* 0 so far. */
  uint16_t flags;
  /* Id of the program, as bpf(2) has it. */
  uint32_t id;
  /* Hash of the program's instructions. */
  uint8_t tag[8];
};
PERFC_API int perfc_decode_bpf_event(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_record_bpf_event *out,
                                     size_t out_size);

/* PERF_RECORD_CGROUP (19): a cgroup was made. */
struct perfc_record_cgroup {
  /* Inode of the cgroup. */
  uint64_t id;
  /* char[]: the path from the root of the hierarchy. */
  struct perfc_range path;
  /* 0. */
  uint32_t reserved;
};
PERFC_API int perfc_decode_cgroup(const perfc_plan *plan,
                                  const struct perfc_record *record,
                                  struct perfc_record_cgroup *out,
                                  size_t out_size);

/* PERF_RECORD_TEXT_POKE (20): the kernel changed its code. */
struct perfc_record_text_poke {
  /* Address of the change. */
  uint64_t addr;
  /* uint8_t[]: the code before the change. */
  struct perfc_range old_bytes;
  /* uint8_t[]: the code after the change. */
  struct perfc_range new_bytes;
};
PERFC_API int perfc_decode_text_poke(const perfc_plan *plan,
                                     const struct perfc_record *record,
                                     struct perfc_record_text_poke *out,
                                     size_t out_size);

/* PERF_RECORD_AUX_OUTPUT_HW_ID (21): the hardware's id of an event that writes into
 * the AUX area. */
struct perfc_record_aux_output_hw_id {
  /* The PMU defines its meaning. */
  uint64_t hw_id;
};
PERFC_API int perfc_decode_aux_output_hw_id(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_aux_output_hw_id *out, size_t out_size);

/* PERF_RECORD_CALLCHAIN_DEFERRED (22): the user's part of the call chain of earlier
 * samples. */
struct perfc_record_callchain_deferred {
  /* Equals the cookie in the samples, which stands behind
   * PERFC_CONTEXT_USER_DEFERRED in their call chains. */
  uint64_t cookie;
  /* uint64_t[]: addresses and markers. */
  struct perfc_range callchain;
  /* 0. */
  uint32_t reserved;
};
PERFC_API int perfc_decode_callchain_deferred(
    const perfc_plan *plan, const struct perfc_record *record,
    struct perfc_record_callchain_deferred *out, size_t out_size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_DECODE_H_ */
