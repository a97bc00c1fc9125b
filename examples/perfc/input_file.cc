#include "examples/perfc/input_file.h"

#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <limits>

#include "examples/perfc/event_names.h"
#include "examples/perfc/handles.h"
#include "examples/perfc/scan.h"

namespace tool {
namespace {

// "1,2,7-9". False if it is no such list, or has too many numbers.
template <typename T>
bool ParseNumbers(std::string_view text, std::vector<T>* numbers) {
  constexpr size_t kMost = 1 << 16;
  while (true) {
    T first = 0;
    if (!TakeNumber(&text, &first) || first < 0) return false;
    T last = first;
    if (TakeChar(&text, '-') && !TakeNumber(&text, &last)) return false;
    if (last < first || static_cast<uint64_t>(last - first) >= kMost) {
      return false;
    }
    for (T number = first;; ++number) {
      numbers->push_back(number);
      if (number == last) break;
    }
    if (text.empty()) return numbers->size() <= kMost;
    if (!TakeChar(&text, ',')) return false;
  }
}

// Seconds with up to nine decimals, as the times of `perfc script` are written.
bool TakeTime(std::string_view* text, uint64_t* ns) {
  uint64_t seconds = 0;
  if (!TakeNumber(text, &seconds)) return false;
  constexpr uint64_t kSecond = 1000000000;
  if (seconds > std::numeric_limits<uint64_t>::max() / kSecond - 1) {
    return false;
  }
  *ns = seconds * kSecond;
  if (!TakeChar(text, '.')) return true;
  for (uint64_t unit = kSecond / 10; !text->empty(); unit /= 10) {
    const char digit = text->front();
    if (digit < '0' || digit > '9') break;
    *ns += static_cast<uint64_t>(digit - '0') * unit;
    text->remove_prefix(1);
  }
  return true;
}

// "FROM,TO", of which one may be left out.
bool ParseTimes(std::string_view text, uint64_t* from, uint64_t* to) {
  if (!text.empty() && text.front() != ',' && !TakeTime(&text, from)) {
    return false;
  }
  if (!TakeChar(&text, ',')) return false;
  return text.empty() || (TakeTime(&text, to) && text.empty() && *from <= *to);
}

bool Complain(const std::string& option, const std::string& text,
              const std::string& wanted) {
  Say(option + " " + text + ": this is " + wanted);
  return false;
}

}  // namespace

bool Filter::Set(const FilterOptions& options, const std::string& path) {
  constexpr char kNoNumbers[] = "no list of numbers, such as 1,4-7";
  filter_.size = sizeof filter_;
  if (options.invert) filter_.flags = PERFC_FILTER_NOT;
  empty_ = options.empty();
  if (!options.time.empty() &&
      !ParseTimes(options.time, &filter_.from, &filter_.to)) {
    return Complain("--time", options.time,
                    "no range of seconds, such as 12.5,13 or 12.5,");
  }
  if (!options.pids.empty() && !ParseNumbers(options.pids, &pids_)) {
    return Complain("--pid", options.pids, kNoNumbers);
  }
  if (!options.tids.empty() && !ParseNumbers(options.tids, &tids_)) {
    return Complain("--tid", options.tids, kNoNumbers);
  }
  if (!options.cpus.empty() && !ParseNumbers(options.cpus, &cpus_)) {
    return Complain("-C", options.cpus, kNoNumbers);
  }
  if (!options.events.empty() && !SetEvents(options.events, path)) return false;
  filter_.pids = pids_.data();
  filter_.pid_count = static_cast<uint32_t>(pids_.size());
  filter_.tids = tids_.data();
  filter_.tid_count = static_cast<uint32_t>(tids_.size());
  filter_.cpus = cpus_.data();
  filter_.cpu_count = static_cast<uint32_t>(cpus_.size());
  filter_.events = events_.data();
  filter_.event_count = static_cast<uint32_t>(events_.size());
  return true;
}

bool Filter::SetEvents(const std::string& events, const std::string& path) {
  if (path == "-") {
    Say("-e needs a file: the events of a pipe come with its records");
    return false;
  }
  InputFile file;
  if (!file.Open(path, 0, PERFC_FILE_ORDER_FILE, nullptr)) return false;
  const int count = perfc_plan_attr_count(file.plan());
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(file.EventName(static_cast<uint32_t>(i)));
  }
  for (const std::string& wanted : SplitEvents(events)) {
    bool found = false;
    for (uint32_t i = 0; i < names.size(); ++i) {
      if (!NamesEvent(wanted, names[i])) continue;
      events_.push_back(i);
      found = true;
    }
    if (found) continue;
    std::string known;
    for (const std::string& name : names) {
      known += (known.empty() ? "" : ", ") + name;
    }
    Say(path + " has no event '" + wanted + "'; it has: " + known);
    return false;
  }
  return true;
}

bool InputFile::Say(const perfc_error& error) const {
  tool::Say(path_ + ": " + TextOf(error));
  return false;
}

bool InputFile::Open(const std::string& path, uint32_t flags, uint32_t order,
                     const perfc_filter* filter) {
  path_ = path == "-" ? "stdin" : path;
  perfc_file_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  options.order = order;
  options.filter = filter;
  if (path == "-") {
    options.flags |= PERFC_FILE_FD;
    options.fd = STDIN_FILENO;
  } else {
    options.path = path.c_str();
  }
  perfc_file* file = nullptr;
  perfc_error error = {};
  const int failed = perfc_file_open(&options, &file, &error);
  file_.reset(file);
  return failed >= 0 || Say(error);
}

int InputFile::Next(perfc_stream_record* records, uint32_t capacity) {
  perfc_error error = {};
  const int count =
      perfc_file_next_records(file_.get(), records, capacity, &error);
  if (count == -ESHUTDOWN) return 0;
  if (count < 0) Say(error);
  return count;
}

perfc_file_info InputFile::info() const {
  perfc_file_info info = {};
  perfc_file_get_info(file_.get(), &info, sizeof info);
  return info;
}

void InputFile::SayProblems() const {
  const perfc_file_info info = this->info();
  const auto say = [&](uint64_t count, const char* words) {
    if (count > 0) tool::Say(path_ + ": " + WithCommas(count) + " " + words);
  };
  if (info.cut_at > 0) {
    tool::Say(path_ + Format(": the file is cut off, or can't be read, at byte "
                             "%" PRIu64,
                             info.cut_at));
  }
  say(info.lost, "records were lost when it was recorded");
  say(info.lost_samples, "samples were lost when it was recorded");
  say(info.unmatched, "records belong to no event of the file");
  say(info.out_of_order, "records came too late for their order");
}

void InputFile::LoadNames() {
  const Rows<perfc_event_row> rows(get(), PERFC_ROWS_EVENTS, nullptr);
  for (const perfc_event_row& row : rows) {
    if (row.attr_index >= names_.size()) continue;
    names_[row.attr_index] = rows.Text(row.name);
  }
}

std::string InputFile::EventName(uint32_t index) {
  const auto count = static_cast<uint32_t>(perfc_plan_attr_count(plan()));
  if (index >= count) return "[unknown]";
  if (names_.size() < count) {  // A pipe's events come one after another.
    names_.resize(count);
    LoadNames();
    for (uint32_t i = 0; i < count; ++i) {
      if (names_[i].empty()) names_[i] = LabelOf(plan(), i);
    }
  }
  return names_[index];
}

}  // namespace tool
