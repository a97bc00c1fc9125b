// perfc_open_string: which attr opens, and which strings don't.

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/event.h"
#include "perfc/names.h"
#include "perfc/uapi.h"
#include "test/names/names.h"

namespace {

using scripted::Event;
using std::string;

constexpr uint64_t kPrecise = PERFC_ATTR_PRECISE_IP_MASK;
constexpr uint64_t kFields = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID;

class OpenStringTest : public names::NamesTest {
 protected:
  OpenStringTest() { Use("amd"); }

  void TearDown() override {
    event_.reset();
    NamesTest::TearDown();
  }

  int Try(const string &text, uint64_t sample_type = 0, int32_t pid = 0,
          int32_t cpu = PERFC_ANY_CPU) {
    perfc_event *event = nullptr;
    error_ = {};
    const int result = perfc_open_string(&host_, text.c_str(), sample_type, pid,
                                         cpu, &event, &error_);
    EXPECT_EQ(result == 0, event != nullptr) << text;
    EXPECT_EQ(error_.code, result) << "facts come with a failure only";
    event_.reset(event);
    return result;
  }
  perfc_attr Opened(const string &text, uint64_t sample_type = 0) {
    perfc_attr attr = {};
    if (Try(text, sample_type) != 0) {
      ADD_FAILURE() << Text();
      return attr;
    }
    perfc_event_attr(event_.get(), &attr, sizeof attr);
    return attr;
  }
  void Refuse(int code, uint64_t flags) {
    system_.set_on_open([=](const perfc_attr &attr, pid_t, int, int) {
      return (attr.flags & flags) ? code : 0;
    });
  }

  Event event_;
};

TEST_F(OpenStringTest, CountsFromEnableOn) {
  const perfc_attr attr = Opened("page-faults:u");
  EXPECT_EQ(attr.type, uint32_t{PERFC_TYPE_SOFTWARE});
  EXPECT_EQ(attr.config, uint64_t{PERFC_COUNT_SW_PAGE_FAULTS});
  EXPECT_EQ(attr.flags & (PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL),
            uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL});
  EXPECT_EQ(attr.read_format, uint64_t{PERFC_FORMAT_TOTAL_TIME_ENABLED |
                                       PERFC_FORMAT_TOTAL_TIME_RUNNING});
  EXPECT_EQ(attr.sample_period, 0u);
  EXPECT_EQ(attr.sample_type, 0u);
}

TEST_F(OpenStringTest, SamplesAtTheStringsRateOrAThousandHz) {
  perfc_attr attr = Opened("cpu-clock", kFields);
  EXPECT_EQ(attr.sample_period, 1000u);
  EXPECT_TRUE(attr.flags & PERFC_ATTR_FREQ);
  EXPECT_TRUE(attr.flags & PERFC_ATTR_SAMPLE_ID_ALL);
  EXPECT_EQ(attr.sample_type, kFields);
  attr = Opened("cpu-clock/freq=99/u", kFields);
  EXPECT_EQ(attr.sample_period, 99u);
  attr = Opened("cpu-clock/period=77/", kFields);
  EXPECT_EQ(attr.sample_period, 77u);
  EXPECT_FALSE(attr.flags & PERFC_ATTR_FREQ);
}

TEST_F(OpenStringTest, SamplesEachHitOfATracepoint) {
  const perfc_attr attr = Opened("sched:sched_switch", PERFC_SAMPLE_RAW);
  EXPECT_EQ(attr.config, 316u);
  EXPECT_EQ(attr.sample_period, 1u);
  EXPECT_FALSE(attr.flags & PERFC_ATTR_FREQ);
}

TEST_F(OpenStringTest, PidAndCpuReachTheKernel) {
  ASSERT_EQ(Try("cs", 0, 123, 1), 0) << Text();
  EXPECT_EQ(Fake(event_).pid, 123);
  EXPECT_EQ(Fake(event_).cpu, 1);
  EXPECT_EQ(Fake(event_).group_fd, -1);
}

TEST_F(OpenStringTest, AnUnknownNameIsToldByItsPlace) {
  EXPECT_EQ(Try("{cpu-clokc}"), -ENOENT);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_EVENT_STRING});
  EXPECT_EQ(error_.number[0], 1u);
  EXPECT_NE(Text().find("perfc_open_string"), string::npos) << Text();
  EXPECT_EQ(Try("cs:Z"), -EINVAL);
  EXPECT_EQ(Try(""), -EINVAL);
}

