#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gtest/gtest.h"
#include "test/combinations/options.h"

namespace combinations {
namespace {

Options chosen;

bool Take(const char* argument, const char* name, uint64_t* value) {
  const size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length) != 0) return false;
  *value = std::strtoull(argument + length, nullptr, 10);
  return true;
}

}  // namespace

const Options& options() { return chosen; }

}  // namespace combinations

int main(int argc, char** argv) {
  using combinations::chosen;
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (combinations::Take(argv[i], "--combinations=", &chosen.combinations) ||
        combinations::Take(argv[i], "--seed=", &chosen.seed)) {
      continue;
    }
    std::fprintf(stderr, "%s: unknown option %s\n", argv[0], argv[i]);
    return 2;
  }
  return RUN_ALL_TESTS();
}
