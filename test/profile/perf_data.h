// Writes perf.data files for tests, number by number and in either byte order. It
// shares nothing with the library: tools/perf/Documentation/perf.data-file-format.txt
// and tools/lib/perf/include/perf/event.h are its sources.
#ifndef PERFC_TEST_PROFILE_PERF_DATA_H_
#define PERFC_TEST_PROFILE_PERF_DATA_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace perf_data {

enum class Endian { kLittle, kBig };

// Bytes that grow at their end.
class Bytes {
 public:
  explicit Bytes(Endian endian = Endian::kLittle) : endian_(endian) {}

  Bytes& U8(uint8_t value) { return Number(value, 1); }
  Bytes& U16(uint16_t value) { return Number(value, 2); }
  Bytes& U32(uint32_t value) { return Number(value, 4); }
  Bytes& U64(uint64_t value) { return Number(value, 8); }
  Bytes& Add(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
  }
  Bytes& Zeros(size_t count) {
    bytes_.append(count, '\0');
    return *this;
  }
  // Text with at least one NUL, up to a multiple of `align` bytes.
  Bytes& Text(const std::string& text, size_t align = 8) {
    return Add(text).Zeros(align - text.size() % align);
  }

  const std::string& bytes() const { return bytes_; }
  size_t size() const { return bytes_.size(); }
  operator const std::string&() const { return bytes_; }

 private:
  Bytes& Number(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      const int byte = endian_ == Endian::kLittle ? i : bytes - 1 - i;
      bytes_ += static_cast<char>(value >> 8 * byte);
    }
    return *this;
  }

  Endian endian_;
  std::string bytes_;
};

// A record: the header, and what follows it.
inline std::string Record(Endian endian, uint32_t type, const std::string& body,
                          uint16_t misc = 0) {
  Bytes out(endian);
  out.U32(type).U16(misc).U16(static_cast<uint16_t>(8 + body.size()));
  return out.Add(body);
}

// IP, TID, TIME, CPU and IDENTIFIER.
constexpr uint64_t kSampleType = 0x1 | 0x2 | 0x4 | 0x80 | 0x10000;
constexpr uint64_t kSampleTypeWithoutTime = kSampleType & ~uint64_t{0x4};

struct Attr {
  uint64_t sample_type = kSampleType;
  std::vector<uint64_t> ids;
  uint32_t config = 0;
  uint32_t size = 112;   // what the attr says
  uint32_t bytes = 112;  // what it has
  bool sample_id_all = true;
};

// The flags are bit-fields, which a big-endian compiler lays out from the highest bit
// on.
inline std::string AttrBytes(Endian endian, const Attr& attr) {
  const uint64_t flag = attr.sample_id_all ? 18 : 63;
  const uint64_t flags =
      !attr.sample_id_all
          ? 0
          : uint64_t{1} << (endian == Endian::kBig ? 63 - flag : flag);
  Bytes out(endian);
  out.U32(1).U32(attr.size).U64(attr.config).U64(4000);
  out.U64(attr.sample_type).U64(0).U64(flags);
  return out.Zeros(attr.bytes - out.size());
}

// Numbers that tests don't care about are made of the time.
struct Sample {
  uint64_t time = 0;
  uint64_t id = 1;
  uint32_t pid = 100;
  uint32_t tid = 101;
  uint32_t cpu = 0;
  uint64_t ip = 0x400000;
};

// A sample of kSampleType, or without its time.
inline std::string SampleRecord(Endian endian, const Sample& sample,
                                bool with_time = true) {
  Bytes body(endian);
  body.U64(sample.id).U64(sample.ip).U32(sample.pid).U32(sample.tid);
  if (with_time) body.U64(sample.time);
  body.U32(sample.cpu).U32(0);
  return Record(endian, 9, body, 2);
}

// What stands behind other records of such an attr.
inline std::string Trailer(Endian endian, uint64_t time, uint64_t id = 1) {
  return Bytes(endian).U32(100).U32(101).U64(time).U32(0).U32(0).U64(id);
}

