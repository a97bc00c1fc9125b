#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "perfc/stitch.h"

using perfc::base::BadArgument;
using perfc::base::NoMemory;

int perfc_stitch_create(const perfc_stitch_options* options,
                        perfc_stitch** stitch, perfc_error* error) {
  constexpr char kCreate[] = "perfc_stitch_create";
  if (stitch == nullptr) return BadArgument(error, kCreate, "stitch is NULL");
  perfc_stitch_options taken;
  if (int failed = perfc::base::TakeOptions(options, &taken, kCreate, error)) {
    return failed;
  }
  const uint64_t bytes =
      taken.max_bytes ? taken.max_bytes : PERFC_STITCH_DEFAULT_BYTES;
  if (bytes < PERFC_STITCH_LEAST_BYTES || bytes > PERFC_STITCH_MOST_BYTES) {
    return BadArgument(error, kCreate, "max_bytes is beyond the limits");
  }
  std::unique_ptr<perfc_stitch> made(new (std::nothrow) perfc_stitch);
  if (made == nullptr || !made->stitch.Open(bytes)) {
    return NoMemory(error, kCreate, bytes);
  }
  *stitch = made.release();
  return 0;
}

void perfc_stitch_destroy(perfc_stitch* stitch) { delete stitch; }

int perfc_stitch_push(perfc_stitch* stitch, const perfc_stream_record* record) {
  if (!stitch || !record || !record->plan) return -EINVAL;
  return stitch->stitch.Push(*record->plan, *record);
}

int perfc_stitch_next_record(perfc_stitch* stitch,
                             perfc_stitched_record* record) {
  if (!stitch || !record) return -EINVAL;
  return stitch->stitch.Next(record) ? 1 : 0;
}

int perfc_stitch_flush(perfc_stitch* stitch) {
  return stitch ? stitch->stitch.Flush() : -EINVAL;
}

int perfc_stitch_get_info(const perfc_stitch* stitch, perfc_stitch_info* info,
                          size_t size) {
  if (!stitch || !info) return -EINVAL;
  return perfc::base::CopyOut(stitch->stitch.counts(), info, size);
}
