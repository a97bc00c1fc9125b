// Every errno at every system call, and no memory at every allocation, of every
// public operation: nothing crashes or leaks, the error names what failed, and
// the next try works as if nothing had been.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/error.h"
#include "test/faults/allocations.h"
#include "test/faults/documented.h"
#include "test/faults/stage.h"
#include "testing/scripted_system.h"

namespace faults {
namespace {

using scripted::Call;

// What the manual pages of these calls name.
constexpr int kErrnos[] = {
    EPERM,  ENOENT,    ESRCH,     EINTR,        EIO,    ENXIO,  E2BIG,
    EBADF,  EAGAIN,    ENOMEM,    EACCES,       EFAULT, EBUSY,  EEXIST,
    ENODEV, ENOTDIR,   EISDIR,    EINVAL,       ENFILE, EMFILE, ENOTTY,
    EFBIG,  ENOSPC,    EROFS,     ENAMETOOLONG, ENOSYS, ELOOP,  EOVERFLOW,
    EDQUOT, ETIMEDOUT, EOPNOTSUPP};

constexpr uint32_t kLastRule = 0x3f;

std::vector<Operation> AllOperations() {
  std::vector<Operation> all;
  for (const auto &part :
       {EventOperations(), RingOperations(), CountOperations(),
        ManyOperations(), SetOperations(), NameOperations()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

struct Names {
  Call call;
  uint32_t in_errors;     // PERFC_CALL_*; NONE where it has no name there
  const char *in_manual;  // by which a header's comment says whose errnos come
};
constexpr Names kNames[] = {
    {Call::kPerfEventOpen, PERFC_CALL_PERF_EVENT_OPEN, "perf_event_open(2)"},
    {Call::kIoctl, PERFC_CALL_IOCTL, "ioctl(2)"},
    {Call::kMmap, PERFC_CALL_MMAP, "mmap(2)"},
    {Call::kMadvise, PERFC_CALL_MADVISE, "madvise(2)"},
    {Call::kRead, PERFC_CALL_READ, "read(2)"},
    {Call::kWrite, PERFC_CALL_NONE, "write(2)"},
    {Call::kPoll, PERFC_CALL_POLL, "poll(2)"},
    {Call::kFcntl, PERFC_CALL_FCNTL, "fcntl(2)"},
    {Call::kEventfd, PERFC_CALL_EVENTFD, "eventfd(2)"},
    {Call::kOpen, PERFC_CALL_OPEN, "open(2)"},
    {Call::kGetdents, PERFC_CALL_OPEN, "getdents(2)"},
    {Call::kGetrlimit, PERFC_CALL_NONE, "getrlimit(2)"},
    {Call::kSetrlimit, PERFC_CALL_SETRLIMIT, "setrlimit(2)"},
    {Call::kBpf, PERFC_CALL_BPF, "bpf(2)"},
    {Call::kEpollCreate, PERFC_CALL_EPOLL, "epoll_create1(2)"},
    {Call::kEpollCtl, PERFC_CALL_EPOLL, "epoll_ctl(2)"},
    {Call::kEpollWait, PERFC_CALL_EPOLL, "epoll_wait(2)"},
    {Call::kPrctl, PERFC_CALL_NONE, "prctl(2)"},
    {Call::kClockGettime, PERFC_CALL_NONE, "clock_gettime(2)"},
};

const Names &NamesOf(Call call) {
  return *std::find_if(std::begin(kNames), std::end(kNames),
                       [call](const Names &one) { return one.call == call; });
}

// What tells something rather than fail: a file that isn't there, a fd that is
// watched already; a limit that can't be raised leaves it to perf_event_open(2)
// to fail; and open(2) finds fault with flags, which are right.
bool IsAnAnswer(Call call, int code) {
  switch (call) {
    case Call::kOpen:
    case Call::kRead:
    case Call::kGetdents:
      return code == ENOENT || code == ENOTDIR || code == ENODEV ||
             code == EINVAL;
    case Call::kEpollCtl:
      return code == EEXIST;
    case Call::kIoctl:  // By which a wait asks whether the fd is still its own.
      return code == ENOTTY;
    case Call::kGetrlimit:
    case Call::kSetrlimit:
      return true;
    default:
      return false;
  }
}

std::string Title(const Operation &operation) {
  const std::string functions = operation.functions;
  const std::string how = operation.how;
  return functions.substr(0, functions.find(' ')) + (how.empty() ? "" : " ") +
         how;
}

void Prepare(const Operation &operation, Stage *stage) {
  if (operation.set_up != nullptr) operation.set_up(stage);
  stage->error = {};
}

int RunWhole(const Operation &operation) {
  Stage stage;
  Prepare(operation, &stage);
  return operation.run(&stage);
}

// Of an error that the operation reports.
void ExpectTold(const Stage &stage, int result, uint32_t call) {
  EXPECT_EQ(stage.error.code, result);
  EXPECT_NE(stage.error.operation[0], '\0');
  const std::string text = scripted::TextOf(stage.error);
  EXPECT_NE(text.find(strerrorname_np(-result)), std::string::npos) << text;
  if (result == -ENOMEM && stage.error.call == PERFC_CALL_MALLOC) return;
  // Nothing but files is read by what tells.
  if (call == PERFC_CALL_READ) call = PERFC_CALL_OPEN;
  EXPECT_EQ(stage.error.call, call) << text;
}

// After the fault: the same again works, and gives what it gives without one.
void ExpectUsable(const Operation &operation, Stage *stage, int result,
                  int clean) {
  stage->error = {};
  const int again = operation.run(stage);
  if (result < 0) {
    EXPECT_EQ(again, clean) << "after it had failed";
  } else {
    EXPECT_GE(again, 0);
  }
}

void ExpectNothingOpen(Stage *stage) {
  stage->Close();
  EXPECT_EQ(stage->system.open_fds(), 0u) << "fds leaked";
  EXPECT_EQ(stage->system.mappings(), 0u) << "mappings leaked";
}

struct Ledger {
  Seen seen;
  int system_calls[scripted::kCalls] = {};
  int faults = 0;
  int refused = 0;  // by which the operation failed
};

// What an operation returned when a call failed with `code`: an errno of its
// own, or the call's.
void NoteResult(const Operation &operation, int result, Call call, int code,
                Seen *seen) {
  const std::string functions = operation.functions;
  const std::string errno_name = strerrorname_np(-result);
  const std::string manual = NamesOf(call).in_manual;
  // What isn't there, although it was said to be, can't be changed.
  const bool follows = call == Call::kEpollCtl && code == EEXIST;
  const bool passed_on = result == -code || (follows && result == -ENOENT);
  const bool own = IsListed(functions, errno_name);
  if (own) seen->Note(functions, errno_name);
  if (passed_on && (!own || IsListed(functions, manual))) {
    seen->Note(functions, manual);
  } else if (!own) {
    seen->Note(functions, errno_name);
  }
}

// One fault; false when there is no n-th call any more.
bool FailCall(const Operation &operation, int code, int n, int clean,
              Ledger *ledger) {
  Stage stage;
  Prepare(operation, &stage);
  stage.system.FailAny(code, n);
  const int result = operation.run(&stage);
  const bool failed = stage.system.failed();
  stage.system.FailAny(0, 0);
  if (!failed) {
    EXPECT_EQ(result, clean);
    ExpectNothingOpen(&stage);
    return false;
  }
  const Call call = stage.system.failed_call();
  ++ledger->system_calls[static_cast<size_t>(call)];
  ++ledger->faults;
  ledger->refused += result < 0;
  if (result < 0) NoteResult(operation, result, call, code, &ledger->seen);
  if (!IsAnAnswer(call, code)) {
    if (result < 0) {
      EXPECT_EQ(result, -code) << "another errno than the call's";
    }
    if (result < 0 && operation.tells) {
      ExpectTold(stage, result, NamesOf(call).in_errors);
    }
    ExpectUsable(operation, &stage, result, clean);
  }
  ExpectNothingOpen(&stage);
  return true;
}

TEST(Faults, OfEverySystemCall) {
  Ledger ledger;
  int operations = 0;
  for (const Operation &operation : AllOperations()) {
    ++operations;
    const int clean = RunWhole(operation);
    ASSERT_GE(clean, 0) << Title(operation);
    for (const int code : kErrnos) {
      bool failed = true;
      for (int n = 1; failed && n < 10000; ++n) {
        SCOPED_TRACE(testing::Message()
                     << Title(operation) << ", call " << n << " fails with "
                     << strerrorname_np(code));
        failed = FailCall(operation, code, n, clean, &ledger);
        if (HasFailure()) return;
      }
      EXPECT_FALSE(failed) << Title(operation) << " never ends";
    }
  }
  printf("%d operations, %d faults injected, %d of them reported\n", operations,
         ledger.faults, ledger.refused);
  for (size_t i = 0; i < scripted::kCalls; ++i) {
    const auto call = static_cast<Call>(i);
    if (call == Call::kMunmap || call == Call::kClose) continue;
    EXPECT_GT(ledger.system_calls[i], 0) << "system call " << i;
  }
  ledger.seen.ExpectListed();
  ledger.seen.ExpectAll([](const std::string &, const std::string &item) {
    // Of an fd that is gone all the same.
    return item.find('(') != std::string::npos && item != "close(2)";
  });
}

// Both leave nothing to be undone: an fd is gone all the same, and what can't be
// unmapped stays.
TEST(Faults, OfWhatUndoes) {
  int faults = 0;
  for (const Call call : {Call::kClose, Call::kMunmap}) {
    for (const Operation &operation : AllOperations()) {
      for (const int code : {EINTR, EIO, ENOSPC, EDQUOT, ENOMEM, EINVAL}) {
        for (int n = 1;; ++n) {
          SCOPED_TRACE(testing::Message() << Title(operation) << ", " << n);
          Stage stage;
          Prepare(operation, &stage);
          stage.system.Fail(call, code, n);
          operation.run(&stage);
          stage.Close();
          EXPECT_EQ(stage.system.open_fds(), 0u);
          const bool failed = stage.system.failed();
          EXPECT_EQ(stage.system.mappings(),
                    call == Call::kMunmap && failed ? 1u : 0u);
          if (HasFailure()) return;
          if (!failed) break;
          ++faults;
        }
      }
    }
  }
  printf("%d faults of close(2) and munmap(2)\n", faults);
  EXPECT_GT(faults, 0);
}

// One fault; false when there is no n-th allocation any more.
bool FailMemory(const Operation &operation, int n, bool and_later, int clean,
                Ledger *ledger) {
  Stage stage;
  Prepare(operation, &stage);
  FailAllocation(n, and_later);
  const int result = operation.run(&stage);
  const bool failed = AllocationFailed();
  FailAllocation(0, false);
  if (!failed) {
    EXPECT_EQ(result, clean);
    return false;
  }
  ++ledger->faults;
  ledger->refused += result < 0;
  if (result < 0) {
    EXPECT_EQ(result, -ENOMEM);
    ledger->seen.Note(operation.functions, "ENOMEM");
  }
  if (result < 0 && operation.tells) {
    ExpectTold(stage, result, PERFC_CALL_MALLOC);
  }
  ExpectUsable(operation, &stage, result, clean);
  ExpectNothingOpen(&stage);
  return true;
}

TEST(Faults, OfEveryAllocation) {
  Ledger ledger;
  int operations = 0;
  for (const Operation &operation : AllOperations()) {
    const int clean = RunWhole(operation);
    const int before = ledger.faults;
    for (const bool and_later : {false, true}) {
      bool failed = true;
      for (int n = 1; failed && n < 10000; ++n) {
        SCOPED_TRACE(testing::Message()
                     << Title(operation) << ", allocation " << n
                     << (and_later ? " and all later ones fail" : " fails"));
        failed = FailMemory(operation, n, and_later, clean, &ledger);
        if (HasFailure()) return;
      }
      EXPECT_FALSE(failed) << Title(operation) << " never ends";
    }
    operations += ledger.faults > before;
  }
  printf("%d operations allocate, %d faults injected, %d of them reported\n",
         operations, ledger.faults, ledger.refused);
  EXPECT_GT(ledger.refused, 0);
  ledger.seen.ExpectListed();
  ledger.seen.ExpectAll([](const std::string &, const std::string &item) {
    return item == "ENOMEM";
  });
}

// They are asked for when memory is gone.
TEST(Faults, TextsAllocateNothing) {
  char text[4096];
  for (uint32_t rule = 0; rule <= kLastRule; ++rule) {
    for (const int code : {-ENOMEM, -EACCES, -EOWNERDEAD, -4000}) {
      perfc_error error = {};
      error.code = code;
      error.call = PERFC_CALL_MALLOC;
      error.rule = rule;
      memset(error.detail, 'x', sizeof error.detail);
      FailAllocation(1, true);
      EXPECT_GT(perfc_error_text(&error, text, sizeof text), 0);
      EXPECT_FALSE(AllocationFailed()) << "rule " << rule;
      FailAllocation(0, false);
    }
  }
  Stage stage;
  stage.MakeSpecs();
  perfc_report *report = nullptr;
  ASSERT_EQ(perfc_report_create(&report, nullptr), 0);
  perfc_set_options options = {};
  options.size = sizeof options;
  options.report = report;
  stage.system.FailAlways(Call::kPerfEventOpen, EACCES);
  EXPECT_EQ(perfc_set_open(&stage.host, stage.specs, nullptr, &options,
                           &stage.set, nullptr),
            -EACCES);
  FailAllocation(1, true);
  EXPECT_GT(perfc_report_text(report, PERFC_REPORT_ALL, text, sizeof text), 0);
  EXPECT_FALSE(AllocationFailed());
  FailAllocation(0, false);
  perfc_report_destroy(report);
}

// Exported functions without system calls and allocations.
std::set<std::string> Harmless() {
  std::ifstream file("test/faults/no_calls.txt");
  EXPECT_TRUE(file);
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') names.insert(line);
  }
  return names;
}

TEST(Faults, CoverEveryExportThatCanFail) {
  std::set<std::string> covered;
  for (const Operation &operation : AllOperations()) {
    std::istringstream functions(operation.functions);
    for (std::string name; functions >> name;) covered.insert(name);
  }
  std::set<std::string> exported;
  std::ifstream golden("test/linkage/exports.txt");
  ASSERT_TRUE(golden);
  for (std::string name; golden >> name;) exported.insert(name);
  const std::set<std::string> harmless = Harmless();
  for (const std::string &name : exported) {
    EXPECT_EQ(covered.count(name) + harmless.count(name), 1u)
        << name << " is in no operation and not in no_calls.txt, or in both";
  }
  for (const std::set<std::string> &listed : {covered, harmless}) {
    for (const std::string &name : listed) {
      EXPECT_EQ(exported.count(name), 1u) << name << " isn't exported";
    }
  }
}

}  // namespace
}  // namespace faults
