// Groups whose CPU goes offline and comes back, and groups of new threads: in
// each format of a read, over one PMU and several, whoever leads.

#include <optional>
#include <string>
#include <vector>

#include "events.h"
#include "gtest/gtest.h"
#include "hotplug.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
constexpr uint64_t kGroup = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
constexpr uint32_t kBrokenUp = PERFC_QUALITY_UNGROUPED | PERFC_QUALITY_PARTIAL;
constexpr int kPages = 40;

// What counts pages that are touched, and what counts anything.
constexpr char kFaults[] = "page-faults";
constexpr char kOther[] = "other";

// Opens groups of software alone and, where the CPU has a PMU, with its events.
// Its counters are enough for all of them at once.
class Groups {
 public:
  explicit Groups(uint64_t read_format) : format_(read_format) {
    const perfc_attr faults = Software(PERFC_COUNT_SW_PAGE_FAULTS);
    const perfc_attr clock = Software(PERFC_COUNT_SW_CPU_CLOCK);
    const perfc_attr minor = Software(PERFC_COUNT_SW_PAGE_FAULTS_MIN);
    Add({clock, faults});
    Add({faults, clock});
    Add({faults, minor});
    if (!HardwarePmu().empty()) return;
    const perfc_attr cycles =
        Attr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
    const perfc_attr instructions =
        Attr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS);
    Add({cycles, faults});
    Add({faults, cycles});
    Add({instructions, clock, faults});
  }

  operator const perfc_specs*() const { return specs_; }  // NOLINT
  int size() const { return size_; }

 private:
  void Add(const std::vector<perfc_attr>& group) {
    const auto leader = static_cast<uint32_t>(size_);
    for (size_t i = 0; i < group.size(); ++i) {
      perfc_attr attr = group[i];
      attr.read_format = format_;
      const bool is_faults = attr.type == PERFC_TYPE_SOFTWARE &&
                             attr.config == PERFC_COUNT_SW_PAGE_FAULTS;
      specs_.Add(attr, is_faults ? kFaults : kOther,
                 i == 0 ? PERFC_SPEC_NO_LEADER : leader);
      ++size_;
    }
  }

  uint64_t format_;
  Specs specs_;
  int size_ = 0;
};

void Touch() {
  Pages pages(kPages);
  pages.TouchAll();
}

void TouchOnTheCpu() {
  const Pinned pinned(kLeavingCpu);
  Touch();
}

class HotplugGroups : public testing::TestWithParam<uint64_t> {
 protected:
  bool has_times() const { return GetParam() & kTimes; }
  bool is_group() const { return GetParam() & PERFC_FORMAT_GROUP; }

  std::vector<perfc_count> Read(perfc_set* set) {
    std::vector<perfc_count> counts(
        static_cast<size_t>(perfc_set_member_count(set)));
    EXPECT_EQ(static_cast<int>(counts.size()),
              perfc_set_read(set, counts.data(), sizeof(perfc_count),
                             static_cast<uint32_t>(counts.size())));
    return counts;
  }

  // The counts of one CPU, or of one thread, are there, and their quality is
  // this beside EXACT.
  template <typename Belongs>
  void ExpectCounts(const Set& set, Belongs belongs, uint32_t quality) {
    const std::vector<perfc_member> members = set.members();
    const std::vector<perfc_count> counts = Read(set);
    const uint32_t exact = has_times() ? PERFC_QUALITY_EXACT : 0;
    int seen = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!belongs(members[i])) continue;
      ++seen;
      perfc_spec spec = {};
      ASSERT_EQ(0, perfc_specs_get(perfc_set_specs(set), members[i].spec, &spec,
                                   sizeof spec));
      SCOPED_TRACE("member " + std::to_string(i) + ", " + spec.name);
      const bool is_faults = spec.name == std::string(kFaults);
      EXPECT_LE(is_faults ? uint64_t{kPages} : 1, counts[i].raw);
      EXPECT_EQ(exact | quality, counts[i].quality);
    }
    EXPECT_LT(0, seen);
  }

  void ExpectOnTheCpu(const Set& set, uint32_t quality) {
    const auto belongs = [](const perfc_member& member) {
      return member.cpu == kLeavingCpu;
    };
    ExpectCounts(set, belongs, quality);
  }
};

