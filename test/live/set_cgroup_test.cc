// Sets over cgroups of both versions.

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

constexpr int kCapSysAdmin = 21;

// Of a line of /proc/cgroups: 0 is cgroup v2's hierarchy. -1: no controller.
int HierarchyOfPerfEvent() {
  std::istringstream lines(ReadFile("/proc/cgroups"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name;
    int hierarchy = -1;
    if (fields >> name >> hierarchy && name == "perf_event") return hierarchy;
  }
  return -1;
}

// A mount in a directory of its own, gone at the end.
class Mount {
 public:
  Mount(const char* type, const char* options)
      : path_(testing::TempDir() + "perfc_cgroup") {
    mkdir(path_.c_str(), 0755);
    mounted_ = mount("none", path_.c_str(), type, 0, options) == 0;
    EXPECT_TRUE(mounted_) << strerror(errno);
  }
  ~Mount() {
    if (mounted_) {
      EXPECT_EQ(0, umount(path_.c_str())) << strerror(errno);
    }
    rmdir(path_.c_str());
  }
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool mounted_;
};

// A cgroup with one process in it.
class Group {
 public:
  Group(const std::string& mount, int pid) : path_(mount + "/perfc_live") {
    EXPECT_EQ(0, mkdir(path_.c_str(), 0755)) << strerror(errno);
    std::ofstream(path_ + "/cgroup.procs") << pid << std::flush;
  }
  ~Group() { Remove(); }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  const std::string& path() const { return path_; }
  // Once it is empty; a process leaves it a moment after its end.
  bool Remove() {
    for (int i = 0; i < 1000; ++i) {
      if (rmdir(path_.c_str()) == 0 || errno == ENOENT) return true;
      usleep(1000);
    }
    return false;
  }

 private:
  std::string path_;
};

// The calls of what is in the cgroup count, and no others.
void ExpectCounts(const std::string& mount, const std::string& name) {
  Child child([] { Getppid(700); });
  Group group(mount, child.pid());
  Specs specs;
  Set set(specs.Add(Tracepoint("syscalls:sys_enter_getppid"), "getppid"),
          OfCgroup(name), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  EXPECT_GE(set.members().size(), AllowedCpus().size());
  Getppid(50);
  child.Go();
  EXPECT_TRUE(child.Wait());
  EXPECT_EQ(700u, set.Total());
}

TEST(SetCgroup, OfVersion2) {
  NEEDS(Perfmon(), Tracefs(), That(HasCapability(kCapSysAdmin), "must mount"),
        That(HierarchyOfPerfEvent() == 0,
             "the perf_event controller isn't cgroup v2's"));
  const Mount mount("cgroup2", "");
  // In the hierarchy, and as a directory.
  ExpectCounts(mount.path(), "/perfc_live");
  ExpectCounts(mount.path(), "perfc_live");
}

TEST(SetCgroup, OfVersion1) {
  NEEDS(Perfmon(), Tracefs(), That(HasCapability(kCapSysAdmin), "must mount"),
        That(HierarchyOfPerfEvent() == 0,
             "the perf_event controller isn't cgroup v2's"));
  {
    const Mount mount("cgroup", "perf_event");
    EXPECT_NE(0, HierarchyOfPerfEvent());
    ExpectCounts(mount.path(), "/perfc_live");
    ExpectCounts(mount.path(), mount.path() + "/perfc_live");
  }
  // The kernel gives the controller back to v2 as the last mount goes, unless
  // cgroups that were removed are still being freed: then the next time.
  for (int i = 0; i < 100 && HierarchyOfPerfEvent() != 0; ++i) {
    usleep(100000);
    if (HierarchyOfPerfEvent() != 0) {
      const Mount again("cgroup", "perf_event");
    }
  }
  EXPECT_EQ(0, HierarchyOfPerfEvent());
}

TEST(SetCgroup, ThatIsntThereOrHasGone) {
  NEEDS(Perfmon(), That(HasCapability(kCapSysAdmin), "must mount"),
        That(HierarchyOfPerfEvent() == 0,
             "the perf_event controller isn't cgroup v2's"));
  const Mount mount("cgroup2", "");
  const std::set<std::string> before = OpenFds();
  Specs specs;
  specs.Add(Software(PERFC_COUNT_SW_CPU_CLOCK), "cpu-clock");
  {
    Set set(specs, OfCgroup("/perfc_live"));
    EXPECT_EQ(-ENOENT, set.result());
    EXPECT_EQ(uint32_t{PERFC_RULE_CGROUP}, set.error().rule);
    EXPECT_NE(std::string::npos, set.text().find("no cgroup perfc_live"))
        << set.text();
  }
  {
    Child child([] {});
    Group group(mount.path(), child.pid());
    Set set(specs, OfCgroup("/perfc_live"), PERFC_SET_OPEN_START);
    ASSERT_EQ(0, set.result()) << set.text();
    child.Go();
    EXPECT_TRUE(child.Wait());
    EXPECT_TRUE(group.Remove());
    // What was opened stays.
    EXPECT_EQ(0, perfc_set_disable(set));
    for (const perfc_member& member : set.members()) {
      EXPECT_NE(nullptr, member.event);
    }
  }
  EXPECT_EQ(before, OpenFds());
}

}  // namespace
}  // namespace live
