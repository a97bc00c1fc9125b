// Arguments that can't be right: a negative errno, words where an error struct
// was given, and neither a crash nor an fd left open (which main.cc checks
// after every test).

#include <cerrno>
#include <climits>
#include <cstring>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

class BadInput : public testing::Test {
 protected:
  // Checks a result, and that it came with words.
  void Expect(int code, int result) {
    EXPECT_EQ(code, result);
    EXPECT_EQ(code, error_.code);
    EXPECT_GT(strlen(error_.operation), 0u);
    const std::string text = Text(error_);
    EXPECT_NE(std::string::npos, text.find("failed with")) << text;
    error_ = {};
  }

  int Open(const void* attr, size_t size, uint64_t flags = 0) {
    perfc_event* event = nullptr;
    const int result =
        perfc_open(nullptr, attr, size, 0, -1, nullptr, flags, &event, &error_);
    EXPECT_EQ(result == 0, event != nullptr);
    perfc_close(event);
    return result;
  }

  const perfc_attr attr_ = Software(PERFC_COUNT_SW_DUMMY);
  perfc_error error_ = {};
};

TEST_F(BadInput, NullHandlesOfColdCalls) {
  NEEDS();
  perfc_event* event = nullptr;
  uint32_t count;
  Expect(-EINVAL, perfc_open(nullptr, nullptr, sizeof attr_, 0, -1, nullptr, 0,
                             &event, &error_));
  Expect(-EINVAL, perfc_open(nullptr, &attr_, sizeof attr_, 0, -1, nullptr, 0,
                             nullptr, &error_));
  Expect(-EINVAL,
         perfc_open_fd(nullptr, 0, &attr_, sizeof attr_, nullptr, &error_));
  Expect(-EINVAL, perfc_event_set_output(nullptr, nullptr, &error_));
  Expect(-EINVAL, perfc_event_set_filter(nullptr, "", &error_));
  Expect(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_SET_BPF, 0, &error_));
  Expect(-EINVAL, perfc_event_query_bpf(nullptr, nullptr, 0, &count, &error_));
  Expect(-EINVAL,
         perfc_event_modify_attr(nullptr, &attr_, sizeof attr_, &error_));
  Expect(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_ENABLE, 0, &error_));
  Expect(-EINVAL, perfc_mmap(nullptr, 1, 0, &error_));
  Expect(-EINVAL, perfc_event_wait(nullptr, 0, &error_));
  Expect(-EINVAL, perfc_host_create(nullptr, nullptr, &error_));
}

