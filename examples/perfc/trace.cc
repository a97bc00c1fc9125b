#include "examples/perfc/trace.h"

#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "examples/perfc/handles.h"
#include "examples/perfc/opening.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/proc.h"
#include "examples/perfc/record_string.h"
#include "examples/perfc/target.h"
#include "examples/perfc/tasks.h"
#include "examples/perfc/text.h"
#include "examples/perfc/traced.h"
#include "perfc/perfc.h"

namespace tool {
namespace {

// The interval at which the rings are read even if no wake-up came. A ring
// wakes the reader when it is half full.
constexpr int kRoundMs = 100;

class Tracer {
 public:
  explicit Tracer(const Options& options)
      : options_(options), target_(options) {}
  ~Tracer() { CloseOutput(); }

  int Run() {
    if (!traced_.Add(options_.events, Filter()) || !OpenOutput()) return 1;
    if (!target_.Attach()) return target_.status();
    if (!Open() || !Start()) return target_.status() ? target_.status() : 1;
    PrintUntilEnd();
    const int status = target_.Finish();
    target_.StopWatching();
    SayLosses();
    CheckWritten(CloseOutput());
    return written_ ? status : 1;
  }

 private:
  bool system_wide() const {
    return options_.all_cpus || !options_.cpus.empty();
  }

  // When tracing all CPUs, this process's own events are left out: each printed
  // line would cause the next one.
  std::string Filter() const {
    if (!system_wide()) return options_.trace_filter;
    const std::string others = "common_pid != " + std::to_string(getpid());
    if (options_.trace_filter.empty()) return others;
    return others + " && (" + options_.trace_filter + ")";
  }

  // COMMAND's own output stays apart.
  bool OpenOutput() {
    const Output& output = options_.output;
    if (output.is_file()) {
      out_ = fopen(output.path.c_str(), "we");
    } else {
      const bool apart = output.path.empty() && target_.is_command();
      out_ = apart ? stderr : stdout;
    }
    if (out_ != nullptr) return true;
    Say("cannot write " + output.path + ": " + strerror(errno));
    return false;
  }

  // Returns false if the file system refuses the written text.
  bool CloseOutput() {
    FILE* out = std::exchange(out_, nullptr);
    const bool ours = out != nullptr && out != stdout && out != stderr;
    return !ours || fclose(out) == 0;
  }

  bool Check(int result) {
    if (result < 0) Say("cannot trace: " + TextOf(error_));
    return result >= 0;
  }

  bool Open() {
    perfc_target where = {};
    where.size = sizeof where;
    where.kind = system_wide() ? PERFC_TARGET_CPUS : PERFC_TARGET_TREE;
    where.flags = system_wide() ? 0 : PERFC_TARGET_FLAG_EACH_CPU;
    where.pid = system_wide() ? 0 : target_.pid();
    where.cpus = options_.cpus.empty() ? nullptr : options_.cpus.c_str();
    perfc_set_options how = {};
    how.size = sizeof how;
    how.flags = PERFC_SET_OPEN_IDENTIFY | PERFC_SET_OPEN_RAISE_FD_LIMIT;
    if (starts_on_exec()) how.flags |= PERFC_SET_OPEN_ENABLE_ON_EXEC;
    perfc_set* set = nullptr;
    if (!Check(perfc_set_open(nullptr, traced_.specs(), &where, &how, &set,
                              &error_))) {
      return false;
    }
    set_.reset(set);
    return Map();
  }

  bool Map() {
    perfc_plan* plan = nullptr;
    perfc_stream* stream = nullptr;
    if (!Check(perfc_set_mmap(set_.get(), options_.pages, PERFC_SET_MMAP_SHARED,
                              &error_)) ||
        !Check(perfc_set_create_plan(set_.get(), &plan, &error_))) {
      return false;
    }
    plan_.reset(plan);
    if (!Check(perfc_stream_create(nullptr, nullptr, &stream, &error_))) {
      return false;
    }
    stream_.reset(stream);
    return Check(perfc_stream_add_set(stream, set_.get(), &error_));
  }

  bool starts_on_exec() const { return target_.is_command() && !system_wide(); }

  bool Start() {
    if (!starts_on_exec()) {
      const int failed = perfc_set_enable(set_.get());
      if (failed < 0) {
        Say(std::string("cannot start tracing: ") + strerror(-failed));
        return false;
      }
    }
    return target_.Go();
  }

