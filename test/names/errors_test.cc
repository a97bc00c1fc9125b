// What is wrong with an event string: where, what was expected, what is near.

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/error.h"
#include "perfc/names.h"
#include "test/names/names.h"

namespace {

class ErrorsTest : public names::NamesTest {
 protected:
  ErrorsTest() { Use("amd"); }
};

struct Mistake {
  const char *events;
  int code;
  uint64_t offset;
  const char *says;
};

TEST_F(ErrorsTest, PointAtTheCharacter) {
  const Mistake mistakes[] = {
      {"", -EINVAL, 0, "expected an event"},
      {"cycles,", -EINVAL, 7, "at the end of 'cycles,': expected an event"},
      {"cycles,,cs", -EINVAL, 7, "expected an event"},
      {"cycles cs", -EINVAL, 7, "expected a comma or the end"},
      {"cycles:uz", -EINVAL, 8, "there are ukhpPGHSDIWeb"},
      {"cycles:uku", -EINVAL, 9, "given twice"},
      {"cycles:pppp", -EINVAL, 10, "at most 3"},
      {"{cycles,cs", -EINVAL, 10, "the } that closes the group"},
      {"{cycles}:", -EINVAL, 9, "the group's modifiers"},
      {"cs:D:D", -EINVAL, 0, "all modifiers stand behind one colon"},
      {"{cycles,{cs}}", -EINVAL, 8, "expected an event"},
      {"{cycles:pp}:pp", -EINVAL, 12, "the event's and its group's"},
      {"cpu/event=1", -EINVAL, 11, "expected the / that closes"},
      {"cpu/event=1/:u", -EINVAL, 12, "expected a comma or the end"},
      {"cpu/event=1,,umask=2/", -EINVAL, 12, "NAME=VALUE"},
      {"cpu/event=/", -EINVAL, 10, "expected a value"},
      {"cpu/event=0xg/", -EINVAL, 10, "decimal or behind 0x"},
      {"cpu/event=18446744073709551616/", -EINVAL, 10, "at most 64 bits"},
      {"cs,cpu/umask=0x100/", -ERANGE, 13, "umask takes at most 255"},
      {"cpu/event=0x1000/", -ERANGE, 10, "at most 4095"},
      {"cpu/instructions,cache-misses/", -EINVAL, 17, "a second event"},
      {"cpu/cycles,L1-dcache-loads/", -EINVAL, 11, "a second event"},
      {"cpu/cycles,umask=1/", -EINVAL, 11, "takes no fields"},
      {"cycles/period=x/", -EINVAL, 14, "period takes a number"},
      {"cycles/time=2/", -ERANGE, 12, "at most 1"},
      {"cycles/name/", -EINVAL, 7, "name takes text"},
      {"cycles/name='a/", -EINVAL, 15, "closes the terms"},
      {"cycles/max-stack=65536/", -ERANGE, 17, "at most 65535"},
      {"cycles/stack-size=70000/", -ERANGE, 18, "65528"},
      {"cycles/call-graph=fast/", -EINVAL, 18, "fp, dwarf"},
      {"cycles/branch_type='any,bad'/", -EINVAL, 24, "any_call"},
      {"duration_time/name=x/", -EINVAL, 14, "no terms"},
      {"mem:x", -EINVAL, 4, "an address"},
      {"mem:0x10/y", -EINVAL, 9, "a length"},
      {"mem:0x10:rr", -EINVAL, 9, "each once"},
      {"1:x", -EINVAL, 2, "a config"},
      {"4294967296:1", -EINVAL, 0, "at most 32 bits"},
      {"kprobe:", -EINVAL, 7, "what to probe"},
      {"kprobe:f+x", -EINVAL, 7, "FUNCTION+OFFSET"},
      {"uprobe:ls:1", -EINVAL, 7, "/PATH:OFFSET"},
      {"uprobe:/bin/ls", -EINVAL, 7, "/PATH:OFFSET"},
      {"sched:", -ENOENT, 0, "no event has this name"},
      {"sched:sched_switch/period=1/", -EINVAL, 19, "no term of a tracepoint"},
  };
  for (const Mistake &mistake : mistakes) {
    EXPECT_EQ(Parse(mistake.events), mistake.code) << mistake.events;
    EXPECT_EQ(error_.code, mistake.code);
    EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_EVENT_STRING});
    EXPECT_EQ(error_.number[0], mistake.offset)
        << mistake.events << ": " << Text();
    EXPECT_NE(Text().find(mistake.says), std::string::npos) << Text();
    EXPECT_EQ(perfc_specs_count(specs_), 0);
  }
}

