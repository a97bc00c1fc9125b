#include "impl/profile/writer/attrs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include "impl/profile/writer/hash.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {

perfc_attr Event::known() const {
  perfc_attr known = {};
  memcpy(&known, attr.data(), std::min(attr.size(), sizeof known));
  return known;
}

Attrs::~Attrs() { KeepFirst(0); }

void Attrs::KeepFirst(uint32_t count) {
  for (size_t i = count; i < events_.size(); ++i) delete events_[i];
  if (events_.size() > count) (void)events_.Resize(count);  // it only shrinks
}

uint32_t Attrs::Find(absl::Span<const uint8_t> attr, uint32_t from) const {
  const uint64_t hash = Hash(attr.data(), attr.size());
  for (uint32_t i = from; i < count(); ++i) {
    const Event& event = *events_[i];
    if (event.hash == hash && event.attr.size() == attr.size() &&
        memcmp(event.attr.data(), attr.data(), attr.size()) == 0) {
      return i;
    }
  }
  return kNone;
}

int Attrs::Add(absl::Span<const uint8_t> attr) {
  if (count() == kMaxEvents) return -ERANGE;
  std::unique_ptr<Event> event(new (std::nothrow) Event);
  if (event == nullptr || !event->attr.AppendAll(attr.data(), attr.size()) ||
      !events_.Append(event.get())) {
    return -ENOMEM;
  }
  event->hash = Hash(attr.data(), attr.size());
  constexpr uint64_t kIdFields = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_ID;
  event->has_id_field = (event->known().sample_type & kIdFields) != 0;
  event.release();
  ++version_;
  return 0;
}

uint32_t Attrs::OwnerOf(uint64_t id) const {
  const uint64_t* owner = owners_.Find(id);
  return owner ? static_cast<uint32_t>(*owner) : kNone;
}

bool Attrs::AddId(uint32_t index, uint64_t id) {
  Event& event = *events_[index];
  if (!event.ids.Append(id)) return false;
  if (!owners_.Insert(id, index)) {
    (void)event.ids.Resize(event.ids.size() - 1);  // it only shrinks
    return false;
  }
  ++version_;
  return true;
}

bool Attrs::NewId(uint32_t index, uint64_t* id) {
  while (OwnerOf(next_id_) != kNone) ++next_id_;
  *id = next_id_;
  return AddId(index, next_id_);
}

bool Attrs::FirstId(uint32_t index, uint64_t* id) {
  const Event& event = *events_[index];
  if (event.ids.size() == 0) return NewId(index, id);
  *id = event.ids[0];
  return true;
}

bool Attrs::Name(uint32_t index, absl::string_view name) {
  base::Buffer<char>& to = events_[index]->name;
  return to.size() > 0 || to.AppendAll(name.data(), name.size());
}

int Attrs::TellsApart(perfc_error* error) const {
  perfc_plan* plan;
  if (perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr) != 0) {
    return -ENOMEM;
  }
  int result = 0;
  for (uint32_t i = 0; i < count() && result >= 0; ++i) {
    const Event& event = *events_[i];
    result = perfc_plan_add_attr(plan, event.attr.data(), event.attr.size(),
                                 nullptr, 0, nullptr);
  }
  if (result >= 0) result = perfc_plan_tells_apart(plan, error);
  perfc_plan_destroy(plan);
  return result;
}

}  // namespace perfc::profile::writer
