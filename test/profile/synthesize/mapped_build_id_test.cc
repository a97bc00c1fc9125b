#include "impl/profile/synthesize/mapped_build_id.h"

#include <fcntl.h>
#include <link.h>
#include <linux/fs.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "test/profile/synthesize/fake_tree.h"

namespace perfc::profile::synthesize {
namespace {

// The build id's bytes; "" if there is none.
std::string IdOf(const perfc_host* host, const MappedFile& file) {
  uint8_t id[20];
  uint32_t size = 0;
  const int result = MappedBuildId(host, file, id, &size);
  if (result == -ENODATA) return "";
  EXPECT_EQ(result, 0);
  return std::string(reinterpret_cast<char*>(id), size);
}

class MappedBuildIdTest : public testing::Test {
 protected:
  // A mapping of the file that lies at `path` now.
  MappedFile Mapped(const std::string& path) {
    struct stat facts = {};
    EXPECT_EQ(stat(path.c_str(), &facts), 0);
    MappedFile file;
    file.path = path;
    file.maj = major(facts.st_dev);
    file.min = minor(facts.st_dev);
    file.ino = facts.st_ino;
    return file;
  }
  std::string Id(const MappedFile& file) { return IdOf(tree_.host(), file); }

  FakeTree tree_;
  const std::string kA = std::string(20, 'a');
  const std::string path_ = tree_.Path("object");
};

TEST_F(MappedBuildIdTest, IsThatOfTheFile) {
  tree_.Write("object", ElfFile('a'));
  EXPECT_EQ(Id(Mapped(path_)), kA);
}

TEST_F(MappedBuildIdTest, AnotherFileInItsPlaceHasNone) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  tree_.Write("new", ElfFile('b'));
  std::filesystem::rename(tree_.Path("new"), path_);
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, TheDeviceCounts) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  ++file.min;
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, TheGenerationCountsWhereItIsTold) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  const int fd = open(path_.c_str(), O_RDONLY);
  uint32_t generation[2] = {};
  const bool told = ioctl(fd, FS_IOC_GETVERSION, generation) == 0;
  close(fd);
  if (!told || generation[0] == 0) {
    file.generation = 1;
    EXPECT_EQ(Id(file), told ? "" : kA);
    return;
  }
  file.generation = generation[0];
  EXPECT_EQ(Id(file), kA);
  ++file.generation;
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, WithoutAnInodeNothingIsProven) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file;
  file.path = path_;
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, OnlyRegularFilesAreOpened) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(Id(Mapped(path_)), "");
  EXPECT_EQ(Id(Mapped("/dev/null")), "");
  EXPECT_EQ(Id(Mapped("/")), "");
}

TEST_F(MappedBuildIdTest, NamesThatArentPathsHaveNone) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  for (absl::string_view name :
       {absl::string_view("//anon"), absl::string_view("[heap]"),
        absl::string_view(""), absl::string_view("object"),
        absl::string_view("/object\0x", 9)}) {
    file.path = name;
    EXPECT_EQ(Id(file), "") << name;
  }
}

TEST_F(MappedBuildIdTest, OtherFilesHaveNone) {
  tree_.Write("object", "no ELF file");
  EXPECT_EQ(Id(Mapped(path_)), "");
}

TEST_F(MappedBuildIdTest, ThePathIsThatOfTheProcessesRoot) {
  if (syscall(SYS_openat2, -1, "", nullptr, 0) < 0 && errno == ENOSYS) {
    GTEST_SKIP() << "needs openat2, which came with Linux 5.6";
  }
  tree_.Write("container/bin/prog", ElfFile('a'));
  tree_.Link("container/abs", "/bin/prog");
  tree_.Link("proc/7/root", tree_.Path("container"));
  MappedFile file = Mapped(tree_.Path("container/bin/prog"));
  file.path = "/bin/prog";
  EXPECT_EQ(Id(file), "");
  file.pid = 7;
  EXPECT_EQ(Id(file), kA);
  // An absolute link is one of the container.
  file.path = "/abs";
  EXPECT_EQ(Id(file), kA);
  file.path = "/../../../bin/prog";
  EXPECT_EQ(Id(file), kA);
}

TEST_F(MappedBuildIdTest, AProcessThatIsGoneLeavesOurOwnRoot) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  file.pid = 7;
  EXPECT_EQ(Id(file), kA);
}

TEST_F(MappedBuildIdTest, TheKernelsOwnLinkComesFirst) {
  tree_.Write("object", ElfFile('a'));
  MappedFile file = Mapped(path_);
  file.path = "/deleted (deleted)";
  file.pid = 7;
  EXPECT_EQ(Id(file), "");
  file.start = 0x1000;
  file.end = 0x5000;
  tree_.Link("proc/7/map_files/1000-5000", path_);
  EXPECT_EQ(Id(file), kA);
  // The range may have another file by now.
  tree_.Remove("proc/7/map_files/1000-5000");
  tree_.Write("new", ElfFile('b'));
  tree_.Link("proc/7/map_files/1000-5000", tree_.Path("new"));
  EXPECT_EQ(Id(file), "");
  file.path = path_;
  EXPECT_EQ(Id(file), kA);
}

