#include <sys/mman.h>

#include <filesystem>

#include "test/profile/synthesize/fake_tree.h"
#include "test/profile/synthesize/taken.h"

namespace perfc::profile::synthesize {
namespace {

constexpr uint32_t kTasks = PERFC_SYNTHESIZE_TASKS;
constexpr uint32_t kIds = PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_BUILD_IDS;

class TaskRecordsTest : public testing::Test {
 protected:
  std::vector<Taken> Take(const Plan& plan, uint32_t flags = kTasks,
                          std::vector<int32_t> pids = {}) {
    return TakeAll(Open(tree_.host(), plan, flags, pids).get());
  }
  // The types of the records.
  static std::vector<uint32_t> Types(const std::vector<Taken>& all) {
    std::vector<uint32_t> types;
    for (const Taken& taken : all) types.push_back(taken.type());
    return types;
  }

  FakeTree tree_;
};

perfc_record_task Fork(const Plan& plan, const Taken& taken) {
  perfc_record_task task = {};
  const perfc_record record = taken.record();
  EXPECT_EQ(perfc_decode_task(plan.get(), &record, &task, sizeof task), 0);
  return task;
}

std::string Comm(const Plan& plan, const Taken& taken) {
  perfc_record_comm comm = {};
  const perfc_record record = taken.record();
  EXPECT_EQ(perfc_decode_comm(plan.get(), &record, &comm, sizeof comm), 0);
  return std::to_string(comm.pid) + "/" + std::to_string(comm.tid) + " " +
         Text(record, comm.comm);
}

TEST_F(TaskRecordsTest, EachThreadHasForkAndComm) {
  tree_.Thread(5, 5, 1, "main");
  tree_.Thread(5, 9, 1, "worker");
  tree_.Thread(40, 40, 5, "child");
  const Plan plan;
  const std::vector<Taken> all = Take(plan);
  ASSERT_EQ(Types(all),
            std::vector<uint32_t>({PERFC_RECORD_FORK, PERFC_RECORD_COMM,
                                   PERFC_RECORD_FORK, PERFC_RECORD_COMM,
                                   PERFC_RECORD_FORK, PERFC_RECORD_COMM}));
  const uint32_t kExpected[][4] = {{5, 1, 5, 1}, {5, 5, 9, 5}, {40, 5, 40, 5}};
  for (size_t i = 0; i < 3; ++i) {
    const perfc_record_task task = Fork(plan, all[2 * i]);
    EXPECT_EQ(task.pid, kExpected[i][0]);
    EXPECT_EQ(task.ppid, kExpected[i][1]);
    EXPECT_EQ(task.tid, kExpected[i][2]);
    EXPECT_EQ(task.ptid, kExpected[i][3]);
    EXPECT_EQ(task.time, 0u);
    EXPECT_EQ(all[2 * i].stream.record.misc, PERFC_RECORD_MISC_FORK_EXEC);
    EXPECT_EQ(all[2 * i].stream.flags,
              uint32_t{PERFC_STREAM_RECORD_SYNTHESIZED});
  }
  EXPECT_EQ(Comm(plan, all[1]), "5/5 main");
  EXPECT_EQ(Comm(plan, all[3]), "5/9 worker");
  EXPECT_EQ(Comm(plan, all[5]), "40/40 child");
}

TEST_F(TaskRecordsTest, TrailersHaveTheThreadAndZeros) {
  tree_.Thread(5, 5, 1, "main");
  tree_.Thread(5, 9, 1, "worker");
  const Plan plan;
  const std::vector<Taken> all = Take(plan);
  ASSERT_EQ(all.size(), 4u);
  for (size_t i = 0; i < all.size(); ++i) {
    perfc_sample_id id = {};
    const perfc_record record = all[i].record();
    ASSERT_EQ(perfc_decode_sample_id(plan.get(), &record, &id, sizeof id), 0);
    EXPECT_EQ(id.present, Plan::kTrailer);
    EXPECT_EQ(id.pid, 5u);
    EXPECT_EQ(id.tid, i < 2 ? 5u : 9u);
    EXPECT_EQ(id.time, 0u);
    EXPECT_EQ(id.id, 0u);
    EXPECT_EQ(id.identifier, 0u);
    EXPECT_EQ(id.cpu, 0u);
  }
}

TEST_F(TaskRecordsTest, WithoutSampleIdAllThereAreNoTrailers) {
  tree_.Thread(5, 5, 1, "main");
  const Plan plan(0, Plan::kTrailer, 0);
  const std::vector<Taken> all = Take(plan);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].stream.record.size, 8 + 16 + 8);
  EXPECT_EQ(all[1].stream.record.size, 8 + 8 + 8);
}

