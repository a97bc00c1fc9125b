#include "impl/profile/writer/plans.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace perfc::profile::writer {
namespace {

// Addresses of plans that are remembered between calls.
constexpr size_t kMostPlans = 4096;
// perfc_plan_ids takes time for all ids of the plan.
constexpr uint32_t kMostCountedAttrs = 64;

uint32_t CountIds(const perfc_plan* plan, uint32_t index) {
  uint32_t count = 0;
  perfc_plan_ids(plan, index, nullptr, 0, &count);
  return count;
}

bool IsOf(const perfc_plan* plan, uint32_t index, uint64_t id) {
  return perfc_plan_find_id(plan, id) == static_cast<int>(index);
}

}  // namespace

uint32_t PlanUse::AttrOf(const perfc_record& record) const {
  uint64_t id;
  if (attrs_.size() == 1 || !FindId(record, &id)) return 0;
  const int index = perfc_plan_find_id(plan_, id);
  return index < 0 ? 0 : static_cast<uint32_t>(index);
}

Plans::~Plans() {
  for (PlanUse* use : uses_) delete use;
}

void Plans::BeginCall() {
  ++call_;
  if (uses_.size() < kMostPlans) return;
  for (PlanUse* use : uses_) delete use;
  uses_.Clear();
  places_ = IdMap();
}

int Plans::Enter(const perfc_plan* plan, PlanUse** use, perfc_error* error) {
  const auto address = reinterpret_cast<uintptr_t>(plan);
  if (const uint64_t* place = places_.Find(address)) {
    *use = uses_[*place];
    return (*use)->call_ == call_ ? 0 : Join(*use, error);
  }
  std::unique_ptr<PlanUse> made(new (std::nothrow) PlanUse);
  if (made == nullptr || !uses_.Reserve(2 * (uses_.size() + 1)) ||
      !places_.Insert(address, uses_.size())) {
    return -ENOMEM;
  }
  made->plan_ = plan;
  *use = made.release();
  (void)uses_.Append(*use);  // there is room
  return Join(*use, error);
}

// Whether the attrs are those that were joined, and have ids in common with
// them.
bool Plans::IsSame(const PlanUse& use) const {
  const int count = perfc_plan_attr_count(use.plan_);
  if (use.count() == 0 || count < static_cast<int>(use.count())) return false;
  uint8_t bytes[sizeof(perfc_attr)];
  for (uint32_t i = 0; i < use.count(); ++i) {
    const PlanAttr& attr = use.attrs_[i];
    const base::Buffer<uint8_t>& was = attrs_->event(attr.event).attr;
    const size_t size = std::min(was.size(), sizeof bytes);
    if (perfc_plan_attr(use.plan_, i, bytes, size) !=
            static_cast<int>(was.size()) ||
        memcmp(bytes, was.data(), size) != 0) {
      return false;
    }
    if (attr.id_count > 0 && (!IsOf(use.plan_, i, attr.first_id) ||
                              !IsOf(use.plan_, i, attr.last_id))) {
      return false;
    }
  }
  return true;
}

bool Plans::HasSameIds(const PlanUse& use) const {
  if (use.count() > kMostCountedAttrs) return true;
  for (uint32_t i = 0; i < use.count(); ++i) {
    if (CountIds(use.plan_, i) != use.attrs_[i].id_count) return false;
  }
  return true;
}

int Plans::Join(PlanUse* use, perfc_error* error) {
  const bool same = IsSame(*use);
  const int count = perfc_plan_attr_count(use->plan_);
  if (count <= 0) return -ENOKEY;
  if (same && count == static_cast<int>(use->count()) &&
      (use->round_ == round_ || HasSameIds(*use))) {
    use->call_ = call_;
    use->round_ = round_;
    return 0;
  }
  if (!same) {
    use->attrs_.Clear();
    use->changed_ = IdMap();
  }
  use->has_kept_id_ = false;
  if (int failed = JoinAttrs(use, error)) {
    use->attrs_.Clear();
    return failed;
  }
  use->call_ = call_;
  use->round_ = round_;
  return 0;
}

int Plans::JoinAttrs(PlanUse* use, perfc_error* error) {
  const uint32_t before = attrs_->count();
  const auto count = static_cast<uint32_t>(perfc_plan_attr_count(use->plan_));
  int failed = 0;
  for (uint32_t i = use->count(); i < count && !failed; ++i) {
    failed = JoinAttr(use, i);
  }
  // A plan that can't tell its own attrs apart is written as it is.
  if (!failed && attrs_->count() > before && before > 0) {
    const int apart = attrs_->TellsApart(error);
    if (apart < 0) failed = apart;
    if (apart == 0 && perfc_plan_tells_apart(use->plan_, nullptr) == 1) {
      failed = -ENOTUNIQ;
    }
  }
  if (failed) {
    attrs_->KeepFirst(before);
    return failed;
  }
  for (uint32_t i = 0; i < count && !failed; ++i) failed = JoinIds(use, i);
  return failed ? failed : JoinDefault(use);
}

