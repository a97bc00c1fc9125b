#include "test/combinations/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gtest/gtest.h"

namespace combinations {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;
using vectors::Aligned;
using vectors::Plan;
using vectors::Told;

constexpr uint64_t kCasesOfAFile = 256;
constexpr size_t kGuarded = 2 * 65536;

std::vector<std::string> FormsOf(const Case& checked, Order order,
                                 vectors::Sink* sink) {
  std::vector<std::string> forms;
  for (const Record& record : checked.records) {
    vectors::Describe(checked, record, order, sink);
    forms.push_back(sink->Take());
  }
  return forms;
}

bool ExpectSame(const std::vector<std::string>& actual,
                const std::vector<std::string>& expected, const char* way) {
  EXPECT_EQ(actual.size(), expected.size()) << way;
  const size_t both = std::min(actual.size(), expected.size());
  for (size_t i = 0; i < both; ++i) {
    if (actual[i] == expected[i]) continue;
    ADD_FAILURE() << "record " << i << " differs by " << way;
    return false;
  }
  return actual.size() == expected.size();
}

std::string TemporaryFile() {
  const char* directory = std::getenv("TEST_TMPDIR");
  return std::string(directory ? directory : "/tmp") + "/combinations." +
         std::to_string(getpid()) + ".vec";
}

bool WriteFile(const std::string& path, const Bytes& bytes) {
  FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const size_t written = std::fwrite(bytes.data(), 1, bytes.size(), file);
  return std::fclose(file) == 0 && written == bytes.size();
}

Aligned ReadFile(const std::string& path, size_t most) {
  Aligned bytes(most);
  FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Aligned();
  bytes.Resize(std::fread(bytes.data(), 1, most, file));
  std::fclose(file);
  return bytes;
}

void SetSize(size_t size, Order order, uint8_t* record) {
  const auto low = static_cast<uint8_t>(size);
  const auto high = static_cast<uint8_t>(size >> 8);
  record[6] = order == Order::kLittle ? low : high;
  record[7] = order == Order::kLittle ? high : low;
}

}  // namespace

bool Checker::ExpectNative(const Case& checked,
                           const std::vector<std::string>& native,
                           const Aligned& little) {
  size_t at = 0;
  for (size_t i = 0; i < native.size(); ++i) {
    const Record& record = checked.records[i];
    const uint8_t* expected = little.data() + at;
    const size_t size = expected[6] | expected[7] << 8;
    at += size;
    if (record.error || vectors::IsPartial(checked, record)) continue;
    if (native[i].size() == size &&
        std::memcmp(native[i].data(), expected, size) == 0) {
      continue;
    }
    ADD_FAILURE() << "turned into this machine's order, record " << i
                  << " isn't what such a machine writes";
    return false;
  }
  return true;
}

bool Checker::ExpectTyped(const Case& checked, Order order,
                          const Forms& expected, const Aligned& bytes,
                          const Aligned& little) {
  const bool big = order == Order::kBig;
  const Plan plan = vectors::MakePlan(checked, order);
  EXPECT_NE(plan, nullptr);
  if (plan == nullptr) return false;
  for (size_t i = 0; i < checked.attrs.size(); ++i) {
    const Bytes attr = checked.attrs[i].attr.Encode(Order::kLittle);
    Bytes back(attr.size());
    EXPECT_EQ(perfc_plan_attr(plan.get(), static_cast<uint32_t>(i), back.data(),
                              back.size()),
              static_cast<int>(attr.size()));
    EXPECT_EQ(back, attr) << "attr " << i;
  }
  std::vector<std::string> native;
  const Told told = vectors::TellTyped(plan.get(), order, bytes.data(),
                                       bytes.size(), &sink_, &native);
  EXPECT_EQ(told.consumed, bytes.size());
  return ExpectSame(told.records, expected,
                    big ? "typed decoding, big-endian" : "typed decoding") &&
         ExpectNative(checked, native, little);
}

bool Checker::ExpectColumns(const Case& checked, const Forms& expected,
                            const Aligned& bytes) {
  const Plan plan = vectors::MakePlan(checked, Order::kLittle);
  const char* const kWays[] = {"columns", "columns as views",
                               "columns, bytes as views",
                               "columns of few rows"};
  for (size_t i = 0; i < 4; ++i) {
    const Told told = vectors::TellColumns(batches_[i].get(), plan.get(),
                                           bytes.data(), bytes.size(), &sink_);
    EXPECT_EQ(told.consumed, bytes.size()) << kWays[i];
    EXPECT_EQ(told.problem, "") << kWays[i];
    if (!ExpectSame(told.records, expected, kWays[i])) return false;
  }
  return !testing::Test::HasFailure();
}

// A failed case once more, as a person can read it.
void Checker::Explain(const Case& checked, const Aligned& bytes) {
  vectors::JsonSink json;
  const Forms expected = FormsOf(checked, Order::kLittle, &json);
  const Plan plan = vectors::MakePlan(checked, Order::kLittle);
  const Told typed = vectors::TellTyped(
      plan.get(), Order::kLittle, bytes.data(), bytes.size(), &json, nullptr);
  const Told columns = vectors::TellColumns(batches_[0].get(), plan.get(),
                                            bytes.data(), bytes.size(), &json);
  for (size_t i = 0; i < expected.size(); ++i) {
    std::printf("record %zu in:  %s\n", i, expected[i].c_str());
    for (const Forms& forms : {typed.records, columns.records}) {
      if (i >= forms.size() || forms[i] == expected[i]) continue;
      std::printf("record %zu out: %s\n", i, forms[i].c_str());
    }
  }
}

