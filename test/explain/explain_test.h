// What the tests of explanations share: a machine whose facts they choose.
#ifndef PERFC_TEST_EXPLAIN_EXPLAIN_TEST_H_
#define PERFC_TEST_EXPLAIN_EXPLAIN_TEST_H_

#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "impl/explain/explain.h"
#include "impl/host/host.h"
#include "test/host/machine.h"
#include "testing/scripted_system.h"

constexpr int kCapIpcLock = 14;
constexpr int kCapSysAdmin = 21;
constexpr int kCapPerfmon = 38;
inline const std::string kDevices = "/sys/bus/event_source/devices";

class ExplainTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(system_.open_fds(), 0u); }

  void SetParanoid(int level) {
    system_.SetFile("/proc/sys/kernel/perf_event_paranoid",
                    std::to_string(level) + "\n");
  }
  void SetStatus(uint64_t capabilities, int seccomp) {
    system_.SetFile("/proc/self/status",
                    absl::StrFormat("Name:\tx\nCapInh:\t%016x\nCapEff:\t%016x\n"
                                    "NoNewPrivs:\t0\nSeccomp:\t%d\n"
                                    "Seccomp_filters:\t7\n",
                                    ~uint64_t{0}, capabilities, seccomp));
  }

  perfc_error Explain(int errno_, const perfc_attr &attr, int32_t pid = 0,
                      int32_t cpu = -1,
                      const perfc::explain::Leader *leader = nullptr) {
    perfc_error error;
    memset(&error, 0xee, sizeof error);
    EXPECT_EQ(
        perfc::explain::OpenFailed(
            host_, -errno_,
            {attr, sizeof attr, sizeof attr, pid, cpu, leader, 0}, &error),
        -errno_);
    EXPECT_EQ(error.code, -errno_);
    EXPECT_EQ(error.call, static_cast<uint32_t>(PERFC_CALL_PERF_EVENT_OPEN));
    EXPECT_STREQ(error.operation, "perfc_open");
    ExpectSentence(error, errno_);
    return error;
  }

  static std::string TextOf(const perfc_error &error) {
    return scripted::TextOf(error);
  }
  static void ExpectRule(const perfc_error &error, uint32_t rule) {
    EXPECT_EQ(error.rule, rule) << TextOf(error);
  }
  static void ExpectText(const perfc_error &error, const std::string &part) {
    EXPECT_NE(TextOf(error).find(part), std::string::npos) << TextOf(error);
  }

  // One paragraph that names the call and the errno, with nothing left out.
  static void ExpectSentence(const perfc_error &error, int errno_) {
    const std::string text = TextOf(error);
    EXPECT_NE(text.find("() failed with "), std::string::npos) << text;
    if (strerrorname_np(errno_) != nullptr) {
      EXPECT_NE(text.find(strerrorname_np(errno_)), std::string::npos) << text;
    }
    for (const char *never : {"\n", "%", "  ", ": :", "; ;", "(null)", "()."}) {
      EXPECT_EQ(text.find(never), std::string::npos) << text;
    }
    EXPECT_NE(text.back(), ':');
    EXPECT_NE(text.back(), ' ');
  }

  scripted::ScriptedSystem system_;
  perfc::host::Host host_{system_};
};

#endif  // PERFC_TEST_EXPLAIN_EXPLAIN_TEST_H_
