// What the command line asks for.
#ifndef PERFC_TEST_COMBINATIONS_OPTIONS_H_
#define PERFC_TEST_COMBINATIONS_OPTIONS_H_

#include <cstdint>

namespace combinations {

struct Options {
#ifdef __SANITIZE_ADDRESS__
  uint64_t combinations = 25000;  // Each takes four times as long.
#else
  uint64_t combinations = 100000;
#endif
  uint64_t seed = 1;
};

const Options& options();

}  // namespace combinations

#endif  // PERFC_TEST_COMBINATIONS_OPTIONS_H_