  void PrintUntilEnd() {
    bool running = true;
    while (running && written_) {
      std::vector<pollfd> fds = {{perfc_stream_fd(stream_.get()), POLLIN, 0}};
      if (ended_) fds.clear();
      running = target_.Poll(&fds, kRoundMs);
      ended_ = perfc_stream_wait(stream_.get(), 0, nullptr) == -ESHUTDOWN;
      PrintAll();
    }
    perfc_set_disable(set_.get());
    PrintAll();
  }

  void PrintAll() {
    perfc_stream_record record;
    while (perfc_stream_next_records(stream_.get(), &record, 1) == 1) {
      Process(record.record);
    }
    // An error such as a full disk shows here, or at the line itself if the
    // stream is unbuffered, like stderr.
    CheckWritten(fflush(out_) == 0);
  }

  // Prints the first error only, because all later writes fail with the same
  // error.
  void CheckWritten(bool written) {
    if (!written && written_) {
      Say(std::string("cannot write: ") + strerror(errno));
    }
    written_ = written_ && written;
  }

  void Process(const perfc_record& record) {
    perfc_sample sample;
    perfc_record_comm comm;
    perfc_record_task exit;
    switch (record.type) {
      case PERFC_RECORD_SAMPLE:
        if (perfc_decode_sample(plan_.get(), &record, &sample, sizeof sample) <
            0) {
          ++undecodable_;
        } else {
          Print(record, sample);
        }
        break;
      case PERFC_RECORD_COMM:
        if (perfc_decode_comm(plan_.get(), &record, &comm, sizeof comm) == 0) {
          tasks_.Comm(comm.pid, comm.tid, StringOf(record, comm.comm), false);
        }
        break;
      case PERFC_RECORD_EXIT:
        if (perfc_decode_task(plan_.get(), &record, &exit, sizeof exit) == 0) {
          tasks_.Exit(exit.pid, exit.tid);
        }
        break;
      default:
        break;
    }
  }

  void Print(const perfc_record& record, const perfc_sample& sample) {
    // A thread that has exited is -1 to the kernel.
    const std::string text = Format(
        "%16s %7" PRId32 " [%03" PRIu32 "] %" PRIu64 ".%06" PRIu64 ": %s",
        NameOf(sample.pid, sample.tid).c_str(),
        static_cast<int32_t>(sample.tid), sample.cpu, sample.time / 1000000000,
        sample.time / 1000 % 1000000, traced_.Text(record, sample).c_str());
    CheckWritten(fputs(Line(text).c_str(), out_) >= 0);
  }

  // Of threads that ran before, only /proc knows the name.
  std::string NameOf(uint32_t pid, uint32_t tid) {
    if (tid == 0) return "swapper";
    if (static_cast<int32_t>(tid) < 0) return "exited";
    const std::string unknown = ":" + std::to_string(tid);
    const std::string known = tasks_.CommOf(tid);
    if (known != unknown) return known;
    const std::string name =
        CommOf(static_cast<int32_t>(pid), static_cast<int32_t>(tid));
    tasks_.Comm(pid, tid, name.empty() ? unknown : name, false);
    return name.empty() ? unknown : name;
  }

  void SayLosses() {
    const perfc_losses losses = LossesOf(stream_.get());
    const struct {
      uint64_t count;
      const char* what;
    } kinds[] = {
        {LostRecords(losses), "records found no room; try a larger -m"},
        {losses.malformed, "bytes were malformed"},
        {undecodable_, "samples could not be decoded"},
        {losses.out_of_order, "records came too late for their order"}};
    for (const auto& kind : kinds) {
      if (kind.count > 0) Say(WithCommas(kind.count) + " " + kind.what);
    }
  }

  const Options& options_;
  Target target_;
  Traced traced_;
  FILE* out_ = nullptr;
  perfc_error error_ = {};
  Handle<perfc_set> set_;
  Handle<perfc_plan> plan_;
  Handle<perfc_stream> stream_;
  Tasks tasks_;
  uint64_t undecodable_ = 0;
  bool ended_ = false;
  bool written_ = true;
};

}  // namespace

int Trace(const Options& options) { return Tracer(options).Run(); }

}  // namespace tool