inline std::string Comm(Endian endian, uint64_t time,
                        const std::string& name = "name", uint64_t id = 1) {
  Bytes body(endian);
  body.U32(100).U32(101).Text(name);
  return Record(endian, 3, body.Add(Trailer(endian, time, id)));
}

inline std::string Lost(Endian endian, uint64_t time, uint64_t lost) {
  Bytes body(endian);
  body.U64(1).U64(lost);
  return Record(endian, 2, body.Add(Trailer(endian, time)));
}

inline std::string FinishedRound(Endian endian) {
  return Record(endian, 68, "");
}

inline std::string HeaderAttr(Endian endian, const Attr& attr) {
  Bytes body(endian);
  body.Add(AttrBytes(endian, attr));
  for (uint64_t id : attr.ids) body.U64(id);
  return Record(endian, 64, body);
}

// A string as features have it.
inline std::string FeatureText(Endian endian, const std::string& text) {
  Bytes padded;
  padded.Text(text, 64);
  return Bytes(endian).U32(static_cast<uint32_t>(padded.size())).Add(padded);
}

// A file in the form that can't be written to a pipe.
struct File {
  Endian endian = Endian::kLittle;
  std::vector<Attr> attrs = {{}};
  std::string data;
  // By number, in ascending order.
  std::vector<std::pair<uint32_t, std::string>> features;

  std::string magic = "PERFILE2";
  uint64_t header_size = 104;
  bool without_data_size = false;
  // Bytes of `long`, in which the bits of features are written.
  int word = 8;

  size_t AttrSize() const {
    return (attrs.empty() ? 112 : attrs[0].bytes) + 16;
  }
  size_t IdCount() const {
    size_t count = 0;
    for (const Attr& attr : attrs) count += attr.ids.size();
    return count;
  }
  size_t AttrsOffset() const { return header_size + 8 * IdCount(); }
  size_t DataOffset() const {
    return AttrsOffset() + attrs.size() * AttrSize();
  }

  std::string Features() const {
    if (features.empty()) return {};
    Bytes sections(endian);
    std::string content;
    uint64_t at = DataOffset() + data.size() + 16 * features.size();
    for (const auto& [number, bytes] : features) {
      sections.U64(at).U64(bytes.size());
      content += bytes;
      at += bytes.size();
    }
    return sections.Add(content);
  }

  std::string Header() const {
    Bytes out(endian);
    std::string begin = magic;
    if (endian == Endian::kBig && magic == "PERFILE2") begin = "2ELIFREP";
    out.Add(begin).U64(header_size).U64(AttrSize());
    out.U64(AttrsOffset()).U64(attrs.size() * AttrSize());
    out.U64(DataOffset()).U64(without_data_size ? 0 : data.size());
    out.U64(0).U64(0);
    if (header_size < 104) return out;
    uint64_t bits[4] = {};
    for (const auto& feature : features) {
      bits[feature.first / 64] |= uint64_t{1} << feature.first % 64;
    }
    for (const uint64_t word_of_64 : bits) {
      if (word == 8) {
        out.U64(word_of_64);
      } else {
        out.U32(static_cast<uint32_t>(word_of_64));
        out.U32(static_cast<uint32_t>(word_of_64 >> 32));
      }
    }
    return out;
  }

  std::string Build() const {
    Bytes out(endian);
    out.Add(Header());
    uint64_t ids_at = header_size;
    for (const Attr& attr : attrs) {
      for (const uint64_t id : attr.ids) out.U64(id);
    }
    for (const Attr& attr : attrs) {
      out.Add(AttrBytes(endian, attr));
      out.U64(ids_at).U64(8 * attr.ids.size());
      ids_at += 8 * attr.ids.size();
    }
    return out.Add(data).Add(Features());
  }
};

// The first bytes of a file in pipe mode.
inline std::string PipeHeader(Endian endian) {
  Bytes out(endian);
  out.Add(endian == Endian::kBig ? "2ELIFREP" : "PERFILE2");
  return out.U64(16);
}

}  // namespace perf_data

#endif  // PERFC_TEST_PROFILE_PERF_DATA_H_
