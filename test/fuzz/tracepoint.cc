// A tracepoint's format file up to a NUL, a byte for the byte order, and raw
// data that are decoded by it.
#include "perfc/tracepoint.h"

#include <cerrno>
#include <string>

#include "perfc/batch.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "test/vectors/decode.h"

namespace {

using fuzz::Demand;
using fuzz::Touch;

constexpr uint32_t kElements = 4;

void TryElement(const perfc_tracepoint* tracepoint, const fuzz::Alone& raw,
                uint32_t field, uint32_t index) {
  uint64_t value;
  perfc_tracepoint_value(tracepoint, raw.data(), raw.size(), field, index,
                         &value);
  uint32_t offset, length;
  if (perfc_tracepoint_range(tracepoint, raw.data(), raw.size(), field, index,
                             &offset, &length) != 0) {
    return;
  }
  Demand(uint64_t{offset} + length <= raw.size(), "a field lies in the data");
  Touch(raw.data() + offset, length);
}

// snprintf's rule: the length of the whole, whatever fits.
void DemandText(const perfc_tracepoint* tracepoint, const fuzz::Alone& raw,
                uint32_t field) {
  const auto text = [&](char* buffer, size_t size) {
    return perfc_tracepoint_text(tracepoint, raw.data(), raw.size(), field,
                                 buffer, size);
  };
  char all[16384];
  char cut[7];
  const int length = text(all, sizeof all);
  const int again = text(cut, sizeof cut);
  Demand(length == again, "the length doesn't depend on the room");
  if (length < 0) return;
  const size_t whole = static_cast<size_t>(length);
  if (whole < sizeof all) Demand(strlen(all) == whole, "the text is whole");
  const size_t fitting = std::min(whole, sizeof cut - 1);
  Demand(strlen(cut) == fitting && memcmp(all, cut, fitting) == 0,
         "a cut text is the begin of the whole");
}

void TryField(const perfc_tracepoint* tracepoint, const fuzz::Alone& raw,
              uint32_t index) {
  struct perfc_tracepoint_field field;
  Demand(
      perfc_tracepoint_get_field(tracepoint, index, &field, sizeof field) == 0,
      "each field can be looked at");
  Touch(field.type, strlen(field.type));
  Demand(perfc_tracepoint_find_field(tracepoint, field.name) <=
             static_cast<int>(index),
         "the first of the name is found");
  for (uint32_t i = 0; i < kElements; ++i) {
    TryElement(tracepoint, raw, index, i);
  }
  TryElement(tracepoint, raw, index, UINT32_MAX);
  DemandText(tracepoint, raw, index);
}

// A sample of {u32 size, the data, padding}.
fuzz::Alone SampleOf(const fuzz::Alone& raw) {
  const auto padded = static_cast<uint32_t>((raw.size() + 4 + 7) / 8 * 8 - 4);
  const uint64_t header = PERFC_RECORD_SAMPLE | uint64_t{padded + 12} << 48;
  std::string record(reinterpret_cast<const char*>(&header), sizeof header);
  record.append(reinterpret_cast<const char*>(&padded), sizeof padded);
  record.append(reinterpret_cast<const char*>(raw.data()), raw.size());
  record.resize(padded + 12);
  return fuzz::Alone(record);
}

// Columns say what the functions of one record say.
void TryColumns(const perfc_tracepoint* tracepoint, uint32_t fields,
                const fuzz::Alone& raw) {
  if (raw.size() > 60000) return;  // No record is longer.
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.sample_type = PERFC_SAMPLE_RAW;
  perfc_plan* made = nullptr;
  Demand(perfc_plan_create(0, &made, nullptr) == 0 &&
             perfc_plan_add_attr(made, &attr, sizeof attr, nullptr, 0,
                                 nullptr) == 0,
         "a plan for raw data is made");
  const vectors::Plan plan(made);
  const vectors::Batch batch = vectors::MakeBatch(0);
  const fuzz::Alone record = SampleOf(raw);
  size_t consumed;
  Demand(perfc_batch_fill_bytes(batch.get(), plan.get(), record.data(),
                                record.size(), &consumed) == 1,
         "a sample of raw data is one row");
  const fuzz::Alone padded(std::string(
      reinterpret_cast<const char*>(record.data()) + 12, record.size() - 12));
  const bool matches =
      perfc_tracepoint_matches(tracepoint, padded.data(), padded.size()) == 1;
  for (uint32_t field = 0; field < fields; ++field) {
    uint64_t one = 0, value = 0;
    const int single = perfc_tracepoint_value(tracepoint, padded.data(),
                                              padded.size(), field, 0, &one);
    perfc_tracepoint_rows rows;
    const int filled = perfc_tracepoint_column_values(
        tracepoint, batch.get(), field, 0, &value, sizeof value, nullptr, 1,
        &rows, sizeof rows);
    Demand((filled == -EINVAL) == (single == -EINVAL), "a kind is a kind");
    if (filled < 0) continue;
    Demand(rows.rows == 1 && rows.present + rows.others + rows.malformed <= 1,
           "a row is counted once");
    Demand(rows.present == (matches && single == 0), "a row has what it has");
    Demand(value == (rows.present == 1 ? one : 0), "and as a number the same");
  }
}

void Decode(const perfc_tracepoint* tracepoint, const fuzz::Alone& raw) {
  perfc_tracepoint_info info;
  Demand(perfc_tracepoint_get_info(tracepoint, &info, sizeof info) == 0,
         "there is always something to tell");
  Touch(info.name, strlen(info.name));
  Touch(info.print_format, strlen(info.print_format));
  perfc_tracepoint_matches(tracepoint, raw.data(), raw.size());
  for (uint32_t i = 0; i < info.field_count; ++i) TryField(tracepoint, raw, i);
  DemandText(tracepoint, raw, PERFC_FIELD_ALL);
  TryColumns(tracepoint, info.field_count, raw);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const fuzz::Alone format(input.TakeTo('\0'));
  const uint32_t order = input.U8() % 3;
  const fuzz::Alone raw(input.Take(input.left()));
  perfc_tracepoint* tracepoint = nullptr;
  perfc_error error;
  const int failed = perfc_tracepoint_create_from_text(
      "system", reinterpret_cast<const char*>(format.data()), format.size(),
      order, &tracepoint, &error);
  if (failed) {
    fuzz::DemandExplained(failed, error);
  } else {
    Decode(tracepoint, raw);
  }
  perfc_tracepoint_destroy(tracepoint);
  return 0;
}
