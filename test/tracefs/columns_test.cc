// A field of many samples at a time.
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "test/tracefs/tracepoints.h"

namespace {

using namespace tracepoints;  // NOLINT: the tests' own helpers.

class ColumnsTest : public ::testing::Test {
 protected:
  ColumnsTest() {
    perfc_batch *batch = nullptr;
    EXPECT_EQ(perfc_batch_create(nullptr, &batch, nullptr), 0);
    batch_.reset(batch);
  }

  // A batch with a sample of each raw data.
  void Fill(const std::vector<std::string> &raws,
            uint64_t sample_type = PERFC_SAMPLE_RAW) {
    perfc_attr attr = {};
    attr.type = PERFC_TYPE_TRACEPOINT;
    attr.size = sizeof attr;
    attr.sample_type = sample_type;
    perfc_plan *plan = nullptr;
    ASSERT_EQ(perfc_plan_create(0, &plan, nullptr), 0);
    plan_.reset(plan);
    ASSERT_EQ(
        perfc_plan_add_attr(plan, &attr, sizeof attr, nullptr, 0, nullptr), 0);
    std::string records;
    for (const std::string &raw : raws) {
      const auto padded = static_cast<uint32_t>((raw.size() + 4 + 7) / 8 * 8);
      const auto size = static_cast<uint16_t>(
          8 + (sample_type & PERFC_SAMPLE_RAW ? padded : 8));
      records += RawHeader(size);
      if (sample_type & PERFC_SAMPLE_RAW) {
        const uint32_t raw_size = padded - 4;
        records.append(reinterpret_cast<const char *>(&raw_size), 4);
        records += raw + std::string(raw_size - raw.size(), '\0');
      } else {
        records += std::string(8, '\0');
      }
    }
    words_.resize(records.size() / 8);
    // memcpy mustn't be given the NULL of an empty vector.
    if (!records.empty()) memcpy(words_.data(), records.data(), records.size());
    size_t consumed = 0;
    ASSERT_EQ(perfc_batch_fill_bytes(batch_.get(), plan, words_.data(),
                                     records.size(), &consumed),
              static_cast<int>(raws.size()));
  }

  static std::string RawHeader(uint16_t size) {
    const uint16_t header[4] = {PERFC_RECORD_SAMPLE, 0, 0, size};
    return {reinterpret_cast<const char *>(header), sizeof header};
  }

  struct BatchCloser {
    void operator()(perfc_batch *batch) const { perfc_batch_destroy(batch); }
  };
  struct PlanCloser {
    void operator()(perfc_plan *plan) const { perfc_plan_destroy(plan); }
  };
  std::unique_ptr<perfc_batch, BatchCloser> batch_;
  std::unique_ptr<perfc_plan, PlanCloser> plan_;
  std::vector<uint64_t> words_;
  const Tracepoint tracepoint_ =
      Of(Line("int n", 8, 4, true) + Line("__data_loc char[] s", 12, 4) +
         Line("u16 list[2]", 16, 4));
};

std::string RowOf(int32_t n, const std::string &text) {
  return RawData()
      .Put(n)
      .Put(static_cast<uint32_t>(text.size() << 16 | 20))
      .Put<uint16_t>(10)
      .Put<uint16_t>(static_cast<uint16_t>(n))
      .Text(text)
      .bytes();
}

TEST_F(ColumnsTest, NumbersOfOneTracepointAndGapsForTheRest) {
  std::string other = RowOf(9, "x");
  other[0] = 0;
  Fill({RowOf(-1, "a"), other, RowOf(2, "b"), RawData().bytes().substr(0, 4)});
  uint64_t values[8];
  memset(values, 0xee, sizeof values);
  uint8_t validity[1] = {0xff};
  perfc_tracepoint_rows rows = {};
  ASSERT_EQ(perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 4,
                                           0, values, 16, validity, 4, &rows,
                                           sizeof rows),
            4);
  EXPECT_EQ(static_cast<int64_t>(values[0]), -1);
  EXPECT_EQ(values[1], 0xeeeeeeeeeeeeeeeeu) << "between the strides";
  EXPECT_EQ(values[2], 0u);
  EXPECT_EQ(values[4], 2u);
  EXPECT_EQ(validity[0], 0x5);
  EXPECT_EQ(rows.rows, 4u);
  EXPECT_EQ(rows.present, 2u);
  EXPECT_EQ(rows.others, 1u);
  EXPECT_EQ(rows.malformed, 1u);
}

TEST_F(ColumnsTest, AnElementOfArrays) {
  Fill({RowOf(1, ""), RowOf(2, "")});
  uint64_t values[2];
  ASSERT_EQ(
      perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 6, 1,
                                     values, 8, nullptr, 2, nullptr, 0),
      2);
  EXPECT_EQ(values[0], 1u);
  EXPECT_EQ(values[1], 2u);
  uint8_t validity[1] = {0xff};
  ASSERT_EQ(
      perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 6, 2,
                                     values, 8, validity, 2, nullptr, 0),
      2);
  EXPECT_EQ(validity[0], 0) << "there is no third element";
}

