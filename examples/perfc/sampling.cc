#include "examples/perfc/sampling.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "examples/perfc/handles.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr uint64_t kUsualFrequency = 4000;
constexpr uint32_t kIntervalTerms = PERFC_TERM_PERIOD | PERFC_TERM_FREQ;
constexpr uint32_t kStackTerms =
    PERFC_TERM_CALL_GRAPH | PERFC_TERM_STACK_SIZE | PERFC_TERM_MAX_STACK;
constexpr uint64_t kSideBand = PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 |
                               PERFC_ATTR_COMM | PERFC_ATTR_COMM_EXEC |
                               PERFC_ATTR_TASK | PERFC_ATTR_KSYMBOL |
                               PERFC_ATTR_BPF_EVENT;

#if defined(__aarch64__)
constexpr uint64_t kUserRegisters = 0x1ffffffff;
#elif defined(__riscv)
constexpr uint64_t kUserRegisters = 0xffffffff;
#else
// Without the segment registers ds, es, fs and gs.
constexpr uint64_t kUserRegisters = 0xff0fff;
#endif

#if defined(__x86_64__) || defined(__powerpc64__)
constexpr uint64_t kWeight = PERFC_SAMPLE_WEIGHT_STRUCT;
#else
constexpr uint64_t kWeight = PERFC_SAMPLE_WEIGHT;
#endif

bool IsSoftware(const perfc_attr& attr, uint64_t config) {
  return attr.type == PERFC_TYPE_SOFTWARE && attr.config == config;
}

bool IsProbe(const perfc_spec& spec) {
  return !std::strncmp(spec.name, "kprobe:", 7) ||
         !std::strncmp(spec.name, "uprobe:", 7) ||
         !std::strncmp(spec.name, "kretprobe:", 10) ||
         !std::strncmp(spec.name, "uretprobe:", 10);
}

bool KernelIsAtLeast(int major, int minor) {
  utsname name;
  int has_major = 0;
  int has_minor = 0;
  if (uname(&name) != 0 ||
      std::sscanf(name.release, "%d.%d", &has_major, &has_minor) != 2) {
    return false;
  }
  return has_major > major || (has_major == major && has_minor >= minor);
}

void SetFlags(uint64_t flags, bool on, perfc_attr* attr) {
  attr->flags = on ? attr->flags | flags : attr->flags & ~flags;
}

// One event at a time.
class Completer {
 public:
  Completer(const std::vector<perfc_spec>& specs, const Sampling& sampling)
      : specs_(specs), sampling_(sampling) {}

  perfc_attr Complete(uint32_t index) {
    spec_ = &specs_[index];
    attr_ = {};
    std::memcpy(&attr_, spec_->attr,
                std::min<size_t>(spec_->attr_size, sizeof attr_));
    attr_.size = sizeof attr_;
    leads_ = spec_->leader == index;
    tracks_ = index == (sampling_.tracker ? specs_.size() - 1 : 0);
    helps_ = sampling_.tracker && tracks_;
    AddWhatIsSampled();
    AddInterval();
    AddCallGraph();
    AddData();
    AddFlags();
    AddGroup();
    return attr_;
  }

 private:
  // Its every occurrence tells something, and the data stand in the record.
  bool IsMessage() const {
    return attr_.type == PERFC_TYPE_TRACEPOINT || IsProbe(*spec_) ||
           IsSoftware(attr_, PERFC_COUNT_SW_BPF_OUTPUT);
  }

  void AddWhatIsSampled() {
    attr_.sample_type |= PERFC_SAMPLE_IP | PERFC_SAMPLE_TID;
    if (!(spec_->terms & PERFC_TERM_TIME)) {
      attr_.sample_type |= PERFC_SAMPLE_TIME;
    }
    if (sampling_.cpus) attr_.sample_type |= PERFC_SAMPLE_CPU;
    if (!IsMessage()) return;
    attr_.sample_type |= PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                         PERFC_SAMPLE_PERIOD | PERFC_SAMPLE_RAW;
  }

  void AddInterval() {
    if (!(spec_->terms & kIntervalTerms)) TakeInterval();
    if (attr_.flags & PERFC_ATTR_FREQ) {
      attr_.sample_type |= PERFC_SAMPLE_PERIOD;
    } else if (spec_->terms & PERFC_TERM_PERIOD) {
      attr_.sample_type &= ~uint64_t{PERFC_SAMPLE_PERIOD};
    }
  }

