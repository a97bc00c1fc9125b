#include "impl/explain/explain.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "impl/base/buffer.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/host/files.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

constexpr char kOpen[] = "perfc_open";
constexpr int kCapSysAdmin = 21;
constexpr int kCapPerfmon = 38;
constexpr int kCapIpcLock = 14;
constexpr int64_t kUnreadable = -100;

// A number from /proc/self/status: "Seccomp:\t2" or "CapEff:\t000001ff".
uint64_t StatusField(const host::Host& host, absl::string_view name,
                     bool hexadecimal) {
  base::Buffer<char> status;
  uint64_t number = 0;
  if (host.ReadProc("self/status", &status) != 0) return 0;
  for (absl::string_view line : absl::StrSplit(base::View(status), '\n')) {
    if (!absl::ConsumePrefix(&line, name) || !absl::ConsumePrefix(&line, ":")) {
      continue;
    }
    const bool read =
        hexadecimal
            ? absl::SimpleHexAtoi(absl::StripAsciiWhitespace(line), &number)
            : absl::SimpleAtoi(line, &number);
    return read ? number : 0;
  }
  return 0;
}

bool HasCapability(const host::Host& host, int capability) {
  return StatusField(host, "CapEff", true) >> capability & 1;
}

bool MayPerfmon(const host::Host& host) {
  return HasCapability(host, kCapPerfmon) || HasCapability(host, kCapSysAdmin);
}

int64_t Paranoid(const host::Host& host) {
  return host.ProcNumber("sys/kernel/perf_event_paranoid", kUnreadable);
}

struct CpuList {
  uint64_t count;
  uint64_t end;  // one more than the highest
};

// A list such as "0,2-5".
CpuList ParseCpus(absl::string_view list) {
  CpuList cpus = {};
  for (absl::string_view range :
       absl::StrSplit(absl::StripAsciiWhitespace(list), ',')) {
    const size_t dash = range.find('-');
    uint64_t first;
    uint64_t last;
    if (absl::SimpleAtoi(range.substr(0, dash), &first) &&
        absl::SimpleAtoi(range.substr(dash + 1), &last) && last >= first) {
      cpus.count += last - first + 1;
      cpus.end = std::max(cpus.end, last + 1);
    }
  }
  return cpus;
}

CpuList Cpus(const host::Host& host, absl::string_view which) {
  base::Buffer<char> list;
  return host.ReadSys(which, &list) == 0 ? ParseCpus(base::View(list))
                                         : CpuList{};
}

constexpr char kPossible[] = "devices/system/cpu/possible";
constexpr char kOnline[] = "devices/system/cpu/online";
constexpr char kDevices[] = "bus/event_source/devices";

// A file of a PMU, whose name is a file's and so has 255 bytes at most.
base::ShortText<320> PmuFile(absl::string_view pmu, const char* file) {
  return base::ShortText<320>("%s/%s/%s", kDevices, pmu, file);
}

bool IsRawTracepoint(const perfc_attr& attr) {
  return attr.type == PERFC_TYPE_TRACEPOINT &&
         attr.sample_type & PERFC_SAMPLE_RAW;
}

// The highest perf_event_paranoid at which the request needs no privilege
// (perf_event_open and perf_allow_*, kernel/events/core.c; tracepoints:
// kernel/trace/trace_event_perf.c).
int64_t HighestParanoid(const OpenRequest& request) {
  const perfc_attr& attr = request.attr;
  if (IsRawTracepoint(attr)) return -1;
  if (request.pid == -1) return 0;
  const bool kernel = !(attr.flags & PERFC_ATTR_EXCLUDE_KERNEL) ||
                      attr.sample_type & PERFC_SAMPLE_PHYS_ADDR;
  return kernel ? 1 : 2;
}

// What needs CAP_PERFMON at every perf_event_paranoid; empty if nothing does
// (perf_event_open, kernel/events/core.c; perf_kprobe_event_init and
// perf_uprobe_event_init).
absl::string_view NeedsPerfmon(const host::Host& host,
                               const OpenRequest& request) {
  if (request.attr.flags & PERFC_ATTR_NAMESPACES) {
    return "namespaces records need it";
  }
  for (const char* probe : {"kprobe", "uprobe"}) {
    if (host.SysNumber(PmuFile(probe, "type"), -1) == request.attr.type) {
      return "kprobes and uprobes need it";
    }
  }
  if (request.pid > 0) {
    return "the process belongs to another user, or may not be traced";
  }
  if (request.attr.sample_type & PERFC_SAMPLE_BRANCH_STACK) {
    return "branch stacks that may show the kernel need it";
  }
  return {};
}

