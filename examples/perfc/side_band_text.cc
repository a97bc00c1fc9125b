#include "examples/perfc/side_band_text.h"

#include <sys/mman.h>

#include <cinttypes>
#include <string_view>

#include "examples/perfc/printable.h"
#include "examples/perfc/record_string.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

std::string TextOf(const perfc_record& record, const perfc_range& range) {
  return Printable(StringOf(record, range));
}

std::string HexOf(const uint8_t* bytes, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += Format("%02x", bytes[i]);
  return text;
}

std::string Body(const perfc_record& record, const perfc_record_comm& comm) {
  const bool exec = record.misc & PERFC_RECORD_MISC_COMM_EXEC;
  return Format("%s: %s:%" PRId32 "/%" PRId32, exec ? " exec" : "",
                TextOf(record, comm.comm).c_str(),
                static_cast<int32_t>(comm.pid), static_cast<int32_t>(comm.tid));
}

std::string Body(const perfc_record&, const perfc_record_task& task) {
  return Format("(%" PRId32 ":%" PRId32 "):(%" PRId32 ":%" PRId32 ")",
                static_cast<int32_t>(task.pid), static_cast<int32_t>(task.tid),
                static_cast<int32_t>(task.ppid),
                static_cast<int32_t>(task.ptid));
}

// What stands between the brackets, and the protection.
std::string FileOf(const perfc_record_mmap& map) {
  const std::string place = Format("[%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64,
                                   map.addr, map.len, map.pgoff);
  if (!(map.fields & PERFC_MMAP_HAS_PROT)) return place + "]: ";
  const std::string file =
      map.fields & PERFC_MMAP_HAS_BUILD_ID
          ? " <" + HexOf(map.build_id, map.build_id_size) + ">"
          : Format(" %02x:%02x %" PRIu64 " %" PRIu64, map.maj, map.min, map.ino,
                   map.ino_generation);
  return place + file +
         Format("]: %c%c%c%c", map.prot & PROT_READ ? 'r' : '-',
                map.prot & PROT_WRITE ? 'w' : '-',
                map.prot & PROT_EXEC ? 'x' : '-',
                map.flags & MAP_SHARED ? 's' : 'p');
}

std::string Body(const perfc_record& record, const perfc_record_mmap& map) {
  std::string text =
      Format(" %" PRId32 "/%" PRId32 ": ", static_cast<int32_t>(map.pid),
             static_cast<int32_t>(map.tid)) +
      FileOf(map);
  if (record.type == PERFC_RECORD_MMAP) {
    text += record.misc & PERFC_RECORD_MISC_MMAP_DATA ? 'r' : 'x';
  }
  return text + " " + TextOf(record, map.filename);
}

std::string Body(const perfc_record&, const perfc_record_switch& one) {
  const char* way = one.preempted ? "OUT preempt" : one.out ? "OUT" : "IN";
  const std::string text = Format(" %-11s", way);
  if (!one.has_other) return text;
  return text + Format("  %s pid/tid: %5" PRId32 "/%-5" PRId32,
                       one.out ? "next" : "prev",
                       static_cast<int32_t>(one.next_prev_pid),
                       static_cast<int32_t>(one.next_prev_tid));
}

std::string Body(const perfc_record& record,
                 const perfc_record_namespaces& body) {
  constexpr const char* kNames[] = {"net",  "uts", "ipc",   "pid",
                                    "user", "mnt", "cgroup"};
  const auto* links = static_cast<const perfc_namespace*>(
      perfc_record_range(&record, &body.namespaces, sizeof(perfc_namespace)));
  std::string text =
      Format(" %" PRIu32 "/%" PRIu32 " - nr_namespaces: %u\n\t\t[", body.pid,
             body.tid, body.namespaces.count);
  for (uint32_t i = 0; i < body.namespaces.count; ++i) {
    const char* before = i > 0 && i % 4 == 0 ? "\n\t\t " : "";
    const char* behind = i + 1 < body.namespaces.count ? ", " : "";
    text += Format("%s%u/%s: %" PRIu64 "/%#" PRIx64 "%s", before, i,
                   i < 7 ? kNames[i] : "unknown", links[i].dev, links[i].ino,
                   behind);
  }
  return text + "]";
}

