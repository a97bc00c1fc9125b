// The test kit, by its public header alone, as a test of somebody else's uses
// it.

#include "perfc/testing.h"

#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "perfc/perfc.h"

namespace {

struct Sample {
  uint32_t type = PERFC_RECORD_SAMPLE;
  uint16_t misc = 0;
  uint16_t size = sizeof(Sample);
  uint64_t ip;
  explicit Sample(uint64_t at) : ip(at) {}
};

perfc_attr SampleAttr(uint64_t flags = 0) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 1000;
  attr.sample_type = PERFC_SAMPLE_IP;
  attr.flags = flags;
  return attr;
}

class Kit : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(perfc_testing_create(&machine_), 0);
    perfc_testing_use(machine_);
  }
  void TearDown() override {
    EXPECT_EQ(perfc_testing_open_fds(machine_), 0);
    EXPECT_EQ(perfc_testing_mappings(machine_), 0);
    perfc_testing_destroy(machine_);
  }

  perfc_event *Open(const perfc_attr &attr, perfc_event *group = nullptr) {
    perfc_event *event = nullptr;
    EXPECT_EQ(perfc_open(nullptr, &attr, sizeof attr, 0, -1, group, 0, &event,
                         &error_),
              0);
    return event;
  }
  perfc_event *OpenMapped(const perfc_attr &attr, uint32_t flags = 0) {
    perfc_event *event = Open(attr);
    EXPECT_EQ(perfc_mmap(event, 1, flags, &error_), 0);
    return event;
  }
  int Write(perfc_event *event, uint64_t ip) {
    const Sample sample(ip);
    return perfc_testing_write(machine_, perfc_event_fd(event), &sample,
                               sizeof sample);
  }
  // The next record's IP, or 0.
  static uint64_t Next(perfc_event *event) {
    perfc_record record;
    perfc_sample sample;
    if (perfc_next_record(event, &record) != 1) return 0;
    EXPECT_EQ(perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                                  sizeof sample),
              0);
    return sample.ip;
  }
  struct perfc_testing_event Get(uint32_t index) {
    struct perfc_testing_event event = {};
    EXPECT_EQ(perfc_testing_get_event(machine_, index, &event, sizeof event),
              0);
    return event;
  }

  perfc_testing *machine_ = nullptr;
  perfc_error error_ = {};
};

// More than a process may have mappings, one of which each ring would keep.
TEST_F(Kit, WhatIsClosedLeavesNothingBehind) {
  for (uint64_t i = 1; i <= 70000; ++i) {
    perfc_event *event = OpenMapped(SampleAttr());
    ASSERT_NE(event, nullptr);
    ASSERT_EQ(Write(event, i), 0);
    ASSERT_EQ(Next(event), i);
    perfc_close(event);
    ASSERT_FALSE(HasFailure()) << "event " << i;
  }
}

TEST_F(Kit, WhatIsWrittenIsReadDecoded) {
  perfc_event *event = OpenMapped(SampleAttr());
  EXPECT_EQ(Write(event, 0x1000), 0);
  EXPECT_EQ(Write(event, 0x2000), 0);
  EXPECT_EQ(Next(event), 0x1000u);
  EXPECT_EQ(Next(event), 0x2000u);
  EXPECT_EQ(Next(event), 0u);
  perfc_close(event);
}

TEST_F(Kit, AFullRingHasRoomOnceItIsRead) {
  perfc_event *event = OpenMapped(SampleAttr());
  int written = 0;
  while (Write(event, 1) == 0) ++written;
  EXPECT_EQ(Write(event, 1), -ENOSPC);
  EXPECT_GT(written, 200);
  for (int i = 0; i < written; ++i) EXPECT_EQ(Next(event), 1u);
  EXPECT_EQ(Next(event), 0u);
  EXPECT_EQ(Write(event, 2), 0);
  EXPECT_EQ(Next(event), 2u);
  perfc_close(event);
}

TEST_F(Kit, RingsOfTheOtherModesAreOverwritten) {
  perfc_event *forward = OpenMapped(SampleAttr(), PERFC_MMAP_OVERWRITE);
  perfc_event *backward = OpenMapped(SampleAttr(PERFC_ATTR_WRITE_BACKWARD));
  for (uint64_t i = 1; i <= 1000; ++i) {
    EXPECT_EQ(Write(forward, i), 0);
    EXPECT_EQ(Write(backward, i), 0);
  }
  EXPECT_EQ(Next(backward), 1000u);
  EXPECT_EQ(Next(backward), 999u);
  EXPECT_EQ(perfc_ioctl(forward, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr), 0);
  EXPECT_EQ(Write(forward, 1), -ENOSPC);
  perfc_close(forward);
  perfc_close(backward);
}

