// The shared vectors are what the encoder makes today, and the library's typed
// functions and columns both read from them what the encoder was given.

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/vectors/container.h"
#include "test/vectors/decode.h"
#include "test/vectors/groups.h"
#include "test/vectors/sink.h"

namespace vectors {
namespace {

using encoder::Order;

std::string ReadFile(const std::string& name) {
  std::ifstream in("test/vectors/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

Order OrderOf(const Stored& stored) {
  return stored.byte_order == PERFC_BYTE_ORDER_BIG ? Order::kBig
                                                   : Order::kLittle;
}

// Columns are made of records in this machine's order.
std::vector<std::string> ByColumns(const Stored& stored, const Plan& plan,
                                   const std::vector<std::string>& native,
                                   uint32_t flags) {
  std::string bytes;
  for (const std::string& record : native) bytes += record;
  Aligned aligned(bytes.size());
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  const Plan of_native =
      MakeNative(plan.get(), IdsOf(stored), stored.default_attr);
  const Batch batch = MakeBatch(flags);
  JsonSink sink;
  const Told told = TellColumns(batch.get(), of_native.get(), aligned.data(),
                                aligned.size(), &sink);
  EXPECT_EQ(told.problem, "");
  const Told by_records = TellRecords(batch.get(), of_native.get(),
                                      aligned.data(), aligned.size(), &sink);
  EXPECT_EQ(by_records.problem, "");
  EXPECT_EQ(by_records.records, told.records);
  return told.records;
}

class Vectors : public testing::TestWithParam<Group> {
 protected:
  // The group's cases as they lie in the file.
  void Read() {
    const std::string file = ReadFile(GetParam().name + ".vec");
    bytes_.Resize(file.size());
    std::memcpy(bytes_.data(), file.data(), file.size());
    ASSERT_TRUE(ReadContainer(bytes_.data(), bytes_.size(), &cases_));
    expected_ = Lines(ReadFile(GetParam().name + ".jsonl"));
    ASSERT_FALSE(cases_.empty());
  }

  void ExpectCase(const Stored& stored, size_t* line) {
    SCOPED_TRACE(GetParam().name + ": " + stored.name);
    ASSERT_LE(*line + stored.record_count, expected_.size());
    const auto first = expected_.begin() + static_cast<ptrdiff_t>(*line);
    const std::vector<std::string> expected(first, first + stored.record_count);
    *line += stored.record_count;
    const Plan plan = MakePlan(stored);
    ASSERT_NE(plan, nullptr);
    JsonSink sink;
    std::vector<std::string> native;
    const Told typed = TellTyped(plan.get(), OrderOf(stored), stored.records,
                                 stored.size, &sink, &native);
    EXPECT_EQ(typed.consumed, stored.size);
    EXPECT_EQ(typed.records, expected);
    EXPECT_EQ(ByColumns(stored, plan, native, 0), expected);
    EXPECT_EQ(ByColumns(stored, plan, native, PERFC_BATCH_VIEWS), expected);
    EXPECT_EQ(ByColumns(stored, plan, native, PERFC_BATCH_VIEW_BYTES),
              expected);
  }

  Aligned bytes_;
  std::vector<Stored> cases_;
  std::vector<std::string> expected_;
};

TEST_P(Vectors, AreWhatTheEncoderMakes) {
  const encoder::Bytes container = ContainerOf(GetParam());
  EXPECT_TRUE(ReadFile(GetParam().name + ".vec") ==
              std::string(container.begin(), container.end()))
      << "bazel run //test/vectors:make";
  EXPECT_TRUE(ReadFile(GetParam().name + ".jsonl") == JsonOf(GetParam()))
      << "bazel run //test/vectors:make";
}

TEST_P(Vectors, DecodeToTheirJsonByTypeAndByColumns) {
  ASSERT_NO_FATAL_FAILURE(Read());
  size_t line = 0;
  for (const Stored& stored : cases_) {
    ASSERT_NO_FATAL_FAILURE(ExpectCase(stored, &line));
  }
  EXPECT_EQ(line, expected_.size());
}

INSTANTIATE_TEST_SUITE_P(Groups, Vectors, testing::ValuesIn(MakeGroups()),
                         [](const auto& info) { return info.param.name; });

TEST(Container, CutShortOrOfAnotherKindIsRefused) {
  const encoder::Bytes whole = ContainerOf(MakeGroups().front());
  for (size_t size = 0; size < whole.size(); size += 1 + size / 16) {
    std::vector<Stored> cases;
    ASSERT_FALSE(ReadContainer(whole.data(), size, &cases)) << size;
  }
  encoder::Bytes other = whole;
  other[0] ^= 1;
  std::vector<Stored> cases;
  EXPECT_FALSE(ReadContainer(other.data(), other.size(), &cases));
}

}  // namespace
}  // namespace vectors
