// Where there is no memory for an event string, a label or a catalog, the call
// says so and leaves all as it was. malloc and its kin are this program's own,
// for the library too; the scripted machine's own needs are met.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/names.h"
#include "test/names/names.h"

namespace {

// How many allocations still succeed; below 0: all.
std::atomic<int64_t> left{-1};

bool Refused() {
  if (left < 0) return false;
  return left == 0 || left-- == 0;
}

}  // namespace

extern "C" {

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

void *malloc(size_t size) { return Refused() ? nullptr : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return Refused() ? nullptr : __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
  return Refused() ? nullptr : __libc_realloc(at, size);
}

}  // extern "C"

namespace {

using std::string;

// Files of the real machine: a scripted one allocates itself.
class Memory : public testing::Test {
 protected:
  void SetUp() override {
    perfc_host_options options = {};
    options.size = sizeof options;
    root_ = testing::TempDir() + "/names_memory";
    names::WriteTree("intel_hybrid", root_ + "/sys");
    names::WriteTracefs(root_ + "/tracing");
    const string sysfs = root_ + "/sys";
    const string tracefs = root_ + "/tracing";
    options.sysfs = sysfs.c_str();
    options.tracefs = tracefs.c_str();
    ASSERT_EQ(perfc_host_create(&options, &host_, nullptr), 0);
  }
  void TearDown() override { perfc_host_destroy(host_); }

  // Calls with no memory after the first allocation, the second, and so on,
  // until it succeeds. Returns how often it didn't.
  template <typename Call>
  static int RunShort(Call call) {
    for (int64_t allowed = 0;; ++allowed) {
      left = allowed;
      const int result = call();
      left = -1;
      if (result >= 0) return static_cast<int>(allowed);
      EXPECT_EQ(result, -ENOMEM) << "after " << allowed << " allocations";
      if (result != -ENOMEM || allowed > 100000) return -1;
    }
  }

  string root_;
  perfc_host *host_ = nullptr;
};

TEST_F(Memory, OfAnEventStringLeavesTheListAsItWas) {
  for (const char *events :
       {"cycles", "{cycles,faults:u}:S", "cpu_core/event=0x3c,name=mine/",
        "sched:sched_switch", "sched:*", "kprobe:vfs_read+4", "mem:0x10/8:rw",
        "L1-dcache-load-misses", "uncore_cbox/event=1/", "cycels",
        "cpu_core/evnt=1/"}) {
    SCOPED_TRACE(events);
    int code = 0;
    const int refused = RunShort([&] {
      perfc_specs *specs = nullptr;
      perfc_error error = {};
      int result = perfc_specs_create(host_, &specs, &error);
      if (result < 0) return result;
      result = perfc_specs_parse(specs, events, 0, &error);
      const int64_t allowed = left.exchange(-1);
      if (result == -ENOMEM) {
        EXPECT_EQ(perfc_specs_count(specs), 0);
        EXPECT_EQ(error.code, -ENOMEM);
        // It works once there is some.
        code = perfc_specs_parse(specs, events, 0, &error);
        EXPECT_NE(code, -ENOMEM);
      }
      perfc_specs_destroy(specs);
      left = allowed;
      // A mistake in the string is found in the end.
      return result == -ENOMEM ? result : 0;
    });
    EXPECT_GT(refused, 1);
  }
}

TEST_F(Memory, OfALabel) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  for (const uint32_t type :
       {uint32_t{PERFC_TYPE_HARDWARE}, uint32_t{PERFC_TYPE_TRACEPOINT},
        uint32_t{PERFC_TYPE_RAW}, uint32_t{4}, uint32_t{1000}}) {
    attr.type = type;
    attr.config = 0x3c;
    char whole[256];
    const int length =
        perfc_attr_label(host_, &attr, sizeof attr, whole, sizeof whole);
    ASSERT_GT(length, 0) << type;
    char text[256];
    EXPECT_GE(RunShort([&] {
                return perfc_attr_label(host_, &attr, sizeof attr, text,
                                        sizeof text);
              }),
              0);
    EXPECT_STREQ(text, whole);
  }
}

TEST_F(Memory, OfACatalog) {
  const int refused = RunShort([&] {
    perfc_catalog *list = nullptr;
    perfc_error error = {};
    const int result =
        perfc_catalog_create(host_, PERFC_CATALOG_ALL, &list, &error);
    EXPECT_EQ(result == 0, list != nullptr);
    if (result < 0) {
      EXPECT_EQ(error.code, result);
    }
    perfc_catalog_destroy(list);
    return result;
  });
  EXPECT_GT(refused, 20);
}

}  // namespace
