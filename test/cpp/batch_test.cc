// Columns of records in memory.

#include "perfc/batch.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "perfc.hpp"
#include "test/cpp/records.h"

namespace {

using perfc_test::Append;
using perfc_test::Attr;
using perfc_test::Bytes;
using perfc_test::Pair;
using perfc_test::Words;
namespace columns = perfc::columns;

class BatchTest : public testing::Test {
 protected:
  // Two samples with a COMM between them.
  void SetUp() override {
    Append(PERFC_RECORD_SAMPLE, {0x1000, Pair(1, 2), 2, 0x10, 0x11}, &words_);
    uint64_t name = 0;
    std::memcpy(&name, "shell", 5);
    Append(PERFC_RECORD_COMM, {Pair(1, 2), name}, &words_);
    Append(PERFC_RECORD_SAMPLE, {0x2000, Pair(1, 3), 1, 0x20}, &words_);
    size_t consumed = 0;
    perfc::Result<int> filled =
        batch_.fill(plan_.view(), Bytes(words_), &consumed);
    ASSERT_TRUE(filled) << filled.error().text();
    EXPECT_EQ(*filled, 3);
    EXPECT_EQ(consumed, words_.size() * 8);
  }

  perfc::Plan plan_ =
      perfc::Plan::create(
          Attr(PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_CALLCHAIN))
          .value();
  perfc::Batch batch_ = perfc::Batch::create().value();
  Words words_;
};

TEST_F(BatchTest, InfoSaysWhatTheFillDid) {
  perfc::Result<perfc_batch_info> info = batch_.info();
  ASSERT_TRUE(info);
  EXPECT_EQ(info->samples, 2u);
  EXPECT_EQ(info->records, 1u);
  EXPECT_EQ(info->sequence, 3u);
}

TEST_F(BatchTest, NumbersAreSpans) {
  const perfc::Table samples = batch_.samples();
  EXPECT_EQ(samples.rows(), 2u);
  uint64_t sum = 0;
  for (uint64_t ip : samples.column(columns::ip)) sum += ip;
  EXPECT_EQ(sum, 0x3000u);
  const perfc::Numbers<uint32_t> tid = samples.column(columns::tid);
  ASSERT_TRUE(tid);
  EXPECT_EQ(tid[1], 3u);
  EXPECT_EQ(tid.get(0), 2u);
  EXPECT_EQ(tid.get(2), std::nullopt);
  EXPECT_EQ(tid.null_count(), 0u);
}

TEST_F(BatchTest, ListsAreSpansOfSpans) {
  const perfc::Lists<uint64_t> chains =
      batch_.samples().column(columns::callchain);
  ASSERT_TRUE(chains);
  std::vector<size_t> depths;
  for (perfc::Span<const uint64_t> chain : chains) {
    depths.push_back(chain.size());
  }
  EXPECT_EQ(depths, (std::vector<size_t>{2, 1}));
  EXPECT_EQ(chains[1][0], 0x20u);
  EXPECT_EQ(chains.elements().size(), 3u);
}

TEST_F(BatchTest, AColumnThatNoRowHasIsFalseAndEmpty) {
  const auto addr = batch_.samples().column(columns::addr);
  EXPECT_FALSE(addr);
  EXPECT_EQ(addr.size(), 0u);
  EXPECT_EQ(addr.get(0), std::nullopt);
  for (uint64_t value : addr) ADD_FAILURE() << value;
  const auto raw = batch_.samples().column(columns::raw);
  EXPECT_FALSE(raw);
  for (perfc::Span<const uint8_t> value : raw) ADD_FAILURE() << value.size();
}

TEST_F(BatchTest, OtherRecordsAreViewsForTypedDecoding) {
  int seen = 0;
  for (const perfc::StreamRecord& record : batch_.records()) {
    perfc::Result<perfc_record_comm> comm = record.decode<perfc_record_comm>();
    ASSERT_TRUE(comm);
    EXPECT_EQ(record.view().string(comm->comm), "shell");
    ++seen;
  }
  EXPECT_EQ(seen, 1);
}

TEST_F(BatchTest, IsFilledFromRecordsWithTheirOwnNumbers) {
  std::vector<perfc_stream_record> held(2);
  held[0].record = **plan_.view().view(Bytes(words_));
  held[0].plan = plan_.get();
  held[0].sequence = 70;
  held[1] = batch_.records()[0];
  held[1].sequence = 60;
  held[1].source = 5;
  perfc::Batch batch = perfc::Batch::create().value();
  std::uint32_t taken = 0;
  perfc::Result<int> filled = batch.fill(held, &taken);
  ASSERT_TRUE(filled) << filled.error().text();
  EXPECT_EQ(*filled, 2);
  EXPECT_EQ(taken, 2u);
  EXPECT_EQ(batch.samples().column(columns::sequence)[0], 70u);
  EXPECT_EQ(batch.records()[0].sequence, 60u);
  EXPECT_EQ(batch.records()[0].source, 5u);
}

TEST_F(BatchTest, RowsOfBothTablesComeInTheirRecordsOrder) {
  std::vector<uint32_t> tables;
  for (const perfc::Row row : batch_.rows()) tables.push_back(row.table);
  EXPECT_EQ(tables,
            (std::vector<uint32_t>{PERFC_TABLE_SAMPLES, PERFC_TABLE_RECORDS,
                                   PERFC_TABLE_SAMPLES}));
}

TEST_F(BatchTest, ColumnsHaveTheNamesOfTheirFields) {
  EXPECT_STREQ(columns::callchain.text(), "callchain");
  EXPECT_STREQ(columns::weight_var2_w.text(), "weight_var2_w");
}

TEST_F(BatchTest, WhatWasMovedFromAnswersEinval) {
  const perfc::Batch taken = std::move(batch_);
  EXPECT_EQ(taken.samples().rows(), 2u);
  EXPECT_EQ(batch_.info().error().code().value(), EINVAL);
  EXPECT_EQ(batch_.samples().rows(), 0u);
}

TEST(BatchOptionsTest, ThatCantBeAreRefusedInWords) {
  perfc_batch_options options = {};
  options.flags = 1u << 31;
  perfc::Result<perfc::Batch> batch = perfc::Batch::create(options);
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().code().value(), EINVAL);
  EXPECT_FALSE(batch.error().text().empty());
}