TEST_F(OpenStringTest, SeveralEventsAreOneTooMany) {
  for (const char *text : {"cs,faults", "{cs,faults}", "sched:*"}) {
    EXPECT_EQ(Try(text), -ENOTUNIQ) << text;
    EXPECT_NE(Text().find("as a set"), string::npos) << Text();
  }
  EXPECT_EQ(Opened("{cs}").type, uint32_t{PERFC_TYPE_SOFTWARE});
}

TEST_F(OpenStringTest, OnAHybridMachineCyclesAreSeveral) {
  perfc_specs_destroy(specs_);
  Use("intel_hybrid");
  EXPECT_EQ(Try("cycles:u"), -ENOTUNIQ);
  EXPECT_NE(Text().find("events, and one"), string::npos) << Text();
  EXPECT_EQ(Try("cpu_core/cycles/u"), 0) << Text();
}

TEST_F(OpenStringTest, ARateWithoutFieldsIsAMistake) {
  EXPECT_EQ(Try("cpu-clock/freq=99/"), -EINVAL);
  EXPECT_NE(Text().find("sample_type"), string::npos) << Text();
  EXPECT_EQ(Try("cpu-clock/period=1000/u"), -EINVAL);
}

TEST_F(OpenStringTest, TheKernelHasNoDurationTime) {
  EXPECT_EQ(Try("duration_time"), -EINVAL);
  EXPECT_NE(Text().find("measure"), string::npos) << Text();
}

TEST_F(OpenStringTest, EventsThatCountCpusWantOne) {
  EXPECT_EQ(Try("amd_l3/event=1/"), -EINVAL);
  EXPECT_NE(Text().find("pid has to be -1"), string::npos) << Text();
  ASSERT_EQ(Try("amd_l3/event=1/", 0, PERFC_ALL_THREADS, 0), 0) << Text();
  EXPECT_EQ(Fake(event_).pid, -1);
}

TEST_F(OpenStringTest, TheDefaultExcludeGuestIsGivenUp) {
  Refuse(EINVAL, PERFC_ATTR_EXCLUDE_GUEST);
  EXPECT_FALSE(Opened("msr/tsc/").flags & PERFC_ATTR_EXCLUDE_GUEST);
  EXPECT_EQ(Try("msr/tsc/H"), -EINVAL) << "asked for";
}

TEST_F(OpenStringTest, SamplesThatAreLostAreCountedWhereTheKernelCan) {
  constexpr uint64_t kLost = PERFC_FORMAT_LOST;
  EXPECT_EQ(Opened("cpu-clock", kFields).read_format & kLost, kLost);
  EXPECT_EQ(Opened("cpu-clock").read_format & kLost, 0u) << "it doesn't sample";
  // Linux before 6.0, and a PMU that doesn't know exclude_guest.
  for (const bool is_old : {true, false}) {
    system_.set_on_open([=](const perfc_attr &attr, pid_t, int, int) {
      const bool refused = attr.flags & PERFC_ATTR_EXCLUDE_GUEST ||
                           (is_old && attr.read_format & kLost);
      return refused ? EINVAL : 0;
    });
    const perfc_attr attr = Opened("msr/tsc/", kFields);
    EXPECT_EQ(attr.read_format & kLost, is_old ? 0 : kLost);
    EXPECT_FALSE(attr.flags & PERFC_ATTR_EXCLUDE_GUEST);
  }
}

TEST_F(OpenStringTest, AsPreciseAsItOpens) {
  EXPECT_EQ(Opened("cycles:P", kFields).flags & kPrecise, kPrecise);
  Refuse(EOPNOTSUPP, uint64_t{2} << PERFC_ATTR_PRECISE_IP_SHIFT);
  EXPECT_EQ(Opened("cycles:P", kFields).flags & kPrecise,
            uint64_t{1} << PERFC_ATTR_PRECISE_IP_SHIFT);
  EXPECT_EQ(Try("cycles:ppp", kFields), -EOPNOTSUPP) << "asked for";
}

TEST_F(OpenStringTest, AProbesNameLivesAsLongAsItsEvent) {
  const perfc_attr attr = Opened("kprobe:vfs_read+4");
  EXPECT_STREQ(reinterpret_cast<const char *>(attr.config1), "vfs_read");
}

}  // namespace
