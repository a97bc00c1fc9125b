#include "examples/perfc/stat_set.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "examples/perfc/opening.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr char kDefaultEvents[] =
    "task-clock,page-faults,context-switches,cpu-migrations,cycles,"
    "instructions";

bool IsSoftware(const perfc_attr& attr, uint64_t config) {
  return attr.type == PERFC_TYPE_SOFTWARE && attr.config == config;
}

// User space alone would always count 0.
bool IsKernels(const perfc_attr& attr) {
  return IsSoftware(attr, PERFC_COUNT_SW_CONTEXT_SWITCHES) ||
         IsSoftware(attr, PERFC_COUNT_SW_CPU_MIGRATIONS) ||
         IsSoftware(attr, PERFC_COUNT_SW_CGROUP_SWITCHES) ||
         attr.type == PERFC_TYPE_TRACEPOINT;
}

bool IsTime(const perfc_attr& attr) {
  return IsSoftware(attr, PERFC_COUNT_SW_CPU_CLOCK) ||
         IsSoftware(attr, PERFC_COUNT_SW_TASK_CLOCK);
}

// `perfc profile` uses the other terms, `perfc stat` only this one.
constexpr uint32_t kCountedTerms = PERFC_TERM_PERIOD;

perfc_spec SpecOf(const perfc_specs* specs, uint32_t index) {
  perfc_spec spec = {};
  perfc_specs_get(specs, index, &spec, sizeof spec);
  return spec;
}

// As the perf tool does, so that the two count the same.
perfc_attr CountingAttr(const std::vector<perfc_spec>& specs, uint32_t index) {
  perfc_attr attr = AttrOf(specs[index]);
  attr.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  const uint32_t leader = specs[index].leader;
  const auto members = std::count_if(
      specs.begin(), specs.end(),
      [&](const perfc_spec& spec) { return spec.leader == leader; });
  if (members > 1) attr.read_format |= PERFC_FORMAT_ID | PERFC_FORMAT_GROUP;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  attr.sample_period = 0;
  attr.flags &= ~uint64_t{PERFC_ATTR_FREQ};
  attr.flags |= PERFC_ATTR_INHERIT;
  return attr;
}

// Why the event was left out, on whichever CPU it was first; nullptr: it wasn't.
const perfc_report_entry* WhyAbsent(
    const std::vector<perfc_report_entry>& entries, uint32_t spec) {
  for (const perfc_report_entry& entry : entries) {
    if (entry.kind == PERFC_REPORT_ABSENT && entry.spec == spec) return &entry;
  }
  return nullptr;
}

bool IsForbidden(const perfc_report_entry& entry) {
  return entry.error.code == -EACCES || entry.error.code == -EPERM;
}

}  // namespace

bool StatSet::Parse() {
  specs_ =
      ParseEvents(options_.events.empty() ? kDefaultEvents : options_.events);
  if (!specs_) return false;
  const std::vector<perfc_spec> specs = SpecsOf(specs_.get());
  std::vector<perfc_attr> attrs;
  for (uint32_t i = 0; i < specs.size(); ++i) {
    if (specs[i].terms & ~kCountedTerms) {
      Say("'" + std::string(specs[i].name) +
          "' has terms about samples, which are perfc profile's");
      return false;
    }
    attrs.push_back(CountingAttr(specs, i));
  }
  return SetAttrs(specs_.get(), attrs);
}

