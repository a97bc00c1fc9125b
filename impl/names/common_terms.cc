#include "impl/names/common_terms.h"

#include <cerrno>
#include <cstddef>
#include <iterator>

#include "impl/names/sampling_terms.h"
#include "impl/names/suggest.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

enum class Takes : uint8_t { kNumber, kText };

struct Known {
  string_view name;
  Takes takes;
  bool tracepoint;  // tracepoints have it, too
  uint64_t most;
  int (*apply)(const catalog::Input& input, const Term& term, Draft* draft);
};

void SetFlag(uint64_t bits, bool on, perfc_attr* attr) {
  attr->flags = on ? attr->flags | bits : attr->flags & ~bits;
}

template <size_t N>
int Config(const catalog::Input&, const Term& term, Draft* draft) {
  *catalog::ConfigOf(&draft->attr, N) = term.number;
  return 0;
}

int Name(const catalog::Input&, const Term& term, Draft* draft) {
  draft->name = term.value;
  return 0;
}

int Period(const catalog::Input&, const Term& term, Draft* draft) {
  draft->attr.sample_period = term.number;
  SetFlag(PERFC_ATTR_FREQ, false, &draft->attr);
  draft->terms =
      (draft->terms & ~uint32_t{PERFC_TERM_FREQ}) | PERFC_TERM_PERIOD;
  return 0;
}

int Freq(const catalog::Input&, const Term& term, Draft* draft) {
  draft->attr.sample_period = term.number;
  SetFlag(PERFC_ATTR_FREQ, true, &draft->attr);
  draft->terms =
      (draft->terms & ~uint32_t{PERFC_TERM_PERIOD}) | PERFC_TERM_FREQ;
  return 0;
}

int Time(const catalog::Input&, const Term& term, Draft* draft) {
  if (term.number) draft->attr.sample_type |= PERFC_SAMPLE_TIME;
  draft->terms |= PERFC_TERM_TIME;
  return 0;
}

int SetInherit(bool on, Draft* draft) {
  SetFlag(PERFC_ATTR_INHERIT, on, &draft->attr);
  draft->terms |= PERFC_TERM_INHERIT;
  return 0;
}

int Inherit(const catalog::Input&, const Term& term, Draft* draft) {
  return SetInherit(term.number != 0, draft);
}

int NoInherit(const catalog::Input&, const Term& term, Draft* draft) {
  return SetInherit(term.number == 0, draft);
}

int SetOverwrite(bool on, Draft* draft) {
  SetFlag(PERFC_ATTR_WRITE_BACKWARD, on, &draft->attr);
  draft->terms |= PERFC_TERM_OVERWRITE;
  return 0;
}

int Overwrite(const catalog::Input&, const Term& term, Draft* draft) {
  return SetOverwrite(term.number != 0, draft);
}

int NoOverwrite(const catalog::Input&, const Term& term, Draft* draft) {
  return SetOverwrite(term.number == 0, draft);
}

int AuxOutput(const catalog::Input&, const Term& term, Draft* draft) {
  SetFlag(PERFC_ATTR_AUX_OUTPUT, term.number != 0, &draft->attr);
  draft->terms |= PERFC_TERM_AUX_OUTPUT;
  return 0;
}

int AuxSampleSize(const catalog::Input&, const Term& term, Draft* draft) {
  draft->attr.aux_sample_size = static_cast<uint32_t>(term.number);
  if (term.number > 0) draft->attr.sample_type |= PERFC_SAMPLE_AUX;
  draft->terms |= PERFC_TERM_AUX_SAMPLE_SIZE;
  return 0;
}

int MaxEvents(const catalog::Input&, const Term& term, Draft* draft) {
  draft->max_events = term.number;
  draft->terms |= PERFC_TERM_MAX_EVENTS;
  return 0;
}

int Percore(const catalog::Input&, const Term& term, Draft* draft) {
  if (term.number != 0) draft->flags |= PERFC_SPEC_PERCORE;
  return 0;
}

// A label for perf's metrics, which aren't this library's.
int MetricId(const catalog::Input&, const Term&, Draft*) { return 0; }

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

int WrongKind(const catalog::Input& input, const Term& term,
              const Known& known) {
  catalog::Message why;
  why << known.name << " takes "
      << (known.takes == Takes::kText ? "text" : "a number");
  return Complain(input, -EINVAL, term.value.empty() ? term.name : term.value,
                  why.view());
}

int CheckValue(const catalog::Input& input, const Term& term,
               const Known& known) {
  const bool is_number =
      term.kind == TermKind::kNumber || term.kind == TermKind::kFlag;
  const bool is_text = term.kind == TermKind::kText ||
                       (known.name == "name" && term.kind == TermKind::kNumber);
  if (known.takes == Takes::kText) {
    return is_text ? 0 : WrongKind(input, term, known);
  }
  if (!is_number) return WrongKind(input, term, known);
  if (term.number <= known.most) return 0;
  catalog::Message why;
  why << known.name << " is at most " << known.most;
  return Complain(input, -ERANGE, term.value, why.view());
}

}  // namespace

bool IsCommonTerm(string_view name) { return FindKnown(name) != nullptr; }

int ApplyCommonTerm(const catalog::Input& input, const Term& term, TermSet set,
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

int UnknownTerm(const catalog::Input& input, const Term& term, TermSet set,
                const catalog::Pmu* pmu) {
  catalog::Message why;
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
    for (const catalog::Format& format : pmu->formats)
      nearest.Offer(format.name);
    for (const catalog::Alias& alias : pmu->aliases) nearest.Offer(alias.name);
  }
  nearest.Tell(&why);
  return Complain(input, -EINVAL, term.name, why.view());
}

}  // namespace perfc::names
