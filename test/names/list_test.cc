// perfc_specs: the list itself, without event strings.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace {

class SpecsTest : public ::testing::Test {
 protected:
  SpecsTest() { EXPECT_EQ(perfc_specs_create(nullptr, &specs_, nullptr), 0); }
  ~SpecsTest() override { perfc_specs_destroy(specs_); }

  int Add(uint64_t config, const char *name,
          uint32_t leader = PERFC_SPEC_NO_LEADER) {
    perfc_attr attr = {};
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.config = config;
    return perfc_specs_add(specs_, &attr, sizeof attr, name, leader, &error_);
  }
  perfc_spec Get(uint32_t index) {
    perfc_spec spec = {};
    EXPECT_EQ(perfc_specs_get(specs_, index, &spec, sizeof spec), 0);
    return spec;
  }

  perfc_specs *specs_ = nullptr;
  perfc_error error_ = {};
};

TEST_F(SpecsTest, BeginsEmpty) {
  perfc_spec spec;
  EXPECT_EQ(perfc_specs_count(specs_), 0);
  EXPECT_EQ(perfc_specs_get(specs_, 0, &spec, sizeof spec), -EINVAL);
}

TEST_F(SpecsTest, KeepsCopiesInOrder) {
  std::string name = "first";
  EXPECT_EQ(Add(1, name.c_str()), 0);
  name = "other";
  EXPECT_EQ(Add(2, nullptr), 1);
  ASSERT_EQ(perfc_specs_count(specs_), 2);
  EXPECT_STREQ(Get(0).name, "first");
  EXPECT_STREQ(Get(1).name, "");
  perfc_attr attr;
  ASSERT_EQ(Get(1).attr_size, sizeof attr);
  memcpy(&attr, Get(1).attr, sizeof attr);
  EXPECT_EQ(attr.config, 2u);
  EXPECT_EQ(attr.size, sizeof attr);
}

TEST_F(SpecsTest, OneThatWasAddedSaysNothingMoreThanItsAttr) {
  Add(1, "name");
  const perfc_spec spec = Get(0);
  EXPECT_EQ(spec.leader, 0u);
  EXPECT_EQ(spec.flags, 0u);
  EXPECT_EQ(spec.cpu_list, nullptr);
  EXPECT_EQ(spec.cpu_count, 0u);
  EXPECT_EQ(spec.scale, 1.0);
  EXPECT_STREQ(spec.pmu, "");
  EXPECT_STREQ(spec.unit, "");
  EXPECT_STREQ(spec.filter, "");
  EXPECT_EQ(spec.terms, 0u);
}

TEST_F(SpecsTest, GroupsNameTheirLeader) {
  EXPECT_EQ(Add(0, "alone"), 0);
  EXPECT_EQ(Add(1, "leader"), 1);
  EXPECT_EQ(Add(2, "sibling", 1), 2);
  EXPECT_EQ(Get(1).leader, 1u);
  EXPECT_EQ(Get(2).leader, 1u);
  EXPECT_EQ(Add(3, "of a sibling", 2), -EINVAL);
  EXPECT_EQ(Add(3, "of none", 3), -EINVAL);
  EXPECT_STREQ(error_.operation, "perfc_specs_add");
  EXPECT_EQ(perfc_specs_count(specs_), 3) << "the list is as before";
}

TEST_F(SpecsTest, AnAttrOfAnyVersionAsOpenTakesIt) {
  alignas(perfc_attr) uint8_t bytes[512] = {};
  for (size_t size : {64, 136, 144, 512}) {
    const int index =
        perfc_specs_add(specs_, bytes, size, "", PERFC_SPEC_NO_LEADER, nullptr);
    ASSERT_GE(index, 0) << size;
    EXPECT_EQ(Get(static_cast<uint32_t>(index)).attr_size, size);
  }
  EXPECT_EQ(
      perfc_specs_add(specs_, bytes, 63, "", PERFC_SPEC_NO_LEADER, &error_),
      -E2BIG);
  EXPECT_EQ(
      perfc_specs_add(specs_, nullptr, 64, "", PERFC_SPEC_NO_LEADER, &error_),
      -EINVAL);
}