TEST_P(HotplugGroups, ReadOnAndCountAgainAfterARefresh) {
  NEEDS(Paranoid(0), Hotplug());
  const Groups groups(GetParam());
  const Set set(groups, OnCpus(), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  TouchOnTheCpu();
  ExpectOnTheCpu(set, 0);
  const uint32_t broken_up = is_group() ? kBrokenUp : 0;
  const uint32_t offline = PERFC_QUALITY_OFFLINE | PERFC_QUALITY_PARTIAL;
  {
    const Offline gone;
    ExpectOnTheCpu(set, broken_up);
    EXPECT_EQ(groups.size(), perfc_set_update(set, 0, nullptr));
    ExpectOnTheCpu(set, broken_up | offline);
  }
  ExpectOnTheCpu(set, broken_up | offline);
  EXPECT_EQ(groups.size(),
            perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
  TouchOnTheCpu();
  ExpectOnTheCpu(set, 0);
  // Away and back between two looks, and what was counted before is gone.
  { const Offline unseen; }
  ExpectOnTheCpu(set, broken_up);
  EXPECT_EQ(groups.size(),
            perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
  TouchOnTheCpu();
  ExpectOnTheCpu(set, 0);
}

TEST_P(HotplugGroups, ResetReachesTheMembersOfABrokenGroup) {
  NEEDS(Paranoid(0), Hotplug());
  const Groups groups(GetParam());
  const Set set(groups, OnCpus(std::to_string(kLeavingCpu).c_str()),
                PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  TouchOnTheCpu();
  { const Offline unseen; }
  ASSERT_EQ(0, perfc_set_reset(set));
  for (const perfc_count& count : Read(set)) EXPECT_EQ(0u, count.raw);
}

TEST_P(HotplugGroups, OfNewThreadsCount) {
  NEEDS(Paranoid(2));
  const Groups groups(GetParam());
  const Set set(groups, OfTasks(PERFC_TARGET_PROCESS, 0), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  Worker worker(Touch);
  EXPECT_LE(groups.size(),
            perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
  worker.Work();
  const auto belongs = [&](const perfc_member& member) {
    return member.pid == worker.tid();
  };
  ExpectCounts(set, belongs, 0);
}

INSTANTIATE_TEST_SUITE_P(Formats, HotplugGroups,
                         testing::Values(kTimes | kGroup, kGroup, kTimes));

TEST(Hotplug, AGroupOfEventsIsReadOneByOneOnceItIsBrokenUp) {
  NEEDS(Paranoid(0), Hotplug());
  perfc_attr attr = Software(PERFC_COUNT_SW_CPU_CLOCK);
  attr.read_format = kTimes | kGroup;
  const Event leader = Open(attr, -1, kLeavingCpu);
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS;
  const Event sibling = Open(attr, -1, kLeavingCpu, leader);
  perfc_count counts[2];
  std::optional<Offline> gone;
  Measure(leader, {leader, sibling}, counts, [&] {
    TouchOnTheCpu();
    gone.emplace();
  });
  for (const perfc_count& count : counts) {
    EXPECT_EQ(PERFC_QUALITY_EXACT | kBrokenUp, count.quality);
    EXPECT_LT(0u, count.raw);
  }
  EXPECT_NE(counts[0].id, counts[1].id);
  EXPECT_LE(uint64_t{kPages}, counts[1].raw);
  perfc_count own = {};
  ASSERT_EQ(0, perfc_read(sibling, &own, sizeof own));
  EXPECT_EQ(counts[1].raw, own.raw);
}

}  // namespace
}  // namespace live
