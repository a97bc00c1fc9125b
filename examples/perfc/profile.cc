#include "examples/perfc/profile.h"

#include <algorithm>

#include "examples/perfc/printable.h"

namespace tool {
namespace {

// A name as one frame of a folded line.
std::string FoldedName(const std::string& text) {
  std::string name = Printable(text);
  std::replace(name.begin(), name.end(), ';', ':');
  return name;
}

// Each address without a name would become a flame of its own. So the name of
// the object stands for them, "[libc.so.6]" or "[kernel]".
std::string FrameName(const Symbolized& function) {
  if (function.known) return FoldedName(function.name);
  const std::string& object = function.object;
  if (object.front() == '[') return FoldedName(object);
  return '[' + FoldedName(object.substr(object.rfind('/') + 1)) + ']';
}

}  // namespace

void Profile::Add(const Sample& sample) {
  const uint32_t comm = comms_.Number(sample.comm);
  ++samples_;
  if (sample.user) ++user_samples_;
  ++leaves_[{sample.event, comm, sample.user, sample.chain.front()}];
  if (!with_chains_) return;
  ++chains_[{sample.event, comm, sample.chain}];
  if (chains_.size() >= kMaxChains) FoldAll();
}

uint64_t Profile::SamplesOf(uint32_t event) const {
  uint64_t samples = 0;
  for (const auto& [leaf, count] : leaves_) {
    if (leaf.event == event) samples += count;
  }
  return samples;
}

std::string Profile::EventName(uint32_t event) const {
  return event < events_.size() ? events_[event] : "";
}

uint64_t Profile::NamedUserSamples() {
  uint64_t named = 0;
  for (const auto& [leaf, count] : leaves_) {
    if (leaf.user && symbolizer_->Find(leaf.frame).known) named += count;
  }
  return named;
}

std::vector<HotFunction> Profile::Functions() {
  std::map<std::tuple<uint32_t, uint32_t, std::string, std::string>,
           HotFunction>
      rows;
  for (const auto& [leaf, count] : leaves_) {
    const Symbolized function = symbolizer_->Find(leaf.frame);
    const HotFunction row = {0, EventName(leaf.event), comms_.Name(leaf.comm),
                             function};
    auto [at, added] = rows.emplace(
        std::tuple(leaf.event, leaf.comm, function.object, function.name), row);
    at->second.samples += count;
  }
  std::vector<HotFunction> functions;
  for (auto& [key, row] : rows) functions.push_back(std::move(row));
  std::stable_sort(functions.begin(), functions.end(),
                   [](const HotFunction& a, const HotFunction& b) {
                     return a.samples > b.samples;
                   });
  return functions;
}

std::string Profile::Fold(const Chain& chain) {
  const auto& [event, comm, frames] = chain;
  std::string line = FoldedName(comms_.Name(comm));
  if (events_.size() > 1) line += ";[" + FoldedName(EventName(event)) + "]";
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    line += ';' + FrameName(symbolizer_->Find(*frame));
  }
  return line;
}

void Profile::FoldAll() {
  for (const auto& [chain, count] : chains_) folded_[Fold(chain)] += count;
  chains_.clear();
}

std::string Profile::Folded() {
  FoldAll();
  std::string text;
  for (const auto& [line, count] : folded_) {
    text += line + ' ' + std::to_string(count) + '\n';
  }
  return text;
}

}  // namespace tool