TEST_F(TaskRecordsTest, CommsAreAsInTheKernelsRecords) {
  tree_.Thread(5, 5, 1, "a\nb c");
  tree_.Thread(6, 6, 1, "kworker/u8:0-events_unbound");
  tree_.Write("proc/7/task/7/status", "Tgid:\t7\nPPid:\t2\n");
  tree_.Write("proc/7/task/7/comm", "");
  const Plan plan;
  const std::vector<Taken> comms = Only(Take(plan), PERFC_RECORD_COMM);
  ASSERT_EQ(comms.size(), 3u);
  EXPECT_EQ(Comm(plan, comms[0]), "5/5 a\nb c");
  EXPECT_EQ(Comm(plan, comms[1]), "6/6 kworker/u8:0-ev");
  EXPECT_EQ(Comm(plan, comms[2]), "7/7 ");
}

TEST_F(TaskRecordsTest, ProcessesCanBeChosen) {
  for (int pid : {5, 6, 7}) tree_.Thread(pid, pid, 1, "x");
  const Plan plan;
  const std::vector<Taken> comms =
      Only(Take(plan, kTasks, {7, 5, 7, 99, -1, 0}), PERFC_RECORD_COMM);
  ASSERT_EQ(comms.size(), 2u);
  EXPECT_EQ(Comm(plan, comms[0]), "5/5 x");
  EXPECT_EQ(Comm(plan, comms[1]), "7/7 x");
}

// perf gives a thread that comes before the first one mappings of its own.
TEST_F(TaskRecordsTest, TheFirstThreadComesBeforeThoseWithLowerNumbers) {
  tree_.Thread(50, 50, 1, "main");
  for (int tid : {20, 30, 60}) tree_.Thread(50, tid, 1, "worker");
  const Plan plan;
  const std::vector<Taken> comms =
      Only(Take(plan, kTasks, {50}), PERFC_RECORD_COMM);
  ASSERT_EQ(comms.size(), 4u);
  EXPECT_EQ(Comm(plan, comms[0]), "50/50 main");
  EXPECT_EQ(Comm(plan, comms[1]), "50/20 worker");
  EXPECT_EQ(Comm(plan, comms[2]), "50/30 worker");
  EXPECT_EQ(Comm(plan, comms[3]), "50/60 worker");
}

TEST_F(TaskRecordsTest, TheProcessIsThatOfAThreadThatWasAskedFor) {
  // /proc has a directory for the thread's own number too.
  tree_.Write("proc/9/task/9/status", "Tgid:\t5\nPPid:\t1\n");
  tree_.Write("proc/9/task/9/comm", "worker\n");
  const Plan plan;
  const std::vector<Taken> all = Take(plan, kTasks, {9});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(Fork(plan, all[0]).pid, 5u);
  EXPECT_EQ(Fork(plan, all[0]).ppid, 5u);
  EXPECT_EQ(Comm(plan, all[1]), "5/9 worker");
}