TEST_F(SpecsTest, AttrAndFilterCanBeSet) {
  Add(1, "name");
  perfc_attr attr = {};
  attr.config = 7;
  ASSERT_EQ(perfc_specs_set_attr(specs_, 0, &attr, sizeof attr, nullptr), 0);
  memcpy(&attr, Get(0).attr, sizeof attr);
  EXPECT_EQ(attr.config, 7u);
  ASSERT_EQ(perfc_specs_set_filter(specs_, 0, "pid == 1", nullptr), 0);
  EXPECT_STREQ(Get(0).filter, "pid == 1");
  ASSERT_EQ(perfc_specs_set_filter(specs_, 0, nullptr, nullptr), 0);
  EXPECT_STREQ(Get(0).filter, "");
}

TEST_F(SpecsTest, AnIndexBeyondTheEndIsRefused) {
  perfc_attr attr = {};
  EXPECT_EQ(perfc_specs_set_attr(specs_, 0, &attr, sizeof attr, &error_),
            -EINVAL);
  EXPECT_STREQ(error_.operation, "perfc_specs_set_attr");
  EXPECT_EQ(perfc_specs_set_filter(specs_, 0, "x", &error_), -EINVAL);
  EXPECT_STREQ(error_.operation, "perfc_specs_set_filter");
}

TEST_F(SpecsTest, ABadAttrLeavesTheOldOne) {
  Add(5, "name");
  perfc_attr attr = {};
  EXPECT_EQ(perfc_specs_set_attr(specs_, 0, &attr, 8, &error_), -E2BIG);
  memcpy(&attr, Get(0).attr, sizeof attr);
  EXPECT_EQ(attr.config, 5u);
}

TEST_F(SpecsTest, WritesNoMoreThanTheCallersSize) {
  Add(1, "name");
  for (size_t size = 0; size <= sizeof(perfc_spec) + 8; ++size) {
    uint8_t bytes[sizeof(perfc_spec) + 8];
    memset(bytes, 0xa5, sizeof bytes);
    ASSERT_EQ(
        perfc_specs_get(specs_, 0, reinterpret_cast<perfc_spec *>(bytes), size),
        0);
    for (size_t i = size; i < sizeof bytes; ++i) ASSERT_EQ(bytes[i], 0xa5);
  }
}

TEST_F(SpecsTest, ThousandsKeepTheirPointers) {
  for (uint64_t i = 0; i < 10000; ++i) {
    ASSERT_EQ(Add(i, std::to_string(i).c_str()), static_cast<int>(i));
  }
  const perfc_spec first = Get(0);
  EXPECT_STREQ(first.name, "0");
  EXPECT_STREQ(Get(9999).name, "9999");
}

TEST(Specs, NullIsRefused) {
  perfc_error error = {};
  perfc_attr attr = {};
  perfc_spec spec;
  EXPECT_EQ(perfc_specs_create(nullptr, nullptr, &error), -EINVAL);
  EXPECT_STREQ(error.operation, "perfc_specs_create");
  EXPECT_EQ(perfc_specs_add(nullptr, &attr, sizeof attr, "", 0, &error),
            -EINVAL);
  EXPECT_EQ(perfc_specs_count(nullptr), -EINVAL);
  EXPECT_EQ(perfc_specs_get(nullptr, 0, &spec, sizeof spec), -EINVAL);
  EXPECT_EQ(perfc_specs_set_attr(nullptr, 0, &attr, sizeof attr, &error),
            -EINVAL);
  EXPECT_EQ(perfc_specs_set_filter(nullptr, 0, "", &error), -EINVAL);
  perfc_specs_destroy(nullptr);
}

}  // namespace
