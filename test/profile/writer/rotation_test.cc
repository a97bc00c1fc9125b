// Files one after another: each is complete, and begins with what is there.
#include <cerrno>
#include <fstream>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

perfc_writer_options Options(const std::string &path) {
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.path = path.c_str();
  options.flags = PERFC_WRITER_ROTATE;
  return options;
}

using Names = std::vector<std::string>;

TEST(Rotation, BeginsAFileAfterSoManyBytes) {
  Directory directory;
  const std::string path = directory / "f";
  perfc_writer_options options = Options(path);
  options.rotate_bytes = 100000;
  const Plan plan({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
  Writer writer(options);
  uint64_t time = 1;
  for (int call = 0; call < 80; ++call) {
    Records records;
    for (int i = 0; i < 100; ++i) records.Sample(plan, 1, time++);
    writer.Write(records);
  }
  const perfc_writer_result result = writer.Finish();
  const Names names = directory.Files();
  EXPECT_EQ(result.files, names.size());
  EXPECT_EQ(names.front(), "f.00001");
  EXPECT_GE(names.size(), 5u);
  uint64_t next = 1;
  for (const std::string &name : names) {
    const File file = ParseFile(directory / name);
    ASSERT_TRUE(file.ok) << file.why;
    EXPECT_EQ(file.events.size(), 2u);
    EXPECT_EQ(file.features.count(12), 1u);
    EXPECT_EQ(perf_file::At<uint64_t>(file.features.at(21), 0), next);
    for (const perf_file::Record &record : OfType(file.records, 9)) {
      ASSERT_EQ(record.U64(32), next++);
    }
  }
  EXPECT_EQ(next, time);
  EXPECT_EQ(result.records, 8000u);
}

TEST(Rotation, BeginsAFileAfterSomeTimeAndKeepsTheNewest) {
  Directory directory;
  const std::string path = directory / "f";
  perfc_writer_options options = Options(path);
  options.rotate_ns = 1000;
  options.rotate_keep = 2;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(options);
  for (uint64_t time = 1; time < 10000; time += 500) {
    writer.Write(Records().Sample(plan, 1, time));
  }
  EXPECT_EQ(writer.Finish().files, 7u);
  EXPECT_EQ(directory.Files(), (Names{"f.00006", "f.00007"}));
}

TEST(Rotation, FinishMayBeginTheNextFile) {
  Directory directory;
  const std::string path = directory / "f";
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(Options(path));
  writer.Write(Records().Sample(plan, 1, 1));
  EXPECT_EQ(writer.Finish(PERFC_FINISH_NEXT).files, 2u);
  writer.Write(Records().Sample(plan, 1, 2));
  writer.Finish();
  EXPECT_EQ(directory.Files(), (Names{"f.00001", "f.00002"}));
  EXPECT_EQ(OfType(ParseFile(directory / "f.00002").records, 9)[0].U64(32), 2u);
}

TEST(Rotation, ANextFileThatIsThereStopsTheWriterUntilItIsGone) {
  Directory directory;
  const std::string path = directory / "f";
  std::ofstream(path + ".00002") << "precious";
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(Options(path));
  writer.Write(Records().Sample(plan, 1, 1));
  EXPECT_EQ(
      perfc_writer_finish(writer.get(), PERFC_FINISH_NEXT, nullptr, 0, nullptr),
      -EEXIST);
  EXPECT_TRUE(ParseFile(path + ".00001").ok);
  Records records;
  records.Sample(plan, 1, 2);
  EXPECT_EQ(perfc_writer_write(writer.get(), records.data(), 1, nullptr),
            -EEXIST);
  ASSERT_EQ(remove((path + ".00002").c_str()), 0);
  writer.Write(records);
  writer.Finish();
  EXPECT_EQ(OfType(ParseFile(path + ".00002").records, 9).size(), 1u);
}

// The records at the begin of the second file.
std::vector<perf_file::Record> SecondFile(const Plan &plan,
                                          const Records &first) {
  Directory directory;
  const std::string path = directory / "f";
  Writer writer(Options(path));
  writer.Write(first);
  writer.Finish(PERFC_FINISH_NEXT);
  writer.Write(Records().Sample(plan, 1, 1000));
  writer.Finish();
  const File file = ParseFile(path + ".00002");
  EXPECT_TRUE(file.ok) << file.why;
  return file.records;
}

encoder::Mmap2 Map(uint32_t pid, uint64_t addr, const std::string &name) {
  encoder::Mmap2 map;
  map.pid = map.tid = pid;
  map.addr = addr;
  map.len = 0x1000;
  map.filename = name;
  return map;
}

// Types, the pid and the text of records before the sample.
Names Describe(const std::vector<perf_file::Record> &records) {
  Names all;
  for (const perf_file::Record &record : records) {
    const std::string pid = std::to_string(record.U32(8));
    switch (record.type) {
      case 3:
        all.push_back("comm " + pid + "/" + std::to_string(record.U32(12)) +
                      " " + record.Text(16));
        break;
      case 7:
        all.push_back("fork " + pid + "/" + std::to_string(record.U32(16)) +
                      (record.misc & 0x2000 ? " exec" : ""));
        break;
      case 10:
        all.push_back("map " + pid + " " + record.Text(72));
        break;
      case 17:
        all.push_back("symbol " + record.Text(24));
        break;
      case 19:
        all.push_back("cgroup " + record.Text(16));
        break;
      default:
        all.push_back(std::to_string(record.type));
    }
  }
  return all;
}

TEST(Alive, AFileBeginsWithTheProcessesThatRun) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, encoder::Comm{7, 7, "shell"}, 1, 1)
      .Other(plan, Map(7, 0x1000, "/bin/sh"), 1, 2)
      .Other(plan, Map(7, 0x3000, "/lib/old"), 1, 3)
      .Other(plan, Map(7, 0x3000, "/lib/new"), 1, 4)
      .Other(plan, encoder::Comm{7, 7, "sh"}, 1, 5)
      .Other(plan, encoder::Comm{9, 9, "gone"}, 1, 5)
      .Other(plan, encoder::Exit{9, 1, 9, 1, 6}, 1, 6);
  EXPECT_EQ(Describe(SecondFile(plan, records)),
            (Names{"map 7 /bin/sh", "map 7 /lib/new", "comm 7/7 sh", "82", "9",
                   "68"}));
}

