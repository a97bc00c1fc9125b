#include <cerrno>
#include <climits>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/tracefs/columns.h"
#include "impl/tracefs/lookup.h"
#include "impl/tracefs/text.h"
#include "impl/tracefs/tracepoint.h"
#include "perfc/tracepoint.h"

using perfc::base::BadArgument;
using perfc::base::CopyOut;
using perfc::tracefs::Field;
using perfc::tracefs::Part;
using perfc::tracefs::Raw;
using perfc::tracefs::Tracepoint;

namespace {

// Makes a tracepoint, which `load` then reads.
template <typename Load>
int Make(const char* operation, perfc_tracepoint** tracepoint,
         perfc_error* error, Load load) {
  if (tracepoint == nullptr) {
    return BadArgument(error, operation, "tracepoint is NULL");
  }
  std::unique_ptr<perfc_tracepoint> made(new (std::nothrow) perfc_tracepoint);
  if (made == nullptr) {
    return perfc::base::NoMemory(error, operation, sizeof(perfc_tracepoint));
  }
  if (int failed = load(&made->tracepoint)) return failed;
  *tracepoint = made.release();
  return 0;
}

Raw RawOf(const void* raw, size_t size) {
  return {static_cast<const uint8_t*>(raw), size};
}

// The field, or null where an argument can't be right.
const Field* FieldOf(const perfc_tracepoint* tracepoint, const void* raw,
                     uint32_t field) {
  if (!tracepoint || !raw) return nullptr;
  const auto& fields = tracepoint->tracepoint.fields();
  return field < fields.size() ? &fields[field] : nullptr;
}

// The raw column; where no sample has any, one of as many rows and no offsets.
int RawColumn(const perfc_batch& batch, uint32_t capacity, perfc_column* raw) {
  *raw = {};
  const int failed = perfc_batch_column(&batch, PERFC_TABLE_SAMPLES,
                                        PERFC_COLUMN_RAW, raw, sizeof *raw);
  if (failed == -ENODATA) {
    perfc_batch_info result = {};
    perfc_batch_get_info(&batch, &result, sizeof result);
    *raw = {};
    raw->rows = result.samples;
  } else if (failed) {
    return failed;
  }
  return raw->rows > capacity ? -ENOSPC : 0;
}

}  // namespace

int perfc_tracepoint_create(const perfc_host* host, const char* name,
                            perfc_tracepoint** tracepoint, perfc_error* error) {
  constexpr char kOpen[] = "perfc_tracepoint_create";
  if (name == nullptr) return BadArgument(error, kOpen, "name is NULL");
  return Make(kOpen, tracepoint, error, [&](Tracepoint* made) {
    return perfc::tracefs::OpenByName(perfc::capi::HostOf(host), name, made,
                                      error);
  });
}

int perfc_tracepoint_create_by_id(const perfc_host* host, uint32_t id,
                                  perfc_tracepoint** tracepoint,
                                  perfc_error* error) {
  return Make("perfc_tracepoint_create_by_id", tracepoint, error,
              [&](Tracepoint* made) {
                return perfc::tracefs::OpenById(perfc::capi::HostOf(host), id,
                                                made, error);
              });
}

int perfc_tracepoint_create_from_text(const char* system, const char* format,
                                      size_t size, uint32_t byte_order,
                                      perfc_tracepoint** tracepoint,
                                      perfc_error* error) {
  constexpr char kParse[] = "perfc_tracepoint_create_from_text";
  if (!system || !format) {
    return BadArgument(error, kParse, "system or format is NULL");
  }
  if (byte_order > PERFC_BYTE_ORDER_BIG) {
    return BadArgument(error, kParse, "byte_order is none");
  }
  return Make(kParse, tracepoint, error, [&](Tracepoint* made) {
    return made->Parse(system, {format, size},
                       byte_order == PERFC_BYTE_ORDER_BIG, kParse, error);
  });
}

void perfc_tracepoint_destroy(perfc_tracepoint* tracepoint) {
  delete tracepoint;
}

int perfc_tracepoint_get_info(const perfc_tracepoint* tracepoint,
                              perfc_tracepoint_info* info, size_t size) {
  if (!tracepoint || !info) return -EINVAL;
  const Tracepoint& it = tracepoint->tracepoint;
  const struct perfc_tracepoint_info whole = {
      it.id(), static_cast<uint32_t>(it.fields().size()), it.system(),
      it.name(), it.print_format()};
  return CopyOut(whole, info, size);
}

