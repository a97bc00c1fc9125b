// Tables handed over through the Arrow C Data Interface: what a consumer finds
// in the structs, and that they own what they need for as long as they like.

#include "impl/batch/arrow.h"

#include <cstring>
#include <map>
#include <string>
#include <thread>

#include "test/batch/batches.h"

namespace batches {
namespace {

using encoder::kAddr;
using encoder::kBranchStack;
using encoder::kCallchain;
using encoder::kIdentifier;
using encoder::kRaw;
using encoder::kRead;
using encoder::kTid;

// Released at the end, unless it was moved on.
template <typename Struct>
struct Owned : Struct {
  Owned() : Struct() {}
  Owned(const Owned&) = delete;
  ~Owned() { Release(); }
  void Release() {
    if (this->release != nullptr) this->release(this);
  }
};

struct Exported {
  Owned<ArrowSchema> schema;
  Owned<ArrowArray> array;

  int From(const Batch& batch, uint32_t table = PERFC_TABLE_SAMPLES) {
    return perfc_batch_export_arrow(batch.get(), table, &schema, &array,
                                    nullptr);
  }
  // -1 if there is none.
  int64_t IndexOf(const std::string& name) const {
    for (int64_t i = 0; i < schema.n_children; ++i) {
      if (name == schema.children[i]->name) return i;
    }
    return -1;
  }
  const ArrowArray& Child(const std::string& name) const {
    return *array.children[IndexOf(name)];
  }
};

template <typename T>
const T* Buffer(const ArrowArray& array, int i) {
  return static_cast<const T*>(array.buffers[i]);
}

// Rows in turns of two attrs, so that there are nulls.
class Arrow : public testing::TestWithParam<uint32_t> {
 protected:
  Arrow() {
    first_.branch_sample_type = encoder::kBranchAny;
    plan_ = PlanOf({{first_, {1}}, {second_, {2}}});
    for (uint64_t i = 0; i < 6; ++i) {
      Sample sample;
      const bool second = i % 2 == 1;
      sample.identifier = second ? 2 : 1;
      sample.pid = static_cast<uint32_t>(i);
      sample.addr = 1000 + i;
      sample.callchain.assign(i, 7 * i);
      sample.raw.assign(4 + 8 * i, static_cast<uint8_t>('a' + i));
      sample.branches.entries.resize(i / 2);
      for (auto& branch : sample.branches.entries) {
        branch.from = 10 + i;
        branch.to = 20 + i;
        branch.mispred = 1;
      }
      sample.read.counters[0].value = 30 + i;
      records_.Add(sample, second ? second_ : first_);
    }
    records_.Add(encoder::Comm{1, 2, "sh"}, {}, first_);
    EXPECT_EQ(Fill(batch_, plan_, records_), 7);
  }

