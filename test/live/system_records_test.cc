// Side-band records of the system, as this kernel makes them: NAMESPACES,
// KSYMBOL, BPF_EVENT, CGROUP, THROTTLE; and sigtrap's signal.

#include <linux/bpf.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "bpf.h"
#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

TEST(SystemRecords, Namespaces) {
  NEEDS(Perfmon(), That(HasCapability(21), "needs CAP_SYS_ADMIN"));
  Child child([] {
    unshare(CLONE_NEWUTS | CLONE_NEWIPC);
    pause();
  });
  perfc_attr attr = SideBand(PERFC_ATTR_NAMESPACES);
  attr.flags |= PERFC_ATTR_WATERMARK;
  attr.wakeup_events = 1;
  Event event = OpenMapped(attr, 4, child.pid());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  child.Go();
  // Threads, of a sanitizer for one, have records of their own.
  const uint32_t pid = child.pid();
  perfc_record_namespaces out = {};
  Records records;
  while (out.tid != pid) {
    ASSERT_EQ(1, perfc_event_wait(event, 10000, nullptr));
    for (Record& record : Drain(event, PERFC_RECORD_NAMESPACES)) {
      out = Decode(perfc_decode_namespaces, event, record);
      if (out.tid == pid) records.push_back(std::move(record));
    }
  }
  ASSERT_EQ(1u, records.size());
  out = Decode(perfc_decode_namespaces, event, records[0]);
  EXPECT_EQ(pid, out.pid);
  ASSERT_EQ(PERFC_NR_NAMESPACES, out.namespaces.count);
  const auto* links = static_cast<const perfc_namespace*>(perfc_record_range(
      &records[0], &out.namespaces, sizeof(perfc_namespace)));
  const char* const names[] = {"net",  "uts", "ipc",   "pid",
                               "user", "mnt", "cgroup"};
  for (int i = 0; i < PERFC_NR_NAMESPACES; ++i) {
    const std::string path =
        "/proc/" + std::to_string(child.pid()) + "/ns/" + names[i];
    struct stat status = {};
    ASSERT_EQ(0, stat(path.c_str(), &status));
    EXPECT_EQ(status.st_ino, links[i].ino) << names[i];
    EXPECT_EQ(status.st_dev, links[i].dev) << names[i];
  }
  struct stat own = {};
  ASSERT_EQ(0, stat("/proc/self/ns/uts", &own));
  EXPECT_NE(own.st_ino, links[PERFC_UTS_NS_INDEX].ino);
}

