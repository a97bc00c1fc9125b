// Every errno at every system call, and no memory at every allocation, of every
// public operation: nothing crashes or leaks, the error names what failed, and
// the next try works as if nothing had been.

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/error.h"
#include "test/faults/allocations.h"
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

// What a perfc_error calls it; PERFC_CALL_NONE where it has no name for it.
uint32_t NameOf(Call call) {
  switch (call) {
    case Call::kPerfEventOpen:
      return PERFC_CALL_PERF_EVENT_OPEN;
    case Call::kIoctl:
      return PERFC_CALL_IOCTL;
    case Call::kMmap:
      return PERFC_CALL_MMAP;
    case Call::kMadvise:
      return PERFC_CALL_MADVISE;
    case Call::kRead:
      return PERFC_CALL_READ;
    case Call::kPoll:
      return PERFC_CALL_POLL;
    case Call::kFcntl:
      return PERFC_CALL_FCNTL;
    case Call::kEventfd:
      return PERFC_CALL_EVENTFD;
    case Call::kOpen:
    case Call::kGetdents:
      return PERFC_CALL_OPEN;
    case Call::kSetrlimit:
      return PERFC_CALL_SETRLIMIT;
    case Call::kBpf:
      return PERFC_CALL_BPF;
    case Call::kEpollCreate:
    case Call::kEpollCtl:
    case Call::kEpollWait:
      return PERFC_CALL_EPOLL;
    default:
      return PERFC_CALL_NONE;
  }
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
  int system_calls[scripted::kCalls] = {};
  int faults = 0;
  int refused = 0;  // by which the operation failed
};

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
  if (!IsAnAnswer(call, code)) {
    if (result < 0) {
      EXPECT_EQ(result, -code) << "another errno than the call's";
    }
    if (result < 0 && operation.tells) {
      ExpectTold(stage, result, NameOf(call));
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
