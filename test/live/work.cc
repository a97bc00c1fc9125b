#include "work.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <utility>

#include "events.h"
#include "gtest/gtest.h"

// Sanitizers would touch memory of their own beside ours, and count.
#define PLAIN __attribute__((noinline, no_sanitize("address", "thread")))
#define BUSY_TEXT __attribute__((section("busy_text")))

extern "C" const char __start_busy_text[];
extern "C" const char __stop_busy_text[];

namespace live {
namespace {

PLAIN void TouchPages(char* memory, size_t count) {
  volatile char* bytes = memory;
  for (size_t i = 0; i < count; ++i) bytes[i * kPage] = 1;
}

PLAIN void TouchWhileEnabled(int fd, char* memory, size_t count) {
  syscall(SYS_ioctl, fd, PERFC_IOC_ENABLE, 0);
  TouchPages(memory, count);
  syscall(SYS_ioctl, fd, PERFC_IOC_DISABLE, 0);
}

PLAIN BUSY_TEXT uint64_t Compute(uint64_t seed) {
  for (int i = 0; i < 100000; ++i) seed = seed * 6364136223846793005 + 1;
  return seed;
}

uint64_t ThreadTime() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

}  // namespace

Pages::Pages(size_t count)
    : memory_(static_cast<char*>(mmap(nullptr, count * kPage,
                                      PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
      count_(count) {
  EXPECT_NE(MAP_FAILED, memory_);
  madvise(memory_, count * kPage, MADV_NOHUGEPAGE);
  TouchAll();  // So that the way there faults no more.
  Forget();
}

Pages::~Pages() { munmap(memory_, count_ * kPage); }

uint64_t Pages::address(size_t page) const {
  return reinterpret_cast<uintptr_t>(memory_) + page * kPage;
}

PLAIN void Pages::Touch(size_t first, size_t count) {
  TouchPages(memory_ + first * kPage, count);
}

void Pages::Forget() { madvise(memory_, count_ * kPage, MADV_DONTNEED); }

// Each with something to do, lest one be folded into the other.
PLAIN void FirstTarget() { asm volatile("" ::"r"(1)); }
PLAIN void SecondTarget() { asm volatile("" ::"r"(2)); }

PLAIN void CallFirst(int times) {
  for (int i = 0; i < times; ++i) FirstTarget();
}

PLAIN void CallSecond(int times) {
  for (int i = 0; i < times; ++i) SecondTarget();
}

void WarmUp() {
  CallFirst(1);
  CallSecond(1);
  Getppid(1);
  EnableAll();
  DisableAll();
  Pages pages(1);
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  TouchDuring(event, &pages);
}

void TouchDuring(perfc_event* event, Pages* pages, size_t first, size_t count) {
  TouchWhileEnabled(perfc_event_fd(event),
                    reinterpret_cast<char*>(pages->address(first)), count);
}

void TouchDuring(perfc_event* event, Pages* pages) {
  TouchDuring(event, pages, 0, pages->count());
}

PLAIN void Getppid(int times) {
  for (int i = 0; i < times; ++i) syscall(SYS_getppid);
}

void Busy(int ms) {
  volatile uint64_t value = 1;
  const uint64_t end = ThreadTime() + ms * 1000000ull;
  while (ThreadTime() < end) value = Compute(value);
}

uint64_t BusyBegin() { return reinterpret_cast<uintptr_t>(__start_busy_text); }
uint64_t BusyEnd() { return reinterpret_cast<uintptr_t>(__stop_busy_text); }

Worker::Worker(std::function<void()> work)
    : thread_([this, work = std::move(work)] {
        tid_ = gettid();
        Signal(1);
        Await(2);
        work();
        Signal(3);
        Await(4);
      }) {
  Await(1);
}

Worker::~Worker() {
  Signal(4);
  thread_.join();
  const std::string path = "/proc/self/task/" + std::to_string(tid_);
  while (access(path.c_str(), F_OK) == 0) usleep(1000);
}

void Worker::Work() {
  Signal(2);
  Await(3);
}

void Worker::Signal(int state) {
  const std::lock_guard<std::mutex> lock(mutex_);
  state_ = state;
  changed_.notify_all();
}

void Worker::Await(int state) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return state_ >= state; });
}

PLAIN void EnableAll() {
  syscall(SYS_prctl, PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0);
}

PLAIN void DisableAll() {
  syscall(SYS_prctl, PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0);
}

MemoryFile::MemoryFile(const std::string& name)
    : path_("/memfd:" + name + " (deleted)"),
      fd_(memfd_create(name.c_str(), MFD_CLOEXEC)) {
  EXPECT_GE(fd_, 0);
  EXPECT_EQ(0, ftruncate(fd_, kPage));
}

MemoryFile::~MemoryFile() {
  if (fd_ >= 0) close(fd_);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

uint64_t MemoryFile::MapOnce(int protection) const {
  void* at = mmap(nullptr, kPage, protection, MAP_SHARED, fd_, 0);
  EXPECT_NE(MAP_FAILED, at);
  munmap(at, kPage);
  return reinterpret_cast<uintptr_t>(at);
}

int RawOpen(const void* attr, int pid, int cpu) {
  return syscall(SYS_perf_event_open, attr, pid, cpu, -1,
                 PERFC_FLAG_FD_CLOEXEC);
}

RawRing::RawRing(const void* attr, size_t pages, int pid, int cpu)
    : fd_(RawOpen(attr, pid, cpu)), pages_(pages) {
  EXPECT_GE(fd_, 0) << strerror(errno);
  void* base = mmap(nullptr, (pages + 1) * kPage, PROT_READ | PROT_WRITE,
                    MAP_SHARED, fd_, 0);
  EXPECT_NE(MAP_FAILED, base) << strerror(errno);
  base_ = static_cast<uint8_t*>(base);
}

RawRing::~RawRing() {
  munmap(base_, (pages_ + 1) * kPage);
  close(fd_);
}

uint8_t RawRing::Byte(uint64_t position) const {
  return base_[kPage + position % (pages_ * kPage)];
}

std::vector<std::string> RawRing::Take() {
  auto* page = reinterpret_cast<perfc_mmap_page*>(base_);
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  uint64_t at = page->data_tail;
  std::vector<std::string> records;
  while (at < head) {
    const size_t size = Byte(at + 6) | Byte(at + 7) << 8;
    std::string record;
    for (size_t i = 0; i < size; ++i) record.push_back(Byte(at + i));
    records.push_back(record);
    at += size;
  }
  __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  return records;
}

}  // namespace live
