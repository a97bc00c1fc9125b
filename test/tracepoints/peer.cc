#include "test/tracepoints/peer.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"

// libtraceevent forgets parts of a print format that it doesn't understand.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libtraceevent.so";
}

namespace peer {
namespace {

constexpr char kEvents[] = "/sys/kernel/tracing/events/";

}  // namespace

Tep Open() {
  Tep tep(tep_alloc());
  tep_set_long_size(tep.get(), sizeof(long));
  tep_set_file_bigendian(tep.get(), TEP_LITTLE_ENDIAN);
  tep_set_local_bigendian(tep.get(), TEP_LITTLE_ENDIAN);
  return tep;
}

std::vector<std::string> AllTracepoints() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& system :
       std::filesystem::directory_iterator(kEvents, none)) {
    if (!system.is_directory()) continue;
    for (const auto& event :
         std::filesystem::directory_iterator(system.path(), none)) {
      if (!event.is_directory()) continue;
      names.push_back(system.path().filename().string() + ":" +
                      event.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string FormatOf(const std::string& name) {
  std::string path = name;
  path[path.find(':')] = '/';
  return live::ReadFile(kEvents + path + "/format");
}

tep_event* Parse(tep_handle* tep, const std::string& name) {
  const std::string text = FormatOf(name);
  const std::string system = name.substr(0, name.find(':'));
  tep_event* event = nullptr;
  tep_parse_format(tep, &event, text.c_str(), text.size(), system.c_str());
  return event;
}

Tracepoint Read(const std::string& name) {
  perfc_tracepoint* tracepoint = nullptr;
  perfc_error error = {};
  EXPECT_EQ(perfc_tracepoint_create(nullptr, name.c_str(), &tracepoint, &error),
            0)
      << live::Text(error);
  return Tracepoint(tracepoint);
}

std::vector<tep_format_field*> FieldsOf(tep_event* event) {
  std::vector<tep_format_field*> fields;
  for (auto* list : {event->format.common_fields, event->format.fields}) {
    for (; list != nullptr; list = list->next) fields.push_back(list);
  }
  return fields;
}

std::vector<struct perfc_tracepoint_field> FieldsOf(
    const perfc_tracepoint* tracepoint) {
  std::vector<struct perfc_tracepoint_field> fields;
  struct perfc_tracepoint_field field = {};
  for (uint32_t i = 0;
       perfc_tracepoint_get_field(tracepoint, i, &field, sizeof field) == 0;
       ++i) {
    fields.push_back(field);
  }
  return fields;
}

}  // namespace peer