  void TakeInterval() {
    const bool breakpoint =
        attr_.type == PERFC_TYPE_BREAKPOINT && attr_.bp_type != 0;
    const bool each = IsMessage() || helps_ || breakpoint;
    const bool asked = sampling_.frequency || sampling_.period;
    if (each && (helps_ || !asked)) {
      attr_.sample_period = 1;
    } else if (sampling_.period) {
      attr_.sample_period = sampling_.period;
    } else {
      attr_.sample_period =
          sampling_.frequency ? sampling_.frequency : kUsualFrequency;
      attr_.flags |= PERFC_ATTR_FREQ;
    }
  }

  void AddCallGraph() {
    // Of a stack that isn't copied the size says nothing.
    if (!(attr_.sample_type & PERFC_SAMPLE_STACK_USER)) {
      attr_.sample_stack_user = 0;
    }
    const bool dwarf = sampling_.call_graph == CallGraph::kDwarf;
    if (!(spec_->terms & kStackTerms) && !helps_) TakeCallGraph();
    if (!dwarf && !(attr_.sample_type & PERFC_SAMPLE_STACK_USER)) return;
    // Programs that unwind the stack need the address of the data, too.
    attr_.sample_type |= PERFC_SAMPLE_ADDR | PERFC_SAMPLE_DATA_SRC;
    SetFlags(PERFC_ATTR_MMAP_DATA, tracks_, &attr_);
  }

  void TakeCallGraph() {
    if (sampling_.call_graph == CallGraph::kNone) return;
    attr_.sample_type |= PERFC_SAMPLE_CALLCHAIN;
    // The CPU records branches of user space alone.
    if (sampling_.call_graph == CallGraph::kLbr &&
        !(attr_.flags & PERFC_ATTR_EXCLUDE_USER)) {
      attr_.sample_type |= PERFC_SAMPLE_BRANCH_STACK;
      attr_.branch_sample_type =
          PERFC_SAMPLE_BRANCH_USER | PERFC_SAMPLE_BRANCH_CALL_STACK |
          PERFC_SAMPLE_BRANCH_NO_FLAGS | PERFC_SAMPLE_BRANCH_NO_CYCLES |
          PERFC_SAMPLE_BRANCH_HW_INDEX;
    }
    if (sampling_.call_graph == CallGraph::kDwarf) {
      attr_.sample_type |= PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER;
      attr_.sample_regs_user = kUserRegisters;
      attr_.sample_stack_user = sampling_.stack_size;
      attr_.flags |= PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
    }
  }

  void AddData() {
    const RecordOptions& asked = sampling_.record;
    if (asked.data) {
      attr_.sample_type |= PERFC_SAMPLE_ADDR | PERFC_SAMPLE_DATA_SRC;
      SetFlags(PERFC_ATTR_MMAP_DATA, tracks_, &attr_);
    }
    if (asked.weight) attr_.sample_type |= kWeight;
    if (asked.phys_data) attr_.sample_type |= PERFC_SAMPLE_PHYS_ADDR;
    if (asked.cgroups) attr_.sample_type |= PERFC_SAMPLE_CGROUP;
  }

  uint64_t SideBand() const {
    const RecordOptions& asked = sampling_.record;
    return kSideBand | (sampling_.build_ids ? PERFC_ATTR_BUILD_ID : 0) |
           (asked.namespaces ? PERFC_ATTR_NAMESPACES : 0) |
           (asked.cgroups ? PERFC_ATTR_CGROUP : 0) |
           (asked.switches ? PERFC_ATTR_CONTEXT_SWITCH : 0);
  }

  void AddFlags() {
    attr_.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
    if (sampling_.record.clock) {
      attr_.flags |= PERFC_ATTR_USE_CLOCKID;
      attr_.clockid = *sampling_.record.clock;
    }
    if (!(spec_->terms & PERFC_TERM_INHERIT) && sampling_.inherits) {
      attr_.flags |= PERFC_ATTR_INHERIT;
    }
    SetFlags(SideBand(), tracks_, &attr_);
    SetFlags(PERFC_ATTR_DISABLED, leads_, &attr_);
    SetFlags(PERFC_ATTR_ENABLE_ON_EXEC, leads_ && sampling_.with_exec, &attr_);
    if (spec_->flags & PERFC_SPEC_MAX_PRECISE) {
      attr_.flags |= PERFC_ATTR_PRECISE_IP_MASK;
    }
  }

