// Every record type but SAMPLE. Each struct has the kernel's fields and writes
// the body; EncodeRecord puts the header before it and the trailer behind it.

#ifndef PERFC_TEST_ENCODER_SIDEBAND_H_
#define PERFC_TEST_ENCODER_SIDEBAND_H_

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "test/encoder/attr.h"
#include "test/encoder/sample.h"
#include "test/encoder/writer.h"

namespace encoder {

// struct sample_id.
struct SampleId {
  uint32_t pid = 0;
  uint32_t tid = 0;
  uint64_t time = 0;
  uint64_t id = 0;
  uint64_t stream_id = 0;
  uint32_t cpu = 0;
  uint32_t cpu_reserved = 0;
  uint64_t identifier = 0;

  // Nothing, unless the attr has sample_id_all.
  void Write(const Attr &attr, Writer *out) const;
};

struct Mmap {
  static constexpr uint32_t kType = 1;
  uint32_t pid = 0;
  uint32_t tid = 0;
  uint64_t addr = 0;
  uint64_t len = 0;
  uint64_t pgoff = 0;
  std::string filename;
  void Write(const Attr &attr, Writer *out) const;
};

struct Lost {
  static constexpr uint32_t kType = 2;
  uint64_t id = 0;
  uint64_t lost = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct Comm {
  static constexpr uint32_t kType = 3;
  uint32_t pid = 0;
  uint32_t tid = 0;
  std::string comm;
  void Write(const Attr &attr, Writer *out) const;
};

// EXIT and FORK.
template <uint32_t Type>
struct Task {
  static constexpr uint32_t kType = Type;
  uint32_t pid = 0;
  uint32_t ppid = 0;
  uint32_t tid = 0;
  uint32_t ptid = 0;
  uint64_t time = 0;
  void Write(const Attr &, Writer *out) const {
    out->U32(pid).U32(ppid).U32(tid).U32(ptid).U64(time);
  }
};
using Exit = Task<4>;
using Fork = Task<7>;

// THROTTLE and UNTHROTTLE.
template <uint32_t Type>
struct Rate {
  static constexpr uint32_t kType = Type;
  uint64_t time = 0;
  uint64_t id = 0;
  uint64_t stream_id = 0;
  void Write(const Attr &, Writer *out) const {
    out->U64(time).U64(id).U64(stream_id);
  }
};
using Throttle = Rate<5>;
using Unthrottle = Rate<6>;

struct Read {
  static constexpr uint32_t kType = 8;
  uint32_t pid = 0;
  uint32_t tid = 0;
  ReadFormat read;
  void Write(const Attr &attr, Writer *out) const;
};

// Both forms: misc has bit 14 for the one with a build id.
struct Mmap2 {
  static constexpr uint32_t kType = 10;
  uint32_t pid = 0;
  uint32_t tid = 0;
  uint64_t addr = 0;
  uint64_t len = 0;
  uint64_t pgoff = 0;
  bool has_build_id = false;
  uint8_t build_id_size = 0;
  std::array<uint8_t, 20> build_id = {};
  uint32_t maj = 0;
  uint32_t min = 0;
  uint64_t ino = 0;
  uint64_t ino_generation = 0;
  uint32_t prot = 0;
  uint32_t flags = 0;
  std::string filename;
  void Write(const Attr &attr, Writer *out) const;
};

struct Aux {
  static constexpr uint32_t kType = 11;
  uint64_t aux_offset = 0;
  uint64_t aux_size = 0;
  uint64_t flags = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct ItraceStart {
  static constexpr uint32_t kType = 12;
  uint32_t pid = 0;
  uint32_t tid = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct LostSamples {
  static constexpr uint32_t kType = 13;
  uint64_t lost = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct Switch {
  static constexpr uint32_t kType = 14;
  void Write(const Attr &, Writer *) const {}
};

struct SwitchCpuWide {
  static constexpr uint32_t kType = 15;
  uint32_t next_prev_pid = 0;
  uint32_t next_prev_tid = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct Namespaces {
  static constexpr uint32_t kType = 16;
  uint32_t pid = 0;
  uint32_t tid = 0;
  std::vector<std::pair<uint64_t, uint64_t>> links;  // dev, ino
  void Write(const Attr &attr, Writer *out) const;
};

struct Ksymbol {
  static constexpr uint32_t kType = 17;
  uint64_t addr = 0;
  uint32_t len = 0;
  uint16_t ksym_type = 0;
  uint16_t flags = 0;
  std::string name;
  void Write(const Attr &attr, Writer *out) const;
};

struct BpfEvent {
  static constexpr uint32_t kType = 18;
  uint16_t type = 0;
  uint16_t flags = 0;
  uint32_t id = 0;
  std::array<uint8_t, 8> tag = {};
  void Write(const Attr &attr, Writer *out) const;
};

struct Cgroup {
  static constexpr uint32_t kType = 19;
  uint64_t id = 0;
  std::string path;
  void Write(const Attr &attr, Writer *out) const;
};

struct TextPoke {
  static constexpr uint32_t kType = 20;
  uint64_t addr = 0;
  Bytes old_bytes;
  Bytes new_bytes;
  void Write(const Attr &attr, Writer *out) const;
};

struct AuxOutputHwId {
  static constexpr uint32_t kType = 21;
  uint64_t hw_id = 0;
  void Write(const Attr &attr, Writer *out) const;
};

struct CallchainDeferred {
  static constexpr uint32_t kType = 22;
  uint64_t cookie = 0;
  std::vector<uint64_t> ips;
  void Write(const Attr &attr, Writer *out) const;
};

template <typename Body>
Bytes EncodeRecord(const Body &body, uint16_t misc, const SampleId &id,
                   const Attr &attr, Order order) {
  Writer out(order);
  BeginRecord(Body::kType, misc, &out);
  body.Write(attr, &out);
  id.Write(attr, &out);
  return FinishRecord(&out);
}

}  // namespace encoder

#endif  // PERFC_TEST_ENCODER_SIDEBAND_H_