TEST_F(Kit, RecordsGoWhereTheOutputGoes) {
  perfc_event *owner = OpenMapped(SampleAttr());
  perfc_event *member = Open(SampleAttr());
  EXPECT_EQ(Write(member, 1), -ENXIO);
  EXPECT_GE(perfc_event_set_output(member, owner, nullptr), 0);
  EXPECT_EQ(Write(member, 1), 0);
  perfc_record record;
  EXPECT_EQ(perfc_next_record(owner, &record), 1);
  perfc_close(member);
  perfc_close(owner);
}

TEST_F(Kit, WhatIsNoRecordIsRefused) {
  perfc_event *event = OpenMapped(SampleAttr());
  Sample sample(1);
  const int fd = perfc_event_fd(event);
  EXPECT_EQ(perfc_testing_write(machine_, fd, &sample, 8), -EINVAL);
  EXPECT_EQ(perfc_testing_write(machine_, fd, &sample, 0), -EINVAL);
  EXPECT_EQ(perfc_testing_write(machine_, fd, nullptr, 16), -EINVAL);
  EXPECT_EQ(perfc_testing_write(machine_, 3, &sample, sizeof sample), -EINVAL);
  perfc_close(event);
  EXPECT_EQ(perfc_testing_write(machine_, fd, &sample, sizeof sample), -EINVAL);
}

TEST_F(Kit, EventsShowWhatTheyWereOpenedWith) {
  perfc_attr attr = SampleAttr(PERFC_ATTR_DISABLED);
  perfc_event *event = OpenMapped(attr);
  perfc_event *member = Open(attr, event);
  EXPECT_EQ(perfc_testing_event_count(machine_), 2);
  EXPECT_EQ(Get(0).fd, perfc_event_fd(event));
  EXPECT_EQ(Get(0).cpu, -1);
  EXPECT_EQ(Get(0).enabled, 0u);
  EXPECT_EQ(Get(0).ring_size, 4096u);
  ASSERT_EQ(Get(0).attr_size, sizeof attr);
  EXPECT_EQ(memcmp(Get(0).attr, &attr, sizeof attr), 0);
  EXPECT_EQ(Get(1).group_fd, perfc_event_fd(event));
  EXPECT_EQ(perfc_ioctl(event, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr),
            0);
  EXPECT_EQ(Get(0).enabled + Get(1).enabled, 2u);
  EXPECT_EQ(perfc_ioctl(member, PERFC_IOC_DISABLE, 0, nullptr), 0);
  EXPECT_EQ(Get(1).enabled, 0u);
  uint64_t id = 0;
  EXPECT_EQ(perfc_event_id(member, &id), 0);
  EXPECT_EQ(Get(1).id, id);
  perfc_close(member);
  perfc_close(event);
  EXPECT_EQ(perfc_testing_event_count(machine_), 0);
}

TEST_F(Kit, CountsAreLaidOutByTheReadFormat) {
  perfc_attr attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_ID |
                     PERFC_FORMAT_GROUP | PERFC_FORMAT_LOST;
  perfc_event *events[] = {Open(attr), nullptr};
  events[1] = Open(attr, events[0]);
  EXPECT_EQ(
      perfc_testing_set_count(machine_, perfc_event_fd(events[0]), 100, 20, 10),
      0);
  EXPECT_EQ(
      perfc_testing_set_count(machine_, perfc_event_fd(events[1]), 7, 20, 10),
      0);
  perfc_count counts[2];
  ASSERT_EQ(perfc_read_group(events[0], events, counts, sizeof *counts, 2), 2);
  EXPECT_EQ(counts[0].raw, 100u);
  EXPECT_EQ(counts[0].scaled, 200u);
  EXPECT_EQ(counts[1].raw, 7u);
  attr.read_format = 0;
  perfc_event *plain = Open(attr);
  EXPECT_EQ(perfc_read(plain, counts, sizeof *counts), 0);
  EXPECT_EQ(counts[0].raw, 0u) << "0 unless told";
  for (perfc_event *event : {plain, events[1], events[0]}) perfc_close(event);
}

