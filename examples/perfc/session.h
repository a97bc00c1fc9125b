// From records, in the order of time, to the profile.
#ifndef PERFC_EXAMPLES_PERFC_SESSION_H_
#define PERFC_EXAMPLES_PERFC_SESSION_H_

#include <cstdint>

#include "examples/perfc/profile.h"
#include "examples/perfc/symbolizer.h"
#include "examples/perfc/tasks.h"
#include "perfc.hpp"

namespace tool {

class Session {
 public:
  explicit Session(bool with_chains) : profile_(&symbolizer_, with_chains) {}

  // Reads the state of a running process from /proc; AddAllRunning reads all
  // processes.
  void AddRunning(int32_t pid);
  void AddAllRunning();

  void Process(perfc::PlanView plan, const perfc::Record& record);

  Profile* profile() { return &profile_; }

  // Records that could not be decoded.
  uint64_t malformed() const { return malformed_; }

 private:
  template <typename Decoded>
  void Decode(perfc::PlanView plan, const perfc::Record& record);
  void Take(const perfc::Record& record, const perfc_record_task& task);
  void Take(const perfc::Record& record, const perfc_record_comm& comm);
  void Take(const perfc::Record& record, const perfc_record_mmap& mmap);
  void Take(const perfc::Record& record, const perfc_sample& sample);
  Frame FrameOf(uint32_t pid, uint64_t address, bool user);
  std::vector<Frame> ChainOf(const perfc::Record& record,
                             const perfc_sample& sample);

  Symbolizer symbolizer_;
  Tasks tasks_;
  Profile profile_;
  uint64_t malformed_ = 0;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SESSION_H_
