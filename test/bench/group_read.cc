// Prints how long it takes to read a group of 8: a bare read(2), perfc_read_group of
// all members and of members by their ids, interleaved; and one event, also in user
// space where this machine lets it.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "perfc/perfc.h"

namespace {

constexpr uint32_t kEvents = 8;
constexpr int kReads = 1000;
constexpr uint64_t kFormat = PERFC_FORMAT_TOTAL_TIME_ENABLED |
                             PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_ID;

perfc_event* Open(uint64_t format, uint32_t type, uint64_t config,
                  perfc_event* leader) {
  perfc_attr attr = {};
  attr.type = type;
  attr.config = config;
  attr.read_format = format;
  attr.flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  perfc_event* event = nullptr;
  perfc_error error = {};
  if (perfc_open(nullptr, &attr, sizeof attr, 0, -1, leader, 0, &event,
                 &error) == 0) {
    return event;
  }
  if (type == PERFC_TYPE_HARDWARE) return nullptr;
  char text[1024];
  perfc_error_text(&error, text, sizeof text);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

struct Contender {
  const char* what;
  std::function<long()> read;
  std::vector<double> ns = {};
};

void Time(Contender* contender) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  long sum = 0;
  for (int i = 0; i < kReads; ++i) sum += contender->read();
  const std::chrono::duration<double, std::nano> took = Clock::now() - start;
  if (sum <= 0) {
    fprintf(stderr, "%s fails: %ld\n", contender->what, sum);
    exit(1);
  }
  contender->ns.push_back(took.count() / kReads);
}

void Print(std::vector<Contender>* contenders) {
  const double floor = *std::min_element(contenders->front().ns.begin(),
                                         contenders->front().ns.end());
  for (Contender& contender : *contenders) {
    auto& ns = contender.ns;
    std::sort(ns.begin(), ns.end());
    printf("%-32s %8.1f min ns %8.1f median ns %6.2fx\n", contender.what, ns[0],
           ns[ns.size() / 2], ns[0] / floor);
  }
}

void Run(std::vector<Contender> contenders) {
  constexpr int kRounds = 201;
  for (int round = 0; round < kRounds; ++round) {
    for (Contender& contender : contenders) Time(&contender);
  }
  Print(&contenders);
}

void Group() {
  perfc_event* events[kEvents];
  for (uint32_t i = 0; i < kEvents; ++i) {
    events[i] = Open(kFormat | PERFC_FORMAT_GROUP, PERFC_TYPE_SOFTWARE,
                     PERFC_COUNT_SW_PAGE_FAULTS, i ? events[0] : nullptr);
  }
  const int fd = perfc_event_fd(events[0]);
  uint64_t words[5 + 2 * kEvents];
  perfc_count counts[kEvents];
  Run({{"group of 8, read(2)", [&] { return read(fd, words, sizeof words); }},
       {"group of 8, all members",
        [&] {
          return perfc_read_group(events[0], nullptr, counts, sizeof counts[0],
                                  kEvents);
        }},
       {"group of 8, by their ids", [&] {
          return perfc_read_group(events[0], events, counts, sizeof counts[0],
                                  kEvents);
        }}});
  for (uint32_t i = kEvents; i > 0; --i) perfc_close(events[i - 1]);
}

void Single() {
  perfc_event* event =
      Open(kFormat, PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS, nullptr);
  const bool hardware = event != nullptr;
  if (!hardware) {
    event =
        Open(kFormat, PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS, nullptr);
  }
  if (perfc_mmap(event, 0, 0, nullptr) != 0) exit(1);
  const int fd = perfc_event_fd(event);
  uint64_t words[4];
  perfc_count count;
  Run({{"one event, read(2)", [&] { return read(fd, words, sizeof words); }},
       {"one event, perfc_read",
        [&] { return 1 + perfc_read(event, &count, sizeof count); }},
       {"one event, perfc_read_user",
        [&] { return 1 + perfc_read_user(event, &count, sizeof count); }}});
  printf("the last was read in %s\n",
         count.origin == PERFC_ORIGIN_USER ? "user space" : "the kernel");
  perfc_close(event);
}

}  // namespace

int main() {
  Group();
  Single();
}
