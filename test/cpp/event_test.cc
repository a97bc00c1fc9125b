// Needs: perf_event_paranoid at most 2.

#include "perfc/event.hpp"

#include <gtest/gtest.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "perfc.hpp"

namespace {

perfc_attr ClockAttr() {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 100000;  // ns
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                     PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_IDENTIFIER;
  attr.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL;
  return attr;
}

class EventTest : public testing::Test {
 protected:
  void SetUp() override {
    perfc::Result<perfc::Event> event = perfc::Event::open(ClockAttr(), 0, -1);
    if (event) return event_.emplace(std::move(event).value()), void();
    const int code = event.error().code().value();
    if (code == EACCES || code == EPERM) {
      GTEST_SKIP() << event.error().text();
    }
    FAIL() << event.error().text();
  }

  // Until the ring has something.
  void Spin() {
    ASSERT_TRUE(event_->enable());
    const uint64_t before = event_->control_page()->data_head;
    while (event_->control_page()->data_head == before) {
    }
    ASSERT_TRUE(event_->disable());
  }

  std::optional<perfc::Event> event_;
};

TEST_F(EventTest, OpensByNameToCountAndToSample) {
  perfc::Result<perfc::Event> clock = perfc::Event::open("task-clock:u");
  ASSERT_TRUE(clock) << clock.error().text();
  ASSERT_TRUE(clock->enable());
  for (volatile int i = 0; i < 1000000; i = i + 1) continue;
  ASSERT_TRUE(clock->disable());
  perfc_count count = {};
  ASSERT_TRUE(clock->read({&count, 1}));
  EXPECT_GT(count.raw, 0u);

  perfc::Result<perfc::Event> faults =
      perfc::Event::open("page-faults/period=1/u", PERFC_SAMPLE_IP);
  ASSERT_TRUE(faults) << faults.error().text();
  ASSERT_TRUE(faults->mmap(8));
  ASSERT_TRUE(faults->enable());
  const std::vector<char> touched(1 << 20, 1);
  ASSERT_TRUE(faults->disable());
  EXPECT_GT(touched.back(), 0);
  int samples = 0;
  for (const perfc::Record& record : faults->records()) {
    samples += faults->decode<perfc_sample>(record)->ip != 0;
  }
  EXPECT_GT(samples, 0);
  EXPECT_EQ(perfc::Event::open("cs:u,faults:u").error().code().value(),
            ENOTUNIQ);
}

// For tracepoints: it returns 0. -1: see errno.
int BpfProgram() {
  const uint64_t code[] = {0xb7, 0x95};  // r0 = 0; exit
  union bpf_attr attr = {};
  attr.prog_type = BPF_PROG_TYPE_TRACEPOINT;
  attr.insn_cnt = 2;
  attr.insns = reinterpret_cast<uint64_t>(code);
  attr.license = reinterpret_cast<uint64_t>("GPL");
  return static_cast<int>(syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof attr));
}

TEST_F(EventTest, AProgramIsAtTheTracepointThatItWasAttachedTo) {
  perfc::Result<perfc::Tracepoint> tracepoint =
      perfc::Tracepoint::open("syscalls:sys_enter_openat");
  if (!tracepoint) GTEST_SKIP() << tracepoint.error().text();
  const int program = BpfProgram();
  if (program < 0) GTEST_SKIP() << "no BPF programs: " << strerror(errno);
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_TRACEPOINT;
  attr.config = tracepoint->info()->id;
  perfc::Event event = perfc::Event::open(attr, 0, -1).value();
  EXPECT_TRUE(event.set_bpf(program));
  uint32_t ids[4];
  EXPECT_EQ(*event.query_bpf(ids), 1u);
  EXPECT_FALSE(event_->query_bpf(ids));
  close(program);
}

TEST_F(EventTest, ARangeBasedForGivesTheRecordsOfTheRing) {
  ASSERT_TRUE(event_->mmap(8));
  Spin();
  int samples = 0;
  perfc::Records records = event_->records();
  for (const perfc::Record& record : records) {
    if (!perfc::is<perfc_sample>(record)) continue;
    perfc::Result<perfc_sample> sample = event_->decode<perfc_sample>(record);
    ASSERT_TRUE(sample) << sample.error().text();
    EXPECT_EQ(sample->pid, static_cast<uint32_t>(getpid()));
    EXPECT_EQ(sample->identifier, *event_->id());
    EXPECT_FALSE(perfc::callchain(record, *sample).empty());
    ++samples;
  }
  EXPECT_GT(samples, 0);
  EXPECT_TRUE(records.status());
  for (const perfc::Record& record : event_->records()) {
    ADD_FAILURE() << "read empty, but got " << record.name();
  }
}

