#include "impl/names/draft.h"

#include <cerrno>
#include <cstddef>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "impl/names/suggest.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

// The kernel's limit for a stack dump is below 64 KiB, in words
// (perf_copy_attr, kernel/events/core.c).
constexpr uint64_t kMostStack = 65528;
constexpr uint64_t kUsualStack = 8192;

#if defined(__aarch64__)
constexpr uint64_t kUserRegisters = 0x1ffffffff;
#elif defined(__riscv)
constexpr uint64_t kUserRegisters = 0xffffffff;
#else
// Without the segment registers ds, es, fs and gs.
constexpr uint64_t kUserRegisters = 0xff0fff;
#endif

enum class Takes : uint8_t { kNumber, kText };

struct Known {
  string_view name;
  Takes takes;
  bool tracepoint;  // tracepoints have it, too
  uint64_t most;
  int (*apply)(const Input& input, const Term& term, Draft* draft);
};

void SetFlag(uint64_t bits, bool on, perfc_attr* attr) {
  attr->flags = on ? attr->flags | bits : attr->flags & ~bits;
}

template <size_t N>
int Config(const Input&, const Term& term, Draft* draft) {
  *ConfigOf(&draft->attr, N) = term.number;
  return 0;
}

int Name(const Input&, const Term& term, Draft* draft) {
  draft->name = term.value;
  return 0;
}

int Period(const Input&, const Term& term, Draft* draft) {
  draft->attr.sample_period = term.number;
  SetFlag(PERFC_ATTR_FREQ, false, &draft->attr);
  draft->terms =
      (draft->terms & ~uint32_t{PERFC_TERM_FREQ}) | PERFC_TERM_PERIOD;
  return 0;
}

int Freq(const Input&, const Term& term, Draft* draft) {
  draft->attr.sample_period = term.number;
  SetFlag(PERFC_ATTR_FREQ, true, &draft->attr);
  draft->terms =
      (draft->terms & ~uint32_t{PERFC_TERM_PERIOD}) | PERFC_TERM_FREQ;
  return 0;
}

int Time(const Input&, const Term& term, Draft* draft) {
  if (term.number) draft->attr.sample_type |= PERFC_SAMPLE_TIME;
  draft->terms |= PERFC_TERM_TIME;
  return 0;
}

// 6553x bytes in words of 8.
int SetStackSize(const Input& input, string_view value, uint64_t bytes,
                 Draft* draft) {
  if (bytes == 0 || bytes > kMostStack) {
    return Complain(input, -ERANGE, value,
                    "expected a stack size from 1 to 65528 bytes");
  }
  draft->attr.sample_stack_user = static_cast<uint32_t>((bytes + 7) & ~7ull);
  return 0;
}

int Dwarf(const Input& input, const Term& term, string_view size,
          Draft* draft) {
  perfc_attr& attr = draft->attr;
  attr.sample_type |=
      PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER;
  attr.sample_regs_user = kUserRegisters;
  attr.flags |= PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
  uint64_t bytes = kUsualStack;
  if (!size.empty() && !ParseNumber(size, &bytes)) {
    return Complain(input, -EINVAL, term.value,
                    "expected the stack's size behind dwarf,");
  }
  // stack-size=, wherever it stands, says more.
  if ((draft->terms & PERFC_TERM_STACK_SIZE) != 0) return 0;
  return SetStackSize(input, term.value, bytes, draft);
}

int CallGraph(const Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_CALL_GRAPH;
  string_view how = term.value;
  if (how == "no") return 0;
  if (how == "fp") {
    draft->attr.sample_type |= PERFC_SAMPLE_CALLCHAIN;
    return 0;
  }
  if (how == "lbr") {
    draft->attr.sample_type |=
        PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_BRANCH_STACK;
    draft->attr.branch_sample_type =
        PERFC_SAMPLE_BRANCH_USER | PERFC_SAMPLE_BRANCH_CALL_STACK |
        PERFC_SAMPLE_BRANCH_NO_FLAGS | PERFC_SAMPLE_BRANCH_NO_CYCLES |
        PERFC_SAMPLE_BRANCH_HW_INDEX;
    return 0;
  }
  if (how == "dwarf") return Dwarf(input, term, "", draft);
  if (absl::ConsumePrefix(&how, "dwarf,")) {
    return Dwarf(input, term, how, draft);
  }
  return Complain(input, -EINVAL, term.value,
                  "expected fp, dwarf, 'dwarf,SIZE', lbr or no");
}

int StackSize(const Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_STACK_SIZE;
  return SetStackSize(input, term.value, term.number, draft);
}

