#include "impl/explain/text.h"

#include <cerrno>
#include <cstring>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace perfc::explain {
namespace {

using absl::StrCat;
using absl::StrFormat;

constexpr const char* kCalls[] = {
    nullptr,
    "perf_event_open()",
    "ioctl()",
    "mmap()",
    "read()",
    "poll()",
    "fcntl()",
    "eventfd()",
    "open() or read()",
    "madvise()",
    "malloc()",
    "epoll()",
    "setrlimit()",
    "bpf()",
};

std::string Paranoid(const perfc_error& error) {
  const auto most = static_cast<int64_t>(error.number[0]);
  std::string text = StrFormat(
      "/proc/sys/kernel/perf_event_paranoid is %d, and without CAP_PERFMON "
      "this needs %d or less",
      error.paranoid, most);
  if (error.paranoid >= 3) {
    absl::StrAppend(&text,
                    " (levels above 2 are Debian's and Ubuntu's: they forbid "
                    "perf events to all without the capability)");
  }
  absl::StrAppend(&text, "; run with CAP_PERFMON, or lower the sysctl");
  if (most == 1 && error.paranoid == 2) {
    absl::StrAppend(&text, ", or set exclude_kernel to see user space only");
  }
  return text;
}

// The budget is per user: mlock_kb for each CPU, then RLIMIT_MEMLOCK
// (perf_mmap).
std::string Mlock(const perfc_error& error) {
  const uint64_t per_user = error.number[1] * 1024 * error.number[2];
  return StrFormat(
      "a ring of %d bytes is beyond the locked-memory budget: all rings of "
      "this "
      "user together may take perf_event_mlock_kb (%d KiB) x %d CPUs = %d "
      "bytes, "
      "and this process RLIMIT_MEMLOCK = %d bytes on top; map fewer or smaller "
      "rings, raise either limit, or run with CAP_IPC_LOCK",
      error.number[0], error.number[1], error.number[2], per_user,
      error.number[3]);
}

std::string FdLimit(const perfc_error& error) {
  return StrFormat(
      "all %d file descriptors of this process are in use (RLIMIT_NOFILE, hard "
      "limit %d); raise the soft limit, or open fewer events",
      error.number[1], error.number[2]);
}

std::string NoEvent(const perfc_error& error) {
  return StrFormat(
      "this kernel and machine have no event of type %d with config %#x; "
      "/sys/bus/event_source/devices lists the PMUs",
      error.number[0], error.number[1]);
}

// The library's own refusal says why; else it was the kernel's.
std::string AttrSize(const perfc_error& error, absl::string_view detail) {
  if (!detail.empty()) {
    return StrFormat("the attr is %d bytes long, and %s", error.number[0],
                     detail);
  }
  return StrFormat(
      "the attr is %d bytes long and asks for something beyond the %d bytes "
      "that are known; leave what lies behind them zero",
      error.number[0], error.number[1]);
}

std::string NothingOpen(const perfc_error& error) {
  if (error.number[0] == 0) {
    return "the target has no CPU that the events count on";
  }
  return StrFormat(
      "of %d events none was left to open: %d are on CPUs that are offline, "
      "and of %d the thread has exited",
      error.number[0], error.number[1], error.number[2]);
}

std::string Format(const perfc_error& error, absl::string_view detail) {
  const std::string line =
      error.number[0] ? StrCat(" in line ", error.number[0]) : "";
  return StrCat("the tracepoint's format file isn't understood", line, ": ",
                detail);
}

// Why, by rule; empty where the errno says it all.
std::string Reason(const perfc_error& error) {
  const uint64_t* number = error.number;
  const absl::string_view detail(error.detail,
                                 strnlen(error.detail, sizeof error.detail));
  switch (error.rule) {
    case PERFC_RULE_PARANOID:
      return Paranoid(error);
    case PERFC_RULE_CAPABILITY:
      return StrCat(detail, "; run with CAP_PERFMON (", number[0],
                    ") or as the process's own user");
    case PERFC_RULE_SECCOMP:
      return StrFormat(
          "a seccomp filter (mode %d) stands before the system call, "
          "as container runtimes set one; allow perf_event_open in "
          "its profile",
          number[0]);
    case PERFC_RULE_NO_SYSCALL:
      return "this kernel has no perf events (CONFIG_PERF_EVENTS)";
    case PERFC_RULE_NO_PMU:
      return "there is no hardware PMU here: a virtual machine whose host "
             "doesn't pass one on, most likely; software events such as "
             "cpu-clock work";
    case PERFC_RULE_NO_EVENT:
      return NoEvent(error);
    case PERFC_RULE_NOT_SUPPORTED:
      return StrFormat(
          "the PMU of type %d can't do this with the event (sampling, "
          "branch stack, precise_ip, AUX)",
          number[0]);
    case PERFC_RULE_FD_LIMIT:
      return FdLimit(error);
    case PERFC_RULE_FD_LIMIT_SYSTEM:
      return StrFormat(
          "the system's file descriptors are used up: %d of %d "
          "(/proc/sys/fs/file-max)",
          number[0], number[1]);
    case PERFC_RULE_MLOCK:
      return Mlock(error);
    case PERFC_RULE_NO_TARGET:
      return StrFormat("there is no process or thread %d",
                       static_cast<int64_t>(number[0]));
    case PERFC_RULE_CPU_OFFLINE:
      return StrFormat("CPU %d is offline, or its PMU lacks the event",
                       number[0]);
    case PERFC_RULE_CPU_RANGE:
      return StrFormat("there is no CPU %d: %d are possible", number[0],
                       number[1]);
    case PERFC_RULE_ATTR_SIZE:
      return AttrSize(error, detail);
    case PERFC_RULE_ATTR_BITS:
      return StrFormat("this kernel doesn't know bits %#x of %s", number[0],
                       detail);
    case PERFC_RULE_SAMPLE_RATE:
      return StrFormat(
          "a frequency of %d Hz is above perf_event_max_sample_rate, %d",
          number[0], number[1]);
    case PERFC_RULE_MAX_STACK:
      return StrFormat("sample_max_stack %d is above perf_event_max_stack, %d",
                       number[0], number[1]);
    case PERFC_RULE_BREAKPOINTS:
      return "all hardware breakpoint registers are taken; close one first";
    case PERFC_RULE_MAPPED:
      return std::string(detail);
    case PERFC_RULE_FORKED:
      return StrFormat(
          "the handle was made by process %d and this is %d, a child of "
          "its fork(): it may only close it",
          number[0], number[1]);
    case PERFC_RULE_TARGET_GONE:
      return "the target has exited and its records are all read";
    case PERFC_RULE_PINNED:
      return "the pinned event has no counter: too many events want one; close "
             "some, or don't pin";
    case PERFC_RULE_MEMORY:
      if (number[0] == 0) return "memory could not be had";
      return StrFormat("%d bytes of memory could not be had", number[0]);
    case PERFC_RULE_NOTHING_OPEN:
      return NothingOpen(error);
    case PERFC_RULE_NOT_AN_EVENT:
      return "the file descriptor is no perf event";
    case PERFC_RULE_NO_TRACEFS:
      return "tracefs, which describes the tracepoints, isn't mounted; try "
             "mount -t tracefs nodev /sys/kernel/tracing";
    case PERFC_RULE_TRACEFS_DENIED:
      return StrCat(detail,
                    " may not be read by this user; run as root or with "
                    "CAP_DAC_READ_SEARCH, or let a group in: mount -o "
                    "remount,mode=750,gid=GROUP ",
                    detail);
    case PERFC_RULE_NO_TRACEPOINT:
      return StrCat("the kernel and its loaded modules have no tracepoint ",
                    detail);
    case PERFC_RULE_FORMAT:
      return Format(error, detail);
    default:
      return std::string(detail);
  }
}

std::string ErrnoName(int result) {
  const int code = result < 0 && result > -4096 ? -result : 0;
  // Ours, where the kernel's sentence would mislead.
  switch (code) {
    case ESHUTDOWN:
      return "ESHUTDOWN";
    case EBADMSG:
      return "EBADMSG (malformed record)";
    case EOWNERDEAD:
      return "EOWNERDEAD (used in a forked child)";
    case ECANCELED:
      return "ECANCELED (woken)";
    default:
      break;
  }
  char buffer[64];
  const char* name = strerrorname_np(code);
  const char* words = strerror_r(code, buffer, sizeof buffer);
  return StrCat(name ? name : "an errno", " (", words, ")");
}

}  // namespace

std::string Text(const perfc_error& error) {
  if (error.code >= 0 && error.rule == PERFC_RULE_UNKNOWN) return "no error";
  // The caller may have filled it in, or not at all.
  std::string text(error.operation,
                   strnlen(error.operation, sizeof error.operation));
  if (error.call != PERFC_CALL_NONE && error.call < std::size(kCalls)) {
    absl::StrAppend(&text, text.empty() ? "" : ": ", kCalls[error.call]);
  }
  absl::StrAppend(&text, " failed with ", ErrnoName(error.code));
  const std::string reason = Reason(error);
  if (!reason.empty()) absl::StrAppend(&text, ": ", reason);
  return text;
}

}  // namespace perfc::explain
