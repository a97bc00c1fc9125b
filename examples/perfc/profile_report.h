// The report of `perfc profile`. This file makes no calls of libperfc.
#ifndef PERFC_EXAMPLES_PERFC_PROFILE_REPORT_H_
#define PERFC_EXAMPLES_PERFC_PROFILE_REPORT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "examples/perfc/profile.h"

namespace tool {

struct SampledEvent {
  std::string name;
  bool user_only = false;
  uint64_t frequency = 0;  // Hz; 0: by period
  uint64_t period = 0;     // 0: by frequency, or it doesn't sample
  uint64_t samples = 0;
};

struct ProfileReport {
  std::string target;
  std::vector<SampledEvent> events;
  uint64_t elapsed = 0;  // ns
  size_t cpus = 0;
  std::vector<std::string> notes;
  uint64_t samples = 0;
  uint64_t user_samples = 0;
  uint64_t named_user_samples = 0;
  // Each way to lose something, and how much was; the first is always told.
  std::vector<std::pair<std::string, uint64_t>> lost;
  std::vector<HotFunction> functions;  // the hottest first
};

std::string ProfileText(const ProfileReport& report, size_t limit);
std::string ProfileJson(const ProfileReport& report);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_PROFILE_REPORT_H_
