// open, adopt, the ioctls; and the host.
#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/event.h"
#include "perfc/host.h"
#include "perfc/uapi.h"
#include "test/faults/stage.h"

namespace faults {
namespace {

using scripted::SampleAttr;

void Opened(Stage *s) { s->event = s->Open(SampleAttr()); }

void OpenedTracepoint(Stage *s) {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_RAW);
  attr.type = PERFC_TYPE_TRACEPOINT;
  s->event = s->Open(attr);
  s->Fake(s->event).bpf_ids = {1, 2};
}

void OpenedBreakpoint(Stage *s) {
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_BREAKPOINT;
  s->event = s->Open(attr);
}

void MappedAndOpened(Stage *s) {
  s->event = s->OpenMapped(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
  s->other = s->Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
}

void Mapped(Stage *s) { s->event = s->OpenMapped(SampleAttr()); }

int OpenAndClose(Stage *s, perfc_event *group) {
  const perfc_attr attr = SampleAttr();
  perfc_event *made = nullptr;
  const int result = perfc_open(&s->host, &attr, sizeof attr, 0, -1, group, 0,
                                &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_close(made);
  return result;
}

int AdoptAndClose(Stage *s) {
  const perfc_attr attr = SampleAttr();
  const int fd = s->system.AddEvent();
  perfc_event *made = nullptr;
  const int result =
      perfc_open_fd(&s->host, fd, &attr, sizeof attr, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_close(made);
  // On failure it is still the caller's.
  if (result != 0) s->system.Close(fd);
  return result;
}

int CreateHost(Stage *s) {
  perfc_host_options options = {};
  options.size = sizeof options;
  perfc_host *made = nullptr;
  const int result = perfc_host_create(&options, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_host_destroy(made);
  return result;
}

// Not where it usually is, but where procfs says.
void MountTracefs(Stage *s) {
  perfc_host_options options = {};
  options.size = sizeof options;
  options.sysfs = "/elsewhere";
  EXPECT_EQ(s->host.host.Configure(&options, nullptr), 0);
  s->system.SetFile("/proc/self/mounts", "tracefs /t tracefs rw 0 0\n");
  s->system.SetFile("/t/events/sched/sched_switch/id", "316\n");
}

int FindTracefs(Stage *s) {
  char path[256];
  return perfc_host_root(&s->host, PERFC_HOST_TRACEFS, path, sizeof path);
}

int Modify(Stage *s) {
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_BREAKPOINT;
  attr.config1 = 8;
  return perfc_event_modify_attr(s->event, &attr, sizeof attr, &s->error);
}

int ModifyByLongAttr(Stage *s) {
  LongAttr attr = MakeLongAttr(SampleAttr());
  attr.known.type = PERFC_TYPE_BREAKPOINT;
  return perfc_event_modify_attr(s->event, &attr, sizeof attr, &s->error);
}

int QueryBpf(Stage *s) {
  uint32_t ids[4];
  uint32_t count = 0;
  return perfc_event_query_bpf(s->event, ids, 4, &count, &s->error);
}

int RedirectAndBack(Stage *s) {
  const int result = perfc_event_set_output(s->other, s->event, &s->error);
  return result ? result : perfc_event_set_output(s->other, nullptr, &s->error);
}

int Text(Stage *s) {
  perfc_error error = {};
  error.code = -ENOENT;
  char text[256];
  return perfc_error_text(&error, text, sizeof text) > 0 && s ? 0 : -EINVAL;
}

}  // namespace

std::vector<Operation> EventOperations() {
  return {
      {"perfc_error_text", "", false, nullptr, Text},
      {"perfc_host_create perfc_host_destroy", "", true, nullptr, CreateHost},
      {"perfc_host_supported", "", false, nullptr,
       [](Stage *s) { return perfc_host_supported(&s->host); }},
      {"perfc_host_attr_size", "", true, nullptr,
       [](Stage *s) { return perfc_host_attr_size(&s->host, &s->error); }},
      {"perfc_host_max_stack", "", false, nullptr,
       [](Stage *s) { return perfc_host_max_stack(&s->host); }},
      {"perfc_host_pmu_type", "", true, nullptr,
       [](Stage *s) {
         return perfc_host_pmu_type(&s->host, "cpu", &s->error);
       }},
      {"perfc_host_root", "", false, nullptr, FindTracefs},
      {"perfc_host_root", "by its mount", false, MountTracefs, FindTracefs},
      {"perfc_open perfc_close", "", true, nullptr,
       [](Stage *s) { return OpenAndClose(s, nullptr); }},
      {"perfc_open", "into a group", true, Opened,
       [](Stage *s) { return OpenAndClose(s, s->event); }},
      {"perfc_open_fd", "", true, nullptr, AdoptAndClose},
      {"perfc_ioctl", "ENABLE", true, Opened,
       [](Stage *s) {
         return perfc_ioctl(s->event, PERFC_IOC_ENABLE, 0, &s->error);
       }},
      {"perfc_ioctl", "PERIOD", true, Opened,
       [](Stage *s) {
         return perfc_ioctl(s->event, PERFC_IOC_PERIOD, 7, &s->error);
       }},
      {"perfc_ioctl", "REFRESH", true, Opened,
       [](Stage *s) {
         return perfc_ioctl(s->event, PERFC_IOC_REFRESH, 1, &s->error);
       }},
      {"perfc_ioctl", "PAUSE_OUTPUT", true, Mapped,
       [](Stage *s) {
         return perfc_ioctl(s->event, PERFC_IOC_PAUSE_OUTPUT, 1, &s->error);
       }},
      {"perfc_ioctl", "SET_BPF", true, OpenedTracepoint,
       [](Stage *s) {
         return perfc_ioctl(s->event, PERFC_IOC_SET_BPF, 5, &s->error);
       }},
      {"perfc_event_id", "", false, Opened,
       [](Stage *s) {
         uint64_t id;
         return perfc_event_id(s->event, &id);
       }},
      {"perfc_event_set_output", "", true, MappedAndOpened, RedirectAndBack},
      {"perfc_event_set_filter", "", true, OpenedTracepoint,
       [](Stage *s) {
         return perfc_event_set_filter(s->event, "a == 1", &s->error);
       }},
      {"perfc_event_query_bpf", "", true, OpenedTracepoint, QueryBpf},
      {"perfc_event_modify_attr", "", true, OpenedBreakpoint, Modify},
      {"perfc_event_modify_attr", "by a long attr", true, OpenedBreakpoint,
       ModifyByLongAttr},
      {"perfc_task_enable", "", false, nullptr,
       [](Stage *s) { return perfc_task_enable(&s->host); }},
      {"perfc_task_disable", "", false, nullptr,
       [](Stage *s) { return perfc_task_disable(&s->host); }},
  };
}

}  // namespace faults
