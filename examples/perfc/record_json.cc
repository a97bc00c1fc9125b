#include "examples/perfc/record_json.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include "examples/perfc/record_string.h"
#include "examples/perfc/sample_json.h"

namespace tool {
namespace {

constexpr size_t kHeaderSize = 8;
constexpr uint32_t kFirstOwnType = 64;

struct In {
  const perfc_record& record;
  JsonLine* line;

  void Small(const char* key, uint32_t value) const { line->Small(key, value); }
  void Big(const char* key, uint64_t value) const { line->Big(key, value); }
  void Text(const char* key, const perfc_range& range) const {
    line->Text(key, StringOf(record, range));
  }
};

template <typename T>
void AddTask(const In& in, const T& body) {
  in.Small("pid", body.pid);
  in.Small("tid", body.tid);
}

void Add(const In& in, const perfc_record_mmap& body) {
  AddTask(in, body);
  in.Big("addr", body.addr);
  in.Big("len", body.len);
  in.Big("pgoff", body.pgoff);
  if (body.fields & PERFC_MMAP_HAS_BUILD_ID) {
    in.line->Bytes("build_id", body.build_id, body.build_id_size);
  }
  if (body.fields & PERFC_MMAP_HAS_INODE) {
    in.Small("maj", body.maj);
    in.Small("min", body.min);
    in.Big("ino", body.ino);
    in.Big("ino_generation", body.ino_generation);
  }
  if (body.fields & PERFC_MMAP_HAS_PROT) {
    in.Small("prot", body.prot);
    in.Small("flags", body.flags);
  }
  in.Text("filename", body.filename);
}

void Add(const In& in, const perfc_record_lost& body) {
  in.Big("id", body.id);
  in.Big("lost", body.lost);
}

void Add(const In& in, const perfc_record_comm& body) {
  AddTask(in, body);
  in.Text("comm", body.comm);
}

void Add(const In& in, const perfc_record_task& body) {
  in.Small("pid", body.pid);
  in.Small("ppid", body.ppid);
  in.Small("tid", body.tid);
  in.Small("ptid", body.ptid);
  in.Big("time", body.time);
}

void Add(const In& in, const perfc_record_throttle& body) {
  in.Big("time", body.time);
  in.Big("id", body.id);
  in.Big("stream_id", body.stream_id);
}

void Add(const In& in, const perfc_record_read& body) {
  AddTask(in, body);
  AddRead(in.record, body.read, in.line);
}

void Add(const In& in, const perfc_record_aux& body) {
  in.Big("aux_offset", body.aux_offset);
  in.Big("aux_size", body.aux_size);
  in.Big("flags", body.flags);
}

void Add(const In& in, const perfc_record_itrace_start& body) {
  AddTask(in, body);
}

void Add(const In& in, const perfc_record_lost_samples& body) {
  in.Big("lost", body.lost);
}

void Add(const In& in, const perfc_record_switch& body) {
  in.Small("out", body.out);
  in.Small("preempted", body.preempted);
  if (!body.has_other) return;
  in.Small("next_prev_pid", body.next_prev_pid);
  in.Small("next_prev_tid", body.next_prev_tid);
}

void Add(const In& in, const perfc_record_namespaces& body) {
  AddTask(in, body);
  const auto* links = static_cast<const perfc_namespace*>(perfc_record_range(
      &in.record, &body.namespaces, sizeof(perfc_namespace)));
  in.line->BeginList("namespaces");
  for (uint32_t i = 0; i < body.namespaces.count; ++i) {
    in.line->BeginObject(nullptr);
    in.Big("dev", links[i].dev);
    in.Big("ino", links[i].ino);
    in.line->EndObject();
  }
  in.line->EndList();
}

void Add(const In& in, const perfc_record_ksymbol& body) {
  in.Big("addr", body.addr);
  in.Small("len", body.len);
  in.Small("ksym_type", body.ksym_type);
  in.Small("flags", body.flags);
  in.Text("name", body.name);
}

void Add(const In& in, const perfc_record_bpf_event& body) {
  in.Small("bpf_type", body.type);
  in.Small("flags", body.flags);
  in.Small("id", body.id);
  in.line->Bytes("tag", body.tag, sizeof body.tag);
}

void Add(const In& in, const perfc_record_cgroup& body) {
  in.Big("id", body.id);
  in.Text("path", body.path);
}

void Add(const In& in, const perfc_record_text_poke& body) {
  in.Big("addr", body.addr);
  AddBytes("old_bytes", in.record, body.old_bytes, in.line);
  AddBytes("new_bytes", in.record, body.new_bytes, in.line);
}

void Add(const In& in, const perfc_record_aux_output_hw_id& body) {
  in.Big("hw_id", body.hw_id);
}

void Add(const In& in, const perfc_record_callchain_deferred& body) {
  in.Big("cookie", body.cookie);
  AddWords("callchain", in.record, body.callchain, in.line);
}

void AddTrailer(const perfc_sample_id& id, JsonLine* line) {
  const auto has = [&](uint64_t bit) { return id.present & bit; };
  if (id.present == 0) return;
  line->BeginObject("sample_id");
  if (has(PERFC_SAMPLE_TID)) {
    line->Small("pid", id.pid);
    line->Small("tid", id.tid);
  }
  if (has(PERFC_SAMPLE_TIME)) line->Big("time", id.time);
  if (has(PERFC_SAMPLE_ID)) line->Big("id", id.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) line->Big("stream_id", id.stream_id);
  if (has(PERFC_SAMPLE_CPU)) line->Small("cpu", id.cpu);
  if (has(PERFC_SAMPLE_IDENTIFIER)) line->Big("identifier", id.identifier);
  line->EndObject();
}

template <typename T>
using Decode = int (*)(const perfc_plan*, const perfc_record*, T*, size_t);

template <typename T>
int AddDecoded(Decode<T> decode, const perfc_stream_record& from,
               JsonLine* line) {
  T body;
  perfc_sample_id id;
  int failed = decode(from.plan, &from.record, &body, sizeof body);
  if (failed == 0) {
    failed = perfc_decode_sample_id(from.plan, &from.record, &id, sizeof id);
  }
  if (failed != 0) return failed;
  line->Small("attr", id.attr_index);
  Add({from.record, line}, body);
  AddTrailer(id, line);
  return 0;
}

void AddBody(const perfc_record& record, JsonLine* line) {
  line->Bytes("body", record.data + kHeaderSize, record.size - kHeaderSize);
}

int AddFields(const perfc_stream_record& from, JsonLine* line) {
  switch (from.record.type) {
    case PERFC_RECORD_SAMPLE:
      return AddSample(from.plan, from.record, line);
#define PERFC_ADD(TYPE, NAME) \
  case PERFC_RECORD_##TYPE:   \
    return AddDecoded(perfc_decode_##NAME, from, line);
      PERFC_ADD(MMAP, mmap)
      PERFC_ADD(LOST, lost)
      PERFC_ADD(COMM, comm)
      PERFC_ADD(EXIT, task)
      PERFC_ADD(THROTTLE, throttle)
      PERFC_ADD(UNTHROTTLE, throttle)
      PERFC_ADD(FORK, task)
      PERFC_ADD(READ, read)
      PERFC_ADD(MMAP2, mmap)
      PERFC_ADD(AUX, aux)
      PERFC_ADD(ITRACE_START, itrace_start)
      PERFC_ADD(LOST_SAMPLES, lost_samples)
      PERFC_ADD(SWITCH, switch)
      PERFC_ADD(SWITCH_CPU_WIDE, switch)
      PERFC_ADD(NAMESPACES, namespaces)
      PERFC_ADD(KSYMBOL, ksymbol)
      PERFC_ADD(BPF_EVENT, bpf_event)
      PERFC_ADD(CGROUP, cgroup)
      PERFC_ADD(TEXT_POKE, text_poke)
      PERFC_ADD(AUX_OUTPUT_HW_ID, aux_output_hw_id)
      PERFC_ADD(CALLCHAIN_DEFERRED, callchain_deferred)
#undef PERFC_ADD
    default:
      break;
  }
  if (from.record.type >= kFirstOwnType) return AddOwnRecord(from, line);
  AddBody(from.record, line);
  return 0;
}

void AddPlace(const perfc_stream_record& from, JsonLine* line) {
  line->BeginObject("from");
  line->Big("time", from.time);
  line->Big("sequence", from.sequence);
  if (from.position != PERFC_NO_POSITION) line->Big("position", from.position);
  line->Small("source", from.source);
  line->Small("flags", from.flags);
  if (from.tail_size > 0) line->Big("tail_size", from.tail_size);
  line->EndObject();
}

}  // namespace

std::string RecordJson(const perfc_stream_record& from) {
  const char* name = perfc_record_type_name(from.record.type);
  JsonLine line;
  line.BeginObject(nullptr);
  if (name != nullptr) {
    line.Text("type", name);
  } else {
    line.Small("type", from.record.type);
  }
  line.Small("misc", from.record.misc);
  JsonLine fields = line;
  const int failed = AddFields(from, &fields);
  if (failed == 0) {
    line = std::move(fields);
  } else {
    const char* error = strerrorname_np(-failed);
    line.Text("error", error != nullptr ? error : std::strerror(-failed));
    AddBody(from.record, &line);
  }
  AddPlace(from, &line);
  line.EndObject();
  return line.Take();
}

}  // namespace tool
