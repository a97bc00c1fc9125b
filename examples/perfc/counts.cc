#include "examples/perfc/counts.h"

#include <cmath>

#include "examples/perfc/json.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

std::string Label(const Count& count) {
  // Unless the event says so itself, "page-faults:u".
  const bool said = count.name.find(":u") != std::string::npos;
  return count.name + (count.user_only && !said ? ":u" : "");
}

double InUnit(const Count& count) {
  return static_cast<double>(count.value()) * count.scale;
}

// The number alone, as a machine reads it.
std::string PlainNumber(const Count& count) {
  if (count.scale == 1) return std::to_string(count.value());
  return Format("%.2f", InUnit(count));
}

std::string Number(const Count& count) {
  if (!count.counted()) return "<" + QualityText(count) + ">";
  if (count.unit == "ns") {
    return Format("%.2f ms", static_cast<double>(count.value()) / 1e6);
  }
  const std::string number = count.scale == 1 ? WithCommas(count.value())
                                              : Format("%.2f", InUnit(count));
  return count.unit.empty() ? number : number + " " + count.unit;
}

std::string Remarks(const Count& count) {
  std::string text;
  if (!count.counted()) return text;
  if (count.runs > 1) text += Format("  ( +- %.2f%% )", 100 * count.deviation);
  if (count.scaled()) {
    text +=
        Format("  (scaled: counted %.1f%% of the time)", 100 * count.share());
  }
  const std::string quality = QualityText(count);
  if (quality != "exact" && quality != "scaled") text += "  (" + quality + ")";
  return text;
}

Json CountJson(const Count& count) {
  Json one = {{"name", count.name},
              {"status", QualityText(count)},
              {"user_only", count.user_only}};
  if (count.counted()) {
    one["value"] = count.value();
    one["raw"] = count.count.raw;
    one["time_enabled"] = count.count.time_enabled;
    one["time_running"] = count.count.time_running;
  }
  if (count.counted() && count.runs > 1) one["deviation"] = count.deviation;
  if (!count.unit.empty()) one["unit"] = count.unit;
  if (count.scale != 1) one["scale"] = count.scale;
  return one;
}

// The sample's, relative to its mean.
double Deviation(const std::vector<StatReport>& runs, size_t i, double mean) {
  if (runs.size() < 2 || mean == 0) return 0;
  double squares = 0;
  for (const StatReport& run : runs) {
    const double off = static_cast<double>(run.counts[i].value()) - mean;
    squares += off * off;
  }
  return std::sqrt(squares / static_cast<double>(runs.size() - 1)) / mean;
}

}  // namespace

bool Count::counted() const {
  return status == Status::kCounted && count.time_running != 0 &&
         !(count.quality & PERFC_QUALITY_NEVER_RAN);
}

bool Count::scaled() const {
  return counted() && count.quality & PERFC_QUALITY_SCALED;
}

double Count::share() const {
  if (count.time_enabled == 0) return 0;
  return static_cast<double>(count.time_running) /
         static_cast<double>(count.time_enabled);
}

std::string QualityText(const Count& count) {
  if (count.status == Count::Status::kNotSupported) return "not supported";
  if (count.status == Count::Status::kNotPermitted) return "not permitted";
  constexpr struct {
    uint32_t bit;
    const char* word;
  } kWords[] = {
      {PERFC_QUALITY_EXACT, "exact"},
      {PERFC_QUALITY_SCALED, "scaled"},
      {PERFC_QUALITY_NEVER_RAN, "not counted"},
      {PERFC_QUALITY_PARTIAL, "partial"},
      {PERFC_QUALITY_PINNED_ERROR, "pinned error"},
      {PERFC_QUALITY_OFFLINE, "offline"},
      {PERFC_QUALITY_RESET, "reset"},
      {PERFC_QUALITY_UNGROUPED, "ungrouped"},
      {PERFC_QUALITY_MISSING, "missing"},
  };
  std::string text;
  for (const auto& known : kWords) {
    if (!(count.count.quality & known.bit)) continue;
    text += (text.empty() ? "" : ", ") + std::string(known.word);
  }
  return text.empty() ? "unknown" : text;
}

