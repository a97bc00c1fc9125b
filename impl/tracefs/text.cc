#include "impl/tracefs/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdint>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

// Text of any length into a buffer of the caller's, as snprintf does.
class Writer {
 public:
  Writer(char* buffer, size_t size) : buffer_(buffer), size_(size) {}

  void Put(absl::string_view text) {
    if (length_ < size_) {
      memcpy(buffer_ + length_, text.data(),
             std::min(text.size(), size_ - length_));
    }
    length_ += text.size();
  }
  void Put(char c) { Put(absl::string_view(&c, 1)); }
  template <typename Number>
  void PutNumber(Number number, int base = 10) {
    char digits[24];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, number, base).ptr;
    Put(absl::string_view(digits, static_cast<size_t>(end - digits)));
  }
  // The length without a NUL, which is written in any case.
  int Finish() {
    if (size_ > 0) buffer_[std::min(length_, size_ - 1)] = '\0';
    return static_cast<int>(std::min<size_t>(length_, INT_MAX));
  }

 private:
  char* buffer_;
  size_t size_;
  size_t length_ = 0;
};

// Control characters, which a terminal would obey, are written as \x1b.
void PutCharacter(char c, Writer* out) {
  const auto byte = static_cast<uint8_t>(c);
  if (byte >= 0x20 && byte != 0x7f && c != '\\') {
    out->Put(c);
    return;
  }
  const char escaped[] = {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
  out->Put(absl::string_view(escaped, sizeof escaped));
}

void PutText(absl::string_view text, Writer* out) {
  for (char c : text) PutCharacter(c, out);
}

void PutBytes(const uint8_t* bytes, size_t size, Writer* out) {
  for (size_t i = 0; i < size; ++i) {
    out->Put(kDigits[bytes[i] >> 4]);
    out->Put(kDigits[bytes[i] & 15]);
  }
}

void PutNumber(const Field& field, uint64_t value, Writer* out) {
  if (field.style == Style::kHexadecimal) {
    const uint32_t unused = 64 - 8 * field.element_size;
    out->Put("0x");
    out->PutNumber(value << unused >> unused, 16);
  } else if ((field.style == Style::kCharacter ||
              field.kind == PERFC_FIELD_KIND_CHAR) &&
             value < 0x80 && absl::ascii_isprint(static_cast<uint8_t>(value))) {
    out->Put(static_cast<char>(value));
  } else if (field.Has(PERFC_FIELD_FLAG_SIGNED)) {
    out->PutNumber(static_cast<int64_t>(value));
  } else {
    out->PutNumber(value);
  }
}

// The text of one field, whose place has been found.
class FieldText {
 public:
  FieldText(const Tracepoint& tracepoint, const Raw& raw, const Field& field,
            Writer* out)
      : tracepoint_(tracepoint), raw_(raw), field_(field), out_(out) {}

  int Put() {
    if (field_.kind == PERFC_FIELD_KIND_STRING) return PutStrings();
    Part part;
    if (const int failed = tracepoint_.Locate(raw_, field_, 0, &part)) {
      return failed;
    }
    switch (field_.kind) {
      case PERFC_FIELD_KIND_BYTES:
        PutBytes(raw_.data + part.offset, part.length, out_);
        return 0;
      case PERFC_FIELD_KIND_BITMASK:
        PutBits(part);
        return 0;
      default:
        PutNumbers(part);
        return 0;
    }
  }

 private:
  uint64_t ValueAt(uint32_t index) const {
    uint64_t value = 0;
    (void)tracepoint_.Value(raw_, field_, index, &value);
    return value;
  }

  void PutNumbers(const Part& part) {
    if (!field_.Has(PERFC_FIELD_FLAG_ARRAY)) {
      PutNumber(field_, ValueAt(0), out_);
      return;
    }
    out_->Put('[');
    for (uint32_t i = 0; i < ElementsOf(field_, part); ++i) {
      if (i > 0) out_->Put(',');
      PutNumber(field_, ValueAt(i), out_);
    }
    out_->Put(']');
  }

  int PutStrings() {
    if (field_.count < 2 || !field_.Has(PERFC_FIELD_FLAG_LOCATED)) {
      return PutString(0);
    }
    out_->Put('[');
    for (uint32_t i = 0; i < field_.count; ++i) {
      if (i > 0) out_->Put(',');
      if (const int failed = PutString(i)) return failed;
    }
    out_->Put(']');
    return 0;
  }

  int PutString(uint32_t index) {
    Part part;
    if (const int failed = tracepoint_.Locate(raw_, field_, index, &part)) {
      return failed;
    }
    PutText(
        {reinterpret_cast<const char*>(raw_.data + part.offset), part.length},
        out_);
    return 0;
  }

  bool Bit(uint32_t bit) const {
    const uint32_t width = 8 * field_.element_size;
    return ValueAt(bit / width) >> bit % width & 1;
  }

  // The bits that are set, as the kernel writes lists of CPUs: "0-3,5".
  void PutBits(const Part& part) {
    const uint32_t bits = ElementsOf(field_, part) * 8 * field_.element_size;
    bool first = true;
    for (uint32_t bit = 0; bit < bits; ++bit) {
      if (!Bit(bit)) continue;
      const uint32_t begin = bit;
      while (bit + 1 < bits && Bit(bit + 1)) ++bit;
      if (!first) out_->Put(',');
      first = false;
      out_->PutNumber(begin);
      if (bit == begin) continue;
      out_->Put('-');
      out_->PutNumber(bit);
    }
  }

  const Tracepoint& tracepoint_;
  const Raw& raw_;
  const Field& field_;
  Writer* out_;
};

}  // namespace

int FormatField(const Tracepoint& tracepoint, const Raw& raw,
                const Field& field, char* buffer, size_t size) {
  Writer out(buffer, size);
  const int failed = FieldText(tracepoint, raw, field, &out).Put();
  const int length = out.Finish();
  return failed ? failed : length;
}

int FormatRecord(const Tracepoint& tracepoint, const Raw& raw, char* buffer,
                 size_t size) {
  Writer out(buffer, size);
  bool first = true;
  int failed = 0;
  for (const Field& field : tracepoint.fields()) {
    if (field.Has(PERFC_FIELD_FLAG_COMMON)) continue;
    if (!first) out.Put(' ');
    first = false;
    out.Put(tracepoint.Text(field.name));
    out.Put('=');
    failed = FieldText(tracepoint, raw, field, &out).Put();
    if (failed) break;
  }
  const int length = out.Finish();
  return failed ? failed : length;
}

}  // namespace perfc::tracefs
