#include "examples/perfc/event_names.h"

#include <gtest/gtest.h>

#include "examples/perfc/script_fields.h"

namespace tool {
namespace {

using Words = std::vector<std::string>;

TEST(EventNames, ListsAreSplitOutsideOfSlashes) {
  EXPECT_EQ(SplitEvents("cycles:u"), Words({"cycles:u"}));
  EXPECT_EQ(SplitEvents("a,cpu/event=1,umask=2/u,b"),
            Words({"a", "cpu/event=1,umask=2/u", "b"}));
}

TEST(EventNames, ANameIsChosenWithOrWithoutItsModifiers) {
  EXPECT_TRUE(NamesEvent("cycles:u", "cycles:u"));
  EXPECT_TRUE(NamesEvent("cycles", "cycles:u"));
  EXPECT_TRUE(NamesEvent("sched:sched_switch", "sched:sched_switch"));
  EXPECT_FALSE(NamesEvent("sched", "sched:sched_switch"));
  EXPECT_FALSE(NamesEvent("cycles:u", "cycles"));
  EXPECT_FALSE(NamesEvent("cycle", "cycles"));
}

perfc_attr AttrWith(uint64_t sample_type, uint32_t type) {
  perfc_attr attr = {};
  attr.type = type;
  attr.sample_type = sample_type;
  return attr;
}

constexpr uint64_t kUsual = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                            PERFC_SAMPLE_TIME | PERFC_SAMPLE_PERIOD;

TEST(ScriptFields, TheDefaultsAreWithoutWhatTheSamplesLack) {
  const Fields fields;
  EXPECT_EQ(fields.For(AttrWith(kUsual, PERFC_TYPE_SOFTWARE)),
            kComm | kTid | kTime | kEvent | kPeriod | kIp | kSym | kDso);
  EXPECT_EQ(fields.For(AttrWith(kUsual | PERFC_SAMPLE_CPU | PERFC_SAMPLE_RAW,
                                PERFC_TYPE_TRACEPOINT)),
            kComm | kTid | kCpu | kTime | kEvent | kTrace);
}

TEST(ScriptFields, FieldsAreNamedAddedAndRemoved) {
  std::string why;
  Fields named;
  ASSERT_TRUE(named.Parse("comm,ip", &why));
  EXPECT_EQ(named.For(AttrWith(kUsual, 1)), kComm | kIp);
  Fields changed;
  ASSERT_TRUE(changed.Parse("+addr,-sym,-dso", &why));
  EXPECT_EQ(changed.For(AttrWith(kUsual | PERFC_SAMPLE_ADDR, 1)),
            kComm | kTid | kTime | kEvent | kPeriod | kIp | kAddr);
}

TEST(ScriptFields, WhatIsNoFieldIsNamed) {
  std::string why;
  Fields fields;
  EXPECT_FALSE(fields.Parse("comm,colour", &why));
  EXPECT_EQ(why.find("'colour' is no field; fields are comm, "), 0u);
  EXPECT_FALSE(Fields().Parse("comm,srcline", &why));
  EXPECT_EQ(why.find("'srcline' isn't printed; "), 0u);
  EXPECT_FALSE(Fields().Parse("comm,,ip", &why));
}

TEST(ScriptFields, AFieldThatNoSampleHasIsMissing) {
  std::string why;
  Fields fields;
  ASSERT_TRUE(fields.Parse("tid,cpu", &why));
  EXPECT_EQ(fields.Missing({AttrWith(kUsual, 1)}), "cpu");
  EXPECT_EQ(fields.Missing(
                {AttrWith(kUsual, 1), AttrWith(kUsual | PERFC_SAMPLE_CPU, 0)}),
            "");
  EXPECT_EQ(Fields().Missing({AttrWith(0, 1)}), "");
}

}  // namespace
}  // namespace tool
