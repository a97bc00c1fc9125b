#include "examples/perfc/stat.h"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "examples/perfc/counts.h"
#include "examples/perfc/errors.h"
#include "examples/perfc/target.h"
#include "examples/perfc/text.h"
#include "perfc.hpp"

namespace tool {
namespace {

struct Counter {
  const char* name;
  const char* unit;
  uint32_t type;
  uint64_t config;
  bool kernel_only;  // user space alone would always count 0
};

constexpr Counter kCounters[] = {
    {"task-clock", "ns", PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_TASK_CLOCK, false},
    {"page-faults", "", PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS, false},
    {"context-switches", "", PERFC_TYPE_SOFTWARE,
     PERFC_COUNT_SW_CONTEXT_SWITCHES, true},
    {"cpu-migrations", "", PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_CPU_MIGRATIONS,
     true},
    {"cycles", "", PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES, false},
    {"instructions", "", PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS,
     false},
};

perfc_attr AttrOf(const Counter& counter, bool user_only, bool on_exec) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = counter.type;
  attr.config = counter.config;
  attr.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_INHERIT;
  if (on_exec) attr.flags |= PERFC_ATTR_ENABLE_ON_EXEC;
  if (user_only)
    attr.flags |= PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  return attr;
}

// One counter on every thread of the target.
class OpenCounter {
 public:
  explicit OpenCounter(const Counter& counter) : counter_(counter) {
    count_.name = counter.name;
    count_.unit = counter.unit;
  }

  // False if the failure is neither the machine's nor a permission; it was
  // said.
  bool Open(const Target& target) {
    perfc::Result<void> opened = OpenThreads(target);
    if (!opened && IsForbidden(opened.error().code())) {
      if (counter_.kernel_only) {
        count_.status = Count::Status::kNotPermitted;
        return true;
      }
      count_.user_only = true;
      opened = OpenThreads(target);
    }
    if (opened) return true;
    if (IsNotHere(opened.error().code())) {
      count_.status = Count::Status::kNotSupported;
      return true;
    }
    Say(std::string(counter_.name) + ": " + opened.error().text());
    return false;
  }

  perfc::Result<void> Enable() {
    for (perfc::Event& event : events_) {
      perfc::Result<void> enabled = event.enable();
      if (!enabled) return enabled;
    }
    return {};
  }

  // Adds the threads' counts up.
  perfc::Result<Count> Read() const {
    Count sum = count_;
    for (const perfc::Event& event : events_) {
      perfc_read_value value;
      perfc_read_times times;
      perfc::Result<int> values = event.read({&value, 1}, &times);
      if (!values) return std::move(values).error();
      sum.raw += value.value;
      sum.time_enabled += times.time_enabled;
      sum.time_running += times.time_running;
    }
    return sum;
  }

  const Count& count() const { return count_; }

 private:
  perfc::Result<void> OpenThreads(const Target& target) {
    events_.clear();
    const perfc_attr attr =
        AttrOf(counter_, count_.user_only, target.is_command());
    for (int32_t thread : target.threads()) {
      perfc::Result<perfc::Event> event = perfc::Event::open(attr, thread, -1);
      if (event) {
        events_.push_back(std::move(event).value());
      } else if (!IsGone(event.error().code()) ||
                 target.threads().size() == 1) {
        return std::move(event).error();
      }
    }
    return {};
  }

  const Counter& counter_;
  Count count_;
  std::vector<perfc::Event> events_;
};

bool OpenAll(const Target& target, std::vector<OpenCounter>* counters) {
  bool user_only = false;
  for (const Counter& counter : kCounters) {
    counters->emplace_back(counter);
    if (!counters->back().Open(target)) return false;
    user_only = user_only || counters->back().count().user_only;
  }
  if (user_only) {
    Say("no permission to look into the kernel: counting user space only (:u)");
  }
  return true;
}

bool Start(Target* target, std::vector<OpenCounter>* counters) {
  if (target->is_command()) return target->Go();
  for (OpenCounter& counter : *counters) {
    perfc::Result<void> enabled = counter.Enable();
    if (enabled) continue;
    Say("cannot start counting: " + enabled.error().text());
    return false;
  }
  return true;
}

bool ReadAll(const std::vector<OpenCounter>& counters, StatReport* report) {
  for (const OpenCounter& counter : counters) {
    perfc::Result<Count> count = counter.Read();
    if (!count) {
      Say(counter.count().name + ": " + count.error().text());
      return false;
    }
    report->counts.push_back(std::move(count).value());
  }
  return true;
}

void WaitForEnd(Target* target) {
  std::vector<pollfd> none;
  while (target->Poll(&none, -1) == Target::State::kRunning) {
  }
}

bool Print(const Options& options, const StatReport& report) {
  const std::string text = options.json ? StatJson(report) : StatText(report);
  return WriteText(ReportPath(options), text);
}

}  // namespace

int Stat(const Options& options) {
  Target target(options);
  if (!target.Attach()) return target.status();
  std::vector<OpenCounter> counters;
  if (!OpenAll(target, &counters)) return 1;

  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  if (!Start(&target, &counters)) return target.status() ? target.status() : 1;
  WaitForEnd(&target);
  StatReport report;
  report.exit_status = target.Finish();
  report.elapsed = static_cast<uint64_t>(
      std::chrono::nanoseconds(Clock::now() - start).count());
  report.target = target.Name();
  if (!ReadAll(counters, &report) || !Print(options, report)) return 1;
  return report.exit_status;
}

}  // namespace tool
