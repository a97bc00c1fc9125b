#include "test/vectors/container.h"

#include <cstring>

namespace vectors {
namespace {

using encoder::Order;
using encoder::Writer;

constexpr char kMagic[] = "PERFCVEC";
constexpr uint32_t kVersion = 2;
constexpr size_t kName = 48;

// Takes what it is asked for, or remembers that it wasn't there.
class Reader {
 public:
  Reader(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  const uint8_t* Take(size_t size) {
    if (size > static_cast<size_t>(end_ - at_)) good_ = false;
    if (!good_) return nullptr;
    const uint8_t* taken = at_;
    at_ += size;
    return taken;
  }
  uint64_t Number(size_t size) {
    const uint8_t* bytes = Take(size);
    uint64_t value = 0;
    for (size_t i = 0; bytes != nullptr && i < size; ++i) {
      value |= uint64_t{bytes[i]} << (8 * i);
    }
    return value;
  }
  uint32_t U32() { return static_cast<uint32_t>(Number(4)); }
  bool good() const { return good_; }
  bool AtEnd() const { return at_ == end_; }

 private:
  const uint8_t* at_;
  const uint8_t* end_;
  bool good_ = true;
};

size_t Padded(size_t size) { return (size + 7) / 8 * 8; }

bool ReadCase(Reader* in, Stored* out) {
  const auto* name = reinterpret_cast<const char*>(in->Take(kName));
  if (name == nullptr) return false;
  out->name.assign(name, strnlen(name, kName));
  out->byte_order = in->U32();
  const uint32_t attrs = in->U32();
  out->record_count = in->U32();
  out->size = in->U32();
  out->default_attr = in->U32();
  in->U32();
  for (uint32_t i = 0; i < attrs && in->good(); ++i) {
    Stored::StoredAttr attr;
    attr.size = in->U32();
    const uint32_t ids = in->U32();
    attr.data = in->Take(Padded(attr.size));
    for (uint32_t k = 0; k < ids && in->good(); ++k) {
      attr.ids.push_back(in->Number(8));
    }
    out->attrs.push_back(attr);
  }
  out->records = in->Take(Padded(out->size));
  return in->good();
}

}  // namespace

ContainerWriter::ContainerWriter() {
  bytes_ = Writer(Order::kLittle).Text(kMagic).U32(kVersion).U32(0).bytes();
}

void ContainerWriter::Add(const Case& added, Order order) {
  Writer records(order);
  for (const Record& record : added.records) {
    records.Raw(Encode(added, record, order));
  }
  Add(added, order, records.bytes().data(), records.size());
}

void ContainerWriter::Add(const Case& added, Order order,
                          const uint8_t* records, size_t size) {
  Writer out(Order::kLittle);
  out.Text(added.name.substr(0, kName)).Resize(kName);
  out.U32(order == Order::kBig ? 2 : 1);
  out.U32(static_cast<uint32_t>(added.attrs.size()));
  out.U32(static_cast<uint32_t>(added.records.size()));
  out.U32(static_cast<uint32_t>(size));
  out.U32(added.default_attr).U32(0);
  for (const AttrWithIds& attr : added.attrs) {
    const encoder::Bytes bytes = attr.attr.Encode(order);
    out.U32(static_cast<uint32_t>(bytes.size()));
    out.U32(static_cast<uint32_t>(attr.ids.size()));
    out.Raw(bytes).U64s(attr.ids);
  }
  bytes_.insert(bytes_.end(), out.bytes().begin(), out.bytes().end());
  bytes_.insert(bytes_.end(), records, records + size);
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  ++count_;
}

const encoder::Bytes& ContainerWriter::Finish() {
  const encoder::Bytes count = Writer(Order::kLittle).U32(count_).bytes();
  std::memcpy(bytes_.data() + 12, count.data(), count.size());
  return bytes_;
}

bool ReadContainer(const uint8_t* data, size_t size, std::vector<Stored>* out) {
  Reader in(data, size);
  const uint8_t* header = in.Take(8);
  if (header == nullptr || std::memcmp(header, kMagic, 8) != 0) return false;
  if (in.U32() != kVersion) return false;
  const uint32_t count = in.U32();
  for (uint32_t i = 0; i < count && in.good(); ++i) {
    out->emplace_back();
    if (!ReadCase(&in, &out->back())) return false;
  }
  return in.good() && in.AtEnd();
}

}  // namespace vectors
