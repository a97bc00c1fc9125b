// "pfm:EVENT", through a library that this test plays, and the real one.

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/names.h"
#include "perfc/uapi.h"
#include "test/names/names.h"

namespace {

struct Argument {
  perfc_attr *attr;
  char **name;
  size_t size;
  int index;
  int cpu;
  int flags;
};

int initialized = 0;

int Initialize() { return initialized++ < 0 ? -1 : 0; }

int GetEncoding(const char *event, int levels, int system, void *argument) {
  EXPECT_EQ(levels, 0x19);
  EXPECT_EQ(system, 1);
  perfc_attr *attr = static_cast<Argument *>(argument)->attr;
  if (strcmp(event, "zen4::RETIRED:ALL") != 0) return -4;
  attr->type = 4;
  attr->config = 0xc0;
  attr->config1 = 5;
  return 0;
}

const char *ErrorText(int code) { return code == -4 ? "not found" : "other"; }

class PfmTest : public names::NamesTest {
 protected:
  PfmTest() {
    Use("amd");
    initialized = 0;
    symbols_ = {
        {"pfm_initialize", reinterpret_cast<void *>(Initialize)},
        {"pfm_get_os_event_encoding", reinterpret_cast<void *>(GetEncoding)},
        {"pfm_strerror", reinterpret_cast<void *>(ErrorText)}};
  }

  std::map<std::string, void *> symbols_;
};

TEST_F(PfmTest, EventsAreTheLibrarys) {
  system_.SetLibrary("libpfm.so.4", &symbols_);
  ASSERT_EQ(Parse("{pfm:zen4::RETIRED:ALL,cycles}:u"), 2) << Text();
  EXPECT_EQ(Attr(0).config, 0xc0u);
  EXPECT_EQ(Attr(0).config1, 5u);
  EXPECT_EQ(Attr(0).flags & PERFC_ATTR_EXCLUDE_KERNEL,
            uint64_t{PERFC_ATTR_EXCLUDE_KERNEL});
  EXPECT_STREQ(Get(0).pmu, "cpu");
  EXPECT_STREQ(Get(0).name, "pfm:zen4::RETIRED:ALL");
  EXPECT_EQ(Parse("pfm:zen4::RETIRED:ALL"), 1);
  EXPECT_EQ(initialized, 1);
  perfc_specs_destroy(specs_);
  specs_ = nullptr;
  EXPECT_EQ(system_.libraries_unloaded(), 1);
}

TEST_F(PfmTest, WhatItDoesntKnowItSays) {
  system_.SetLibrary("libpfm.so.4", &symbols_);
  EXPECT_EQ(Parse("cs,pfm:nothing"), -ENOENT);
  EXPECT_EQ(error_.number[0], 7u);
  EXPECT_NE(Text().find("libpfm4 says: not found"), std::string::npos);
  EXPECT_EQ(Parse("pfm:" + std::string(600, 'x')), -EINVAL);
}

TEST_F(PfmTest, WithoutTheLibraryThatIsSaid) {
  EXPECT_EQ(Parse("pfm:zen4::RETIRED:ALL"), -EOPNOTSUPP);
  EXPECT_NE(Text().find("install libpfm4"), std::string::npos) << Text();
}

TEST_F(PfmTest, ALibraryThatIsntItIsRefused) {
  symbols_.erase("pfm_strerror");
  system_.SetLibrary("libpfm.so.4", &symbols_);
  EXPECT_EQ(Parse("pfm:zen4::RETIRED:ALL"), -EOPNOTSUPP);
  EXPECT_EQ(system_.libraries_unloaded(), 1);
}

TEST_F(PfmTest, TheRealOneEncodesGenericEvents) {
  perfc_specs *specs = nullptr;
  ASSERT_EQ(perfc_specs_create(nullptr, &specs, nullptr), 0);
  const int count = perfc_specs_parse(
      specs, "pfm:perf::PERF_COUNT_SW_CONTEXT_SWITCHES:u", 0, &error_);
  if (count == -EOPNOTSUPP && Text().find("install") != std::string::npos) {
    perfc_specs_destroy(specs);
    GTEST_SKIP() << "no libpfm4 here";
  }
  EXPECT_EQ(count, 1) << Text();
  perfc_spec spec = {};
  ASSERT_EQ(perfc_specs_get(specs, 0, &spec, sizeof spec), 0) << Text();
  perfc_attr attr;
  memcpy(&attr, spec.attr, sizeof attr);
  EXPECT_EQ(attr.type, uint32_t{PERFC_TYPE_SOFTWARE});
  EXPECT_EQ(attr.config, uint64_t{PERFC_COUNT_SW_CONTEXT_SWITCHES});
  EXPECT_TRUE(attr.flags & PERFC_ATTR_EXCLUDE_KERNEL);
  perfc_specs_destroy(specs);
  // libpfm4 never frees the names of tracepoints that it read. While it stays
  // loaded they are read once, and aren't leaked.
  void *library = dlopen("libpfm.so.4", RTLD_NOW | RTLD_NOLOAD);
  EXPECT_NE(library, nullptr) << dlerror();
  if (library != nullptr) dlclose(library);
}

}  // namespace