// As with the perf tool, the command runs even if the machine has none of the
// events: then there is no set. If opening some of the events isn't permitted,
// the command doesn't run.
bool StatSet::OpenSet(const Target& target) {
  const perfc_target over = TargetOf(options_, target, specs_.get());
  perfc_report* report = nullptr;
  perfc_error error = {};
  if (perfc_report_create(&report, &error) < 0) {
    Say(TextOf(error));
    return false;
  }
  report_.reset(report);
  perfc_set_options options = {};
  options.size = sizeof options;
  options.report = report;
  options.flags = PERFC_SET_OPEN_TOLERANT | PERFC_SET_OPEN_RAISE_FD_LIMIT;
  starts_with_exec_ = target.is_command() && over.kind == PERFC_TARGET_THREAD;
  if (starts_with_exec_) options.flags |= PERFC_SET_OPEN_ENABLE_ON_EXEC;
  options.fallbacks =
      options_.fallback ? PERFC_FALLBACK_ALL : PERFC_FALLBACK_EXCLUDE_KERNEL;
  perfc_set* set = nullptr;
  const int failed =
      perfc_set_open(nullptr, specs_.get(), &over, &options, &set, &error);
  set_.reset(set);
  if (options_.verbose >= 2) {
    PrintAttrs(set_ ? SpecsOf(set) : SpecsOf(specs_.get()));
  }
  if (failed >= 0) return true;
  const bool nothing_here = NothingIsHere();
  Say((nothing_here ? "nothing can be counted: " : "") +
      TextOf(WhyNothing(error)));
  return nothing_here;
}

// The reason that one can do something about, if there is one.
perfc_error StatSet::WhyNothing(const perfc_error& first) const {
  for (const perfc_report_entry& entry : EntriesOf(report_.get())) {
    if (entry.kind == PERFC_REPORT_ABSENT && IsForbidden(entry)) {
      return entry.error;
    }
  }
  return first;
}

// True if every event was left out because the machine has nothing to count it
// with.
bool StatSet::NothingIsHere() const {
  const std::vector<perfc_report_entry> entries = EntriesOf(report_.get());
  const std::vector<perfc_spec> specs = SpecsOf(specs_.get());
  for (uint32_t i = 0; i < specs.size(); ++i) {
    const auto* why = WhyAbsent(entries, i);
    if (why == nullptr || IsForbidden(*why)) return false;
  }
  return true;
}

// Prints the fallbacks that were taken, and the events that were left out.
void StatSet::SayReport() {
  bool user_only = false;
  const std::vector<perfc_report_entry> entries = EntriesOf(report_.get());
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const perfc_report_entry& entry = entries[i];
    const bool degraded = entry.kind == PERFC_REPORT_DEGRADED;
    const bool asked = entry.step != PERFC_FALLBACK_GUEST;
    if (degraded && entry.step == PERFC_FALLBACK_EXCLUDE_KERNEL) {
      user_only = true;
    } else if ((degraded && asked) || options_.verbose > 0 ||
               entry.kind == PERFC_REPORT_REGROUPED) {
      char text[2048] = "";
      perfc_report_text(report_.get(), i, text, sizeof text);
      Say(text);
    }
  }
  if (user_only && set_) {
    Say("no permission to look into the kernel: counting user space only (:u)");
  }
}

void StatSet::TakeLabels() {
  const std::vector<perfc_report_entry> entries = EntriesOf(report_.get());
  const std::vector<perfc_spec> asked = SpecsOf(specs_.get());
  const std::vector<perfc_spec> opened = set_ ? SpecsOf(set_.get()) : asked;
  for (uint32_t i = 0; i < asked.size(); ++i) {
    const perfc_attr before = AttrOf(asked[i]);
    const perfc_attr after = AttrOf(opened[i]);
    Count label;
    label.name = opened[i].name;
    label.unit = IsTime(after) ? "ns" : opened[i].unit;
    label.scale = opened[i].scale;
    label.user_only = ~before.flags & after.flags & PERFC_ATTR_EXCLUDE_KERNEL;
    if (label.user_only && IsKernels(after)) {
      label.status = Count::Status::kNotPermitted;
      label.user_only = false;
    }
    if (const auto* why = WhyAbsent(entries, i)) {
      label.status = IsForbidden(*why) ? Count::Status::kNotPermitted
                                       : Count::Status::kNotSupported;
    }
    labels_.push_back(label);
  }
}

bool StatSet::Open(const Target& target) {
  if (!Parse() || !OpenSet(target)) return false;
  SayReport();
  TakeLabels();
  return true;
}

bool StatSet::Start() {
  const bool waits = set_ && !starts_with_exec_;
  const int failed = waits ? perfc_set_enable(set_.get()) : 0;
  if (failed == 0) return true;
  Say(std::string("cannot start counting: ") + std::strerror(-failed));
  return false;
}