TEST_F(TaskRecordsTest, TasksThatEndMeanwhileAreLeftOut) {
  for (int pid : {5, 6, 7, 8}) tree_.Thread(pid, pid, 1, "x");
  tree_.Thread(5, 50, 1, "thread");
  const Plan plan;
  auto source = Open(tree_.host(), plan, kTasks);
  perfc_stream_record record;
  ASSERT_EQ(source->NextRecords(&record, 1, nullptr), 1);
  tree_.Remove("proc/5/task/50");
  tree_.Remove("proc/6");
  tree_.Remove("proc/7/task/7/comm");
  // The reader checks the numbers of records from 0 on.
  std::vector<perfc_stream_record> rest(64);
  ASSERT_EQ(source->NextRecords(rest.data(), 64, nullptr), 3);
  EXPECT_EQ(rest[0].record.type, uint32_t{PERFC_RECORD_COMM});
  EXPECT_EQ(rest[1].record.type, uint32_t{PERFC_RECORD_FORK});
  EXPECT_EQ(source->NextRecords(rest.data(), 64, nullptr), -ESHUTDOWN);
  EXPECT_EQ(source->NextRecords(rest.data(), 64, nullptr), -ESHUTDOWN);
}

TEST_F(TaskRecordsTest, FilesThatArentUnderstoodAreLeftOut) {
  tree_.Thread(5, 5, 1, "x");
  for (const char* status :
       {"", "Tgid:\n", "PPid:\t1\n", "Tgid:\t5\n", "Tgid:\tx\nPPid:\t1\n",
        "Tgid:\t5\nPPid:\t99999999999\n"}) {
    tree_.Write("proc/5/task/5/status", status);
    EXPECT_TRUE(Take(Plan()).empty()) << status;
  }
}

TEST_F(TaskRecordsTest, NamespacesAreThereIfAnAttrAsksForThem) {
  tree_.Thread(5, 5, 1, "x");
  for (const char* name : {"net", "uts", "ipc", "pid", "user", "cgroup"}) {
    tree_.Write(std::string("proc/5/task/5/ns/") + name, "");
  }
  EXPECT_EQ(Take(Plan()).size(), 2u);
  const Plan plan(PERFC_ATTR_NAMESPACES);
  const std::vector<Taken> all = Take(plan);
  ASSERT_EQ(Types(all),
            std::vector<uint32_t>({PERFC_RECORD_FORK, PERFC_RECORD_NAMESPACES,
                                   PERFC_RECORD_COMM}));
  perfc_record_namespaces decoded = {};
  const perfc_record record = all[1].record();
  ASSERT_EQ(
      perfc_decode_namespaces(plan.get(), &record, &decoded, sizeof decoded),
      0);
  EXPECT_EQ(decoded.pid, 5u);
  EXPECT_EQ(decoded.tid, 5u);
  ASSERT_EQ(decoded.namespaces.count, 7u);
  const auto* spaces = static_cast<const perfc_namespace*>(perfc_record_range(
      &record, &decoded.namespaces, sizeof(perfc_namespace)));
  struct stat facts = {};
  ASSERT_EQ(stat(tree_.Path("proc/5/task/5/ns/pid").c_str(), &facts), 0);
  EXPECT_EQ(spaces[PERFC_PID_NS_INDEX].dev, facts.st_dev);
  EXPECT_EQ(spaces[PERFC_PID_NS_INDEX].ino, facts.st_ino);
  EXPECT_EQ(spaces[PERFC_MNT_NS_INDEX].ino, 0u);
}

