#include "impl/explain/rule_text.h"

#include <cerrno>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/explain/facts.h"

namespace perfc::explain {
namespace {

using absl::string_view;
using base::TextWriter;

// A number whose file can't be read.
constexpr uint64_t kUnread = ~uint64_t{0};

void WriteParanoid(const perfc_error& error, string_view detail,
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

void WriteCapability(const perfc_error& error, string_view detail,
                     TextWriter* out) {
  const uint64_t capability = error.number[0];
  const bool own_user_works = error.number[1];
  out->Format(
      "%s; run with %s (%d), which a user namespace can't give%s", detail,
      capability == kCapSysAdmin ? "CAP_SYS_ADMIN" : "CAP_PERFMON", capability,
      own_user_works ? ", or as the process's own user" : "");
}

void WriteSeccomp(const perfc_error& error, string_view, TextWriter* out) {
  out->Format(
      "a seccomp filter (mode %d) stands before the system call, as container "
      "runtimes set one; allow perf_event_open in its profile",
      error.number[0]);
}

// The budget is per user: mlock_kb for each CPU, then RLIMIT_MEMLOCK
// (perf_mmap).
void WriteMlock(const perfc_error& error, string_view, TextWriter* out) {
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

void WriteFdLimitOfSystem(const perfc_error& error, string_view,
                          TextWriter* out) {
  out->Append("the system's file descriptors are used up");
  if (error.number[1] != 0) {
    out->Format(": %d of %d", error.number[0], error.number[1]);
  }
  out->Append(" (/proc/sys/fs/file-max)");
}

void WriteMaxStack(const perfc_error& error, string_view, TextWriter* out) {
  out->Format("sample_max_stack %d is above perf_event_max_stack, ",
              error.number[0]);
  if (error.number[1] == kUnread) return out->Append("which can't be read");
  out->Format("%d", error.number[1]);
}

void WriteFdLimit(const perfc_error& error, string_view, TextWriter* out) {
  out->Format(
      "all %d file descriptors of this process are in use (RLIMIT_NOFILE, hard "
      "limit %d); %s",
      error.number[1], error.number[2],
      error.number[1] < error.number[2]
          ? "raise the soft limit, or open fewer events"
          : "open fewer events; only root, or a service's LimitNOFILE=, raises "
            "the hard limit");
}

void WriteNoEvent(const perfc_error& error, string_view detail,
                  TextWriter* out) {
  if (!detail.empty()) return out->Append(detail);
  out->Format(
      "this kernel and machine have no event of type %d with config %#x; "
      "/sys/bus/event_source/devices lists the PMUs with their types",
      error.number[0], error.number[1]);
}

void WriteNotSupported(const perfc_error& error, string_view detail,
                       TextWriter* out) {
  if (!detail.empty()) return out->Append(detail);
  out->Format(
      "the PMU of type %d can't do this with the event (sampling, branch "
      "stack, "
      "precise_ip, AUX)",
      error.number[0]);
}

// A set that asks for process 0 means its own.
void WriteNoTarget(const perfc_error& error, string_view, TextWriter* out) {
  const auto pid = static_cast<int64_t>(error.number[0]);
  if (pid == 0) {
    return out->Append("the calling process has no thread left to count");
  }
  out->Format("there is no process or thread %d", pid);
}

// The library's own refusal says why; else it was the kernel's.
void WriteAttrSize(const perfc_error& error, string_view detail,
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

void WriteNothingOpen(const perfc_error& error, string_view, TextWriter* out) {
  if (error.number[0] == 0) {
    return out->Append("the target has no CPU that the events count on");
  }
  out->Format(
      "of %d events none was left to open: %d are on CPUs that are offline, "
      "and of %d the thread has exited",
      error.number[0], error.number[1], error.number[2]);
}

void WriteCpuOffline(const perfc_error& error, string_view, TextWriter* out) {
  out->Format("CPU %d is offline, or its PMU lacks the event", error.number[0]);
}

void WriteCpuRange(const perfc_error& error, string_view, TextWriter* out) {
  out->Format("there is no CPU %d: %d are possible", error.number[0],
              error.number[1]);
}

void WriteAttrBits(const perfc_error& error, string_view detail,
                   TextWriter* out) {
  out->Format("this kernel doesn't know bits %#x of %s", error.number[0],
              detail);
}

void WriteSampleRate(const perfc_error& error, string_view, TextWriter* out) {
  out->Format("a frequency of %d Hz is above perf_event_max_sample_rate, %d",
              error.number[0], error.number[1]);
}

void WriteForked(const perfc_error& error, string_view, TextWriter* out) {
  out->Format(
      "the handle was made by process %d and this is %d, a child of its "
      "fork(): it may only close it",
      error.number[0], error.number[1]);
}

void WriteMemory(const perfc_error& error, string_view, TextWriter* out) {
  if (error.number[0] == 0) return out->Append("memory could not be had");
  out->Format("%d bytes of memory could not be had", error.number[0]);
}

void WriteNotAnEvent(const perfc_error& error, string_view, TextWriter* out) {
  out->Append(error.code == -EBADF ? "the file descriptor isn't open"
                                   : "the file descriptor is no perf event");
}

void WriteNoTracefs(const perfc_error&, string_view detail, TextWriter* out) {
  if (!detail.empty()) {
    return out->Format(
        "no tracefs is at %s, which is the host's tracefs "
        "(perfc_host_options)",
        detail);
  }
  out->Append(
      "tracefs, which describes the tracepoints, isn't mounted; try mount -t "
      "tracefs nodev /sys/kernel/tracing");
}

void WriteTracefsDenied(const perfc_error&, string_view detail,
                        TextWriter* out) {
  out->Format(
      "%s may not be read by this user; run as root or with "
      "CAP_DAC_READ_SEARCH, or let a group in: mount -o "
      "remount,mode=750,gid=GROUP %s",
      detail, detail);
}

void WriteNoTracepoint(const perfc_error&, string_view detail,
                       TextWriter* out) {
  out->Format("the kernel and its loaded modules have no tracepoint %s",
              detail);
}

void WriteFormat(const perfc_error& error, string_view detail,
                 TextWriter* out) {
  out->Append("the tracepoint's format file isn't understood");
  if (error.number[0] != 0) out->Format(" in line %d", error.number[0]);
  out->Format(": %s", detail);
}

void WriteFileContent(const perfc_error& error, string_view detail,
                      TextWriter* out) {
  out->Format("at byte %d of the file: %s", error.number[0], detail);
}

void WriteNoCodec(const perfc_error&, string_view detail, TextWriter* out) {
  out->Format(
      "the data are compressed with %s, and this libperfc-profile was built "
      "without it; `perf inject -i FILE -o OTHER` writes the file without "
      "compression",
      detail);
}

// A rule's sentence, or what writes it from the numbers and the detail.
struct Rule {
  uint32_t rule;
  const char* sentence;
  void (*write)(const perfc_error& error, string_view detail, TextWriter* out);
};

constexpr Rule kRules[] = {
    {PERFC_RULE_PARANOID, nullptr, WriteParanoid},
    {PERFC_RULE_CAPABILITY, nullptr, WriteCapability},
    {PERFC_RULE_SECCOMP, nullptr, WriteSeccomp},
    {PERFC_RULE_NO_SYSCALL,
     "this kernel has no perf events (CONFIG_PERF_EVENTS)", nullptr},
    {PERFC_RULE_NO_PMU,
     "there is no hardware PMU here: a virtual machine whose host doesn't pass "
     "one on, most likely; software events such as cpu-clock work",
     nullptr},
    {PERFC_RULE_NO_EVENT, nullptr, WriteNoEvent},
    {PERFC_RULE_NOT_SUPPORTED, nullptr, WriteNotSupported},
    {PERFC_RULE_FD_LIMIT, nullptr, WriteFdLimit},
    {PERFC_RULE_FD_LIMIT_SYSTEM, nullptr, WriteFdLimitOfSystem},
    {PERFC_RULE_MLOCK, nullptr, WriteMlock},
    {PERFC_RULE_NO_TARGET, nullptr, WriteNoTarget},
    {PERFC_RULE_CPU_OFFLINE, nullptr, WriteCpuOffline},
    {PERFC_RULE_CPU_RANGE, nullptr, WriteCpuRange},
    {PERFC_RULE_ATTR_SIZE, nullptr, WriteAttrSize},
    {PERFC_RULE_ATTR_BITS, nullptr, WriteAttrBits},
    {PERFC_RULE_SAMPLE_RATE, nullptr, WriteSampleRate},
    {PERFC_RULE_MAX_STACK, nullptr, WriteMaxStack},
    {PERFC_RULE_BREAKPOINTS,
     "all hardware breakpoint registers are taken; close one first", nullptr},
    {PERFC_RULE_FORKED, nullptr, WriteForked},
    {PERFC_RULE_TARGET_GONE,
     "the target has exited and its records are all read", nullptr},
    {PERFC_RULE_PINNED,
     "the pinned event has no counter: too many events want one; close some, "
     "or don't pin",
     nullptr},
    {PERFC_RULE_MEMORY, nullptr, WriteMemory},
    {PERFC_RULE_NOTHING_OPEN, nullptr, WriteNothingOpen},
    {PERFC_RULE_NOT_AN_EVENT, nullptr, WriteNotAnEvent},
    {PERFC_RULE_NO_TRACEFS, nullptr, WriteNoTracefs},
    {PERFC_RULE_TRACEFS_DENIED, nullptr, WriteTracefsDenied},
    {PERFC_RULE_NO_TRACEPOINT, nullptr, WriteNoTracepoint},
    {PERFC_RULE_FORMAT, nullptr, WriteFormat},
    {PERFC_RULE_FILE_CONTENT, nullptr, WriteFileContent},
    {PERFC_RULE_NO_CODEC, nullptr, WriteNoCodec},
};

}  // namespace

bool WriteRule(const perfc_error& error, string_view detail, TextWriter* out) {
  for (const Rule& known : kRules) {
    if (known.rule != error.rule) continue;
    if (known.sentence != nullptr) {
      out->Append(known.sentence);
    } else {
      known.write(error, detail, out);
    }
    return true;
  }
  return false;
}

}  // namespace perfc::explain
