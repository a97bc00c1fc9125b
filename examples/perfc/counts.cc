#include "examples/perfc/counts.h"

#include <nlohmann/json.hpp>

#include "examples/perfc/text.h"

namespace tool {
namespace {

std::string Label(const Count& count) {
  return count.name + (count.user_only ? ":u" : "");
}

const char* StatusWord(const Count& count) {
  if (count.status == Count::Status::kNotSupported) return "not supported";
  if (count.status == Count::Status::kNotPermitted) return "not permitted";
  if (!count.counted()) return "not counted";
  return count.scaled() ? "scaled" : "counted";
}

std::string Number(const Count& count) {
  if (!count.counted()) return std::string("<") + StatusWord(count) + ">";
  if (count.unit == "ns") {
    return Format("%.2f ms", static_cast<double>(count.value()) / 1e6);
  }
  return WithCommas(count.value());
}

}  // namespace

uint64_t Count::value() const {
  if (!scaled()) return raw;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(raw) *
                               time_enabled / time_running);
}

double Count::share() const {
  if (time_enabled == 0) return 0;
  return static_cast<double>(time_running) / static_cast<double>(time_enabled);
}

std::string StatText(const StatReport& report) {
  std::string text = "\n Counts of " + report.target + ":\n\n";
  for (const Count& count : report.counts) {
    text += Format("%20s  %s", Number(count).c_str(), Label(count).c_str());
    if (count.scaled()) {
      text +=
          Format("  (scaled: counted %.1f%% of the time)", 100 * count.share());
    }
    text += "\n";
  }
  text += Format("\n%18.6f s  elapsed\n\n",
                 static_cast<double>(report.elapsed) / 1e9);
  return text;
}

std::string StatJson(const StatReport& report) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::array();
  for (const Count& count : report.counts) {
    nlohmann::ordered_json one = {{"name", count.name},
                                  {"status", StatusWord(count)},
                                  {"user_only", count.user_only}};
    if (count.counted()) {
      one["value"] = count.value();
      one["raw"] = count.raw;
      one["time_enabled"] = count.time_enabled;
      one["time_running"] = count.time_running;
    }
    if (!count.unit.empty()) one["unit"] = count.unit;
    counts.push_back(one);
  }
  const nlohmann::ordered_json json = {{"target", report.target},
                                       {"elapsed_ns", report.elapsed},
                                       {"exit_status", report.exit_status},
                                       {"counts", counts}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

}  // namespace tool