TEST_F(TaskRecordsTest, ExecutableMappingsHaveMmap2) {
  tree_.Thread(5, 5, 1, "x");
  tree_.Thread(5, 6, 1, "y");
  tree_.Maps(5,
             "1000-3000 r--p 00000000 08:01 77      /bin/x\n"
             "3000-7000 r-xp 00002000 08:01 77      /bin/x\n"
             "garbage\n"
             "7000-8000 rw-p 00006000 08:01 77      /bin/x\n"
             "9000-a000 rwxp 00000000 00:00 0 \n"
             "b000-c000 --xs 00000000 fd:0a 99      /a b\\012c (deleted)\n"
             "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 "
             "[vsyscall]");
  const Plan plan;
  const std::vector<Taken> all = Take(plan);
  // They stand behind the COMM of the first thread.
  ASSERT_EQ(Types(all),
            std::vector<uint32_t>({PERFC_RECORD_FORK, PERFC_RECORD_COMM,
                                   PERFC_RECORD_MMAP2, PERFC_RECORD_MMAP2,
                                   PERFC_RECORD_MMAP2, PERFC_RECORD_MMAP2,
                                   PERFC_RECORD_FORK, PERFC_RECORD_COMM}));
  const perfc_record_mmap file = Mmap(plan, all[2]);
  EXPECT_EQ(file.pid, 5u);
  EXPECT_EQ(file.tid, 5u);
  EXPECT_EQ(file.addr, 0x3000u);
  EXPECT_EQ(file.len, 0x4000u);
  EXPECT_EQ(file.pgoff, 0x2000u);
  EXPECT_EQ(file.fields, uint32_t{PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_INODE});
  EXPECT_EQ(file.prot, uint32_t{PROT_READ | PROT_EXEC});
  EXPECT_EQ(file.flags, uint32_t{MAP_PRIVATE});
  EXPECT_EQ(file.maj, 8u);
  EXPECT_EQ(file.min, 1u);
  EXPECT_EQ(file.ino, 77u);
  EXPECT_EQ(file.ino_generation, 0u);
  EXPECT_EQ(all[2].stream.record.misc, PERFC_RECORD_MISC_USER);
  EXPECT_EQ(NameOf(plan, all[2]), "/bin/x");
  EXPECT_EQ(NameOf(plan, all[3]), "//anon");
  EXPECT_EQ(NameOf(plan, all[4]), "/a b\nc (deleted)");
  EXPECT_EQ(Mmap(plan, all[4]).flags, uint32_t{MAP_SHARED});
  EXPECT_EQ(Mmap(plan, all[4]).maj, 0xfdu);
  EXPECT_EQ(NameOf(plan, all[5]), "[vsyscall]");
  EXPECT_EQ(Mmap(plan, all[5]).addr, 0xffffffffff600000u);
}

TEST_F(TaskRecordsTest, DataMappingsAreThereIfAnAttrAsksForThem) {
  tree_.Thread(5, 5, 1, "x");
  tree_.Maps(5,
             "1000-3000 r--p 00000000 08:01 77 /bin/x\n"
             "3000-7000 r-xp 00002000 08:01 77 /bin/x\n"
             "7000-8000 ---p 00000000 00:00 0 \n"
             "8000-9000 rw-p 00000000 00:00 0 [heap]\n");
  const Plan plan(PERFC_ATTR_MMAP_DATA);
  const std::vector<Taken> maps = Only(Take(plan), PERFC_RECORD_MMAP2);
  ASSERT_EQ(maps.size(), 3u);
  const uint16_t kData = PERFC_RECORD_MISC_USER | PERFC_RECORD_MISC_MMAP_DATA;
  EXPECT_EQ(maps[0].stream.record.misc, kData);
  EXPECT_EQ(maps[1].stream.record.misc, PERFC_RECORD_MISC_USER);
  EXPECT_EQ(maps[2].stream.record.misc, kData);
  EXPECT_EQ(NameOf(plan, maps[2]), "[heap]");
}

TEST_F(TaskRecordsTest, ManyMappingsGoThroughSmallMemory) {
  tree_.Thread(5, 5, 1, "x");
  std::string maps;
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    char line[128];
    snprintf(line, sizeof line, "%x000-%x000 r-xp 00000000 08:01 %d /f%d\n",
             2 * i + 1, 2 * i + 2, i + 1, i);
    maps += line;
  }
  tree_.Maps(5, maps);
  const Plan plan;
  for (uint32_t at_once : {1u, 7u, 100000u}) {
    const std::vector<Taken> all =
        TakeAll(Open(tree_.host(), plan, kTasks).get(), at_once);
    ASSERT_EQ(all.size(), kCount + 2u);
    EXPECT_EQ(NameOf(plan, all[kCount + 1]), "/f19999");
    EXPECT_EQ(Mmap(plan, all[2]).ino, 1u);
  }
}

