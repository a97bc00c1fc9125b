// perfc_attr_label: attrs back to event strings.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/names.h"
#include "perfc/uapi.h"
#include "test/names/names.h"

namespace {

using std::string;

class LabelTest : public names::NamesTest {
 protected:
  string Label(const perfc_attr &attr) {
    char text[1024];
    const int length =
        perfc_attr_label(&host_, &attr, sizeof attr, text, sizeof text);
    EXPECT_GE(length, 0);
    EXPECT_EQ(strlen(text), static_cast<size_t>(length));
    return text;
  }
  string LabelOf(uint32_t type, uint64_t config, uint64_t flags = 0) {
    perfc_attr attr = {};
    attr.type = type;
    attr.config = config;
    attr.flags = flags;
    return Label(attr);
  }

  // Every event that the strings make is found again by its label.
  void ExpectBack(const string &tree) {
    Use(tree);
    std::ifstream file("test/events/strings/" + tree + ".txt");
    ASSERT_TRUE(file);
    int events = 0;
    for (string line; std::getline(file, line);) {
      perfc_specs_destroy(specs_);
      ASSERT_EQ(perfc_specs_create(&host_, &specs_, nullptr), 0);
      const int count = Parse(line);
      for (int i = 0; i < count; ++i) {
        ExpectSame(line, Attr(static_cast<uint32_t>(i)));
        ++events;
      }
    }
    EXPECT_GT(events, 10);
  }

  void ExpectSame(const string &from, const perfc_attr &attr) {
    const string label = Label(attr);
    perfc_specs *before = specs_;
    specs_ = nullptr;
    ASSERT_EQ(perfc_specs_create(&host_, &specs_, nullptr), 0);
    ASSERT_EQ(Parse(label), 1) << from << " is " << label << ": " << Text();
    const perfc_attr back = Attr(0);
    // Where the PMU has an event of the generic one's name that is meant.
    if (attr.type != PERFC_TYPE_HARDWARE || attr.config >> 32 == 0) {
      EXPECT_EQ(back.type, attr.type) << from << " is " << label;
      EXPECT_EQ(back.config, attr.config) << from << " is " << label;
    }
    EXPECT_EQ(back.config1, attr.config1) << from << " is " << label;
    EXPECT_EQ(back.config2, attr.config2) << from << " is " << label;
    constexpr uint64_t kNamed =
        PERFC_ATTR_EXCLUDE_USER | PERFC_ATTR_EXCLUDE_KERNEL |
        PERFC_ATTR_EXCLUDE_HV | PERFC_ATTR_PRECISE_IP_MASK | PERFC_ATTR_PINNED |
        PERFC_ATTR_EXCLUSIVE | PERFC_ATTR_EXCLUDE_HOST;
    EXPECT_EQ(back.flags & kNamed, attr.flags & kNamed)
        << from << " is " << label;
    perfc_specs_destroy(specs_);
    specs_ = before;
  }
};

TEST_F(LabelTest, IsTheUsualName) {
  Use("amd");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, 0), "cycles");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, 4), "branches");
  EXPECT_EQ(LabelOf(PERFC_TYPE_SOFTWARE, 2), "page-faults");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HW_CACHE, 0x10002), "LLC-load-misses");
  EXPECT_EQ(LabelOf(PERFC_TYPE_TRACEPOINT, 316), "sched:sched_switch");
  EXPECT_EQ(LabelOf(4, 0x76), "cpu/cpu-cycles/");
  EXPECT_EQ(LabelOf(4, 0x1000000c2), "cpu/event=0x1c2/");
  EXPECT_EQ(LabelOf(4, 0x2000964), "cpu/cmask=0x2,event=0x64,umask=0x9/");
  EXPECT_EQ(LabelOf(17, 2), "power/energy-pkg/");
}

