#include "impl/names/sample_type.h"

#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

constexpr uint64_t kUsualFrequency = 1000;  // Hz

// The field that a term turns on or off.
struct Decided {
  uint32_t term;
  uint64_t field;
};

constexpr Decided kDecided[] = {
    {PERFC_TERM_TIME, PERFC_SAMPLE_TIME},
    {PERFC_TERM_CALL_GRAPH, PERFC_SAMPLE_CALLCHAIN},
    {PERFC_TERM_BRANCH_TYPE, PERFC_SAMPLE_BRANCH_STACK},
    {PERFC_TERM_AUX_SAMPLE_SIZE, PERFC_SAMPLE_AUX},
};

// Each occurrence tells something of its own, so none is skipped.
bool IsMessage(const specs::Spec& spec) {
  const perfc_attr& attr = spec.attr.known();
  return attr.type == PERFC_TYPE_TRACEPOINT ||
         attr.type == PERFC_TYPE_BREAKPOINT || spec.pmu == "kprobe" ||
         spec.pmu == "uprobe" ||
         (attr.type == PERFC_TYPE_SOFTWARE &&
          attr.config == PERFC_COUNT_SW_BPF_OUTPUT);
}

void SetRate(const specs::Spec& spec, perfc_attr* attr) {
  if (spec.terms & (PERFC_TERM_PERIOD | PERFC_TERM_FREQ)) return;
  const bool each = IsMessage(spec);
  attr->sample_period = each ? 1 : kUsualFrequency;
  if (!each) attr->flags |= PERFC_ATTR_FREQ;
}

bool IsGroup(const specs::SpecList& list, uint32_t leader) {
  for (uint32_t i = 0; i < list.count(); ++i) {
    if (i != leader && list[i].leader == leader) return true;
  }
  return false;
}

}  // namespace

void ReadCounts(uint32_t first, specs::SpecList* list) {
  for (uint32_t i = first; i < list->count(); ++i) {
    specs::Spec& spec = (*list)[i];
    perfc_attr attr = spec.attr.known();
    attr.read_format |=
        PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
    if (IsGroup(*list, spec.leader)) {
      attr.read_format |= PERFC_FORMAT_ID | PERFC_FORMAT_GROUP;
    }
    spec.attr.SetFirst(attr);
  }
}

void SampleFields(uint64_t sample_type, uint32_t first, specs::SpecList* list) {
  for (uint32_t i = first; i < list->count(); ++i) {
    specs::Spec& spec = (*list)[i];
    perfc_attr attr = spec.attr.known();
    attr.sample_type |= sample_type;
    for (const Decided& decided : kDecided) {
      if (!(spec.terms & decided.term)) continue;
      attr.sample_type &= spec.attr.known().sample_type | ~decided.field;
    }
    attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
    if (spec.flags & PERFC_SPEC_MAX_PRECISE) {
      attr.flags |= PERFC_ATTR_PRECISE_IP_MASK;
    }
    const bool reads = spec.flags & PERFC_SPEC_SAMPLE_READ;
    // The kernel tells the counts in a group's samples apart by ids.
    if (reads) {
      attr.sample_type |= PERFC_SAMPLE_READ;
      attr.read_format |= PERFC_FORMAT_ID;
      if (IsGroup(*list, spec.leader)) attr.read_format |= PERFC_FORMAT_GROUP;
    }
    if (!reads || spec.leader == i) SetRate(spec, &attr);
    spec.attr.SetFirst(attr);
  }
}

}  // namespace perfc::names
