#include "test/faults/stage.h"

#include <sys/resource.h>
#include <time.h>

#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"

namespace faults {
namespace {

constexpr char kFormat[] =
    "name: sched_switch\nID: 316\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:int prev_pid;\toffset:8;\tsize:4;\tsigned:1;\n\n"
    "print fmt: \"prev_pid=%d\", REC->prev_pid\n";

void SetFiles(scripted::ScriptedSystem *system) {
  const std::string pmus = "/sys/bus/event_source/devices/";
  const std::pair<std::string, std::string> files[] = {
      {"/sys/devices/system/cpu/online", "0-1\n"},
      {"/sys/devices/system/cpu/possible", "0-1\n"},
      {pmus + "cpu/type", "4\n"},
      {pmus + "cpu/format/event", "config:0-7\n"},
      {pmus + "cpu/events/cycles", "event=0x3c\n"},
      {pmus + "cpu/events/cycles.unit", "Hz\n"},
      {pmus + "kprobe/type", "6\n"},
      {pmus + "kprobe/format/retprobe", "config:0\n"},
      {"/sys/kernel/tracing/events/sched/sched_switch/id", "316\n"},
      {"/sys/kernel/tracing/events/sched/sched_switch/format", kFormat},
      {"/sys/kernel/tracing/events/sched/sched_wakeup/id", "318\n"},
      {"/proc/sys/kernel/perf_event_mlock_kb", "516\n"},
      {"/proc/sys/kernel/perf_event_paranoid", "2\n"},
      {"/proc/self/status", "CapEff:\t0000000000000000\n"},
      {"/proc/sys/kernel/perf_event_max_sample_rate", "4000\n"},
      {"/proc/sys/kernel/perf_event_max_stack", "127\n"},
      {"/proc/sys/fs/file-nr", "100\t0\t1000\n"},
      {"/proc/self/mounts", "cgroup2 /cg cgroup2 rw 0 0\n"},
      {"/cg/x/cgroup.procs", ""},
      {"/proc/70/task/70/stat", ""},
      {"/proc/70/task/71/stat", ""},
      {"/proc/70/task/70/children", "72 "},
      {"/proc/72/task/72/stat", ""},
      {"/proc/70/stat", ""},
      {"/proc/71/stat", ""},
      {"/proc/72/stat", ""},
  };
  for (const auto &[path, content] : files) system->SetFile(path, content);
}

}  // namespace

perfc_attr TimedAttr(uint64_t flags) {
  return scripted::SampleAttr(PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR,
                              PERFC_ATTR_SAMPLE_ID_ALL | flags);
}

LongAttr MakeLongAttr(const perfc_attr &known) {
  LongAttr attr = {known, {}};
  attr.known.size = sizeof attr;
  return attr;
}

Stage::Stage() {
  SetFiles(&system);
  system.SetLimit(RLIMIT_NOFILE, 1024, 4096);
  system.SetClock(CLOCK_MONOTONIC, 1000, 10);
  system.SetClock(CLOCK_REALTIME, 5000, 10);
}

void Stage::Close() {
  if (rows.release != nullptr) rows.release(&rows);
  perfc_stitch_destroy(std::exchange(stitch, nullptr));
  perfc_set_close(std::exchange(set, nullptr));
  perfc_specs_destroy(std::exchange(specs, nullptr));
  perfc_stream_destroy(std::exchange(stream, nullptr));
  perfc_stream_destroy(std::exchange(flight, nullptr));
  perfc_batch_destroy(std::exchange(batch, nullptr));
  perfc_close(std::exchange(other, nullptr));
  perfc_close(std::exchange(event, nullptr));
}

perfc_event *Stage::Open(const perfc_attr &attr, perfc_event *group) {
  perfc_event *made = nullptr;
  EXPECT_EQ(
      perfc_open(&host, &attr, sizeof attr, 0, -1, group, 0, &made, &error), 0);
  return made;
}

perfc_event *Stage::OpenMapped(const perfc_attr &attr) {
  perfc_event *made = Open(attr);
  EXPECT_EQ(perfc_mmap(made, 1, 0, &error), 0);
  return made;
}

void Stage::Write(perfc_event *into, int records) {
  const scripted::FakeEvent &fake = Fake(into);
  const auto mode = fake.writable ? scripted::WriteMode::kWaitForReader
                                  : scripted::WriteMode::kBackward;
  scripted::RingWriter writer(fake.ring, fake.ring_size - system.PageSize(),
                              mode);
  for (uint64_t i = 1; i <= static_cast<uint64_t>(records); ++i) {
    EXPECT_TRUE(writer.Write(
        scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {1000 * i, i})));
  }
}

void Stage::MakeStream() {
  EXPECT_EQ(perfc_stream_create(&host, nullptr, &stream, &error), 0);
  for (perfc_event **made : {&event, &other}) {
    *made = OpenMapped(TimedAttr());
    EXPECT_GE(perfc_stream_add_event(stream, *made, &error), 0);
  }
}

void Stage::MakeFlight() {
  EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &flight, &error), 0);
  for (perfc_event **made : {&event, &other}) {
    *made = OpenMapped(TimedAttr(PERFC_ATTR_WRITE_BACKWARD));
    EXPECT_GE(perfc_stream_add_event(flight, *made, &error), 0);
    Write(*made, 20);
  }
}

void Stage::MakeBatch() {
  EXPECT_EQ(perfc_batch_create(nullptr, &batch, &error), 0);
}

void Stage::MakeSpecs() {
  EXPECT_EQ(perfc_specs_create(&host, &specs, &error), 0);
  const perfc_attr sampling = TimedAttr();
  EXPECT_EQ(perfc_specs_add(specs, &sampling, sizeof sampling, "a",
                            PERFC_SPEC_NO_LEADER, &error),
            0);
  perfc_attr traced = TimedAttr();
  traced.type = PERFC_TYPE_TRACEPOINT;
  traced.config = 316;
  EXPECT_EQ(perfc_specs_add(specs, &traced, sizeof traced, "t",
                            PERFC_SPEC_NO_LEADER, &error),
            1);
  EXPECT_EQ(perfc_specs_set_filter(specs, 1, "prev_pid != 0", &error), 0);
}

void Stage::MakeSet() {
  MakeSpecs();
  const perfc_target cpus = {sizeof cpus, PERFC_TARGET_CPUS, 0,       0,      0,
                             0,           nullptr,           nullptr, nullptr};
  perfc_set_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_SET_OPEN_IDENTIFY;
  EXPECT_EQ(perfc_set_open(&host, specs, &cpus, &options, &set, &error), 0)
      << scripted::TextOf(error);
}

}  // namespace faults