TEST_F(TaskRecordsTest, LongNamesAreCutAsTheKernelDoes) {
  tree_.Thread(5, 5, 1, "x");
  std::string escaped;
  for (int i = 0; i < 3000; ++i) escaped += "\\012";
  tree_.Maps(5, "1000-2000 r-xp 0 08:01 7 /" + std::string(4094, 'x') +
                    "\n2000-3000 r-xp 0 08:01 8 /" + std::string(4095, 'x') +
                    "\n3000-4000 r-xp 0 08:01 9 /" + escaped +
                    "\n4000-5000 r-xp 0 08:01 9 /" + std::string(40000, 'x') +
                    "\n5000-6000 r-xp 0 08:01 9 /last\n");
  const Plan plan;
  const std::vector<Taken> maps = Only(Take(plan), PERFC_RECORD_MMAP2);
  ASSERT_EQ(maps.size(), 4u);
  EXPECT_EQ(NameOf(plan, maps[0]).size(), 4095u);
  EXPECT_EQ(NameOf(plan, maps[1]), "//toolong");
  EXPECT_EQ(NameOf(plan, maps[2]), "/" + std::string(3000, '\n'));
  EXPECT_EQ(NameOf(plan, maps[3]), "/last");
}

TEST_F(TaskRecordsTest, MappingsThatMayNotBeReadLeaveTheComm) {
  tree_.Thread(5, 5, 1, "x");
  tree_.Directory("proc/5/task/5/maps");  // reading it is an error
  EXPECT_EQ(Take(Plan()).size(), 2u);
}

TEST_F(TaskRecordsTest, BuildIdsTakeThePlaceOfInodes) {
  tree_.Write("object", ElfFile('a'));
  tree_.Write("other", ElfFile('b'));
  tree_.Thread(5, 5, 1, "x");
  const std::string a = tree_.Path("object");
  const std::string b = tree_.Path("other");
  tree_.Maps(5, "1000-2000 r-xp 0 " + MapsIdentity(a) + " " + a + "\n" +
                    "2000-3000 r-xp 0 " + MapsIdentity(a) + " " + a + "\n" +
                    "3000-4000 r-xp 0 " + MapsIdentity(b) + " " + b + "\n" +
                    "4000-5000 r-xp 0 08:01 77 /somewhere/else\n" +
                    "5000-6000 r-xp 0 " + MapsIdentity(a) + " " + b + "\n");
  const Plan plan(PERFC_ATTR_BUILD_ID);
  const std::vector<Taken> maps = Only(Take(plan, kIds), PERFC_RECORD_MMAP2);
  ASSERT_EQ(maps.size(), 5u);
  const char kExpected[] = {'a', 'a', 'b'};
  for (size_t i = 0; i < 3; ++i) {
    const perfc_record_mmap mmap = Mmap(plan, maps[i]);
    EXPECT_EQ(maps[i].stream.record.misc,
              PERFC_RECORD_MISC_USER | PERFC_RECORD_MISC_MMAP_BUILD_ID);
    EXPECT_EQ(mmap.fields,
              uint32_t{PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_BUILD_ID});
    ASSERT_EQ(mmap.build_id_size, 20u);
    EXPECT_EQ(mmap.build_id[19], kExpected[i]);
    EXPECT_EQ(mmap.prot, uint32_t{PROT_READ | PROT_EXEC});
  }
  EXPECT_EQ(NameOf(plan, maps[2]), b);
  // Files that aren't there, or aren't the ones.
  for (size_t i : {3, 4}) {
    EXPECT_EQ(maps[i].stream.record.misc, PERFC_RECORD_MISC_USER);
    EXPECT_NE(Mmap(plan, maps[i]).ino, 0u);
  }
  // Nobody asked.
  EXPECT_EQ(Mmap(plan, Only(Take(plan), PERFC_RECORD_MMAP2)[0]).fields,
            uint32_t{PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_INODE});
}