TEST_F(ErrorsTest, NameTheNearestOnes) {
  const Mistake mistakes[] = {
      {"cylces", -ENOENT, 0, "did you mean 'cycles'"},
      {"cs,Instrutions", -ENOENT, 3, "'instructions'"},
      {"page-fault", -ENOENT, 0, "'page-faults'"},
      {"L1-dcache-lods", -ENOENT, 10, "'L1-dcache-loads'"},
      {"iTLB-stores", -ENOENT, 5, "this cache has no such event"},
      {"cpu/evnt=1/", -EINVAL, 4, "did you mean 'event'"},
      {"cpu/cache-mises/", -EINVAL, 4, "'cache-misses'"},
      {"cycles/perod=1/", -EINVAL, 7, "'period'"},
      {"amd_l4/event=1/", -ENOENT, 0, "'amd_l3'"},
      {"energy-pgk", -ENOENT, 0, "'energy-pkg'"},
      {"sched:sched_swich", -ENOENT, 6, "'sched_switch'"},
      {"shced:sched_switch", -ENOENT, 0, "'sched'"},
      {"sched:none*", -ENOENT, 6, "no such tracepoint"},
      {"none*:none", -ENOENT, 0, "no such system"},
  };
  for (const Mistake &mistake : mistakes) {
    EXPECT_EQ(Parse(mistake.events), mistake.code) << mistake.events;
    EXPECT_EQ(error_.number[0], mistake.offset)
        << mistake.events << ": " << Text();
    EXPECT_NE(Text().find(mistake.says), std::string::npos) << Text();
  }
}

TEST_F(ErrorsTest, TracefsThatIsntThere) {
  system_.RemoveFile("/sys/kernel/tracing/events/enable");
  for (const char *file :
       {"enable", "sched/enable", "sched/sched_switch/id",
        "sched/sched_switch/format", "sched/sched_wakeup/id",
        "sched/sched_process_fork/id", "syscalls/sys_enter_read/id",
        "syscalls/sys_exit_read/id", "odd/k/id"}) {
    system_.RemoveFile(std::string("/sys/kernel/tracing/events/") + file);
  }
  EXPECT_EQ(Parse("sched:sched_switch"), -ENOENT);
  EXPECT_NE(Text().find("mount -t tracefs"), std::string::npos) << Text();
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NO_TRACEFS});
  EXPECT_EQ(Parse("cylces:u"), -ENOENT);
  EXPECT_NE(Text().find("'cycles'"), std::string::npos) << Text();
}

TEST_F(ErrorsTest, FilesThatMakeNoSense) {
  const std::string pmu = "/sys/bus/event_source/devices/";
  system_.SetFile(pmu + "cpu/events/strange", "event=0x3c,umsk=1\n");
  EXPECT_EQ(Parse("cpu/strange/"), -EINVAL);
  EXPECT_NE(Text().find("character 12 of 'event=0x3c,umsk=1'"),
            std::string::npos)
      << Text();
  system_.SetFile(pmu + "power/events/energy-pkg.scale", "much\n");
  EXPECT_EQ(Parse("power/energy-pkg/"), -EINVAL);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_EVENT_FILE});
  EXPECT_NE(Text().find("energy-pkg.scale"), std::string::npos) << Text();
  system_.SetFile(pmu + "amd_df/cpumask", "0-4294967295\n");
  EXPECT_EQ(Parse("amd_df/event=1/"), -EINVAL);
  EXPECT_NE(Text().find("cpumask"), std::string::npos) << Text();
  system_.SetFile("/sys/kernel/tracing/events/odd/k/id", "five\n");
  EXPECT_EQ(Parse("odd:k"), -EINVAL);
  EXPECT_NE(Text().find("events/odd/k/id"), std::string::npos) << Text();
}

TEST_F(ErrorsTest, AFormatThatIsNotUnderstoodIsNoField) {
  system_.SetFile("/sys/bus/event_source/devices/ibs_op/format/odd",
                  "config9:0-3\n");
  system_.SetFile("/sys/bus/event_source/devices/ibs_op/format/wide",
                  "config:60-70\n");
  EXPECT_EQ(Parse("ibs_op/cnt_ctl/"), 1);
  EXPECT_EQ(Parse("ibs_op/odd=1/"), -EINVAL);
  EXPECT_EQ(Parse("ibs_op/wide=1/"), -EINVAL);
}

TEST_F(ErrorsTest, AFileWithoutEndIsRefused) {
  system_.SetFile("/sys/bus/event_source/devices/cpu/events/odd",
                  std::string(2 << 20, 'x'));
  EXPECT_EQ(Parse("cpu/odd/"), -EFBIG);
  EXPECT_NE(Text().find("events/odd"), std::string::npos) << Text();
}

TEST_F(ErrorsTest, NoStringIsTooOdd) {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_LT(Parse(all), 0);
  EXPECT_LT(Parse(std::string(100000, '{')), 0);
  EXPECT_LT(Parse(std::string(100000, 'a')), 0);
  EXPECT_LT(Parse("cycles/" + std::string(100000, ',') + "/"), 0);
  EXPECT_LT(Parse(std::string(2 << 20, ' ')), 0);
  EXPECT_EQ(error_.code, -EINVAL);
  std::string terms = "cpu/umask=1";
  for (int i = 0; i < 200; ++i) terms += ",umask=1";
  EXPECT_EQ(Parse(terms + "/"), -EINVAL);
  std::string stars;
  for (int i = 0; i < 2000; ++i) stars += "*a";
  EXPECT_LT(Parse("sched:" + stars), 0) << "and it ends soon";
  EXPECT_EQ(perfc_specs_count(specs_), 0);
}

TEST_F(ErrorsTest, NullIsRefused) {
  EXPECT_EQ(perfc_specs_parse(nullptr, "cycles", 0, &error_), -EINVAL);
  EXPECT_EQ(perfc_specs_parse(specs_, nullptr, 0, &error_), -EINVAL);
  EXPECT_EQ(perfc_specs_parse(specs_, "cylces", 0, nullptr), -ENOENT);
}

}  // namespace
