// Reading raw data allocates nothing, and a description for which there is no
// memory says so. malloc and its kin are this program's own, for the library
// too.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "test/tracefs/tracepoints.h"

namespace {

std::atomic<uint64_t> allocations{0};
// How many allocations still succeed; below 0: all.
std::atomic<int64_t> left{-1};

bool Refused() {
  ++allocations;
  if (left < 0) return false;
  return left == 0 || left-- == 0;
}

}  // namespace

extern "C" {

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

void *malloc(size_t size) { return Refused() ? nullptr : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return Refused() ? nullptr : __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
  return Refused() ? nullptr : __libc_realloc(at, size);
}

}  // extern "C"

namespace {

using namespace tracepoints;  // NOLINT: the tests' own helpers.

TEST(Memory, ADescriptionWithoutMemoryIsRefusedWhole) {
  std::string fields;
  for (int i = 0; i < 100; ++i) {
    fields += Line("int field" + std::to_string(i), 8, 4);
  }
  const std::string format = Format(fields);
  int refused = 0;
  for (int64_t allowed = 0;; ++allowed) {
    perfc_tracepoint *tracepoint = nullptr;
    perfc_error error = {};
    left = allowed;
    const int result = perfc_tracepoint_create_from_text(
        "system", format.data(), format.size(), 0, &tracepoint, &error);
    left = -1;
    if (result == 0) {
      perfc_tracepoint_destroy(tracepoint);
      break;
    }
    ++refused;
    ASSERT_EQ(result, -ENOMEM);
    ASSERT_EQ(error.rule, uint32_t{PERFC_RULE_MEMORY});
    ASSERT_EQ(tracepoint, nullptr);
  }
  EXPECT_GT(refused, 5);
}

// In files of this machine: a scripted one allocates itself.
TEST(Memory, ALookupWithoutMemoryIsRefusedWhole) {
  const std::string tracefs = testing::TempDir() + "/tracefs_memory";
  for (const auto &[name, id] : {std::pair{"first", 7}, {"second", 314}}) {
    const std::string directory = tracefs + "/events/system/" + name;
    std::filesystem::create_directories(directory);
    std::ofstream(directory + "/id") << id << "\n";
    std::ofstream(directory + "/format") << Format(Line("int field", 8, 4));
  }
  perfc_host_options options = {};
  options.size = sizeof options;
  options.tracefs = tracefs.c_str();
  perfc_host *host = nullptr;
  ASSERT_EQ(perfc_host_create(&options, &host, nullptr), 0);
  for (const bool by_name : {true, false}) {
    int refused = 0;
    for (int64_t allowed = 0;; ++allowed) {
      perfc_tracepoint *tracepoint = nullptr;
      perfc_error error = {};
      left = allowed;
      const int result =
          by_name
              ? perfc_tracepoint_create(host, "system:second", &tracepoint,
                                        &error)
              : perfc_tracepoint_create_by_id(host, 314, &tracepoint, &error);
      left = -1;
      if (result == 0) {
        perfc_tracepoint_destroy(tracepoint);
        break;
      }
      ++refused;
      ASSERT_EQ(result, -ENOMEM) << "after " << allowed << " allocations";
      ASSERT_EQ(error.rule, uint32_t{PERFC_RULE_MEMORY});
      ASSERT_EQ(tracepoint, nullptr);
    }
    EXPECT_GT(refused, 5);
  }
  perfc_host_destroy(host);
  std::filesystem::remove_all(tracefs);
}

TEST(Memory, RawDataAreReadWithoutAny) {
  const Tracepoint tracepoint =
      Of(Line("int n", 8, 4, true) + Line("__data_loc char[] s", 12, 4) +
         Line("u16 list[2]", 16, 4));
  const std::string raw = RawData()
                              .Put<int32_t>(5)
                              .Put<uint32_t>(3 << 16 | 20)
                              .Put<uint32_t>(1)
                              .Text("abc")
                              .bytes();
  const auto *tp = tracepoint.get();
  char text[256];
  uint64_t value = 0;
  uint32_t offset = 0;
  uint32_t length = 0;
  const uint64_t before = allocations;
  perfc_tracepoint_matches(tp, raw.data(), raw.size());
  perfc_tracepoint_value(tp, raw.data(), raw.size(), 4, 0, &value);
  perfc_tracepoint_value(tp, raw.data(), raw.size(), 6, 1, &value);
  perfc_tracepoint_range(tp, raw.data(), raw.size(), 5, 0, &offset, &length);
  perfc_tracepoint_range(tp, raw.data(), raw.size(), 6, 0, &offset, &length);
  perfc_tracepoint_text(tp, raw.data(), raw.size(), 5, text, sizeof text);
  perfc_tracepoint_text(tp, raw.data(), raw.size(), PERFC_FIELD_ALL, text,
                        sizeof text);
  EXPECT_EQ(allocations, before);
  EXPECT_STREQ(text, "n=5 s=abc list=[1,0]");
}

}  // namespace
