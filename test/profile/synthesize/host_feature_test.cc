#include "impl/profile/synthesize/host_feature.h"

#include <sys/utsname.h>
#include <time.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "perfc/attr.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"
#include "test/profile/synthesize/fake_tree.h"

namespace perfc::profile::synthesize {
namespace {

// Reads a feature number by number.
class Content {
 public:
  explicit Content(const format::Builder& built)
      : bytes_(reinterpret_cast<const char*>(built.data()), built.size()) {}

  uint64_t Number(size_t size) {
    uint64_t value = 0;
    EXPECT_LE(at_ + size, bytes_.size());
    if (at_ + size <= bytes_.size()) memcpy(&value, &bytes_[at_], size);
    at_ += size;
    return value;
  }
  uint32_t U32() { return static_cast<uint32_t>(Number(4)); }
  uint64_t U64() { return Number(8); }
  // perf's strings: a length that is a multiple of 64, and NULs.
  std::string String() {
    const uint32_t size = U32();
    EXPECT_EQ(size % 64, 0u);
    EXPECT_LE(at_ + size, bytes_.size());
    if (at_ + size > bytes_.size()) return "";
    const std::string text = bytes_.substr(at_, size);
    at_ += size;
    EXPECT_EQ(text.back(), '\0');
    return text.c_str();
  }
  bool AtEnd() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

class HostFeatureTest : public testing::Test {
 protected:
  // The feature, which must be there.
  Content Get(uint32_t feature) {
    format::Builder out;
    EXPECT_EQ(HostFeature(tree_.host(), feature, &out), 0);
    return Content(out);
  }
  void ExpectNone(uint32_t feature) {
    format::Builder out;
    EXPECT_EQ(HostFeature(tree_.host(), feature, &out), -ENODATA);
    EXPECT_EQ(out.size(), 0u);
  }
  void Cpus(const std::string& present, const std::string& online) {
    tree_.Write(kCpu + "present", present + "\n");
    tree_.Write(kCpu + "online", online + "\n");
  }
  void Topology(int cpu, const std::string& name, const std::string& value) {
    tree_.Write(kCpu + "cpu" + std::to_string(cpu) + "/topology/" + name,
                value + "\n");
  }

