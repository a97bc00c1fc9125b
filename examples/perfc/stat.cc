#include "examples/perfc/stat.h"

#include <sys/resource.h>

#include <chrono>
#include <string>
#include <vector>

#include "examples/perfc/counts.h"
#include "examples/perfc/stat_set.h"
#include "examples/perfc/target.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

using Clock = std::chrono::steady_clock;

uint64_t NsBetween(Clock::time_point from, Clock::time_point to) {
  return static_cast<uint64_t>(std::chrono::nanoseconds(to - from).count());
}

std::string ReportOf(const Options& options, const StatReport& report) {
  if (options.json) return StatJson(report);
  if (!options.separator.empty()) return StatCsv(report, options.separator);
  return StatText(report);
}

// One measurement of the target, from its start to its end.
class Run {
 public:
  explicit Run(const Options& options)
      : options_(options), target_(options), set_(options) {}

  // False with the tool's exit status; why was said.
  bool Go(int* status) {
    *status = 1;
    if (!target_.Attach()) {
      *status = target_.status();
      return false;
    }
    if (!set_.Open(target_)) return false;
    getrusage(RUSAGE_CHILDREN, &before_);
    start_ = last_ = Clock::now();
    if (!Begin()) {
      if (target_.status()) *status = target_.status();
      return false;
    }
    const bool watched = Watch();
    report_.exit_status = target_.Finish();
    if (!watched) return false;
    report_.elapsed = NsBetween(start_, Clock::now());
    report_.target = target_.Name();
    if (options_.interval_ms) return Interval();
    return set_.ReadTotal(CommandTimes(), &report_.counts);
  }

  const StatReport& report() const { return report_; }
  // The text of the intervals so far.
  const std::string& intervals() const { return intervals_; }
  bool interrupted() const { return target_.interrupted(); }

 private:
  bool Begin() { return set_.Start() && target_.Go(); }

  bool Watch() {
    std::vector<pollfd> none;
    for (;;) {
      const int wait = options_.interval_ms ? MsToNext() : -1;
      if (!target_.Poll(&none, wait)) return true;
      if (options_.interval_ms && MsToNext() == 0 && !Interval()) return false;
    }
  }

  int MsToNext() const {
    const uint64_t gone = NsBetween(last_, Clock::now()) / 1000000;
    return gone >= options_.interval_ms
               ? 0
               : static_cast<int>(options_.interval_ms - gone);
  }

  // The command has been waited for.
  TargetTimes CommandTimes() const {
    const auto ns = [](const timeval& now, const timeval& before) {
      return static_cast<uint64_t>((now.tv_sec - before.tv_sec) * 1000000000L +
                                   (now.tv_usec - before.tv_usec) * 1000L);
    };
    rusage now;
    getrusage(RUSAGE_CHILDREN, &now);
    TargetTimes times;
    times.duration = report_.elapsed;
    times.has_cpu_times = target_.is_command() && !options_.counts_cpus();
    times.user = ns(now.ru_utime, before_.ru_utime);
    times.system = ns(now.ru_stime, before_.ru_stime);
    return times;
  }

  bool Interval() {
    const Clock::time_point now = Clock::now();
    StatReport report;
    report.interval = true;
    report.elapsed = NsBetween(last_, now);
    report.end = NsBetween(start_, now);
    last_ = now;
    TargetTimes times;
    times.duration = report.elapsed;
    if (!set_.ReadInterval(times, &report.counts)) return false;
    const std::string text = ReportOf(options_, report);
    // A file is written once, whole, at the end.
    if (!options_.output.is_file()) return WriteText(options_.output, text);
    intervals_ += text;
    return true;
  }

  const Options& options_;
  Target target_;
  StatSet set_;
  StatReport report_;
  rusage before_ = {};  // of commands that ran earlier
  Clock::time_point start_;
  Clock::time_point last_;
  std::string intervals_;
};

}  // namespace

int Stat(const Options& options) {
  std::vector<StatReport> runs;
  std::string intervals;
  for (uint32_t i = 0; i < options.repeat; ++i) {
    Run run(options);
    int status;
    if (!run.Go(&status)) return status;
    runs.push_back(run.report());
    intervals += run.intervals();
    if (run.interrupted()) break;
  }
  if (options.interval_ms) {
    if (!intervals.empty() && !WriteText(options.output, intervals)) {
      return 1;
    }
    return runs.back().exit_status;
  }
  const StatReport report = runs.size() == 1 ? runs[0] : MeanOf(runs);
  if (!WriteText(options.output, ReportOf(options, report))) return 1;
  return report.exit_status;
}

}  // namespace tool