std::string StatText(const StatReport& report) {
  std::string text;
  if (!report.interval) {
    std::string title = " Counts of " + report.target;
    const uint32_t runs = report.counts.empty() ? 1 : report.counts[0].runs;
    if (runs > 1) title += Format(", mean of %u runs", runs);
    text = "\n" + Line(title + ":") + "\n";
  }
  for (const Count& count : report.counts) {
    std::string line;
    if (report.interval) {
      line = Format("%14.6f s", static_cast<double>(report.end) / 1e9);
    }
    line += Format("%20s  %s", Number(count).c_str(), Label(count).c_str());
    text += Line(line + Remarks(count));
  }
  if (report.interval) return text;
  return text + Format("\n%18.6f s  elapsed\n\n",
                       static_cast<double>(report.elapsed) / 1e9);
}

std::string StatJson(const StatReport& report) {
  Json counts = Json::array();
  for (const Count& count : report.counts) counts.push_back(CountJson(count));
  Json json;
  if (report.interval) {
    json = {{"end_ns", report.end}, {"elapsed_ns", report.elapsed}};
  } else {
    json = {{"target", report.target},
            {"elapsed_ns", report.elapsed},
            {"exit_status", report.exit_status}};
    if (!report.counts.empty() && report.counts[0].runs > 1) {
      json["runs"] = report.counts[0].runs;
    }
  }
  json["counts"] = counts;
  return JsonText(json, /*compact=*/report.interval);
}

std::string StatCsv(const StatReport& report, const std::string& separator) {
  std::string text;
  for (const Count& count : report.counts) {
    if (report.interval) {
      text += Format("%.9f", static_cast<double>(report.end) / 1e9) + separator;
    }
    text += (count.counted() ? PlainNumber(count) : Number(count)) + separator +
            Printable(count.unit) + separator + Printable(Label(count)) +
            separator;
    if (count.runs > 1) {
      text += Format("%.2f%%", 100 * count.deviation) + separator;
    }
    text += std::to_string(count.count.time_running) + separator +
            Format("%.2f", 100 * count.share()) + separator +
            QualityText(count) + "\n";
  }
  return text;
}

StatReport MeanOf(const std::vector<StatReport>& runs) {
  StatReport mean = runs.back();
  const auto of_all = [&](auto value_of) {
    double sum = 0;
    for (const StatReport& run : runs)
      sum += static_cast<double>(value_of(run));
    return sum / static_cast<double>(runs.size());
  };
  const auto rounded = [](double value) {
    return static_cast<uint64_t>(value + 0.5);
  };
  mean.elapsed = rounded(of_all([](const auto& run) { return run.elapsed; }));
  for (size_t i = 0; i < mean.counts.size(); ++i) {
    const auto of_count = [&](uint64_t perfc_count::*field) {
      return of_all(
          [&](const auto& run) { return run.counts[i].count.*field; });
    };
    Count& count = mean.counts[i];
    const double value = of_count(&perfc_count::scaled);
    for (const StatReport& run : runs) {
      count.count.quality |= run.counts[i].count.quality;
    }
    // If one run's count is an estimate, the mean is an estimate. If one run
    // has no count, the mean is partial.
    uint32_t& quality = count.count.quality;
    if (quality & PERFC_QUALITY_SCALED) quality &= ~PERFC_QUALITY_EXACT;
    const bool any = quality & (PERFC_QUALITY_SCALED | PERFC_QUALITY_EXACT);
    constexpr uint32_t kNone = PERFC_QUALITY_NEVER_RAN | PERFC_QUALITY_MISSING;
    if (any && quality & kNone) {
      quality = (quality & ~kNone) | PERFC_QUALITY_PARTIAL;
    }
    count.runs = static_cast<uint32_t>(runs.size());
    count.deviation = Deviation(runs, i, value);
    count.count.scaled = rounded(value);
    count.count.raw = rounded(of_count(&perfc_count::raw));
    count.count.time_enabled = rounded(of_count(&perfc_count::time_enabled));
    count.count.time_running = rounded(of_count(&perfc_count::time_running));
  }
  return mean;
}

}  // namespace tool
