// Each ioctl reaches the kernel with its argument, or is refused before.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/event.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::IoctlCall;
using scripted::SampleAttr;
using scripted::TextOf;

class IoctlTest : public scripted::Machine {
 protected:
  void SetUp() override { event_ = Open(SampleAttr()); }
  void TearDown() override {
    event_.reset();
    Machine::TearDown();
  }

  const IoctlCall &Last() { return Fake(event_).ioctls.back(); }
  void ExpectLast(uint32_t request, uint64_t argument) {
    ASSERT_FALSE(Fake(event_).ioctls.empty());
    EXPECT_EQ(Last().request, request);
    EXPECT_EQ(Last().argument, argument);
  }
  int Ioctl(uint32_t request, uint64_t argument) {
    error_ = {};
    return perfc_ioctl(event_.get(), request, argument, &error_);
  }

  Event event_;
};

std::vector<uint8_t> BytesOf(const void *at, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(at);
  return {bytes, bytes + size};
}

TEST_F(IoctlTest, EnableDisableAndResetTakeTheGroupFlag) {
  for (uint32_t request :
       {PERFC_IOC_ENABLE, PERFC_IOC_DISABLE, PERFC_IOC_RESET}) {
    for (uint32_t flags : {0, PERFC_IOC_FLAG_GROUP}) {
      EXPECT_EQ(perfc_ioctl(event_.get(), request, flags, nullptr), 0);
      ExpectLast(request, flags);
    }
    const int calls = system_.count(Call::kIoctl);
    EXPECT_EQ(perfc_ioctl(event_.get(), request, 2, nullptr), -EINVAL);
    EXPECT_EQ(perfc_ioctl(event_.get(), request, ~0u, nullptr), -EINVAL);
    EXPECT_EQ(Ioctl(request, 2), -EINVAL);
    EXPECT_EQ(error_.code, -EINVAL);
    EXPECT_EQ(system_.count(Call::kIoctl), calls) << "the kernel isn't asked";
    EXPECT_EQ(perfc_ioctl(nullptr, request, 0, nullptr), -EINVAL);
  }
}

TEST_F(IoctlTest, RefreshTakesOneAndMore) {
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_REFRESH, 1, nullptr), 0);
  ExpectLast(PERFC_IOC_REFRESH, 1);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_REFRESH, INT32_MAX, nullptr),
            0);
  ExpectLast(PERFC_IOC_REFRESH, INT32_MAX);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_REFRESH, 0, nullptr), -EINVAL);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_REFRESH, -1, nullptr), -EINVAL);
  EXPECT_EQ(Ioctl(PERFC_IOC_REFRESH, 7), 0);
  ExpectLast(PERFC_IOC_REFRESH, 7);
  EXPECT_EQ(Ioctl(PERFC_IOC_REFRESH, 0), -EINVAL);
}

// To the kernel it goes by address.
TEST_F(IoctlTest, ThePeriodIsANumber) {
  const uint64_t period = 0x123456789abcdef;
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_PERIOD, period, nullptr), 0);
  EXPECT_EQ(Last().request, static_cast<uint32_t>(PERFC_IOC_PERIOD));
  EXPECT_EQ(Last().data, BytesOf(&period, 8));
}

TEST_F(IoctlTest, TheIdIsTheKernels) {
  uint64_t id = 0;
  EXPECT_EQ(perfc_event_id(event_.get(), &id), 0);
  EXPECT_EQ(id, Fake(event_).id);
  EXPECT_EQ(perfc_event_id(event_.get(), nullptr), -EINVAL);
}

TEST_F(IoctlTest, OutputIsPausedWithOneAndResumedWithZero) {
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_PAUSE_OUTPUT, 1, nullptr), 0);
  ExpectLast(PERFC_IOC_PAUSE_OUTPUT, 1);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_PAUSE_OUTPUT, 0, nullptr), 0);
  ExpectLast(PERFC_IOC_PAUSE_OUTPUT, 0);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_PAUSE_OUTPUT, 2, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_PAUSE_OUTPUT, -1, nullptr),
            -EINVAL);
  EXPECT_EQ(Ioctl(PERFC_IOC_PAUSE_OUTPUT, 1), 0);
  ExpectLast(PERFC_IOC_PAUSE_OUTPUT, 1);
}

