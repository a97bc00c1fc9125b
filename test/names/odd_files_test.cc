// Files of sysfs and tracefs that go in circles, never end, or aren't files: a
// clear error, and no fd left open. They are this machine's own, because only a
// kernel has links and devices.
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "perfc/names.h"
#include "perfc/tracepoint.h"
#include "test/names/names.h"

namespace {

namespace fs = std::filesystem;

class OddFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(root_);
    names::WriteTree("amd", root_ + "/sys");
    names::WriteTracefs(root_ + "/tracing");
    const std::string sysfs = root_ + "/sys";
    const std::string tracefs = root_ + "/tracing";
    perfc_host_options options = {};
    options.size = sizeof options;
    options.sysfs = sysfs.c_str();
    options.tracefs = tracefs.c_str();
    ASSERT_EQ(perfc_host_create(&options, &host_, nullptr), 0);
    fds_ = OpenFds();
  }

  void TearDown() override {
    EXPECT_EQ(OpenFds(), fds_);
    perfc_host_destroy(host_);
    fs::remove_all(root_);
  }

  static long OpenFds() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), {});
  }

  // The path of a file below a PMU, which isn't there any more.
  fs::path Without(const std::string &file) {
    const fs::path path = root_ + "/sys/bus/event_source/devices/" + file;
    fs::remove(path);
    return path;
  }

  int Parse(const char *events) {
    perfc_specs *specs = nullptr;
    EXPECT_EQ(perfc_specs_create(host_, &specs, nullptr), 0);
    error_ = {};
    const int result = perfc_specs_parse(specs, events, 0, &error_);
    EXPECT_EQ(result < 0, error_.code < 0);
    perfc_specs_destroy(specs);
    return result;
  }

  int Lookup(const char *name) {
    perfc_tracepoint *tracepoint = nullptr;
    error_ = {};
    const int result =
        perfc_tracepoint_create(host_, name, &tracepoint, &error_);
    EXPECT_EQ(result == 0, tracepoint != nullptr);
    perfc_tracepoint_destroy(tracepoint);
    return result;
  }

  std::string Text() const { return scripted::TextOf(error_); }

  const std::string root_ =
      testing::TempDir() + "/odd_files." + std::to_string(getpid());
  perfc_host *host_ = nullptr;
  perfc_error error_ = {};
  long fds_ = 0;
};

TEST_F(OddFiles, AnEventThatIsALinkToItself) {
  fs::create_symlink("circle", Without("cpu/events/circle"));
  EXPECT_EQ(Parse("cpu/circle/"), -ELOOP);
  EXPECT_NE(Text().find("events/circle can't be read"), std::string::npos)
      << Text();
  EXPECT_EQ(Parse("page-faults"), 1) << Text();
}

TEST_F(OddFiles, AnEventThatNamesItself) {
  std::ofstream(Without("cpu/events/snake")) << "snake\n";
  EXPECT_EQ(Parse("cpu/snake/"), -EINVAL);
  EXPECT_NE(Text().find("snake"), std::string::npos) << Text();
}

TEST_F(OddFiles, FilesWithoutEnd) {
  fs::create_symlink("/dev/zero", Without("cpu/events/endless"));
  EXPECT_EQ(Parse("cpu/endless/"), -EFBIG);
  EXPECT_NE(Text().find("events/endless can't be read"), std::string::npos)
      << Text();
  const fs::path format = root_ + "/tracing/events/sched/sched_switch/format";
  fs::remove(format);
  fs::create_symlink("/dev/zero", format);
  EXPECT_EQ(Lookup("sched:sched_switch"), -EFBIG);
}

TEST_F(OddFiles, DirectoriesWhereFilesShouldBe) {
  fs::create_directory(Without("cpu/events/folder"));
  EXPECT_EQ(Parse("cpu/folder/"), -EISDIR);
  const fs::path format = root_ + "/tracing/events/sched/sched_switch/format";
  fs::remove(format);
  fs::create_directory(format);
  EXPECT_EQ(Lookup("sched:sched_switch"), -EISDIR);
}

TEST_F(OddFiles, APmuThatIsNoDirectory) {
  fs::remove_all(Without("cpu/type").parent_path());
  std::ofstream(root_ + "/sys/bus/event_source/devices/cpu") << "4\n";
  EXPECT_LT(Parse("cpu/event=1/"), 0);
  EXPECT_EQ(Parse("page-faults"), 1) << Text();
}

TEST_F(OddFiles, TracefsThatMayNotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read all; see lookup_test";
  fs::permissions(root_ + "/tracing", fs::perms::none);
  EXPECT_EQ(Lookup("sched:sched_switch"), -EACCES);
  EXPECT_EQ(Parse("sched:sched_switch"), -EACCES);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_TRACEFS_DENIED});
  fs::permissions(root_ + "/tracing", fs::perms::owner_all);
}

}  // namespace
