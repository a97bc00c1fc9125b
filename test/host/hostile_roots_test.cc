// Roots that somebody else fills, as a container's under /proc/PID/root.

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/names.h"
#include "perfc/set.h"
#include "perfc/uapi.h"

namespace {

namespace fs = std::filesystem;

class HostileRoots : public ::testing::Test {
 protected:
  HostileRoots() {
    fs::create_directories(root_ / "proc/self");
    fs::create_directories(root_ / "sys/bus/event_source/devices/pmu");
    fs::create_directories(root_ / "cgroup");
    const std::string sysfs = root_ / "sys", procfs = root_ / "proc";
    perfc_host_options options = {};
    options.size = sizeof options;
    options.sysfs = sysfs.c_str();
    options.procfs = procfs.c_str();
    EXPECT_EQ(perfc_host_create(&options, &host_, nullptr), 0);
  }
  ~HostileRoots() {
    perfc_host_destroy(host_);
    fs::remove_all(root_);
  }

  int OpenCgroup(const char *path, perfc_error *error) {
    perfc_specs *specs = nullptr;
    EXPECT_EQ(perfc_specs_create(host_, &specs, nullptr), 0);
    perfc_attr attr = {};
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.config = PERFC_COUNT_SW_DUMMY;
    EXPECT_EQ(perfc_specs_add(specs, &attr, sizeof attr, "dummy",
                              PERFC_SPEC_NO_LEADER, nullptr),
              0);
    perfc_target target = {};
    target.size = sizeof target;
    target.kind = PERFC_TARGET_CGROUP;
    target.cgroup = path;
    target.cpus = "0";
    perfc_set *set = nullptr;
    const int result =
        perfc_set_open(host_, specs, &target, nullptr, &set, error);
    perfc_set_close(set);
    perfc_specs_destroy(specs);
    return result;
  }

  const fs::path root_ =
      fs::path(testing::TempDir()) / ("roots" + std::to_string(getpid()));
  perfc_host *host_ = nullptr;
};

TEST_F(HostileRoots, AFifoInPlaceOfAFileHoldsNobodyUp) {
  const fs::path type = root_ / "sys/bus/event_source/devices/pmu/type";
  ASSERT_EQ(mkfifo(type.c_str(), 0600), 0);
  EXPECT_EQ(perfc_host_pmu_type(host_, "pmu", nullptr), -ENOENT);
}

TEST_F(HostileRoots, AFileWithoutAnEndIsReadToItsLimit) {
  fs::create_symlink("/dev/zero",
                     root_ / "sys/bus/event_source/devices/pmu/type");
  EXPECT_EQ(perfc_host_pmu_type(host_, "pmu", nullptr), -EFBIG);
}

TEST_F(HostileRoots, ALinkInPlaceOfACgroupIsntFollowed) {
  std::ofstream(root_ / "proc/self/mounts")
      << "cgroup2 " << (root_ / "cgroup").string() << " cgroup2 rw 0 0\n";
  fs::create_directory(root_ / "elsewhere");
  fs::create_directory_symlink(root_ / "elsewhere", root_ / "cgroup/web");
  perfc_error error = {};
  EXPECT_EQ(OpenCgroup("/web", &error), -ENOTDIR);
  EXPECT_EQ(error.call, uint32_t{PERFC_CALL_OPEN});
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_CGROUP});
}

}  // namespace