TEST(Alive, AForkedProcessHasItsParentsMapsOfThatTime) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, encoder::Comm{7, 7, "sh"}, 1, 1)
      .Other(plan, Map(7, 0x1000, "/bin/sh"), 1, 2)
      .Other(plan, encoder::Fork{8, 7, 8, 7, 3}, 1, 3)
      .Other(plan, encoder::Comm{7, 7, "other"}, 1, 4, 0x2000)  // exec
      .Other(plan, Map(7, 0x1000, "/bin/other"), 1, 5)
      .Other(plan, encoder::Fork{8, 8, 80, 8, 6}, 1, 6)  // a thread
      .Other(plan, encoder::Comm{8, 80, "worker"}, 1, 7);
  EXPECT_EQ(Describe(SecondFile(plan, records)),
            (Names{"comm 7/7 other", "map 7 /bin/other", "fork 8/8 exec",
                   "comm 8/8 sh", "map 8 /bin/sh", "fork 8/80",
                   "comm 8/80 worker", "82", "9", "68"}));
}

// perf sorts by time: a map must not come before its process is forked.
TEST(Alive, RecordsOfTheStateHaveTheTimeZero) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, Map(7, 0x1000, "/bin/sh"), 1, 2)
      .Other(plan, encoder::Fork{8, 7, 8, 7, 3}, 1, 3);
  const auto second = SecondFile(plan, records);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(second[i].U64(second[i].bytes.size() - 24), 0u) << i;
    EXPECT_EQ(second[i].U64(second[i].bytes.size() - 8), 1u) << i;
  }
}

TEST(Alive, AProcessLivesAsLongAsOneOfItsThreads) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, Map(7, 0x1000, "/bin/sh"), 1, 1)
      .Other(plan, encoder::Fork{7, 7, 70, 7, 2}, 1, 2)
      .Other(plan, encoder::Exit{7, 7, 7, 7, 3}, 1, 3);
  EXPECT_EQ(Describe(SecondFile(plan, records)),
            (Names{"map 7 /bin/sh", "fork 7/70", "82", "9", "68"}));
  records.Other(plan, encoder::Exit{7, 7, 70, 7, 4}, 1, 4);
  EXPECT_EQ(Describe(SecondFile(plan, records)), (Names{"9", "68"}));
}

TEST(Alive, SymbolsAndCgroupsAreKept) {
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Other(plan, encoder::Ksymbol{0x1000, 16, 1, 0, "gone"}, 1, 1)
      .Other(plan, encoder::Ksymbol{0x2000, 16, 1, 0, "there"}, 1, 2)
      .Other(plan, encoder::Ksymbol{0x1000, 16, 1, 1, "gone"}, 1, 3)
      .Other(plan, encoder::Cgroup{5, "/a"}, 1, 4)
      .Add(ToolRecord(79, {1, 2, 3}), plan.get(), 0);
  EXPECT_EQ(Describe(SecondFile(plan, records)),
            (Names{"79", "symbol there", "cgroup /a", "82", "9", "68"}));
}

}  // namespace