int Report(perfc_error* error, int code, uint32_t rule, int64_t paranoid,
           std::initializer_list<uint64_t> numbers,
           absl::string_view detail = {}) {
  base::Fail(error, code, PERFC_CALL_PERF_EVENT_OPEN, rule, kOpen, numbers,
             detail);
  error->paranoid = static_cast<int32_t>(paranoid);
  return code;
}

// EPERM and EACCES: a sysctl, a seccomp filter, another user's process, or a
// security module. The sysctl's EACCES is what container runtimes' filters
// don't answer with; only raw tracepoints get EPERM from it.
int Denied(const host::Host& host, int code, const OpenRequest& request,
           perfc_error* error) {
  const int64_t paranoid = Paranoid(host);
  const bool privileged = MayPerfmon(host);
  const uint64_t seccomp = StatusField(host, "Seccomp", false);
  const bool by_filter =
      code == -EPERM && seccomp != 0 && !IsRawTracepoint(request.attr);
  if (!privileged && !by_filter && paranoid > HighestParanoid(request)) {
    return Report(error, code, PERFC_RULE_PARANOID, paranoid,
                  {static_cast<uint64_t>(HighestParanoid(request))});
  }
  const absl::string_view need = NeedsPerfmon(host, request);
  if (!privileged && !by_filter && !need.empty()) {
    return Report(error, code, PERFC_RULE_CAPABILITY, paranoid, {kCapPerfmon},
                  need);
  }
  if (seccomp != 0) {
    return Report(error, code, PERFC_RULE_SECCOMP, paranoid, {seccomp});
  }
  // TRACE_EVENT_PERF_PERM, include/linux/tracepoint.h: irq_work_exit, because
  // an irq_work is what ends a sample.
  if (code == -EPERM && request.attr.type == PERFC_TYPE_TRACEPOINT &&
      request.attr.sample_period != 0) {
    return Report(error, code, PERFC_RULE_ARGUMENT, paranoid, {},
                  "a tracepoint that sampling itself would reach "
                  "(irq_vectors:irq_work_exit) can only be counted, with "
                  "sample_period 0; else a security module refused");
  }
  return Report(
      error, code, PERFC_RULE_UNKNOWN, paranoid, {},
      paranoid == kUnreadable
          ? "perf_event_paranoid, which may be why, can't be read"
          : "neither perf_event_paranoid nor seccomp explains it: a "
            "security module (SELinux, lockdown) or the PMU itself refused");
}

// A core PMU is the one named cpu, or has a file that says which CPUs are its
// own: hybrid x86 has cpu_core and cpu_atom, and arm64 names them by the core.
bool HasCorePmu(const host::Host& host) {
  host::NameList names;
  if (host.ListSys(kDevices, &names) != 0) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "cpu" || host.SysExists(PmuFile(names[i], "cpus"))) {
      return true;
    }
  }
  return false;
}

// Counts for all tasks: memory controllers, buses, a package's energy. Such a
// PMU has a file that says which CPU to ask.
bool IsUncore(const host::Host& host, uint32_t type) {
  host::NameList names;
  if (host.ListSys(kDevices, &names) != 0) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (host.SysExists(PmuFile(names[i], "cpumask")) &&
        host.SysNumber(PmuFile(names[i], "type"), -1) == type) {
      return true;
    }
  }
  return false;
}

int NoEvent(const host::Host& host, int code, const OpenRequest& request,
            perfc_error* error) {
  const uint32_t type = request.attr.type;
  const bool hardware = type == PERFC_TYPE_HARDWARE ||
                        type == PERFC_TYPE_HW_CACHE || type == PERFC_TYPE_RAW;
  const uint32_t rule =
      hardware && !HasCorePmu(host) ? PERFC_RULE_NO_PMU : PERFC_RULE_NO_EVENT;
  return Report(error, code, rule, kUnreadable, {type, request.attr.config});
}

