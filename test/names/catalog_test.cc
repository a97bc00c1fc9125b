// perfc_catalog: everything that has a name.

#include <cerrno>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "perfc/names.h"
#include "test/names/names.h"

namespace {

using std::string;

struct Destroy {
  void operator()(perfc_catalog *list) const { perfc_catalog_destroy(list); }
};
using List = std::unique_ptr<perfc_catalog, Destroy>;

class CatalogTest : public names::NamesTest {
 protected:
  List Make(uint32_t kinds) {
    perfc_catalog *list = nullptr;
    EXPECT_EQ(perfc_catalog_create(&host_, kinds, &list, &error_), 0) << Text();
    return List(list);
  }
  static std::map<string, perfc_catalog_entry> Entries(const List &list) {
    std::map<string, perfc_catalog_entry> entries;
    for (int i = 0; i < perfc_catalog_count(list.get()); ++i) {
      perfc_catalog_entry entry = {};
      EXPECT_EQ(perfc_catalog_get(list.get(), static_cast<uint32_t>(i), &entry,
                                  sizeof entry),
                0);
      entries[entry.name] = entry;
    }
    return entries;
  }
};

TEST_F(CatalogTest, EachKindByItself) {
  Use("intel_hybrid");
  const struct {
    uint32_t kind;
    const char *name;
    const char *absent;
  } kinds[] = {
      {PERFC_CATALOG_HARDWARE, "cycles", "cs"},
      {PERFC_CATALOG_SOFTWARE, "cs", "cycles"},
      {PERFC_CATALOG_CACHE, "L1-dcache-load-misses", "iTLB-stores"},
      {PERFC_CATALOG_TOOL, "duration_time", "dummy"},
      {PERFC_CATALOG_PMU, "cpu_core", "cpu_core/cpu-cycles/"},
      {PERFC_CATALOG_PMU_EVENT, "cpu_core/cpu-cycles/", "cpu_core"},
      {PERFC_CATALOG_TRACEPOINT, "sched:sched_switch", "sched:enable"},
  };
  for (const auto &kind : kinds) {
    const List list = Make(kind.kind);
    const auto entries = Entries(list);
    ASSERT_EQ(entries.count(kind.name), 1u) << kind.name;
    EXPECT_EQ(entries.at(kind.name).kind, kind.kind);
    EXPECT_EQ(entries.count(kind.absent), 0u) << kind.absent;
  }
  EXPECT_EQ(perfc_catalog_count(Make(0).get()), 0);
}

TEST_F(CatalogTest, TellsWhatSysfsSays) {
  Use("amd");
  const List list = Make(PERFC_CATALOG_ALL);
  const auto entries = Entries(list);
  EXPECT_STREQ(entries.at("power/energy-pkg/").unit, "Joules");
  EXPECT_STREQ(entries.at("power/energy-pkg/").pmu, "power");
  EXPECT_STREQ(entries.at("power/energy-pkg/").description, "event=0x02");
  EXPECT_EQ(entries.at("power/energy-pkg/").scale,
            2.3283064365386962890625e-10);
  EXPECT_EQ(entries.at("cpu-cycles").scale, 1);
  EXPECT_STREQ(entries.at("cpu").description,
               "type 4; cmask=config:24-31 edge=config:18 "
               "event=config:0-7,32-35 inv=config:23 umask=config:8-15; "
               "caps branches=16 max_precise=0");
  EXPECT_STREQ(entries.at("amd_l3").description,
               "type 13; counts no tasks, on CPUs 0-1; coreid=config:42-44 "
               "enallcores=config:47 enallslices=config:46 event=config:0-7 "
               "sliceid=config:48-50 threadmask=config:56-57 "
               "umask=config:8-15");
  EXPECT_STREQ(entries.at("cpu-cycles").description, "cycles");
  EXPECT_EQ(entries.count("power/energy-pkg.unit/"), 0u);
}

TEST_F(CatalogTest, TellsHowManyAddressFiltersThereAre) {
  Use("arm_big_little");
  const List list = Make(PERFC_CATALOG_PMU);
  const string words = Entries(list).at("cs_etm").description;
  EXPECT_NE(words.find("; address filters: 8"), string::npos) << words;
}

TEST_F(CatalogTest, EveryNameIsAnEventString) {
  for (const char *tree : {"amd", "intel_hybrid", "arm_big_little"}) {
    perfc_specs_destroy(specs_);
    specs_ = nullptr;
    Use(tree);
    const List list = Make(PERFC_CATALOG_ALL & ~PERFC_CATALOG_PMU);
    for (const auto &[name, entry] : Entries(list)) {
      EXPECT_GE(Parse(name), 1) << tree << ": " << Text();
    }
  }
}

TEST_F(CatalogTest, WritesNoMoreThanTheCallersSize) {
  Use("amd");
  const List list = Make(PERFC_CATALOG_HARDWARE);
  perfc_catalog_entry entry = {};
  entry.name = "mine";
  ASSERT_EQ(perfc_catalog_get(list.get(), 0, &entry, 4), 0);
  EXPECT_EQ(entry.kind, uint32_t{PERFC_CATALOG_HARDWARE});
  EXPECT_STREQ(entry.name, "mine");
}

TEST_F(CatalogTest, WrongArguments) {
  perfc_catalog *none = nullptr;
  perfc_catalog_entry entry;
  EXPECT_EQ(perfc_catalog_create(&host_, 1, nullptr, &error_), -EINVAL);
  EXPECT_EQ(perfc_catalog_create(&host_, 0x80, &none, &error_), -EINVAL);
  EXPECT_EQ(perfc_catalog_count(nullptr), -EINVAL);
  EXPECT_EQ(perfc_catalog_get(nullptr, 0, &entry, sizeof entry), -EINVAL);
  const List list = Make(PERFC_CATALOG_TOOL);
  EXPECT_EQ(perfc_catalog_get(list.get(), 3, &entry, sizeof entry), -EINVAL);
  EXPECT_EQ(perfc_catalog_get(list.get(), 0, nullptr, 0), -EINVAL);
  perfc_catalog_destroy(nullptr);
}

TEST_F(CatalogTest, EachFailingCallIsToldOrGoneRound) {
  Use("arm_big_little");
  for (int n = 1;; ++n) {
    system_.FailAny(EIO, n);
    perfc_catalog *list = nullptr;
    const int result =
        perfc_catalog_create(&host_, PERFC_CATALOG_ALL, &list, &error_);
    const bool failed = system_.failed();
    system_.FailAny(0, 0);
    EXPECT_EQ(result, failed ? -EIO : 0) << n << Text();
    EXPECT_EQ(result == 0, list != nullptr);
    perfc_catalog_destroy(list);
    ASSERT_EQ(system_.open_fds(), 0u);
    if (!failed) break;
  }
}

}  // namespace
