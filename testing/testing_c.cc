// The C ABI of the test kit, over a scripted system.
#include <fts.h>
#include <poll.h>
#include <sys/resource.h>
#include <time.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "absl/types/span.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/testing.h"
#include "perfc/uapi.h"
#include "testing/ring_writer.h"
#include "testing/scripted_system.h"
#include "testing/this_machine.h"

using scripted::Call;
using scripted::FakeEvent;

struct perfc_testing {
  perfc_testing();

  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
  std::map<std::pair<uint32_t, uint64_t>, int> refused;
};

namespace {

// Beyond any limit, so that no real fd is mistaken for one of the machine's.
constexpr int kFirstFd = 1 << 28;

void SetFiles(scripted::ScriptedSystem *system) {
  const std::string cpu = "/sys/bus/event_source/devices/cpu/";
  const std::pair<std::string, const char *> files[] = {
      {"/sys/devices/system/cpu/online", "0-3\n"},
      {"/sys/devices/system/cpu/possible", "0-3\n"},
      {cpu + "type", "4\n"},
      {cpu + "format/event", "config:0-7\n"},
      {cpu + "format/umask", "config:8-15\n"},
      {cpu + "events/cycles", "event=0x3c\n"},
      {cpu + "events/instructions", "event=0xc0\n"},
      {"/proc/sys/kernel/perf_event_mlock_kb", "516\n"},
      {"/proc/sys/kernel/perf_event_max_sample_rate", "100000\n"},
      {"/proc/sys/kernel/perf_event_max_stack", "127\n"},
  };
  for (const auto &[path, content] : files) system->SetFile(path, content);
}

// The kinds of calls that a PERFC_CALL_* names.
absl::Span<const Call> CallsOf(uint32_t call) {
  static constexpr Call kOpen[] = {Call::kPerfEventOpen};
  static constexpr Call kIoctl[] = {Call::kIoctl};
  static constexpr Call kMmap[] = {Call::kMmap};
  static constexpr Call kRead[] = {Call::kRead};
  static constexpr Call kPoll[] = {Call::kPoll};
  static constexpr Call kFcntl[] = {Call::kFcntl};
  static constexpr Call kEventfd[] = {Call::kEventfd};
  static constexpr Call kFile[] = {Call::kOpen};
  static constexpr Call kMadvise[] = {Call::kMadvise};
  static constexpr Call kEpoll[] = {Call::kEpollCreate, Call::kEpollCtl,
                                    Call::kEpollWait};
  static constexpr Call kSetrlimit[] = {Call::kSetrlimit};
  static constexpr Call kBpf[] = {Call::kBpf};
  static const absl::Span<const Call> kCalls[] = {
      {},       kOpen, kIoctl,   kMmap, kRead,  kPoll,      kFcntl,
      kEventfd, kFile, kMadvise, {},    kEpoll, kSetrlimit, kBpf,
  };
  return call < std::size(kCalls) ? kCalls[call] : absl::Span<const Call>();
}

// Nothing where the fd is no event of the machine.
FakeEvent *EventOf(perfc_testing *testing, int fd) {
  return testing && testing->system.has_open_event(fd)
             ? &testing->system.event(fd)
             : nullptr;
}

// The event whose ring this one writes into.
FakeEvent *OutputOf(perfc_testing *testing, FakeEvent *event) {
  FakeEvent *output = EventOf(testing, event->output_fd);
  return output ? output : event;
}

bool ReadFile(const char *path, std::string *content) {
  FILE *file = fopen(path, "re");
  if (file == nullptr) return false;
  char chunk[4096];
  while (const size_t got = fread(chunk, 1, sizeof chunk, file)) {
    content->append(chunk, got);
  }
  const bool whole = !ferror(file);
  fclose(file);
  return whole;
}

scripted::WriteMode ModeOf(const FakeEvent &event) {
  if (event.known().flags & PERFC_ATTR_WRITE_BACKWARD) {
    return scripted::WriteMode::kBackward;
  }
  return event.writable ? scripted::WriteMode::kWaitForReader
                        : scripted::WriteMode::kOverwrite;
}

bool IsRecord(const void *record, size_t size) {
  uint16_t length;
  if (size < sizeof(uint64_t) || size % 8 != 0) return false;
  memcpy(&length, static_cast<const char *>(record) + 6, sizeof length);
  return length == size;
}

}  // namespace