  const std::string kCpu = "sys/devices/system/cpu/";
  FakeTree tree_;
};

TEST_F(HostFeatureTest, NamesComeFromUname) {
  utsname names;
  ASSERT_EQ(uname(&names), 0);
  EXPECT_EQ(Get(PERFC_FEATURE_HOSTNAME).String(), names.nodename);
  EXPECT_EQ(Get(PERFC_FEATURE_OSRELEASE).String(), names.release);
  EXPECT_EQ(Get(PERFC_FEATURE_ARCH).String(), names.machine);
}

TEST_F(HostFeatureTest, TheVersionIsThatOfTheLibrary) {
  EXPECT_EQ(Get(PERFC_FEATURE_VERSION).String(),
            "perfc " + std::to_string(PERFC_VERSION_MAJOR) + "." +
                std::to_string(PERFC_VERSION_MINOR) + "." +
                std::to_string(PERFC_VERSION_PATCH));
}

TEST_F(HostFeatureTest, AnEmptyTreeTellsNothing) {
  for (uint32_t feature = 0; feature < 300; ++feature) {
    if (feature >= PERFC_FEATURE_HOSTNAME && feature <= PERFC_FEATURE_ARCH) {
      continue;
    }
    ExpectNone(feature);
  }
}

TEST_F(HostFeatureTest, NrCpusIsTheHighestPresentCpuAndThoseOnLine) {
  Cpus("0-2,5", "0,5");
  Content content = Get(PERFC_FEATURE_NRCPUS);
  EXPECT_EQ(content.U32(), 6u);
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, ListsOfCpusAreBounded) {
  for (const char* list : {"0-4294967295", "0-65536", "x", "1-0", "0-65535,0-1",
                           "18446744073709551616", "0-", "1 2"}) {
    Cpus(list, "0");
    ExpectNone(PERFC_FEATURE_NRCPUS);
  }
}

TEST_F(HostFeatureTest, CpuDescIsSqueezed) {
  tree_.Write("proc/cpuinfo",
              "processor\t: 0\nmodel\t\t: 85\n"
              "model name\t: Intel(R)  Xeon(R) CPU \t @ 2.00GHz  \n\n"
              "processor\t: 1\nmodel name\t: other\n");
  EXPECT_EQ(Get(PERFC_FEATURE_CPUDESC).String(),
            "Intel(R) Xeon(R) CPU @ 2.00GHz");
}

TEST_F(HostFeatureTest, CpuIdOfX86) {
  tree_.Write("proc/cpuinfo",
              "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
              "model\t\t: 85\nmodel name\t: Xeon\nstepping\t: 4\n");
  EXPECT_EQ(Get(PERFC_FEATURE_CPUID).String(), "GenuineIntel,6,85,4");
}

TEST_F(HostFeatureTest, CpuIdOfArm64IsTheFirstMidr) {
  tree_.Write("proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd0c\n");
  Cpus("0-1", "0-1");
  tree_.Write(kCpu + "cpu1/regs/identification/midr_el1",
              "0x00000000410fd0c0\n");
  EXPECT_EQ(Get(PERFC_FEATURE_CPUID).String(), "0x00000000410fd0c0");
}

TEST_F(HostFeatureTest, CpuIdOfRiscv) {
  tree_.Write("proc/cpuinfo",
              "processor\t: 0\nhart\t\t: 0\nmvendorid\t: 0x489\n"
              "marchid\t\t: 0x8000000000000007\nmimpid\t\t: 0x20181004\n");
  EXPECT_EQ(Get(PERFC_FEATURE_CPUID).String(),
            "0x489-0x8000000000000007-0x20181004");
}

TEST_F(HostFeatureTest, TotalMemIsInKb) {
  tree_.Write("proc/meminfo", "MemFree: 1 kB\nMemTotal:    8052148 kB\n");
  Content content = Get(PERFC_FEATURE_TOTAL_MEM);
  EXPECT_EQ(content.U64(), 8052148u);
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, CmdlineHasEachArgument) {
  const std::string arguments("perfc\0record\0\0-a b\0", 18);
  tree_.Write("proc/self/cmdline", arguments);
  Content content = Get(PERFC_FEATURE_CMDLINE);
  EXPECT_EQ(content.U32(), 4u);
  EXPECT_EQ(content.String(), "perfc");
  EXPECT_EQ(content.String(), "record");
  EXPECT_EQ(content.String(), "");
  EXPECT_EQ(content.String(), "-a b");
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, CpuTopologyHasEachListOnceAndEachCpu) {
  Cpus("0-2", "0-1");
  for (int cpu : {0, 1}) {
    Topology(cpu, "package_cpus_list", "0-1");
    Topology(cpu, "core_cpus_list", std::to_string(cpu));
    Topology(cpu, "core_id", std::to_string(4 + cpu));
    Topology(cpu, "physical_package_id", "7");
  }
  Content content = Get(PERFC_FEATURE_CPU_TOPOLOGY);
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.String(), "0-1");
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.String(), "0");
  EXPECT_EQ(content.String(), "1");
  for (uint32_t expected : {4u, 7u, 5u, 7u}) EXPECT_EQ(content.U32(), expected);
  // CPU 2 is off line.
  EXPECT_EQ(content.U32(), PERFC_NO_CPU_NUMBER);
  EXPECT_EQ(content.U32(), PERFC_NO_CPU_NUMBER);
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, CpuTopologyKnowsTheOldNames) {
  Cpus("0", "0");
  Topology(0, "core_siblings_list", "0");
  Topology(0, "thread_siblings_list", "0");
  Content content = Get(PERFC_FEATURE_CPU_TOPOLOGY);
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.String(), "0");
}

#ifdef __x86_64__
TEST_F(HostFeatureTest, CpuTopologyHasDies) {
  Cpus("0-1", "0-1");
  for (int cpu : {0, 1}) {
    Topology(cpu, "package_cpus_list", "0-1");
    Topology(cpu, "core_cpus_list", "0-1");
    Topology(cpu, "die_cpus_list", std::to_string(cpu));
    Topology(cpu, "die_id", std::to_string(8 + cpu));
  }
  Content content = Get(PERFC_FEATURE_CPU_TOPOLOGY);
  for (int lists = 0; lists < 2; ++lists) {
    EXPECT_EQ(content.U32(), 1u);
    EXPECT_EQ(content.String(), "0-1");
  }
  for (int number = 0; number < 4; ++number) content.U32();
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.String(), "0");
  EXPECT_EQ(content.String(), "1");
  EXPECT_EQ(content.U32(), 8u);
  EXPECT_EQ(content.U32(), 9u);
  EXPECT_TRUE(content.AtEnd());
}
#endif

