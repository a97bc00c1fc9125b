// Tracepoints of a host, by name and by id.
#include <cerrno>
#include <string>

#include "test/host/machine.h"
#include "test/tracefs/tracepoints.h"

namespace {

using scripted::Call;
using scripted::TextOf;
using tracepoints::Format;
using tracepoints::Tracepoint;

constexpr char kEvents[] = "/sys/kernel/tracing/events/";

class LookupTest : public scripted::Machine {
 protected:
  LookupTest() {
    system_.SetFile(std::string(kEvents) + "enable", "0\n");
    Add("block", "block_rq_issue", 7);
    Add("sched", "sched_switch", 314);
    Add("sched", "sched_wakeup", 315);
  }

  void Add(const std::string &system, const std::string &name, int id) {
    const std::string directory = kEvents + system + "/" + name;
    system_.SetFile(kEvents + system + "/enable", "0\n");
    system_.SetFile(directory + "/id", std::to_string(id) + "\n");
    system_.SetFile(directory + "/format",
                    "name: " + name + "\nID: " + std::to_string(id) +
                        Format("").substr(Format("").find("\nformat:")));
  }

  int ByName(const char *name) {
    perfc_tracepoint *made = nullptr;
    error_ = {};
    const int result = perfc_tracepoint_create(&host_, name, &made, &error_);
    tracepoint_.reset(made);
    return result;
  }
  int ById(uint32_t id) {
    perfc_tracepoint *made = nullptr;
    error_ = {};
    const int result =
        perfc_tracepoint_create_by_id(&host_, id, &made, &error_);
    tracepoint_.reset(made);
    return result;
  }
  std::string Name() const {
    struct perfc_tracepoint_info info = {};
    if (perfc_tracepoint_get_info(tracepoint_.get(), &info, sizeof info) != 0) {
      return "";
    }
    return std::string(info.system) + ":" + info.name + " " +
           std::to_string(info.id);
  }

  Tracepoint tracepoint_;
};

TEST_F(LookupTest, ByName) {
  ASSERT_EQ(ByName("sched:sched_switch"), 0) << TextOf(error_);
  EXPECT_EQ(Name(), "sched:sched_switch 314");
}

TEST_F(LookupTest, ById) {
  for (uint32_t id : {7, 314, 315}) {
    ASSERT_EQ(ById(id), 0) << TextOf(error_);
    EXPECT_EQ(Name().substr(Name().find(' ') + 1), std::to_string(id));
  }
  EXPECT_EQ(ById(8), -ENOENT);
  EXPECT_NE(TextOf(error_).find("no tracepoint with id 8"), std::string::npos);
}

TEST_F(LookupTest, NamesThatArentNamesAreRefused) {
  for (const char *name :
       {"", ":", "sched", "sched:", ":sched_switch", "sched:../sched_switch",
        "..:sched_switch", "sched/sched_switch:x", "sched:.", "a:b/../c"}) {
    EXPECT_EQ(ByName(name), -EINVAL) << name;
  }
  EXPECT_EQ(ByName(("sched:" + std::string(256, 'x')).c_str()), -EINVAL);
  EXPECT_EQ(ByName(nullptr), -EINVAL);
  EXPECT_EQ(system_.count(Call::kOpen), 0);
}

TEST_F(LookupTest, WhatIsntThereIsNamed) {
  EXPECT_EQ(ByName("sched:sched_swich"), -ENOENT);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NO_TRACEPOINT});
  EXPECT_NE(TextOf(error_).find("no tracepoint sched:sched_swich"),
            std::string::npos);
}

TEST(Lookup, WithoutTracefsSaysHowToMountIt) {
  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
  perfc_error error = {};
  perfc_tracepoint *made = nullptr;
  EXPECT_EQ(perfc_tracepoint_create(&host, "a:b", &made, &error), -ENOENT);
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_NO_TRACEFS});
  EXPECT_NE(TextOf(error).find("mount -t tracefs"), std::string::npos);
  EXPECT_EQ(perfc_tracepoint_create_by_id(&host, 1, &made, &error), -ENOENT);
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_NO_TRACEFS});
}

TEST(Lookup, WhereTheHostsOwnTracefsIsntThereNamesItsPath) {
  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
  perfc_host_options options = {};
  options.tracefs = "/elsewhere";
  perfc_error error = {};
  ASSERT_EQ(host.host.Configure(&options, &error), 0);
  perfc_tracepoint *made = nullptr;
  EXPECT_EQ(perfc_tracepoint_create(&host, "a:b", &made, &error), -ENOENT);
  EXPECT_NE(TextOf(error).find("no tracefs is at /elsewhere"),
            std::string::npos);
}

TEST_F(LookupTest, AFilterBeforeOpenIsNoMatterOfUsers) {
  system_.Fail(Call::kOpen, EPERM, 2);  // The format file.
  EXPECT_EQ(ByName("sched:sched_switch"), -EPERM);
  EXPECT_NE(TextOf(error_).find("a seccomp filter"), std::string::npos);
  EXPECT_EQ(TextOf(error_).find("root"), std::string::npos);
}

TEST_F(LookupTest, UnreadableTracefsSaysWhatToTry) {
  system_.Fail(Call::kOpen, EACCES, 2);  // The format file.
  EXPECT_EQ(ByName("sched:sched_switch"), -EACCES);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_TRACEFS_DENIED});
  const std::string text = TextOf(error_);
  for (const char *part :
       {"/sys/kernel/tracing", "root", "gid=GROUP", "CAP_DAC_READ_SEARCH"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST_F(LookupTest, AFormatFileThatIsntOneIsExplained) {
  system_.SetFile(std::string(kEvents) + "sched/sched_switch/format", "x\n");
  EXPECT_EQ(ByName("sched:sched_switch"), -EINVAL);
  EXPECT_NE(TextOf(error_).find("format file isn't understood: there is no"),
            std::string::npos)
      << TextOf(error_);
}

TEST_F(LookupTest, AnIdThatIsNoNumberIsNobodys) {
  system_.SetFile(std::string(kEvents) + "sched/sched_switch/id", "x");
  EXPECT_EQ(ById(314), -ENOENT);
  EXPECT_EQ(ById(315), 0);
}

TEST_F(LookupTest, EachFailingCallFailsOrIsPassedOverAndLeaksNoFd) {
  for (const bool by_name : {true, false}) {
    for (int n = 1;; ++n) {
      SCOPED_TRACE(n);
      system_.FailAny(EMFILE, n);
      const int result = by_name ? ByName("sched:sched_wakeup") : ById(315);
      if (!system_.failed()) {
        EXPECT_EQ(result, 0);
        break;
      }
      // Another mount may be looked for then, and isn't there.
      EXPECT_TRUE(result == -EMFILE || result == -ENOENT) << result;
      EXPECT_EQ(error_.code, result);
      EXPECT_EQ(system_.open_fds(), 0u);
    }
  }
}

}  // namespace
