// Records as the lines of `perf script`.
#ifndef PERFC_EXAMPLES_PERFC_SCRIPT_TEXT_H_
#define PERFC_EXAMPLES_PERFC_SCRIPT_TEXT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "examples/perfc/handles.h"
#include "examples/perfc/input_file.h"
#include "examples/perfc/known_tasks.h"
#include "examples/perfc/options.h"
#include "examples/perfc/script_fields.h"
#include "perfc/perfc.h"

namespace tool {

class ScriptText {
 public:
  ScriptText(const ScriptOptions& options, const Fields& fields,
             InputFile* file)
      : options_(options), fields_(fields), file_(file) {}

  // The lines of a record, each with its newline; empty if the options don't show
  // it. Takes every record, in the order of time.
  std::string Text(const perfc_stream_record& record);

  uint64_t malformed() const { return malformed_; }

 private:
  struct Event {
    std::string name;
    uint32_t fields = 0;
    uint64_t period = 0;  // fixed, where the samples don't have it
    uint64_t user_regs = 0;
    uint64_t intr_regs = 0;
    bool has_chain = false;
  };
  // What every line begins with.
  struct Head {
    uint32_t comm_tid;
    uint32_t pid;
    uint32_t tid;
    uint32_t cpu;
    uint64_t time;
  };

  const Event& EventOf(const perfc_plan* plan, uint32_t index);
  void LoadEvents(const perfc_plan* plan);
  void LoadTracepoints();
  std::string Arch() const;
  void TakeCgroup(const perfc_stream_record& record);
  std::string Start(const Event& event, const Head& head,
                    const perfc_record& record, bool in_chain) const;
  std::string Sample(const perfc_stream_record& record);
  std::string Values(const Event& event, const perfc_stream_record& record,
                     const perfc_sample& sample);
  std::string Address(const Event& event, uint32_t pid, uint64_t address,
                      bool user, bool in_chain) const;
  std::string Chain(const Event& event, const perfc_stream_record& record,
                    const perfc_sample& sample) const;
  std::string Tail(const Event& event, const perfc_record& record,
                   const perfc_sample& sample);
  std::string Trace(const perfc_stream_record& record,
                    const perfc_sample& sample);
  std::string SideBand(const perfc_stream_record& record);

  const ScriptOptions& options_;
  const Fields& fields_;
  InputFile* file_;
  KnownTasks tasks_;
  std::vector<Event> events_;
  size_t name_width_ = 0;
  std::map<uint32_t, Handle<perfc_tracepoint>> tracepoints_;
  bool has_tracepoints_ = false;
  std::map<uint64_t, std::string> cgroups_;  // by id
  std::string arch_;                         // empty: not asked yet
  std::vector<char> trace_ = std::vector<char>(4096);
  uint64_t malformed_ = 0;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SCRIPT_TEXT_H_
