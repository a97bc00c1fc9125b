// The AUX area of a tracing PMU's event.
#ifndef PERFC_AUX_AREA_HPP_
#define PERFC_AUX_AREA_HPP_

#include <cstdint>
#include <optional>

#include "perfc/aux_area.h"
#include "perfc/decode.h"
#include "perfc/event.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"

namespace perfc {

// Data in the area, in one piece or two. Borrowed until released.
struct AuxData : perfc_aux_data {
  Span<const std::uint8_t> first() const { return {data, size}; }
  Span<const std::uint8_t> second() const { return {rest, rest_size}; }
  // The offset for release() once all of the data was read.
  std::uint64_t end() const { return offset + size + rest_size; }
};

// The area of an event, which ends with the event's ring.
class AuxArea {
 public:
  static Result<AuxArea> mmap(EventView event, std::uint32_t pages,
                              std::uint32_t flags = 0) {
    Result<void> mapped = internal::cold_done([&](perfc_error* error) {
      return perfc_aux_mmap(event.get(), pages, flags, error);
    });
    if (!mapped) return std::move(mapped).error();
    return AuxArea(event);
  }
  // Of an event whose area is mapped already.
  explicit AuxArea(EventView event) : event_(event) {}

  Result<void> munmap() {
    return internal::done(perfc_aux_munmap(event_.get()));
  }

  // The data that weren't released yet.
  Result<std::optional<AuxData>> peek() {
    AuxData data = {};
    const int result =
        perfc_aux_peek(event_.get(), &data, sizeof(perfc_aux_data));
    if (result < 0) return Error(result);
    return result == 1 ? std::optional<AuxData>(data) : std::nullopt;
  }
  // The data that a PERF_RECORD_AUX names.
  Result<AuxData> view(const perfc_record_aux& record) {
    AuxData data = {};
    const int result =
        perfc_aux_view(event_.get(), record.aux_offset, record.aux_size,
                       record.flags, &data, sizeof(perfc_aux_data));
    if (result < 0) return Error(result);
    return data;
  }
  Result<void> release(std::uint64_t offset) {
    return internal::done(perfc_aux_release(event_.get(), offset));
  }

 private:
  EventView event_;
};

}  // namespace perfc

#endif  // PERFC_AUX_AREA_HPP_