int perfc_tracepoint_get_field(const perfc_tracepoint* tracepoint,
                               uint32_t index,
                               struct perfc_tracepoint_field* field,
                               size_t size) {
  const Field* it = FieldOf(tracepoint, field, index);
  if (it == nullptr) return -EINVAL;
  const struct perfc_tracepoint_field whole = {
      tracepoint->tracepoint.Text(it->name),
      tracepoint->tracepoint.Text(it->type),
      it->kind,
      it->flags,
      it->offset,
      it->size,
      it->element_size,
      it->count};
  return CopyOut(whole, field, size);
}

int perfc_tracepoint_find_field(const perfc_tracepoint* tracepoint,
                                const char* name) {
  return tracepoint && name ? tracepoint->tracepoint.Find(name) : -EINVAL;
}

int perfc_tracepoint_matches(const perfc_tracepoint* tracepoint,
                             const void* raw, size_t raw_size) {
  return tracepoint && raw &&
         tracepoint->tracepoint.Matches(RawOf(raw, raw_size));
}

int perfc_tracepoint_value(const perfc_tracepoint* tracepoint, const void* raw,
                           size_t raw_size, uint32_t field, uint32_t index,
                           uint64_t* value) {
  const Field* it = FieldOf(tracepoint, raw, field);
  if (!it || !value) return -EINVAL;
  return tracepoint->tracepoint.Value(RawOf(raw, raw_size), *it, index, value);
}

int perfc_tracepoint_range(const perfc_tracepoint* tracepoint, const void* raw,
                           size_t raw_size, uint32_t field, uint32_t index,
                           uint32_t* offset, uint32_t* length) {
  const Field* it = FieldOf(tracepoint, raw, field);
  if (!it || !offset || !length) return -EINVAL;
  Part part;
  if (int failed = tracepoint->tracepoint.Locate(RawOf(raw, raw_size), *it,
                                                 index, &part)) {
    return failed;
  }
  *offset = part.offset;
  *length = part.length;
  return 0;
}

int perfc_tracepoint_text(const perfc_tracepoint* tracepoint, const void* raw,
                          size_t raw_size, uint32_t field, char* buffer,
                          size_t size) {
  if (!tracepoint || !raw || (!buffer && size > 0)) return -EINVAL;
  const Tracepoint& it = tracepoint->tracepoint;
  const Raw data = RawOf(raw, raw_size);
  if (field == PERFC_FIELD_ALL) {
    return perfc::tracefs::FormatRecord(it, data, buffer, size);
  }
  if (field >= it.fields().size()) return -EINVAL;
  return perfc::tracefs::FormatField(it, data, it.fields()[field], buffer,
                                     size);
}

int perfc_tracepoint_column_values(const perfc_tracepoint* tracepoint,
                                   const perfc_batch* batch, uint32_t field,
                                   uint32_t index, void* values, size_t stride,
                                   uint8_t* validity, uint32_t capacity,
                                   perfc_tracepoint_rows* rows,
                                   size_t rows_size) {
  const Field* it = FieldOf(tracepoint, values, field);
  if (!it || !batch || stride < sizeof(uint64_t)) return -EINVAL;
  perfc_column raw;
  if (int failed = RawColumn(*batch, capacity, &raw)) return failed;
  perfc_tracepoint_rows counted;
  const int failed =
      perfc::tracefs::ReadValues(tracepoint->tracepoint, raw, *it, index,
                                 values, stride, validity, &counted);
  if (failed) return failed;
  if (rows != nullptr) CopyOut(counted, rows, rows_size);
  return static_cast<int>(counted.rows);
}

int perfc_tracepoint_column_ranges(const perfc_tracepoint* tracepoint,
                                   const perfc_batch* batch, uint32_t field,
                                   uint32_t index, int32_t* offsets,
                                   int32_t* lengths, uint8_t* validity,
                                   uint32_t capacity,
                                   perfc_tracepoint_rows* rows,
                                   size_t rows_size) {
  const Field* it = FieldOf(tracepoint, offsets, field);
  if (!it || !batch || !lengths) return -EINVAL;
  perfc_column raw;
  if (int failed = RawColumn(*batch, capacity, &raw)) return failed;
  const perfc_tracepoint_rows counted = perfc::tracefs::ReadRanges(
      tracepoint->tracepoint, raw, *it, index, offsets, lengths, validity);
  if (rows != nullptr) CopyOut(counted, rows, rows_size);
  return static_cast<int>(counted.rows);
}
