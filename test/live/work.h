// Things to do that events count exactly.

#ifndef TEST_LIVE_WORK_H_
#define TEST_LIVE_WORK_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "perfc/perfc.h"

namespace live {

// Memory whose pages fault once each when touched, and again after Forget().
class Pages {
 public:
  explicit Pages(size_t count);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  size_t count() const { return count_; }
  uint64_t address(size_t page) const;
  void Touch(size_t first, size_t count);
  void TouchAll() { Touch(0, count_); }
  void Forget();

 private:
  char* memory_;
  size_t count_;
};

// Two functions whose calls breakpoints count.
void FirstTarget();
void SecondTarget();
void CallFirst(int times);
void CallSecond(int times);
// The system call that the tracepoint tests count: one that the library doesn't
// make itself.
void Getppid(int times);

// Computes for about `ms` of this thread's CPU time; most of it in the code
// between kBusyBegin and kBusyEnd.
void Busy(int ms);
uint64_t BusyBegin();
uint64_t BusyEnd();

// A thread that does `work` when told to, and ends with the object.
class Worker {
 public:
  explicit Worker(std::function<void()> work);
  // Until procfs doesn't show the thread any more, which it does for a while after
  // join(3).
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int tid() const { return tid_; }
  // Waits until that is done.
  void Work();

 private:
  void Signal(int state);
  void Await(int state);

  std::mutex mutex_;
  std::condition_variable changed_;
  int state_ = 0;
  int tid_ = 0;
  std::thread thread_;
};

// Enables or disables every event that this task has opened, at one moment.
void EnableAll();
void DisableAll();
// Goes every way once, so that no page of code on it faults any more.
void WarmUp();

// Touches pages while the event is enabled, and does nothing else meanwhile:
// neither the library nor a sanitizer faults a page beside.
void TouchDuring(perfc_event* event, Pages* pages, size_t first, size_t count);
void TouchDuring(perfc_event* event, Pages* pages);

// A file in memory, whose mappings' records carry its name.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& name);
  ~MemoryFile();
  MemoryFile(MemoryFile&& other) noexcept;

  // As records name it.
  const std::string& path() const { return path_; }
  // Maps it, once, and unmaps it. Returns where it was.
  uint64_t MapOnce(int protection) const;
  int fd() const { return fd_; }

 private:
  std::string path_;
  int fd_;
};

// A ring opened and read by hand, byte by byte: the truth which the library's
// reader is compared with.
class RawRing {
 public:
  RawRing(const void* attr, size_t pages, int pid = 0, int cpu = -1);
  ~RawRing();
  RawRing(const RawRing&) = delete;
  RawRing& operator=(const RawRing&) = delete;

  // Takes out all records.
  std::vector<std::string> Take();

 private:
  uint8_t Byte(uint64_t position) const;

  int fd_;
  uint8_t* base_;
  size_t pages_;
};

// perf_event_open(2) itself; the fd is close-on-exec.
int RawOpen(const void* attr, int pid = 0, int cpu = -1);

}  // namespace live

#endif  // TEST_LIVE_WORK_H_
