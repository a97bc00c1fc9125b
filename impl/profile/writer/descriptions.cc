#include "impl/profile/writer/descriptions.h"

#include <cerrno>

#include "impl/base/cursor.h"
#include "impl/base/order.h"
#include "impl/base/text_writer.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

// Reads numbers and strings of a feature. Once something is missing, everything
// is.
class Reader {
 public:
  explicit Reader(absl::Span<const uint8_t> bytes) : left_(bytes) {}

  uint32_t U32() {
    const absl::Span<const uint8_t> bytes = Bytes(4);
    return bytes.empty() ? 0 : base::Load<uint32_t>(bytes.data());
  }
  absl::string_view String() {
    const absl::Span<const uint8_t> bytes = Bytes(U32());
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    const absl::string_view padded(text, bytes.size());
    return padded.substr(0, padded.find('\0'));
  }
  absl::Span<const uint8_t> Bytes(size_t size) {
    ok_ = ok_ && size <= left_.size();
    if (!ok_) return {};
    const absl::Span<const uint8_t> bytes = left_.first(size);
    left_.remove_prefix(size);
    return bytes;
  }
  bool ok() const { return ok_; }

 private:
  absl::Span<const uint8_t> left_;
  bool ok_ = true;
};

// The plan's attr that the entry of an EVENT_DESC is about.
uint32_t AttrOfEntry(const PlanUse& use, uint32_t entry,
                     absl::Span<const uint8_t> ids) {
  if (!ids.empty() && use.count() > 1) {
    const auto id = base::Load<uint64_t>(ids.data());
    const int index = perfc_plan_find_id(use.plan(), id);
    if (index >= 0) return static_cast<uint32_t>(index);
  }
  return entry;
}

constexpr size_t kLongestLabel = 512;

// A label would be another machine's where the number of a PMU or tracepoint is a
// machine's own.
bool IsEverywhere(const perfc_attr& attr) {
  return attr.type <= PERFC_TYPE_BREAKPOINT &&
         attr.type != PERFC_TYPE_TRACEPOINT;
}

}  // namespace

bool TakeNames(absl::Span<const uint8_t> event_desc, const PlanUse& use,
               Attrs* attrs) {
  Reader in(event_desc);
  const uint32_t count = in.U32();
  const uint32_t attr_size = in.U32();
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    in.Bytes(attr_size);
    const uint32_t id_count = in.U32();
    const absl::string_view name = in.String();
    const absl::Span<const uint8_t> ids =
        in.Bytes(size_t{id_count} * sizeof(uint64_t));
    const uint32_t attr = AttrOfEntry(use, i, ids);
    if (!in.ok() || attr >= use.count() || name.empty()) continue;
    if (!attrs->Name(use.attr(attr).event, name)) return false;
  }
  return true;
}

int MapGroups(absl::Span<const uint8_t> group_desc, const PlanUse& use,
              format::Builder* out) {
  Reader in(group_desc);
  const uint32_t count = in.U32();
  uint32_t mapped = 0;
  uint64_t all_members = 0;
  out->U32(0);
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    const absl::string_view name = in.String();
    const uint32_t leader = in.U32();
    const uint32_t members = in.U32();
    all_members += members;
    if (!in.ok() || all_members > use.count()) break;
    if (leader > use.count() - members) continue;
    const uint32_t event = use.attr(leader).event;
    bool contiguous = true;
    for (uint32_t k = 0; k < members; ++k) {
      contiguous &= use.attr(leader + k).event == event + k;
    }
    if (!contiguous) continue;
    out->String(name);
    out->U32(event);
    out->U32(members);
    ++mapped;
  }
  out->SetU32(0, mapped);
  if (!out->ok()) return -ENOMEM;
  return mapped > 0 ? 0 : -ENODATA;
}

bool NameEvents(const perfc_host* host, bool live, Attrs* attrs) {
  for (uint32_t i = 0; i < attrs->count(); ++i) {
    const Event& event = attrs->event(i);
    if (event.name.size() > 0) continue;
    const perfc_attr known = event.known();
    char label[kLongestLabel] = "";
    if (live || IsEverywhere(known)) {
      perfc_attr_label(host, event.attr.data(), event.attr.size(), label,
                       sizeof label);
    }
    if (label[0] == '\0') {
      base::TextWriter writer(label, sizeof label);
      writer.Format("type=%u,config=0x%x", known.type, known.config);
    }
    if (!attrs->Name(i, label)) return false;
  }
  return true;
}

void BuildEventDesc(const Attrs& attrs, const AttrTable& table,
                    format::Builder* out) {
  const uint32_t size = table.AttrSize();
  out->U32(attrs.count());
  out->U32(size);
  for (uint32_t i = 0; i < attrs.count(); ++i) {
    const absl::Span<const uint64_t> ids = table.Ids(i);
    table.AppendAttr(i, size, out);
    out->U32(static_cast<uint32_t>(ids.size()));
    out->String(base::View(attrs.event(i).name));
    out->Bytes(ids.data(), ids.size() * sizeof(uint64_t));
  }
}

}  // namespace perfc::profile::writer
