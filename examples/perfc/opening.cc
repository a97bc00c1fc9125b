#include "examples/perfc/opening.h"

#include <algorithm>
#include <cstring>

#include "examples/perfc/attr_text.h"
#include "examples/perfc/text.h"

namespace tool {

Handle<perfc_specs> ParseEvents(const std::string& events) {
  perfc_error error = {};
  perfc_specs* made = nullptr;
  int result = perfc_specs_create(nullptr, &made, &error);
  Handle<perfc_specs> specs(made);
  if (result >= 0) result = perfc_specs_parse(made, events.c_str(), 0, &error);
  if (result >= 0) return specs;
  Say(TextOf(error));
  return nullptr;
}

std::vector<perfc_spec> SpecsOf(const perfc_specs* specs) {
  std::vector<perfc_spec> all(
      static_cast<size_t>(std::max(0, perfc_specs_count(specs))));
  for (uint32_t i = 0; i < all.size(); ++i) {
    perfc_specs_get(specs, i, &all[i], sizeof all[i]);
  }
  return all;
}

std::vector<perfc_spec> SpecsOf(const perfc_set* set) {
  return SpecsOf(perfc_set_specs(set));
}

perfc_attr AttrOf(const perfc_spec& spec) {
  perfc_attr attr = {};
  std::memcpy(&attr, spec.attr, std::min<size_t>(spec.attr_size, sizeof attr));
  attr.size = sizeof attr;
  return attr;
}

bool SetAttrs(perfc_specs* specs, const std::vector<perfc_attr>& attrs) {
  perfc_error error = {};
  for (uint32_t i = 0; i < attrs.size(); ++i) {
    if (perfc_specs_set_attr(specs, i, &attrs[i], sizeof attrs[i], &error) ==
        0) {
      continue;
    }
    Say(TextOf(error));
    return false;
  }
  return true;
}

bool CountsCpus(const Options& options, const perfc_specs* specs) {
  if (options.counts_cpus()) return true;
  const std::vector<perfc_spec> all = SpecsOf(specs);
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [](const perfc_spec& spec) {
           return spec.flags & PERFC_SPEC_SYSTEM_WIDE;
         });
}

perfc_target TargetOf(const Options& options, const Target& target,
                      const perfc_specs* specs) {
  perfc_target out = {};
  out.size = sizeof out;
  if (!options.cpus.empty()) out.cpus = options.cpus.c_str();
  if (!options.cgroup.empty()) {
    out.kind = PERFC_TARGET_CGROUP;
    out.cgroup = options.cgroup.c_str();
  } else if (CountsCpus(options, specs)) {
    out.kind = PERFC_TARGET_CPUS;
  } else {
    // Its events inherit, so that its children are measured too.
    const bool process = !target.is_command() && options.record.tid == 0;
    out.kind = process ? PERFC_TARGET_PROCESS : PERFC_TARGET_THREAD;
    out.pid = target.pid();
  }
  return out;
}

std::vector<perfc_report_entry> EntriesOf(const perfc_report* report) {
  std::vector<perfc_report_entry> entries(
      static_cast<size_t>(std::max(0, perfc_report_count(report))));
  for (uint32_t i = 0; i < entries.size(); ++i) {
    perfc_report_get(report, i, &entries[i], sizeof entries[i]);
  }
  return entries;
}

perfc_losses LossesOf(const perfc_stream* stream) {
  perfc_losses losses = {};
  const int failed =
      perfc_stream_losses(stream, nullptr, &losses, sizeof losses);
  if (failed < 0) {
    Say(std::string("cannot tell what was lost: ") + std::strerror(-failed));
  }
  return losses;
}

uint64_t LostRecords(const perfc_losses& losses) {
  return losses.read_lost_set ? losses.read_lost : losses.lost;
}

void PrintAttrs(const std::vector<perfc_spec>& specs) {
  for (const perfc_spec& spec : specs) {
    WriteText({}, AttrText(spec.attr, spec.attr_size));
  }
}

}  // namespace tool