TEST_F(LabelTest, HasModifiers) {
  Use("amd");
  EXPECT_EQ(LabelOf(0, 0, PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV),
            "cycles:u");
  EXPECT_EQ(LabelOf(0, 0, PERFC_ATTR_EXCLUDE_HV | PERFC_ATTR_EXCLUDE_GUEST),
            "cycles:uk");
  EXPECT_EQ(LabelOf(4, 0x76,
                    PERFC_ATTR_EXCLUDE_USER | PERFC_ATTR_PINNED |
                        2u << PERFC_ATTR_PRECISE_IP_SHIFT),
            "cpu/cpu-cycles/khppD");
}

TEST_F(LabelTest, OfOneCorePmu) {
  Use("intel_hybrid");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, uint64_t{10} << 32 | 1),
            "cpu_atom/instructions/");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HW_CACHE, uint64_t{4} << 32 | 0x10000),
            "cpu_core/L1-dcache-load-misses/");
  EXPECT_EQ(LabelOf(4, 0x1cd), "cpu_core/event=0xcd,umask=0x1/");
}

TEST_F(LabelTest, OfABreakpoint) {
  Use("amd");
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_BREAKPOINT;
  attr.config1 = 0x1000;
  attr.config2 = 8;
  attr.bp_type = PERFC_HW_BREAKPOINT_RW;
  EXPECT_EQ(Label(attr), "mem:0x1000/8:rw");
}

TEST_F(LabelTest, WhatHasNoNameIsNumbers) {
  Use("amd");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, 0x77), "0:0x77");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, uint64_t{99} << 32), "0:0x6300000000");
  EXPECT_EQ(LabelOf(PERFC_TYPE_SOFTWARE, 99), "1:0x63");
  EXPECT_EQ(LabelOf(PERFC_TYPE_HW_CACHE, 0x104), "3:0x104");
  EXPECT_EQ(LabelOf(PERFC_TYPE_TRACEPOINT, 12345), "2:0x3039");
  EXPECT_EQ(LabelOf(77, 5), "77:0x5");
  EXPECT_EQ(LabelOf(11, 0x80000 | 1), "ibs_op/config=0x80001/");
}

TEST_F(LabelTest, WithoutSysfsOrTracefs) {
  perfc_specs_create(&host_, &specs_, nullptr);
  EXPECT_EQ(LabelOf(PERFC_TYPE_HARDWARE, 1), "instructions");
  EXPECT_EQ(LabelOf(PERFC_TYPE_RAW, 0x1a8), "r1a8");
  EXPECT_EQ(LabelOf(PERFC_TYPE_TRACEPOINT, 316), "2:0x13c");
}

TEST_F(LabelTest, MakesTheSameAttrOnAmd) { ExpectBack("amd"); }
TEST_F(LabelTest, MakesTheSameAttrOnAHybrid) { ExpectBack("intel_hybrid"); }
TEST_F(LabelTest, MakesTheSameAttrOnArm) { ExpectBack("arm_big_little"); }

TEST_F(LabelTest, IsCutToTheBuffer) {
  Use("amd");
  perfc_attr attr = {};
  char text[4] = "xxx";
  EXPECT_EQ(perfc_attr_label(&host_, &attr, sizeof attr, text, sizeof text), 6);
  EXPECT_STREQ(text, "cyc");
  EXPECT_EQ(perfc_attr_label(&host_, &attr, sizeof attr, nullptr, 0), 6);
  EXPECT_EQ(perfc_attr_label(&host_, &attr, sizeof attr, nullptr, 1), -EINVAL);
  EXPECT_EQ(perfc_attr_label(&host_, nullptr, sizeof attr, text, 1), -EINVAL);
  EXPECT_EQ(perfc_attr_label(&host_, &attr, 63, text, 1), -E2BIG);
}

TEST_F(LabelTest, FailingFilesLeaveNumbers) {
  Use("amd");
  for (int n = 1;; ++n) {
    system_.FailAny(EIO, n);
    EXPECT_FALSE(LabelOf(PERFC_TYPE_TRACEPOINT, 316).empty());
    EXPECT_FALSE(LabelOf(17, 2).empty());
    const bool failed = system_.failed();
    system_.FailAny(0, 0);
    ASSERT_EQ(system_.open_fds(), 0u);
    if (!failed) break;
  }
}

}  // namespace
