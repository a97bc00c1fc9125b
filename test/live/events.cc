#include "events.h"

#include <time.h>

#include <cstring>

#include "gtest/gtest.h"
#include "machine.h"

namespace live {

perfc_attr Attr(uint32_t type, uint64_t config) {
  perfc_attr attr = {};
  attr.type = type;
  attr.size = sizeof attr;
  attr.config = config;
  attr.flags =
      PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  return attr;
}

perfc_attr Software(uint64_t config) {
  return Attr(PERFC_TYPE_SOFTWARE, config);
}

perfc_attr Tracepoint(const std::string& name) {
  const int64_t id = TracepointId(name);
  EXPECT_GE(id, 0) << name;
  perfc_attr attr = Attr(PERFC_TYPE_TRACEPOINT, id);
  attr.flags = PERFC_ATTR_DISABLED;
  return attr;
}

perfc_attr CallsOf(void (*function)()) {
  perfc_attr attr = Attr(PERFC_TYPE_BREAKPOINT, 0);
  attr.bp_type = PERFC_HW_BREAKPOINT_X;
  attr.config1 = reinterpret_cast<uintptr_t>(function);
  attr.config2 = sizeof(long);
  return attr;
}

perfc_attr SideBand(uint64_t flags) {
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.flags |= flags | PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_USE_CLOCKID;
  attr.clockid = CLOCK_MONOTONIC;
  attr.sample_type = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                     PERFC_SAMPLE_IDENTIFIER;
  return attr;
}

perfc_attr Sampling(perfc_attr attr, uint64_t sample_type) {
  attr.sample_period = 1;
  attr.sample_type = sample_type;
  return attr;
}

Event Open(const perfc_attr& attr, int pid, int cpu, perfc_event* group,
           uint64_t flags) {
  perfc_event* event = nullptr;
  perfc_error error = {};
  const int result = perfc_open(nullptr, &attr, sizeof attr, pid, cpu, group,
                                flags, &event, &error);
  EXPECT_EQ(0, result) << Text(error);
  return Event(event);
}

void Map(perfc_event* event, uint32_t pages, uint32_t flags) {
  perfc_error error = {};
  EXPECT_EQ(0, perfc_mmap(event, pages, flags, &error)) << Text(error);
}

Event OpenMapped(const perfc_attr& attr, uint32_t pages, int pid, int cpu) {
  Event event = Open(attr, pid, cpu);
  Map(event, pages);
  return event;
}

std::string Text(const perfc_error& error) {
  char text[2048] = {};
  perfc_error_text(&error, text, sizeof text);
  return text;
}

uint64_t Count(perfc_event* event) {
  perfc_count count = {};
  EXPECT_EQ(0, perfc_read(event, &count, sizeof count));
  return count.raw;
}

void Measure(perfc_event* leader, const std::vector<perfc_event*>& events,
             perfc_count* counts, const std::function<void()>& work) {
  const auto size = static_cast<uint32_t>(events.size());
  const auto read = [&](perfc_count* into) {
    ASSERT_EQ(events.size(), perfc_read_group(leader, events.data(), into,
                                              sizeof *into, size));
  };
  std::vector<perfc_count> before(size);
  read(before.data());
  for (perfc_event* event : events) {
    if (event == leader) continue;
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  }
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_ENABLE, 0, nullptr));
  work();
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_DISABLE, 0, nullptr));
  read(counts);
  for (uint32_t i = 0; i < size; ++i) {
    EXPECT_EQ(0, perfc_count_delta(&before[i], &counts[i], &counts[i],
                                   sizeof *counts));
  }
}

uint64_t Id(perfc_event* event) {
  uint64_t id = 0;
  EXPECT_EQ(0, perfc_event_id(event, &id));
  return id;
}

perfc_losses Losses(perfc_event* event) {
  perfc_losses losses = {};
  EXPECT_EQ(0, perfc_event_losses(event, &losses, sizeof losses));
  return losses;
}

Record::Record(const perfc_record& record)
    : words_(new uint64_t[(record.size + 7) / 8]()), view_(record) {
  memcpy(words_.get(), record.data, record.size);
  view_.data = reinterpret_cast<const uint8_t*>(words_.get());
}

std::string Record::Bytes(perfc_range range) const {
  const void* bytes = perfc_record_range(&view_, &range, 1);
  return bytes == nullptr
             ? ""
             : std::string(static_cast<const char*>(bytes), range.count);
}

Records Drain(perfc_event* event, int* end) {
  Records records;
  perfc_record record;
  int result;
  while ((result = perfc_next_record(event, &record)) == 1) {
    records.emplace_back(record);
  }
  if (end != nullptr) {
    *end = result;
  } else {
    EXPECT_EQ(0, result);
  }
  return records;
}

Records Drain(perfc_event* event, uint32_t type) {
  Records wanted;
  for (Record& record : Drain(event)) {
    if (record->type == type) wanted.push_back(std::move(record));
  }
  return wanted;
}

void ExpectDecoded(int result) { EXPECT_EQ(0, result); }

perfc_sample Sample(perfc_event* event, const Record& record) {
  return Decode(perfc_decode_sample, event, record);
}

std::vector<perfc_sample> Samples(perfc_event* event) {
  std::vector<perfc_sample> samples;
  for (const Record& record : Drain(event, PERFC_RECORD_SAMPLE)) {
    samples.push_back(Sample(event, record));
  }
  return samples;
}

perfc_sample_id Trailer(perfc_event* event, const Record& record) {
  return Decode(perfc_decode_sample_id, event, record);
}

}  // namespace live