TEST(StitchTest, ADeferredCallChainComesIntoItsSample) {
  const perfc::Plan plan =
      perfc::Plan::create(Attr(PERFC_SAMPLE_CALLCHAIN)).value();
  perfc::Stitch stitch = perfc::Stitch::create().value();
  Words sample;
  Append(PERFC_RECORD_SAMPLE, {2, PERFC_CONTEXT_USER_DEFERRED, 7}, &sample);
  Words deferred;
  Append(PERFC_RECORD_CALLCHAIN_DEFERRED, {7, 2, PERFC_CONTEXT_USER, 0x1234},
         &deferred);
  const auto push = [&](const Words& words) {
    perfc::Result<std::optional<perfc::Record>> record =
        plan.view().view(Bytes(words));
    ASSERT_TRUE(record && record->has_value());
    EXPECT_TRUE(stitch.push(plan.view(), **record, 5));
  };
  push(sample);
  EXPECT_FALSE(stitch.next()->has_value());
  EXPECT_EQ(stitch.info()->held, 1u);
  push(deferred);
  int seen = 0;
  for (const perfc::StitchedRecord& out : stitch.records()) {
    EXPECT_EQ(out.state, uint32_t{PERFC_STITCH_SPLICED});
    EXPECT_EQ(out.pushed.sequence, 5u);
    perfc::Result<perfc_sample> whole = out.decode<perfc_sample>();
    ASSERT_TRUE(whole);
    const auto chain = perfc::callchain(out.view(), *whole);
    ASSERT_EQ(chain.size(), 2u);
    EXPECT_EQ(chain[1], 0x1234u);
    ++seen;
  }
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(stitch.info()->matched, 1u);
  EXPECT_TRUE(stitch.flush());
}