TEST_F(TaskRecordsTest, ABuildIdIsLookedForInEachProcessAnew) {
  tree_.Write("object", ElfFile('a'));
  const std::string path = tree_.Path("object");
  const std::string identity = MapsIdentity(path);
  for (int pid : {5, 6}) {
    tree_.Thread(pid, pid, 1, "x");
    tree_.Maps(pid, "1000-2000 r-xp 0 " + identity + " " + path + "\n");
  }
  const Plan plan(PERFC_ATTR_BUILD_ID);
  auto source = Open(tree_.host(), plan, kIds);
  std::vector<perfc_stream_record> records(3);
  ASSERT_EQ(source->NextRecords(records.data(), 3, nullptr), 3);
  EXPECT_NE(records[2].record.misc & PERFC_RECORD_MISC_MMAP_BUILD_ID, 0);
  tree_.Remove("object");
  ASSERT_EQ(source->NextRecords(records.data(), 3, nullptr), 3);
  EXPECT_EQ(records[2].record.misc, PERFC_RECORD_MISC_USER);
}

TEST_F(TaskRecordsTest, CgroupsAreThereIfAnAttrAsksForThem) {
  tree_.Directory("cg roup/system/inner");
  tree_.Directory("cg roup/user");
  tree_.Write("cg roup/cgroup.procs", "");
  const std::string mount = tree_.Path("cg\\040roup");
  tree_.Write("proc/self/mounts",
              "proc /proc proc rw 0 0\n"
              "cgroup /none cgroup rw,cpu 0 0\n"
              "cgroup2 " +
                  mount +
                  " cgroup2 rw,nosuid 0 0\n"
                  "cgroup2 /elsewhere cgroup2 rw 0 0\n");
  EXPECT_TRUE(Take(Plan()).empty());
  const Plan plan(PERFC_ATTR_CGROUP);
  const std::vector<Taken> all = Take(plan);
  const char* kPaths[] = {"/", "/system", "/system/inner", "/user"};
  ASSERT_EQ(all.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    perfc_record_cgroup cgroup = {};
    const perfc_record record = all[i].record();
    ASSERT_EQ(perfc_decode_cgroup(plan.get(), &record, &cgroup, sizeof cgroup),
              0);
    EXPECT_EQ(Text(record, cgroup.path), kPaths[i]);
    struct stat facts = {};
    ASSERT_EQ(
        stat(tree_.Path("cg roup" + std::string(kPaths[i])).c_str(), &facts),
        0);
    EXPECT_EQ(cgroup.id, facts.st_ino);
  }
}

TEST_F(TaskRecordsTest, TheHierarchyOfPerfEventV1ComesBeforeV2) {
  tree_.Directory("v1/a");
  tree_.Directory("v2/b");
  tree_.Write("proc/self/mounts",
              "c " + tree_.Path("v2") + " cgroup2 rw 0 0\n" + "c " +
                  tree_.Path("v1") + " cgroup rw,perf_event 0 0\n");
  const Plan plan(PERFC_ATTR_CGROUP);
  const std::vector<Taken> all = Take(plan);
  ASSERT_EQ(all.size(), 2u);
  perfc_record_cgroup cgroup = {};
  const perfc_record record = all[1].record();
  ASSERT_EQ(perfc_decode_cgroup(plan.get(), &record, &cgroup, sizeof cgroup),
            0);
  EXPECT_EQ(Text(record, cgroup.path), "/a");
}

}  // namespace
}  // namespace perfc::profile::synthesize
