// BPF programs at all events of a set.
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

constexpr int kProgram = 77;

class SetBpf : public Sets {
 protected:
  void SetUp() override {
    Sets::SetUp();
    Add(kClock, "a");
    EXPECT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
    // Of union bpf_attr: prog_fd, target_fd, attach_type; and of link info the
    // program's id is the third word.
    system_.set_on_bpf([this](int command, void *attr) {
      uint32_t words[4];  // As long as the shorter of the two.
      memcpy(words, attr, sizeof words);
      if (command == 28) {
        EXPECT_EQ(words[0], uint32_t{kProgram});
        EXPECT_EQ(words[2], 41u);
        return ++links_ == refuse_link_ ? -EEXIST : system_.MakeFd();
      }
      EXPECT_EQ(command, 15);
      uint64_t at;
      memcpy(&at, words + 2, sizeof at);
      reinterpret_cast<uint32_t *>(at)[2] = 4711;
      return 0;
    });
  }

  int Attach(uint32_t flags) {
    return perfc_set_attach_bpf(set_.get(), kProgram, flags, &error_);
  }

  int links_ = 0;
  int refuse_link_ = 0;
};

TEST_F(SetBpf, TheIoctlGoesToEveryEvent) {
  EXPECT_EQ(Attach(0), 3) << TextOf(error_);
  for (uint32_t i = 0; i < 3; ++i) {
    ASSERT_EQ(FakeOf(i).ioctls.size(), 1u);
    EXPECT_EQ(FakeOf(i).ioctls[0].request, uint32_t{PERFC_IOC_SET_BPF});
    EXPECT_EQ(FakeOf(i).ioctls[0].argument, uint64_t{kProgram});
  }
}

TEST_F(SetBpf, LinksAreKeptAndClosedBeforeTheirEvents) {
  const size_t before = system_.open_fds();
  EXPECT_EQ(Attach(PERFC_BPF_LINK), 3) << TextOf(error_);
  EXPECT_EQ(system_.open_fds(), before + 3);
  EXPECT_EQ(Attach(PERFC_BPF_LINK), -EEXIST);
  EXPECT_EQ(system_.open_fds(), before + 3);
  EXPECT_EQ(perfc_set_detach_bpf(set_.get()), 0);
  EXPECT_EQ(system_.open_fds(), before);
  EXPECT_EQ(Attach(PERFC_BPF_LINK), 3) << TextOf(error_);
  system_.Fail(Call::kClose, EIO, 2);
  EXPECT_EQ(perfc_set_detach_bpf(set_.get()), -EIO);
  EXPECT_EQ(system_.open_fds(), before);
  EXPECT_EQ(Attach(PERFC_BPF_LINK), 3) << TextOf(error_);
}

// Events of one tracepoint have one array of programs.
TEST_F(SetBpf, TheFirstEventOfATracepointTakesItForAll) {
  refuse_link_ = 2;
  EXPECT_EQ(Attach(PERFC_BPF_LINK), 2) << TextOf(error_);
  EXPECT_EQ(perfc_set_detach_bpf(set_.get()), 0);
  refuse_link_ = links_ + 1;
  EXPECT_EQ(Attach(PERFC_BPF_LINK), -EEXIST);
}

TEST_F(SetBpf, AfterAFailureNoLinkRemains) {
  const size_t before = system_.open_fds();
  system_.Fail(Call::kBpf, EINVAL, 3);
  EXPECT_EQ(Attach(PERFC_BPF_LINK), -EINVAL);
  EXPECT_EQ(error_.call, uint32_t{PERFC_CALL_BPF});
  EXPECT_EQ(system_.open_fds(), before);
  EXPECT_EQ(Attach(0x10), -EINVAL);
}

TEST_F(SetBpf, TheKernelIsAskedAndElseTheLink) {
  FakeOf(0).bpf_ids = {1, 2};
  uint32_t ids[4] = {};
  uint32_t count = 0;
  const auto query = [&](uint32_t capacity) {
    return perfc_event_query_bpf(MemberOf(0).event, ids, capacity, &count,
                                 &error_);
  };
  EXPECT_EQ(query(4), 0);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(ids[1], 2u);
  system_.FailRequest(PERFC_IOC_QUERY_BPF, EINVAL);
  EXPECT_EQ(query(4), -EINVAL);
  EXPECT_EQ(Attach(PERFC_BPF_LINK), 3) << TextOf(error_);
  error_ = {};
  EXPECT_EQ(query(4), 0) << TextOf(error_);
  EXPECT_EQ(error_.code, 0) << "success leaves it alone";
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(ids[0], 4711u);
  EXPECT_EQ(query(0), -ENOSPC);
  system_.Fail(Call::kBpf, EPERM);
  EXPECT_EQ(query(4), -EPERM);
}

}  // namespace
}  // namespace scripted
