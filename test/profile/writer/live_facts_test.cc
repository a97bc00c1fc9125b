// Records of this machine bring its facts, and build ids of its files.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <fstream>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::File;
using perf_file::ParseFile;

// An executable mapping of this process's libc.
encoder::Mmap2 LibcMap() {
  encoder::Mmap2 map;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uint64_t start, end, offset, inode;
    unsigned major, minor;
    char access[5], path[4096] = "";
    if (sscanf(
            line.c_str(),
            "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %4095s",
            &start, &end, access, &offset, &major, &minor, &inode, path) == 8 &&
        access[2] == 'x' &&
        std::string(path).find("libc") != std::string::npos) {
      map.pid = map.tid = static_cast<uint32_t>(getpid());
      map.addr = start;
      map.len = end - start;
      map.pgoff = offset;
      map.maj = major;
      map.min = minor;
      map.ino = inode;
      map.filename = path;
    }
  }
  return map;
}

File Write(const Plan &plan, const Records &records, uint32_t strip,
           uint32_t flags, perfc_writer_result *result) {
  Directory directory;
  Writer writer(directory / "f", flags, 0, strip);
  writer.Write(records);
  *result = writer.Finish();
  (void)plan;
  return ParseFile(directory / "f");
}

TEST(LiveFacts, HostNameAndBuildIdsAreThoseOfThisMachine) {
  const encoder::Mmap2 map = LibcMap();
  ASSERT_NE(map.filename, "");
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, map, 1, 1, 2, 0, PERFC_NO_POSITION).Sample(plan, 1, 2);
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  for (const uint32_t flags : {0, PERFC_WRITER_PIPE}) {
    perfc_writer_result result;
    const File file = Write(plan, records, 0, flags, &result);
    ASSERT_TRUE(file.ok) << file.why;
    size_t at = 0;
    EXPECT_EQ(perf_file::String(file.features.at(3), &at), name);
    EXPECT_EQ(file.features.count(6), 1u);   // ARCH
    EXPECT_EQ(file.features.count(7), 1u);   // NRCPUS
    EXPECT_EQ(file.features.count(11), 1u);  // CMDLINE
    EXPECT_EQ(result.build_ids + result.build_ids_missing, 1u);
    EXPECT_EQ(result.build_ids, 1u) << map.filename;
    if (flags == 0) {
      const auto ids = perf_file::BuildIds(file.features.at(2));
      EXPECT_EQ(ids.at(map.filename).size(), 40u);
    }
  }
}

TEST(LiveFacts, AFileThatIsntTheOneThatWasMappedGivesNoBuildId) {
  encoder::Mmap2 map = LibcMap();
  ++map.ino;
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, map, 1, 1, 2, 0, PERFC_NO_POSITION);
  perfc_writer_result result;
  Write(plan, records, 0, 0, &result);
  EXPECT_EQ(result.build_ids, 0u);
  EXPECT_EQ(result.build_ids_missing, 1u);
}

TEST(LiveFacts, AFactOfARecordIsTaken) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Feature(plan.get(), 3, FeatureString("alpha"))
      .Other(plan, encoder::Comm{1, 1, "init"}, 1, 1, 2, 0, PERFC_NO_POSITION);
  perfc_writer_result result;
  const File file = Write(plan, records, 0, 0, &result);
  size_t at = 0;
  EXPECT_EQ(perf_file::String(file.features.at(3), &at), "alpha");
  EXPECT_EQ(file.features.count(4), 1u);
}

TEST(LiveFacts, AreStripped) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, encoder::Comm{1, 1, "init"}, 1, 1, 2, 0,
                PERFC_NO_POSITION);
  perfc_writer_result result;
  const File file =
      Write(plan, records, PERFC_STRIP_HOST | PERFC_STRIP_COMMANDS, 0, &result);
  for (const uint32_t feature : {3, 4, 7, 8, 9, 10, 11, 13, 14, 16, 20, 22}) {
    EXPECT_EQ(file.features.count(feature), 0u) << feature;
  }
  EXPECT_EQ(file.features.count(6), 1u);
}

TEST(LiveFacts, TheClockOfTheAttrIsDescribed) {
  Attr attr = UsualAttr(0);
  attr.flags |= PERFC_ATTR_USE_CLOCKID;
  attr.clockid = 1;
  const Plan plan({{attr, {1}}});
  Records records;
  records.Other(plan, encoder::Comm{1, 1, "init"}, 1, 1, 2, 0,
                PERFC_NO_POSITION);
  perfc_writer_result result;
  const File file = Write(plan, records, 0, 0, &result);
  EXPECT_EQ(file.features.at(23).size(), 8u);   // CLOCKID
  EXPECT_EQ(file.features.at(29).size(), 24u);  // CLOCK_DATA
  EXPECT_EQ(perf_file::At<uint32_t>(file.features.at(29), 4), 1u);
}

}  // namespace
