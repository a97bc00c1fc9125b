// The set of `perfc stat`: a list of events, opened over the target.
#ifndef PERFC_EXAMPLES_PERFC_STAT_SET_H_
#define PERFC_EXAMPLES_PERFC_STAT_SET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/counts.h"
#include "examples/perfc/handles.h"
#include "examples/perfc/options.h"
#include "examples/perfc/target.h"

namespace tool {

// The values of the tool events (duration_time, user_time, system_time), which
// no PMU counts. They are in ns and cover the same time as the counts. user and
// system are those of the command.
struct TargetTimes {
  uint64_t duration = 0;
  bool has_cpu_times = false;
  uint64_t user = 0;
  uint64_t system = 0;
};

class StatSet {
 public:
  explicit StatSet(const Options& options) : options_(options) {}

  // Each says why it can't.
  bool Open(const Target& target);
  // Begins to count, unless a command does so by its execve().
  bool Start();
  // One count for each event, all since the start, or since the call before.
  bool ReadTotal(const TargetTimes& times, std::vector<Count>* counts);
  bool ReadInterval(const TargetTimes& times, std::vector<Count>* counts);

 private:
  bool Parse();
  bool OpenSet(const Target& target);
  perfc_error WhyNothing(const perfc_error& first) const;
  bool NothingIsHere() const;
  void SayReport();
  bool LookAtCpus(uint32_t flags);
  void TakeLabels();
  bool ReadMembers(std::vector<perfc_count>* members);
  bool Sum(const std::vector<perfc_count>& members, const TargetTimes& times,
           std::vector<Count>* counts);
  bool IsLevel(uint32_t index) const;
  void FillToolEvents(const TargetTimes& times, std::vector<Count>* counts);

  const Options& options_;
  Handle<perfc_specs> specs_;
  Handle<perfc_report> report_;
  Handle<perfc_set> set_;  // none where the machine has none of the events
  bool starts_with_exec_ = false;
  std::vector<Count> labels_;        // the counts without their numbers
  std::vector<perfc_count> before_;  // of each member
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_STAT_SET_H_