TEST_F(Kit, TheNthCallFails) {
  const perfc_attr attr = SampleAttr();
  perfc_event *event = nullptr;
  ASSERT_EQ(perfc_testing_fail(machine_, PERFC_CALL_PERF_EVENT_OPEN, EMFILE, 2),
            0);
  const int before = perfc_testing_calls(machine_, PERFC_CALL_PERF_EVENT_OPEN);
  const auto open = [&] {
    const int result = perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr,
                                  0, &event, &error_);
    if (result == 0) perfc_close(event);
    return result;
  };
  EXPECT_EQ(open(), 0);
  EXPECT_EQ(open(), -EMFILE);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_FD_LIMIT});
  EXPECT_EQ(open(), 0);
  perfc_testing_fail(machine_, PERFC_CALL_PERF_EVENT_OPEN, EINTR, 0);
  EXPECT_EQ(open(), -EINTR);
  EXPECT_EQ(open(), -EINTR);
  perfc_testing_fail(machine_, PERFC_CALL_PERF_EVENT_OPEN, 0, 0);
  EXPECT_EQ(open(), 0);
  EXPECT_EQ(perfc_testing_calls(machine_, PERFC_CALL_PERF_EVENT_OPEN) - before,
            6);
  for (const uint32_t none : {PERFC_CALL_NONE, PERFC_CALL_MALLOC, 99}) {
    EXPECT_EQ(perfc_testing_fail(machine_, none, EIO, 1), -EINVAL);
    EXPECT_EQ(perfc_testing_calls(machine_, none), -EINVAL);
  }
}

TEST_F(Kit, EventsThatTheMachineLacks) {
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_HARDWARE;
  perfc_event *event = nullptr;
  EXPECT_EQ(perfc_testing_refuse(machine_, PERFC_TYPE_HARDWARE, 1, EINVAL), 0);
  EXPECT_EQ(perfc_testing_refuse(machine_, PERFC_TYPE_HARDWARE,
                                 PERFC_TESTING_ANY_CONFIG, ENOENT),
            0);
  const auto open = [&](uint64_t config) {
    attr.config = config;
    const int result = perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr,
                                  0, &event, nullptr);
    if (result == 0) perfc_close(event);
    return result;
  };
  EXPECT_EQ(open(0), -ENOENT);
  EXPECT_EQ(open(1), -EINVAL);
  EXPECT_EQ(perfc_testing_refuse(machine_, PERFC_TYPE_HARDWARE,
                                 PERFC_TESTING_ANY_CONFIG, 0),
            0);
  EXPECT_EQ(open(0), 0);
}

TEST_F(Kit, FilesAreWhatATestSets) {
  EXPECT_EQ(perfc_host_pmu_type(nullptr, "cpu", nullptr), 4);
  EXPECT_EQ(perfc_host_pmu_type(nullptr, "npu", nullptr), -ENOENT);
  const char *path = "/sys/bus/event_source/devices/npu/type";
  EXPECT_EQ(perfc_testing_set_file(machine_, path, "33\n"), 0);
  EXPECT_EQ(perfc_host_pmu_type(nullptr, "npu", nullptr), 33);
  EXPECT_EQ(perfc_testing_set_file(machine_, path, nullptr), 0);
  EXPECT_EQ(perfc_host_pmu_type(nullptr, "npu", nullptr), -ENOENT);
}

TEST_F(Kit, EventStringsAreOfTheMadeUpPmu) {
  perfc_specs *specs = nullptr;
  ASSERT_EQ(perfc_specs_create(nullptr, &specs, nullptr), 0);
  EXPECT_EQ(perfc_specs_parse(specs, "cpu/instructions/,cycles", 0, &error_),
            2);
  perfc_spec spec = {};
  perfc_attr attr = {};
  EXPECT_EQ(perfc_specs_get(specs, 0, &spec, sizeof spec), 0);
  memcpy(&attr, spec.attr, sizeof attr);
  EXPECT_EQ(attr.type, 4u);
  EXPECT_EQ(attr.config, 0xc0u);
  perfc_specs_destroy(specs);
}

TEST_F(Kit, RealFilesAreCopied) {
  std::string top = testing::TempDir() + "/treeXXXXXX";
  ASSERT_NE(mkdtemp(&top[0]), nullptr);
  std::filesystem::create_directory(top + "/npu");
  std::ofstream(top + "/npu/type") << "77\n";
  std::ofstream(top + "/npu/empty");
  const char *pmus = "/sys/bus/event_source/devices";
  for (const std::string &directory : {top, top + "/"}) {
    EXPECT_EQ(perfc_testing_copy_files(machine_, directory.c_str(), pmus), 2);
    EXPECT_EQ(perfc_host_pmu_type(nullptr, "npu", nullptr), 77);
  }
  std::filesystem::remove_all(top);
  EXPECT_EQ(perfc_testing_copy_files(machine_, "/no/such/directory", "/sys"),
            -ENOENT);
}