TEST_F(BadInput, NullHandlesOfHotCalls) {
  NEEDS();
  uint64_t number;
  perfc_count count;
  perfc_record record;
  perfc_losses losses;
  EXPECT_EQ(-EINVAL, perfc_event_fd(nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_attr(nullptr, &number, 8));
  EXPECT_EQ(nullptr, perfc_event_plan(nullptr));
  EXPECT_EQ(nullptr, perfc_event_control_page(nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_ENABLE, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_DISABLE, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_RESET, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_REFRESH, 1, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_PERIOD, 1, nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_id(nullptr, &number));
  EXPECT_EQ(-EINVAL, perfc_ioctl(nullptr, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
  EXPECT_EQ(-EINVAL, perfc_read(nullptr, &count, sizeof count));
  EXPECT_EQ(-EINVAL, perfc_read_user(nullptr, &count, sizeof count));
  EXPECT_EQ(-EINVAL,
            perfc_read_group(nullptr, nullptr, &count, sizeof count, 1));
  EXPECT_EQ(-EINVAL, perfc_munmap(nullptr));
  EXPECT_EQ(-EINVAL, perfc_next_record(nullptr, &record));
  EXPECT_EQ(-EINVAL, perfc_event_peek_record(nullptr, &record));
  EXPECT_EQ(-EINVAL, perfc_event_wake(nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_losses(nullptr, &losses, sizeof losses));
  EXPECT_EQ(-EINVAL, perfc_error_text(nullptr, nullptr, 0));
  perfc_close(nullptr);
  perfc_host_destroy(nullptr);
}

TEST_F(BadInput, NullResultsAndBuffers) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(attr_, 1);
  uint32_t count;
  EXPECT_EQ(-EINVAL, perfc_event_id(event, nullptr));
  EXPECT_EQ(-EINVAL, perfc_read(event, nullptr, sizeof(perfc_count)));
  EXPECT_EQ(-EINVAL, perfc_read_group(event, nullptr, nullptr, 8, 1));
  EXPECT_EQ(-EINVAL, perfc_next_record(event, nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_peek_record(event, nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_losses(event, nullptr, 8));
  EXPECT_EQ(-EINVAL, perfc_event_attr(event, nullptr, 8));
  Expect(-EINVAL, perfc_event_set_filter(event, nullptr, &error_));
  Expect(-EINVAL, perfc_event_query_bpf(event, nullptr, 1, &count, &error_));
  Expect(-EINVAL, perfc_event_query_bpf(event, nullptr, 0, nullptr, &error_));
  Expect(-EINVAL,
         perfc_event_modify_attr(event, nullptr, sizeof attr_, &error_));
}

TEST_F(BadInput, WithoutAnErrorStructAllIsTheSame) {
  NEEDS(Paranoid(2));
  perfc_event* event = nullptr;
  EXPECT_EQ(-EINVAL, perfc_open(nullptr, nullptr, 8, 0, -1, nullptr, 0, &event,
                                nullptr));
  EXPECT_EQ(-E2BIG,
            perfc_open(nullptr, &attr_, 8, 0, -1, nullptr, 0, &event, nullptr));
  EXPECT_EQ(-EINVAL, perfc_open(nullptr, &attr_, sizeof attr_, -1, -1, nullptr,
                                0, &event, nullptr));
  Event good = live::Open(attr_);
  EXPECT_EQ(-EINVAL, perfc_mmap(good, 3, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_set_filter(good, "x", nullptr));
  EXPECT_EQ(-EINVAL, perfc_event_set_output(good, good, nullptr));
  EXPECT_EQ(-EBADFD, perfc_event_wait(good, 0, nullptr));
  EXPECT_EQ(-EBADF, perfc_ioctl(good, PERFC_IOC_SET_BPF, -1, nullptr));
  EXPECT_EQ(-ENOTTY, perfc_ioctl(good, 1, 0, nullptr));
}

TEST_F(BadInput, AttrLengths) {
  NEEDS(Paranoid(2));
  uint8_t long_attr[5000] = {};
  perfc_attr attr = attr_;
  attr.size = 0;  // The length passed along counts.
  memcpy(long_attr, &attr, sizeof attr);
  for (const size_t size : {0, 1, 8, 63, 4097, 5000}) {
    Expect(-E2BIG, Open(long_attr, size));
  }
  Expect(-E2BIG, Open(long_attr, SIZE_MAX));
  for (const size_t size : {64, 72, 96, 128, 136, 144, 1000, 4096}) {
    EXPECT_EQ(0, Open(long_attr, size)) << size << Text(error_);
  }
}

TEST_F(BadInput, SizesThatContradictEachOther) {
  NEEDS(Paranoid(2));
  perfc_attr attr = attr_;
  attr.size = sizeof attr + 8;
  Expect(-EINVAL, Open(&attr, sizeof attr));
  attr.size = UINT32_MAX;
  Expect(-EINVAL, Open(&attr, sizeof attr));
  attr.size = 8;
  Expect(-E2BIG, Open(&attr, sizeof attr));
  attr.size = PERFC_ATTR_SIZE_VER0;
  EXPECT_EQ(0, Open(&attr, sizeof attr));
}

TEST_F(BadInput, UnknownAttrBits) {
  NEEDS(Paranoid(2));
  for (int bit = 40; bit < 64; ++bit) {
    perfc_attr attr = attr_;
    attr.flags |= uint64_t{1} << bit;
    Expect(-EINVAL, Open(&attr, sizeof attr));
  }
}

TEST_F(BadInput, UnknownFlags) {
  NEEDS(Paranoid(2));
  for (int bit = 4; bit < 64; ++bit) {
    Expect(-EINVAL, Open(&attr_, sizeof attr_, uint64_t{1} << bit));
  }
  Event event = live::Open(attr_);
  for (int bit = 1; bit < 32; ++bit) {
    Expect(-EINVAL, perfc_mmap(event, 1, 1u << bit, &error_));
    EXPECT_EQ(-EINVAL,
              perfc_ioctl(event, PERFC_IOC_ENABLE, 1u << bit, nullptr));
    EXPECT_EQ(-EINVAL,
              perfc_ioctl(event, PERFC_IOC_DISABLE, 1u << bit, nullptr));
    EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_RESET, 1u << bit, nullptr));
  }
}

TEST_F(BadInput, IoctlArgumentsThatDontFit) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(attr_, 1);
  Expect(-EINVAL, perfc_ioctl(event, PERFC_IOC_ENABLE, 1ull << 32, &error_));
  Expect(-EINVAL, perfc_ioctl(event, PERFC_IOC_REFRESH, 1ull << 40, &error_));
  Expect(-EINVAL,
         perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1ull << 32, &error_));
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, -1, nullptr));
  EXPECT_EQ(-EINVAL,
            perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, INT_MIN, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_REFRESH, INT_MIN, nullptr));
}

