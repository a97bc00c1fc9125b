#include "examples/perfc/file_header.h"

#include <cinttypes>
#include <cstring>
#include <string_view>

#include "examples/perfc/feature_names.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr uint64_t kSecond = 1000000000;

class Header {
 public:
  explicit Header(InputFile* file) : file_(file), info_(file->info()) {}

  std::string Text() {
    Add("========");
    // perf counts its versions from 0.
    Add(Format("header version : %" PRIu32 "%s", info_.version - 1,
               info_.pipe ? ", pipe mode" : ""));
    AddFacts();
    AddEvents();
    AddPmus();
    AddTimes();
    AddBuildIds();
    AddMissing();
    Add("========");
    return text_ + "#\n";
  }

 private:
  void Add(std::string_view line) { text_ += Line("# " + std::string(line)); }

  void AddFacts() {
    constexpr struct {
      std::string_view fact;
      const char* words;
    } kWords[] = {{"osrelease", "os release"},
                  {"version", "perf version"},
                  {"nrcpus_online", "nrcpus online"},
                  {"nrcpus_available", "nrcpus avail"}};
    const Rows<perfc_fact_row> rows(file_->get(), PERFC_ROWS_FACTS, nullptr);
    std::string command;
    for (const perfc_fact_row& row : rows) {
      const std::string_view name = rows.Text(row.name);
      std::string words(name);
      for (const auto& known : kWords) {
        if (name == known.fact) words = known.words;
      }
      const std::string value(rows.Text(row.value));
      if (row.feature == PERFC_FEATURE_SAMPLE_TIME) continue;
      if (name == "cmdline") {
        command += (command.empty() ? "" : " ") + value;
        continue;
      }
      if (name == "total_mem") {
        Add(Format("total memory : %" PRIu64 " kB", row.number / 1024));
      } else {
        Add(words + " : " + value);
      }
    }
    if (!command.empty()) Add("cmdline : " + command);
  }

  void AddEvents() {
    const int count = perfc_plan_attr_count(info_.plan);
    for (uint32_t i = 0; static_cast<int>(i) < count; ++i) {
      perfc_attr attr = {};
      perfc_plan_attr(info_.plan, i, &attr, sizeof attr);
      uint32_t ids = 0;
      perfc_plan_ids(info_.plan, i, nullptr, 0, &ids);
      const bool frequent = attr.flags & PERFC_ATTR_FREQ;
      Add(Format("event : name = %s, type = %" PRIu32 ", config = %#" PRIx64
                 ", %s = %" PRIu64 ", sample_type = %#" PRIx64
                 ", flags = %#" PRIx64 ", ids = %" PRIu32,
                 file_->EventName(i).c_str(), attr.type, attr.config,
                 frequent ? "sample_freq" : "sample_period", attr.sample_period,
                 attr.sample_type, attr.flags, ids));
    }
  }

  void AddPmus() {
    const Rows<perfc_pmu_row> rows(file_->get(), PERFC_ROWS_PMUS, nullptr);
    std::string pmus;
    for (const perfc_pmu_row& row : rows) {
      if (row.type == PERFC_NO_PMU_TYPE || row.cap.size > 0) continue;
      pmus += (pmus.empty() ? "" : ", ") + std::string(rows.Text(row.name)) +
              Format(" = %" PRIu32, row.type);
    }
    if (!pmus.empty()) Add("pmu mappings: " + pmus);
  }

  void AddTimes() {
    if (info_.first_time == 0) return;
    const auto add = [&](const char* words, uint64_t time) {
      Add(Format("%s : %" PRIu64 ".%06" PRIu64, words, time / kSecond,
                 time % kSecond / 1000));
    };
    add("time of first sample", info_.first_time);
    add("time of last sample", info_.last_time);
  }

  void AddBuildIds() {
    const Rows<perfc_build_id_row> rows(file_->get(), PERFC_ROWS_BUILD_IDS,
                                        nullptr);
    for (const perfc_build_id_row& row : rows) {
      std::string hex;
      for (uint32_t i = 0; i < row.build_id_size && i < sizeof row.build_id;
           ++i) {
        hex += Format("%02x", row.build_id[i]);
      }
      Add("build id : " + hex + " " + std::string(rows.Text(row.path)));
    }
  }

  void AddMissing() {
    std::string names;
    for (uint32_t i = 1; i < 64; ++i) {
      const std::string_view name = FeatureName(i);
      if (name.empty() || info_.features >> i & 1) continue;
      names += " " + std::string(name);
    }
    if (!names.empty()) Add("missing features:" + names);
  }

  InputFile* file_;
  perfc_file_info info_;
  std::string text_;
};

}  // namespace

std::string HeaderText(InputFile* file) { return Header(file).Text(); }

}  // namespace tool