bool Checker::Check(const Case& checked) {
  const Forms expected = FormsOf(checked, Order::kLittle, &sink_);
  const Aligned bytes = vectors::EncodeAll(checked, Order::kLittle);
  records_ += expected.size();
  const bool good =
      ExpectTyped(checked, Order::kLittle, expected, bytes, bytes) &&
      ExpectColumns(checked, expected, bytes) &&
      ExpectTyped(checked, Order::kBig, FormsOf(checked, Order::kBig, &sink_),
                  vectors::EncodeAll(checked, Order::kBig), bytes);
  if (!good) {
    Explain(checked, bytes);
    return false;
  }
  file_.Add(checked, Order::kLittle, bytes.data(), bytes.size());
  of_file_.insert(of_file_.end(), expected.begin(), expected.end());
  return ++in_file_ < kCasesOfAFile || Flush();
}

bool Checker::ExpectFile(const std::vector<vectors::Stored>& cases) {
  Forms typed;
  Forms columns;
  for (const vectors::Stored& stored : cases) {
    const Plan plan = vectors::MakePlan(stored);
    EXPECT_NE(plan, nullptr) << stored.name;
    if (plan == nullptr) return false;
    Told told = vectors::TellTyped(plan.get(), Order::kLittle, stored.records,
                                   stored.size, &sink_, nullptr);
    EXPECT_EQ(told.records.size(), stored.record_count);
    typed.insert(typed.end(), told.records.begin(), told.records.end());
    told = vectors::TellColumns(batches_[0].get(), plan.get(), stored.records,
                                stored.size, &sink_);
    columns.insert(columns.end(), told.records.begin(), told.records.end());
  }
  return ExpectSame(typed, of_file_, "typed decoding of a file") &&
         ExpectSame(columns, of_file_, "columns of a file");
}

bool Checker::Flush() {
  const Bytes written = file_.Finish();
  const std::string path = TemporaryFile();
  EXPECT_TRUE(WriteFile(path, written)) << path;
  const Aligned read = ReadFile(path, written.size() + 1);
  std::remove(path.c_str());
  EXPECT_EQ(read.size(), written.size());
  std::vector<vectors::Stored> cases;
  EXPECT_TRUE(vectors::ReadContainer(read.data(), read.size(), &cases));
  EXPECT_EQ(cases.size(), in_file_);
  const bool good = ExpectFile(cases);
  file_ = vectors::ContainerWriter();
  of_file_.clear();
  in_file_ = 0;
  return good && !testing::Test::HasFailure();
}

// Typed decoding record by record and columns in one go say the same of the
// same bytes, right or wrong.
bool Checker::ExpectAgreement(const perfc_plan* plan, const uint8_t* data,
                              size_t size) {
  const Told typed =
      vectors::TellTyped(plan, Order::kLittle, data, size, &sink_, nullptr);
  for (const vectors::Batch& batch : batches_) {
    const Told columns =
        vectors::TellColumns(batch.get(), plan, data, size, &sink_);
    EXPECT_EQ(columns.problem, "");
    EXPECT_EQ(columns.consumed, typed.consumed);
    if (!ExpectSame(columns.records, typed.records, "columns")) return false;
  }
  return !testing::Test::HasFailure();
}

bool Checker::CutEach(const Case& checked) {
  const Plan little = vectors::MakePlan(checked, Order::kLittle);
  const Plan big = vectors::MakePlan(checked, Order::kBig);
  const Record& record = checked.records[random_.Below(checked.records.size())];
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Bytes whole = vectors::Encode(checked, record, order);
    const size_t step = std::max<size_t>(1, whole.size() / 128);
    for (size_t size = 8; size < whole.size();
         size += 1 + random_.Below(2 * step - 1)) {
      uint8_t* at = guarded_.Put(whole.data(), size);
      // The buffer ends too early; then the record itself says that it's short.
      perfc_record view;
      const perfc_plan* plan =
          order == Order::kLittle ? little.get() : big.get();
      EXPECT_EQ(perfc_plan_view_record(plan, at, size, scratch_.data(),
                                       scratch_.size(), &view),
                -EBADMSG);
      SetSize(size, order, at);
      vectors::TellTyped(plan, order, at, size, &sink_, nullptr);
      if (order == Order::kLittle && !ExpectAgreement(plan, at, size)) {
        return false;
      }
    }
  }
  return !testing::Test::HasFailure();
}

bool Checker::ChangeBytes(const Case& checked) {
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Aligned whole = vectors::EncodeAll(checked, order);
    const Plan plan = vectors::MakePlan(checked, order);
    if (whole.size() > kGuarded) return true;
    for (int round = 0; round < 8; ++round) {
      uint8_t* at = guarded_.Put(whole.data(), whole.size());
      for (uint64_t n = 1 + random_.Below(8); n > 0; --n) {
        const size_t near = std::min<size_t>(whole.size(), 200);
        const size_t reach = random_.OneIn(2) ? near : whole.size();
        at[random_.Below(reach)] = random_.U8();
      }
      vectors::TellTyped(plan.get(), order, at, whole.size(), &sink_, nullptr);
      if (order == Order::kLittle &&
          !ExpectAgreement(plan.get(), at, whole.size())) {
        return false;
      }
    }
  }
  return !testing::Test::HasFailure();
}

bool Checker::CheckDamaged(const Case& checked) {
  return CutEach(checked) && ChangeBytes(checked);
}

}  // namespace combinations