  Attr first_ = AttrOf(kIdentifier | kTid | kCallchain | kBranchStack);
  const Attr second_ = AttrOf(kIdentifier | kTid | kAddr | kRaw | kRead);
  Plan plan_;
  Batch batch_ = MakeBatch(GetParam());
  Records records_;
};

INSTANTIATE_TEST_SUITE_P(Batches, Arrow, testing::ValuesIn(kEachFlags),
                         FlagsName);

TEST_P(Arrow, SchemaNamesEveryColumnThatThePlanHas) {
  Exported exported;
  ASSERT_EQ(exported.From(batch_), 0);
  std::map<std::string, std::string> formats;
  for (int64_t i = 0; i < exported.schema.n_children; ++i) {
    const ArrowSchema& child = *exported.schema.children[i];
    EXPECT_EQ(child.flags, ARROW_FLAG_NULLABLE);
    formats[child.name] = child.format;
  }
  EXPECT_STREQ(exported.schema.format, "+s");
  EXPECT_EQ(formats, (std::map<std::string, std::string>{{"sequence", "L"},
                                                         {"attr_index", "I"},
                                                         {"misc", "S"},
                                                         {"parts", "I"},
                                                         {"identifier", "L"},
                                                         {"pid", "I"},
                                                         {"tid", "I"},
                                                         {"addr", "L"},
                                                         {"read_values", "+l"},
                                                         {"callchain", "+l"},
                                                         {"raw", "vz"},
                                                         {"branches", "+l"},
                                                         {"rest", "vz"}}));
  const ArrowSchema& list =
      *exported.schema.children[exported.IndexOf("branches")];
  ASSERT_EQ(list.n_children, 1);
  const ArrowSchema& item = *list.children[0];
  EXPECT_STREQ(item.format, "+s");
  ASSERT_EQ(item.n_children, 3);
  EXPECT_STREQ(item.children[2]->name, "flags");
}

TEST_P(Arrow, NumbersAndTheirNulls) {
  Exported exported;
  ASSERT_EQ(exported.From(batch_), 0);
  EXPECT_EQ(exported.array.length, 6);
  EXPECT_EQ(exported.array.null_count, 0);
  const ArrowArray& pid = exported.Child("pid");
  EXPECT_EQ(pid.null_count, 0);
  EXPECT_EQ(Buffer<uint8_t>(pid, 0), nullptr);
  const ArrowArray& addr = exported.Child("addr");
  EXPECT_EQ(addr.length, 6);
  EXPECT_EQ(addr.null_count, 3);
  EXPECT_EQ(Buffer<uint8_t>(addr, 0)[0] & 0x3f, 0x2a);
  for (uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(Buffer<uint32_t>(pid, 1)[i], i);
    EXPECT_EQ(Buffer<uint64_t>(addr, 1)[i], i % 2 ? 1000 + i : 0);
  }
  EXPECT_EQ(exported.Child("rest").null_count, 6);
}

TEST_P(Arrow, ListsHaveOffsetsAndOneArrayOfItems) {
  Exported exported;
  ASSERT_EQ(exported.From(batch_), 0);
  const ArrowArray& chain = exported.Child("callchain");
  EXPECT_EQ(chain.null_count, 3);
  const std::vector<int32_t> offsets(Buffer<int32_t>(chain, 1),
                                     Buffer<int32_t>(chain, 1) + 7);
  EXPECT_EQ(offsets, (std::vector<int32_t>{0, 0, 0, 2, 2, 6, 6}));
  EXPECT_EQ(chain.children[0]->length, 6);
  EXPECT_EQ(Buffer<uint64_t>(*chain.children[0], 1)[5], 28u);
  const ArrowArray& branches = exported.Child("branches");
  const ArrowArray& items = *branches.children[0];
  EXPECT_EQ(items.length, 3);  // 0, 1 and 2
  EXPECT_EQ(Buffer<uint64_t>(*items.children[0], 1)[0], 12u);
  EXPECT_EQ(Buffer<uint64_t>(*items.children[1], 1)[2], 24u);
  EXPECT_EQ(Buffer<uint64_t>(*items.children[2], 1)[1], 1u);
  const ArrowArray& values = *exported.Child("read_values").children[0];
  EXPECT_EQ(values.length, 3);
  EXPECT_EQ(Buffer<uint64_t>(*values.children[0], 1)[2], 35u);
}

struct View {
  int32_t size;
  uint8_t prefix[4];
  int32_t buffer;
  int32_t offset;
};

// Raw data of 12, 28 and 44 bytes, and three nulls.
TEST_P(Arrow, BytesAreViewsShortOnesInline) {
  Exported exported;
  ASSERT_EQ(exported.From(batch_), 0);
  const ArrowArray& raw = exported.Child("raw");
  ASSERT_EQ(raw.n_buffers, 4);
  const View* views = Buffer<View>(raw, 1);
  EXPECT_EQ(views[1].size, 12);
  EXPECT_EQ(memcmp(views[1].prefix, "bbbbbbbbbbbb", 12), 0);
  EXPECT_EQ(views[3].size, 28);
  EXPECT_EQ(memcmp(views[3].prefix, "dddd", 4), 0);
  EXPECT_EQ(views[3].buffer, 0);
  EXPECT_EQ(views[3].offset, 0);
  EXPECT_EQ(views[5].offset, 28);
  const View none = {};
  EXPECT_EQ(memcmp(&views[0], &none, sizeof none), 0) << "padding is zero";
  EXPECT_EQ(*Buffer<int64_t>(raw, 3), 28 + 44);
  EXPECT_EQ(std::string(Buffer<char>(raw, 2) + 28, 44), std::string(44, 'f'));
}

TEST_P(Arrow, TheRecordsTableHasTheRecordsBytes) {
  Exported exported;
  ASSERT_EQ(exported.From(batch_, PERFC_TABLE_RECORDS), 0);
  EXPECT_EQ(exported.array.length, 1);
  EXPECT_EQ(*Buffer<uint32_t>(exported.Child("type"), 1),
            uint32_t{PERFC_RECORD_COMM});
  perfc_stream_record of_row = {};
  ASSERT_EQ(perfc_batch_record(batch_.get(), 0, &of_row), 0);
  const perfc_record& record = of_row.record;
  const ArrowArray& raw = exported.Child("raw");
  EXPECT_EQ(Buffer<View>(raw, 1)->size, record.size);
  EXPECT_EQ(memcmp(raw.buffers[2], record.data, record.size), 0);
}

TEST_P(Arrow, IsReleasedLateAndInAnotherThread) {
  auto* exported = new Exported;
  ASSERT_EQ(exported->From(batch_), 0);
  // The batch, its plan and its bytes are gone first.
  ASSERT_EQ(Fill(batch_, plan_, Records()), 0);
  batch_.reset();
  plan_.reset();
  memset(records_.data(), 0xff, records_.size());
  std::thread consumer([exported] {
    EXPECT_EQ(Buffer<uint64_t>(exported->Child("addr"), 1)[3], 1003u);
    EXPECT_EQ(memcmp(exported->Child("raw").buffers[2], "dddd", 4), 0);
    delete exported;
  });
  consumer.join();
}

TEST_P(Arrow, KeepsNothingOfTheBatchWhileNobodyReleases) {
  std::vector<std::unique_ptr<Exported>> kept;
  for (int i = 0; i < 100; ++i) {
    kept.push_back(std::make_unique<Exported>());
    ASSERT_EQ(kept.back()->From(batch_), 0);
    ASSERT_EQ(Fill(batch_, plan_, records_), 7);
  }
  for (size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(*Buffer<uint64_t>(kept[i]->Child("sequence"), 1), 7 * i);
  }
}

TEST_P(Arrow, AChildThatWasMovedOutOutlivesItsParent) {
  Owned<ArrowArray> chain;
  Owned<ArrowArray> item;
  Owned<ArrowSchema> schema;
  {
    Exported exported;
    ASSERT_EQ(exported.From(batch_), 0);
    // As the specification says: copy the struct, mark the source released.
    const int64_t index = exported.IndexOf("callchain");
    ArrowArray* source = exported.array.children[index];
    static_cast<ArrowArray&>(chain) = *source;
    source->release = nullptr;
    static_cast<ArrowArray&>(item) = *chain.children[0];
    chain.children[0]->release = nullptr;
    ArrowSchema* source_schema = exported.schema.children[index];
    static_cast<ArrowSchema&>(schema) = *source_schema;
    source_schema->release = nullptr;
  }
  EXPECT_STREQ(schema.name, "callchain");
  EXPECT_EQ(Buffer<int32_t>(chain, 1)[6], 6);
  chain.Release();
  EXPECT_EQ(chain.release, nullptr);
  EXPECT_EQ(Buffer<uint64_t>(item, 1)[0], 14u);
}

TEST_P(Arrow, ATableWithoutRowsHasItsColumns) {
  ASSERT_EQ(Fill(batch_, plan_, Records()), 0);
  Exported exported;
  ASSERT_EQ(exported.From(batch_), 0);
  EXPECT_EQ(exported.array.length, 0);
  EXPECT_GE(exported.IndexOf("branches"), 0);
  EXPECT_EQ(*Buffer<int32_t>(exported.Child("callchain"), 1), 0);
}

TEST(ArrowArguments, AreChecked) {
  const Batch batch = MakeBatch(0);
  ArrowSchema schema = {};
  ArrowArray array = {};
  const auto call = [](const perfc_batch* from, uint32_t table, ArrowSchema* to,
                       ArrowArray* and_to) {
    perfc_error error = {};
    const int result =
        perfc_batch_export_arrow(from, table, to, and_to, &error);
    EXPECT_EQ(error.code, result);
    return result;
  };
  EXPECT_EQ(call(nullptr, 0, &schema, &array), -EINVAL);
  EXPECT_EQ(call(batch.get(), 0, nullptr, &array), -EINVAL);
  EXPECT_EQ(call(batch.get(), 0, &schema, nullptr), -EINVAL);
  EXPECT_EQ(call(batch.get(), 2, &schema, &array), -EINVAL);
}

}  // namespace
}  // namespace batches
