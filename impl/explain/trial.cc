#include "impl/explain/trial.h"

#include <cstring>

#include "impl/explain/facts.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

// Takes bits of a word over; false if there are none.
bool Take(uint64_t from, uint64_t bits, uint64_t* to) {
  *to |= from & bits;
  return from & bits;
}

template <typename T>
bool Take(T from, T* to) {
  *to = from;
  return from != 0;
}

// A part of an attr: how to copy it, and the sentence for an attr that the
// kernel accepts without the part, but not with it. `take` returns true if the
// attr has the part.
struct Part {
  const char* why;
  bool (*take)(const perfc_attr& from, perfc_attr* to);
  bool in_group = false;  // The kernel takes it from a sibling alone.
};

#define PERFC_FLAG_PART(flag, why)                            \
  {                                                           \
    why, [](const perfc_attr& from, perfc_attr* to) {         \
      return Take(from.flags, PERFC_ATTR_##flag, &to->flags); \
    }                                                         \
  }
#define PERFC_SAMPLE_PART(field, why)                                        \
  {                                                                          \
    why, [](const perfc_attr& from, perfc_attr* to) {                        \
      return Take(from.sample_type, PERFC_SAMPLE_##field, &to->sample_type); \
    }                                                                        \
  }

// The event comes first, then the fields that make it sample, then the content
// of records, then the choice of tasks. The Linux versions are those that added
// the part.
constexpr Part kParts[] = {
    {"config1, config2 or config3 (terms such as long) asks for what this PMU "
     "can't do with the event; its folder format in "
     "/sys/bus/event_source/devices says which bits there are",
     [](const perfc_attr& from, perfc_attr* to) {
       if (from.type == PERFC_TYPE_BREAKPOINT) return false;
       const bool first = Take(from.config1, &to->config1);
       const bool second = Take(from.config2, &to->config2);
       return Take(from.config3, &to->config3) || first || second;
     }},
    PERFC_FLAG_PART(EXCLUDE_USER,
                    "exclude_user: this PMU can't leave out user space"),
    PERFC_FLAG_PART(EXCLUDE_HV,
                    "exclude_hv: this PMU can't leave out the hypervisor"),
    PERFC_FLAG_PART(EXCLUDE_IDLE,
                    "exclude_idle (the modifier I): this PMU can't leave out "
                    "the idle task"),
    PERFC_FLAG_PART(EXCLUDE_HOST,
                    "exclude_host: this PMU can't leave out the host"),
    PERFC_FLAG_PART(EXCLUDE_GUEST,
                    "exclude_guest: this PMU can't leave out guests"),
    {"sample_period, sample_freq: this event can only be counted; set them to "
     "0",
     [](const perfc_attr& from, perfc_attr* to) {
       const bool by_frequency = Take(from.flags, PERFC_ATTR_FREQ, &to->flags);
       const uint64_t lowest = from.sample_period != 0;
       return Take(by_frequency ? lowest : from.sample_period,
                   &to->sample_period);
     }},
    {"sample_freq: the kernel takes the event at 1 Hz, and not at this "
     "frequency; /proc/sys/kernel/perf_event_max_sample_rate is the highest",
     [](const perfc_attr& from, perfc_attr* to) {
       return Take(from.sample_period, &to->sample_period) &&
              from.flags & PERFC_ATTR_FREQ;
     }},
    PERFC_FLAG_PART(
        PRECISE_IP_MASK,
        "precise_ip: this event has no samples of this precision; lower it"),
    {"use_clockid: this PMU samples in NMIs, where only CLOCK_MONOTONIC and "
     "CLOCK_MONOTONIC_RAW can be read",
     [](const perfc_attr& from, perfc_attr* to) {
       to->clockid = from.clockid;
       return Take(from.flags, PERFC_ATTR_USE_CLOCKID, &to->flags);
     }},
    {"PERFC_FORMAT_LOST needs Linux 6.0",
     [](const perfc_attr& from, perfc_attr* to) {
       return Take(from.read_format, PERFC_FORMAT_LOST, &to->read_format);
     }},
    {"read_format has something that this event can't tell",
     [](const perfc_attr& from, perfc_attr* to) {
       return Take(from.read_format, &to->read_format);
     }},
    PERFC_SAMPLE_PART(DATA_PAGE_SIZE,
                      "PERFC_SAMPLE_DATA_PAGE_SIZE needs Linux 5.11"),
    PERFC_SAMPLE_PART(CODE_PAGE_SIZE,
                      "PERFC_SAMPLE_CODE_PAGE_SIZE needs Linux 5.11"),
    PERFC_SAMPLE_PART(WEIGHT_STRUCT,
                      "PERFC_SAMPLE_WEIGHT_STRUCT needs Linux 5.12"),
    PERFC_SAMPLE_PART(CGROUP,
                      "PERFC_SAMPLE_CGROUP: this kernel was built without "
                      "CONFIG_CGROUP_PERF"),
    PERFC_SAMPLE_PART(PHYS_ADDR,
                      "PERFC_SAMPLE_PHYS_ADDR shows where memory lies, which "
                      "needs CAP_PERFMON or perf_event_paranoid 1 or less"),
    {"PERFC_SAMPLE_CALLCHAIN: this event has no call chains as they are asked "
     "for",
     [](const perfc_attr& from, perfc_attr* to) {
       to->sample_max_stack = from.sample_max_stack;
       Take(from.flags,
            PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL |
                PERFC_ATTR_EXCLUDE_CALLCHAIN_USER,
            &to->flags);
       return Take(from.sample_type, PERFC_SAMPLE_CALLCHAIN, &to->sample_type);
     }},
    {"sample_regs_user has no register, or one that this architecture hasn't",
     [](const perfc_attr& from, perfc_attr* to) {
       to->sample_regs_user = from.sample_regs_user;
       return Take(from.sample_type, PERFC_SAMPLE_REGS_USER, &to->sample_type);
     }},
    {"sample_regs_intr has no register, or one that this architecture or PMU "
     "hasn't",
     [](const perfc_attr& from, perfc_attr* to) {
       to->sample_regs_intr = from.sample_regs_intr;
       return Take(from.sample_type, PERFC_SAMPLE_REGS_INTR, &to->sample_type);
     }},
    {"PERFC_SAMPLE_STACK_USER: this architecture can't copy user stacks",
     [](const perfc_attr& from, perfc_attr* to) {
       to->sample_stack_user = from.sample_stack_user;
       return Take(from.sample_type, PERFC_SAMPLE_STACK_USER, &to->sample_type);
     }},
    {"PERFC_SAMPLE_BRANCH_STACK: the PMU of this event takes no branch stacks, "
     "or none as branch_sample_type asks for; software events have none",
     [](const perfc_attr& from, perfc_attr* to) {
       to->branch_sample_type = from.branch_sample_type;
       return Take(from.sample_type, PERFC_SAMPLE_BRANCH_STACK,
                   &to->sample_type);
     }},
    {"aux_output, aux_sample_size or aux_action needs a group led by a PMU "
     "with an AUX area, and a PMU that can write into it",
     [](const perfc_attr& from, perfc_attr* to) {
       Take(from.sample_type, PERFC_SAMPLE_AUX, &to->sample_type);
       const bool size = Take(from.aux_sample_size, &to->aux_sample_size);
       const bool action = Take(from.aux_action, &to->aux_action);
       return Take(from.flags, PERFC_ATTR_AUX_OUTPUT, &to->flags) || size ||
              action;
     },
     true},
    {"sample_type has a field that this event can't sample",
     [](const perfc_attr& from, perfc_attr* to) {
       return Take(from.sample_type, &to->sample_type);
     }},
    {"inherit: PERFC_SAMPLE_READ with it needs Linux 6.12 and PERFC_SAMPLE_TID",
     [](const perfc_attr& from, perfc_attr* to) {
       Take(from.flags, PERFC_ATTR_INHERIT_STAT, &to->flags);
       return Take(from.flags, PERFC_ATTR_INHERIT, &to->flags);
     }},
    PERFC_FLAG_PART(INHERIT_THREAD, "inherit_thread needs Linux 5.13"),
    PERFC_FLAG_PART(BUILD_ID, "build_id needs Linux 5.12"),
    PERFC_FLAG_PART(REMOVE_ON_EXEC, "remove_on_exec needs Linux 5.13"),
    {"sigtrap needs Linux 5.13, and a thread: pid isn't -1",
     [](const perfc_attr& from, perfc_attr* to) {
       to->sig_data = from.sig_data;
       return Take(from.flags, PERFC_ATTR_SIGTRAP, &to->flags);
     }},
    PERFC_FLAG_PART(NAMESPACES, "namespaces records need CAP_PERFMON"),
    PERFC_FLAG_PART(
        TEXT_POKE,
        "text_poke records need CAP_PERFMON, or perf_event_paranoid 1 or less"),
};

#undef PERFC_FLAG_PART
#undef PERFC_SAMPLE_PART

// The fields without which the rest of the attr makes no sense to the kernel.
perfc_attr BareEvent(const host::Host& host, const perfc_attr& attr) {
  perfc_attr bare = {};
  if (ChangesKernel(host, attr.type) || IsUnknownPmu(host, attr.type)) {
    bare.type = PERFC_TYPE_SOFTWARE;
    bare.config = PERFC_COUNT_SW_DUMMY;
  } else {
    bare.type = attr.type;
    bare.config = attr.config;
    if (attr.type == PERFC_TYPE_BREAKPOINT) {
      bare.bp_type = attr.bp_type;
      bare.config1 = attr.config1;
      bare.config2 = attr.config2;
    }
  }
  bare.flags = attr.flags & PERFC_ATTR_EXCLUDE_KERNEL;
  return bare;
}

}  // namespace

int Try(const host::Host& host, perfc_attr attr, int32_t pid, int32_t cpu,
        uint64_t flags) {
  const host::System& system = host.system();
  attr.size = sizeof attr;
  attr.flags |= PERFC_ATTR_DISABLED;
  attr.flags &= ~uint64_t{PERFC_ATTR_ENABLE_ON_EXEC};
  const int fd =
      system.PerfEventOpen(&attr, pid, cpu, -1, flags | PERFC_FLAG_FD_CLOEXEC);
  if (fd < 0) return fd;
  system.Close(fd);
  return 0;
}

perfc_attr HarmlessAttr() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_DUMMY;
  attr.flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  return attr;
}