TEST_F(EventTest, AlgorithmsTakeTheRecordsOfTheRing) {
  ASSERT_TRUE(event_->mmap(8));
  Spin();
  perfc::Records records = event_->records();
  EXPECT_GE(
      std::count_if(records.begin(), records.end(), perfc::is<perfc_sample>),
      1);
}

TEST_F(EventTest, PeekLeavesTheRecordThatNextTakes) {
  ASSERT_TRUE(event_->mmap(8));
  EXPECT_FALSE(event_->peek()->has_value());
  Spin();
  perfc::Result<std::optional<perfc::Record>> peeked = event_->peek();
  ASSERT_TRUE(peeked && peeked->has_value());
  const uint8_t* data = (*peeked)->data;
  perfc::Result<std::optional<perfc::Record>> next = event_->next();
  ASSERT_TRUE(next && next->has_value());
  EXPECT_EQ((*next)->data, data);
}

TEST_F(EventTest, WaitTellsRecordsFromTimeOut) {
  ASSERT_TRUE(event_->mmap(8));
  EXPECT_FALSE(*event_->wait(std::chrono::milliseconds(0)));
  EXPECT_FALSE(*event_->wait(std::chrono::milliseconds(1)));
  Spin();
  EXPECT_TRUE(*event_->wait());
}

TEST_F(EventTest, ADeadlineThatIsOverIsNotWaitedForForEver) {
  ASSERT_TRUE(event_->mmap(8));
  EXPECT_FALSE(*event_->wait(std::chrono::milliseconds(-1)));
  EXPECT_FALSE(*event_->wait(std::chrono::milliseconds::min()));
}

TEST_F(EventTest, WakeEndsAWaitForEver) {
  ASSERT_TRUE(event_->mmap(8));
  std::thread waker([this] { EXPECT_TRUE(event_->wake()); });
  perfc::Result<bool> waited = event_->wait();
  waker.join();
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().code().value(), ECANCELED);
}

TEST_F(EventTest, ReadGivesTheCountWithItsTimes) {
  ASSERT_TRUE(event_->mmap(8));
  Spin();
  perfc_count counts[1];
  perfc::Result<int> count = event_->read(counts);
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, 1);
  EXPECT_GT(counts[0].raw, 0u);
  EXPECT_GT(counts[0].time_running, 0u);
  EXPECT_FALSE(event_->read({}));
}

TEST_F(EventTest, AnotherEventsRecordsComeThroughTheSharedRing) {
  ASSERT_TRUE(event_->mmap(8));
  perfc_attr attr = ClockAttr();
  attr.config = PERFC_COUNT_SW_TASK_CLOCK;
  perfc::Result<perfc::Event> other = perfc::Event::open(attr, 0, -1);
  ASSERT_TRUE(other);
  perfc::Result<bool> shared = other->set_output(*event_);
  ASSERT_TRUE(shared) << shared.error().text();
  EXPECT_TRUE(*shared);
  EXPECT_EQ(*event_->plan().count(), 2);
  EXPECT_TRUE(other->drop_output());
}

TEST_F(EventTest, LossesStartAtNothing) {
  ASSERT_TRUE(event_->mmap(8));
  perfc::Result<perfc_losses> losses = event_->losses();
  ASSERT_TRUE(losses);
  EXPECT_EQ(losses->lost, 0u);
  EXPECT_EQ(losses->malformed, 0u);
}

TEST_F(EventTest, TheAttrIsTheOneItWasOpenedWith) {
  const perfc_attr attr = ClockAttr();
  perfc::Result<std::vector<uint8_t>> bytes = event_->attr();
  ASSERT_TRUE(bytes);
  ASSERT_EQ(bytes->size(), sizeof attr);
  EXPECT_EQ(std::memcmp(bytes->data(), &attr, sizeof attr), 0);
  EXPECT_TRUE(perfc::Event::open(*bytes, 0, -1));
}