TEST_F(HostFeatureTest, NumaTopologyHasMemoryAndCpusOfEachNode) {
  tree_.Write("sys/devices/system/node/online", "0,2\n");
  for (int node : {0, 2}) {
    const std::string directory =
        "sys/devices/system/node/node" + std::to_string(node) + "/";
    tree_.Write(directory + "meminfo",
                "\nNode 0 MemTotal:   1000 kB\nNode 0 MemFree:  500 kB\n"
                "Node 0 HugePages_Total: 0\n");
    tree_.Write(directory + "cpulist", node ? "\n" : "0-3\n");
  }
  Content content = Get(PERFC_FEATURE_NUMA_TOPOLOGY);
  EXPECT_EQ(content.U32(), 2u);
  for (uint32_t node : {0u, 2u}) {
    EXPECT_EQ(content.U32(), node);
    EXPECT_EQ(content.U64(), 1000u);
    EXPECT_EQ(content.U64(), 500u);
    EXPECT_EQ(content.String(), node ? "" : "0-3");
  }
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, MemTopologyIsABitmapOfBlocks) {
  tree_.Write("sys/devices/system/memory/block_size_bytes", "8000000\n");
  for (const char* name : {"memory0", "memory1", "memory70", "cpu0", "power"}) {
    tree_.Directory(std::string("sys/devices/system/node/node3/") + name);
  }
  Content content = Get(PERFC_FEATURE_MEM_TOPOLOGY);
  EXPECT_EQ(content.U64(), 1u);
  EXPECT_EQ(content.U64(), 0x8000000u);
  EXPECT_EQ(content.U64(), 1u);
  EXPECT_EQ(content.U64(), 3u);
  EXPECT_EQ(content.U64(), 71u);
  EXPECT_EQ(content.U64(), 71u);
  EXPECT_EQ(content.U64(), 3u);
  EXPECT_EQ(content.U64(), uint64_t{1} << 6);
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, MemTopologyIsBounded) {
  tree_.Write("sys/devices/system/memory/block_size_bytes", "8000000\n");
  tree_.Directory("sys/devices/system/node/node0/memory4294967295");
  ExpectNone(PERFC_FEATURE_MEM_TOPOLOGY);
}

TEST_F(HostFeatureTest, CachesAreThereOnceInTheOrderOfLevels) {
  Cpus("0-1", "0-1");
  for (int cpu : {0, 1}) {
    for (int index : {0, 1}) {
      const std::string directory = kCpu + "cpu" + std::to_string(cpu) +
                                    "/cache/index" + std::to_string(index) +
                                    "/";
      const bool shared = index == 0;
      tree_.Write(directory + "level", shared ? "3\n" : "1\n");
      tree_.Write(directory + "coherency_line_size", "64\n");
      tree_.Write(directory + "number_of_sets", "128\n");
      tree_.Write(directory + "ways_of_associativity", "8\n");
      tree_.Write(directory + "type", shared ? "Unified\n" : "Data\n");
      tree_.Write(directory + "size", "32K\n");
      tree_.Write(directory + "shared_cpu_list",
                  shared ? "0-1\n" : std::to_string(cpu) + "\n");
    }
  }
  // A cache that isn't told whole.
  tree_.Write(kCpu + "cpu1/cache/index2/level", "2\n");
  Content content = Get(PERFC_FEATURE_CACHE);
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.U32(), 3u);
  for (const char* cpus : {"0", "1", "0-1"}) {
    const bool shared = cpus[1] != '\0';
    EXPECT_EQ(content.U32(), shared ? 3u : 1u);
    EXPECT_EQ(content.U32(), 64u);
    EXPECT_EQ(content.U32(), 128u);
    EXPECT_EQ(content.U32(), 8u);
    EXPECT_EQ(content.String(), shared ? "Unified" : "Data");
    EXPECT_EQ(content.String(), "32K");
    EXPECT_EQ(content.String(), cpus);
  }
  EXPECT_TRUE(content.AtEnd());
  Content line = Get(PERFC_FEATURE_CLN_SIZE);
  EXPECT_EQ(line.U32(), 64u);
  EXPECT_TRUE(line.AtEnd());
}

