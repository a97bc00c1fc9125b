#include "impl/explain/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "impl/base/text_writer.h"
#include "impl/explain/facts.h"

namespace perfc::explain {
namespace {

using base::TextWriter;

// A number whose file can't be read.
constexpr uint64_t kUnread = ~uint64_t{0};

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

// A detail begins with the name of the event, where that is one of many.
struct Detail {
  absl::string_view event;
  absl::string_view sentence;
};

Detail DetailOf(const perfc_error& error) {
  const absl::string_view all(error.detail,
                              strnlen(error.detail, sizeof error.detail));
  const size_t name = std::min<uint64_t>(error.number[7], all.size());
  return {all.substr(0, name), absl::StripPrefix(all.substr(name), ": ")};
}

void WriteParanoid(const perfc_error& error, absl::string_view detail,
                   TextWriter* out) {
  const auto most = static_cast<int64_t>(error.number[0]);
  out->Format(
      "/proc/sys/kernel/perf_event_paranoid is %d, and without CAP_PERFMON "
      "this needs %d or less",
      error.paranoid, most);
  const bool exclude_kernel_works = error.number[1];
  const bool patched = error.number[2];
  if (patched) {
    out->Append(
        " (this kernel has Debian's or Ubuntu's patch, by which levels above 2 "
        "forbid perf events to all without the capability)");
  }
  out->Append(
      "; run with CAP_PERFMON, which a user namespace can't give, or lower the "
      "sysctl");
  if (exclude_kernel_works) {
    out->Append(
        ", or set exclude_kernel to see user space only, which this process "
        "may");
  }
  if (!detail.empty()) out->Format("; besides, %s", detail);
}

// The budget is per user: mlock_kb for each CPU, then RLIMIT_MEMLOCK
// (perf_mmap).
void WriteMlock(const perfc_error& error, TextWriter* out) {
  const uint64_t mlock_kb = error.number[1];
  const uint64_t cpus = error.number[2];
  out->Format(
      "a ring of %d bytes is beyond the locked-memory budget: all rings of "
      "this user together may take perf_event_mlock_kb ",
      error.number[0]);
  if (mlock_kb == kUnread) {
    out->Append("(which can't be read) for each CPU");
  } else if (cpus == 0) {
    out->Format("(%d KiB) for each CPU, which can't be counted", mlock_kb);
  } else {
    out->Format("(%d KiB) x %d CPUs = %d bytes", mlock_kb, cpus,
                mlock_kb * 1024 * cpus);
  }
  out->Format(
      ", and this process RLIMIT_MEMLOCK = %d bytes on top; map fewer or "
      "smaller rings, raise either limit, or run with CAP_IPC_LOCK, which a "
      "user namespace can't give",
      error.number[3]);
}

void WriteFdLimitOfSystem(const perfc_error& error, TextWriter* out) {
  out->Append("the system's file descriptors are used up");
  if (error.number[1] != 0) {
    out->Format(": %d of %d", error.number[0], error.number[1]);
  }
  out->Append(" (/proc/sys/fs/file-max)");
}

void WriteMaxStack(const perfc_error& error, TextWriter* out) {
  out->Format("sample_max_stack %d is above perf_event_max_stack, ",
              error.number[0]);
  if (error.number[1] == kUnread) return out->Append("which can't be read");
  out->Format("%d", error.number[1]);
}

void WriteFdLimit(const perfc_error& error, TextWriter* out) {
  out->Format(
      "all %d file descriptors of this process are in use (RLIMIT_NOFILE, hard "
      "limit %d); %s",
      error.number[1], error.number[2],
      error.number[1] < error.number[2]
          ? "raise the soft limit, or open fewer events"
          : "open fewer events; only root, or a service's LimitNOFILE=, raises "
            "the hard limit");
}

void WriteNoEvent(const perfc_error& error, absl::string_view detail,
                  TextWriter* out) {
  if (!detail.empty()) return out->Append(detail);
  out->Format(
      "this kernel and machine have no event of type %d with config %#x; "
      "/sys/bus/event_source/devices lists the PMUs with their types",
      error.number[0], error.number[1]);
}

void WriteNotSupported(const perfc_error& error, absl::string_view detail,
                       TextWriter* out) {
  if (!detail.empty()) return out->Append(detail);
  out->Format(
      "the PMU of type %d can't do this with the event (sampling, branch "
      "stack, "
      "precise_ip, AUX)",
      error.number[0]);
}

// A set that asks for process 0 means its own.
void WriteNoTarget(const perfc_error& error, TextWriter* out) {
  const auto pid = static_cast<int64_t>(error.number[0]);
  if (pid == 0) {
    return out->Append("the calling process has no thread left to count");
  }
  out->Format("there is no process or thread %d", pid);
}

// The library's own refusal says why; else it was the kernel's.
void WriteAttrSize(const perfc_error& error, absl::string_view detail,
                   TextWriter* out) {
  if (!detail.empty()) {
    return out->Format("the attr is %d bytes long, and %s", error.number[0],
                       detail);
  }
  out->Format(
      "the attr is %d bytes long and asks for something beyond the %d bytes "
      "that are known; leave what lies behind them zero",
      error.number[0], error.number[1]);
}

void WriteNothingOpen(const perfc_error& error, TextWriter* out) {
  if (error.number[0] == 0) {
    return out->Append("the target has no CPU that the events count on");
  }
  out->Format(
      "of %d events none was left to open: %d are on CPUs that are offline, "
      "and of %d the thread has exited",
      error.number[0], error.number[1], error.number[2]);
}

void WriteFormat(const perfc_error& error, absl::string_view detail,
                 TextWriter* out) {
  out->Append("the tracepoint's format file isn't understood");
  if (error.number[0] != 0) out->Format(" in line %d", error.number[0]);
  out->Format(": %s", detail);
}

// A hot call says no more than the errno, and its caller at most which call.
absl::string_view NotMapped(const perfc_error& error) {
  const absl::string_view operation(
      error.operation, strnlen(error.operation, sizeof error.operation));
  if (absl::StrContains(operation, "aux")) {
    return "the event has no AUX area; call mmap_aux first";
  }
  return "the event has no ring; call mmap first";
}

// Where the library itself answers so, the errno's name misleads.
absl::string_view OwnMeaning(int code) {
  switch (code) {
    case -ENOSPC:
      return "the array or scratch that the caller gave is too small";
    case -EAGAIN:
      return "take out the records that wait, then call again";
    case -ENODEV:
      return "the event's PMU has gone, or every CPU of the target is offline";
    default:
      return {};
  }
}

// What to try where nothing but the errno is known.
absl::string_view Advice(const perfc_error& error) {
  switch (error.code) {
    case -EBADFD:
      return NotMapped(error);
    case -EMFILE:
      return "this process has no file descriptor left; raise RLIMIT_NOFILE, "
             "or close some";
    case -ENOKEY:
      return "add the ids of every event that wrote the records to the plan";
    case -EKEYREJECTED:
      return "perfc_plan_set_default says whose the records with id 0 are; the "
             "perf tool's own belong to its first event";
    case -ENOTUNIQ:
      return "perfc_plan_tells_apart says what is missing";
    case -ESHUTDOWN:
      return "the target has ended, and its records are all read";
    default:
      return error.call == PERFC_CALL_NONE ? OwnMeaning(error.code)
                                           : absl::string_view();
  }
}

}  // namespace

void WriteReason(const perfc_error& error, TextWriter* out) {
  const uint64_t* number = error.number;
  const absl::string_view detail = DetailOf(error).sentence;
  switch (error.rule) {
    case PERFC_RULE_PARANOID:
      return WriteParanoid(error, detail, out);
    case PERFC_RULE_CAPABILITY:
      return out->Format(
          "%s; run with %s (%d), which a user namespace can't give%s", detail,
          number[0] == kCapSysAdmin ? "CAP_SYS_ADMIN" : "CAP_PERFMON",
          number[0], number[1] ? ", or as the process's own user" : "");
    case PERFC_RULE_SECCOMP:
      return out->Format(
          "a seccomp filter (mode %d) stands before the system call, "
          "as container runtimes set one; allow perf_event_open in "
          "its profile",
          number[0]);
    case PERFC_RULE_NO_SYSCALL:
      return out->Append("this kernel has no perf events (CONFIG_PERF_EVENTS)");
    case PERFC_RULE_NO_PMU:
      return out->Append(
          "there is no hardware PMU here: a virtual machine whose host "
          "doesn't pass one on, most likely; software events such as "
          "cpu-clock work");
    case PERFC_RULE_NO_EVENT:
      return WriteNoEvent(error, detail, out);
    case PERFC_RULE_NOT_SUPPORTED:
      return WriteNotSupported(error, detail, out);
    case PERFC_RULE_FD_LIMIT:
      return WriteFdLimit(error, out);
    case PERFC_RULE_FD_LIMIT_SYSTEM:
      return WriteFdLimitOfSystem(error, out);
    case PERFC_RULE_MLOCK:
      return WriteMlock(error, out);
    case PERFC_RULE_NO_TARGET:
      return WriteNoTarget(error, out);
    case PERFC_RULE_CPU_OFFLINE:
      return out->Format("CPU %d is offline, or its PMU lacks the event",
                         number[0]);
    case PERFC_RULE_CPU_RANGE:
      return out->Format("there is no CPU %d: %d are possible", number[0],
                         number[1]);
    case PERFC_RULE_ATTR_SIZE:
      return WriteAttrSize(error, detail, out);
    case PERFC_RULE_ATTR_BITS:
      return out->Format("this kernel doesn't know bits %#x of %s", number[0],
                         detail);
    case PERFC_RULE_SAMPLE_RATE:
      return out->Format(
          "a frequency of %d Hz is above perf_event_max_sample_rate, %d",
          number[0], number[1]);
    case PERFC_RULE_MAX_STACK:
      return WriteMaxStack(error, out);
    case PERFC_RULE_BREAKPOINTS:
      return out->Append(
          "all hardware breakpoint registers are taken; close one first");
    case PERFC_RULE_MAPPED:
      return out->Append(detail);
    case PERFC_RULE_FORKED:
      return out->Format(
          "the handle was made by process %d and this is %d, a child of "
          "its fork(): it may only close it",
          number[0], number[1]);
    case PERFC_RULE_TARGET_GONE:
      return out->Append("the target has exited and its records are all read");
    case PERFC_RULE_PINNED:
      return out->Append(
          "the pinned event has no counter: too many events want one; close "
          "some, or don't pin");
    case PERFC_RULE_MEMORY:
      if (number[0] == 0) return out->Append("memory could not be had");
      return out->Format("%d bytes of memory could not be had", number[0]);
    case PERFC_RULE_NOTHING_OPEN:
      return WriteNothingOpen(error, out);
    case PERFC_RULE_NOT_AN_EVENT:
      return out->Append(error.code == -EBADF
                             ? "the file descriptor isn't open"
                             : "the file descriptor is no perf event");
    case PERFC_RULE_NO_TRACEFS:
      if (!detail.empty()) {
        return out->Format(
            "no tracefs is at %s, which is the host's tracefs "
            "(perfc_host_options)",
            detail);
      }
      return out->Append(
          "tracefs, which describes the tracepoints, isn't mounted; try "
          "mount -t tracefs nodev /sys/kernel/tracing");
    case PERFC_RULE_TRACEFS_DENIED:
      return out->Format(
          "%s may not be read by this user; run as root or with "
          "CAP_DAC_READ_SEARCH, or let a group in: mount -o "
          "remount,mode=750,gid=GROUP %s",
          detail, detail);
    case PERFC_RULE_NO_TRACEPOINT:
      return out->Format(
          "the kernel and its loaded modules have no tracepoint %s", detail);
    case PERFC_RULE_FORMAT:
      return WriteFormat(error, detail, out);
    default:
      return out->Append(detail.empty() ? Advice(error) : detail);
  }
}

namespace {

void WriteErrnoName(int result, TextWriter* out) {
  const int code = result < 0 && result > -4096 ? -result : 0;
  // Ours, where the kernel's sentence would mislead.
  switch (code) {
    case ESHUTDOWN:
      return out->Append("ESHUTDOWN");
    case EBADMSG:
      return out->Append("EBADMSG (malformed record)");
    case EOWNERDEAD:
      return out->Append("EOWNERDEAD (used in a forked child)");
    case ECANCELED:
      return out->Append("ECANCELED (woken)");
    case ENOKEY:
      return out->Append("ENOKEY (the record's id is in no attr of the plan)");
    case EKEYREJECTED:
      return out->Append(
          "EKEYREJECTED (the record's id is 0, and the plan has no default "
          "attr)");
    case ENOTUNIQ:
      return out->Append("ENOTUNIQ (several fit where one is needed)");
    case EBADFD:
      return out->Append("EBADFD (the handle's state is wrong for this)");
    default:
      break;
  }
  // Not strerror_r, which may load a translation.
  const char* name = strerrorname_np(code);
  if (name == nullptr) return out->Format("errno %d", code);
  out->Format("%s (%s)", name, strerrordesc_np(code));
}

template <size_t N>
void MakePrintable(char (&text)[N]) {
  for (char& c : text) {
    if (c != '\0' && absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      c = '?';
    }
  }
}

}  // namespace

void WriteText(perfc_error error, TextWriter* out) {
  if (error.code >= 0 && error.rule == PERFC_RULE_UNKNOWN) {
    return out->Append("no error");
  }
  // They quote names from outside, and the text is one line.
  MakePrintable(error.operation);
  MakePrintable(error.detail);
  // The caller may have filled it in, or not at all.
  const absl::string_view operation(
      error.operation, strnlen(error.operation, sizeof error.operation));
  out->Append(operation);
  const absl::string_view event = DetailOf(error).event;
  if (!event.empty()) out->Format(" of %s", event);
  if (error.call != PERFC_CALL_NONE && error.call < std::size(kCalls)) {
    out->Format("%s%s", operation.empty() ? "" : ": ", kCalls[error.call]);
  }
  if (out->length() > 0) out->Append(" failed with ");
  WriteErrnoName(error.code, out);
  TextWriter reason(nullptr, 0);
  WriteReason(error, &reason);
  if (reason.length() == 0) return;
  out->Append(": ");
  WriteReason(error, out);
}

}  // namespace perfc::explain
