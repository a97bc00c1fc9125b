#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "perfc/decode.h"
#include "perfc/event.h"

using perfc::base::BadArgument;
using perfc::capi::NullEvent;

namespace {

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

int perfc_open_fd(const perfc_host* host, int fd, const void* attr,
                  size_t attr_size, perfc_event** event, perfc_error* error) {
  return Make(host, "perfc_open_fd", event, error, [&](auto* made) {
    return made->Adopt(fd, attr, attr_size, error);
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