class PmusTest : public HostFeatureTest {
 protected:
  void Pmu(const std::string& name, const std::string& file,
           const std::string& content) {
    tree_.Write("sys/bus/event_source/devices/" + name + "/" + file, content);
  }
};

TEST_F(PmusTest, CorePmusComeFirst) {
  Pmu("breakpoint", "type", "5\n");
  Pmu("cpu", "type", "4\n");
  Pmu("without_type", "events/x", "event=1\n");
  Pmu("armv8", "type", "8\n");
  Pmu("armv8", "cpus", "0-3\n");
  Content content = Get(PERFC_FEATURE_PMU_MAPPINGS);
  EXPECT_EQ(content.U32(), 3u);
  EXPECT_EQ(content.U32(), 8u);
  EXPECT_EQ(content.String(), "armv8");
  EXPECT_EQ(content.U32(), 4u);
  EXPECT_EQ(content.String(), "cpu");
  EXPECT_EQ(content.U32(), 5u);
  EXPECT_EQ(content.String(), "breakpoint");
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(PmusTest, CapsOfCpuAreAFeatureOfTheirOwn) {
  Pmu("cpu", "caps/branches", "32\n");
  Pmu("cpu", "caps/pmu_name", "skylake\n");
  Pmu("intel_pt", "caps/cr3_filtering", "1\n");
  Pmu("software", "type", "1\n");
  Content cpu = Get(PERFC_FEATURE_CPU_PMU_CAPS);
  EXPECT_EQ(cpu.U32(), 2u);
  EXPECT_EQ(cpu.String(), "branches");
  EXPECT_EQ(cpu.String(), "32");
  EXPECT_EQ(cpu.String(), "pmu_name");
  EXPECT_EQ(cpu.String(), "skylake");
  EXPECT_TRUE(cpu.AtEnd());
  Content others = Get(PERFC_FEATURE_PMU_CAPS);
  EXPECT_EQ(others.U32(), 1u);
  EXPECT_EQ(others.U32(), 1u);
  EXPECT_EQ(others.String(), "cr3_filtering");
  EXPECT_EQ(others.String(), "1");
  EXPECT_EQ(others.String(), "intel_pt");
  EXPECT_TRUE(others.AtEnd());
}

TEST_F(PmusTest, AHybridMachineHasSeveralCorePmus) {
  Pmu("cpu_core", "cpus", "0-7\n");
  ExpectNone(PERFC_FEATURE_HYBRID_TOPOLOGY);
  Pmu("cpu_atom", "cpus", "8-15\n");
  Pmu("uncore_imc", "cpumask", "0\n");
  Content content = Get(PERFC_FEATURE_HYBRID_TOPOLOGY);
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.String(), "cpu_atom");
  EXPECT_EQ(content.String(), "8-15");
  EXPECT_EQ(content.String(), "cpu_core");
  EXPECT_EQ(content.String(), "0-7");
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, DomainsHaveNamesSinceVersion17) {
  tree_.Write("proc/schedstat",
              "version 17\ntimestamp 4295\ncpu0 0 0 0\n"
              "domain0 SMT 00000000,00000003 1 2\n"
              "domain1 MC 80000001,0000000b 1 2\ncpu1 0 0\n");
  Content content = Get(PERFC_FEATURE_CPU_DOMAIN_INFO);
  EXPECT_EQ(content.U32(), 17u);
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.U32(), 0u);
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.U32(), 0u);
  EXPECT_EQ(content.String(), "SMT");
  EXPECT_EQ(content.String(), "00000000,00000003");
  EXPECT_EQ(content.String(), "0-1");
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.String(), "MC");
  EXPECT_EQ(content.String(), "80000001,0000000b");
  EXPECT_EQ(content.String(), "0-1,3,32,63");
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.U32(), 0u);
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, DomainsHadNoNamesBefore) {
  tree_.Write("proc/schedstat", "version 15\ncpu0 0 0\ndomain0 f 1\n");
  Content content = Get(PERFC_FEATURE_CPU_DOMAIN_INFO);
  for (uint32_t expected : {15u, 1u, 0u, 1u, 0u}) {
    EXPECT_EQ(content.U32(), expected);
  }
  EXPECT_EQ(content.String(), "f");
  EXPECT_EQ(content.String(), "0-3");
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, DomainsThatArentUnderstoodAreNone) {
  for (const char* lines :
       {"", "version x\n", "version 15\n", "version 15\ndomain0 f\n",
        "version 15\ncpu0\ndomain0 xyz\n", "version 15\ncpu0\ndomain0 ,\n",
        "version 15\ncpu0\ndomain99999 f\n", "version 15\ncpux\n"}) {
    tree_.Write("proc/schedstat", lines);
    ExpectNone(PERFC_FEATURE_CPU_DOMAIN_INFO);
  }
}

