// The parts of Writer that make the header's features, and send a pipe its header.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/string_view.h"
#include "impl/base/order.h"
#include "impl/profile/synthesize/host_feature.h"
#include "impl/profile/writer/descriptions.h"
#include "impl/profile/writer/tracing.h"
#include "impl/profile/writer/writer.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kMostRecord = 0xffff;
// perf 6.1 refuses a pipe with a feature that it doesn't know.
constexpr uint32_t kMostPiped = PERFC_FEATURE_PMU_CAPS;

// Facts about the machine.
constexpr uint32_t kHostFacts[] = {
    PERFC_FEATURE_HOSTNAME,      PERFC_FEATURE_OSRELEASE,
    PERFC_FEATURE_VERSION,       PERFC_FEATURE_ARCH,
    PERFC_FEATURE_NRCPUS,        PERFC_FEATURE_CPUDESC,
    PERFC_FEATURE_CPUID,         PERFC_FEATURE_TOTAL_MEM,
    PERFC_FEATURE_CMDLINE,       PERFC_FEATURE_CPU_TOPOLOGY,
    PERFC_FEATURE_NUMA_TOPOLOGY, PERFC_FEATURE_PMU_MAPPINGS,
    PERFC_FEATURE_CACHE,         PERFC_FEATURE_MEM_TOPOLOGY,
    PERFC_FEATURE_CPU_PMU_CAPS,  PERFC_FEATURE_HYBRID_TOPOLOGY,
    PERFC_FEATURE_PMU_CAPS,      PERFC_FEATURE_CPU_DOMAIN_INFO,
    PERFC_FEATURE_E_MACHINE,     PERFC_FEATURE_CLN_SIZE};

// Features that describe the file itself, whatever the records' sources were.
bool IsMade(uint32_t feature) {
  switch (feature) {
    case PERFC_FEATURE_BUILD_ID:
    case PERFC_FEATURE_EVENT_DESC:
    case PERFC_FEATURE_BRANCH_STACK:
    case PERFC_FEATURE_AUXTRACE:
    case PERFC_FEATURE_SAMPLE_TIME:
    case PERFC_FEATURE_DIR_FORMAT:
    case PERFC_FEATURE_COMPRESSED:
      return true;
    default:
      return false;
  }
}

// What PERFC_STRIP_HOST leaves. Registers and system calls need the architecture.
bool IsNoHostFact(uint32_t feature) {
  return feature == PERFC_FEATURE_ARCH || feature == PERFC_FEATURE_VERSION ||
         feature == PERFC_FEATURE_CMDLINE || feature == PERFC_FEATURE_E_MACHINE;
}

}  // namespace

// ---- facts

bool Writer::Strips(uint32_t feature) const {
  if ((options_.strip & PERFC_STRIP_COMMANDS) &&
      feature == PERFC_FEATURE_CMDLINE) {
    return true;
  }
  const bool host = std::find(std::begin(kHostFacts), std::end(kHostFacts),
                              feature) != std::end(kHostFacts);
  return (options_.strip & PERFC_STRIP_HOST) && host && !IsNoHostFact(feature);
}

// A feature of a source is there whole.
int Writer::TakeFact(Fact* fact) {
  const uint32_t feature = fact->feature;
  const bool has_use = use_ != nullptr;
  format::Builder changed;
  int failed = 0;
  bool replaced = false;
  if (feature == PERFC_FEATURE_EVENT_DESC && has_use) {
    if (!TakeNames(fact->span(), *use_, &attrs_)) return -ENOMEM;
  }
  if (feature == PERFC_FEATURE_GROUP_DESC && has_use) {
    failed = MapGroups(fact->span(), *use_, &changed);
    replaced = true;
  }
  if (feature == PERFC_FEATURE_TRACING_DATA &&
      (options_.strip & PERFC_STRIP_COMMANDS)) {
    failed = CopyWithoutNames(fact->span(), &changed);
    replaced = true;
  }
  if (failed == -ENOMEM) return failed;
  if (IsMade(feature) || Strips(feature) || replaced) facts_.Remove(feature);
  if (!replaced || failed) return 0;
  return facts_.Set(feature, changed) ? 0 : -ENOMEM;
}

int Writer::CollectFact(uint32_t feature) {
  if (facts_.Has(feature) || Strips(feature)) return 0;
  format::Builder bytes;
  const int failed = synthesize::HostFeature(host_, feature, &bytes);
  if (failed == -ENOMEM) return failed;
  if (failed) return 0;
  return facts_.Set(feature, bytes) ? 0 : -ENOMEM;
}

