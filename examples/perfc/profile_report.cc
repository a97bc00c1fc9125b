#include "examples/perfc/profile_report.h"

#include <algorithm>
#include <cinttypes>

#include "examples/perfc/json.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

double Percent(uint64_t part, uint64_t whole) {
  if (whole == 0) return 0;
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// "libc.so.6" for its path; names in brackets as they are.
std::string BaseName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string Row(const HotFunction& row, const ProfileReport& report) {
  std::string text =
      Format("%9" PRIu64 " %6.2f%%  %-15s  %-20s  %s", row.samples,
             Percent(row.samples, report.samples), row.comm.c_str(),
             BaseName(row.function.object).c_str(), row.function.name.c_str());
  if (report.events.size() > 1) text += "  (" + row.event + ")";
  return Line(text);
}

std::string EventText(const SampledEvent& event) {
  std::string text = event.name;
  if (event.user_only) text += " (user space only)";
  if (event.frequency)
    return text + Format(" at %" PRIu64 " Hz", event.frequency);
  if (event.period) text += Format(" every %" PRIu64, event.period);
  return text;
}

std::string EventsText(const ProfileReport& report) {
  std::string text;
  for (const SampledEvent& event : report.events) {
    if (!text.empty()) text += ", ";
    text += EventText(event);
    if (report.events.size() > 1)
      text += Format(" (%" PRIu64 ")", event.samples);
  }
  return text;
}

Json EventJson(const SampledEvent& event) {
  Json json = {{"name", event.name},
               {"user_only", event.user_only},
               {"samples", event.samples}};
  if (event.frequency) json["frequency"] = event.frequency;
  if (event.period) json["period"] = event.period;
  return json;
}

std::string LostLine(const ProfileReport& report) {
  std::string line = "lost:";
  for (size_t i = 0; i < report.lost.size(); ++i) {
    const auto& [what, count] = report.lost[i];
    if (i != 0 && count == 0) continue;
    std::string words = what;
    std::replace(words.begin(), words.end(), '_', ' ');
    line +=
        Format("%s %" PRIu64 " %s", i == 0 ? "" : ",", count, words.c_str());
  }
  return line + "\n";
}

}  // namespace

std::string ProfileText(const ProfileReport& report, size_t limit) {
  std::string text =
      "\n" +
      Line(Format("%s, of %s for %.2f s on %zu CPUs: %" PRIu64 " samples",
                  EventsText(report).c_str(), report.target.c_str(),
                  static_cast<double>(report.elapsed) / 1e9, report.cpus,
                  report.samples)) +
      "\n  samples       %  comm             object                symbol\n";
  const size_t rows = std::min(limit, report.functions.size());
  for (size_t i = 0; i < rows; ++i) {
    text += Row(report.functions[i], report);
  }
  if (rows < report.functions.size()) {
    text += Format("      ... and %zu more\n", report.functions.size() - rows);
  }
  text += Format("\nsymbols: %.1f%% of %" PRIu64 " user samples\n",
                 Percent(report.named_user_samples, report.user_samples),
                 report.user_samples);
  return text + LostLine(report) + "\n";
}

std::string ProfileJson(const ProfileReport& report) {
  Json functions = Json::array();
  for (const HotFunction& row : report.functions) {
    functions.push_back({{"samples", row.samples},
                         {"percent", Percent(row.samples, report.samples)},
                         {"event", row.event},
                         {"comm", row.comm},
                         {"object", row.function.object},
                         {"symbol", row.function.name},
                         {"known", row.function.known}});
  }
  Json events = Json::array();
  for (const SampledEvent& event : report.events) {
    events.push_back(EventJson(event));
  }
  Json lost = Json::object();
  for (const auto& [what, count] : report.lost) lost[what] = count;
  const Json json = {{"target", report.target},
                     {"events", events},
                     {"elapsed_ns", report.elapsed},
                     {"cpus", report.cpus},
                     {"notes", report.notes},
                     {"samples", report.samples},
                     {"user_samples", report.user_samples},
                     {"named_user_samples", report.named_user_samples},
                     {"lost", lost},
                     {"functions", functions}};
  return JsonText(json);
}

}  // namespace tool
