// Events, their counts, clocks; and the host.
#include <time.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/perfc.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

constexpr size_t kTooShort = 8;

perfc_event *Opened(Stage *s) { return s->event = s->Open(TimedAttr()); }

perfc_event *OpenedWithFormat(Stage *s, uint64_t format,
                              const std::vector<uint64_t> &words) {
  perfc_attr attr = TimedAttr();
  attr.read_format = format;
  s->event = s->Open(attr);
  s->Fake(s->event).counts = words;
  return s->event;
}

// What read(2) gives is longer than the attr says.
perfc_event *Misread(Stage *s) { return OpenedWithFormat(s, 0, {1, 2, 3}); }

perfc_event *RefusedBy(Stage *s, uint32_t request, int code) {
  s->system.FailRequest(request, code);
  return Opened(s);
}

int Adopt(Stage *s, int code) {
  const perfc_attr attr = TimedAttr();
  const int fd = code == EBADF ? 9999 : s->system.AddPlainFd();
  const int result = perfc_open_fd(&s->host, fd, &attr,
                                   code == E2BIG ? kTooShort : sizeof attr,
                                   &s->event, &s->error);
  if (code != EBADF) s->system.Close(fd);
  return result;
}

int Modify(Stage *s, int code) {
  const perfc_attr attr = TimedAttr();
  perfc_event *event = RefusedBy(s, PERFC_IOC_MODIFY_ATTRIBUTES, EOPNOTSUPP);
  return perfc_event_modify_attr(
      event, &attr, code == E2BIG ? kTooShort : sizeof attr, &s->error);
}

int ReadGroup(Stage *s, int code) {
  perfc_count count;
  perfc_event *event = code == EBADMSG
                           ? Misread(s)
                           : OpenedWithFormat(s, PERFC_FORMAT_GROUP, {2, 5, 6});
  return perfc_read_group(event, nullptr, &count, sizeof count, 1);
}

int Request(Stage *s, int code) {
  if (code == ENOTTY) return perfc_ioctl(Opened(s), PERFC_IOC_ID, 0, nullptr);
  perfc_event *event = RefusedBy(s, PERFC_IOC_SET_BPF, code);
  return perfc_ioctl(event, PERFC_IOC_SET_BPF, 3, nullptr);
}

int QueryBpf(Stage *s, int) {
  s->Fake(Opened(s)).bpf_ids = {1, 2};
  uint32_t id;
  uint32_t count;
  return perfc_event_query_bpf(s->event, &id, 1, &count, nullptr);
}

int Relate(Stage *s, int code) {
  if (code == EAGAIN) s->system.SetClock(CLOCK_MONOTONIC, 100000, -10);
  perfc_attr attr = TimedAttr(code == EAGAIN ? PERFC_ATTR_USE_CLOCKID : 0);
  attr.clockid = CLOCK_REALTIME;
  s->event = s->Open(attr);
  perfc_clock_relation relation;
  return perfc_event_relate_clock(s->event, CLOCK_MONOTONIC, &relation,
                                  sizeof relation, &s->error);
}

int Convert(Stage *, int) {
  const perfc_clock_relation relation = {0, -1000, 0, CLOCK_MONOTONIC, 0};
  uint64_t ns;
  return perfc_clock_convert(&relation, nullptr, sizeof relation, 0, &ns,
                             nullptr);
}

// A file of procfs or sysfs that isn't there, or has no end.
void Spoil(Stage *s, const std::string &path, int code) {
  if (code == ENOENT) s->system.RemoveFile(path);
  if (code == EFBIG) s->system.SetFile(path, std::string(2 << 20, '1'));
}

}  // namespace

std::vector<Refusal> EventRefusals() {
  static const perfc_attr attr = TimedAttr();
  static perfc_count count;
  return {
      {"perfc_open",
       {E2BIG},
       [](Stage *s, int) {
         return perfc_open(&s->host, &attr, kTooShort, 0, -1, nullptr, 0,
                           &s->event, nullptr);
       }},
      {"perfc_open_fd", {E2BIG, EBADF, ENOTTY}, Adopt},
      {"perfc_event_set_output",
       {EBADFD},
       [](Stage *s, int) {
         s->other = s->Open(attr);
         return perfc_event_set_output(Opened(s), s->other, nullptr);
       }},
      {"perfc_event_set_filter",
       {ENOENT},
       [](Stage *s, int code) {
         return perfc_event_set_filter(RefusedBy(s, PERFC_IOC_SET_FILTER, code),
                                       "a", nullptr);
       }},
      {"perfc_event_query_bpf", {ENOSPC}, QueryBpf},
      {"perfc_event_modify_attr", {E2BIG, EOPNOTSUPP}, Modify},
      {"perfc_ioctl", {EBADF, EEXIST, ENOTTY}, Request},
      {"perfc_read",
       {EBADMSG},
       [](Stage *s, int) {
         return perfc_read(Misread(s), &count, sizeof count);
       }},
      {"perfc_read_user",
       {EBADMSG},
       [](Stage *s, int) {
         return perfc_read_user(Misread(s), &count, sizeof count);
       }},
      {"perfc_read_group", {EBADMSG, ENOSPC}, ReadGroup},
      {"perfc_clock_find",
       {ENOENT},
       [](Stage *, int) {
         int32_t clock;
         return perfc_clock_find("sundial", &clock);
       }},
      {"perfc_event_relate_clock", {EAGAIN, EIO}, Relate},
      {"perfc_clock_convert", {ERANGE}, Convert},
      {"perfc_host_create",
       {E2BIG},
       [](Stage *, int) {
         perfc_host *host;
         return perfc_host_create(NewerOptions<perfc_host_options>(), &host,
                                  nullptr);
       }},
      {"perfc_host_supported",
       {ENOENT},
       [](Stage *s, int) {
         for (const char *name :
              {"paranoid", "max_sample_rate", "max_stack", "mlock_kb"}) {
           s->system.RemoveFile(std::string("/proc/sys/kernel/perf_event_") +
                                name);
         }
         return perfc_host_supported(&s->host);
       }},
      {"perfc_host_max_stack",
       {EFBIG, ENOENT},
       [](Stage *s, int code) {
         Spoil(s, "/proc/sys/kernel/perf_event_max_stack", code);
         return perfc_host_max_stack(&s->host);
       }},
      {"perfc_host_pmu_type",
       {EFBIG, ENOENT},
       [](Stage *s, int code) {
         Spoil(s, "/sys/bus/event_source/devices/cpu/type", code);
         return perfc_host_pmu_type(&s->host, "cpu", nullptr);
       }},
      {"perfc_host_root",
       {EINVAL, ENOENT},
       [](Stage *s, int code) {
         perfc_host_options options = {};
         options.size = sizeof options;
         options.tracefs = "/nowhere";
         EXPECT_EQ(s->host.host.Configure(&options, nullptr), 0);
         return perfc_host_root(
             &s->host, code == EINVAL ? 99 : PERFC_HOST_TRACEFS, nullptr, 0);
       }},
  };
}

}  // namespace faults