TEST_F(EventTest, AGroupIsEnabledAndReadAsOne) {
  perfc_attr attr = ClockAttr();
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  perfc::Event leader = perfc::Event::open(attr, 0, -1).value();
  perfc::OpenOptions options;
  options.group = &leader;
  attr.flags = PERFC_ATTR_EXCLUDE_KERNEL;
  perfc::Event sibling = perfc::Event::open(attr, 0, -1, options).value();
  ASSERT_TRUE(leader.enable(PERFC_IOC_FLAG_GROUP));
  ASSERT_TRUE(leader.disable(PERFC_IOC_FLAG_GROUP));
  perfc_count counts[2];
  perfc::Result<int> count = leader.read(counts);
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, 2);
  EXPECT_EQ(counts[0].id, *leader.id());
  EXPECT_EQ(counts[1].id, *sibling.id());
  leader.close();
  EXPECT_TRUE(sibling.id());
}

TEST_F(EventTest, OpenFdOwnsTheFdFromThenOn) {
  const int fd = dup(*event_->fd());
  perfc::Result<perfc::Event> opened = perfc::Event::open_fd(fd, ClockAttr());
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_EQ(*opened->id(), *event_->id());
  opened->close();
  EXPECT_LT(close(fd), 0);
}

TEST_F(EventTest, AnIoctlThatThereIsNotIsRefused) {
  EXPECT_TRUE(event_->ioctl(PERFC_IOC_RESET, 0));
  perfc::Result<void> result = event_->ioctl(0x1234, 0);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code().value(), ENOTTY);
}

void ExpectClosed(perfc::Event& event) {
  perfc_count counts[1];
  EXPECT_EQ(event.fd().error().code().value(), EINVAL);
  EXPECT_EQ(event.enable().error().code().value(), EINVAL);
  EXPECT_EQ(event.mmap().error().code().value(), EINVAL);
  EXPECT_EQ(event.next().error().code().value(), EINVAL);
  EXPECT_EQ(event.wait().error().code().value(), EINVAL);
  EXPECT_EQ(event.read(counts).error().code().value(), EINVAL);
  EXPECT_EQ(event.losses().error().code().value(), EINVAL);
  EXPECT_EQ(event.plan().count().error().code().value(), EINVAL);
  EXPECT_EQ(event.control_page(), nullptr);
}

TEST_F(EventTest, AfterCloseEveryCallAnswersEinval) {
  event_->close();
  ExpectClosed(*event_);
  event_->close();
}

TEST_F(EventTest, WhatWasMovedFromAnswersEinval) {
  perfc::Event taken = std::move(*event_);
  EXPECT_TRUE(taken.id());
  ExpectClosed(*event_);
}

TEST(HostTest, ThisMachineIsTheDefault) {
  const perfc::Host host;
  EXPECT_EQ(host.get(), nullptr);
  ASSERT_TRUE(host.supported());
  EXPECT_EQ(*host.supported(), perfc_host_supported(nullptr) == 1);
}

TEST(HostTest, AHostsFilesMayLieElsewhere) {
  perfc_host_options options = {};
  options.procfs = "/nonexistent";
  perfc::Result<perfc::Host> host = perfc::Host::create(options);
  ASSERT_TRUE(host) << host.error().text();
  EXPECT_NE(host->get(), nullptr);
  ASSERT_FALSE(host->supported()) << "without procfs, nothing tells";
  EXPECT_EQ(host->supported().error().code().value(), ENOENT);
}

TEST(HostTest, TellsWhereItsFilesLie) {
  EXPECT_EQ(*perfc::Host().root(PERFC_HOST_PROCFS), "/proc");
  perfc_host_options options = {};
  options.sysfs = "/container/sys";
  options.tracefs = "/nonexistent";
  perfc::Result<perfc::Host> host = perfc::Host::create(options);
  ASSERT_TRUE(host) << host.error().text();
  EXPECT_EQ(*host->root(PERFC_HOST_SYSFS), "/container/sys");
  EXPECT_EQ(host->root(PERFC_HOST_TRACEFS).error().code().value(), ENOENT);
}

}  // namespace