TEST_F(HostFeatureTest, EMachineIsThatOfThisProgram) {
  tree_.Link("proc/self/exe", "/proc/self/exe");
  Content content = Get(PERFC_FEATURE_E_MACHINE);
#ifdef __x86_64__
  EXPECT_EQ(content.U32(), 62u);
#else
  EXPECT_NE(content.U32(), 0u);
#endif
  content.U32();
  EXPECT_TRUE(content.AtEnd());
}

TEST_F(HostFeatureTest, FilesThatAreTooLongAreRefused) {
  tree_.Write("proc/self/cmdline", std::string((1 << 20) + 1, 'x'));
  ExpectNone(PERFC_FEATURE_CMDLINE);
}

TEST_F(HostFeatureTest, AFifoDoesntBlock) {
  ASSERT_EQ(mkfifo(tree_.Path("proc/meminfo").c_str(), 0600), 0);
  ExpectNone(PERFC_FEATURE_TOTAL_MEM);
}

TEST(EventDesc, HasAttrsOfOneLengthNamesAndIds) {
  perfc_plan* plan;
  ASSERT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr), 0);
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  const uint64_t ids[] = {7, 8, 9};
  ASSERT_EQ(perfc_plan_add_attr(plan, &attr, 64, ids, 2, nullptr), 0);
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS;
  ASSERT_EQ(perfc_plan_add_attr(plan, &attr, 112, ids + 2, 1, nullptr), 1);
  format::Builder out;
  ASSERT_EQ(EventDesc(nullptr, plan, &out), 0);
  perfc_plan_destroy(plan);

  Content content(out);
  EXPECT_EQ(content.U32(), 2u);
  EXPECT_EQ(content.U32(), 112u);
  const char* kNames[] = {"cpu-clock", "page-faults"};
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(content.U32(), uint32_t{PERFC_TYPE_SOFTWARE});
    EXPECT_NE(content.U32(), 0u);
    for (int rest = 8; rest < 112; rest += 8) content.U64();
    EXPECT_EQ(content.U32(), i == 0 ? 2u : 1u);
    EXPECT_EQ(content.String(), kNames[i]);
    for (uint32_t id = 0; id < (i == 0 ? 2 : 1); ++id) {
      EXPECT_EQ(content.U64(), ids[2 * i + id]);
    }
  }
  EXPECT_TRUE(content.AtEnd());
}

TEST(Clocks, AreReadAtOneMoment) {
  format::Builder out;
  ASSERT_EQ(ClockData(CLOCK_MONOTONIC, &out), 0);
  Content content(out);
  EXPECT_EQ(content.U32(), 1u);
  EXPECT_EQ(content.U32(), static_cast<uint32_t>(CLOCK_MONOTONIC));
  EXPECT_GT(content.U64(), 0u);
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const uint64_t ns = content.U64();
  EXPECT_GT(ns, 0u);
  EXPECT_LE(ns, static_cast<uint64_t>(now.tv_sec) * 1000000000 +
                    static_cast<uint64_t>(now.tv_nsec));
  EXPECT_TRUE(content.AtEnd());

  ASSERT_EQ(ClockId(CLOCK_MONOTONIC, &out), 0);
  Content resolution(out);
  EXPECT_GT(resolution.U64(), 0u);
  EXPECT_TRUE(resolution.AtEnd());
}

TEST(Clocks, AnUnknownOneHasNoData) {
  format::Builder out;
  EXPECT_EQ(ClockData(99, &out), -ENODATA);
  EXPECT_EQ(ClockId(99, &out), -ENODATA);
}

}  // namespace
}  // namespace perfc::profile::synthesize
