// The library's own constants against the installed <linux/perf_event.h>, as
// far as that goes.

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>

#include <cstddef>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace {

static_assert(PERFC_IOC_ENABLE == PERF_EVENT_IOC_ENABLE);
static_assert(PERFC_IOC_DISABLE == PERF_EVENT_IOC_DISABLE);
static_assert(PERFC_IOC_REFRESH == PERF_EVENT_IOC_REFRESH);
static_assert(PERFC_IOC_RESET == PERF_EVENT_IOC_RESET);
static_assert(PERFC_IOC_PERIOD == PERF_EVENT_IOC_PERIOD);
static_assert(PERFC_IOC_SET_OUTPUT == PERF_EVENT_IOC_SET_OUTPUT);
static_assert(PERFC_IOC_SET_FILTER == PERF_EVENT_IOC_SET_FILTER);
static_assert(PERFC_IOC_ID == PERF_EVENT_IOC_ID);
static_assert(PERFC_IOC_SET_BPF == PERF_EVENT_IOC_SET_BPF);
static_assert(PERFC_IOC_PAUSE_OUTPUT == PERF_EVENT_IOC_PAUSE_OUTPUT);
static_assert(PERFC_IOC_QUERY_BPF == PERF_EVENT_IOC_QUERY_BPF);
static_assert(PERFC_IOC_MODIFY_ATTRIBUTES == PERF_EVENT_IOC_MODIFY_ATTRIBUTES);
static_assert(PERFC_IOC_FLAG_GROUP == PERF_IOC_FLAG_GROUP);
static_assert(PERFC_FLAG_FD_CLOEXEC == PERF_FLAG_FD_CLOEXEC);
static_assert(PERFC_FLAG_PID_CGROUP == PERF_FLAG_PID_CGROUP);
static_assert(PERFC_CONTEXT_KERNEL == PERF_CONTEXT_KERNEL);
static_assert(PERFC_CONTEXT_USER == PERF_CONTEXT_USER);
static_assert(PERFC_CONTEXT_HV == PERF_CONTEXT_HV);
static_assert(PERFC_CONTEXT_MAX == PERF_CONTEXT_MAX);
static_assert(PERFC_HW_BREAKPOINT_RW == HW_BREAKPOINT_RW);
static_assert(PERFC_HW_BREAKPOINT_LEN_8 == HW_BREAKPOINT_LEN_8);
static_assert(PERFC_RECORD_MISC_EXACT_IP == PERF_RECORD_MISC_EXACT_IP);
static_assert(PERFC_MEM_OP_SHIFT == PERF_MEM_OP_SHIFT);
static_assert(PERFC_MEM_LVL_SHIFT == PERF_MEM_LVL_SHIFT);
static_assert(PERFC_MEM_SNOOP_SHIFT == PERF_MEM_SNOOP_SHIFT);
static_assert(PERFC_MEM_LOCK_SHIFT == PERF_MEM_LOCK_SHIFT);
static_assert(PERFC_MEM_TLB_SHIFT == PERF_MEM_TLB_SHIFT);
static_assert(PERFC_MEM_LVLNUM_SHIFT == PERF_MEM_LVLNUM_SHIFT);
static_assert(PERFC_MEM_REMOTE_SHIFT == PERF_MEM_REMOTE_SHIFT);
static_assert(PERFC_MEM_SNOOPX_SHIFT == PERF_MEM_SNOOPX_SHIFT);
static_assert(PERFC_TXN_ABORT_SHIFT == PERF_TXN_ABORT_SHIFT);

#define SAME_PLACE(OURS, THEIRS) \
  static_assert(offsetof(perfc_attr, OURS) == offsetof(perf_event_attr, THEIRS))
SAME_PLACE(type, type);
SAME_PLACE(size, size);
SAME_PLACE(config, config);
SAME_PLACE(sample_period, sample_period);
SAME_PLACE(sample_type, sample_type);
SAME_PLACE(read_format, read_format);
SAME_PLACE(wakeup_events, wakeup_events);
SAME_PLACE(bp_type, bp_type);
SAME_PLACE(config1, bp_addr);
SAME_PLACE(config2, bp_len);
SAME_PLACE(branch_sample_type, branch_sample_type);
SAME_PLACE(sample_regs_user, sample_regs_user);
SAME_PLACE(sample_stack_user, sample_stack_user);
SAME_PLACE(clockid, clockid);
SAME_PLACE(sample_regs_intr, sample_regs_intr);
SAME_PLACE(aux_watermark, aux_watermark);
SAME_PLACE(sample_max_stack, sample_max_stack);
SAME_PLACE(aux_sample_size, aux_sample_size);
#undef SAME_PLACE

#define SAME_PLACE(FIELD)                           \
  static_assert(offsetof(perfc_mmap_page, FIELD) == \
                offsetof(perf_event_mmap_page, FIELD))
SAME_PLACE(lock);
SAME_PLACE(index);
SAME_PLACE(offset);
SAME_PLACE(time_enabled);
SAME_PLACE(time_running);
SAME_PLACE(capabilities);
SAME_PLACE(pmc_width);
SAME_PLACE(time_shift);
SAME_PLACE(time_mult);
SAME_PLACE(time_offset);
SAME_PLACE(time_zero);
SAME_PLACE(size);
SAME_PLACE(time_cycles);
SAME_PLACE(time_mask);
SAME_PLACE(data_head);
SAME_PLACE(data_tail);
SAME_PLACE(data_offset);
SAME_PLACE(data_size);
SAME_PLACE(aux_head);
SAME_PLACE(aux_size);
#undef SAME_PLACE

// Distributions' headers lag: ours know at least as much.
TEST(Constants, AreNoOlderThanTheInstalledHeaders) {
  EXPECT_GE(PERFC_RECORD_MAX, static_cast<int>(PERF_RECORD_MAX));
  EXPECT_GE(uint64_t{PERFC_SAMPLE_MAX}, uint64_t{PERF_SAMPLE_MAX});
  EXPECT_GE(uint64_t{PERFC_FORMAT_MAX}, uint64_t{PERF_FORMAT_MAX});
  EXPECT_GE(uint64_t{PERFC_SAMPLE_BRANCH_MAX},
            uint64_t{PERF_SAMPLE_BRANCH_MAX});
  EXPECT_GE(sizeof(perfc_attr), sizeof(perf_event_attr));
}

}  // namespace
