// Set-ups whose side-band records are compared.

#include <fcntl.h>
#include <linux/bpf.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "test/live/bpf.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/needs.h"
#include "test/live/work.h"
#include "test/perf/capture.h"

namespace capture {
namespace {

using live::AllowedCpus;
using live::Child;
using live::Event;
using live::OpenMapped;
using live::Paranoid;
using live::Perfmon;
using live::Pinned;
using live::SideBand;
using live::That;
using live::Writable;

constexpr uint64_t kEveryId = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                              PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID |
                              PERFC_SAMPLE_CPU | PERFC_SAMPLE_IDENTIFIER;

void SaveDuring(const perfc_attr& attr, const std::function<void()>& work,
                std::initializer_list<uint32_t> wanted, int pid = 0,
                int cpu = -1) {
  Event event = OpenMapped(attr, 64, pid, cpu);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  work();
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, wanted);
}

// Maps a part of this program, and of memory.
void MapSome() {
  const live::MemoryFile memory("some memory");
  memory.MapOnce(PROT_READ | PROT_EXEC);
  memory.MapOnce(PROT_READ | PROT_WRITE);
  const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  void* at = mmap(nullptr, live::kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
                  live::kPage);
  munmap(at, live::kPage);
  close(fd);
}

void Rename(const char* name) {
  char before[16] = {};
  prctl(PR_GET_NAME, before);
  prctl(PR_SET_NAME, name);
  prctl(PR_SET_NAME, before);
}

TEST(Records, Mmap) {
  NEEDS(Paranoid(2));
  SaveDuring(SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA), MapSome,
             {PERFC_RECORD_MMAP});
}

TEST(Records, Mmap2) {
  NEEDS(Paranoid(2));
  SaveDuring(
      SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_MMAP_DATA),
      MapSome, {PERFC_RECORD_MMAP2});
}

TEST(Records, Mmap2WithBuildId) {
  NEEDS(Paranoid(2));
  SaveDuring(SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_BUILD_ID),
             MapSome, {PERFC_RECORD_MMAP2});
}

TEST(Records, CommForkAndExitWithEveryId) {
  NEEDS(Paranoid(2));
  perfc_attr attr = SideBand(PERFC_ATTR_COMM | PERFC_ATTR_COMM_EXEC |
                             PERFC_ATTR_TASK | PERFC_ATTR_INHERIT);
  attr.sample_type = kEveryId;
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  SaveDuring(
      attr,
      [] {
        for (const char* name : {"a", "1234567", "12345678"}) Rename(name);
        std::thread([] {}).join();
        Child child([] { execl("/bin/true", "true", nullptr); });
        child.Go();
        EXPECT_TRUE(child.Wait());
      },
      {PERFC_RECORD_COMM, PERFC_RECORD_FORK, PERFC_RECORD_EXIT}, 0, cpu);
}

TEST(Records, WithoutTrailers) {
  NEEDS(Paranoid(2));
  perfc_attr attr =
      SideBand(PERFC_ATTR_COMM | PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2);
  attr.flags &= ~uint64_t{PERFC_ATTR_SAMPLE_ID_ALL};
  SaveDuring(attr,
             [] {
               Rename("nameless");
               MapSome();
             },
             {PERFC_RECORD_COMM, PERFC_RECORD_MMAP2});
}

TEST(Records, ContextSwitchesOfATask) {
  NEEDS(Paranoid(1));
  SaveDuring(SideBand(PERFC_ATTR_CONTEXT_SWITCH), [] { usleep(2000); },
             {PERFC_RECORD_SWITCH});
}

TEST(Records, ContextSwitchesOfACpu) {
  NEEDS(Paranoid(0));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr = SideBand(PERFC_ATTR_CONTEXT_SWITCH);
  attr.sample_type = kEveryId;
  SaveDuring(
      attr,
      [] {
        for (int i = 0; i < 10; ++i) usleep(1000);
      },
      {PERFC_RECORD_SWITCH_CPU_WIDE}, -1, cpu);
}

