// Streams: many rings as one source, in the order of time.
#ifndef PERFC_STREAM_HPP_
#define PERFC_STREAM_HPP_

#include <chrono>
#include <cstdint>
#include <optional>

#include "perfc/batch.hpp"
#include "perfc/host.hpp"
#include "perfc/result.hpp"
#include "perfc/rings.hpp"
#include "perfc/stream.h"

namespace perfc {

class Stream : public Rings {
 public:
  // size is filled in here; kind is PERFC_STREAM_FORWARD.
  static Result<Stream> create(perfc_stream_options options = {},
                               const Host* host = nullptr) {
    options.size = sizeof options;
    return internal::make<Stream>([&](perfc_stream** stream,
                                      perfc_error* error) {
      return perfc_stream_create(internal::get(host), &options, stream, error);
    });
  }

  // Takes over a stream of the C API.
  explicit Stream(perfc_stream* stream) : Rings(stream) {}

  // As EventView::wait.
  Result<bool> wait(
      std::optional<std::chrono::milliseconds> timeout = std::nullopt) {
    return internal::cold_truth([&](perfc_error* error) {
      return perfc_stream_wait(get(), internal::timeout_ms(timeout), error);
    });
  }
  Result<void> wake() { return internal::done(perfc_stream_wake(get())); }
  Result<int> fd() const { return internal::count(perfc_stream_fd(get())); }

  // Through the Arrow C Stream Interface; the caller releases *out. Without a
  // duration it ends with the rings, or by wake().
  Result<void> export_arrow(
      std::uint32_t table, ArrowArrayStream* out,
      std::optional<std::chrono::milliseconds> duration = std::nullopt,
      perfc_batch_options options = {}) {
    options.size = sizeof options;
    return internal::cold_done([&](perfc_error* error) {
      return perfc_stream_export_arrow(
          get(), &options, table, internal::timeout_ms(duration), out, error);
    });
  }
};

}  // namespace perfc

#endif  // PERFC_STREAM_HPP_