TEST_F(MappedBuildIdTest, OfTheKernel) {
  tree_.Write("sys/kernel/notes", BuildIdNotes('k'));
  MappedFile file;
  file.kernel = true;
  for (const char* name : {"[kernel.kallsyms]", "[kernel.kallsyms]_text"}) {
    file.path = name;
    EXPECT_EQ(Id(file), std::string(20, 'k'));
  }
  file.path = "[guest.kernel.kallsyms]";
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, OfAModuleByAnyOfItsNames) {
  tree_.Write("sys/module/virtio_net/notes/.note.gnu.build-id",
              BuildIdNotes('m'));
  MappedFile file;
  file.kernel = true;
  for (const char* name :
       {"[virtio_net]", "/lib/modules/6.1.0/kernel/drivers/net/virtio-net.ko",
        "/lib/modules/6.1.0/virtio_net.ko.xz", "virtio_net.ko.zst"}) {
    file.path = name;
    EXPECT_EQ(Id(file), std::string(20, 'm')) << name;
  }
}

TEST_F(MappedBuildIdTest, AModulesNameLeadsNowhereElse) {
  tree_.Write("sys/secret/notes/.note.gnu.build-id", BuildIdNotes('s'));
  tree_.Write("sys/notes/.note.gnu.build-id", BuildIdNotes('s'));
  tree_.Directory("sys/module/x");
  MappedFile file;
  file.kernel = true;
  for (const char* name : {"[../secret]", "[..]", "[]", "[x/../../secret]",
                           "/..ko", "/.ko", "/lib/vmlinux", "[", ""}) {
    file.path = name;
    EXPECT_EQ(Id(file), "") << name;
  }
  const std::string longest = "[" + std::string(300, 'x') + "]";
  file.path = longest;
  EXPECT_EQ(Id(file), "");
}

TEST_F(MappedBuildIdTest, TheVdsoIsReadInItsProcess) {
  const std::string memory = std::string(4096, '\0') + ElfFile('v');
  tree_.Write("proc/7/mem", memory);
  MappedFile file;
  file.path = "[vdso]";
  file.pid = 7;
  file.start = 4096;
  file.end = 4096 + 8192;
  EXPECT_EQ(Id(file), std::string(20, 'v'));
  file.pid = 8;
  EXPECT_EQ(Id(file), "");
  file.pid = 7;
  file.end = file.start;
  EXPECT_EQ(Id(file), "");
  file.end = uint64_t{1} << 40;
  EXPECT_EQ(Id(file), "");
}

TEST(ThisMachine, AProcessThatIsGoneHadOurVdso) {
  if (getauxval(AT_SYSINFO_EHDR) == 0) GTEST_SKIP() << "no vDSO";
  std::ifstream maps("/proc/self/maps");
  std::string line;
  MappedFile file;
  file.path = "[vdso]";
  while (std::getline(maps, line)) {
    if (line.find("[vdso]") == std::string::npos) continue;
    unsigned long start;
    unsigned long end;
    ASSERT_EQ(sscanf(line.c_str(), "%lx-%lx", &start, &end), 2);
    file.start = start;
    file.end = end;
  }
  ASSERT_NE(file.end, 0u);
  const std::string own = IdOf(nullptr, file);
  EXPECT_NE(own, "");
  file.pid = getpid();
  EXPECT_EQ(IdOf(nullptr, file), own);
  // A 32-bit process's vDSO is another one, and so is one of another size.
  file.pid = -1;
  file.end += 4096;
  EXPECT_EQ(IdOf(nullptr, file), "");
  file.end = file.end - file.start - 4096 + 0x10000;
  file.start = 0x10000;
  EXPECT_EQ(IdOf(nullptr, file), "");
}

TEST(ThisMachine, ThisProgramsFileIsProven) {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  ASSERT_GT(size, 0);
  struct stat facts = {};
  ASSERT_EQ(stat("/proc/self/exe", &facts), 0);
  MappedFile file;
  file.path = {path, static_cast<size_t>(size)};
  file.pid = getpid();
  file.maj = major(facts.st_dev);
  file.min = minor(facts.st_dev);
  file.ino = facts.st_ino;
  uint8_t id[20];
  uint32_t id_size;
  const int result = MappedBuildId(nullptr, file, id, &id_size);
  EXPECT_TRUE(result == 0 || result == -ENODATA);
  file.ino += 1;
  EXPECT_EQ(MappedBuildId(nullptr, file, id, &id_size), -ENODATA);
}

}  // namespace
}  // namespace perfc::profile::synthesize