TEST_F(IoctlTest, AFilterIsAString) {
  EXPECT_EQ(perfc_event_set_filter(event_.get(), "prev_pid != 0", &error_), 0);
  EXPECT_EQ(Last().data, BytesOf("prev_pid != 0", 13));
  EXPECT_EQ(perfc_event_set_filter(event_.get(), nullptr, &error_), -EINVAL);
  EXPECT_NE(TextOf(error_).find("filter is NULL"), std::string::npos);
}

// No PMU here has them; the words are for the kernel alone.
TEST_F(IoctlTest, AddressFiltersGoAsTheyAre) {
  constexpr char kFilter[] = "filter 0x400/0x80@/bin/ls,stop 0x500@/bin/ls";
  EXPECT_EQ(perfc_event_set_filter(event_.get(), kFilter, &error_), 0);
  EXPECT_EQ(Last().request, uint32_t{PERFC_IOC_SET_FILTER});
  EXPECT_EQ(Last().data, BytesOf(kFilter, sizeof kFilter - 1));
}

TEST_F(IoctlTest, ABpfProgramGoesByFd) {
  EXPECT_EQ(perfc_ioctl(event_.get(), PERFC_IOC_SET_BPF, 17, &error_), 0);
  ExpectLast(PERFC_IOC_SET_BPF, 17);
  EXPECT_EQ(Ioctl(PERFC_IOC_SET_BPF, 18), 0);
  ExpectLast(PERFC_IOC_SET_BPF, 18);
}

TEST_F(IoctlTest, AttachedProgramsAreListedUpToTheCapacity) {
  Fake(event_).bpf_ids = {5, 6, 7};
  uint32_t ids[100];
  uint32_t count = 0;
  for (uint32_t capacity : {3, 4, 64, 100}) {
    memset(ids, 0, sizeof ids);
    EXPECT_EQ(
        perfc_event_query_bpf(event_.get(), ids, capacity, &count, &error_), 0);
    EXPECT_EQ(count, 3u);
    EXPECT_EQ(ids[0], 5u);
    EXPECT_EQ(ids[2], 7u);
    EXPECT_EQ(ids[3], 0u);
  }
}

TEST_F(IoctlTest, TooSmallACapacityStillTellsHowManyThereAre) {
  Fake(event_).bpf_ids = {5, 6, 7};
  uint32_t ids[3] = {};
  uint32_t count = 0;
  EXPECT_EQ(perfc_event_query_bpf(event_.get(), ids, 2, &count, &error_),
            -ENOSPC);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(ids[1], 6u);
  EXPECT_EQ(ids[2], 0u) << "nothing beyond the capacity";
  EXPECT_EQ(perfc_event_query_bpf(event_.get(), nullptr, 0, &count, &error_),
            -ENOSPC);
  EXPECT_EQ(count, 3u);
}

TEST_F(IoctlTest, AQueryWithoutRoomForItsAnswerIsRefused) {
  uint32_t ids[1];
  uint32_t count = 0;
  EXPECT_EQ(perfc_event_query_bpf(event_.get(), nullptr, 1, &count, &error_),
            -EINVAL);
  EXPECT_EQ(perfc_event_query_bpf(event_.get(), ids, 1, nullptr, &error_),
            -EINVAL);
}

TEST_F(IoctlTest, AFailedQueryLeavesTheCountAlone) {
  uint32_t ids[1] = {};
  uint32_t count = 77;
  system_.FailRequest(PERFC_IOC_QUERY_BPF, EINVAL);
  EXPECT_EQ(perfc_event_query_bpf(event_.get(), ids, 1, &count, &error_),
            -EINVAL);
  EXPECT_EQ(count, 77u);
}

