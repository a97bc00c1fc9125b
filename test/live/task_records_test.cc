// Side-band records of tasks, as this kernel makes them: MMAP, MMAP2, COMM,
// FORK, EXIT, READ, SWITCH.

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

// Drains after the events of this task have been on during `work`.
template <typename Work>
Records During(perfc_event* event, uint32_t type, Work work) {
  EnableAll();
  work();
  DisableAll();
  return Drain(event, type);
}

void ExpectOwnTrailer(perfc_event* event, const Record& record) {
  const perfc_sample_id id = Trailer(event, record);
  EXPECT_EQ(PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                PERFC_SAMPLE_IDENTIFIER,
            id.present);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), id.pid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), id.tid);
  EXPECT_EQ(Id(event), id.identifier);
  EXPECT_LE(id.time, Now());
}

constexpr uint32_t kHasInode = PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_INODE;
constexpr uint32_t kHasBuildId = PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_BUILD_ID;

uint32_t Flags(const Record& record) {
  return perfc_record_flags(record->type, record->misc);
}

TEST(TaskRecords, Mmap) {
  NEEDS(Paranoid(2));
  const MemoryFile file("some file");
  Event event = OpenMapped(SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA), 4);
  for (const int protection : {PROT_READ, PROT_READ | PROT_EXEC}) {
    uint64_t at = 0;
    const Records records = During(event, PERFC_RECORD_MMAP,
                                   [&] { at = file.MapOnce(protection); });
    ASSERT_EQ(1u, records.size());
    const auto mmap = Decode(perfc_decode_mmap, event, records[0]);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), mmap.pid);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), mmap.tid);
    EXPECT_EQ(at, mmap.addr);
    EXPECT_EQ(kPage, mmap.len);
    EXPECT_EQ(0u, mmap.pgoff);
    EXPECT_EQ(file.path(), records[0].Bytes(mmap.filename));
    EXPECT_EQ(0u, mmap.fields);
    EXPECT_EQ(protection & PROT_EXEC ? PERFC_RECORD_FLAG_EXECUTABLE : 0u,
              Flags(records[0]));
    EXPECT_EQ(PERFC_RECORD_MISC_USER,
              records[0]->misc & PERFC_RECORD_MISC_CPUMODE_MASK);
    ExpectOwnTrailer(event, records[0]);
  }
}

TEST(TaskRecords, MmapOfAnonymousMemory) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA), 4);
  void* memory = nullptr;
  const Records records = During(event, PERFC_RECORD_MMAP, [&] {
    memory =
        mmap(nullptr, 3 * kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  });
  munmap(memory, 3 * kPage);
  ASSERT_EQ(1u, records.size());
  const auto mmap = Decode(perfc_decode_mmap, event, records[0]);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory), mmap.addr);
  EXPECT_EQ(3 * kPage, mmap.len);
  EXPECT_EQ("//anon", records[0].Bytes(mmap.filename));
}

TEST(TaskRecords, Mmap2WithTheInode) {
  NEEDS(Paranoid(2));
  const MemoryFile file("inode");
  Event event = OpenMapped(
      SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_MMAP_DATA), 4);
  uint64_t at = 0;
  const Records records = During(event, PERFC_RECORD_MMAP2, [&] {
    at = file.MapOnce(PROT_READ | PROT_WRITE);
  });
  ASSERT_EQ(1u, records.size());
  const auto mmap = Decode(perfc_decode_mmap, event, records[0]);
  struct stat status = {};
  ASSERT_EQ(0, fstat(file.fd(), &status));
  EXPECT_EQ(at, mmap.addr);
  EXPECT_EQ(kPage, mmap.len);
  EXPECT_EQ(kHasInode, mmap.fields);
  EXPECT_EQ(major(status.st_dev), mmap.maj);
  EXPECT_EQ(minor(status.st_dev), mmap.min);
  EXPECT_EQ(status.st_ino, mmap.ino);
  EXPECT_EQ(static_cast<uint32_t>(PROT_READ | PROT_WRITE), mmap.prot);
  EXPECT_EQ(static_cast<uint32_t>(MAP_SHARED), mmap.flags & MAP_TYPE);
  EXPECT_EQ(file.path(), records[0].Bytes(mmap.filename));
  ExpectOwnTrailer(event, records[0]);
}

