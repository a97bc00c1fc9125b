// The real machine's state, as far as it is the same everywhere.
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "test/profile/synthesize/fake_tree.h"
#include "test/profile/synthesize/taken.h"

namespace perfc::profile::synthesize {
namespace {

std::vector<Taken> TakeOwn(const Plan& plan, uint32_t flags) {
  return TakeAll(Open(nullptr, plan, flags, {getpid()}).get());
}

TEST(ThisProcess, ItsThreadsHaveTheirNames) {
  std::atomic<int> tid{0};
  std::atomic<bool> done{false};
  std::thread other([&] {
    prctl(PR_SET_NAME, "other one");
    tid = static_cast<int>(syscall(SYS_gettid));
    while (!done) sched_yield();
  });
  while (tid == 0) sched_yield();
  const Plan plan;
  const std::vector<Taken> comms =
      Only(TakeOwn(plan, PERFC_SYNTHESIZE_TASKS), PERFC_RECORD_COMM);
  done = true;
  other.join();
  bool found = false;
  for (const Taken& taken : comms) {
    perfc_record_comm comm = {};
    const perfc_record record = taken.record();
    ASSERT_EQ(perfc_decode_comm(plan.get(), &record, &comm, sizeof comm), 0);
    EXPECT_EQ(comm.pid, static_cast<uint32_t>(getpid()));
    if (comm.tid != static_cast<uint32_t>(tid)) continue;
    EXPECT_EQ(Text(record, comm.comm), "other one");
    found = true;
  }
  EXPECT_TRUE(found);
  EXPECT_GE(comms.size(), 2u);
}

// The build id of the program, from its memory.
int FindOwn(dl_phdr_info* info, size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const std::string notes(
        reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr),
        segment.p_memsz);
    const size_t found = notes.find(std::string("\x03\0\0\0GNU\0", 8));
    if (found == std::string::npos) continue;
    uint32_t size;
    memcpy(&size, &notes[found - 4], 4);
    *static_cast<std::string*>(out) = notes.substr(found + 8, size);
  }
  return 1;  // The program itself comes first.
}

TEST(ThisProcess, ItsProgramHasItsBuildId) {
  std::string expected;
  dl_iterate_phdr(FindOwn, &expected);
  if (expected.empty()) GTEST_SKIP() << "linked without a build id";
  const Plan plan(PERFC_ATTR_BUILD_ID);
  const auto here = reinterpret_cast<uintptr_t>(&TakeOwn);
  bool found = false;
  for (const Taken& taken :
       Only(TakeOwn(plan, PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_BUILD_IDS),
            PERFC_RECORD_MMAP2)) {
    const perfc_record_mmap mmap = Mmap(plan, taken);
    if (here < mmap.addr || here - mmap.addr >= mmap.len) continue;
    ASSERT_NE(mmap.fields & PERFC_MMAP_HAS_BUILD_ID, 0u);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(mmap.build_id),
                          mmap.build_id_size),
              expected);
    found = true;
  }
  EXPECT_TRUE(found);
}

// A file that is mapped while the test runs.
class MappedHere {
 public:
  explicit MappedHere(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY);
    EXPECT_GE(fd, 0);
    at_ = mmap(nullptr, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    close(fd);
  }
  ~MappedHere() {
    if (ok()) munmap(at_, 1);
  }
  MappedHere(const MappedHere&) = delete;
  MappedHere& operator=(const MappedHere&) = delete;

  // False: the directory is mounted noexec.
  bool ok() const { return at_ != MAP_FAILED; }

  // Its record: the name, and the build id's first byte; 0: no build id.
  std::string name;
  char Id() {
    const Plan plan(PERFC_ATTR_BUILD_ID);
    for (const Taken& taken : Only(
             TakeOwn(plan, PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_BUILD_IDS),
             PERFC_RECORD_MMAP2)) {
      const perfc_record_mmap mmap = Mmap(plan, taken);
      if (mmap.addr != reinterpret_cast<uintptr_t>(at_)) continue;
      name = NameOf(plan, taken);
      return mmap.build_id_size ? static_cast<char>(mmap.build_id[0]) : '\0';
    }
    ADD_FAILURE() << "the mapping has no record";
    return '\0';
  }

 private:
  void* at_;
};

TEST(ThisProcess, AMappedFileWithANewlineHasItsName) {
  FakeTree tree;
  tree.Write("two\nlines", ElfFile('n'));
  MappedHere mapped(tree.Path("two\nlines"));
  if (!mapped.ok()) GTEST_SKIP() << "noexec";
  EXPECT_EQ(mapped.Id(), 'n');
  EXPECT_EQ(mapped.name, tree.Path("two\nlines"));
}

TEST(ThisProcess, AFileThatWasReplacedNeverHasTheNewOnesId) {
  FakeTree tree;
  tree.Write("object", ElfFile('o'));
  tree.Write("new", ElfFile('n'));
  MappedHere mapped(tree.Path("object"));
  if (!mapped.ok()) GTEST_SKIP() << "noexec";
  std::filesystem::rename(tree.Path("new"), tree.Path("object"));
  const char id = mapped.Id();
  // Only the kernel can still tell it: Linux 6.11, or CAP_CHECKPOINT_RESTORE.
  EXPECT_TRUE(id == 'o' || id == '\0') << id;
  EXPECT_EQ(mapped.name, tree.Path("object") + " (deleted)");
}

TEST(ThisProcess, AFileThatWasMadeAnewNeverGivesItsId) {
  FakeTree tree;
  tree.Write("object", ElfFile('o'));
  MappedHere mapped(tree.Path("object"));
  if (!mapped.ok()) GTEST_SKIP() << "noexec";
  tree.Remove("object");
  tree.Write("object", ElfFile('n'));  // may have the same inode number
  const char id = mapped.Id();
  EXPECT_TRUE(id == 'o' || id == '\0') << id;
}

TEST(ThisMachine, EveryRecordDecodes) {
  const Plan plan(PERFC_ATTR_BUILD_ID | PERFC_ATTR_NAMESPACES |
                  PERFC_ATTR_CGROUP | PERFC_ATTR_MMAP_DATA);
  auto source = Open(nullptr, plan,
                     PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_KERNEL |
                         PERFC_SYNTHESIZE_FACTS | PERFC_SYNTHESIZE_BUILD_IDS);
  size_t comms = 0;
  for (const Taken& taken : TakeAll(source.get())) {
    if (taken.type() == PERFC_RECORD_HEADER_FEATURE) continue;
    perfc_sample_id id = {};
    const perfc_record record = taken.record();
    EXPECT_EQ(perfc_decode_sample_id(plan.get(), &record, &id, sizeof id), 0);
    EXPECT_EQ(record.size % 8, 0);
    if (taken.type() == PERFC_RECORD_MMAP2) {
      EXPECT_FALSE(NameOf(plan, taken).empty());
    }
    comms += taken.type() == PERFC_RECORD_COMM;
  }
  EXPECT_GE(comms, 1u);
}

}  // namespace
}  // namespace perfc::profile::synthesize
