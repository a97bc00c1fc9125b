// The records of a target: an event for each of its threads on each CPU, and
// their rings as one stream.
#ifndef PERFC_EXAMPLES_PERFC_RECORDING_H_
#define PERFC_EXAMPLES_PERFC_RECORDING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/handles.h"
#include "examples/perfc/options.h"
#include "examples/perfc/profile_report.h"
#include "examples/perfc/session.h"
#include "examples/perfc/target.h"
#include "perfc/perfc.h"

namespace tool {

class Recording {
 public:
  // Opens and maps the events. Prints why it can't, and which fallbacks it
  // took.
  bool Open(const Options& options, const Target& target);

  bool counts_cpus() const { return counts_cpus_; }
  // Begins to sample, unless a command does so by its execve().
  bool Enable();
  void Disable();

  // The fd to poll; -1 once every target has ended.
  int fd() const { return ended_ ? -1 : perfc_stream_fd(stream_.get()); }
  bool ended() const { return ended_; }
  // Passes the records in the rings on, in the order of time.
  void Read(Session* session);

  // For callers that take the records themselves. Update comes before the first
  // Take of a round, and finds out whether the target has ended.
  void Update();
  // Takes at most so many records; they are valid until the next call.
  uint32_t Take(perfc_stream_record* records, uint32_t capacity);
  // Decodes all records.
  const perfc_plan* plan() const { return plan_.get(); }
  // The events, with those that only track tasks.
  std::vector<perfc_spec> specs() const;

  // As it was opened.
  std::vector<SampledEvent> events() const;
  std::vector<std::string> names() const;
  const std::vector<std::string>& notes() const { return notes_; }
  size_t rings() const { return rings_; }

  perfc_losses Losses() const;

 private:
  bool Prepare(const Options& options, const Target& target);
  bool OpenSet(const Options& options, const Target& target);
  bool Map(uint32_t pages);
  bool EnableTracker();
  bool Check(int result);
  void TakeNotes(bool verbose);

  perfc_error error_ = {};
  Handle<perfc_specs> specs_;
  Handle<perfc_set> set_;
  Handle<perfc_plan> plan_;
  Handle<perfc_stream> stream_;
  std::vector<std::string> notes_;
  size_t events_ = 0;  // without the event that tracks tasks
  size_t rings_ = 0;
  bool counts_cpus_ = false;  // and not a command or process alone
  bool has_tracker_ = false;
  bool starts_with_exec_ = false;
  bool ended_ = false;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RECORDING_H_
