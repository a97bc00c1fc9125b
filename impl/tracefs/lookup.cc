#include "impl/tracefs/lookup.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "impl/base/buffer.h"
#include "impl/base/fail.h"
#include "impl/explain/tracefs.h"
#include "impl/host/files.h"

namespace perfc::tracefs {
namespace {

using absl::string_view;

constexpr char kByName[] = "perfc_tracepoint_create";
constexpr char kById[] = "perfc_tracepoint_create_by_id";
constexpr size_t kMaxName = 255;  // A file's.

// True if the text can be a directory's name, and doesn't lead out of its
// parent.
bool IsName(string_view name) {
  return !name.empty() && name.size() <= kMaxName && name[0] != '.' &&
         name.find('/') == string_view::npos;
}

// "events/sched", "events/sched/sched_switch/id", of names that are names.
class Path {
 public:
  explicit Path(string_view system) { Add("events/").Add(system); }
  Path(string_view system, string_view event, string_view file) : Path(system) {
    Add("/").Add(event).Add("/").Add(file);
  }
  operator string_view() const { return {text_, size_}; }  // NOLINT: it is one.

 private:
  Path& Add(string_view part) {
    size_ += part.copy(text_ + size_, sizeof text_ - size_);
    return *this;
  }

  char text_[2 * kMaxName + 32];
  size_t size_ = 0;
};

// `name` is for the reader of an error.
int Load(const host::Host& host, string_view system, string_view event,
         string_view name, const char* operation, Tracepoint* tracepoint,
         perfc_error* error) {
  base::Buffer<char> format;
  const int failed = host.ReadTrace(Path(system, event, "format"), &format);
  if (failed) {
    return explain::TracepointFailed(host, failed, name, operation, error);
  }
  return tracepoint->Parse(system, base::View(format), false, operation, error);
}

// A search through all directories for one id.
class Search {
 public:
  Search(const host::Host& host, uint32_t id) : host_(host), id_(id) {}

  // 0 if it is found, -ENOENT if not, or why it couldn't be looked for.
  int Run() {
    if (const int failed = host_.FindTracefs(&root_)) return failed;
    if (const int failed = List("events", &systems_)) return failed;
    for (size_t i = 0; i < systems_.size(); ++i) {
      system_ = systems_[i];
      const int failed = List(Path(system_), &events_);
      // Files lie there too, and a module may just have gone.
      if (failed == -ENOTDIR || failed == -ENOENT) continue;
      const int found = failed ? failed : SearchSystem();
      if (found != -ENOENT) return found;
    }
    return -ENOENT;
  }

  string_view system() const { return system_; }
  string_view event() const { return event_; }

 private:
  int List(string_view path, host::NameList* names) const {
    return host::ListDirectory(host_.system(), root_, path, names);
  }

  int SearchSystem() {
    for (size_t i = 0; i < events_.size(); ++i) {
      event_ = events_[i];
      const int failed = host::ReadFile(host_.system(), root_,
                                        Path(system_, event_, "id"), &content_);
      if (failed == -ENOTDIR || failed == -ENOENT) continue;
      if (failed) return failed;
      uint32_t id = 0;
      if (absl::SimpleAtoi(absl::StripAsciiWhitespace(base::View(content_)),
                           &id) &&
          id == id_) {
        return 0;
      }
    }
    return -ENOENT;
  }

  const host::Host& host_;
  const uint32_t id_;
  char root_[host::kMaxRoot];
  host::NameList systems_;
  host::NameList events_;
  base::Buffer<char> content_;
  string_view system_;
  string_view event_;
};

}  // namespace

int OpenByName(const host::Host& host, string_view name, Tracepoint* tracepoint,
               perfc_error* error) {
  const std::pair<string_view, string_view> parts =
      absl::StrSplit(name, absl::MaxSplits(':', 1));
  if (!IsName(parts.first) || !IsName(parts.second)) {
    return base::BadArgument(error, kByName,
                             "the name isn't one as sched:sched_switch");
  }
  return Load(host, parts.first, parts.second, name, kByName, tracepoint,
              error);
}

int OpenById(const host::Host& host, uint32_t id, Tracepoint* tracepoint,
             perfc_error* error) {
  Search search(host, id);
  char name[32];
  snprintf(name, sizeof name, "with id %u", id);
  if (const int failed = search.Run()) {
    return explain::TracepointFailed(host, failed, name, kById, error);
  }
  return Load(host, search.system(), search.event(), name, kById, tracepoint,
              error);
}

}  // namespace perfc::tracefs
