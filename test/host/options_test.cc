// perfc_host_create: options of every size, and what they change.

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "impl/capi/handles.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "test/host/machine.h"
#include "testing/scripted_system.h"

namespace {

// Options of a later version, of which this one doesn't know the tail.
struct LongerOptions {
  perfc_host_options known;
  uint64_t later[2];
};

int Create(const perfc_host_options &options, perfc_error *error) {
  perfc_host *host = nullptr;
  const int result = perfc_host_create(&options, &host, error);
  EXPECT_EQ(result == 0, host != nullptr);
  perfc_host_destroy(host);
  return result;
}

TEST(HostOptions, NoneAreThisMachine) {
  perfc_host *host = nullptr;
  ASSERT_EQ(perfc_host_create(nullptr, &host, nullptr), 0);
  EXPECT_EQ(perfc_host_supported(host), perfc_host_supported(nullptr));
  perfc_host_destroy(host);
  perfc_host_destroy(nullptr);
}

TEST(HostOptions, AHostIsNeeded) {
  perfc_error error = {};
  EXPECT_EQ(perfc_host_create(nullptr, nullptr, &error), -EINVAL);
  EXPECT_STREQ(error.operation, "perfc_host_create");
}

TEST(HostOptions, ASizeBelowThatOfTheFirstVersionIsRefused) {
  perfc_host_options options = {};
  perfc_error error = {};
  for (uint32_t size = 0; size < sizeof options; ++size) {
    options.size = size;
    EXPECT_EQ(Create(options, &error), -EINVAL) << size;
  }
  EXPECT_NE(scripted::TextOf(error).find("options->size is 31"),
            std::string::npos)
      << scripted::TextOf(error);
  options.size = sizeof options;
  EXPECT_EQ(Create(options, &error), 0);
}

TEST(HostOptions, AnUnknownTailMustBeZero) {
  LongerOptions options = {};
  options.known.size = sizeof options;
  EXPECT_EQ(Create(options.known, nullptr), 0);
  for (size_t at = 0; at < sizeof options.later; ++at) {
    auto *tail = reinterpret_cast<uint8_t *>(options.later);
    tail[at] = 1;
    perfc_error error = {};
    EXPECT_EQ(Create(options.known, &error), -E2BIG) << at;
    EXPECT_EQ(error.code, -E2BIG);
    EXPECT_EQ(error.number[0], sizeof options);
    EXPECT_EQ(error.number[1], sizeof options.known);
    tail[at] = 0;
  }
}

TEST(HostOptions, ReservedMustBeZero) {
  perfc_host_options options = {};
  options.size = sizeof options;
  options.reserved = 1;
  EXPECT_EQ(Create(options, nullptr), -EINVAL);
}

TEST(HostOptions, EachPathMayHave255Bytes) {
  const std::string fits(255, 'x');
  const std::string too_long(256, 'x');
  const char *perfc_host_options::*const paths[] = {
      &perfc_host_options::sysfs, &perfc_host_options::procfs,
      &perfc_host_options::tracefs};
  for (const auto path : paths) {
    perfc_host_options options = {};
    options.size = sizeof options;
    options.*path = fits.c_str();
    EXPECT_EQ(Create(options, nullptr), 0);
    options.*path = too_long.c_str();
    perfc_error error = {};
    EXPECT_EQ(Create(options, &error), -EINVAL);
    EXPECT_EQ(error.number[0], 256u);
  }
}

TEST(HostOptions, TheRootsAreWhereFilesAreLookedFor) {
  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
  perfc_host_options options = {};
  options.size = sizeof options;
  options.procfs = "/host/proc";
  options.sysfs = "/host/sys";
  ASSERT_EQ(host.host.Configure(&options, nullptr), 0);
  EXPECT_EQ(perfc_host_supported(&host), -ENOENT);
  system.SetFile("/host/proc/sys/kernel/perf_event_paranoid", "2");
  EXPECT_EQ(perfc_host_supported(&host), 1);
  system.SetFile("/host/sys/bus/file", "2");
  EXPECT_TRUE(host.host.SysExists("bus/file"));
}

TEST(KernelAttrSize, IsExplainedWhereItCantBeHad) {
  scripted::ScriptedSystem system;
  const perfc_host host{perfc::host::Host(system)};
  perfc_error error = {};
  EXPECT_EQ(perfc_host_attr_size(&host, &error), 136);
  EXPECT_EQ(error.code, 0);
  system.SetFile("/proc/self/status", "CapEff:\t0\nSeccomp:\t2\n");
  system.Fail(scripted::Call::kPerfEventOpen, ENOSYS);
  EXPECT_EQ(perfc_host_attr_size(&host, &error), -ENOSYS);
  EXPECT_EQ(error.rule, static_cast<uint32_t>(PERFC_RULE_SECCOMP));
  EXPECT_EQ(system.open_fds(), 0u);
}

}  // namespace