// The build id in this program's own notes.
int FindBuildId(dl_phdr_info* info, size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const char* at =
        reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
    const char* end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) < end) {
      ElfW(Nhdr) note;
      memcpy(&note, at, sizeof note);
      const char* name = at + sizeof note;
      const char* value = name + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID && !strcmp(name, "GNU")) {
        static_cast<std::string*>(out)->assign(value, note.n_descsz);
      }
      at = value + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;  // The first object is the program.
}

TEST(TaskRecords, Mmap2WithTheBuildId) {
  NEEDS(Paranoid(2), Linux(5, 12));
  std::string truth;
  dl_iterate_phdr(FindBuildId, &truth);
  ASSERT_FALSE(truth.empty());
  const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  const MemoryFile not_elf("no build id");
  Event event = OpenMapped(
      SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_BUILD_ID), 4);
  const Records records = During(event, PERFC_RECORD_MMAP2, [&] {
    void* at = mmap(nullptr, kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    munmap(at, kPage);
    not_elf.MapOnce(PROT_READ | PROT_EXEC);
  });
  close(fd);
  ASSERT_EQ(2u, records.size());
  const auto elf = Decode(perfc_decode_mmap, event, records[0]);
  EXPECT_EQ(kHasBuildId, elf.fields);
  EXPECT_EQ(truth, std::string(reinterpret_cast<const char*>(elf.build_id),
                               elf.build_id_size));
  EXPECT_EQ(static_cast<uint32_t>(PROT_READ | PROT_EXEC), elf.prot);
  const auto other = Decode(perfc_decode_mmap, event, records[1]);
  EXPECT_EQ(kHasInode, other.fields);
  EXPECT_NE(0u, other.ino);
}

// The kernel leaves the bit in misc for whichever event comes after the one that
// asked for build ids.
TEST(TaskRecords, Mmap2WithTheInodeWhereAnotherEventAsksForBuildIds) {
  NEEDS(Paranoid(2), Linux(5, 12));
  constexpr uint64_t kMappings = PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2;
  const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  ASSERT_EQ(0, fstat(fd, &status));
  Event before = OpenMapped(SideBand(kMappings), 4);
  Event asks = OpenMapped(SideBand(kMappings | PERFC_ATTR_BUILD_ID), 4);
  Event after = OpenMapped(SideBand(kMappings), 4);
  EnableAll();
  void* at = mmap(nullptr, kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
  DisableAll();
  munmap(at, kPage);
  close(fd);
  for (perfc_event* plain :
       {static_cast<perfc_event*>(before), static_cast<perfc_event*>(after)}) {
    const Records records = Drain(plain, PERFC_RECORD_MMAP2);
    ASSERT_EQ(1u, records.size());
    const auto mmap = Decode(perfc_decode_mmap, plain, records[0]);
    EXPECT_EQ(kHasInode, mmap.fields);
    EXPECT_EQ(major(status.st_dev), mmap.maj);
    EXPECT_EQ(minor(status.st_dev), mmap.min);
    EXPECT_EQ(status.st_ino, mmap.ino);
  }
  const Records records = Drain(asks, PERFC_RECORD_MMAP2);
  ASSERT_EQ(1u, records.size());
  EXPECT_EQ(kHasBuildId, Decode(perfc_decode_mmap, asks, records[0]).fields);
}

TEST(TaskRecords, CommOfARename) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(SideBand(PERFC_ATTR_COMM), 4);
  char before[16] = {};
  prctl(PR_GET_NAME, before);
  for (const std::string name :
       {"a", "1234567", "12345678", "123456789012345"}) {
    const Records records = During(event, PERFC_RECORD_COMM,
                                   [&] { prctl(PR_SET_NAME, name.c_str()); });
    ASSERT_EQ(1u, records.size());
    const auto comm = Decode(perfc_decode_comm, event, records[0]);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), comm.pid);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), comm.tid);
    EXPECT_EQ(name, records[0].Bytes(comm.comm));
    EXPECT_EQ(0u, Flags(records[0]));
    ExpectOwnTrailer(event, records[0]);
  }
  prctl(PR_SET_NAME, before);
}

