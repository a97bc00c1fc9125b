// The perf tool's own records, which begin at type 64. Their layouts are those of
// tools/lib/perf/include/perf/event.h.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "examples/perfc/feature_names.h"
#include "examples/perfc/record_json.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr size_t kHeaderSize = 8;
constexpr uint16_t kMiscBuildIdSize = 0x8000;  // PERF_RECORD_MISC_BUILD_ID_SIZE
constexpr size_t kMostBuildId = 20;

// Reads a record from its front. A read beyond the end gives zeros, and `failed`.
class Reader {
 public:
  explicit Reader(const perfc_record& record)
      : at_(record.data + kHeaderSize), left_(record.size - kHeaderSize) {}

  template <typename T>
  T Take() {
    T value = {};
    if (const uint8_t* from = Bytes(sizeof value)) {
      std::memcpy(&value, from, sizeof value);
    }
    return value;
  }
  uint16_t U16() { return Take<uint16_t>(); }
  uint32_t U32() { return Take<uint32_t>(); }
  uint64_t U64() { return Take<uint64_t>(); }

  const uint8_t* Bytes(size_t size) {
    if (size > left_) {
      failed_ = true;
      return nullptr;
    }
    const uint8_t* from = at_;
    at_ += size;
    left_ -= size;
    return from;
  }

  // Text in a field of so many bytes, to its first NUL.
  std::string_view Text(size_t size) {
    const auto* from = reinterpret_cast<const char*>(Bytes(size));
    if (from == nullptr) return {};
    return {from, strnlen(from, size)};
  }

  // Whether `count` elements of so many bytes are left.
  bool Has(uint64_t count, size_t element) {
    if (count <= left_ / element) return true;
    failed_ = true;
    return false;
  }

  size_t left() const { return left_; }
  bool failed() const { return failed_; }

 private:
  const uint8_t* at_;
  size_t left_;
  bool failed_ = false;
};

void AddRest(const char* key, Reader* in, JsonLine* line) {
  const size_t size = in->left();
  line->Bytes(key, in->Bytes(size), size);
}

void AddWordsLeft(const char* key, Reader* in, JsonLine* line) {
  line->BeginList(key);
  while (in->left() >= sizeof(uint64_t)) line->Big(nullptr, in->U64());
  line->EndList();
}

void AddHeaderAttr(Reader* in, JsonLine* line) {
  Reader head = *in;
  head.U32();
  const uint32_t size = head.U32();
  const uint8_t* attr = in->Bytes(size);
  if (attr == nullptr) return;
  line->Bytes("perf_event_attr", attr, size);
  AddWordsLeft("ids", in, line);
}

void AddBuildId(const perfc_record& record, Reader* in, JsonLine* line) {
  line->Signed("pid", in->Take<int32_t>());
  const uint8_t* id = in->Bytes(24);
  if (id == nullptr) return;
  const size_t said = id[kMostBuildId];
  const bool sized = record.misc & kMiscBuildIdSize && said <= kMostBuildId;
  line->Bytes("build_id", id, sized ? said : kMostBuildId);
  line->Text("filename", in->Text(in->left()));
}

void AddIdIndex(Reader* in, JsonLine* line) {
  const uint64_t nr = in->U64();
  if (!in->Has(nr, 32)) return;
  line->BeginList("entries");
  for (uint64_t i = 0; i < nr; ++i) {
    line->BeginObject(nullptr);
    for (const char* key : {"id", "idx", "cpu", "tid"}) {
      line->Big(key, in->U64());
    }
    line->EndObject();
  }
  line->EndList();
  if (in->left() == 0) return;
  // Since 6.0: the machines of guests, one for each entry.
  AddWordsLeft("machines", in, line);
}

void AddAuxtraceInfo(Reader* in, JsonLine* line) {
  line->Small("auxtrace_type", in->U32());
  in->U32();
  AddWordsLeft("priv", in, line);
}

void AddAuxtrace(Reader* in, JsonLine* line) {
  for (const char* key : {"size", "offset", "reference"}) {
    line->Big(key, in->U64());
  }
  for (const char* key : {"idx", "tid", "cpu"}) line->Small(key, in->U32());
}

void AddAuxtraceError(Reader* in, JsonLine* line) {
  for (const char* key : {"error_type", "code", "cpu", "pid", "tid", "fmt"}) {
    line->Small(key, in->U32());
  }
  line->Big("ip", in->U64());
  line->Big("time", in->U64());
  line->Text("msg", in->Text(in->left() < 64 ? in->left() : 64));
}

void AddThreadMap(Reader* in, JsonLine* line) {
  const uint64_t nr = in->U64();
  if (!in->Has(nr, 24)) return;
  line->BeginList("threads");
  for (uint64_t i = 0; i < nr; ++i) {
    line->BeginObject(nullptr);
    line->Big("pid", in->U64());
    line->Text("comm", in->Text(16));
    line->EndObject();
  }
  line->EndList();
}

// The bits of a mask of CPUs, in words of word_size bytes.
void AddMask(uint16_t words, uint16_t word_size, Reader* in, JsonLine* line) {
  if (word_size != 4 && word_size != 8) return;
  if (word_size == 8) in->U32();  // padding
  if (!in->Has(words, word_size)) return;
  for (uint32_t word = 0; word < words; ++word) {
    const uint64_t bits = word_size == 8 ? in->U64() : in->U32();
    for (uint32_t bit = 0; bit < word_size * 8u; ++bit) {
      if (bits >> bit & 1) line->Small(nullptr, word * word_size * 8u + bit);
    }
  }
}