perfc_testing::perfc_testing() {
  system.set_next_fd(kFirstFd);
  system.set_lays_out_counts(true);
  system.set_forgets_closed(true);
  system.set_first_aux_type(PERFC_TYPE_BREAKPOINT + 1);
  SetFiles(&system);
  system.SetLimit(RLIMIT_NOFILE, 1024, 4096);
  system.SetLimit(RLIMIT_MEMLOCK, 8 << 20, 8 << 20);
  for (const int clock : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW,
                          CLOCK_BOOTTIME, CLOCK_TAI}) {
    system.SetClock(clock, 1000000000, 1000);
  }
  system.set_on_open([this](const perfc_attr &attr, pid_t, int, int) {
    for (const uint64_t config : {attr.config, PERFC_TESTING_ANY_CONFIG}) {
      const auto found = refused.find({attr.type, config});
      if (found != refused.end()) return found->second;
    }
    return 0;
  });
}

int perfc_testing_create(perfc_testing **testing) {
  if (testing == nullptr) return -EINVAL;
  *testing = new perfc_testing;
  return 0;
}

void perfc_testing_destroy(perfc_testing *testing) {
  if (testing == nullptr) return;
  if (scripted::IsUsed(&testing->host.host)) scripted::Use(nullptr);
  delete testing;
}

const perfc_host *perfc_testing_host(const perfc_testing *testing) {
  return testing ? &testing->host : nullptr;
}

void perfc_testing_use(perfc_testing *testing) {
  scripted::Use(testing ? &testing->host.host : nullptr);
}

int perfc_testing_set_file(perfc_testing *testing, const char *path,
                           const char *content) {
  if (!testing || !path) return -EINVAL;
  const auto held = testing->system.Hold();
  if (content) {
    testing->system.SetFile(path, content);
  } else {
    testing->system.RemoveFile(path);
  }
  return 0;
}

int perfc_testing_copy_files(perfc_testing *testing, const char *directory,
                             const char *path) {
  if (!testing || !directory || !path) return -EINVAL;
  std::string top = directory;
  while (top.size() > 1 && top.back() == '/') top.pop_back();
  char *roots[] = {&top[0], nullptr};
  FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, nullptr);
  if (tree == nullptr) return -errno;
  const auto held = testing->system.Hold();
  int copied = 0;
  int failed = 0;
  while (FTSENT *entry = failed ? nullptr : fts_read(tree)) {
    const bool unread = entry->fts_info == FTS_DNR ||
                        entry->fts_info == FTS_NS || entry->fts_info == FTS_ERR;
    if (unread) failed = -entry->fts_errno;
    if (entry->fts_info != FTS_F) continue;
    std::string content;
    if (!ReadFile(entry->fts_path, &content)) failed = -errno;
    testing->system.SetFile(path + std::string(entry->fts_path + top.size()),
                            content);
    ++copied;
  }
  fts_close(tree);
  return failed ? failed : copied;
}

int perfc_testing_fail(perfc_testing *testing, uint32_t call, int32_t code,
                       uint32_t n) {
  const auto calls = CallsOf(call);
  if (!testing || calls.empty() || code < 0 || n > INT32_MAX) return -EINVAL;
  const auto held = testing->system.Hold();
  for (const Call one : calls) {
    testing->system.FailAlways(one, n == 0 ? code : 0);
    testing->system.Fail(one, n == 0 ? 0 : code, static_cast<int>(n));
  }
  return 0;
}

int perfc_testing_refuse(perfc_testing *testing, uint32_t type, uint64_t config,
                         int32_t code) {
  if (!testing || code < 0) return -EINVAL;
  const auto held = testing->system.Hold();
  if (code == 0) {
    testing->refused.erase({type, config});
  } else {
    testing->refused[{type, config}] = code;
  }
  return 0;
}

int perfc_testing_calls(const perfc_testing *testing, uint32_t call) {
  const auto calls = CallsOf(call);
  if (!testing || calls.empty()) return -EINVAL;
  const auto held = testing->system.Hold();
  int count = 0;
  for (const Call one : calls) count += testing->system.count(one);
  return count;
}