int Writer::CollectClock() {
  for (uint32_t i = 0; i < attrs_.count(); ++i) {
    const perfc_attr known = attrs_.event(i).known();
    if (!(known.flags & PERFC_ATTR_USE_CLOCKID)) continue;
    format::Builder resolution;
    format::Builder now;
    if (!facts_.Has(PERFC_FEATURE_CLOCKID) &&
        synthesize::ClockId(known.clockid, &resolution) == 0 &&
        !facts_.Set(PERFC_FEATURE_CLOCKID, resolution)) {
      return -ENOMEM;
    }
    if (!facts_.Has(PERFC_FEATURE_CLOCK_DATA) &&
        synthesize::ClockData(known.clockid, &now) == 0 &&
        !facts_.Set(PERFC_FEATURE_CLOCK_DATA, now)) {
      return -ENOMEM;
    }
    return 0;
  }
  return 0;
}

// The facts of this machine that no source gave, if there were records of it, and the
// names of events.
int Writer::CollectFacts() {
  if (!NameEvents(host_, now_.live, &attrs_)) return -ENOMEM;
  if (!now_.live) return 0;
  for (const uint32_t feature : kHostFacts) {
    if (int failed = CollectFact(feature)) return failed;
  }
  if (int failed = CollectClock()) return failed;
  if (facts_.Has(PERFC_FEATURE_TRACING_DATA)) return 0;
  format::Builder tracing;
  const int failed = BuildTracing(host_, attrs_, &tracing);
  if (failed == -ENOMEM) return failed;
  if (failed) return 0;
  return facts_.Set(PERFC_FEATURE_TRACING_DATA, tracing) ? 0 : -ENOMEM;
}

// Makes a feature that describes the file. -ENODATA: the file doesn't have it.
int Writer::BuildMade(uint32_t feature, format::Builder* out) {
  switch (feature) {
    case PERFC_FEATURE_BUILD_ID:
      for (size_t i = 0; i < objects_.size(); ++i) {
        objects_.BuildRecord(i, options_.strip, out);
      }
      return out->size() == 0 && out->ok() ? -ENODATA : 0;
    case PERFC_FEATURE_EVENT_DESC:
      BuildEventDesc(attrs_, layout_.table(), out);
      return attrs_.count() > 0 ? 0 : -ENODATA;
    case PERFC_FEATURE_BRANCH_STACK:
      for (uint32_t i = 0; i < attrs_.count(); ++i) {
        const perfc_attr known = attrs_.event(i).known();
        if (known.sample_type & PERFC_SAMPLE_BRANCH_STACK) return 0;
      }
      return -ENODATA;
    case PERFC_FEATURE_AUXTRACE:
      if (aux_.size() == 0) return -ENODATA;
      out->U64(aux_.size());
      out->Bytes(aux_.data(), aux_.size() * sizeof(AuxPlace));
      return 0;
    case PERFC_FEATURE_SAMPLE_TIME:
      if (now_.first_sample == 0) return -ENODATA;
      out->U64(now_.first_sample);
      out->U64(now_.last_sample);
      return 0;
    case PERFC_FEATURE_COMPRESSED: {
      if (!output_.compresses()) return -ENODATA;
      const uint64_t size = std::max<uint64_t>(output_.size(), 1);
      out->U32(1);  // version
      out->U32(1);  // zstd
      out->U32(options_.zstd_level);
      out->U32(static_cast<uint32_t>(output_.plain_size() / size));
      out->U32(2 * Output::kPiece);  // of perf's buffer for a record's data
      return 0;
    }
    default:
      return -ENODATA;
  }
}

// ---- a pipe's header

int Writer::SendHeader() {
  if (int failed = SendAttrs()) return failed;
  if (int failed = CollectFacts()) return failed;
  return SendFacts();
}

// A reader can't take in more ids later.
int Writer::SendAttrs() {
  if (now_.sent_events == attrs_.count()) return 0;
  if (!NameEvents(host_, now_.live, &attrs_)) return -ENOMEM;
  const uint32_t size = layout_.table().AttrSize();
  for (uint32_t i = now_.sent_events; i < attrs_.count(); ++i) {
    if (int failed = SendAttr(i, size)) return failed;
    if (int failed = SendName(i)) return failed;
    attrs_.event(i).sealed = true;
  }
  now_.sent_events = attrs_.count();
  return 0;
}

