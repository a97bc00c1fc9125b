#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"
#include "impl/event/event.h"
#include "impl/explain/explain.h"
#include "perfc/uapi.h"

namespace perfc::event {
namespace {

uint64_t Address(const void* at) { return reinterpret_cast<uintptr_t>(at); }

// A request whose argument is a number.
struct NumberRequest {
  uint32_t request;
  const char* name;
  const char* takes;   // the values that the library lets through
  const char* einval;  // why the kernel refuses it
};

constexpr char kFlags[] = "flags are 0 or PERFC_IOC_FLAG_GROUP";

constexpr NumberRequest kNumberRequests[] = {
    {PERFC_IOC_ENABLE, "ENABLE", kFlags, ""},
    {PERFC_IOC_DISABLE, "DISABLE", kFlags, ""},
    {PERFC_IOC_RESET, "RESET", kFlags, ""},
    {PERFC_IOC_REFRESH, "REFRESH", "the argument is 1 to 2^31-1 samples",
     "the event must sample, and inherit must not be set"},
    {PERFC_IOC_PAUSE_OUTPUT, "PAUSE_OUTPUT", "the argument is 0 or 1",
     "the event has no ring"},
    {PERFC_IOC_PERIOD, "PERIOD", "",
     "the event must sample; a period is 1 to 2^63-1, and a frequency at most "
     "perf_event_max_sample_rate"},
    {PERFC_IOC_SET_BPF, "SET_BPF", "the argument is the fd of a BPF program",
     ""},
};

const NumberRequest* FindNumberRequest(uint32_t request) {
  for (const NumberRequest& known : kNumberRequests) {
    if (known.request == request) return &known;
  }
  return nullptr;
}

// The function for a request that takes memory or a handle.
const char* OtherFunction(uint32_t request) {
  switch (request) {
    case PERFC_IOC_ID:
      return "perfc_event_id makes this request";
    case PERFC_IOC_SET_OUTPUT:
      return "perfc_event_set_output makes this request";
    case PERFC_IOC_SET_FILTER:
      return "perfc_event_set_filter makes this request";
    case PERFC_IOC_QUERY_BPF:
      return "perfc_event_query_bpf makes this request";
    case PERFC_IOC_MODIFY_ATTRIBUTES:
      return "perfc_event_modify_attr makes this request";
    default:
      return "perf events have no such request";
  }
}

// False for a number that the kernel would misread, or take in silence.
bool Takes(uint32_t request, uint64_t argument) {
  switch (request) {
    case PERFC_IOC_ENABLE:
    case PERFC_IOC_DISABLE:
    case PERFC_IOC_RESET:
      return (argument & ~uint64_t{PERFC_IOC_FLAG_GROUP}) == 0;
    case PERFC_IOC_REFRESH:
      return argument >= 1 && argument <= INT32_MAX;
    case PERFC_IOC_PAUSE_OUTPUT:
      return argument <= 1;
    case PERFC_IOC_SET_BPF:  // -1 is an fd that isn't open.
      return static_cast<int64_t>(argument) == static_cast<int32_t>(argument);
    default:
      return true;
  }
}

// Whose fd somebody else has closed, and perhaps given another file.
bool IsForeignFd(int code) { return code == -EBADF || code == -ENOTTY; }

}  // namespace

// The hot ones, with an argument that the kernel takes: no words, and safe in a
// signal handler.
int Event::Simple(uint32_t request, uint64_t argument) const {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  const int result = host_.system().Ioctl(fd_, request, argument);
  return result < 0 ? result : 0;
}

// An event that had ended may write again, into whichever ring it writes.
int Event::Start(uint32_t request, uint64_t argument) {
  const int failed = Simple(request, argument);
  if (failed) return failed;
  if (link_ != nullptr) {
    link_->Revive();
  } else {
    ring_.waiter().Revive();
  }
  return 0;
}

int Event::Enable(uint32_t flags) { return Start(PERFC_IOC_ENABLE, flags); }

int Event::Disable(uint32_t flags) { return Simple(PERFC_IOC_DISABLE, flags); }

int Event::Reset(uint32_t flags) { return Simple(PERFC_IOC_RESET, flags); }

int Event::Id(uint64_t* id) const { return Simple(PERFC_IOC_ID, Address(id)); }

// The kernel's ids begin at 1 (perf_event_alloc counts up and never reuses
// one), so two threads that ask at once store the same.
int Event::CachedId(uint64_t* id) const {
  *id = id_.load(std::memory_order_relaxed);
  if (*id != 0) return 0;
  const int failed = Id(id);
  if (!failed) id_.store(*id, std::memory_order_relaxed);
  return failed;
}

int Event::PauseOutput(int paused) {
  return Simple(PERFC_IOC_PAUSE_OUTPUT, static_cast<uint32_t>(paused));
}

int Event::Explained(uint32_t request, uint64_t argument,
                     absl::string_view operation,
                     std::initializer_list<ErrnoRule> rules,
                     perfc_error* error) const {
  if (int failed = CheckOwner(operation, error)) return failed;
  const int result = host_.system().Ioctl(fd_, request, argument);
  if (result >= 0) return 0;
  absl::string_view sentence;
  for (const ErrnoRule& rule : rules) {
    if (result == -rule.code) sentence = rule.sentence;
  }
  uint32_t rule = PERFC_RULE_ARGUMENT;
  if (sentence.empty()) {
    rule = IsForeignFd(result) ? PERFC_RULE_NOT_AN_EVENT : PERFC_RULE_UNKNOWN;
  }
  return base::Fail(error, result, PERFC_CALL_IOCTL, rule, operation, {},
                    sentence);
}

// Which events have one is the kernel's perf_event_set_filter.
const char* Event::FilterRule() const {
  const perfc_attr& known = attr().known();
  if (known.type == PERFC_TYPE_TRACEPOINT) {
    return "the filter isn't understood: it is ftrace's, such as \"prev_pid != "
           "0 "
           "&& next_comm == bash\", with fields of the tracepoint's format "
           "file";
  }
  const bool generic = known.type <= PERFC_TYPE_BREAKPOINT;
  return generic ? "only tracepoints, probes, and PMUs that trace instructions "
                   "have filters, and this event is none of them"
                 : "the filter isn't understood, or this PMU has none: of a "
                   "tracing PMU it is such as \"filter main @/bin/ls\", of a "
                   "probe ftrace's";
}

int Event::SetFilter(const char* filter, perfc_error* error) {
  if (filter == nullptr) {
    return base::BadArgument(error, "SET_FILTER", "filter is NULL");
  }
  return Explained(PERFC_IOC_SET_FILTER, Address(filter), "SET_FILTER",
                   // An unfinished expression is ENOENT (predicate_parse,
                   // kernel/trace/trace_events_filter.c).
                   {{EINVAL, FilterRule()}, {ENOENT, FilterRule()}}, error);
}

int Event::ModifyAttributes(const void* attr, size_t attr_size,
                            perfc_error* error) {
  constexpr char kOperation[] = "MODIFY_ATTRIBUTES";
  uapi::Attr copy;
  if (int failed = copy.Assign(attr, attr_size, false, kOperation, error)) {
    return failed;
  }
  const char* broken = explain::BrokenAttrRule(copy.known());
  return Explained(
      PERFC_IOC_MODIFY_ATTRIBUTES, Address(copy.bytes().data()), kOperation,
      {{EINVAL, broken ? broken
                       : "only bp_addr, bp_type, bp_len and disabled of a "
                         "breakpoint may change"},
       {EOPNOTSUPP, "only breakpoints can be changed; open another event"}},
      error);
}

int Event::RequestNumber(uint32_t request, uint64_t argument) {
  switch (request) {
    case PERFC_IOC_ENABLE:
    case PERFC_IOC_REFRESH:
      return Start(request, argument);
    case PERFC_IOC_PERIOD:
      return Simple(request, Address(&argument));
    default:
      return Simple(request, argument);
  }
}

int Event::Request(uint32_t request, uint64_t argument, perfc_error* error) {
  constexpr char kOperation[] = "perfc_ioctl";
  if (int failed = CheckOwner(kOperation, error)) return failed;
  const NumberRequest* known = FindNumberRequest(request);
  if (known == nullptr) {
    return base::Fail(error, -ENOTTY, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      kOperation, {request}, OtherFunction(request));
  }
  if (!Takes(request, argument)) {
    return base::BadArgument(error, known->name, known->takes);
  }
  if (request == PERFC_IOC_SET_BPF) {
    return SetBpf(static_cast<int>(argument), error);
  }
  const int failed = RequestNumber(request, argument);
  if (failed == 0) return 0;
  const absl::string_view sentence = failed == -EINVAL ? known->einval : "";
  uint32_t rule = sentence.empty() ? PERFC_RULE_UNKNOWN : PERFC_RULE_ARGUMENT;
  if (IsForeignFd(failed)) rule = PERFC_RULE_NOT_AN_EVENT;
  return base::Fail(error, failed, PERFC_CALL_IOCTL, rule, known->name, {},
                    sentence);
}

}  // namespace perfc::event