TEST_F(IoctlTest, ModifiedAttributesGoWithTheirLength) {
  perfc_attr attr = SampleAttr();
  attr.size = 0;
  attr.config1 = 0x1000;
  EXPECT_EQ(perfc_event_modify_attr(event_.get(), &attr, sizeof attr, &error_),
            0);
  perfc_attr expected = attr;
  expected.size = sizeof attr;
  EXPECT_EQ(Last().data, BytesOf(&expected, sizeof expected));
  EXPECT_EQ(perfc_event_modify_attr(event_.get(), &attr, 8, &error_), -E2BIG);
  EXPECT_EQ(perfc_event_modify_attr(event_.get(), nullptr, 64, &error_),
            -EINVAL);
}

TEST_F(IoctlTest, EachErrnoComesBackUnchanged) {
  const perfc_attr attr = SampleAttr();
  uint64_t number = 1;
  uint32_t count;
  for (int error : {EPERM, EACCES, EINVAL, EBADF, ENOENT, EOPNOTSUPP, ENODEV,
                    EFAULT, E2BIG, EEXIST, ENOMEM}) {
    const auto failing = [&](int result) {
      EXPECT_EQ(result, -error);
      system_.Fail(Call::kIoctl, error);
    };
    system_.Fail(Call::kIoctl, error);
    failing(perfc_ioctl(event_.get(), PERFC_IOC_ENABLE, 0, nullptr));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_DISABLE, 0, nullptr));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_RESET, 0, nullptr));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_REFRESH, 1, nullptr));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_PERIOD, 1, nullptr));
    failing(perfc_event_id(event_.get(), &number));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
    failing(perfc_event_set_filter(event_.get(), "x", &error_));
    failing(perfc_ioctl(event_.get(), PERFC_IOC_SET_BPF, 1, &error_));
    failing(perfc_event_query_bpf(event_.get(), nullptr, 0, &count, &error_));
    failing(perfc_event_modify_attr(event_.get(), &attr, sizeof attr, &error_));
    failing(perfc_event_set_output(event_.get(), nullptr, &error_));
    failing(Ioctl(PERFC_IOC_ENABLE, 0));
    EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_IOCTL));
    EXPECT_NE(TextOf(error_).find(strerrorname_np(error)), std::string::npos);
    EXPECT_EQ(perfc_event_id(event_.get(), &number), -error);
  }
}

TEST_F(IoctlTest, AFailureNamesTheRequestAndItsRule) {
  system_.FailRequest(PERFC_IOC_SET_FILTER, EINVAL);
  EXPECT_EQ(perfc_event_set_filter(event_.get(), "x", &error_), -EINVAL);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_ARGUMENT));
  EXPECT_EQ(TextOf(error_).find("SET_FILTER: ioctl() failed with EINVAL"), 0u);
  EXPECT_NE(TextOf(error_).find("have filters"), std::string::npos);
}

TEST_F(IoctlTest, ANumberThatIsRefusedNamesTheRequestAndItsRule) {
  const struct {
    uint32_t request;
    uint64_t argument;
    const char *text;
  } cases[] = {
      {PERFC_IOC_ENABLE, 2, "ENABLE failed with EINVAL"},
      {PERFC_IOC_REFRESH, 0, "REFRESH failed with EINVAL"},
      {PERFC_IOC_PAUSE_OUTPUT, 2, "PAUSE_OUTPUT failed with EINVAL"},
      {PERFC_IOC_SET_BPF, ~0u, "SET_BPF failed with EINVAL"},
  };
  for (const auto &c : cases) {
    EXPECT_EQ(Ioctl(c.request, c.argument), -EINVAL);
    EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_NONE));
    EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_ARGUMENT));
    EXPECT_EQ(TextOf(error_).find(c.text), 0u) << TextOf(error_);
  }
  EXPECT_EQ(system_.count(Call::kIoctl), 0);
}

TEST_F(IoctlTest, ANumberThatTheKernelRefusesNamesTheRequestAndItsRule) {
  const struct {
    uint32_t request;
    uint64_t argument;
    const char *text;
  } cases[] = {
      {PERFC_IOC_REFRESH, 1, "must sample"},
      {PERFC_IOC_PAUSE_OUTPUT, 1, "no ring"},
      {static_cast<uint32_t>(PERFC_IOC_PERIOD), 0, "a period is 1 to 2^63-1"},
  };
  for (const auto &c : cases) {
    system_.FailRequest(c.request, EINVAL);
    EXPECT_EQ(Ioctl(c.request, c.argument), -EINVAL);
    EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_IOCTL));
    EXPECT_NE(TextOf(error_).find(c.text), std::string::npos) << TextOf(error_);
  }
}