bool StatSet::ReadMembers(std::vector<perfc_count>* members) {
  if (!set_) return true;
  members->resize(static_cast<size_t>(perfc_set_member_count(set_.get())));
  const int result =
      perfc_set_read(set_.get(), members->data(), sizeof(perfc_count),
                     static_cast<uint32_t>(members->size()));
  if (result >= 0) return true;
  Say(std::string("cannot read the counts: ") + std::strerror(-result));
  return false;
}

// A clock's own reading, over the whole time.
void StatSet::FillToolEvents(const TargetTimes& times,
                             std::vector<Count>* counts) {
  for (uint32_t i = 0; i < counts->size(); ++i) {
    if (!(SpecOf(specs_.get(), i).flags & PERFC_SPEC_TOOL)) continue;
    Count& count = (*counts)[i];
    count.unit = "ns";
    count.status = Count::Status::kCounted;
    count.count = {};
    const bool is_duration = count.name.rfind("duration_time", 0) == 0;
    if (!is_duration && !times.has_cpu_times) {
      count.count.quality = PERFC_QUALITY_NEVER_RAN;
      continue;
    }
    const bool is_user = count.name.rfind("user_time", 0) == 0;
    count.count.raw = is_duration ? times.duration
                      : is_user   ? times.user
                                  : times.system;
    count.count.scaled = count.count.raw;
    count.count.time_enabled = count.count.time_running = times.duration;
    count.count.quality = PERFC_QUALITY_EXACT;
  }
}

bool StatSet::Sum(const std::vector<perfc_count>& members,
                  const TargetTimes& times, std::vector<Count>* counts) {
  *counts = labels_;
  if (!set_) {
    FillToolEvents(times, counts);
    return true;
  }
  std::vector<perfc_count> sums(members.size());
  std::vector<perfc_sum_row> rows(members.size());
  const auto size = static_cast<uint32_t>(members.size());
  const int result = perfc_set_sum(set_.get(), PERFC_SUM_SPEC, members.data(),
                                   size, sums.data(), sizeof(perfc_count),
                                   rows.data(), sizeof(perfc_sum_row), size);
  if (result < 0) {
    Say(std::string("cannot add up the counts: ") + std::strerror(-result));
    return false;
  }
  for (size_t i = 0; i < static_cast<size_t>(result); ++i) {
    (*counts)[rows[i].spec].count = sums[i];
  }
  FillToolEvents(times, counts);
  return true;
}

// Follows hotplug. An event on a CPU that went offline has counted until then.
// Only intervals, which need no earlier count, start again when the CPU is
// back.
bool StatSet::LookAtCpus(uint32_t flags) {
  perfc_error error = {};
  if (!set_ || !CountsCpus(options_, specs_.get()) ||
      perfc_set_update(set_.get(), flags, &error) >= 0) {
    return true;
  }
  Say(TextOf(error));
  return false;
}

bool StatSet::ReadTotal(const TargetTimes& times, std::vector<Count>* counts) {
  std::vector<perfc_count> members;
  if (!LookAtCpus(0)) return false;
  return ReadMembers(&members) && Sum(members, times, counts);
}

// The value of a level is its value at the end of the interval.
bool StatSet::IsLevel(uint32_t index) const {
  perfc_member member = {};
  perfc_set_member(set_.get(), index, &member, sizeof member);
  return SpecOf(specs_.get(), member.spec).flags & PERFC_SPEC_SNAPSHOT;
}

bool StatSet::ReadInterval(const TargetTimes& times,
                           std::vector<Count>* counts) {
  std::vector<perfc_count> now;
  if (!LookAtCpus(PERFC_SET_UPDATE_REOPEN) || !ReadMembers(&now)) return false;
  std::vector<perfc_count> deltas = now;
  // A member that is new has no count before.
  for (uint32_t i = 0; i < before_.size(); ++i) {
    if (IsLevel(i)) continue;
    perfc_count_delta(&before_[i], &now[i], &deltas[i], sizeof(perfc_count));
  }
  before_ = std::move(now);
  return Sum(deltas, times, counts);
}

}  // namespace tool
