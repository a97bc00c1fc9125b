#include "examples/perfc/merged_files.h"

namespace tool {
namespace {

constexpr uint32_t kRecords = 1024;

}  // namespace

bool MergedFiles::Open(const std::vector<std::string>& paths,
                       const FilterOptions& filter, uint32_t flags,
                       uint32_t order) {
  for (const std::string& path : paths) {
    Part& part = parts_.emplace_back();
    if (!part.filter.Set(filter, path) ||
        !part.file.Open(path, flags, order, part.filter.get())) {
      return false;
    }
  }
  return true;
}

void MergedFiles::Fill(Part* part) {
  part->records.resize(kRecords);
  part->next = 0;
  const int count = part->file.Next(part->records.data(), kRecords);
  part->records.resize(count > 0 ? static_cast<size_t>(count) : 0);
  part->ended = count <= 0;
  if (count < 0) complete_ = false;
}

MergedFiles::Part* MergedFiles::Earliest() {
  Part* earliest = nullptr;
  for (Part& part : parts_) {
    if (part.empty()) continue;
    if (earliest == nullptr || part.front().time < earliest->front().time) {
      earliest = &part;
    }
  }
  return earliest;
}

// The records of a file are borrowed until its next call: whenever the records of
// one are used up, all of them have to be handed out first.
const std::vector<perfc_stream_record>& MergedFiles::Next() {
  merged_.clear();
  for (Part& part : parts_) {
    if (part.empty() && !part.ended) Fill(&part);
  }
  while (Part* part = Earliest()) {
    merged_.push_back(part->front());
    ++part->next;
    if (part->empty()) break;
  }
  return merged_;
}

void MergedFiles::SayProblems() const {
  for (const Part& part : parts_) part.file.SayProblems();
}

}  // namespace tool
