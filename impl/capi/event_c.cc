#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "impl/names/parser.h"
#include "impl/set/ladder.h"
#include "perfc/decode.h"
#include "perfc/event.h"
#include "perfc/names.h"

using perfc::base::BadArgument;
using perfc::capi::NullEvent;

namespace {

constexpr char kOpenString[] = "perfc_open_string";

// Makes a handle, and gives it away if `open` succeeds.
template <typename Open>
int Make(const perfc_host* host, const char* operation, perfc_event** event,
         perfc_error* error, Open open) {
  if (event == nullptr) return BadArgument(error, operation, "event is NULL");
  std::unique_ptr<perfc_event> made(new (std::nothrow)
                                        perfc_event(perfc::capi::HostOf(host)));
  if (made == nullptr) {
    return perfc::base::NoMemory(error, operation, sizeof(perfc_event));
  }
  if (int failed = open(&made->event)) return failed;
  *event = made.release();
  return 0;
}

}  // namespace

int perfc_open(const perfc_host* host, const void* attr, size_t attr_size,
               int32_t pid, int32_t cpu, perfc_event* group, uint64_t flags,
               perfc_event** event, perfc_error* error) {
  return Make(host, "perfc_open", event, error, [&](auto* made) {
    return made->Open(attr, attr_size, pid, cpu,
                      group ? &group->event : nullptr, flags, error);
  });
}

int perfc_open_string(const perfc_host* host, const char* event_string,
                      uint64_t sample_type, int32_t pid, int32_t cpu,
                      perfc_event** event, perfc_error* error) {
  if (event == nullptr || event_string == nullptr) {
    return BadArgument(error, kOpenString, "event_string or event is NULL");
  }
  auto list = std::unique_ptr<perfc::specs::SpecList>(
      new (std::nothrow) perfc::specs::SpecList);
  if (list == nullptr) {
    return perfc::base::NoMemory(error, kOpenString, sizeof *list);
  }
  perfc::catalog::Pmus pmus(perfc::capi::HostOf(host));
  int failed = perfc::names::ParseOneEvent(event_string, sample_type,
                                           kOpenString, &pmus, &*list, error);
  if (failed) return failed;
  perfc::specs::Spec& spec = (*list)[0];
  if (spec.flags & PERFC_SPEC_SYSTEM_WIDE && pid != PERFC_ALL_THREADS) {
    return BadArgument(error, kOpenString,
                       "the event counts CPUs and no task: pid has to be -1, "
                       "and cpu a CPU");
  }
  const auto open = [&](const perfc::uapi::Attr& attr, perfc_error* why) {
    const auto bytes = attr.bytes();
    return perfc_open(host, bytes.data(), bytes.size(), pid, cpu, nullptr, 0,
                      event, why);
  };
  failed = perfc::set::OpenDown(&spec, open, error);
  if (!failed) (*event)->spec = std::move(list);
  return failed;
}

int perfc_open_fd(const perfc_host* host, int fd, const void* attr,
                  size_t attr_size, perfc_event** event, perfc_error* error) {
  return Make(host, "perfc_open_fd", event, error, [&](auto* made) {
    return made->OpenFd(fd, attr, attr_size, error);
  });
}

void perfc_close(perfc_event* event) {
  if (event == nullptr) return;
  perfc::capi::LeaveStream(event);
  delete event;
}

int perfc_event_fd(const perfc_event* event) {
  return event ? event->event.fd() : -EINVAL;
}

int perfc_event_attr(const perfc_event* event, void* buffer, size_t size) {
  return event ? perfc_plan_attr(&event->plan, 0, buffer, size) : -EINVAL;
}

const perfc_plan* perfc_event_plan(const perfc_event* event) {
  return event ? &event->plan : nullptr;
}

int perfc_event_id(const perfc_event* event, uint64_t* id) {
  return event && id ? event->event.Id(id) : -EINVAL;
}

int perfc_event_set_output(perfc_event* event, perfc_event* target,
                           perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "SET_OUTPUT");
  return event->event.SetOutput(target ? &target->event : nullptr, error);
}

int perfc_event_set_filter(perfc_event* event, const char* filter,
                           perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "SET_FILTER");
  return event->event.SetFilter(filter, error);
}

int perfc_event_query_bpf(perfc_event* event, uint32_t* ids, uint32_t capacity,
                          uint32_t* count, perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "QUERY_BPF");
  return event->event.QueryBpf(ids, capacity, count, error);
}

int perfc_event_modify_attr(perfc_event* event, const void* attr,
                            size_t attr_size, perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "MODIFY_ATTRIBUTES");
  return event->event.ModifyAttributes(attr, attr_size, error);
}

int perfc_ioctl(perfc_event* event, uint32_t request, uint64_t argument,
                perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "perfc_ioctl");
  return event->event.Request(request, argument, error);
}

int perfc_task_enable(const perfc_host* host) {
  return perfc::capi::HostOf(host).system().Prctl(PR_TASK_PERF_EVENTS_ENABLE);
}

int perfc_task_disable(const perfc_host* host) {
  return perfc::capi::HostOf(host).system().Prctl(PR_TASK_PERF_EVENTS_DISABLE);
}
