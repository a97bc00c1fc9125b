// Once made, a stitcher allocates nothing: malloc and its kin are counted here,
// for the library too, because a program's own come before libc's.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "test/stitch/stitches.h"

namespace {
std::atomic<uint64_t> allocations{0};
}  // namespace

extern "C" {

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
  ++allocations;
  return __libc_realloc(at, size);
}

}  // extern "C"

namespace {

using namespace stitches;  // NOLINT: the tests' own helpers.

class NoAllocation : public StitchTest {};

TEST_F(NoAllocation, WhateverIsPushed) {
  uint64_t before = allocations;
  const Stitch stitch = Create(PERFC_STITCH_LEAST_BYTES);
  ASSERT_GT(allocations, before) << "the counter sees the library's";
  std::vector<Bytes> records;
  for (uint64_t i = 0; i < 3000; ++i) {
    records.push_back(Waiting(i));
    if (i % 3 == 0) records.push_back(Deferred(i / 2, {kUser, 1, 2, 3}));
    if (i % 500 == 0) records.push_back(ExitOf(7));
  }
  int out = 0;
  perfc_stitched_record stitched;
  before = allocations;
  for (const Bytes &bytes : records) {
    perfc_record record;
    perfc_plan_view_record(plan_.get(), bytes.data(), bytes.size(), nullptr, 0,
                           &record);
    PushTo(stitch, plan_, record);
    while (perfc_stitch_next_record(stitch.get(), &stitched) == 1) ++out;
  }
  EXPECT_EQ(allocations, before);
  EXPECT_GT(out, 1000);
}

}  // namespace
