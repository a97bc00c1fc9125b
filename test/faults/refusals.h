// A call for each errno that a function's comment lists: what brings it.
#ifndef PERFC_TEST_FAULTS_REFUSALS_H_
#define PERFC_TEST_FAULTS_REFUSALS_H_

#include <cstdint>
#include <vector>

#include "test/faults/stage.h"

namespace faults {

struct Refusal {
  const char *function;
  std::vector<int> codes;  // Positive. A stage of its own for each.
  int (*call)(Stage *stage, int code);
};

std::vector<Refusal> RingRefusals();
std::vector<Refusal> EventRefusals();
std::vector<Refusal> SetRefusals();
std::vector<Refusal> DecodeRefusals();
std::vector<Refusal> NameRefusals();

// Each function, called with NULL and 0 for every argument.
struct NullCall {
  const char *function;
  int (*call)();
};
std::vector<NullCall> NullCalls();

// Options of a newer version, with a field that this one lacks.
template <typename Options>
const Options *NewerOptions() {
  static struct {
    Options known;
    uint64_t tail;
  } options = {{}, 1};
  options.known.size = sizeof options;
  return &options.known;
}

}  // namespace faults

#endif  // PERFC_TEST_FAULTS_REFUSALS_H_
