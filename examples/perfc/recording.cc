#include "examples/perfc/recording.h"

#include <cerrno>
#include <cstring>

#include "examples/perfc/opening.h"
#include "examples/perfc/sampling.h"
#include "examples/perfc/text.h"
#include "perfc.hpp"

namespace tool {
namespace {

constexpr char kDefaultEvents[] = "cycles";

// These fallbacks are taken unasked, and the notes report them. The default
// event may also fall back to another event.
uint32_t FallbacksOf(const Options& options) {
  if (options.fallback) return PERFC_FALLBACK_ALL;
  return PERFC_FALLBACK_FREQ | PERFC_FALLBACK_EXCLUDE_KERNEL |
         (options.events.empty() ? PERFC_FALLBACK_CPU_CLOCK : 0);
}

Sampling SamplingOf(const Options& options, bool counts_cpus,
                    bool has_tracker) {
  Sampling sampling;
  sampling.frequency = options.frequency;
  sampling.period = options.period;
  sampling.call_graph = options.call_graph;
  sampling.stack_size = options.stack_size;
  sampling.cpus = counts_cpus;
  sampling.with_exec = !has_tracker;
  sampling.tracker = has_tracker;
  sampling.inherits = options.record.tid == 0;
  sampling.counts_lost = KernelCountsLost();
  sampling.build_ids = options.verb == Verb::kRecord &&
                       options.record.build_ids && KernelHasBuildIds();
  sampling.record = options.record;
  return sampling;
}

}  // namespace

bool Recording::Check(int result) {
  if (result < 0) Say("cannot sample: " + TextOf(error_));
  return result >= 0;
}

bool Recording::Prepare(const Options& options, const Target& target) {
  specs_ =
      ParseEvents(options.events.empty() ? kDefaultEvents : options.events);
  if (!specs_) return false;
  events_ = static_cast<size_t>(perfc_specs_count(specs_.get()));
  counts_cpus_ = CountsCpus(options, specs_.get());
  // What the execve() of a command doesn't start was there before. Its tasks are
  // tracked from now on, while its state is read and nothing is sampled yet.
  has_tracker_ = counts_cpus_ || !target.is_command();
  if (has_tracker_) {
    perfc_attr attr = {};
    attr.size = sizeof attr;
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.config = PERFC_COUNT_SW_DUMMY;
    attr.flags = PERFC_ATTR_EXCLUDE_KERNEL;  // needs no privilege
    if (!Check(perfc_specs_add(specs_.get(), &attr, sizeof attr, "dummy",
                               PERFC_SPEC_NO_LEADER, &error_))) {
      return false;
    }
  }
  const std::vector<perfc_spec> specs = SpecsOf(specs_.get());
  for (const perfc_spec& spec : specs) {
    if (!(spec.flags & PERFC_SPEC_TOOL)) continue;
    Say(std::string("'") + spec.name + "' can be counted, but not sampled");
    return false;
  }
  const Sampling sampling = SamplingOf(options, counts_cpus_, has_tracker_);
  return SetAttrs(specs_.get(), SamplingAttrs(specs, sampling));
}

bool Recording::OpenSet(const Options& options, const Target& target) {
  if (!Prepare(options, target)) return false;
  perfc_target over = TargetOf(options, target, specs_.get());
  if (!counts_cpus_) over.flags = PERFC_TARGET_FLAG_EACH_CPU;
  perfc_set_options how = {};
  how.size = sizeof how;
  how.flags = PERFC_SET_OPEN_RAISE_FD_LIMIT;
  starts_with_exec_ = !has_tracker_;
  if (starts_with_exec_) how.flags |= PERFC_SET_OPEN_ENABLE_ON_EXEC;
  how.fallbacks = FallbacksOf(options);
  perfc_set* set = nullptr;
  const int result =
      perfc_set_open(nullptr, specs_.get(), &over, &how, &set, &error_);
  set_.reset(set);
  if (options.verbose >= 2) {
    PrintAttrs(set_ ? SpecsOf(set) : SpecsOf(specs_.get()));
  }
  if (!Check(result)) return false;
  TakeNotes(options.verbose > 0);
  return true;
}

void Recording::TakeNotes(bool verbose) {
  const perfc_report* report = perfc_set_report(set_.get());
  const std::vector<perfc_report_entry> entries = EntriesOf(report);
  for (uint32_t i = 0; i < entries.size(); ++i) {
    std::string note = NoteOf(entries[i]);
    if (note.empty() && verbose) {
      char text[2048] = "";
      perfc_report_text(report, i, text, sizeof text);
      note = text;
    }
    if (note.empty()) continue;
    notes_.push_back(note);
    Say(note);
  }
}

bool Recording::Map(uint32_t pages) {
  perfc_plan* plan = nullptr;
  perfc_stream* stream = nullptr;
  const int rings =
      perfc_set_mmap(set_.get(), pages, PERFC_SET_MMAP_SHARED, &error_);
  if (!Check(rings)) return false;
  rings_ = static_cast<size_t>(rings);
  if (!Check(perfc_set_create_plan(set_.get(), &plan, &error_))) return false;
  plan_.reset(plan);
  if (!Check(perfc_stream_create(nullptr, nullptr, &stream, &error_))) {
    return false;
  }
  stream_.reset(stream);
  return Check(perfc_stream_add_set(stream, set_.get(), &error_));
}

bool Recording::EnableTracker() {
  const int count = perfc_set_member_count(set_.get());
  for (uint32_t i = 0; static_cast<int>(i) < count; ++i) {
    perfc_member member = {};
    perfc_set_member(set_.get(), i, &member, sizeof member);
    if (member.spec != events_ || member.event == nullptr) continue;
    const int failed = perfc_ioctl(member.event, PERFC_IOC_ENABLE, 0, &error_);
    // A thread that has ended since has nothing to be tracked.
    if (failed < 0 && failed != -ESRCH && !Check(failed)) return false;
  }
  return true;
}

bool Recording::Open(const Options& options, const Target& target) {
  return OpenSet(options, target) && Map(options.pages) &&
         (!has_tracker_ || EnableTracker());
}

bool Recording::Enable() {
  const int failed = starts_with_exec_ ? 0 : perfc_set_enable(set_.get());
  if (failed < 0) {
    Say(std::string("cannot start sampling: ") + std::strerror(-failed));
  }
  return failed >= 0;
}

// Of one that can't be disabled the target has gone.
void Recording::Disable() { perfc_set_disable(set_.get()); }

void Recording::Update() {
  // epoll took the wake-up away: only this still learns of the end.
  ended_ = perfc_stream_wait(stream_.get(), 0, nullptr) == -ESHUTDOWN;
}

uint32_t Recording::Take(perfc_stream_record* records, uint32_t capacity) {
  const int count = perfc_stream_next_records(stream_.get(), records, capacity);
  return count > 0 ? static_cast<uint32_t>(count) : 0;
}

std::vector<perfc_spec> Recording::specs() const { return SpecsOf(set_.get()); }

void Recording::Read(Session* session) {
  Update();
  perfc_stream_record taken;
  while (Take(&taken, 1) == 1) {
    perfc::Record record;
    static_cast<perfc_record&>(record) = taken.record;
    session->Process(perfc::PlanView(plan_.get()), record);
  }
}

std::vector<SampledEvent> Recording::events() const {
  std::vector<SampledEvent> events;
  for (const perfc_spec& spec : SpecsOf(set_.get())) {
    if (events.size() == events_) break;
    const perfc_attr attr = AttrOf(spec);
    SampledEvent event;
    event.name = spec.name;
    event.user_only = attr.flags & PERFC_ATTR_EXCLUDE_KERNEL;
    const bool frequent = attr.flags & PERFC_ATTR_FREQ;
    (frequent ? event.frequency : event.period) = attr.sample_period;
    events.push_back(event);
  }
  return events;
}

std::vector<std::string> Recording::names() const {
  std::vector<std::string> names;
  for (const SampledEvent& event : events()) names.push_back(event.name);
  return names;
}

perfc_losses Recording::Losses() const { return LossesOf(stream_.get()); }

}  // namespace tool