constexpr char kFormat[] =
    "name: hello\nID: 77\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:"
    "0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
    "\tfield:char comm[8];\toffset:8;\tsize:8;\tsigned:0;\n"
    "\tfield:int code;\toffset:16;\tsize:4;\tsigned:1;\n\n"
    "print fmt: \"comm=%s code=%d\", REC->comm, REC->code\n";

class TracepointTest : public testing::Test {
 protected:
  perfc::Tracepoint tracepoint_ =
      perfc::Tracepoint::parse("test", kFormat).value();
  // common_type 77, comm "abc", code -2.
  const Words raw_ = {77, 0x636261, 0xfffffffe};
};

TEST_F(TracepointTest, TellsItsNameAndFields) {
  EXPECT_STREQ(tracepoint_.info()->name, "hello");
  std::vector<std::string> names;
  for (const perfc_tracepoint_field& field : tracepoint_) {
    names.push_back(field.name);
  }
  EXPECT_EQ(names.size(), 6u);
  EXPECT_EQ(names[5], "code");
  EXPECT_EQ(*tracepoint_.find("code"), 5u);
  EXPECT_EQ(tracepoint_.find("nope").error().code().value(), ENOENT);
}

TEST_F(TracepointTest, ReadsFieldsOfOneRecord) {
  const auto raw = Bytes(raw_);
  EXPECT_TRUE(tracepoint_.matches(raw));
  EXPECT_EQ(static_cast<int64_t>(*tracepoint_.value(raw, 5)), -2);
  EXPECT_EQ(*tracepoint_.string(raw, 4), "abc");
  EXPECT_EQ(tracepoint_.bytes(raw, 4)->size(), 3u);
  EXPECT_EQ(tracepoint_.format(raw), "comm=abc code=-2");
  EXPECT_EQ(tracepoint_.format(raw, 5), "-2");
  EXPECT_EQ(tracepoint_.value({}, 5).error().code().value(), EINVAL);
  EXPECT_EQ(tracepoint_.value(raw, 4).error().code().value(), EINVAL);
}

TEST_F(TracepointTest, ReadsAFieldOfAllSamplesInABatch) {
  const perfc::Plan plan = perfc::Plan::create(Attr(PERFC_SAMPLE_RAW)).value();
  perfc::Batch batch = perfc::Batch::create().value();
  Words words;
  // 28 bytes of raw data.
  Append(PERFC_RECORD_SAMPLE,
         {Pair(28, 77), Pair(0, 0x636261), Pair(0, 0xfffffffe), 0}, &words);
  size_t consumed = 0;
  ASSERT_EQ(*batch.fill(plan.view(), Bytes(words), &consumed), 1);
  perfc::Result<perfc::FieldValues> code = tracepoint_.values(batch, 5);
  ASSERT_TRUE(code);
  ASSERT_EQ(code->values.size(), 1u);
  EXPECT_TRUE(code->has(0));
  EXPECT_EQ(static_cast<int64_t>(code->values[0]), -2);
  perfc::Result<perfc::FieldRanges> comm = tracepoint_.ranges(batch, 4);
  ASSERT_TRUE(comm);
  EXPECT_EQ(comm->lengths[0], 3);
}

TEST(TracepointFormatTest, ThatIsntUnderstoodIsRefusedInWords) {
  perfc::Result<perfc::Tracepoint> tracepoint =
      perfc::Tracepoint::parse("test", "nonsense");
  ASSERT_FALSE(tracepoint);
  EXPECT_EQ(tracepoint.error().code().value(), EINVAL);
  EXPECT_FALSE(tracepoint.error().text().empty());
}

}  // namespace