  // Of a group with :S only the leader samples, and reads the others.
  void AddGroup() {
    attr_.read_format = PERFC_FORMAT_ID;
    if (sampling_.counts_lost) attr_.read_format |= PERFC_FORMAT_LOST;
    if (!(spec_->flags & PERFC_SPEC_SAMPLE_READ)) return;
    attr_.sample_type |= PERFC_SAMPLE_READ | PERFC_SAMPLE_ID;
    const auto members = std::count_if(
        specs_.begin(), specs_.end(),
        [&](const auto& other) { return other.leader == spec_->leader; });
    if (members < 2) return;
    attr_.read_format |= PERFC_FORMAT_GROUP;
    if (!(spec_->terms & PERFC_TERM_INHERIT)) {
      attr_.flags &= ~uint64_t{PERFC_ATTR_INHERIT};
    }
    if (leads_) return;
    if (!(spec_->terms & kIntervalTerms)) {
      attr_.flags &= ~uint64_t{PERFC_ATTR_FREQ};
      attr_.sample_period = 0;
    }
  }

  const std::vector<perfc_spec>& specs_;
  const Sampling& sampling_;
  const perfc_spec* spec_ = nullptr;
  perfc_attr attr_ = {};
  bool leads_ = false;
  bool tracks_ = false;
  bool helps_ = false;  // isn't the user's, and only tracks
};

// A sibling that is read gets its leader's samples.
void FollowLeaders(const std::vector<perfc_spec>& specs,
                   std::vector<perfc_attr>* attrs) {
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].flags & PERFC_SPEC_SAMPLE_READ) {
      (*attrs)[i].sample_type = (*attrs)[specs[i].leader].sample_type;
    }
  }
}

// Records are matched to events by an id that lies at the same place in all of
// them.
void AddIds(std::vector<perfc_attr>* attrs) {
  if (attrs->size() < 2) return;
  const uint64_t first = attrs->front().sample_type;
  const bool same = std::all_of(
      attrs->begin(), attrs->end(),
      [&](const perfc_attr& attr) { return attr.sample_type == first; });
  for (perfc_attr& attr : *attrs) {
    attr.sample_type &= ~uint64_t{PERFC_SAMPLE_ID};
    attr.sample_type |= same ? PERFC_SAMPLE_ID : PERFC_SAMPLE_IDENTIFIER;
  }
}

}  // namespace

std::vector<perfc_attr> SamplingAttrs(const std::vector<perfc_spec>& specs,
                                      const Sampling& sampling) {
  Completer completer(specs, sampling);
  std::vector<perfc_attr> attrs;
  for (uint32_t i = 0; i < specs.size(); ++i) {
    attrs.push_back(completer.Complete(i));
  }
  FollowLeaders(specs, &attrs);
  AddIds(&attrs);
  return attrs;
}

bool KernelCountsLost() { return KernelIsAtLeast(6, 0); }

bool KernelHasBuildIds() { return KernelIsAtLeast(5, 12); }

std::string NoteOf(const struct perfc_report_entry& entry) {
  if (entry.kind != PERFC_REPORT_DEGRADED) return "";
  switch (entry.step) {
    case PERFC_FALLBACK_EXCLUDE_KERNEL:
      return "no permission to look into the kernel: sampling user space only "
             "(" +
             TextOf(entry.error) + ")";
    case PERFC_FALLBACK_CPU_CLOCK:
      return "no cycles here: sampling cpu-clock instead (" +
             TextOf(entry.error) + ")";
    case PERFC_FALLBACK_FREQ:
      return Format("%" PRIu64
                    " Hz is above the kernel's perf_event_max_sample_rate: "
                    "sampling at %" PRIu64 " Hz",
                    entry.before, entry.after);
    case PERFC_FALLBACK_PRECISE_IP:
      return Format("%s: precise_ip %" PRIu64 " instead of %" PRIu64,
                    entry.event, entry.after, entry.before);
    default:
      return "";
  }
}

}  // namespace tool
