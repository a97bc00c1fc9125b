/* perfc/attr.h - struct perf_event_attr and the ring's control page, as the
 * kernel lays them out.
 *
 * Any caller with an attr of its own (C's struct perf_event_attr, Go's
 * unix.PerfEventAttr, bytes from a perf.data file) passes that with its length;
 * this one is for those whose headers are too old, or whose language can't set
 * C's bit-fields.
 */
#ifndef PERFC_ATTR_H_
#define PERFC_ATTR_H_

#include <stdint.h>

/* The kernel's struct perf_event_attr to VER9 (Linux 6.19), with the one-bit
 * fields as one word of PERFC_ATTR_* bits. Where the kernel has a union, the
 * second name stands in the comment. Set size to sizeof(struct perfc_attr), or
 * leave it 0 and let the length passed along count. */
struct perfc_attr {
  uint32_t type;   /* PERFC_TYPE_*, or a PMU's id */
  uint32_t size;   /* bytes of this struct that count */
  uint64_t config; /* PERFC_COUNT_*, or what the PMU's format directory says */
  uint64_t sample_period; /* events per sample; sample_freq (Hz) with
                             PERFC_ATTR_FREQ */
  uint64_t sample_type;   /* PERFC_SAMPLE_* */
  uint64_t read_format;   /* PERFC_FORMAT_* */
  uint64_t flags;         /* PERFC_ATTR_* */
  uint32_t wakeup_events; /* samples per wake-up; wakeup_watermark (bytes) with
                             _WATERMARK */
  uint32_t bp_type;       /* PERFC_HW_BREAKPOINT_* */
  uint64_t config1;       /* bp_addr, kprobe_func, uprobe_path */
  uint64_t config2;       /* bp_len, kprobe_addr, probe_offset */
  uint64_t branch_sample_type; /* PERFC_SAMPLE_BRANCH_* */
  uint64_t sample_regs_user;   /* bit n: register n of the architecture's
                                  perf_regs.h */
  uint32_t sample_stack_user;  /* bytes, a multiple of 8, at most 65528 */
  int32_t clockid; /* with PERFC_ATTR_USE_CLOCKID: CLOCK_MONOTONIC, ... */
  uint64_t sample_regs_intr; /* registers at the interrupt; precise ones with
                                precise_ip */
  uint32_t aux_watermark;    /* bytes of AUX data per wake-up */
  uint16_t sample_max_stack; /* entries of call chain and branch stack; 0: the
                                sysctl's */
  uint16_t reserved_2;
  uint32_t aux_sample_size; /* bytes of AUX data per sample */
  uint32_t aux_action;      /* PERFC_AUX_ACTION_* */
  uint64_t sig_data; /* si_perf_data of the signal, with PERFC_ATTR_SIGTRAP */
  uint64_t config3;
  uint64_t config4;
};

/* The first page of every mapping (struct perf_event_mmap_page), up to the end
 * of the parts in use. Only the kernel writes it, but for data_tail and
 * aux_tail, which the library stores. */
struct perfc_mmap_page {
  uint32_t version;
  uint32_t compat_version;
  uint32_t lock;         /* seqlock of the fields to time_mask */
  uint32_t index;        /* hardware counter + 1, 0: not on the PMU now */
  int64_t offset;        /* to be added to what the counter shows */
  uint64_t time_enabled; /* ns */
  uint64_t time_running; /* ns */
  uint64_t capabilities; /* PERFC_CAP_* */
  uint16_t pmc_width;    /* bits of the counter */
  uint16_t time_shift;
  uint32_t time_mult;
  uint64_t time_offset;
  uint64_t time_zero;
  uint32_t size; /* bytes up to reserved */
  uint32_t reserved_1;
  uint64_t time_cycles;
  uint64_t time_mask;
  uint8_t reserved[928]; /* to 1 KiB */
  uint64_t data_head;
  uint64_t data_tail;
  uint64_t data_offset;
  uint64_t data_size;
  uint64_t aux_head;
  uint64_t aux_tail;
  uint64_t aux_offset;
  uint64_t aux_size;
};

/* attr.flags: the bits that C declares as one-bit fields, by their number in
 * the word. */