TEST_F(ColumnsTest, StringsAreRangesOfTheRawColumn) {
  std::string outside = RowOf(3, "c");
  outside[14] = '\xff';
  Fill({RowOf(1, "one"), outside, RowOf(2, std::string("tw\0o", 4))});
  int32_t offsets[3];
  int32_t lengths[3];
  uint8_t validity[1];
  perfc_tracepoint_rows rows = {};
  ASSERT_EQ(perfc_tracepoint_column_ranges(tracepoint_.get(), batch_.get(), 5,
                                           0, offsets, lengths, validity, 3,
                                           &rows, sizeof rows),
            3);
  perfc_column raw = {};
  ASSERT_EQ(perfc_batch_column(batch_.get(), PERFC_TABLE_SAMPLES,
                               PERFC_COLUMN_RAW, &raw, sizeof raw),
            0);
  const auto *bytes = static_cast<const char *>(raw.values);
  EXPECT_EQ(std::string(bytes + offsets[0], lengths[0]), "one");
  EXPECT_EQ(std::string(bytes + offsets[2], lengths[2]), "tw");
  EXPECT_EQ(lengths[1], 0);
  EXPECT_EQ(validity[0], 0x5);
  EXPECT_EQ(rows.malformed, 1u);
}

TEST_F(ColumnsTest, WithoutRawDataAllRowsAreAbsent) {
  Fill({"", ""}, PERFC_SAMPLE_TID);
  uint64_t values[2] = {1, 1};
  uint8_t validity[1] = {0xff};
  perfc_tracepoint_rows rows = {};
  ASSERT_EQ(perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 4,
                                           0, values, 8, validity, 2, &rows,
                                           sizeof rows),
            2);
  EXPECT_EQ(values[0], 0u);
  EXPECT_EQ(validity[0], 0);
  EXPECT_EQ(rows.others, 2u);
}

TEST_F(ColumnsTest, AFieldThatIsNoNumberIsRefusedWhateverTheRows) {
  std::string other = RowOf(9, "x");
  other[0] = 0;
  for (const auto &rows :
       {std::vector<std::string>{}, {other}, {RowOf(1, "")}}) {
    Fill(rows);
    uint64_t value = 0;
    EXPECT_EQ(
        perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 5, 0,
                                       &value, 8, nullptr, 1, nullptr, 0),
        -EINVAL);
  }
}

TEST_F(ColumnsTest, RowsOfAnyVersionAreFilledIn) {
  Fill({RowOf(1, "a"), RowOf(2, "b")});
  struct {
    perfc_tracepoint_rows known;
    uint64_t newer;
  } rows;
  uint64_t values[2];
  int32_t offsets[2];
  int32_t lengths[2];
  for (const size_t size : {size_t{0}, size_t{8}, sizeof rows}) {
    memset(&rows, 0xee, sizeof rows);
    const auto check = [&](int result) {
      ASSERT_EQ(result, 2);
      EXPECT_EQ(rows.known.rows, size >= 8 ? 2 : 0xeeeeeeeeeeeeeeee);
      EXPECT_EQ(rows.known.present, size >= 16 ? 2 : 0xeeeeeeeeeeeeeeee);
      EXPECT_EQ(rows.newer, size == sizeof rows ? 0 : 0xeeeeeeeeeeeeeeee);
    };
    check(perfc_tracepoint_column_values(tracepoint_.get(), batch_.get(), 4, 0,
                                         values, 8, nullptr, 2, &rows.known,
                                         size));
    memset(&rows, 0xee, sizeof rows);
    check(perfc_tracepoint_column_ranges(tracepoint_.get(), batch_.get(), 5, 0,
                                         offsets, lengths, nullptr, 2,
                                         &rows.known, size));
  }
}

TEST_F(ColumnsTest, ArgumentsAreChecked) {
  Fill({RowOf(1, "a"), RowOf(2, "b")});
  uint64_t values[2] = {77, 77};
  int32_t ranges[2] = {77, 77};
  const auto *tp = tracepoint_.get();
  const auto *batch = batch_.get();
  const auto read = [&](uint32_t field, size_t stride, size_t capacity) {
    return perfc_tracepoint_column_values(tp, batch, field, 0, values, stride,
                                          nullptr, capacity, nullptr, 0);
  };
  EXPECT_EQ(read(4, 8, 1), -ENOSPC);
  EXPECT_EQ(read(4, 7, 2), -EINVAL);
  EXPECT_EQ(read(7, 8, 2), -EINVAL);
  EXPECT_EQ(read(5, 8, 2), -EINVAL) << "a string is no number";
  EXPECT_EQ(values[0], 77u);
  EXPECT_EQ(perfc_tracepoint_column_ranges(tp, batch, 5, 0, ranges, nullptr,
                                           nullptr, 2, nullptr, 0),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_column_ranges(tp, nullptr, 5, 0, ranges, ranges,
                                           nullptr, 2, nullptr, 0),
            -EINVAL);
}

}  // namespace
