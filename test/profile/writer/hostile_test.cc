// Records with any content. The files can be read all the same.
#include <cerrno>
#include <cstring>

#include "gtest/gtest.h"
#include "test/encoder/random.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::File;
using perf_file::ParseFile;

Bytes AnyRecord(encoder::Random *random) {
  static constexpr uint32_t kTypes[] = {71, 69, 78, 66, 67, 80, 73, 4711};
  const size_t words = 1 + random->Below(random->OneIn(50) ? 8000 : 20);
  std::vector<uint64_t> content(words);
  for (uint64_t &word : content) {
    word = random->OneIn(3) ? random->U64() : random->Below(40);
  }
  const uint32_t type =
      random->OneIn(3) ? kTypes[random->Below(8)] : 1 + random->U32() % 22;
  return ToolRecord(type, content, random->U16());
}

void AddAny(const Plan &plan, encoder::Random *random, Records *records) {
  const uint64_t position = random->OneIn(2) ? 64 : PERFC_NO_POSITION;
  records->Add(AnyRecord(random), plan.get(), random->U64() % 1000000,
               static_cast<uint32_t>(random->Below(32)), position);
  if (random->OneIn(2)) records->Tail(Bytes(random->Below(3000)));
  if (random->OneIn(9)) records->MissingTail(random->U64());
  // What a length says that no bytes follow would be the caller's mistake.
  if (records->last().tail != nullptr && records->last().tail_size > 3000) {
    records->last().tail = nullptr;
  }
}

Attr AnyAttr(encoder::Random *random) {
  Attr attr = encoder::RandomAttr(random);
  attr.type = 1;
  attr.sample_type |= encoder::kIdentifier;
  attr.flags |= encoder::kFlagSampleIdAll;
  return attr;
}

TEST(Hostile, AnyRecordsMakeAFileThatCanBeRead) {
  encoder::Random random(11);
  for (uint32_t i = 0; i < 64; ++i) {
    Directory directory;
    const std::string path = directory / "f";
    const Plan first({{AnyAttr(&random), {1}}, {AnyAttr(&random), {2}}});
    const Plan second({{AnyAttr(&random), {1}}});
    perfc_writer_options options = {};
    options.size = sizeof options;
    options.path = path.c_str();
    options.flags = (i & 1 ? PERFC_WRITER_PIPE : 0) | PERFC_WRITER_ROTATE;
    options.strip = i >> 1 & 15;
    options.zstd_level = i >> 5 & 1;
    Writer writer(options);
    for (int call = 0; call < 20; ++call) {
      Records records;
      for (int k = 0; k < 20; ++k) {
        AddAny(random.OneIn(3) ? second : first, &random, &records);
      }
      perfc_error error = {};
      EXPECT_EQ(perfc_writer_write(writer.get(), records.data(),
                                   records.count(), &error),
                20)
          << error.detail;
      if (call == 10) writer.Finish(PERFC_FINISH_NEXT);
    }
    writer.Finish();
    for (const std::string &name : directory.Files()) {
      const File file = ParseFile(directory / name);
      ASSERT_TRUE(file.ok) << i << file.why;
    }
  }
}

TEST(Hostile, AFeatureThatIsMalformedIsWrittenAsItIs) {
  encoder::Random random(5);
  for (int i = 0; i < 300; ++i) {
    Directory directory;
    const Plan plan({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
    Records records;
    for (uint64_t feature : {1, 12, 17, 11, 3}) {
      Bytes content(random.Below(200));
      for (uint8_t &byte : content) {
        byte = random.OneIn(4) ? random.U8() : uint8_t(random.Below(3));
      }
      records.Feature(plan.get(), feature, content);
    }
    records.Sample(plan, 1, 1);
    Writer writer(directory / "f", i % 2 ? PERFC_WRITER_PIPE : 0);
    writer.Write(records);
    writer.Finish();
    const File file = ParseFile(directory / "f");
    ASSERT_TRUE(file.ok) << file.why;
    ASSERT_EQ(perf_file::EventDesc(file.features.at(12)).size(), 2u);
  }
}

}  // namespace
