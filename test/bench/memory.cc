// Prints what handles take of memory: heap, pages that are mapped (the kernel's ring too), and
// pages that are resident.
#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "perfc/perfc.h"

namespace {

constexpr uint64_t kFields =
    PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
constexpr int kMany = 16;

struct Memory {
  long heap;
  long mapped;
  long resident;
};

Memory Used() {
  Memory used = {};
  FILE* statm = fopen("/proc/self/statm", "r");
  if (!statm || fscanf(statm, "%ld %ld", &used.mapped, &used.resident) != 2) {
    exit(1);
  }
  fclose(statm);
  const struct mallinfo2 info = mallinfo2();
  used.heap = static_cast<long>(info.uordblks + info.hblkhd);
  used.mapped *= getpagesize();
  used.resident *= getpagesize();
  return used;
}

void Check(int result, const perfc_error& error) {
  if (result >= 0) return;
  char text[1024];
  perfc_error_text(&error, text, sizeof text);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

// What each of kMany takes on average, without what they share.
void Print(const char* what, const std::function<void(int)>& make) {
  make(kMany);
  const Memory before = Used();
  for (int i = 0; i < kMany; ++i) make(i);
  const Memory after = Used();
  printf("%-32s %8ld heap %8ld mapped %8ld resident\n", what,
         (after.heap - before.heap) / kMany,
         (after.mapped - before.mapped) / kMany,
         (after.resident - before.resident) / kMany);
}

perfc_attr CpuClock() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 1000000;
  attr.sample_type = kFields;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL;
  return attr;
}

perfc_event* Open(perfc_error* error) {
  perfc_event* event = nullptr;
  Check(perfc_open_string(nullptr, "cpu-clock:u", kFields, PERFC_CALLING_THREAD,
                          PERFC_ANY_CPU, &event, error),
        *error);
  return event;
}

}  // namespace

// The end of the process frees everything.
int main() {
  perfc_error error = {};
  std::vector<perfc_event*> events(kMany + 1);
  Print("an event, by an attr", [&](int i) {
    const perfc_attr attr = CpuClock();
    Check(perfc_open(nullptr, &attr, sizeof attr, 0, PERFC_ANY_CPU, nullptr, 0,
                     &events[i], &error),
          error);
  });
  Print("an event, by a string", [&](int i) { events[i] = Open(&error); });
  Print("its ring of one page",
        [&](int i) { Check(perfc_mmap(events[i], 1, 0, &error), error); });
  std::vector<perfc_stream*> streams(kMany + 1);
  Print("a stream", [&](int i) {
    Check(perfc_stream_create(nullptr, nullptr, &streams[i], &error), error);
  });
  Print("a ring in a stream", [&](int i) {
    Check(perfc_stream_add_event(streams[0], events[i], &error), error);
  });
  Print("a plan with one attr", [&](int) {
    const perfc_attr attr = CpuClock();
    perfc_plan* plan = nullptr;
    Check(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, &error), error);
    Check(perfc_plan_add_attr(plan, &attr, sizeof attr, nullptr, 0, &error),
          error);
  });
  perfc_event* event = Open(&error);
  Check(perfc_mmap(event, 1, 0, &error), error);
  Print("a batch, filled once", [&](int) {
    perfc_batch* batch = nullptr;
    Check(perfc_batch_create(nullptr, &batch, &error), error);
    if (perfc_batch_fill_event(batch, event) < 0) exit(1);
  });
}
