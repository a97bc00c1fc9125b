#include "examples/perfc/record_report.h"

#include <algorithm>
#include <cinttypes>
#include <nlohmann/json.hpp>

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

std::string Row(const HotFunction& row, uint64_t samples) {
  return Format("%9" PRIu64 " %6.2f%%  %-15s  %-20s  %s\n", row.samples,
                Percent(row.samples, samples), row.comm.c_str(),
                BaseName(row.function.object).c_str(),
                row.function.name.c_str());
}

std::string LostLine(const RecordReport& report) {
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

std::string RecordText(const RecordReport& report, size_t limit) {
  std::string text = Format(
      "\n%s%s of %s at %" PRIu64 " Hz for %.2f s on %zu CPUs: %" PRIu64
      " samples\n\n  samples       %%  comm             object                "
      "symbol\n",
      report.event.c_str(), report.user_only ? " (user space only)" : "",
      report.target.c_str(), report.frequency,
      static_cast<double>(report.elapsed) / 1e9, report.cpus, report.samples);
  const size_t rows = std::min(limit, report.functions.size());
  for (size_t i = 0; i < rows; ++i) {
    text += Row(report.functions[i], report.samples);
  }
  if (rows < report.functions.size()) {
    text += Format("      ... and %zu more\n", report.functions.size() - rows);
  }
  text += Format("\nsymbols: %.1f%% of %" PRIu64 " user samples\n",
                 Percent(report.named_user_samples, report.user_samples),
                 report.user_samples);
  return text + LostLine(report) + "\n";
}

std::string RecordJson(const RecordReport& report) {
  using Json = nlohmann::ordered_json;
  Json functions = Json::array();
  for (const HotFunction& row : report.functions) {
    functions.push_back({{"samples", row.samples},
                         {"percent", Percent(row.samples, report.samples)},
                         {"comm", row.comm},
                         {"object", row.function.object},
                         {"symbol", row.function.name},
                         {"known", row.function.known}});
  }
  Json lost = Json::object();
  for (const auto& [what, count] : report.lost) lost[what] = count;
  const Json json = {{"target", report.target},
                     {"event", report.event},
                     {"user_only", report.user_only},
                     {"frequency", report.frequency},
                     {"elapsed_ns", report.elapsed},
                     {"cpus", report.cpus},
                     {"notes", report.notes},
                     {"samples", report.samples},
                     {"user_samples", report.user_samples},
                     {"named_user_samples", report.named_user_samples},
                     {"lost", lost},
                     {"functions", functions}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tool
