#include "examples/perfc/tracing_data.h"

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <set>

#include "examples/perfc/handles.h"
#include "examples/perfc/opening.h"
#include "examples/perfc/proc.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

// The systems of the tracepoints, and their names.
using Systems = std::map<std::string, std::set<std::string>>;

template <typename T>
void Append(T number, std::string* out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out->append(bytes, sizeof number);
}

void AppendText(const std::string& text, std::string* out) {
  out->append(text.c_str(), text.size() + 1);
}

// With its size before it.
void AppendFile(const std::string& content, std::string* out) {
  Append(uint64_t{content.size()}, out);
  *out += content;
}

bool FindSystems(const std::vector<perfc_spec>& specs, Systems* systems) {
  for (const perfc_spec& spec : specs) {
    const perfc_attr attr = AttrOf(spec);
    if (attr.type != PERFC_TYPE_TRACEPOINT) continue;
    perfc_tracepoint* opened = nullptr;
    perfc_error error = {};
    if (perfc_tracepoint_create_by_id(
            nullptr, static_cast<uint32_t>(attr.config), &opened, &error) < 0) {
      Say(std::string(spec.name) + ": " + TextOf(error));
      return false;
    }
    const Handle<perfc_tracepoint> tracepoint(opened);
    perfc_tracepoint_info info = {};
    perfc_tracepoint_get_info(opened, &info, sizeof info);
    (*systems)[info.system].insert(info.name);
  }
  return true;
}

std::string EventsDirectory() {
  char root[4096] = "";
  perfc_host_root(nullptr, PERFC_HOST_TRACEFS, root, sizeof root);
  return std::string(root) + "/events/";
}

void AppendFormats(const std::string& directory,
                   const std::set<std::string>& names, std::string* out) {
  Append(static_cast<uint32_t>(names.size()), out);
  for (const std::string& name : names) {
    AppendFile(ReadFile(directory + name + "/format"), out);
  }
}

// The layout is that of tools/perf/util/trace-event-info.c, version 0.6. The
// kernel's symbols, the formats of trace_printk and the saved names of threads,
// which come last, are left empty.
std::string Content(Systems systems) {
  const std::string events = EventsDirectory();
  std::string out("\x17\x08\x44tracing");
  AppendText("0.6", &out);
  out += '\0';  // little-endian
  out += static_cast<char>(sizeof(long));
  Append(static_cast<uint32_t>(sysconf(_SC_PAGESIZE)), &out);
  for (const char* file : {"header_page", "header_event"}) {
    AppendText(file, &out);
    AppendFile(ReadFile(events + file), &out);
  }
  AppendFormats(events + "ftrace/", systems["ftrace"], &out);
  systems.erase("ftrace");
  Append(static_cast<uint32_t>(systems.size()), &out);
  for (const auto& [system, names] : systems) {
    AppendText(system, &out);
    AppendFormats(events + system + "/", names, &out);
  }
  Append(uint32_t{0}, &out);
  Append(uint32_t{0}, &out);
  Append(uint64_t{0}, &out);
  out.resize((out.size() + 7) / 8 * 8);
  return out;
}

}  // namespace

bool TracingData::Collect(const std::vector<perfc_spec>& specs) {
  Systems systems;
  if (!FindSystems(specs, &systems)) return false;
  if (!systems.empty()) bytes_ = Content(std::move(systems));
  const uint32_t type = PERFC_RECORD_HEADER_TRACING_DATA;
  const uint16_t size = 12;
  const auto content = static_cast<uint32_t>(bytes_.size());
  std::memcpy(header_, &type, sizeof type);
  std::memcpy(header_ + 6, &size, sizeof size);
  std::memcpy(header_ + 8, &content, sizeof content);
  return true;
}

perfc_stream_record TracingData::Record(const perfc_plan* plan) const {
  perfc_stream_record record = {};
  record.record.data = header_;
  record.record.type = PERFC_RECORD_HEADER_TRACING_DATA;
  record.record.size = 12;
  record.plan = plan;
  record.position = PERFC_NO_POSITION;
  record.tail = reinterpret_cast<const uint8_t*>(bytes_.data());
  record.tail_size = bytes_.size();
  record.flags = PERFC_STREAM_RECORD_HEADER;
  return record;
}

}  // namespace tool
