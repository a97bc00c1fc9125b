#include "examples/perfc/recorder.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include "examples/perfc/event_description.h"
#include "examples/perfc/handles.h"
#include "examples/perfc/opening.h"
#include "examples/perfc/output_file.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/proc.h"
#include "examples/perfc/recording.h"
#include "examples/perfc/target.h"
#include "examples/perfc/text.h"
#include "perfc/profile.h"

namespace tool {
namespace {

// The interval at which the rings are read even if no wake-up came. A ring
// wakes the reader when it is half full.
constexpr int kRoundMs = 200;
// Records that are written by one call.
constexpr uint32_t kRecords = 1024;
// Calls between two looks at signals and at the target's end: under a storm of
// events the rings are never empty.
constexpr int kCallsOfRound = 256;

constexpr char kDefaultFile[] = "perf.data";

class Recorder {
 public:
  explicit Recorder(const Options& options)
      : options_(options),
        path_(options.output.path.empty() ? kDefaultFile : options.output.path),
        target_(options),
        records_(kRecords) {}

  int Run() {
    if (!target_.Attach()) return target_.status();
    if (!recording_.Open(options_, target_)) return 1;
    if (!output_.Backup(path_, options_.writing)) return 1;
    if (!Start()) {
      output_.Undo();
      return target_.status() != 0 ? target_.status() : 1;
    }
    RecordUntilEnd();
    const int status = target_.Finish();
    target_.StopWatching();
    if (!output_.Finish() || !written_) return 1;
    SaySummary();
    return status;
  }

 private:
  bool Start() {
    return output_.Create(path_, options_.writing, /*strip=*/0) &&
           WriteState() && recording_.Enable() && target_.Go();
  }

  bool Check(int result) {
    if (result < 0) Say("cannot record: " + TextOf(error_));
    return result >= 0;
  }

  // What is there before the first event: the rings are mapped already, so nothing
  // falls between.
  bool WriteState() {
    const perfc_plan* plan = recording_.plan();
    const FeatureRecord names(PERFC_FEATURE_EVENT_DESC,
                              DescribeEvents(recording_.specs(), plan), plan);
    const FeatureRecord groups(PERFC_FEATURE_GROUP_DESC,
                               DescribeGroups(recording_.specs()), plan);
    const perfc_stream_record first[] = {names.Record(), groups.Record()};
    return output_.Write(first, groups.empty() ? 1 : 2) && WriteSystem();
  }

  bool WriteSystem() {
    const bool tasks = recording_.counts_cpus() || !target_.is_command();
    const int32_t pid = recording_.counts_cpus() ? 0 : ProcessOf(target_.pid());
    uint32_t flags = PERFC_SYNTHESIZE_KERNEL | PERFC_SYNTHESIZE_FACTS;
    if (tasks) flags |= PERFC_SYNTHESIZE_TASKS;
    if (options_.record.build_ids) flags |= PERFC_SYNTHESIZE_BUILD_IDS;
    perfc_file* made = nullptr;
    const int result = perfc_file_synthesize(
        nullptr, recording_.plan(), pid != 0 ? &pid : nullptr, pid != 0 ? 1 : 0,
        flags, &made, &error_);
    const FileHandle<perfc_file> state(made);
    if (!Check(result)) return false;
    int count;
    while ((count = perfc_file_next_records(made, records_.data(), kRecords,
                                            &error_)) > 0) {
      if (!output_.Write(records_.data(), static_cast<uint32_t>(count))) {
        return false;
      }
    }
    return count == -ESHUTDOWN || Check(count);
  }

  bool IsOver() const { return recording_.ended() && options_.record.tid != 0; }

  void RecordUntilEnd() {
    bool running = true;
    bool more = false;
    while (running && written_) {
      std::vector<pollfd> fds = {{recording_.fd(), POLLIN, 0}};
      running = target_.Poll(&fds, more ? 0 : kRoundMs) && !IsOver();
      more = WriteRound();
    }
    recording_.Disable();
    while (written_ && WriteRound()) {
    }
  }

  // Returns whether there may be more.
  bool WriteRound() {
    recording_.Update();
    for (int call = 0; call < kCallsOfRound && written_; ++call) {
      const uint32_t count = recording_.Take(records_.data(), kRecords);
      if (count == 0) return false;
      for (uint32_t i = 0; i < count; ++i) {
        // One plan for all rings, so that the file has each event once.
        records_[i].plan = recording_.plan();
        samples_ += records_[i].record.type == PERFC_RECORD_SAMPLE;
      }
      written_ = output_.Write(records_.data(), count);
    }
    return written_;
  }

  void SaySummary() {
    const perfc_losses losses = recording_.Losses();
    const struct {
      uint64_t count;
      const char* what;
    } kinds[] = {
        {LostRecords(losses), "records found no room; try a larger -m"},
        {losses.lost_samples, "samples were dropped by the PMU"},
        {losses.malformed, "bytes were malformed"}};
    for (const auto& kind : kinds) {
      if (kind.count > 0) Say(WithCommas(kind.count) + " " + kind.what);
    }
    if (options_.record.quiet) return;
    const perfc_writer_result& result = output_.result();
    constexpr double kMegabyte = 1 << 20;
    std::string text = Format(
        "[ perfc record: Captured and wrote %.3f MB %s (%" PRIu64 " samples)",
        static_cast<double>(result.bytes) / kMegabyte, path_.c_str(), samples_);
    if (options_.writing.zstd_level > 0 && result.bytes > 0) {
      const auto whole = static_cast<double>(result.uncompressed_bytes);
      text +=
          Format(", compressed (original %.3f MB, ratio is %.3f)",
                 whole / kMegabyte, whole / static_cast<double>(result.bytes));
    }
    std::fputs(Line(text + " ]").c_str(), stderr);
  }

  const Options& options_;
  const std::string path_;
  Target target_;
  Recording recording_;
  OutputFile output_;
  std::vector<perfc_stream_record> records_;
  perfc_error error_ = {};
  uint64_t samples_ = 0;
  bool written_ = true;
};

}  // namespace

int RecordTarget(const Options& options) { return Recorder(options).Run(); }

}  // namespace tool
