#include "examples/perfc/record.h"

#include <unistd.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "examples/perfc/proc.h"
#include "examples/perfc/record_report.h"
#include "examples/perfc/rings.h"
#include "examples/perfc/sampling.h"
#include "examples/perfc/session.h"
#include "examples/perfc/target.h"
#include "examples/perfc/text.h"
#include "examples/perfc/time_order.h"
#include "perfc.hpp"

namespace tool {
namespace {

// So often the rings are read though nobody woke us, which happens when they
// are half full.
constexpr int kRoundMs = 200;

using Clock = std::chrono::steady_clock;

class Recorder {
 public:
  explicit Recorder(const Options& options)
      : options_(options),
        target_(options),
        session_(!options.folded.empty()),
        order_([this](const perfc::Record& record, uint32_t ring) {
          session_.Process(rings_.plan(ring), record);
        }),
        on_terminal_(isatty(STDERR_FILENO)) {}

  int Run() {
    if (!target_.Attach()) return target_.status();
    if (!OpenRings()) return 1;
    start_ = Clock::now();
    if (!Start()) return target_.status() ? target_.status() : 1;
    ReadUntilEnd();
    const bool reported = Report();
    const int status = target_.Finish();
    return reported ? status : 1;
  }

 private:
  bool Check(const perfc::Result<void>& result, const char* what) {
    if (!result) Say(std::string(what) + ": " + result.error().text());
    return result.ok();
  }

  bool OpenRings() {
    sampling_ = CyclesSampling(options_.frequency, target_.is_command());
    const auto max_rate =
        ReadNumber("/proc/sys/kernel/perf_event_max_sample_rate");
    if (max_rate) LimitFrequency(*max_rate, &sampling_);
    const std::vector<int32_t> cpus = OnlineCpus();
    if (cpus.empty()) {
      Say("cannot tell which CPUs are online: /sys is not readable");
      return false;
    }
    const perfc::Result<void> probed =
        Probe(target_.threads()[0], cpus[0], &sampling_);
    for (const std::string& note : sampling_.notes) Say(note);
    return Check(probed, "cannot sample") &&
           Check(
               rings_.Open(sampling_, target_.threads(), cpus, options_.pages),
               "cannot sample");
  }

  bool Start() {
    if (target_.is_command()) return target_.Go();
    session_.AddRunning(target_.pid());
    return Check(rings_.Enable(), "cannot start sampling");
  }

  void ReadUntilEnd() {
    Target::State state = Target::State::kRunning;
    while (state == Target::State::kRunning) {
      std::vector<pollfd> fds = rings_.PollFds();
      state = target_.Poll(&fds, kRoundMs);
      rings_.Read(&order_);
      ShowProgress();
    }
    rings_.Disable();
    elapsed_ = Clock::now() - start_;
    while (rings_.Read(&order_)) {
    }
    order_.Finish();
    HideProgress();
    target_.StopWatching();
  }

  void ShowProgress() {
    if (!on_terminal_) return;
    const std::chrono::duration<double> time = Clock::now() - start_;
    std::fprintf(stderr, "\r%" PRIu64 " samples in %.0f s \b",
                 session_.profile()->samples(), time.count());
  }

  void HideProgress() {
    if (on_terminal_) std::fprintf(stderr, "\r\33[K");
  }

  bool Report() {
    const perfc::Result<perfc_losses> losses = rings_.Losses();
    if (!losses) {
      Say("cannot tell what was lost: " + losses.error().text());
      return false;
    }
    RecordReport report = Summary(*losses);
    Profile* profile = session_.profile();
    report.functions = profile->Functions();
    report.named_user_samples = profile->NamedUserSamples();
    const std::string text =
        options_.json ? RecordJson(report) : RecordText(report, options_.limit);
    return WriteText(ReportPath(options_), text) &&
           (options_.folded.empty() ||
            WriteText(options_.folded, profile->Folded()));
  }

  RecordReport Summary(const perfc_losses& losses) {
    RecordReport report;
    report.target = target_.Name();
    report.event = sampling_.event;
    report.user_only = sampling_.user_only;
    report.frequency = sampling_.attr.sample_period;
    report.elapsed =
        static_cast<uint64_t>(std::chrono::nanoseconds(elapsed_).count());
    report.cpus = rings_.size();
    report.notes = sampling_.notes;
    report.samples = session_.profile()->samples();
    report.user_samples = session_.profile()->user_samples();
    report.lost = {{"records", losses.lost},
                   {"samples_by_pmu", losses.lost_samples},
                   {"throttles", losses.throttled},
                   {"malformed_bytes", losses.malformed},
                   {"undecodable_records", session_.malformed()},
                   {"late_records", order_.late()}};
    return report;
  }

  const Options& options_;
  Target target_;
  Sampling sampling_;
  Rings rings_;
  Session session_;
  TimeOrder order_;
  bool on_terminal_;
  Clock::time_point start_;
  Clock::duration elapsed_ = Clock::duration::zero();
};

}  // namespace

int Record(const Options& options) { return Recorder(options).Run(); }

}  // namespace tool
