#include "impl/explain/attr_rules.h"

#include <time.h>

#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

constexpr uint64_t kTopBit = uint64_t{1} << 63;
constexpr uint64_t kPrivileges = PERFC_SAMPLE_BRANCH_USER |
                                 PERFC_SAMPLE_BRANCH_KERNEL |
                                 PERFC_SAMPLE_BRANCH_HV;

bool Flag(const perfc_attr& attr, uint64_t flag) { return attr.flags & flag; }
bool Samples(const perfc_attr& attr, uint64_t field) {
  return attr.sample_type & field;
}
bool IsBreakpoint(const perfc_attr& attr) {
  return attr.type == PERFC_TYPE_BREAKPOINT;
}

bool IsRecordClock(int32_t clock) {
  for (int known : {CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME,
                    CLOCK_BOOTTIME, CLOCK_TAI}) {
    if (clock == known) return true;
  }
  return false;
}

// arm64 watches any number of bytes to 8, at any address.
bool IsWatchedLength(uint64_t length) {
#if defined(__x86_64__)
  return length != 0 && (length & (length - 1)) == 0;
#else
  return length != 0 && length <= 8;
#endif
}

struct Rule {
  const char* sentence;
  bool (*broken)(const perfc_attr& attr);
};

// perf_copy_attr and perf_event_open (kernel/events/core.c), and the breakpoints'
// hw_breakpoint_arch_parse.
constexpr Rule kRules[] = {
    {"reserved_2 must be 0",
     [](const perfc_attr& attr) { return attr.reserved_2 != 0; }},
    {"sample_period must be below 2^63",
     [](const perfc_attr& attr) {
       return !Flag(attr, PERFC_ATTR_FREQ) && attr.sample_period & kTopBit;
     }},
    {"sample_stack_user must be a multiple of 8, at most 65528",
     [](const perfc_attr& attr) {
       return Samples(attr, PERFC_SAMPLE_STACK_USER) &&
              (attr.sample_stack_user % 8 != 0 ||
               attr.sample_stack_user > 65528);
     }},
    {"PERFC_SAMPLE_WEIGHT and PERFC_SAMPLE_WEIGHT_STRUCT share their place in "
     "the sample; ask for one of them",
     [](const perfc_attr& attr) {
       return Samples(attr, PERFC_SAMPLE_WEIGHT) &&
              Samples(attr, PERFC_SAMPLE_WEIGHT_STRUCT);
     }},
    {"branch_sample_type has bits that no kernel knows",
     [](const perfc_attr& attr) {
       return Samples(attr, PERFC_SAMPLE_BRANCH_STACK) &&
              attr.branch_sample_type >= PERFC_SAMPLE_BRANCH_MAX;
     }},
    {"branch_sample_type asks for no branches; add PERFC_SAMPLE_BRANCH_ANY or "
     "another kind",
     [](const perfc_attr& attr) {
       return Samples(attr, PERFC_SAMPLE_BRANCH_STACK) &&
              !(attr.branch_sample_type & ~kPrivileges);
     }},
    {"clockid must be CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME, "
     "CLOCK_BOOTTIME or CLOCK_TAI",
     [](const perfc_attr& attr) {
       return Flag(attr, PERFC_ATTR_USE_CLOCKID) &&
              !IsRecordClock(attr.clockid);
     }},
    {"inherit_thread needs inherit",
     [](const perfc_attr& attr) {
       return Flag(attr, PERFC_ATTR_INHERIT_THREAD) &&
              !Flag(attr, PERFC_ATTR_INHERIT);
     }},
    {"sigtrap needs remove_on_exec: a program that was executed has no handler "
     "for the signal",
     [](const perfc_attr& attr) {
       return Flag(attr, PERFC_ATTR_SIGTRAP) &&
              !Flag(attr, PERFC_ATTR_REMOVE_ON_EXEC);
     }},
    {"enable_on_exec and remove_on_exec exclude each other",
     [](const perfc_attr& attr) {
       return Flag(attr, PERFC_ATTR_ENABLE_ON_EXEC) &&
              Flag(attr, PERFC_ATTR_REMOVE_ON_EXEC);
     }},
    {"bp_type must be PERFC_HW_BREAKPOINT_R, _W, _RW or _X",
     [](const perfc_attr& attr) {
       return IsBreakpoint(attr) &&
              (attr.bp_type == PERFC_HW_BREAKPOINT_EMPTY ||
               attr.bp_type > PERFC_HW_BREAKPOINT_X);
     }},
    {"bp_len (config2) must be 1, 2, 4 or 8 bytes",
     [](const perfc_attr& attr) {
       return IsBreakpoint(attr) && !IsWatchedLength(attr.config2);
     }},
#if defined(__x86_64__)
    {"bp_type PERFC_HW_BREAKPOINT_R: x86 has no breakpoint on reads alone; use "
     "PERFC_HW_BREAKPOINT_RW",
     [](const perfc_attr& attr) {
       return IsBreakpoint(attr) && attr.bp_type == PERFC_HW_BREAKPOINT_R;
     }},
    {"bp_len (config2) of a breakpoint on execution must be 8, sizeof(long)",
     [](const perfc_attr& attr) {
       return IsBreakpoint(attr) && attr.bp_type == PERFC_HW_BREAKPOINT_X &&
              attr.config2 != sizeof(long);
     }},
    {"bp_addr (config1) must be a multiple of bp_len (config2)",
     [](const perfc_attr& attr) {
       return IsBreakpoint(attr) && attr.bp_type != PERFC_HW_BREAKPOINT_X &&
              attr.config1 % attr.config2 != 0;
     }},
#endif
    {"exclude_kernel leaves out what a breakpoint on an address in the kernel "
     "(config1) is for: clear exclude_kernel, which needs CAP_SYS_ADMIN",
     [](const perfc_attr& attr) {
       return IsKernelBreakpoint(attr) && Flag(attr, PERFC_ATTR_EXCLUDE_KERNEL);
     }},
};

}  // namespace

const char* BrokenAttrRule(const perfc_attr& attr) {
  for (const Rule& rule : kRules) {
    if (rule.broken(attr)) return rule.sentence;
  }
  return nullptr;
}

bool IsKernelBreakpoint(const perfc_attr& attr) {
  return IsBreakpoint(attr) && attr.config1 & kTopBit;
}

uint64_t UnknownBits(const host::Host& host, const perfc_attr& attr,
                     const char** field) {
  // Bits 38 and 39 came with VER9 of the attr.
  constexpr uint64_t kBeforeVer9 = PERFC_ATTR_DEFER_CALLCHAIN - 1;
  uint64_t unknown = attr.flags & ~kBeforeVer9;
  if (unknown != 0 && host::KernelAttrSize(host) >= PERFC_ATTR_SIZE_VER9) {
    unknown = attr.flags & ~PERFC_ATTR_FLAGS_KNOWN;
  }
  *field = "flags";
  if (unknown != 0) return unknown;
  *field = "sample_type";
  unknown = attr.sample_type & ~uint64_t{PERFC_SAMPLE_MAX - 1};
  if (unknown != 0) return unknown;
  *field = "read_format";
  return attr.read_format & ~uint64_t{PERFC_FORMAT_MAX - 1};
}

}  // namespace perfc::explain
