/* perfc/attr.h - struct perf_event_attr and the ring's control page, in the
 * kernel's layout.
 *
 * Functions take an attr as bytes with their length. So a caller may pass an attr
 * of its own: C's struct perf_event_attr, Go's unix.PerfEventAttr, or bytes of a
 * perf.data file. struct perfc_attr is for callers whose kernel headers are too
 * old, or whose language can't set C's bit-fields.
 */
#ifndef PERFC_ATTR_H_
#define PERFC_ATTR_H_

#include <stdint.h>

/* The kernel's struct perf_event_attr up to VER9 (Linux 6.19). Its one-bit fields
 * are one word of PERFC_ATTR_* bits. Where the kernel has a union, the member's
 * description gives the second name. Set `size` to sizeof(struct perfc_attr), or leave it 0:
 * then the length beside the pointer counts. */
struct perfc_attr {
  /* PERFC_TYPE_*, or a PMU's id. */
  uint32_t type;
  /* Number of bytes of this struct that count. */
  uint32_t size;
  /* PERFC_COUNT_*, or bits as the PMU's format directory defines them. */
  uint64_t config;
  /* Events per sample. With PERFC_ATTR_FREQ: sample_freq, in Hz. */
  uint64_t sample_period;
  /* PERFC_SAMPLE_* */
  uint64_t sample_type;
  /* PERFC_FORMAT_* */
  uint64_t read_format;
  /* PERFC_ATTR_* */
  uint64_t flags;
  /* Samples per wake-up. With PERFC_ATTR_WATERMARK: wakeup_watermark, in bytes. */
  uint32_t wakeup_events;
  /* PERFC_HW_BREAKPOINT_* */
  uint32_t bp_type;
  /* Also bp_addr, kprobe_func, uprobe_path. */
  uint64_t config1;
  /* Also bp_len, kprobe_addr, probe_offset. */
  uint64_t config2;
  /* PERFC_SAMPLE_BRANCH_* */
  uint64_t branch_sample_type;
  /* Bit n is register n of the architecture's perf_regs.h. */
  uint64_t sample_regs_user;
  /* Bytes of user stack; a multiple of 8, at most 65528. */
  uint32_t sample_stack_user;
  /* With PERFC_ATTR_USE_CLOCKID: CLOCK_MONOTONIC, ... */
  int32_t clockid;
  /* Registers at the interrupt. With precise_ip: at the sampled instruction. */
  uint64_t sample_regs_intr;
  /* Bytes of AUX data per wake-up. */
  uint32_t aux_watermark;
  /* The most entries of a call chain. 0: perf_event_max_stack. */
  uint16_t sample_max_stack;
  /* 0 */
  uint16_t reserved_2;
  /* Bytes of AUX data per sample. */
  uint32_t aux_sample_size;
  /* PERFC_AUX_ACTION_* */
  uint32_t aux_action;
  /* With PERFC_ATTR_SIGTRAP: si_perf_data of the signal. */
  uint64_t sig_data;
  /* Bits as the PMU's format directory defines them (Linux 6.3). */
  uint64_t config3;
  /* Bits as the PMU's format directory defines them (Linux 6.19). */
  uint64_t config4;
};

/* The first page of every mapping (struct perf_event_mmap_page), up to the last
 * member in use. Only the kernel writes it, except data_tail, aux_tail, aux_offset
 * and aux_size, which the library writes. */
struct perfc_mmap_page {
  /* Version of this layout. */
  uint32_t version;
  /* The lowest version that this layout agrees with. */
  uint32_t compat_version;
  /* Sequence lock of the members up to time_mask. */
  uint32_t lock;
  /* Number of the hardware counter + 1. 0: the event isn't on the PMU now. */
  uint32_t index;
  /* Add this to the value of the hardware counter. */
  int64_t offset;
  /* In ns. */
  uint64_t time_enabled;
  /* In ns. */
  uint64_t time_running;
  /* PERFC_CAP_* */
  uint64_t capabilities;
  /* Width of the hardware counter, in bits. */
  uint16_t pmc_width;
  /* With PERFC_CAP_USER_TIME: cycles * time_mult >> time_shift are nanoseconds. */
  uint16_t time_shift;
  /* See time_shift. */
  uint32_t time_mult;
  /* With PERFC_CAP_USER_TIME: add this to the nanoseconds of the cycle counter. The sum
   * is the time since time_enabled and time_running were written. */
  uint64_t time_offset;
  /* With PERFC_CAP_USER_TIME_ZERO: add this to the nanoseconds of the cycle counter. The
   * sum is the time of the scheduler's clock. */
  uint64_t time_zero;
  /* Bytes up to `reserved`. */
  uint32_t size;
  /* 0 */
  uint32_t reserved_1;
  /* With PERFC_CAP_USER_TIME_SHORT the cycle counter has few bits. Its whole value is
   * time_cycles + ((value - time_cycles) & time_mask). */
  uint64_t time_cycles;
  /* See time_cycles. */
  uint64_t time_mask;
  /* Fills the page up to 1 KiB. */
  uint8_t reserved[928];
  /* Where the kernel writes next, in bytes; modulo data_size it is a place in the data. */
  uint64_t data_head;
  /* Where the library reads next. A kernel that waits for the reader overwrites no bytes
   * from here on. */
  uint64_t data_tail;
  /* Bytes from the start of this page to the data. */
  uint64_t data_offset;
  /* Bytes of the data. */
  uint64_t data_size;
  /* Where the PMU writes next into the AUX area; otherwise like data_head. */
  uint64_t aux_head;
  /* Up to here the AUX area was released. */
  uint64_t aux_tail;
  /* mmap(2)'s offset of the AUX area. */
  uint64_t aux_offset;
  /* Bytes of the AUX area. */
  uint64_t aux_size;
};

/* perfc_attr.flags: the fields that C declares as one-bit fields, as bits of one
 * word. */
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
/* precise_ip has two bits: 0 allows any skid, 3 allows none. */
#define PERFC_ATTR_PRECISE_IP_SHIFT 0xf
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
#define PERFC_ATTR_AUX_OUTPUT 0x80000000ull
#define PERFC_ATTR_CGROUP 0x100000000
#define PERFC_ATTR_TEXT_POKE 0x200000000
#define PERFC_ATTR_BUILD_ID 0x400000000
#define PERFC_ATTR_INHERIT_THREAD 0x800000000
#define PERFC_ATTR_REMOVE_ON_EXEC 0x1000000000
#define PERFC_ATTR_SIGTRAP 0x2000000000
#define PERFC_ATTR_DEFER_CALLCHAIN 0x4000000000
#define PERFC_ATTR_DEFER_OUTPUT 0x8000000000
/* All bits above. It grows with new versions. */
#define PERFC_ATTR_FLAGS_KNOWN 0xffffffffff

/* perfc_attr.aux_action (Linux 6.13). */
#define PERFC_AUX_ACTION_START_PAUSED 0x1
#define PERFC_AUX_ACTION_PAUSE 0x2
#define PERFC_AUX_ACTION_RESUME 0x4

/* Sizes of the kernel's versions of the attr. VER8 came with Linux 6.3, VER9 with
 * Linux 6.19. */
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