// Every fd below the soft limit is taken, so that is how many are open.
int NoFd(const host::Host& host, int code, perfc_error* error) {
  rlimit limit = {};
  host.system().Getrlimit(RLIMIT_NOFILE, &limit);
  return Report(error, code, PERFC_RULE_FD_LIMIT, kUnreadable,
                {limit.rlim_cur, limit.rlim_cur, limit.rlim_max});
}

int NoFdInSystem(const host::Host& host, int code, perfc_error* error) {
  base::Buffer<char> content;
  uint64_t numbers[2] = {};
  if (host.ReadProc("sys/fs/file-nr", &content) == 0) {
    // Allocated, free, maximum.
    const absl::string_view line =
        absl::StripAsciiWhitespace(base::View(content));
    (void)absl::SimpleAtoi(line.substr(0, line.find('\t')), &numbers[0]);
    (void)absl::SimpleAtoi(line.substr(line.rfind('\t') + 1), &numbers[1]);
  }
  return Report(error, code, PERFC_RULE_FD_LIMIT_SYSTEM, kUnreadable,
                {numbers[0], numbers[1]});
}

// EINVAL has many reasons; these can be told from outside.
int Invalid(const host::Host& host, int code, const OpenRequest& request,
            perfc_error* error) {
  const perfc_attr& attr = request.attr;
  const uint64_t cpus = Cpus(host, kPossible).end;
  if (request.pid == -1 && request.cpu == -1) {
    return Report(error, code, PERFC_RULE_ARGUMENT, kUnreadable, {},
                  "every process (pid -1), or a cgroup, needs a cpu");
  }
  if (request.cpu < -1) {
    return Report(error, code, PERFC_RULE_ARGUMENT, kUnreadable, {},
                  "cpu is below -1, which is any CPU");
  }
  if (cpus != 0 && request.cpu >= static_cast<int64_t>(cpus)) {
    return Report(error, code, PERFC_RULE_CPU_RANGE, kUnreadable,
                  {static_cast<uint64_t>(request.cpu), cpus});
  }
  if ((request.pid != -1 || attr.sample_period != 0) &&
      IsUncore(host, attr.type)) {
    return Report(error, code, PERFC_RULE_ARGUMENT, kUnreadable, {},
                  "this PMU counts CPUs and no task, and takes no samples: pid "
                  "-1, a CPU of the PMU's cpumask, sample_period 0");
  }
  const int64_t rate =
      host.ProcNumber("sys/kernel/perf_event_max_sample_rate", 0);
  if (attr.flags & PERFC_ATTR_FREQ && rate > 0 &&
      attr.sample_period > static_cast<uint64_t>(rate)) {
    return Report(error, code, PERFC_RULE_SAMPLE_RATE, kUnreadable,
                  {attr.sample_period, static_cast<uint64_t>(rate)});
  }
  // Bits 38 and 39 came with VER9 of the attr.
  const uint64_t known = host::KernelAttrSize(host) >= PERFC_ATTR_SIZE_VER9
                             ? PERFC_ATTR_FLAGS_KNOWN
                             : PERFC_ATTR_DEFER_CALLCHAIN - 1;
  if (attr.flags & ~known) {
    return Report(error, code, PERFC_RULE_ATTR_BITS, kUnreadable,
                  {attr.flags & ~known}, "flags");
  }
  if (attr.sample_type >= PERFC_SAMPLE_MAX) {
    return Report(error, code, PERFC_RULE_ATTR_BITS, kUnreadable,
                  {attr.sample_type & ~uint64_t{PERFC_SAMPLE_MAX - 1}},
                  "sample_type");
  }
  if (attr.read_format >= PERFC_FORMAT_MAX) {
    return Report(error, code, PERFC_RULE_ATTR_BITS, kUnreadable,
                  {attr.read_format & ~uint64_t{PERFC_FORMAT_MAX - 1}},
                  "read_format");
  }
  if (attr.sample_type & PERFC_SAMPLE_STACK_USER &&
      (attr.sample_stack_user % 8 != 0 || attr.sample_stack_user > 65528)) {
    return Report(error, code, PERFC_RULE_ARGUMENT, kUnreadable, {},
                  "sample_stack_user must be a multiple of 8, at most 65528");
  }
  if (request.has_group) {
    return Report(
        error, code, PERFC_RULE_GROUP, kUnreadable, {},
        "a sibling needs its leader's target, cpu and clock, and may "
        "be neither pinned nor exclusive; the group may be too large");
  }
  return Report(error, code, PERFC_RULE_ARGUMENT, kUnreadable, {},
                "the kernel can't combine what the attr asks for");
}

}  // namespace

