// Calls on open events that fail.

#include <sys/resource.h>

#include <cerrno>

#include "perfc/aux_area.h"
#include "perfc/batch.h"
#include "perfc/clock.h"
#include "perfc/counts.h"
#include "perfc/ring.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/explain/situations.h"

namespace explain {
namespace {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

int Map(Stage *stage, const scripted::Event &event, uint32_t pages = 1,
        uint32_t flags = 0) {
  return perfc_mmap(event.get(), pages, flags, &stage->error);
}

// An ioctl that the kernel refuses.
template <typename Call>
int Refused(Stage *stage, uint32_t request, int code, const perfc_attr &attr,
            Call call) {
  const scripted::Event event = stage->Open(attr);
  stage->system.FailRequest(request, code);
  return call(event.get(), &stage->error);
}

int Filter(Stage *stage, const perfc_attr &attr, int code = EINVAL) {
  return Refused(stage, PERFC_IOC_SET_FILTER, code, attr,
                 [](perfc_event *event, perfc_error *error) {
                   return perfc_event_set_filter(event, "nofield == 1", error);
                 });
}

int SetBpf(Stage *stage, int code) {
  return Refused(stage, PERFC_IOC_SET_BPF, code, Sampling(),
                 [](perfc_event *event, perfc_error *error) {
                   return perfc_ioctl(event, PERFC_IOC_SET_BPF, 3, error);
                 });
}

int Modify(Stage *stage, int code, const perfc_attr &attr) {
  return Refused(stage, PERFC_IOC_MODIFY_ATTRIBUTES, code, attr,
                 [&](perfc_event *event, perfc_error *error) {
                   return perfc_event_modify_attr(event, &attr, sizeof attr,
                                                  error);
                 });
}

// An event's output into a ring that differs in something.
int Output(Stage *stage, const perfc_attr &attr, int32_t cpu = -1) {
  const scripted::Event target = stage->Open(Sampling());
  const scripted::Event event = stage->Open(attr, cpu);
  (void)Map(stage, target);
  stage->system.FailRequest(PERFC_IOC_SET_OUTPUT, EINVAL);
  return perfc_event_set_output(event.get(), target.get(), &stage->error);
}

perfc_attr WithFlags(uint64_t flags) {
  return With(Sampling(), [=](perfc_attr *attr) { attr->flags |= flags; });
}

// Adds rings that a stream or a flight recorder refuses.
template <typename Handle>
int AddTo(Stage *stage, int (*create)(Handle **, Stage *),
          void (*destroy)(Handle *),
          int (*add)(Handle *, perfc_event *, perfc_error *),
          const scripted::Event &event) {
  Handle *handle = nullptr;
  (void)create(&handle, stage);
  (void)add(handle, event.get(), nullptr);
  const int result = add(handle, event.get(), &stage->error);
  destroy(handle);
  return result;
}

int AddToStream(Stage *stage, const scripted::Event &event) {
  return AddTo<perfc_stream>(
      stage,
      [](perfc_stream **stream, Stage *s) {
        return perfc_stream_create(&s->host, nullptr, stream, nullptr);
      },
      perfc_stream_destroy, perfc_stream_add_event, event);
}

int AddToFlight(Stage *stage, const scripted::Event &event) {
  return AddTo<perfc_stream>(
      stage,
      [](perfc_stream **flight, Stage *) {
        return perfc_stream_create(nullptr, &kFlight, flight, nullptr);
      },
      perfc_stream_destroy, perfc_stream_add_event, event);
}

}  // namespace

std::vector<Situation> EventSituations() {
  return {
      {"a forgotten mmap, by perfc_next_record",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         perfc_record record;
         return Hot(s, "perfc_next_record",
                    perfc_next_record(event.get(), &record));
       }},
      {"a forgotten mmap, by perfc_batch_fill_event",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         perfc_batch *batch = nullptr;
         perfc_batch_create(nullptr, &batch, nullptr);
         const int result = perfc_batch_fill_event(batch, event.get());
         perfc_batch_destroy(batch);
         return Hot(s, "perfc_batch_fill_event", result);
       }},
      {"a forgotten mmap, by perfc_event_wait",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         return perfc_event_wait(event.get(), 0, &s->error);
       }},
      {"a forgotten mmap_aux",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         return Hot(s, "perfc_aux_release", perfc_aux_release(event.get(), 0));
       }},
      {"a ring of 3 pages",
       [](Stage *s) { return Map(s, s->Open(Sampling()), 3); }},
      {"unknown flags of mmap",
       [](Stage *s) { return Map(s, s->Open(Sampling()), 1, 8); }},
      {"mapped twice",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event);
         return Map(s, event);
       }},
      {"inherit on every CPU, mapped",
       [](Stage *s) {
         const scripted::Event event = s->Open(WithFlags(PERFC_ATTR_INHERIT));
         s->system.Fail(scripted::Call::kMmap, EINVAL, 2);
         return Map(s, event);
       }},
      {"beyond the mlock budget",
       [](Stage *s) {
         s->system.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM, 2);
         return Map(s, event, 1024);
       }},
      {"beyond the mlock budget, no /proc and no /sys",
       [](Stage *s) {
         s->RemoveProc();
         s->RemoveSys();
         s->system.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM, 2);
         return Map(s, event, 1024);
       }},
      {"beyond the mlock budget, no /sys",
       [](Stage *s) {
         s->RemoveSys();
         s->system.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM, 2);
         return Map(s, event, 1024);
       }},
      {"root of a user namespace, beyond the mlock budget",
       [](Stage *s) {
         s->system.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
         s->system.SetFile("/proc/self/status", "CapEff:\t1ffffffffff\n");
         s->system.SetFile("/proc/self/uid_map", "0 1000 1\n");
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM, 2);
         return Map(s, event, 1024);
       }},
      {"a ring refused where there is no mlock budget",
       [](Stage *s) {
         KernelRules rules = s->rules;
         rules.paranoid = -1;
         s->Become(rules);
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM, 2);
         return Map(s, event, 1024);
       }},
      {"memory for a ring, refused by a filter",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         s->system.Fail(scripted::Call::kMmap, EPERM);
         return Map(s, event);
       }},
      {"no fd for a wait",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event);
         s->system.Fail(scripted::Call::kEventfd, EMFILE);
         return perfc_event_wait(event.get(), 10, &s->error);
       }},
      {"AUX area without a ring",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         return perfc_aux_mmap(event.get(), 8, 0, &s->error);
       }},
      {"AUX area of a PMU that has none",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event);
         s->system.Fail(scripted::Call::kMmap, EOPNOTSUPP);
         return perfc_aux_mmap(event.get(), 8, 0, &s->error);
       }},
      {"a filter that ftrace doesn't understand",
       [](Stage *s) {
         return Filter(s, Of(PERFC_TYPE_TRACEPOINT, kTracepoint));
       }},
      {"a filter that ends too early",
       [](Stage *s) {
         return Filter(s, Of(PERFC_TYPE_TRACEPOINT, kTracepoint), ENOENT);
       }},
      {"a filter of a software event",
       [](Stage *s) { return Filter(s, Sampling()); }},
      {"a filter of a PMU", [](Stage *s) { return Filter(s, Of(kFancy)); }},
      {"a BPF program of another type",
       [](Stage *s) { return SetBpf(s, EINVAL); }},
      {"a BPF program's fd that is closed",
       [](Stage *s) { return SetBpf(s, EBADF); }},
      {"a second BPF program", [](Stage *s) { return SetBpf(s, EEXIST); }},
      {"BPF programs of a software event",
       [](Stage *s) {
         return Refused(s, PERFC_IOC_QUERY_BPF, EINVAL, Sampling(),
                        [](perfc_event *event, perfc_error *error) {
                          uint32_t count;
                          return perfc_event_query_bpf(event, nullptr, 0,
                                                       &count, error);
                        });
       }},
      {"another attr for a software event",
       [](Stage *s) { return Modify(s, EOPNOTSUPP, Sampling()); }},
      {"another kind of attr for a breakpoint",
       [](Stage *s) {
         return Modify(s, EINVAL,
                       With(Of(PERFC_TYPE_BREAKPOINT), [](perfc_attr *attr) {
                         attr->bp_type = PERFC_HW_BREAKPOINT_RW;
                         attr->config2 = 8;
                       }));
       }},
      {"a breakpoint changed to 3 bytes",
       [](Stage *s) {
         perfc_attr attr = Of(PERFC_TYPE_BREAKPOINT);
         attr.bp_type = PERFC_HW_BREAKPOINT_RW;
         attr.config2 = 8;
         const scripted::Event event = s->Open(attr);
         attr.config2 = 9;
         s->system.FailRequest(PERFC_IOC_MODIFY_ATTRIBUTES, EINVAL);
         return perfc_event_modify_attr(event.get(), &attr, sizeof attr,
                                        &s->error);
       }},
      {"an ioctl that isn't",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         return perfc_ioctl(event.get(), 77, 0, &s->error);
       }},
      {"output of an event on another CPU",
       [](Stage *s) { return Output(s, Sampling(), 1); }},
      {"output of an event with another clock",
       [](Stage *s) { return Output(s, WithFlags(PERFC_ATTR_USE_CLOCKID)); }},
      {"output of a backward event",
       [](Stage *s) {
         return Output(s, WithFlags(PERFC_ATTR_WRITE_BACKWARD));
       }},
      {"output into an event without a ring",
       [](Stage *s) {
         const scripted::Event target = s->Open(Sampling());
         const scripted::Event event = s->Open(Sampling());
         return perfc_event_set_output(event.get(), target.get(), &s->error);
       }},
      {"output into itself",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         return perfc_event_set_output(event.get(), event.get(), &s->error);
       }},
      {"an fd that is no event, adopted",
       [](Stage *s) {
         const perfc_attr attr = Sampling();
         perfc_event *event = nullptr;
         const int fd = s->system.AddPlainFd();
         const int result =
             perfc_open_fd(&s->host, fd, &attr, sizeof attr, &event, &s->error);
         s->system.Close(fd);
         return result;
       }},
      {"an fd that is closed, adopted",
       [](Stage *s) {
         const perfc_attr attr = Sampling();
         perfc_event *event = nullptr;
         return perfc_open_fd(&s->host, 9999, &attr, sizeof attr, &event,
                              &s->error);
       }},
      {"a stream of an event without a ring",
       [](Stage *s) { return AddToStream(s, s->Open(Sampling())); }},
      {"a stream of an overwriting ring",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event, 1, PERFC_MMAP_OVERWRITE);
         return AddToStream(s, event);
       }},
      {"the same event twice in a stream",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event);
         return AddToStream(s, event);
       }},
      {"a flight recorder of a forward ring",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         (void)Map(s, event);
         return AddToFlight(s, event);
       }},
      {"no fd for a stream",
       [](Stage *s) {
         perfc_stream *stream = nullptr;
         s->system.Fail(scripted::Call::kEpollCreate, EMFILE);
         return perfc_stream_create(&s->host, nullptr, &stream, &s->error);
       }},
      {"a clock that isn't",
       [](Stage *s) {
         const scripted::Event event =
             s->Open(WithFlags(PERFC_ATTR_USE_CLOCKID));
         perfc_clock_relation relation;
         return perfc_event_relate_clock(event.get(), 99, &relation,
                                         sizeof relation, &s->error);
       }},
      {"an event in a forked child",
       [](Stage *s) {
         const scripted::Event event = s->Open(Sampling());
         s->system.Fork();
         return perfc_mmap(event.get(), 1, 0, &s->error);
       }},
  };
}

}  // namespace explain