TEST(TaskRecords, CommOfAnExec) {
  NEEDS(Paranoid(2));
  Child child([] { execl("/bin/true", "true", nullptr); });
  perfc_attr attr = SideBand(PERFC_ATTR_COMM | PERFC_ATTR_COMM_EXEC |
                             PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2);
  attr.flags |= PERFC_ATTR_ENABLE_ON_EXEC;
  Event event = OpenMapped(attr, 16, child.pid());
  const uint32_t pid = child.pid();
  child.Go();
  ASSERT_TRUE(child.Wait());
  const std::string program = std::filesystem::canonical("/bin/true");
  bool exec = false, mapped = false;
  for (const Record& record : Drain(event)) {
    if (record->type == PERFC_RECORD_COMM) {
      const auto comm = Decode(perfc_decode_comm, event, record);
      EXPECT_EQ(pid, comm.pid);
      EXPECT_EQ("true", record.Bytes(comm.comm));
      exec |= Flags(record) == PERFC_RECORD_FLAG_COMM_EXEC;
    } else if (record->type == PERFC_RECORD_MMAP2) {
      const auto mmap = Decode(perfc_decode_mmap, event, record);
      mapped |= record.Bytes(mmap.filename) == program;
    }
  }
  EXPECT_TRUE(exec);
  EXPECT_TRUE(mapped);
}

TEST(TaskRecords, ForkOfAProcess) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(SideBand(PERFC_ATTR_TASK), 4);
  const uint64_t begin = Now();
  uint32_t pid = 0;
  const Records records = During(event, PERFC_RECORD_FORK, [&] {
    Child child([] {});
    pid = child.pid();
    child.Go();
    EXPECT_TRUE(child.Wait());
  });
  ASSERT_EQ(1u, records.size());
  const auto fork = Decode(perfc_decode_task, event, records[0]);
  EXPECT_EQ(pid, fork.pid);
  EXPECT_EQ(pid, fork.tid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), fork.ppid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), fork.ptid);
  EXPECT_GE(fork.time, begin);
  EXPECT_LE(fork.time, Now());
  ExpectOwnTrailer(event, records[0]);
}

TEST(TaskRecords, ForkOfAThread) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(SideBand(PERFC_ATTR_TASK), 4);
  uint32_t tid = 0;
  const Records records = During(event, PERFC_RECORD_FORK, [&] {
    std::thread([&] { tid = syscall(SYS_gettid); }).join();
  });
  ASSERT_EQ(1u, records.size());
  const auto fork = Decode(perfc_decode_task, event, records[0]);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), fork.pid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), fork.ppid);
  EXPECT_EQ(tid, fork.tid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), fork.ptid);
}

TEST(TaskRecords, Exit) {
  NEEDS(Paranoid(2));
  Child child([] {});
  const uint32_t pid = child.pid();
  Event event = OpenMapped(SideBand(PERFC_ATTR_TASK), 4, child.pid());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  const uint64_t begin = Now();
  child.Go();
  ASSERT_TRUE(child.Wait());
  const Records records = Drain(event, PERFC_RECORD_EXIT);
  ASSERT_EQ(1u, records.size());
  const auto exit = Decode(perfc_decode_task, event, records[0]);
  EXPECT_EQ(pid, exit.pid);
  EXPECT_EQ(pid, exit.tid);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), exit.ppid);
  EXPECT_GE(exit.time, begin);
  EXPECT_LE(exit.time, Now());
}

// A child that calls the function 77 times; the READ record of its end, if any.
// Threads, of a sanitizer for one, have records of their own.
Records ReadsOfAChild(perfc_event* event, uint32_t* pid) {
  Records records = During(event, PERFC_RECORD_READ, [&] {
    Child child([] { CallFirst(77); });
    *pid = child.pid();
    child.Go();
    EXPECT_TRUE(child.Wait());
  });
  const auto thread = [&](const Record& record) {
    return Decode(perfc_decode_read, event, record).tid != *pid;
  };
  records.erase(std::remove_if(records.begin(), records.end(), thread),
                records.end());
  return records;
}