int OpenFailed(const host::Host& host, int code, const OpenRequest& request,
               perfc_error* error) {
  if (error == nullptr) return code;
  switch (-code) {
    case EPERM:
    case EACCES:
      return Denied(host, code, request, error);
    case ENOSYS:
      return Report(error, code,
                    host::Supported(host) == 0 ? PERFC_RULE_NO_SYSCALL
                                               : PERFC_RULE_SECCOMP,
                    Paranoid(host), {StatusField(host, "Seccomp", false)});
    case ENOENT:
      return NoEvent(host, code, request, error);
    case ENODEV:
      return Report(
          error, code,
          request.cpu >= 0 ? PERFC_RULE_CPU_OFFLINE : PERFC_RULE_NO_EVENT,
          kUnreadable, {static_cast<uint64_t>(request.cpu)});
    case EMFILE:
      return NoFd(host, code, error);
    case ENFILE:
      return NoFdInSystem(host, code, error);
    case ESRCH:
      return Report(error, code, PERFC_RULE_NO_TARGET, kUnreadable,
                    {static_cast<uint64_t>(request.pid)});
    case ENOSPC:
      return Report(error, code, PERFC_RULE_BREAKPOINTS, kUnreadable, {});
    case EOPNOTSUPP:
      return Report(error, code, PERFC_RULE_NOT_SUPPORTED, kUnreadable,
                    {request.attr.type});
    case EOVERFLOW:
      return Report(error, code, PERFC_RULE_MAX_STACK, kUnreadable,
                    {request.attr.sample_max_stack,
                     static_cast<uint64_t>(host.ProcNumber(
                         "sys/kernel/perf_event_max_stack", 0))});
    case E2BIG:
      return Report(error, code, PERFC_RULE_ATTR_SIZE, kUnreadable,
                    {request.attr_size, request.kernel_attr_size});
    case EINVAL:
      return Invalid(host, code, request, error);
    default:
      return Report(error, code, PERFC_RULE_UNKNOWN, kUnreadable, {});
  }
}

int MmapFailed(const host::Host& host, int code, size_t bytes,
               const char* operation, perfc_error* error) {
  if (error == nullptr) return code;
  if (code == -EINVAL) {
    return base::Fail(
        error, code, PERFC_CALL_MMAP, PERFC_RULE_INHERIT_MMAP, operation, {},
        "an event with inherit and cpu -1 can't be mapped, nor one that is "
        "mapped elsewhere with another size");
  }
  if (code != -EPERM) {
    return base::Fail(error, code, PERFC_CALL_MMAP,
                      code == -ENOMEM ? PERFC_RULE_MEMORY : PERFC_RULE_UNKNOWN,
                      operation, {bytes});
  }
  const RingBudget budget = FindRingBudget(host);
  base::Fail(
      error, code, PERFC_CALL_MMAP, PERFC_RULE_MLOCK, operation,
      {bytes, budget.mlock_kb, budget.cpus, budget.rlimit, budget.ipc_lock});
  error->paranoid = static_cast<int32_t>(budget.paranoid);
  return code;
}

RingBudget FindRingBudget(const host::Host& host) {
  rlimit limit = {};
  host.system().Getrlimit(RLIMIT_MEMLOCK, &limit);
  RingBudget budget;
  budget.mlock_kb = static_cast<uint64_t>(
      host.ProcNumber("sys/kernel/perf_event_mlock_kb", 0));
  budget.cpus = Cpus(host, kOnline).count;
  budget.rlimit = limit.rlim_cur;
  budget.ipc_lock = HasCapability(host, kCapIpcLock);
  budget.paranoid = Paranoid(host);
  return budget;
}

uint64_t RingBudget::bytes() const {
  const uint64_t per_user = mlock_kb * 1024 * cpus;
  const bool free = ipc_lock || paranoid == -1;
  return free || rlimit > ~per_user ? ~uint64_t{0} : per_user + rlimit;
}

}  // namespace perfc::explain
