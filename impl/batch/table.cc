#include "impl/batch/table.h"

namespace perfc::batch {
namespace {

constexpr size_t kPage = 4096;
// Columns that began at the same place in a page would fight for the same lines
// of the cache.
constexpr size_t kStagger = 192;

}  // namespace

bool Table::Place(const ColumnSpecs& specs, uint64_t wanted, uint64_t viewed,
                  size_t capacity) {
  const auto place = [&](uint8_t* base) {
    size_t at = 0;
    size_t index = 0;
    for (size_t i = 0; i < kColumnCount; ++i) {
      if (!(wanted >> i & 1)) continue;
      const ColumnSpec& spec = specs[i];
      const bool range = IsRange(spec);
      const bool views = viewed >> i & 1;
      at += (index++ * kStagger + kPage - at % kPage) % kPage;
      if (base) {
        columns[i].Place(base + at, capacity, spec.width, range, views);
        placed[placed_count++] = static_cast<uint8_t>(i);
      }
      at += ColumnStore::Bytes(capacity, spec.width, range, views);
    }
    return at;
  };
  if (!memory.Resize(place(nullptr) + 64)) return false;
  for (ColumnStore& column : columns) column = {};
  placed_count = 0;
  const auto misaligned = reinterpret_cast<uintptr_t>(memory.data()) % 64;
  place(memory.data() + (64 - misaligned) % 64);
  return true;
}

}  // namespace perfc::batch