TEST(Records, Namespaces) {
  NEEDS(Perfmon(), That(live::HasCapability(21), "needs CAP_SYS_ADMIN"));
  Child child([] { unshare(CLONE_NEWUTS | CLONE_NEWIPC); });
  SaveDuring(
      SideBand(PERFC_ATTR_NAMESPACES),
      [&] {
        child.Go();
        EXPECT_TRUE(child.Wait());
      },
      {PERFC_RECORD_NAMESPACES}, child.pid());
}

TEST(Records, KsymbolAndBpfEvent) {
  NEEDS(live::Bpf());
  SaveDuring(
      SideBand(PERFC_ATTR_KSYMBOL | PERFC_ATTR_BPF_EVENT),
      [] { const live::BpfProgram program(BPF_PROG_TYPE_TRACEPOINT, 1); },
      {PERFC_RECORD_KSYMBOL, PERFC_RECORD_BPF_EVENT});
}

// Where cgroup2 is mounted, empty if nowhere.
std::string Cgroup2() {
  std::ifstream mounts("/proc/mounts");
  std::string device, path, type, rest;
  while (mounts >> device >> path >> type && std::getline(mounts, rest)) {
    if (type == "cgroup2") return path;
  }
  return "";
}

TEST(Records, Cgroup) {
  NEEDS(Perfmon(), That(!Cgroup2().empty(), "needs a cgroup2 mount"),
        Writable(Cgroup2()));
  SaveDuring(SideBand(PERFC_ATTR_CGROUP),
             [] {
               const std::string path =
                   Cgroup2() + "/perfc_capture_" + std::to_string(getpid());
               ASSERT_EQ(0, mkdir(path.c_str(), 0755));
               EXPECT_EQ(0, rmdir(path.c_str()));
             },
             {PERFC_RECORD_CGROUP});
}

TEST(Records, Lost) {
  NEEDS(Paranoid(2), live::Pmu("breakpoint"));
  perfc_attr attr = live::Sampling(live::CallsOf(live::FirstTarget),
                                   kEveryId | PERFC_SAMPLE_IP);
  attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
  Event event = OpenMapped(attr, 1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  live::CallFirst(200);
  live::Drain(event);
  live::CallFirst(2);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {PERFC_RECORD_LOST});
}

TEST(Records, ThrottleAndUnthrottle) {
  const char rate[] = "/proc/sys/kernel/perf_event_max_sample_rate";
  NEEDS(Paranoid(2), Writable(rate));
  live::Sysctl slow(rate, "1000");
  perfc_attr attr = live::Software(PERFC_COUNT_SW_CPU_CLOCK);
  attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
  attr.sample_period = 20000;
  attr.sample_type = kEveryId | PERFC_SAMPLE_IP;
  SaveDuring(attr, [] { live::Busy(100); },
             {PERFC_RECORD_THROTTLE, PERFC_RECORD_UNTHROTTLE});
}

// The kernel writes it for about every second child: parent and child may have
// swapped their contexts when one was scheduled after the other.
TEST(Records, ReadOfAChild) {
  NEEDS(Paranoid(2), live::Pmu("breakpoint"));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr = live::CallsOf(live::FirstTarget);
  attr.flags |=
      PERFC_ATTR_INHERIT | PERFC_ATTR_INHERIT_STAT | PERFC_ATTR_SAMPLE_ID_ALL;
  attr.sample_type = kEveryId | PERFC_SAMPLE_IP;
  attr.read_format = PERFC_FORMAT_ID | PERFC_FORMAT_LOST |
                     PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING;
  SaveDuring(
      attr,
      [] {
        for (int i = 0; i < 40; ++i) {
          Child child([] { live::CallFirst(77); });
          child.Go();
          EXPECT_TRUE(child.Wait());
        }
      },
      {PERFC_RECORD_READ}, 0, cpu);
}

}  // namespace
}  // namespace capture
