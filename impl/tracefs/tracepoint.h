// A tracepoint's format file, parsed. The result reads the raw data of samples.
#ifndef PERFC_IMPL_TRACEFS_TRACEPOINT_H_
#define PERFC_IMPL_TRACEFS_TRACEPOINT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/tracefs/declaration.h"
#include "impl/tracefs/print_format.h"
#include "perfc/error.h"

namespace perfc::tracefs {

// Locations are 16 bits, and a record is below 64 KiB.
inline constexpr uint32_t kMaxRaw = 0xffff;

struct Field {
  uint32_t name;  // Where they stand among the strings.
  uint32_t type;
  uint32_t kind;   // PERFC_FIELD_*
  uint32_t flags;  // PERFC_FIELD_*
  uint32_t offset;
  uint32_t size;
  uint32_t element_size;  // At least 1.
  uint32_t count;         // 0: the data say.
  Style style;

  bool Has(uint32_t flag) const { return flags & flag; }
};

// The raw data of one sample.
struct Raw {
  const uint8_t* data;
  size_t size;
};

// A part of raw data, in bytes.
struct Part {
  uint32_t offset;
  uint32_t length;
};

class Tracepoint {
 public:
  Tracepoint() = default;
  Tracepoint(const Tracepoint&) = delete;
  Tracepoint& operator=(const Tracepoint&) = delete;

  // Once, before anything else. -EINVAL with the line, -ENOMEM.
  int Parse(absl::string_view system, absl::string_view format, bool foreign,
            const char* operation, perfc_error* error);

  uint32_t id() const { return id_; }
  bool foreign() const { return foreign_; }
  const char* system() const { return Text(system_); }
  const char* name() const { return Text(name_); }
  const char* print_format() const { return Text(print_format_); }
  const char* Text(uint32_t at) const { return strings_.data() + at; }
  const base::Buffer<Field>& fields() const { return fields_; }
  // The first of that name, or -ENOENT.
  int Find(absl::string_view name) const;

  // Whether the raw data are of this tracepoint.
  bool Matches(const Raw& raw) const;

  // These allocate nothing. -EBADMSG: the data end before the field does, or a
  // location points outside of them. -EINVAL: the field is no number. -ENODATA:
  // there is no element `index`.
  //
  // A field's bytes, those of a string up to its NUL. index is 0, except in an
  // array of locations.
  int Locate(const Raw& raw, const Field& field, uint32_t index,
             Part* part) const;
  int Value(const Raw& raw, const Field& field, uint32_t index,
            uint64_t* value) const;
  uint64_t Number(const uint8_t* at, uint32_t size) const;

 private:
  struct Parser;

  void SetStyles(absl::string_view print_format);
  int LocateWhole(const Raw& raw, const Field& field, uint32_t index,
                  Part* part) const;

  base::Buffer<char> strings_;  // Each with its NUL.
  base::Buffer<Field> fields_;
  uint32_t system_ = 0;
  uint32_t name_ = 0;
  uint32_t print_format_ = 0;
  uint32_t id_ = 0;
  uint32_t type_offset_ = 0;  // Of common_type.
  bool foreign_ = false;
};

bool IsNumber(const Field& field);
// How many elements a part of the field's has.
uint32_t ElementsOf(const Field& field, const Part& part);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_TRACEPOINT_H_