TEST_F(Kit, ASetOverAllCpusIsAStream) {
  perfc_specs *specs = nullptr;
  perfc_set *set = nullptr;
  perfc_stream *stream = nullptr;
  perfc_attr attr = SampleAttr(PERFC_ATTR_SAMPLE_ID_ALL);
  attr.sample_type = PERFC_SAMPLE_TIME;
  const perfc_target cpus = {sizeof cpus, PERFC_TARGET_CPUS, 0,       0,      0,
                             0,           nullptr,           nullptr, nullptr};
  ASSERT_EQ(perfc_specs_create(nullptr, &specs, nullptr), 0);
  ASSERT_EQ(perfc_specs_add(specs, &attr, sizeof attr, "clock",
                            PERFC_SPEC_NO_LEADER, nullptr),
            0);
  ASSERT_EQ(perfc_set_open(nullptr, specs, &cpus, nullptr, &set, &error_), 0);
  ASSERT_EQ(perfc_set_mmap(set, 1, 0, &error_), 4);
  ASSERT_EQ(perfc_stream_create(nullptr, nullptr, &stream, &error_), 0);
  ASSERT_EQ(perfc_stream_add_set(stream, set, &error_), 4);
  for (const uint64_t time : {3, 1, 2, 4}) {
    const Sample sample(time);  // TIME lies where IP does.
    EXPECT_EQ(
        perfc_testing_write(machine_, Get(time - 1).fd, &sample, sizeof sample),
        0);
  }
  perfc_stream_record record;
  for (uint64_t time = 1; time <= 4; ++time) {
    ASSERT_EQ(perfc_stream_next_records(stream, &record, 1), 1);
    EXPECT_EQ(record.time, time);
  }
  perfc_stream_destroy(stream);
  perfc_set_close(set);
  perfc_specs_destroy(specs);
}

// Told how often it was called.
void WriteOnce(void *context) { ++*static_cast<int *>(context); }

TEST_F(Kit, AWaitCallsBackAndItsTimePassesAtOnce) {
  perfc_event *event = OpenMapped(SampleAttr());
  int calls = 0;
  EXPECT_EQ(perfc_testing_on_wait(machine_, WriteOnce, &calls), 0);
  EXPECT_EQ(perfc_event_wait(event, 3600000, nullptr), 0);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(perfc_testing_on_wait(machine_, nullptr, nullptr), 0);
  EXPECT_EQ(perfc_event_wait(event, 3600000, nullptr), 0);
  EXPECT_EQ(calls, 1);
  perfc_close(event);
}

TEST_F(Kit, ARecordWakesAnotherThread) {
  perfc_event *event = OpenMapped(SampleAttr());
  std::thread waiter(
      [event] { EXPECT_EQ(perfc_event_wait(event, -1, nullptr), 1); });
  EXPECT_EQ(Write(event, 1), 0);
  waiter.join();
  EXPECT_EQ(Next(event), 1u);
  perfc_close(event);
}

TEST_F(Kit, AuxDataIsReadAndReleased) {
  perfc_attr attr = SampleAttr();
  attr.type = 8;
  perfc_event *event = OpenMapped(attr);
  const int fd = perfc_event_fd(event);
  EXPECT_EQ(perfc_testing_write_aux(machine_, fd, "no", 2), -ENXIO);
  ASSERT_EQ(perfc_aux_mmap(event, 1, 0, &error_), 0);
  const std::string page(sysconf(_SC_PAGESIZE), 'x');
  EXPECT_EQ(perfc_testing_write_aux(machine_, fd, "trace", 5), 0);
  EXPECT_EQ(perfc_testing_write_aux(machine_, fd, page.data(), page.size()),
            -ENOSPC);
  perfc_aux_data view;
  ASSERT_EQ(perfc_aux_peek(event, &view, sizeof view), 1);
  EXPECT_EQ(std::string(view.data, view.data + view.size), "trace");
  ASSERT_EQ(perfc_aux_release(event, 5), 0);
  EXPECT_EQ(perfc_testing_write_aux(machine_, fd, page.data(), page.size()), 0);
  ASSERT_EQ(perfc_aux_peek(event, &view, sizeof view), 1);
  EXPECT_EQ(view.size + view.rest_size, page.size());
  EXPECT_EQ(view.rest_size, 5u);
  perfc_close(event);
}