TEST_F(IoctlTest, AnFdThatSomebodyElseClosedIsSaidToBe) {
  system_.FailRequest(PERFC_IOC_SET_FILTER, EBADF);
  EXPECT_EQ(perfc_event_set_filter(event_.get(), "x", &error_), -EBADF);
  EXPECT_NE(TextOf(error_).find("the file descriptor isn't open"),
            std::string::npos);
  system_.FailRequest(PERFC_IOC_ENABLE, ENOTTY);
  EXPECT_EQ(Ioctl(PERFC_IOC_ENABLE, 0), -ENOTTY);
  EXPECT_NE(TextOf(error_).find("is no perf event"), std::string::npos);
}

TEST_F(IoctlTest, ARequestThatTheUapiLacksIsRefused) {
  for (uint32_t request : {0u, 0x2406u, 0x240cu, 0x5401u, 0x4008240cu, ~0u}) {
    EXPECT_EQ(Ioctl(request, 0), -ENOTTY) << request;
    EXPECT_EQ(error_.number[0], request);
  }
  EXPECT_EQ(system_.count(Call::kIoctl), 0);
}

TEST_F(IoctlTest, RequestsWithMemoryOrAHandleNameTheirFunction) {
  const struct {
    uint64_t request;
    const char *function;
  } cases[] = {
      {PERFC_IOC_ID, "perfc_event_id"},
      {PERFC_IOC_SET_OUTPUT, "perfc_event_set_output"},
      {PERFC_IOC_SET_FILTER, "perfc_event_set_filter"},
      {PERFC_IOC_QUERY_BPF, "perfc_event_query_bpf"},
      {PERFC_IOC_MODIFY_ATTRIBUTES, "perfc_event_modify_attr"},
  };
  for (const auto &c : cases) {
    EXPECT_EQ(Ioctl(static_cast<uint32_t>(c.request), ~uint64_t{0}), -ENOTTY);
    EXPECT_NE(TextOf(error_).find(c.function), std::string::npos)
        << TextOf(error_);
  }
  EXPECT_EQ(system_.count(Call::kIoctl), 0);
}

TEST_F(IoctlTest, AnIntegerOfMoreThan32BitsIsRefusedNotCut) {
  for (uint32_t request :
       {PERFC_IOC_ENABLE, PERFC_IOC_DISABLE, PERFC_IOC_RESET, PERFC_IOC_REFRESH,
        PERFC_IOC_PAUSE_OUTPUT, PERFC_IOC_SET_BPF}) {
    EXPECT_EQ(Ioctl(request, uint64_t{1} << 32 | 1), -EINVAL) << request;
  }
  EXPECT_EQ(system_.count(Call::kIoctl), 0);
}

TEST_F(IoctlTest, ANullHandleIsRefused) {
  uint64_t number = 0;
  uint32_t count;
  const perfc_attr attr = SampleAttr();
  EXPECT_EQ(perfc_ioctl(nullptr, PERFC_IOC_REFRESH, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_ioctl(nullptr, PERFC_IOC_PERIOD, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_event_id(nullptr, &number), -EINVAL);
  EXPECT_EQ(perfc_ioctl(nullptr, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_event_set_filter(nullptr, "x", &error_), -EINVAL);
  EXPECT_EQ(perfc_ioctl(nullptr, PERFC_IOC_SET_BPF, 1, &error_), -EINVAL);
  EXPECT_EQ(perfc_event_query_bpf(nullptr, nullptr, 0, &count, &error_),
            -EINVAL);
  EXPECT_EQ(perfc_event_modify_attr(nullptr, &attr, sizeof attr, &error_),
            -EINVAL);
  EXPECT_EQ(perfc_event_set_output(nullptr, nullptr, &error_), -EINVAL);
  EXPECT_EQ(perfc_ioctl(nullptr, PERFC_IOC_ENABLE, 0, &error_), -EINVAL);
  EXPECT_NE(TextOf(error_).find("event is NULL"), std::string::npos);
}

}  // namespace
