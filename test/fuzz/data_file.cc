#include "test/fuzz/data_file.h"

#include <algorithm>

#include "perfc/uapi.h"

namespace fuzz {
namespace {

constexpr size_t kHeaderSize = 104;
constexpr size_t kPipeHeaderSize = 16;
constexpr size_t kFeatureWords = 4;

// Numbers in the file's byte order.
class Writer {
 public:
  explicit Writer(uint32_t byte_order)
      : big_(byte_order == PERFC_BYTE_ORDER_BIG) {}

  void Number(uint64_t number, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
      const size_t place = big_ ? bytes - 1 - i : i;
      out_ += static_cast<char>(number >> 8 * place);
    }
  }
  void U64(uint64_t number) { Number(number, 8); }
  void Append(const void* data, size_t size) {
    if (size != 0) out_.append(static_cast<const char*>(data), size);
  }
  void Magic() { out_ += big_ ? "2ELIFREP" : "PERFILE2"; }
  void Header(uint32_t type, size_t size) {
    Number(type, 4);
    Number(0, 2);
    Number(size, 2);
  }
  size_t size() const { return out_.size(); }
  std::string Take() { return std::move(out_); }

 private:
  bool big_;
  std::string out_;
};

// Attrs of one file have one size.
size_t AttrSize(const vectors::Stored& from) {
  size_t size = 0;
  for (const auto& attr : from.attrs) size = std::max(size, attr.size);
  return size;
}

void WriteAttrs(const vectors::Stored& from, Writer* out) {
  const size_t size = AttrSize(from);
  uint64_t at = kHeaderSize;
  for (const auto& attr : from.attrs) {
    out->Append(attr.data, attr.size);
    const std::string padding(size - attr.size, '\0');
    out->Append(padding.data(), padding.size());
    out->U64(at);
    out->U64(8 * attr.ids.size());
    at += 8 * attr.ids.size();
  }
}

void WriteFeatures(const Features& features, Writer* out) {
  uint64_t at = out->size() + 16 * features.size();
  for (const auto& [number, content] : features) {
    out->U64(at);
    out->U64(content.size());
    at += content.size();
  }
  for (const auto& [number, content] : features) {
    out->Append(content.data(), content.size());
  }
}

void WriteHeader(const vectors::Stored& from, const Features& features,
                 size_t ids, Writer* out) {
  const size_t entry = AttrSize(from) + 16;
  const size_t attrs_at = kHeaderSize + 8 * ids;
  uint64_t bits[kFeatureWords] = {};
  for (const auto& feature : features) {
    bits[feature.first / 64] |= uint64_t{1} << feature.first % 64;
  }
  out->Magic();
  for (const uint64_t word :
       {uint64_t{kHeaderSize}, uint64_t{entry}, uint64_t{attrs_at},
        uint64_t{entry * from.attrs.size()},
        uint64_t{attrs_at + entry * from.attrs.size()}, uint64_t{from.size},
        uint64_t{0}, uint64_t{0}}) {
    out->U64(word);
  }
  for (const uint64_t word : bits) out->U64(word);
}

}  // namespace

std::string MakeDataFile(const vectors::Stored& from,
                         const Features& features) {
  Writer out(from.byte_order);
  size_t ids = 0;
  for (const auto& attr : from.attrs) ids += attr.ids.size();
  WriteHeader(from, features, ids, &out);
  for (const auto& attr : from.attrs) {
    for (const uint64_t id : attr.ids) out.U64(id);
  }
  WriteAttrs(from, &out);
  out.Append(from.records, from.size);
  WriteFeatures(features, &out);
  return out.Take();
}

std::string MakePipeFile(const vectors::Stored& from,
                         const Features& features) {
  Writer out(from.byte_order);
  out.Magic();
  out.U64(kPipeHeaderSize);
  for (const auto& attr : from.attrs) {
    out.Header(PERFC_RECORD_HEADER_ATTR, 8 + attr.size + 8 * attr.ids.size());
    out.Append(attr.data, attr.size);
    for (const uint64_t id : attr.ids) out.U64(id);
  }
  for (const auto& [number, content] : features) {
    out.Header(PERFC_RECORD_HEADER_FEATURE, 16 + content.size());
    out.U64(number);
    out.Append(content.data(), content.size());
  }
  out.Append(from.records, from.size);
  return out.Take();
}

}  // namespace fuzz
