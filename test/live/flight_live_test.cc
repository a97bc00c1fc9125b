// The flight recorder: backward rings of all CPUs, cut while the machine runs.

#include <unistd.h>

#include <algorithm>
#include <memory>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

struct Closer {
  void operator()(perfc_stream* flight) const { perfc_stream_destroy(flight); }
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
using Flight = std::unique_ptr<perfc_stream, Closer>;

Flight Create() {
  perfc_stream* flight = nullptr;
  EXPECT_EQ(0, perfc_stream_create(nullptr, &kFlight, &flight, nullptr));
  return Flight(flight);
}

// Its times are Now()'s.
perfc_attr Backward(perfc_attr attr) {
  attr.flags |= PERFC_ATTR_WRITE_BACKWARD | PERFC_ATTR_SAMPLE_ID_ALL |
                PERFC_ATTR_USE_CLOCKID;
  attr.clockid = CLOCK_MONOTONIC;
  attr.sample_type |= PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU | PERFC_SAMPLE_TID;
  return attr;
}

// Every context switch of a CPU.
perfc_attr Switches() {
  perfc_attr attr = Backward(Software(PERFC_COUNT_SW_DUMMY));
  attr.flags |= PERFC_ATTR_CONTEXT_SWITCH;
  return attr;
}

std::vector<Event> OnAllCpus(const perfc_attr& attr, uint32_t pages,
                             const Flight& flight) {
  std::vector<Event> events;
  for (int cpu : AllowedCpus()) {
    events.push_back(OpenMapped(attr, pages, -1, cpu));
    perfc_error error = {};
    EXPECT_EQ(static_cast<int>(events.size()) - 1,
              perfc_stream_add_event(flight.get(), events.back(), &error))
        << Text(error);
  }
  return events;
}

void EnableEach(std::vector<Event>* events) {
  for (Event& event : *events)
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
}

// So often each CPU switches away from this thread and back to it.
void Switch(int times) {
  for (int cpu : AllowedCpus()) {
    const Pinned pinned(cpu);
    for (int i = 0; i < times; ++i) usleep(50);
  }
}

struct Cut {
  int count = 0;
  std::vector<uint64_t> times;
  std::vector<uint32_t> sources;
  uint64_t after = 0;  // When it had been taken.
};

// Takes a cut and checks what holds for each: the order, and that every
// record's own time and CPU are those it was handed out with.
Cut Take(const Flight& flight, const std::vector<Event>& events,
         uint64_t last_ns) {
  Cut cut;
  perfc_error error = {};
  cut.count = perfc_stream_cut(flight.get(), last_ns, &error);
  cut.after = Now();
  EXPECT_LE(0, cut.count) << Text(error);
  perfc_stream_record record;
  int found;
  while ((found = perfc_stream_next_records(flight.get(), &record, 1)) == 1) {
    cut.times.push_back(record.time);
    cut.sources.push_back(record.source);
    EXPECT_EQ(perfc_stream_event(flight.get(), record.source),
              static_cast<perfc_event*>(events[record.source]));
    if (record.record.type == PERFC_RECORD_SAMPLE) continue;
    perfc_sample_id id = {};
    EXPECT_EQ(
        0, perfc_decode_sample_id(record.plan, &record.record, &id, sizeof id));
    EXPECT_EQ(record.time, id.time);
    EXPECT_EQ(AllowedCpus()[record.source], static_cast<int>(id.cpu));
  }
  EXPECT_EQ(0, found);
  EXPECT_EQ(cut.count, static_cast<int>(cut.times.size()));
  EXPECT_TRUE(std::is_sorted(cut.times.begin(), cut.times.end()));
  EXPECT_EQ(0, perfc_stream_resume(flight.get(), &error)) << Text(error);
  return cut;
}

TEST(FlightRecorder, ACutHasTheSwitchesOfAllCpusByTime) {
  NEEDS(Paranoid(0), Cpus(2));
  const Flight flight = Create();
  std::vector<Event> events = OnAllCpus(Switches(), 16, flight);
  EnableEach(&events);
  Switch(50);
  const Cut cut = Take(flight, events, PERFC_STREAM_CUT_ALL);
  EXPECT_GT(cut.count, 100);
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_GT(std::count(cut.sources.begin(), cut.sources.end(), i), 0) << i;
  }
  EXPECT_LE(cut.times.back(), cut.after);
}

TEST(FlightRecorder, ACutHasTheLastTimeThatWasAskedFor) {
  NEEDS(Paranoid(0));
  const Flight flight = Create();
  std::vector<Event> events = OnAllCpus(Switches(), 64, flight);
  EnableEach(&events);
  Switch(50);
  usleep(30000);
  const Cut all = Take(flight, events, PERFC_STREAM_CUT_ALL);
  const Cut last = Take(flight, events, 20000000);
  ASSERT_GT(last.count, 0);
  EXPECT_LE(last.times.back() - last.times.front(), 20000000u);
  EXPECT_LT(last.count, all.count);
  EXPECT_GT(last.times.front(), all.times.front());
}