#define PERFC_ATTR_DISABLED 0x1
#define PERFC_ATTR_INHERIT 0x2
#define PERFC_ATTR_PINNED 0x4
#define PERFC_ATTR_EXCLUSIVE 0x8
#define PERFC_ATTR_EXCLUDE_USER 0x10
#define PERFC_ATTR_EXCLUDE_KERNEL 0x20
#define PERFC_ATTR_EXCLUDE_HV 0x40
#define PERFC_ATTR_EXCLUDE_IDLE 0x80
#define PERFC_ATTR_MMAP 0x100
#define PERFC_ATTR_COMM 0x200
#define PERFC_ATTR_FREQ 0x400
#define PERFC_ATTR_INHERIT_STAT 0x800
#define PERFC_ATTR_ENABLE_ON_EXEC 0x1000
#define PERFC_ATTR_TASK 0x2000
#define PERFC_ATTR_WATERMARK 0x4000
#define PERFC_ATTR_PRECISE_IP_SHIFT 0xf /* of two bits: 0 any skid, 3 none */
#define PERFC_ATTR_PRECISE_IP_MASK 0x18000
#define PERFC_ATTR_MMAP_DATA 0x20000
#define PERFC_ATTR_SAMPLE_ID_ALL 0x40000
#define PERFC_ATTR_EXCLUDE_HOST 0x80000
#define PERFC_ATTR_EXCLUDE_GUEST 0x100000
#define PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL 0x200000
#define PERFC_ATTR_EXCLUDE_CALLCHAIN_USER 0x400000
#define PERFC_ATTR_MMAP2 0x800000
#define PERFC_ATTR_COMM_EXEC 0x1000000
#define PERFC_ATTR_USE_CLOCKID 0x2000000
#define PERFC_ATTR_CONTEXT_SWITCH 0x4000000
#define PERFC_ATTR_WRITE_BACKWARD 0x8000000
#define PERFC_ATTR_NAMESPACES 0x10000000
#define PERFC_ATTR_KSYMBOL 0x20000000
#define PERFC_ATTR_BPF_EVENT 0x40000000
#define PERFC_ATTR_AUX_OUTPUT 0x80000000
#define PERFC_ATTR_CGROUP 0x100000000
#define PERFC_ATTR_TEXT_POKE 0x200000000
#define PERFC_ATTR_BUILD_ID 0x400000000
#define PERFC_ATTR_INHERIT_THREAD 0x800000000
#define PERFC_ATTR_REMOVE_ON_EXEC 0x1000000000
#define PERFC_ATTR_SIGTRAP 0x2000000000
#define PERFC_ATTR_DEFER_CALLCHAIN 0x4000000000
#define PERFC_ATTR_DEFER_OUTPUT 0x8000000000
#define PERFC_ATTR_FLAGS_KNOWN 0xffffffffff /* every bit above */

/* attr.aux_action (Linux 6.13). */
#define PERFC_AUX_ACTION_START_PAUSED 0x1
#define PERFC_AUX_ACTION_PAUSE 0x2
#define PERFC_AUX_ACTION_RESUME 0x4

/* Published sizes of the attr. VER8 is Linux 6.3, VER9 Linux 6.19. */
#define PERFC_ATTR_SIZE_VER0 0x40
#define PERFC_ATTR_SIZE_VER1 0x48
#define PERFC_ATTR_SIZE_VER2 0x50
#define PERFC_ATTR_SIZE_VER3 0x60
#define PERFC_ATTR_SIZE_VER4 0x68
#define PERFC_ATTR_SIZE_VER5 0x70
#define PERFC_ATTR_SIZE_VER6 0x78
#define PERFC_ATTR_SIZE_VER7 0x80
#define PERFC_ATTR_SIZE_VER8 0x88
#define PERFC_ATTR_SIZE_VER9 0x90

/* Bits of perfc_mmap_page.capabilities. */
#define PERFC_CAP_BIT0 0x1
#define PERFC_CAP_BIT0_IS_DEPRECATED 0x2
#define PERFC_CAP_USER_RDPMC 0x4
#define PERFC_CAP_USER_TIME 0x8
#define PERFC_CAP_USER_TIME_ZERO 0x10
#define PERFC_CAP_USER_TIME_SHORT 0x20

#endif /* PERFC_ATTR_H_ */