// An event of the file with the same attr that isn't another attr of the plan,
// if there is one with its id.
uint32_t Plans::FindEvent(const PlanUse& use, absl::Span<const uint8_t> attr,
                          uint64_t first_id, bool has_ids) const {
  uint32_t found = Attrs::kNone;
  for (uint32_t at = attrs_->Find(attr, 0); at != Attrs::kNone;
       at = attrs_->Find(attr, at + 1)) {
    const bool taken =
        std::any_of(use.attrs_.begin(), use.attrs_.end(),
                    [at](const PlanAttr& one) { return one.event == at; });
    if (taken) continue;
    if (has_ids && attrs_->OwnerOf(first_id) == at) return at;
    if (found == Attrs::kNone) found = at;
  }
  return found;
}

int Plans::JoinAttr(PlanUse* use, uint32_t index) {
  const int size = perfc_plan_attr(use->plan_, index, nullptr, 0);
  if (size <= 0) return -ENOKEY;
  attr_.Clear();
  if (!attr_.Resize(static_cast<size_t>(size))) return -ENOMEM;
  perfc_plan_attr(use->plan_, index, attr_.data(), attr_.size());
  const absl::Span<const uint8_t> bytes(attr_.data(), attr_.size());
  uint64_t first_id = 0;
  const bool has_ids =
      CountIds(use->plan_, index) == 1 &&
      perfc_plan_ids(use->plan_, index, &first_id, 1, nullptr) == 1;
  PlanAttr attr;
  attr.event = FindEvent(*use, bytes, first_id, has_ids);
  if (attr.event == Attrs::kNone) {
    attr.event = attrs_->count();
    if (int failed = attrs_->Add(bytes)) return failed;
  }
  perfc_plan_attr(use->plan_, index, &attr.known, sizeof attr.known);
  perfc_plan_get_places(use->plan_, index, &attr.places, sizeof attr.places);
  return use->attrs_.Append(attr) ? 0 : -ENOMEM;
}

int Plans::JoinIds(PlanUse* use, uint32_t index) {
  PlanAttr& attr = use->attrs_[index];
  const uint32_t count = CountIds(use->plan_, index);
  if (!ids_.Resize(count)) return -ENOMEM;
  perfc_plan_ids(use->plan_, index, ids_.data(), count, nullptr);
  for (uint32_t i = 0; i < count; ++i) {
    if (!JoinId(use, attr.event, ids_[i])) return -ENOMEM;
  }
  attr.id_count = count;
  if (count > 0) {
    attrs_->event(attr.event).ids_are_named = true;
    attr.first_id = ids_[0];
    attr.last_id = ids_[count - 1];
  }
  return 0;
}

bool Plans::JoinId(PlanUse* use, uint32_t event, uint64_t id) {
  const uint32_t owner = attrs_->OwnerOf(id);
  if (owner == event || use->changed_.Find(id) != nullptr) return true;
  const bool takes = attrs_->TakesIds(event);
  if (owner == Attrs::kNone && takes) return attrs_->AddId(event, id);
  uint64_t changed;
  const bool made =
      takes ? attrs_->NewId(event, &changed) : attrs_->FirstId(event, &changed);
  return made && use->changed_.Insert(id, changed);
}

// Readers give records with id 0 to the first event of a file. Learn does this for a
// plan with one attr, which may have no id yet.
int Plans::JoinDefault(PlanUse* use) {
  if (use->count() == 1) return 0;
  const int index = perfc_plan_find_id(use->plan_, 0);
  if (index < 0 || use->attrs_[index].event == 0) return 0;
  const uint32_t event = use->attrs_[index].event;
  uint64_t id;
  if (!attrs_->event(event).has_id_field || use->changed_.Find(0)) return 0;
  return attrs_->FirstId(event, &id) && use->changed_.Insert(0, id) ? 0
                                                                    : -ENOMEM;
}

uint64_t Plans::MapForeign(const PlanUse& use, uint64_t id) {
  const uint64_t* changed = use.changed_.Find(id);
  return changed ? *changed : id;
}

bool Plans::MapId(PlanUse* use, uint64_t id, uint64_t* mapped) {
  *mapped = MapForeign(*use, id);
  if (*mapped != id || use->count() != 1) return true;
  return Learn(use, id, mapped);
}

// A plan with a single attr needn't know the ids of its records.
bool Plans::Learn(PlanUse* use, uint64_t id, uint64_t* mapped) {
  const uint32_t event = use->attrs_[0].event;
  if (id == 0) {
    if (event == 0) return true;
    return attrs_->FirstId(event, mapped) && use->changed_.Insert(0, *mapped);
  }
  if (!JoinId(use, event, id)) return false;
  *mapped = MapForeign(*use, id);
  use->has_kept_id_ = *mapped == id;
  use->kept_id_ = id;
  return true;
}

}  // namespace perfc::profile::writer
