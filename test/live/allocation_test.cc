// Reading and decoding a live ring allocates nothing: every allocation of the
// thread is counted meanwhile.

#include <cstddef>
#include <cstdlib>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace {
thread_local size_t allocations;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Sanitizers have an allocator of their own, and tell of its work.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, size_t),
    void (*free_hook)(const volatile void*));

namespace {
const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, size_t) { ++allocations; },
    [](const volatile void*) {});
}  // namespace
#else
// The library's calls end here too, as the program's symbols come first.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}

namespace {
const int installed = 1;
}
#endif

namespace live {
namespace {

TEST(Allocation, TheCounterSeesTheLibrarysAllocations) {
  NEEDS(Paranoid(2));
  ASSERT_GT(installed, 0);
  const size_t before = allocations;
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  EXPECT_GT(allocations, before);
}

// Decodes whatever the record is.
int DecodeAny(const perfc_plan* plan, const perfc_record& record) {
  perfc_sample sample;
  perfc_sample_id id;
  perfc_record_mmap mmap;
  perfc_record_comm comm;
  perfc_record_lost lost;
  int result = 0;
  switch (record.type) {
    case PERFC_RECORD_SAMPLE:
      return perfc_decode_sample(plan, &record, &sample, sizeof sample);
    case PERFC_RECORD_MMAP2:
      result = perfc_decode_mmap(plan, &record, &mmap, sizeof mmap);
      break;
    case PERFC_RECORD_COMM:
      result = perfc_decode_comm(plan, &record, &comm, sizeof comm);
      break;
    case PERFC_RECORD_LOST:
      result = perfc_decode_lost(plan, &record, &lost, sizeof lost);
      break;
  }
  return result ? result
                : perfc_decode_sample_id(plan, &record, &id, sizeof id);
}

TEST(Allocation, NoneInNextRecordAndDecode) {
  NEEDS(Paranoid(2));
  Pages pages(64);
  const MemoryFile file("allocation");
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
               PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_CALLCHAIN |
                   PERFC_SAMPLE_READ | PERFC_SAMPLE_IDENTIFIER |
                   PERFC_SAMPLE_STACK_USER);
  attr.sample_stack_user = 512;
  attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 |
                PERFC_ATTR_MMAP_DATA;
  Event event = OpenMapped(attr, 4);
  perfc_record record;
  perfc_count count;
  size_t samples = 0, others = 0, failed = 0, allocated = 0;
  for (int i = 0; i < 100; ++i) {
    pages.Forget();
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    file.MapOnce(1);
    pages.TouchAll();
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
    const size_t before = allocations;
    while (perfc_event_peek_record(event, &record) == 1 &&
           perfc_next_record(event, &record) == 1) {
      failed += DecodeAny(perfc_event_plan(event), record) != 0;
      ++(record.type == PERFC_RECORD_SAMPLE ? samples : others);
    }
    failed += perfc_read(event, &count, sizeof count) != 0;
    allocated += allocations - before;
  }
  EXPECT_EQ(0u, allocated);
  EXPECT_EQ(0u, failed);
  EXPECT_GT(samples, 1000u);  // Of which many wrapped,
  EXPECT_GT(others, 150u);    // and some were lost, which is told.
}

}  // namespace
}  // namespace live