int Writer::SendAttr(uint32_t index, uint32_t size) {
  uint64_t first;
  const Event& event = attrs_.event(index);
  if (event.has_id_field && !attrs_.FirstId(index, &first)) return -ENOMEM;
  const size_t ids = event.ids.size();
  format::Builder out;
  out.U32(PERFC_RECORD_HEADER_ATTR);
  out.U32(static_cast<uint32_t>(kHeader + size + ids * sizeof(uint64_t)) << 16);
  layout_.table().AppendAttr(index, size, &out);
  out.Bytes(event.ids.data(), ids * sizeof(uint64_t));
  return out.ok() ? output_.PutPlain(out.data(), out.size()) : -ENOMEM;
}

int Writer::SendName(uint32_t index) {
  const Event& event = attrs_.event(index);
  if (event.ids.size() == 0 && attrs_.count() > 1) return 0;
  constexpr size_t kHead = 24;
  const absl::string_view name =
      base::View(event.name).substr(0, kMostRecord - kHead - 8);
  const size_t padded = (name.size() + 8) & ~size_t{7};
  format::Builder out;
  out.U32(PERFC_RECORD_EVENT_UPDATE);
  out.U32(static_cast<uint32_t>(kHead + padded) << 16);
  out.U64(format::kUpdateName);
  out.U64(event.ids.size() > 0 ? event.ids[0] : 0);
  out.Bytes(name.data(), name.size());
  out.Zeros(padded - name.size());
  return out.ok() ? output_.PutPlain(out.data(), out.size()) : -ENOMEM;
}

// What doesn't fit into a record, a pipe can't have.
int Writer::SendFeature(uint32_t feature, absl::Span<const uint8_t> bytes) {
  uint64_t& sent = now_.sent_features[feature / 64];
  const uint64_t bit = uint64_t{1} << feature % 64;
  const size_t size = kHeader + sizeof(uint64_t) + bytes.size();
  if ((sent & bit) || feature > kMostPiped || size > kMostRecord) return 0;
  sent |= bit;
  format::Builder out;
  out.U32(PERFC_RECORD_HEADER_FEATURE);
  out.U32(static_cast<uint32_t>(size) << 16);
  out.U64(feature);
  out.Bytes(bytes.data(), bytes.size());
  return out.ok() ? output_.PutPlain(out.data(), out.size()) : -ENOMEM;
}

// The record has the size of its tail, which is padded to words.
int Writer::SendTracing(absl::Span<const uint8_t> bytes) {
  constexpr uint64_t kBit = 1 << PERFC_FEATURE_TRACING_DATA;
  if (now_.sent_features[0] & kBit) return 0;
  now_.sent_features[0] |= kBit;
  const size_t padded = (bytes.size() + 7) & ~size_t{7};
  constexpr uint32_t kSize = 12;
  format::Builder out;
  out.U32(PERFC_RECORD_HEADER_TRACING_DATA);
  out.U32(kSize << 16);
  out.U32(static_cast<uint32_t>(padded));
  out.Bytes(bytes.data(), bytes.size());
  out.Zeros(padded - bytes.size());
  return out.ok() ? output_.PutPlain(out.data(), out.size()) : -ENOMEM;
}

// A feature that a source or this machine gave.
int Writer::SendFact(uint32_t feature) {
  const Fact* fact = facts_.Find(feature);
  if (fact != nullptr && feature == PERFC_FEATURE_TRACING_DATA) {
    return SendTracing(fact->span());
  }
  return fact != nullptr ? SendFeature(feature, fact->span()) : 0;
}

// Everything that is known and wasn't sent.
int Writer::SendFacts() {
  for (uint32_t feature = 1; feature <= kMostPiped; ++feature) {
    if (int failed = SendFact(feature)) return failed;
  }
  for (const uint32_t feature :
       {PERFC_FEATURE_EVENT_DESC, PERFC_FEATURE_BRANCH_STACK,
        PERFC_FEATURE_SAMPLE_TIME, PERFC_FEATURE_COMPRESSED}) {
    format::Builder made;
    int failed = BuildMade(static_cast<uint32_t>(feature), &made);
    if (failed == -ENODATA) continue;
    if (!failed && !made.ok()) failed = -ENOMEM;
    if (!failed) failed = SendFeature(feature, {made.data(), made.size()});
    if (failed) return failed;
  }
  return 0;
}

}  // namespace perfc::profile::writer
