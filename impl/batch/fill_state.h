// The progress of a fill. The rows of both tables are written with it.
#ifndef PERFC_IMPL_BATCH_FILL_STATE_H_
#define PERFC_IMPL_BATCH_FILL_STATE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/batch/budget.h"
#include "perfc/record.h"

namespace perfc::batch {

struct FillState {
  explicit FillState(size_t rows) : budget(rows) {}

  void Begin() {
    budget.Begin();
    window = nullptr;
    window_size = 0;
    source = 0;
    given = nullptr;
  }

  // Extends the window to the end of a record, and gives its place there. False: views
  // don't reach so far, and the fill has ended.
  bool View(const uint8_t* data, size_t size, int32_t* place) {
    const auto within = static_cast<size_t>(data - window);
    if (within > INT32_MAX - size) {
      budget.End(Ended::kOverflow);
      return false;
    }
    window_size = std::max(window_size, within + size);
    *place = static_cast<int32_t>(within);
    return true;
  }

  Budget budget;
  const uint8_t* window = nullptr;  // offsets of views count from here
  size_t window_size = 0;           // as far as records were taken
  uint32_t source = 0;              // of the record that is being added
  uint64_t sequence = 0;            // of the next row
  // What a stream or the caller knows of that record. Null: it came out of a ring
  // or bytes.
  const perfc_stream_record* given = nullptr;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_FILL_STATE_H_