TEST_F(BadInput, ASecondMapping) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(attr_, 1);
  Expect(-EBADFD, perfc_mmap(event, 1, 0, &error_));
  Expect(-EBADFD, perfc_mmap(event, 2, PERFC_MMAP_OVERWRITE, &error_));
  Expect(-EBADFD, perfc_mmap(event, 0, 0, &error_));
}

TEST_F(BadInput, RingCallsWithoutARing) {
  NEEDS(Paranoid(2));
  Event event = live::Open(attr_);
  perfc_record record;
  perfc_losses losses;
  EXPECT_EQ(-EBADFD, perfc_next_record(event, &record));
  EXPECT_EQ(-EBADFD, perfc_event_peek_record(event, &record));
  EXPECT_EQ(-EBADFD, perfc_munmap(event));
  EXPECT_EQ(-EBADFD, perfc_event_wake(event));
  EXPECT_EQ(-EBADFD, perfc_event_losses(event, &losses, sizeof losses));
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 0, nullptr));
  Expect(-EBADFD, perfc_event_wait(event, 0, &error_));
}

TEST_F(BadInput, ResultStructsAreNeverWrittenBeyondTheirSize) {
  NEEDS(Paranoid(2));
  perfc_attr attr = attr_;
  attr.read_format = PERFC_FORMAT_MAX - 1;
  Event event = OpenMapped(attr, 1);
  for (size_t size = 0; size <= sizeof(perfc_count); ++size) {
    uint8_t count[sizeof(perfc_count) + 1];
    memset(count, 0xee, sizeof count);
    EXPECT_EQ(0,
              perfc_read(event, reinterpret_cast<perfc_count*>(count), size));
    for (size_t i = size; i < sizeof count; ++i) ASSERT_EQ(0xee, count[i]);
  }
  for (size_t size = 0; size <= sizeof(perfc_losses); ++size) {
    uint8_t losses[sizeof(perfc_losses) + 1];
    memset(losses, 0xee, sizeof losses);
    EXPECT_EQ(0, perfc_event_losses(
                     event, reinterpret_cast<perfc_losses*>(losses), size));
    for (size_t i = size; i < sizeof losses; ++i) ASSERT_EQ(0xee, losses[i]);
  }
}

TEST_F(BadInput, TheAttrComesBackAsItWent) {
  NEEDS(Paranoid(2));
  Event event = live::Open(attr_);
  perfc_attr back = {};
  EXPECT_EQ(static_cast<int>(sizeof back),
            perfc_event_attr(event, &back, sizeof back));
  EXPECT_EQ(0, memcmp(&attr_, &back, sizeof back));
  EXPECT_EQ(static_cast<int>(sizeof back), perfc_event_attr(event, nullptr, 0));
}

}  // namespace
}  // namespace live
