// perf_event_open(2) that fails.

#include <sys/resource.h>
#include <time.h>

#include <cerrno>

#include "perfc/uapi.h"
#include "test/explain/situations.h"

namespace explain {
namespace {

constexpr KernelRules User(int paranoid) {
  KernelRules rules;
  rules.paranoid = paranoid;
  rules.privileged = false;
  return rules;
}

constexpr KernelRules Patched(int paranoid) {
  KernelRules rules = User(paranoid);
  rules.patched = true;
  return rules;
}

perfc_attr UserSpace() {
  return With(Sampling(), [](perfc_attr *attr) {
    attr->flags |= PERFC_ATTR_EXCLUDE_KERNEL;
  });
}

perfc_attr WithFlags(uint64_t flags) {
  return With(Sampling(), [=](perfc_attr *attr) { attr->flags |= flags; });
}

perfc_attr WithFields(uint64_t fields) {
  return With(Sampling(),
              [=](perfc_attr *attr) { attr->sample_type |= fields; });
}

perfc_attr Breakpoint(uint32_t type, uint64_t address, uint64_t length) {
  return With(Of(PERFC_TYPE_BREAKPOINT), [=](perfc_attr *attr) {
    attr->bp_type = type;
    attr->config1 = address;
    attr->config2 = length;
  });
}

perfc_attr Probe(uint32_t type, const char *name, uint64_t offset = 0) {
  return With(Of(type), [=](perfc_attr *attr) {
    attr->config1 = reinterpret_cast<uintptr_t>(name);
    attr->config2 = offset;
  });
}

int As(Stage *stage, const KernelRules &rules, const perfc_attr &attr,
       int32_t pid = 0, int32_t cpu = -1) {
  stage->Become(rules);
  return stage->Try(attr, pid, cpu);
}

int Failing(Stage *stage, int code) {
  stage->system.FailAlways(scripted::Call::kPerfEventOpen, code);
  return stage->Try(Sampling());
}

}  // namespace

std::vector<Situation> PermissionSituations() {
  return {
      {"level 2, kernel included",
       [](Stage *s) { return As(s, User(2), Sampling()); }},
      {"level 3 on a mainline kernel, kernel included",
       [](Stage *s) { return As(s, User(3), Sampling()); }},
      {"level 4 on a mainline kernel, user space alone",
       [](Stage *s) { return As(s, User(4), UserSpace()); }},
      {"level 3 on Debian's kernel, kernel included",
       [](Stage *s) { return As(s, Patched(3), Sampling()); }},
      {"level 4 on Ubuntu's kernel, user space alone",
       [](Stage *s) { return As(s, Patched(4), UserSpace()); }},
      {"level 1, every process on a CPU",
       [](Stage *s) { return As(s, User(1), UserSpace(), -1, 0); }},
      {"level 2, another user's process",
       [](Stage *s) { return As(s, User(2), UserSpace(), kOthersProcess); }},
      {"level 3, another user's process",
       [](Stage *s) { return As(s, User(3), UserSpace(), kOthersProcess); }},
      {"level 2, kernel included, of the caller on a CPU that isn't",
       [](Stage *s) { return As(s, User(2), Sampling(), 0, 7); }},
      {"level 2, kernel included, of a process that has gone",
       [](Stage *s) { return As(s, User(2), Sampling(), kGoneProcess); }},
      {"level 2, kernel included, of another user's process",
       [](Stage *s) { return As(s, User(2), Sampling(), kOthersProcess); }},
      {"a security module that keeps the caller from a CPU of its own",
       [](Stage *s) {
         s->system.set_on_open([](const perfc_attr &, pid_t, int cpu, int) {
           return cpu == 0 ? EACCES : 0;
         });
         return s->Try(UserSpace(), 0, 0);
       }},
      {"no /proc, a tracepoint's raw data",
       [](Stage *s) {
         s->Become(User(1));
         s->RemoveProc();
         return s->Try(With(UserSpace(), [](perfc_attr *attr) {
           attr->type = PERFC_TYPE_TRACEPOINT;
           attr->config = kTracepoint;
           attr->sample_type |= PERFC_SAMPLE_RAW;
         }));
       }},
      {"no /proc, every process on a CPU",
       [](Stage *s) {
         s->Become(User(1));
         s->RemoveProc();
         return s->Try(UserSpace(), -1, 0);
       }},
      {"level 1, a tracepoint's raw data",
       [](Stage *s) {
         return As(s, User(1), With(UserSpace(), [](perfc_attr *attr) {
                     attr->type = PERFC_TYPE_TRACEPOINT;
                     attr->config = kTracepoint;
                     attr->sample_type |= PERFC_SAMPLE_RAW;
                   }));
       }},
      {"level 2, physical addresses",
       [](Stage *s) {
         return As(s, User(2), With(UserSpace(), [](perfc_attr *attr) {
                     attr->sample_type |= PERFC_SAMPLE_PHYS_ADDR;
                   }));
       }},
      {"level 2, root of a user namespace",
       [](Stage *s) {
         s->Become(User(2));
         s->system.SetFile("/proc/self/status", "CapEff:\t1ffffffffff\n");
         s->system.SetFile("/proc/self/uid_map", "0 1000 1\n");
         return s->Try(Sampling());
       }},
      {"CAP_PERFMON, a breakpoint in the kernel",
       [](Stage *s) {
         return s->Try(Breakpoint(PERFC_HW_BREAKPOINT_RW, ~uint64_t{7}, 8));
       }},
      {"level 2, a breakpoint in the kernel",
       [](Stage *s) {
         return As(s, User(2),
                   Breakpoint(PERFC_HW_BREAKPOINT_RW, ~uint64_t{7}, 8));
       }},
      {"level 2, namespaces records",
       [](Stage *s) {
         return As(s, User(2), With(UserSpace(), [](perfc_attr *attr) {
                     attr->flags |= PERFC_ATTR_NAMESPACES;
                   }));
       }},
      {"level 2, a uprobe",
       [](Stage *s) {
         return As(s, User(2),
                   With(Probe(kUprobe, "/bin/ls", 8), [](perfc_attr *attr) {
                     attr->flags |= PERFC_ATTR_EXCLUDE_KERNEL;
                   }));
       }},
      {"a container's seccomp filter, by EPERM",
       [](Stage *s) {
         KernelRules rules = User(2);
         rules.filtered = EPERM;
         return As(s, rules, Sampling());
       }},
      {"a container's seccomp filter, by ENOSYS",
       [](Stage *s) {
         KernelRules rules = User(2);
         rules.filtered = ENOSYS;
         return As(s, rules, Sampling());
       }},
      {"a security module",
       [](Stage *s) {
         KernelRules rules;
         rules.module_refuses = EACCES;
         return As(s, rules, Sampling());
       }},
      {"a kernel without perf events",
       [](Stage *s) {
         s->system.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
         return Failing(s, ENOSYS);
       }},
  };
}

std::vector<Situation> AttrSituations() {
  return {
      {"hardware cycles",
       [](Stage *s) { return s->Try(Of(PERFC_TYPE_HARDWARE)); }},
      {"hardware cycles, no /sys",
       [](Stage *s) {
         s->RemoveSys();
         return s->Try(Of(PERFC_TYPE_HARDWARE));
       }},
      {"a software event that isn't",
       [](Stage *s) { return s->Try(Counting(99)); }},
      {"a type that isn't", [](Stage *s) { return s->Try(Of(77)); }},
      {"no /sys, a type that isn't, or a uprobe in no file",
       [](Stage *s) {
         s->RemoveSys();
         return s->Try(Probe(kUprobe, "/no/such"));
       }},
      {"no /sys, a uprobe in a directory",
       [](Stage *s) {
         s->RemoveSys();
         return s->Try(Probe(kUprobe, "/"));
       }},
      {"a tracepoint's id that isn't",
       [](Stage *s) { return s->Try(Of(PERFC_TYPE_TRACEPOINT, 99999)); }},
      {"sample_type, bit 40",
       [](Stage *s) { return s->Try(WithFields(uint64_t{1} << 40)); }},
      {"read_format, bit 20",
       [](Stage *s) {
         return s->Try(With(Sampling(), [](perfc_attr *attr) {
           attr->read_format = 1 << 20;
         }));
       }},
      {"flags, bit 50",
       [](Stage *s) { return s->Try(WithFlags(uint64_t{1} << 50)); }},
      {"reserved_2",
       [](Stage *s) {
         return s->Try(
             With(Sampling(), [](perfc_attr *attr) { attr->reserved_2 = 1; }));
       }},
      {"10 MHz",
       [](Stage *s) {
         return s->Try(With(WithFlags(PERFC_ATTR_FREQ), [](perfc_attr *attr) {
           attr->sample_period = 10000000;
         }));
       }},
      {"10 MHz, no /proc",
       [](Stage *s) {
         s->RemoveProc();
         return s->Try(With(WithFlags(PERFC_ATTR_FREQ), [](perfc_attr *attr) {
           attr->sample_period = 10000000;
         }));
       }},
      {"a period of 2^63",
       [](Stage *s) {
         return s->Try(With(Sampling(), [](perfc_attr *attr) {
           attr->sample_period = uint64_t{1} << 63;
         }));
       }},
      {"sample_max_stack 60000",
       [](Stage *s) {
         return s->Try(
             With(WithFields(PERFC_SAMPLE_CALLCHAIN),
                  [](perfc_attr *attr) { attr->sample_max_stack = 60000; }));
       }},
      {"sample_max_stack 60000, no /proc",
       [](Stage *s) {
         s->RemoveProc();
         return s->Try(
             With(WithFields(PERFC_SAMPLE_CALLCHAIN),
                  [](perfc_attr *attr) { attr->sample_max_stack = 60000; }));
       }},
      {"sample_stack_user 7",
       [](Stage *s) {
         return s->Try(
             With(WithFields(PERFC_SAMPLE_STACK_USER),
                  [](perfc_attr *attr) { attr->sample_stack_user = 7; }));
       }},
      {"registers that no CPU has",
       [](Stage *s) {
         return s->Try(With(
             WithFields(PERFC_SAMPLE_REGS_USER),
             [](perfc_attr *attr) { attr->sample_regs_user = ~uint64_t{0}; }));
       }},
      {"branch stacks without branches",
       [](Stage *s) { return s->Try(WithFields(PERFC_SAMPLE_BRANCH_STACK)); }},
      {"branch stacks of a software event",
       [](Stage *s) {
         return s->Try(
             With(WithFields(PERFC_SAMPLE_BRANCH_STACK), [](perfc_attr *attr) {
               attr->branch_sample_type = PERFC_SAMPLE_BRANCH_ANY;
             }));
       }},
      {"both weights",
       [](Stage *s) {
         return s->Try(
             WithFields(PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_WEIGHT_STRUCT));
       }},
      {"clockid 55",
       [](Stage *s) {
         return s->Try(With(WithFlags(PERFC_ATTR_USE_CLOCKID),
                            [](perfc_attr *attr) { attr->clockid = 55; }));
       }},
      {"CLOCK_REALTIME in NMIs",
       [](Stage *s) {
         return s->Try(With(Of(kFancy), [](perfc_attr *attr) {
           attr->flags = PERFC_ATTR_USE_CLOCKID;
           attr->clockid = CLOCK_REALTIME;
         }));
       }},
      {"sigtrap without remove_on_exec",
       [](Stage *s) { return s->Try(WithFlags(PERFC_ATTR_SIGTRAP)); }},
      {"enable_on_exec with remove_on_exec",
       [](Stage *s) {
         return s->Try(
             WithFlags(PERFC_ATTR_ENABLE_ON_EXEC | PERFC_ATTR_REMOVE_ON_EXEC));
       }},
      {"inherit_thread without inherit",
       [](Stage *s) { return s->Try(WithFlags(PERFC_ATTR_INHERIT_THREAD)); }},
      {"inherit with counts in samples, without thread ids",
       [](Stage *s) {
         return s->Try(With(
             WithFlags(PERFC_ATTR_INHERIT),
             [](perfc_attr *attr) { attr->sample_type = PERFC_SAMPLE_READ; }));
       }},
      {"aux_output of a PMU without AUX area",
       [](Stage *s) { return s->Try(WithFlags(PERFC_ATTR_AUX_OUTPUT)); }},
      {"defer_callchain before Linux 6.19",
       [](Stage *s) { return s->Try(WithFlags(PERFC_ATTR_DEFER_CALLCHAIN)); }},
      {"config4 before Linux 6.19",
       [](Stage *s) {
         return s->Try(With(Sampling(), [](perfc_attr *attr) {
           attr->size = sizeof *attr;
           attr->config4 = 1;
         }));
       }},
      {"an attr of 10 bytes",
       [](Stage *s) {
         const perfc_attr attr = Sampling();
         perfc_event *event = nullptr;
         return perfc_open(&s->host, &attr, 10, 0, -1, nullptr, 0, &event,
                           &s->error);
       }},
      {"an attr whose size field says more",
       [](Stage *s) {
         return s->Try(
             With(Sampling(), [](perfc_attr *attr) { attr->size = 200; }));
       }},
      {"cycles:uI, where the idle task can't be left out",
       [](Stage *s) {
         return s->Try(With(Of(kFancy), [](perfc_attr *attr) {
           attr->flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_IDLE;
         }));
       }},
      {"long, where there are no long counters",
       [](Stage *s) {
         return s->Try(
             With(Of(kFancy), [](perfc_attr *attr) { attr->config1 = 1; }));
       }},
      {"precise_ip 3, where there is none",
       [](Stage *s) {
         return s->Try(With(Of(kFancy), [](perfc_attr *attr) {
           attr->sample_period = 1000;
           attr->flags = PERFC_ATTR_PRECISE_IP_MASK;
         }));
       }},
      {"an event that the msr PMU hasn't",
       [](Stage *s) { return s->Try(Of(kMsr, 63), -1, 0); }},
      {"samples of the msr PMU",
       [](Stage *s) {
         return s->Try(
             With(Of(kMsr),
                  [](perfc_attr *attr) { attr->sample_period = 100; }),
             -1, 0);
       }},
      {"user space alone of the msr PMU",
       [](Stage *s) {
         return s->Try(With(Of(kMsr),
                            [](perfc_attr *attr) {
                              attr->flags = PERFC_ATTR_EXCLUDE_KERNEL;
                            }),
                       -1, 0);
       }},
      {"a breakpoint of 9 bytes",
       [](Stage *s) {
         return s->Try(Breakpoint(PERFC_HW_BREAKPOINT_RW, 0x1000, 9));
       }},
      {"more breakpoints than registers",
       [](Stage *s) { return Failing(s, ENOSPC); }},
      {"a breakpoint on a kernel address, the kernel excluded",
       [](Stage *s) {
         return s->Try(With(Breakpoint(PERFC_HW_BREAKPOINT_RW, ~uint64_t{7}, 8),
                            [](perfc_attr *attr) {
                              attr->flags = PERFC_ATTR_EXCLUDE_KERNEL;
                            }));
       }},
      {"a uprobe without a path",
       [](Stage *s) { return s->Try(Probe(kUprobe, nullptr)); }},
      {"a uprobe with an empty path",
       [](Stage *s) { return s->Try(Probe(kUprobe, "")); }},
      {"a uprobe in no file",
       [](Stage *s) { return s->Try(Probe(kUprobe, "/no/such")); }},
      {"a uprobe beyond the end of its file, or not at an instruction",
       [](Stage *s) { return s->Try(Probe(kUprobe, "/bin/ls", 1 << 30)); }},
      {"a uprobe whose file is at a bad address",
       [](Stage *s) {
         return s->Try(
             With(Of(kUprobe), [](perfc_attr *attr) { attr->config1 = 8; }));
       }},
      {"a kprobe at no function",
       [](Stage *s) { return s->Try(Probe(kKprobe, "no_such_function")); }},
      {"a kprobe where none may be",
       [](Stage *s) { return s->Try(Probe(kKprobe, "do_exit")); }},
      {"a kprobe at no address",
       [](Stage *s) {
         return s->Try(With(Of(kKprobe),
                            [](perfc_attr *attr) { attr->config2 = 0x1234; }));
       }},
  };
}

std::vector<Situation> PlaceSituations() {
  return {
      {"a process that has gone",
       [](Stage *s) { return s->Try(Sampling(), kGoneProcess); }},
      {"pid -5", [](Stage *s) { return s->Try(Sampling(), -5); }},
      {"every process on every CPU",
       [](Stage *s) { return s->Try(Sampling(), -1, -1); }},
      {"a CPU that isn't", [](Stage *s) { return s->Try(Sampling(), -1, 7); }},
      {"a CPU that isn't, no /sys",
       [](Stage *s) {
         s->RemoveSys();
         return s->Try(Sampling(), -1, 7);
       }},
      {"a target that the kernel refuses without a reason",
       [](Stage *s) {
         s->system.set_on_open([](const perfc_attr &, pid_t, int cpu, int) {
           return cpu == 1 ? EINVAL : 0;
         });
         return s->Try(Sampling(), -1, 1);
       }},
      {"a kernel that refuses everything without a reason",
       [](Stage *s) { return Failing(s, EINVAL); }},
      {"a kernel that refuses one event without a reason",
       [](Stage *s) {
         s->system.set_on_open([](const perfc_attr &attr, pid_t, int, int) {
           return attr.config == 2 ? EINVAL : 0;
         });
         return s->Try(Sampling());
       }},
      {"no device, and no CPU was asked for",
       [](Stage *s) { return Failing(s, ENODEV); }},
      {"an attr that is wrong, for a target that isn't allowed",
       [](Stage *s) {
         s->system.set_on_open([](const perfc_attr &attr, pid_t, int, int) {
           return attr.sample_period != 0 ? EINVAL : EACCES;
         });
         return s->Try(Sampling(), -1, 0);
       }},
      {"cpu -7", [](Stage *s) { return s->Try(Sampling(), 0, -7); }},
      {"a CPU that is offline",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kPerfEventOpen, ENODEV);
         return s->Try(Sampling(), -1, 1);
       }},
      {"unknown flags",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kPerfEventOpen, EINVAL);
         return s->Try(Sampling(), 0, -1, nullptr, 0x100);
       }},
      {"a cgroup by a fd that is none",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kPerfEventOpen, EBADF);
         return s->Try(Sampling(), 0, 0, nullptr, PERFC_FLAG_PID_CGROUP);
       }},
      {"a cgroup by fd -1",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kPerfEventOpen, EINVAL);
         return s->Try(Sampling(), -1, 0, nullptr, PERFC_FLAG_PID_CGROUP);
       }},
      {"a cgroup without a CPU",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kPerfEventOpen, EINVAL);
         return s->Try(Sampling(), 5, -1, nullptr, PERFC_FLAG_PID_CGROUP);
       }},
      {"a pinned sibling",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->Try(WithFlags(PERFC_ATTR_PINNED), 0, -1, leader.get());
       }},
      {"a sibling as a leader",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         const scripted::Event sibling = s->Open(Sampling(), -1, leader.get());
         return s->TryInGroup(Sampling(), sibling.get());
       }},
      {"a sibling of another clock",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->TryInGroup(WithFlags(PERFC_ATTR_USE_CLOCKID), leader.get());
       }},
      {"a sibling of another process",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->TryInGroup(Sampling(), leader.get(), kOthersProcess);
       }},
      {"a sibling on another CPU",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->TryInGroup(Sampling(), leader.get(), 0, 0);
       }},
      {"a sibling that inherits, as its leader doesn't",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->TryInGroup(WithFlags(PERFC_ATTR_INHERIT), leader.get());
       }},
      {"a sibling that differs in nothing",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         return s->TryInGroup(Sampling(), leader.get());
       }},
      {"a group too large to be read",
       [](Stage *s) {
         const scripted::Event leader = s->Open(Sampling());
         s->system.FailAlways(scripted::Call::kPerfEventOpen, E2BIG);
         return s->Try(Sampling(), 0, -1, leader.get());
       }},
      {"a PMU that somebody else uses",
       [](Stage *s) { return Failing(s, EBUSY); }},
      {"no fd left, with a hard limit above",
       [](Stage *s) {
         s->system.SetLimit(RLIMIT_NOFILE, 1024, 4096);
         return Failing(s, EMFILE);
       }},
      {"no fd left, at the hard limit",
       [](Stage *s) {
         s->system.SetLimit(RLIMIT_NOFILE, 1024, 1024);
         return Failing(s, EMFILE);
       }},
      {"no fd left in the system",
       [](Stage *s) {
         s->system.SetFile("/proc/sys/fs/file-nr", "7104\t0\t7200\n");
         return Failing(s, ENFILE);
       }},
      {"no memory", [](Stage *s) { return Failing(s, ENOMEM); }},
  };
}

}  // namespace explain