std::string Body(const perfc_record& record, const perfc_record_cgroup& body) {
  return Format(" cgroup: %" PRIu64 " %s", body.id,
                TextOf(record, body.path).c_str());
}

std::string Body(const perfc_record&, const perfc_record_lost& body) {
  return Format(" lost %" PRIu64, body.lost);
}

std::string Body(const perfc_record&, const perfc_record_lost_samples& body) {
  return Format(" lost %" PRIu64, body.lost);
}

std::string Body(const perfc_record& record, const perfc_record_ksymbol& body) {
  return Format(" addr %" PRIx64 " len %u type %u flags 0x%x name %s",
                body.addr, body.len, body.ksym_type, body.flags,
                TextOf(record, body.name).c_str());
}

std::string Body(const perfc_record&, const perfc_record_bpf_event& body) {
  return Format(" type %u, flags %u, id %u", body.type, body.flags, body.id);
}

std::string Body(const perfc_record&, const perfc_record_text_poke& body) {
  return Format(" addr %" PRIx64 " old len %u new len %u", body.addr,
                body.old_bytes.count, body.new_bytes.count);
}

template <typename T>
uint32_t TidOf(const T&) {
  return 0;
}
uint32_t TidOf(const perfc_record_comm& body) { return body.tid; }
uint32_t TidOf(const perfc_record_task& body) { return body.tid; }
uint32_t TidOf(const perfc_record_mmap& body) { return body.tid; }
uint32_t TidOf(const perfc_record_namespaces& body) { return body.tid; }

template <typename T>
SideBandText Decoded(int (*decode)(const perfc_plan*, const perfc_record*, T*,
                                   size_t),
                     const perfc_stream_record& from) {
  T body;
  if (decode(from.plan, &from.record, &body, sizeof body) != 0) return {};
  return {std::string("PERF_RECORD_") +
              perfc_record_type_name(from.record.type) +
              Body(from.record, body),
          TidOf(body)};
}

}  // namespace

bool IsShown(const Shown& shown, uint32_t type) {
  switch (type) {
    case PERFC_RECORD_COMM:
    case PERFC_RECORD_FORK:
    case PERFC_RECORD_EXIT:
      return shown.tasks;
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return shown.mmaps;
    case PERFC_RECORD_SWITCH:
    case PERFC_RECORD_SWITCH_CPU_WIDE:
      return shown.switches;
    case PERFC_RECORD_NAMESPACES:
      return shown.namespaces;
    case PERFC_RECORD_CGROUP:
      return shown.cgroups;
    case PERFC_RECORD_LOST:
    case PERFC_RECORD_LOST_SAMPLES:
      return shown.lost;
    case PERFC_RECORD_KSYMBOL:
    case PERFC_RECORD_BPF_EVENT:
      return shown.bpf;
    case PERFC_RECORD_TEXT_POKE:
      return shown.text_poke;
    default:
      return false;
  }
}

SideBandText TextOfSideBand(const perfc_stream_record& from) {
  switch (from.record.type) {
#define PERFC_TEXT(TYPE, NAME) \
  case PERFC_RECORD_##TYPE:    \
    return Decoded(perfc_decode_##NAME, from);
    PERFC_TEXT(COMM, comm)
    PERFC_TEXT(FORK, task)
    PERFC_TEXT(EXIT, task)
    PERFC_TEXT(MMAP, mmap)
    PERFC_TEXT(MMAP2, mmap)
    PERFC_TEXT(SWITCH, switch)
    PERFC_TEXT(SWITCH_CPU_WIDE, switch)
    PERFC_TEXT(NAMESPACES, namespaces)
    PERFC_TEXT(CGROUP, cgroup)
    PERFC_TEXT(LOST, lost)
    PERFC_TEXT(LOST_SAMPLES, lost_samples)
    PERFC_TEXT(KSYMBOL, ksymbol)
    PERFC_TEXT(BPF_EVENT, bpf_event)
    PERFC_TEXT(TEXT_POKE, text_poke)
#undef PERFC_TEXT
    default:
      return {};
  }
}

}  // namespace tool
