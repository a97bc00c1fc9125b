#include "examples/perfc/profiling.h"

#include <unistd.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "examples/perfc/opening.h"
#include "examples/perfc/profile_report.h"
#include "examples/perfc/recording.h"
#include "examples/perfc/session.h"
#include "examples/perfc/target.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

// The interval at which the rings are read even if no wake-up came. A ring
// wakes the reader when it is half full.
constexpr int kRoundMs = 200;

using Clock = std::chrono::steady_clock;

class Profiler {
 public:
  explicit Profiler(const Options& options)
      : options_(options),
        target_(options),
        session_(!options.folded.empty()),
        on_terminal_(isatty(STDERR_FILENO)) {}

  int Run() {
    if (!target_.Attach()) return target_.status();
    if (!recording_.Open(options_, target_)) return 1;
    session_.profile()->SetEvents(recording_.names());
    start_ = Clock::now();
    if (!Start()) return target_.status() ? target_.status() : 1;
    ReadUntilEnd();
    const int status = target_.Finish();
    target_.StopWatching();
    return Report() ? status : 1;
  }

 private:
  bool Start() {
    if (recording_.counts_cpus()) {
      session_.AddAllRunning();
    } else if (!target_.is_command()) {
      session_.AddRunning(target_.pid());
    }
    return recording_.Enable() && target_.Go();
  }

  void ReadUntilEnd() {
    bool running = true;
    while (running) {
      // poll() passes over an fd below 0.
      std::vector<pollfd> fds = {{recording_.fd(), POLLIN, 0}};
      running = target_.Poll(&fds, kRoundMs);
      recording_.Read(&session_);
      ShowProgress();
    }
    recording_.Disable();
    elapsed_ = Clock::now() - start_;
    recording_.Read(&session_);
    HideProgress();
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
    ProfileReport report = Summary(recording_.Losses());
    Profile* profile = session_.profile();
    for (uint32_t i = 0; i < report.events.size(); ++i) {
      report.events[i].samples = profile->SamplesOf(i);
    }
    report.functions = profile->Functions();
    report.named_user_samples = profile->NamedUserSamples();
    const std::string text = options_.json
                                 ? ProfileJson(report)
                                 : ProfileText(report, options_.limit);
    return WriteText(options_.output, text) &&
           (options_.folded.empty() ||
            WriteText({options_.folded}, profile->Folded()));
  }

  ProfileReport Summary(const perfc_losses& losses) {
    ProfileReport report;
    report.target = target_.Name();
    report.events = recording_.events();
    report.elapsed =
        static_cast<uint64_t>(std::chrono::nanoseconds(elapsed_).count());
    report.cpus = recording_.rings();
    report.notes = recording_.notes();
    report.samples = session_.profile()->samples();
    report.user_samples = session_.profile()->user_samples();
    report.lost = {{"records", LostRecords(losses)},
                   {"samples_by_pmu", losses.lost_samples},
                   {"throttles", losses.throttled},
                   {"malformed_bytes", losses.malformed},
                   {"undecodable_records", session_.malformed()},
                   {"late_records", losses.out_of_order}};
    return report;
  }

  const Options& options_;
  Target target_;
  Recording recording_;
  Session session_;
  bool on_terminal_;
  Clock::time_point start_;
  Clock::duration elapsed_ = Clock::duration::zero();
};

}  // namespace

int ProfileTarget(const Options& options) { return Profiler(options).Run(); }

}  // namespace tool