TEST_F(Kit, AuxDataOfASnapshotIsOverwritten) {
  perfc_attr attr = SampleAttr();
  attr.type = 8;
  perfc_event *event = OpenMapped(attr);
  ASSERT_EQ(perfc_aux_mmap(event, 1, PERFC_AUX_OVERWRITE, &error_), 0);
  const std::string page(sysconf(_SC_PAGESIZE), 'x');
  for (const char *data : {"old", page.data(), "new"}) {
    EXPECT_EQ(perfc_testing_write_aux(machine_, perfc_event_fd(event), data,
                                      strlen(data)),
              0);
  }
  perfc_aux_data view;
  ASSERT_EQ(perfc_aux_peek(event, &view, sizeof view), 1);
  const std::string all = std::string(view.data, view.data + view.size) +
                          std::string(view.rest, view.rest + view.rest_size);
  EXPECT_EQ(all, page.substr(3) + "new");
  perfc_close(event);
}

TEST_F(Kit, OnlyATracingPmuHasAux) {
  perfc_event *event = OpenMapped(SampleAttr());
  EXPECT_EQ(perfc_aux_mmap(event, 1, 0, &error_), -EOPNOTSUPP);
  perfc_close(event);
}

TEST_F(Kit, TheTargetsEndIsTold) {
  perfc_event *event = OpenMapped(SampleAttr());
  EXPECT_EQ(Write(event, 1), 0);
  EXPECT_EQ(perfc_testing_exit(machine_, perfc_event_fd(event)), 0);
  EXPECT_EQ(perfc_event_wait(event, -1, nullptr), 1);
  EXPECT_EQ(Next(event), 1u);
  EXPECT_EQ(perfc_event_wait(event, -1, nullptr), -ESHUTDOWN);
  perfc_close(event);
}

TEST_F(Kit, TimesOfClocksGoOn) {
  perfc_attr attr = SampleAttr(PERFC_ATTR_USE_CLOCKID);
  attr.clockid = CLOCK_MONOTONIC_RAW;
  perfc_event *event = Open(attr);
  perfc_clock_relation relation;
  EXPECT_EQ(perfc_event_relate_clock(event, CLOCK_REALTIME, &relation,
                                     sizeof relation, &error_),
            0);
  perfc_close(event);
}

TEST_F(Kit, MachinesAreApart) {
  perfc_testing *other = nullptr;
  ASSERT_EQ(perfc_testing_create(&other), 0);
  const perfc_attr attr = SampleAttr();
  perfc_event *event = nullptr;
  ASSERT_EQ(perfc_open(perfc_testing_host(other), &attr, sizeof attr, 0, -1,
                       nullptr, 0, &event, nullptr),
            0);
  EXPECT_EQ(perfc_testing_event_count(other), 1);
  EXPECT_EQ(perfc_testing_event_count(machine_), 0);
  perfc_close(event);
  perfc_testing_destroy(other);
}

TEST(KitWithoutAMachine, NothingReachesTheKernel) {
  const perfc_attr attr = SampleAttr();
  perfc_event *event = nullptr;
  EXPECT_EQ(perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr, 0, &event,
                       nullptr),
            -ENOSYS);
  EXPECT_EQ(perfc_host_supported(nullptr), -ENOSYS);
}

TEST(KitWithoutAMachine, NullIsRefused) {
  struct perfc_testing_event event;
  EXPECT_EQ(perfc_testing_create(nullptr), -EINVAL);
  perfc_testing_destroy(nullptr);
  EXPECT_EQ(perfc_testing_host(nullptr), nullptr);
  EXPECT_EQ(perfc_testing_set_file(nullptr, "/x", ""), -EINVAL);
  EXPECT_EQ(perfc_testing_copy_files(nullptr, "/x", "/x"), -EINVAL);
  EXPECT_EQ(perfc_testing_fail(nullptr, PERFC_CALL_MMAP, EIO, 1), -EINVAL);
  EXPECT_EQ(perfc_testing_refuse(nullptr, 0, 0, EIO), -EINVAL);
  EXPECT_EQ(perfc_testing_calls(nullptr, PERFC_CALL_MMAP), -EINVAL);
  EXPECT_EQ(perfc_testing_open_fds(nullptr), -EINVAL);
  EXPECT_EQ(perfc_testing_mappings(nullptr), -EINVAL);
  EXPECT_EQ(perfc_testing_event_count(nullptr), -EINVAL);
  EXPECT_EQ(perfc_testing_get_event(nullptr, 0, &event, sizeof event), -EINVAL);
  EXPECT_EQ(perfc_testing_set_count(nullptr, 0, 0, 0, 0), -EINVAL);
  EXPECT_EQ(perfc_testing_write(nullptr, 0, &event, 8), -EINVAL);
  EXPECT_EQ(perfc_testing_write_aux(nullptr, 0, &event, 8), -EINVAL);
  EXPECT_EQ(perfc_testing_exit(nullptr, 0), -EINVAL);
  EXPECT_EQ(perfc_testing_on_wait(nullptr, nullptr, nullptr), -EINVAL);
}

}  // namespace