void AddCpuMap(Reader* in, JsonLine* line) {
  enum : uint16_t { kList, kMask, kRange };
  const uint16_t type = in->U16();
  line->BeginList("cpus");
  if (type == kList) {
    const uint16_t nr = in->U16();
    for (uint16_t i = 0; i < nr && in->Has(1, 2); ++i) {
      line->Signed(nullptr, in->Take<int16_t>());
    }
  } else if (type == kMask) {
    const uint16_t words = in->U16();
    AddMask(words, in->U16(), in, line);
  } else if (type == kRange) {
    in->U16();
    const uint32_t first = in->U16();
    const uint32_t last = in->U16();
    for (uint32_t cpu = first; cpu <= last; ++cpu) line->Small(nullptr, cpu);
  }
  line->EndList();
}

void AddStatConfig(Reader* in, JsonLine* line) {
  const uint64_t nr = in->U64();
  if (!in->Has(nr, 16)) return;
  line->BeginList("config");
  for (uint64_t i = 0; i < nr; ++i) {
    line->BeginObject(nullptr);
    line->Big("tag", in->U64());
    line->Big("val", in->U64());
    line->EndObject();
  }
  line->EndList();
}

void AddStat(Reader* in, JsonLine* line) {
  line->Big("id", in->U64());
  line->Small("cpu", in->U32());
  line->Small("thread", in->U32());
  for (const char* key : {"val", "ena", "run"}) line->Big(key, in->U64());
}

void AddStatRound(Reader* in, JsonLine* line) {
  line->Big("round_type", in->U64());
  line->Big("time", in->U64());
}

void AddEventUpdate(Reader* in, JsonLine* line) {
  enum : uint64_t { kUnit, kScale, kName, kCpus };
  const uint64_t type = in->U64();
  line->Big("update_type", type);
  line->Big("id", in->U64());
  if (type == kUnit) line->Text("unit", in->Text(in->left()));
  if (type == kName) line->Text("name", in->Text(in->left()));
  if (type == kScale) {
    line->Text("scale", Format("%.17g", in->Take<double>()));
  }
  if (type == kCpus) AddCpuMap(in, line);
}

void AddTimeConv(Reader* in, JsonLine* line) {
  for (const char* key : {"time_shift", "time_mult", "time_zero"}) {
    line->Big(key, in->U64());
  }
  // Since 5.10.
  if (in->left() < 18) return;
  line->Big("time_cycles", in->U64());
  line->Big("time_mask", in->U64());
  line->Small("cap_user_time_zero", in->Take<uint8_t>());
  line->Small("cap_user_time_short", in->Take<uint8_t>());
}

void AddFeature(Reader* in, JsonLine* line) {
  const uint64_t feature = in->U64();
  line->Big("feat_id", feature);
  const std::string_view name = FeatureName(feature);
  if (!name.empty()) line->Text("name", name);
  AddRest("data", in, line);
}

void AddCompressed2(Reader* in, JsonLine* line) {
  line->Big("data_size", in->U64());
  AddRest("data", in, line);
}

void AddEventType(Reader* in, JsonLine* line) {
  line->Big("event_id", in->U64());
  line->Text("name", in->Text(in->left()));
}

}  // namespace

int AddOwnRecord(const perfc_stream_record& from, JsonLine* line) {
  Reader in(from.record);
  switch (from.record.type) {
    case PERFC_RECORD_HEADER_BUILD_ID:
      AddBuildId(from.record, &in, line);
      break;
    case PERFC_RECORD_HEADER_TRACING_DATA:
      line->Small("size", in.U32());
      break;
    case PERFC_RECORD_COMPRESSED:
      AddRest("data", &in, line);
      break;
    case PERFC_RECORD_FINISHED_ROUND:
    case PERFC_RECORD_FINISHED_INIT:
      break;
#define PERFC_ADD(TYPE, FUNCTION) \
  case PERFC_RECORD_##TYPE:       \
    FUNCTION(&in, line);          \
    break;
      PERFC_ADD(HEADER_ATTR, AddHeaderAttr)
      PERFC_ADD(HEADER_EVENT_TYPE, AddEventType)
      PERFC_ADD(ID_INDEX, AddIdIndex)
      PERFC_ADD(AUXTRACE_INFO, AddAuxtraceInfo)
      PERFC_ADD(AUXTRACE, AddAuxtrace)
      PERFC_ADD(AUXTRACE_ERROR, AddAuxtraceError)
      PERFC_ADD(THREAD_MAP, AddThreadMap)
      PERFC_ADD(CPU_MAP, AddCpuMap)
      PERFC_ADD(STAT_CONFIG, AddStatConfig)
      PERFC_ADD(STAT, AddStat)
      PERFC_ADD(STAT_ROUND, AddStatRound)
      PERFC_ADD(EVENT_UPDATE, AddEventUpdate)
      PERFC_ADD(TIME_CONV, AddTimeConv)
      PERFC_ADD(HEADER_FEATURE, AddFeature)
      PERFC_ADD(COMPRESSED2, AddCompressed2)
#undef PERFC_ADD
    default:
      AddRest("body", &in, line);
  }
  return in.failed() ? -EBADMSG : 0;
}

}  // namespace tool