std::string Hex(const std::string& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    char digits[3];
    snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

TEST(SystemRecords, KsymbolAndBpfEventOfAProgramsLife) {
  NEEDS(Bpf());
  Event event =
      OpenMapped(SideBand(PERFC_ATTR_KSYMBOL | PERFC_ATTR_BPF_EVENT), 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  std::string tag, name;
  uint64_t address = 0;
  uint32_t id = 0;
  {
    const BpfProgram program(BPF_PROG_TYPE_TRACEPOINT, 1);
    tag = program.tag();
    id = program.id();
    address = program.address();
    EXPECT_GT(program.length(), 0u);
  }
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  int symbols = 0, programs = 0;
  for (const Record& record : Drain(event)) {
    if (record->type == PERFC_RECORD_KSYMBOL) {
      const auto out = Decode(perfc_decode_ksymbol, event, record);
      EXPECT_EQ(PERFC_RECORD_KSYMBOL_TYPE_BPF, out.ksym_type);
      EXPECT_EQ(symbols == 0 ? 0 : PERFC_RECORD_KSYMBOL_FLAGS_UNREGISTER,
                out.flags);
      EXPECT_EQ(address, out.addr);
      EXPECT_GT(out.len, 0u);
      EXPECT_EQ("bpf_prog_" + Hex(tag) + "_" + BpfProgram::kName,
                record.Bytes(out.name));
      ++symbols;
    } else {
      ASSERT_EQ(PERFC_RECORD_BPF_EVENT, record->type);
      const auto out = Decode(perfc_decode_bpf_event, event, record);
      EXPECT_EQ(programs == 0 ? PERFC_BPF_EVENT_PROG_LOAD
                              : PERFC_BPF_EVENT_PROG_UNLOAD,
                out.type);
      EXPECT_EQ(0, out.flags);
      EXPECT_EQ(id, out.id);
      EXPECT_EQ(tag, std::string(reinterpret_cast<const char*>(out.tag), 8));
      ++programs;
    }
    EXPECT_EQ(Id(event), Trailer(event, record).identifier);
  }
  EXPECT_EQ(2, symbols);
  EXPECT_EQ(2, programs);
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

TEST(SystemRecords, Cgroup) {
  NEEDS(Perfmon(), That(!Cgroup2().empty(), "needs a cgroup2 mount"),
        Writable(Cgroup2()));
  Event event = OpenMapped(SideBand(PERFC_ATTR_CGROUP), 4);
  const std::string name = "/perfc_live_" + std::to_string(getpid());
  const std::string path = Cgroup2() + name;
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  ASSERT_EQ(0, mkdir(path.c_str(), 0755));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  struct stat status = {};
  EXPECT_EQ(0, stat(path.c_str(), &status));
  EXPECT_EQ(0, rmdir(path.c_str()));
  const Records records = Drain(event, PERFC_RECORD_CGROUP);
  ASSERT_EQ(1u, records.size());
  const auto out = Decode(perfc_decode_cgroup, event, records[0]);
  EXPECT_EQ(status.st_ino, out.id);
  EXPECT_EQ(name, records[0].Bytes(out.path));
}

TEST(SystemRecords, ThrottleAndUnthrottle) {
  NEEDS(Paranoid(2), Writable("/proc/sys/kernel/perf_event_max_sample_rate"));
  Sysctl slow("/proc/sys/kernel/perf_event_max_sample_rate", "1000");
  perfc_attr attr = Software(PERFC_COUNT_SW_CPU_CLOCK);
  attr.sample_period = 20000;
  attr.sample_type = PERFC_SAMPLE_TIME;
  attr.flags |= PERFC_ATTR_USE_CLOCKID;
  attr.clockid = CLOCK_MONOTONIC;
  Event event = OpenMapped(attr, 64);
  const uint64_t begin = Now();
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(300);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const uint64_t end = Now();
  uint64_t throttled = 0, unthrottled = 0;
  for (const Record& record : Drain(event)) {
    if (record->type == PERFC_RECORD_THROTTLE) {
      const auto out = Decode(perfc_decode_throttle, event, record);
      EXPECT_EQ(Id(event), out.id);
      EXPECT_EQ(Id(event), out.stream_id);
      EXPECT_GE(out.time, begin);
      EXPECT_LE(out.time, end);
      ++throttled;
    } else if (record->type == PERFC_RECORD_UNTHROTTLE) {
      const auto out = Decode(perfc_decode_throttle, event, record);
      EXPECT_EQ(Id(event), out.id);
      EXPECT_EQ(Id(event), out.stream_id);
      EXPECT_GE(out.time, begin);
      EXPECT_LE(out.time, end);
      ++unthrottled;
    }
  }
  EXPECT_GT(throttled, 0u);
  EXPECT_GT(unthrottled, 0u);
  EXPECT_EQ(throttled, Losses(event).throttled);
}

volatile sig_atomic_t traps;
volatile uint64_t trap_data, trap_address;

void OnTrap(int, siginfo_t* info, void*) {
  traps = traps + 1;
  trap_address = reinterpret_cast<uintptr_t>(info->si_addr);
  // si_perf_data, which this libc may not know, follows si_addr.
  uint64_t data;
  memcpy(&data, reinterpret_cast<char*>(info) + 24, sizeof data);
  trap_data = data;
}

// The traps of an event during `work`.
template <typename Work>
std::vector<perfc_sample> TrapDuring(perfc_attr attr, Work work) {
  attr.flags |= PERFC_ATTR_SIGTRAP | PERFC_ATTR_REMOVE_ON_EXEC;
  attr.sig_data = 0x1234567890abcdef;
  struct sigaction action = {}, before = {};
  action.sa_sigaction = OnTrap;
  action.sa_flags = SA_SIGINFO;
  EXPECT_EQ(0, sigaction(SIGTRAP, &action, &before));
  raise(SIGTRAP);  // So that the handler faults no page.
  traps = 0;
  Event event = OpenMapped(Sampling(attr, PERFC_SAMPLE_ADDR), 1);
  work(event);
  EXPECT_EQ(0, sigaction(SIGTRAP, &before, nullptr));
  EXPECT_EQ(attr.sig_data, trap_data);
  return Samples(event);
}

// arm64 traps before the access, and comes to it again from the handler.
#if defined(__x86_64__)
constexpr bool kReportsAfterAccess = true;
#else
constexpr bool kReportsAfterAccess = false;
#endif

TEST(SystemRecords, SigtrapOfAWatchpoint) {
  NEEDS(Paranoid(2), Linux(5, 13), Pmu("breakpoint"),
        That(kReportsAfterAccess, "needs traps after the access"));
  static volatile uint64_t watched;
  perfc_attr attr = Attr(PERFC_TYPE_BREAKPOINT, 0);
  attr.bp_type = PERFC_HW_BREAKPOINT_W;
  attr.config1 = reinterpret_cast<uintptr_t>(&watched);
  attr.config2 = PERFC_HW_BREAKPOINT_LEN_8;
  const auto samples = TrapDuring(attr, [](perfc_event* event) {
    EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    for (int i = 0; i < 3; ++i) watched = i;
    EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  });
  EXPECT_EQ(3, traps);
  EXPECT_EQ(attr.config1, trap_address);
  ASSERT_EQ(3u, samples.size());
  EXPECT_EQ(attr.config1, samples[0].addr);
}

TEST(SystemRecords, SigtrapOfPageFaults) {
  NEEDS(Paranoid(2), Linux(5, 13));
  Pages pages(3);
  const auto samples =
      TrapDuring(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                 [&](perfc_event* event) { TouchDuring(event, &pages); });
  EXPECT_EQ(3, traps);
  EXPECT_EQ(pages.address(2), trap_address);
  ASSERT_EQ(3u, samples.size());
  EXPECT_EQ(pages.address(2), samples[2].addr);
}

}  // namespace
}  // namespace live
