#include "impl/profile/table/arrow.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "impl/profile/table/table.h"
#include "perfc/profile/file.h"

namespace perfc::profile::table {
namespace {

class Export : public testing::Test {
 protected:
  ~Export() override {
    if (schema_.release) schema_.release(&schema_);
    if (array_.release) array_.release(&array_);
  }

  // A child of the exported struct, by name.
  int Child(const ArrowSchema& schema, const char* name) {
    for (int i = 0; i < schema.n_children; ++i) {
      if (strcmp(schema.children[i]->name, name) == 0) return i;
    }
    return -1;
  }

  template <typename T>
  const T* Values(const ArrowArray& array, const char* name,
                  const char* format) {
    const int i = Child(schema_, name);
    EXPECT_STREQ(schema_.children[i]->format, format);
    EXPECT_EQ(array.children[i]->length, array.length);
    EXPECT_EQ(array.children[i]->null_count, 0);
    EXPECT_EQ(array.children[i]->buffers[0], nullptr);
    return static_cast<const T*>(array.children[i]->buffers[1]);
  }

  std::string Text(const ArrowArray& array, const char* name, int row) {
    const auto* offsets = Values<int32_t>(array, name, "z");
    const ArrowArray* child = array.children[Child(schema_, name)];
    const auto* bytes = static_cast<const char*>(child->buffers[2]);
    return {bytes + offsets[row], bytes + offsets[row + 1]};
  }

  ArrowSchema schema_ = {};
  ArrowArray array_ = {};
};

TEST_F(Export, HasAChildForEachMember) {
  Table table(PERFC_ROWS_EVENTS, sizeof(perfc_event_row));
  perfc_event_row row = {};
  ASSERT_TRUE(table.AddText(absl::string_view("a\0b", 3), &row.name));
  row.scale = 0.5;
  row.attr_index = 7;
  ASSERT_TRUE(table.Add(row));
  row.name = {};
  ASSERT_TRUE(table.AddText("Joules", &row.unit));
  ASSERT_TRUE(table.Add(row));
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);

  EXPECT_STREQ(schema_.format, "+s");
  EXPECT_EQ(schema_.n_children, 7);
  EXPECT_EQ(array_.n_children, 7);
  EXPECT_EQ(array_.length, 2);
  EXPECT_EQ(Child(schema_, "reserved"), -1);
  EXPECT_EQ(Text(array_, "name", 0), std::string("a\0b", 3));
  EXPECT_EQ(Text(array_, "name", 1), "");
  EXPECT_EQ(Text(array_, "unit", 1), "Joules");
  EXPECT_EQ(Values<double>(array_, "scale", "g")[1], 0.5);
  EXPECT_EQ(Values<uint32_t>(array_, "attr_index", "I")[1], 7u);
}

TEST_F(Export, HasBytesOfAFixedLength) {
  Table table(PERFC_ROWS_BUILD_IDS, sizeof(perfc_build_id_row));
  perfc_build_id_row row = {};
  row.pid = -1;
  memset(row.build_id, 0xab, sizeof row.build_id);
  ASSERT_TRUE(table.Add(row));
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  EXPECT_EQ(Values<int32_t>(array_, "pid", "i")[0], -1);
  EXPECT_EQ(memcmp(Values<char>(array_, "build_id", "w:20"), row.build_id, 20),
            0);
}

TEST_F(Export, HasSignedAndUnsignedNumbers) {
  Table table(PERFC_ROWS_CLOCKS, sizeof(perfc_clock_row));
  perfc_clock_row row = {};
  row.time = UINT64_MAX;
  row.offset = -3;
  ASSERT_TRUE(table.Add(row));
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  EXPECT_EQ(Values<uint64_t>(array_, "time", "L")[0], UINT64_MAX);
  EXPECT_EQ(Values<int64_t>(array_, "offset", "l")[0], -3);
}

TEST_F(Export, OfNoRowsIsAnArrayOfLengthZero) {
  Table table(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  EXPECT_EQ(array_.length, 0);
  EXPECT_EQ(Values<int32_t>(array_, "name", "z")[0], 0);
}

TEST_F(Export, OfGroupsIsAListOfStructs) {
  Table table(PERFC_ROWS_GROUPS, sizeof(perfc_event_row));
  for (uint32_t i = 0; i < 3; ++i) {
    perfc_event_row row = {};
    row.attr_index = i;
    ASSERT_TRUE(table.Add(row));
    if (i != 0) {
      ASSERT_TRUE(table.EndGroup());
    }
  }
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  EXPECT_STREQ(schema_.format, "+l");
  ASSERT_EQ(schema_.n_children, 1);
  EXPECT_STREQ(schema_.children[0]->format, "+s");
  EXPECT_EQ(array_.length, 2);
  const auto* offsets = static_cast<const int32_t*>(array_.buffers[1]);
  EXPECT_EQ(offsets[0], 0);
  EXPECT_EQ(offsets[1], 2);
  EXPECT_EQ(offsets[2], 3);
  EXPECT_EQ(array_.children[0]->length, 3);
  EXPECT_EQ(array_.children[0]->n_children, 7);
}

TEST_F(Export, OutlivesTheTable) {
  {
    Table table(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
    perfc_fact_row row = {};
    ASSERT_TRUE(table.AddText("hostname", &row.name));
    ASSERT_TRUE(table.Add(row));
    ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  }
  EXPECT_EQ(Text(array_, "name", 0), "hostname");
}

// As the specification allows: the consumer keeps a child, and releases the parent.
TEST_F(Export, ChildrenMayBeMovedOut) {
  Table table(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
  perfc_fact_row row = {};
  row.number = 42;
  ASSERT_TRUE(table.Add(row));
  ASSERT_EQ(ExportArrow(table, &schema_, &array_), 0);
  const int i = Child(schema_, "number");
  ArrowArray moved = *array_.children[i];
  array_.children[i]->release = nullptr;
  array_.release(&array_);
  EXPECT_EQ(array_.release, nullptr);
  EXPECT_EQ(static_cast<const uint64_t*>(moved.buffers[1])[0], 42u);
  moved.release(&moved);
}

TEST_F(Export, OfAColumnOfMoreThan2GiBIsRefused) {
  Table table(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
  perfc_fact_row row = {};
  ASSERT_TRUE(table.AddText(std::string(1 << 20, 'x'), &row.value));
  for (int i = 0; i < 2048; ++i) ASSERT_TRUE(table.Add(row));
  EXPECT_EQ(ExportArrow(table, &schema_, &array_), -ERANGE);
  EXPECT_EQ(schema_.release, nullptr);
  EXPECT_EQ(array_.release, nullptr);
}

}  // namespace
}  // namespace perfc::profile::table