TEST(FlightRecorder, RingsThatWereOverwrittenManyTimesGiveTheirNewest) {
  NEEDS(Paranoid(0));
  const Flight flight = Create();
  std::vector<Event> events = OnAllCpus(Switches(), 1, flight);
  EnableEach(&events);
  Switch(200);
  const uint64_t late = Now();
  Switch(10);
  const Cut cut = Take(flight, events, PERFC_STREAM_CUT_ALL);
  ASSERT_GT(cut.count, 10);
  EXPECT_GT(cut.times.back(), late);
  perfc_losses losses = {};
  ASSERT_EQ(0,
            perfc_stream_losses(flight.get(), nullptr, &losses, sizeof losses));
  EXPECT_GT(losses.overwritten, 0u);
  EXPECT_EQ(0u, losses.unknown);
  EXPECT_EQ(0u, losses.malformed);
}

// The kernel counts what it doesn't write meanwhile, and tells it with the next
// record.
TEST(FlightRecorder, WhatAPausedOutputLosesIsToldByTheNextCut) {
  NEEDS(Paranoid(1), Tracefs());
  const Flight flight = Create();
  std::vector<Event> events;
  events.push_back(OpenMapped(
      Sampling(Backward(Tracepoint("syscalls:sys_enter_getppid")), 0), 16));
  ASSERT_EQ(0, perfc_stream_add_event(flight.get(), events[0], nullptr));
  EnableEach(&events);
  Getppid(10);
  perfc_error error = {};
  ASSERT_EQ(10, perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, &error))
      << Text(error);
  Getppid(7);
  ASSERT_EQ(0, perfc_stream_resume(flight.get(), &error)) << Text(error);
  Getppid(5);
  ASSERT_EQ(0, perfc_ioctl(events[0], PERFC_IOC_DISABLE, 0, nullptr));
  const auto losses = [&] {
    perfc_losses told = {};
    EXPECT_EQ(0,
              perfc_stream_losses(flight.get(), nullptr, &told, sizeof told));
    return told;
  };
  EXPECT_EQ(0u, losses().lost);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(16, perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, &error))
        << "15 samples and the LOST record";
    ASSERT_EQ(0, perfc_stream_resume(flight.get(), &error));
    EXPECT_EQ(7u, losses().lost);
  }
  EXPECT_EQ(0u, losses().overwritten);
}

TEST(FlightRecorder, CutsFollowEachOtherWithoutGapsOrDoubles) {
  NEEDS(Paranoid(1), Tracefs());
  const Flight flight = Create();
  std::vector<Event> events;
  events.push_back(OpenMapped(
      Sampling(Backward(Tracepoint("syscalls:sys_enter_getppid")), 0), 16));
  ASSERT_EQ(0, perfc_stream_add_event(flight.get(), events[0], nullptr));
  EnableEach(&events);
  for (int total = 20; total <= 200; total += 20) {
    Getppid(20);
    EXPECT_EQ(total, Take(flight, events, PERFC_STREAM_CUT_ALL).count);
  }
}

TEST(FlightRecorder, ACutFillsBatches) {
  NEEDS(Paranoid(0));
  const Flight flight = Create();
  std::vector<Event> events = OnAllCpus(Switches(), 16, flight);
  EnableEach(&events);
  Switch(20);
  perfc_batch* made = nullptr;
  ASSERT_EQ(0, perfc_batch_create(nullptr, &made, nullptr));
  const std::unique_ptr<perfc_batch, Closer> batch(made);
  perfc_error error = {};
  const int count =
      perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, &error);
  ASSERT_GT(count, 0) << Text(error);
  int rows = 0;
  uint64_t last = 0;
  for (int filled;
       (filled = perfc_batch_fill_stream(batch.get(), flight.get())) != 0;) {
    ASSERT_GT(filled, 0);
    rows += filled;
    perfc_column times = {};
    ASSERT_EQ(0, perfc_batch_column(batch.get(), PERFC_TABLE_RECORDS,
                                    PERFC_COLUMN_TIME, &times, sizeof times));
    for (uint64_t i = 0; i < times.rows; ++i) {
      const uint64_t time = static_cast<const uint64_t*>(times.values)[i];
      EXPECT_LE(last, time);
      last = time;
    }
  }
  EXPECT_EQ(count, rows);
  EXPECT_EQ(0, perfc_stream_resume(flight.get(), &error));
}

TEST(FlightRecorder, AChildsCloseLeavesTheParentsCutAlone) {
  NEEDS(Paranoid(1), Tracefs());
  Flight flight = Create();
  std::vector<Event> events;
  events.push_back(OpenMapped(
      Sampling(Backward(Tracepoint("syscalls:sys_enter_getppid")), 0), 16));
  ASSERT_EQ(0, perfc_stream_add_event(flight.get(), events[0], nullptr));
  EnableEach(&events);
  Getppid(3);
  ASSERT_EQ(3, perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr));
  EXPECT_EQ("", InChild([&]() -> std::string {
              perfc_stream_record record;
              CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_stream_next_records(
                                               flight.get(), &record, 1));
              CHILD_EXPECT_EQ(-EOWNERDEAD,
                              perfc_stream_resume(flight.get(), nullptr));
              events[0].Close();
              flight.reset();
              return "";
            }));
  Getppid(3);
  perfc_stream_record record;
  int left = 0;
  while (perfc_stream_next_records(flight.get(), &record, 1) == 1) ++left;
  EXPECT_EQ(3, left);
  EXPECT_EQ(0, perfc_stream_resume(flight.get(), nullptr));
  Getppid(2);
  perfc_ioctl(events[0], PERFC_IOC_DISABLE, 0, nullptr);
  EXPECT_EQ(6, perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr))
      << "the three before, two after, and LOST: the output stayed paused";
}

}  // namespace
}  // namespace live