bool ChangesKernel(const host::Host& host, uint32_t type) {
  return type == PERFC_TYPE_TRACEPOINT || IsKprobe(host, type) ||
         IsUprobe(host, type);
}

bool IsUnknownPmu(const host::Host& host, uint32_t type) {
  return IsGivenType(type) && !host::HasPmus(host);
}

const char* RefusedPart(const host::Host& host, int code,
                        const OpenRequest& request, int* bare) {
  const perfc_attr& attr = request.attr;
  const auto refused = [&](const perfc_attr& tried) {
    return Try(host, tried, request.pid, request.cpu, request.flags);
  };
  perfc_attr tried = BareEvent(host, attr);
  *bare = refused(tried);
  if (*bare != 0) {
    // Some PMUs can leave nothing out.
    tried.flags = 0;
    const bool by_flag =
        attr.flags & PERFC_ATTR_EXCLUDE_KERNEL && refused(tried) == 0;
    return by_flag ? "exclude_kernel: this PMU can't leave out the kernel"
                   : nullptr;
  }
  for (const Part& part : kParts) {
    perfc_attr more = tried;
    if (part.in_group && request.leader != nullptr) continue;
    if (!part.take(attr, &more)) continue;
    const int result = refused(more);
    if (result == code) return part.why;
    if (result == 0) tried = more;
  }
  return nullptr;
}

}  // namespace perfc::explain
