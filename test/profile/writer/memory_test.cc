// Each allocation of a recording fails once. The call says so, and may be repeated.
#include <stdlib.h>

#include <atomic>
#include <cerrno>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

// The allocation that fails, counted down; 0: none.
std::atomic<uint64_t> failing{0};

bool Fails() { return failing != 0 && --failing == 0; }

}  // namespace

extern "C" {

void *__libc_malloc(size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) { return Fails() ? nullptr : __libc_malloc(size); }

void *realloc(void *memory, size_t size) {
  return Fails() ? nullptr : __libc_realloc(memory, size);
}

}  // extern "C"

namespace {

using namespace recording;
using perf_file::File;

constexpr int kSamples = 400;

Records AllKinds(const Plan &first, const Plan &second, const Plan &third) {
  encoder::Mmap2 map;
  map.pid = map.tid = 7;
  map.len = map.addr = 0x1000;
  map.filename = "/bin/x";
  Records records;
  records.Feature(first.get(), 3, FeatureString("alpha"))
      .Feature(first.get(), 200, Bytes(30))
      .Other(first, map, 1, 2)
      .Other(first, encoder::Fork{8, 7, 8, 7, 3}, 1, 3)
      .Sample(second, 1, 4)
      .Sample(third, 9, 5)
      .Add(ToolRecord(71, {16, 0, 0, 0, 0}), first.get(), 0)
      .Tail(Bytes(16));
  for (uint64_t i = 2; i < kSamples; ++i) records.Sample(first, 1, 100 + i);
  return records;
}

// Repeats the call if its memory ran out. Whether it did.
template <typename Call>
bool Repeat(Call call) {
  const int result = call();
  if (result >= 0) return false;
  EXPECT_EQ(result, -ENOMEM);
  EXPECT_GE(call(), 0);
  return true;
}

// Writes two files. Allocation `nth` fails. False: there are fewer.
bool WriteTwoFiles(const std::string &path, uint32_t strip, uint32_t level,
                   uint64_t nth) {
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
  const Plan second({{UsualAttr(2), {1}}, {UsualAttr(3), {5}}});
  const Plan third({{UsualAttr(4), {9}}});
  const Records records = AllKinds(first, second, third);
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.path = path.c_str();
  options.flags = PERFC_WRITER_ROTATE;
  options.strip = strip;
  options.zstd_level = level;
  perfc_writer *writer = nullptr;
  failing = nth;
  Repeat(
      [&] { return perfc_writer_create(nullptr, &options, &writer, nullptr); });
  for (const uint32_t flags : {PERFC_FINISH_NEXT, 0}) {
    Repeat([&] {
      return perfc_writer_write(writer, records.data(), records.count(),
                                nullptr);
    });
    Repeat([&] {
      return perfc_writer_finish(writer, flags, nullptr, 0, nullptr);
    });
  }
  const bool all = failing != 0;
  failing = 0;
  perfc_writer_destroy(writer);
  return !all;
}

TEST(Memory, EveryAllocationMayFail) {
  for (const uint32_t level : {0u, 1u}) {
    uint64_t nth = 1;
    for (bool more = true; more; ++nth) {
      Directory directory;
      more = WriteTwoFiles(directory / "f", level ? 15 : 0, level, nth);
      ASSERT_EQ(directory.Files().size(), 2u);
      for (const std::string &name : directory.Files()) {
        const File file = perf_file::ParseFile(directory / name);
        ASSERT_TRUE(file.ok) << nth << file.why;
        const auto records = perf_file::Decompress(file);
        ASSERT_EQ(perf_file::OfType(records, 9).size(),
                  static_cast<size_t>(kSamples))
            << nth;
        ASSERT_EQ(perf_file::OfType(records, 71).size(), 1u) << nth;
      }
    }
    EXPECT_GT(nth, 50u);
  }
}

}  // namespace