// The kernel writes it for about every second child: parent and child may have
// swapped their contexts when one was scheduled after the other. 6.1 and 6.12
// write none at all, though 5.10 did: sync_child_event, kernel/events/core.c.
TEST(TaskRecords, ReadOfAnInheritedCount) {
  NEEDS(Paranoid(2), Linux(6, 18), Pmu("breakpoint"));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr = CallsOf(FirstTarget);
  attr.flags |=
      PERFC_ATTR_INHERIT | PERFC_ATTR_INHERIT_STAT | PERFC_ATTR_SAMPLE_ID_ALL;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  attr.read_format = PERFC_FORMAT_ID | PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_LOST;
  Event event = OpenMapped(attr, 4, 0, cpu);
  uint32_t pid = 0;
  uint64_t children = 0;
  Records records;
  while (records.empty() && children < 200) {
    records = ReadsOfAChild(event, &pid);
    ++children;
  }
  ASSERT_EQ(1u, records.size());
  const auto read = Decode(perfc_decode_read, event, records[0]);
  EXPECT_EQ(pid, read.pid);
  EXPECT_EQ(attr.read_format, read.read.read_format);
  EXPECT_GT(read.read.time_enabled, 0u);
  ASSERT_EQ(1, read.read.nr);
  perfc_read_value value = {};
  ASSERT_EQ(0, perfc_record_read_value(&records[0], &read.read, 0, &value,
                                       sizeof(value)));
  EXPECT_EQ(77u, value.value);
  EXPECT_EQ(Id(event), value.id);
  EXPECT_EQ(0u, value.lost);
  EXPECT_EQ(77 * children, Count(event));
}

TEST(TaskRecords, SwitchesOutAndIn) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(SideBand(PERFC_ATTR_CONTEXT_SWITCH), 4);
  const Records records = During(event, PERFC_RECORD_SWITCH, [] {
    for (int i = 0; i < 5; ++i) usleep(1000);
  });
  int sleeps = 0;
  bool out = false;  // Strictly in turn.
  for (const Record& record : records) {
    const auto change = Decode(perfc_decode_switch, event, record);
    EXPECT_EQ(!out, change.out == 1);
    out = change.out;
    EXPECT_EQ(0u, change.has_other);
    EXPECT_EQ((change.out ? PERFC_RECORD_FLAG_SWITCH_OUT : 0u) |
                  (change.preempted ? PERFC_RECORD_FLAG_SWITCH_PREEMPTED : 0u),
              Flags(record));
    sleeps += change.out && !change.preempted;
    ExpectOwnTrailer(event, record);
  }
  EXPECT_GE(sleeps, 5);
}

TEST(TaskRecords, APreemptedTaskIsMarkedSo) {
  NEEDS(Paranoid(2));
  Pinned pinned(AllowedCpus()[0]);
  Event event = OpenMapped(SideBand(PERFC_ATTR_CONTEXT_SWITCH), 16);
  Child rival([] { Busy(100000); });
  rival.Go();
  bool preempted = false;
  for (int i = 0; i < 100 && !preempted; ++i) {
    for (const Record& record :
         During(event, PERFC_RECORD_SWITCH, [] { Busy(50); })) {
      const auto change = Decode(perfc_decode_switch, event, record);
      preempted |= change.out && change.preempted;
    }
  }
  EXPECT_TRUE(preempted);
}

TEST(TaskRecords, SwitchesOfACpuNameTheOtherTask) {
  NEEDS(Paranoid(0));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  Event event = OpenMapped(SideBand(PERFC_ATTR_CONTEXT_SWITCH), 64, -1, cpu);
  const uint32_t self = getpid();
  int outs = 0, ins = 0;
  for (const Record& record : During(event, PERFC_RECORD_SWITCH_CPU_WIDE, [] {
         for (int i = 0; i < 5; ++i) usleep(1000);
       })) {
    const auto change = Decode(perfc_decode_switch, event, record);
    const perfc_sample_id id = Trailer(event, record);
    EXPECT_EQ(1u, change.has_other);
    EXPECT_EQ(static_cast<uint32_t>(cpu), id.cpu);
    EXPECT_EQ(change.next_prev_tid == self, change.next_prev_pid == self);
    if (id.tid != self) continue;
    EXPECT_NE(self, change.next_prev_tid);
    (change.out ? outs : ins) += 1;
  }
  EXPECT_GE(outs, 5);
  EXPECT_GE(ins, 5);
}

}  // namespace
}  // namespace live