int MaxStack(const Input&, const Term& term, Draft* draft) {
  draft->attr.sample_max_stack = static_cast<uint16_t>(term.number);
  draft->attr.sample_type |= PERFC_SAMPLE_CALLCHAIN;
  draft->terms |= PERFC_TERM_MAX_STACK;
  return 0;
}

struct BranchName {
  string_view name;
  uint64_t bits;
};

constexpr BranchName kBranchNames[] = {
    {"u", PERFC_SAMPLE_BRANCH_USER},
    {"k", PERFC_SAMPLE_BRANCH_KERNEL},
    {"hv", PERFC_SAMPLE_BRANCH_HV},
    {"any", PERFC_SAMPLE_BRANCH_ANY},
    {"any_call", PERFC_SAMPLE_BRANCH_ANY_CALL},
    {"any_ret", PERFC_SAMPLE_BRANCH_ANY_RETURN},
    {"ind_call", PERFC_SAMPLE_BRANCH_IND_CALL},
    {"abort_tx", PERFC_SAMPLE_BRANCH_ABORT_TX},
    {"in_tx", PERFC_SAMPLE_BRANCH_IN_TX},
    {"no_tx", PERFC_SAMPLE_BRANCH_NO_TX},
    {"cond", PERFC_SAMPLE_BRANCH_COND},
    {"ind_jmp", PERFC_SAMPLE_BRANCH_IND_JUMP},
    {"call", PERFC_SAMPLE_BRANCH_CALL},
    {"save_type", PERFC_SAMPLE_BRANCH_TYPE_SAVE},
    {"stack", PERFC_SAMPLE_BRANCH_CALL_STACK},
    {"priv", PERFC_SAMPLE_BRANCH_PRIV_SAVE},
};
constexpr uint64_t kBranchLevels = PERFC_SAMPLE_BRANCH_USER |
                                   PERFC_SAMPLE_BRANCH_KERNEL |
                                   PERFC_SAMPLE_BRANCH_HV;

uint64_t BranchBits(string_view name) {
  for (const BranchName& known : kBranchNames) {
    if (known.name == name) return known.bits;
  }
  return 0;
}