int perfc_testing_open_fds(const perfc_testing *testing) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  return static_cast<int>(testing->system.open_fds());
}

int perfc_testing_mappings(const perfc_testing *testing) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  return static_cast<int>(testing->system.mappings());
}

int perfc_testing_event_count(const perfc_testing *testing) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  return static_cast<int>(testing->system.OpenEvents().size());
}

int perfc_testing_get_event(const perfc_testing *testing, uint32_t index,
                            struct perfc_testing_event *event, size_t size) {
  if (!testing || !event) return -EINVAL;
  const auto held = testing->system.Hold();
  const std::vector<int> fds = testing->system.OpenEvents();
  if (index >= fds.size()) return -EINVAL;
  const FakeEvent &from = testing->system.event(fds[index]);
  struct perfc_testing_event whole = {};
  whole.fd = fds[index];
  whole.pid = from.pid;
  whole.cpu = from.cpu;
  whole.group_fd = from.group_fd;
  whole.flags = from.flags;
  whole.id = from.id;
  whole.attr = from.attr.data();
  whole.attr_size = static_cast<uint32_t>(from.attr.size());
  whole.enabled = from.enabled;
  whole.ring_size =
      from.mapped ? from.ring_size - testing->system.PageSize() : 0;
  perfc::base::CopyOut(whole, event, size);
  return 0;
}

int perfc_testing_set_count(perfc_testing *testing, int fd, uint64_t value,
                            uint64_t time_enabled, uint64_t time_running) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  FakeEvent *event = EventOf(testing, fd);
  if (event == nullptr) return -EINVAL;
  event->value = value;
  event->time_enabled = time_enabled;
  event->time_running = time_running;
  return 0;
}

int perfc_testing_write(perfc_testing *testing, int fd, const void *record,
                        size_t size) {
  if (!testing || !record || !IsRecord(record, size)) return -EINVAL;
  const auto held = testing->system.Hold();
  FakeEvent *event = EventOf(testing, fd);
  if (event == nullptr) return -EINVAL;
  FakeEvent *output = OutputOf(testing, event);
  const size_t data_size = output->ring_size - testing->system.PageSize();
  if (!output->mapped || data_size == 0) return -ENXIO;
  if (output->paused || size > data_size) return -ENOSPC;
  scripted::RingWriter writer(output->ring, data_size, ModeOf(*output));
  const auto *bytes = static_cast<const uint8_t *>(record);
  if (!writer.Write({bytes, bytes + size})) return -ENOSPC;
  event->woken = output->woken = true;
  testing->system.Notify();
  return 0;
}

int perfc_testing_write_aux(perfc_testing *testing, int fd, const void *data,
                            size_t size) {
  if (!testing || !data) return -EINVAL;
  const auto held = testing->system.Hold();
  FakeEvent *event = EventOf(testing, fd);
  if (event == nullptr) return -EINVAL;
  if (event->library_aux == nullptr) return -ENXIO;
  auto *control = reinterpret_cast<perfc_mmap_page *>(event->ring);
  const uint64_t head = control->aux_head;
  const uint64_t tail =
      event->aux_writable
          ? __atomic_load_n(&control->aux_tail, __ATOMIC_ACQUIRE)
          : head;
  if (size > event->aux_size - (head - tail)) return -ENOSPC;
  const auto *bytes = static_cast<const uint8_t *>(data);
  for (size_t i = 0; i < size; ++i) {
    event->aux[(head + i) % event->aux_size] = bytes[i];
  }
  __atomic_store_n(&control->aux_head, head + size, __ATOMIC_RELEASE);
  return 0;
}

int perfc_testing_exit(perfc_testing *testing, int fd) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  FakeEvent *event = EventOf(testing, fd);
  if (event == nullptr) return -EINVAL;
  event->revents = POLLHUP;
  testing->system.Notify();
  return 0;
}

int perfc_testing_on_wait(perfc_testing *testing,
                          void (*function)(void *context), void *context) {
  if (!testing) return -EINVAL;
  const auto held = testing->system.Hold();
  if (function == nullptr) {
    testing->system.set_on_poll(nullptr);
  } else {
    testing->system.set_on_poll([function, context] { function(context); });
  }
  return 0;
}