int BranchType(const Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_BRANCH_TYPE;
  if (term.value == "no") return 0;
  uint64_t all = 0;
  string_view rest = term.value;
  for (;;) {
    const size_t comma = rest.find(',');
    const uint64_t bits = BranchBits(rest.substr(0, comma));
    if (bits == 0) {
      return Complain(input, -EINVAL, rest.substr(0, comma),
                      "no kind of branch; there are any, any_call, any_ret, "
                      "ind_call, ind_jmp, call, cond, stack, abort_tx, in_tx, "
                      "no_tx, save_type, priv, u, k, hv, no");
    }
    all |= bits;
    if (comma == string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  // A level alone means all branches there.
  if ((all & ~kBranchLevels) == 0) all |= PERFC_SAMPLE_BRANCH_ANY;
  draft->attr.branch_sample_type = all;
  draft->attr.sample_type |= PERFC_SAMPLE_BRANCH_STACK;
  return 0;
}

int SetInherit(bool on, Draft* draft) {
  SetFlag(PERFC_ATTR_INHERIT, on, &draft->attr);
  draft->terms |= PERFC_TERM_INHERIT;
  return 0;
}

int Inherit(const Input&, const Term& term, Draft* draft) {
  return SetInherit(term.number != 0, draft);
}

int NoInherit(const Input&, const Term& term, Draft* draft) {
  return SetInherit(term.number == 0, draft);
}

int SetOverwrite(bool on, Draft* draft) {
  SetFlag(PERFC_ATTR_WRITE_BACKWARD, on, &draft->attr);
  draft->terms |= PERFC_TERM_OVERWRITE;
  return 0;
}

int Overwrite(const Input&, const Term& term, Draft* draft) {
  return SetOverwrite(term.number != 0, draft);
}

int NoOverwrite(const Input&, const Term& term, Draft* draft) {
  return SetOverwrite(term.number == 0, draft);
}

int AuxOutput(const Input&, const Term& term, Draft* draft) {
  SetFlag(PERFC_ATTR_AUX_OUTPUT, term.number != 0, &draft->attr);
  draft->terms |= PERFC_TERM_AUX_OUTPUT;
  return 0;
}

int AuxSampleSize(const Input&, const Term& term, Draft* draft) {
  draft->attr.aux_sample_size = static_cast<uint32_t>(term.number);
  if (term.number > 0) draft->attr.sample_type |= PERFC_SAMPLE_AUX;
  draft->terms |= PERFC_TERM_AUX_SAMPLE_SIZE;
  return 0;
}

int MaxEvents(const Input&, const Term& term, Draft* draft) {
  draft->max_events = term.number;
  draft->terms |= PERFC_TERM_MAX_EVENTS;
  return 0;
}

int Percore(const Input&, const Term& term, Draft* draft) {
  if (term.number != 0) draft->flags |= PERFC_SPEC_PERCORE;
  return 0;
}

// A label for perf's metrics, which aren't this library's.
int MetricId(const Input&, const Term&, Draft*) { return 0; }

constexpr uint64_t kAny = ~uint64_t{0};

constexpr Known kKnown[] = {
    {"config", Takes::kNumber, false, kAny, Config<0>},
    {"config1", Takes::kNumber, false, kAny, Config<1>},
    {"config2", Takes::kNumber, false, kAny, Config<2>},
    {"config3", Takes::kNumber, false, kAny, Config<3>},
    {"config4", Takes::kNumber, false, kAny, Config<4>},
    {"name", Takes::kText, false, kAny, Name},
    {"period", Takes::kNumber, false, kAny, Period},
    {"freq", Takes::kNumber, false, kAny, Freq},
    {"branch_type", Takes::kText, false, kAny, BranchType},
    {"time", Takes::kNumber, false, 1, Time},
    {"call-graph", Takes::kText, true, kAny, CallGraph},
    {"stack-size", Takes::kNumber, true, kAny, StackSize},
    {"max-stack", Takes::kNumber, true, 0xffff, MaxStack},
    {"inherit", Takes::kNumber, true, kAny, Inherit},
    {"no-inherit", Takes::kNumber, true, kAny, NoInherit},
    {"overwrite", Takes::kNumber, true, kAny, Overwrite},
    {"no-overwrite", Takes::kNumber, true, kAny, NoOverwrite},
    {"nr", Takes::kNumber, true, kAny, MaxEvents},
    {"aux-output", Takes::kNumber, true, kAny, AuxOutput},
    {"aux-sample-size", Takes::kNumber, true, 0xffffffff, AuxSampleSize},
    {"percore", Takes::kNumber, false, kAny, Percore},
    {"metric-id", Takes::kText, false, kAny, MetricId},
};

const Known* FindKnown(string_view name) {
  for (const Known& known : kKnown) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

int WrongKind(const Input& input, const Term& term, const Known& known) {
  Message why;
  why << known.name << " takes "
      << (known.takes == Takes::kText ? "text" : "a number");
  return Complain(input, -EINVAL, term.value.empty() ? term.name : term.value,
                  why.view());
}

int CheckValue(const Input& input, const Term& term, const Known& known) {
  const bool is_number =
      term.kind == TermKind::kNumber || term.kind == TermKind::kFlag;
  const bool is_text = term.kind == TermKind::kText ||
                       (known.name == "name" && term.kind == TermKind::kNumber);
  if (known.takes == Takes::kText) {
    return is_text ? 0 : WrongKind(input, term, known);
  }
  if (!is_number) return WrongKind(input, term, known);
  if (term.number <= known.most) return 0;
  Message why;
  why << known.name << " is at most " << known.most;
  return Complain(input, -ERANGE, term.value, why.view());
}

}  // namespace

bool IsCommonTerm(string_view name) { return FindKnown(name) != nullptr; }

int ApplyCommonTerm(const Input& input, const Term& term, TermSet set,
                    Draft* draft) {
  if (term.kind == TermKind::kRaw && set == TermSet::kAll) {
    draft->attr.config = term.number;
    return 1;
  }
  const Known* known = FindKnown(term.name);
  if (known == nullptr) return 0;
  if (set == TermSet::kTracepoint && !known->tracepoint) return 0;
  if (int failed = CheckValue(input, term, *known)) return failed;
  const int failed = known->apply(input, term, draft);
  return failed ? failed : 1;
}

int UnknownTerm(const Input& input, const Term& term, TermSet set,
                const Pmu* pmu) {
  Message why;
  if (pmu != nullptr) {
    why << "neither a field nor an event of the PMU ";
    why.Quote(pmu->name);
  } else {
    why << (set == TermSet::kTracepoint ? "no term of a tracepoint"
                                        : "no term of this event");
  }
  Suggestions nearest(term.name);
  for (const Known& known : kKnown) {
    if (set == TermSet::kAll || known.tracepoint) nearest.Offer(known.name);
  }
  if (pmu != nullptr) {
    for (const Format& format : pmu->formats) nearest.Offer(format.name);
    for (const Alias& alias : pmu->aliases) nearest.Offer(alias.name);
  }
  nearest.Tell(&why);
  return Complain(input, -EINVAL, term.name, why.view());
}

}  // namespace perfc::names
