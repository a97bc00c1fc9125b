#include "impl/decode/plan.h"

#include <algorithm>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "perfc/uapi.h"

namespace perfc::decode {

Plan::~Plan() { FreeOthers(); }

void Plan::FreeOthers() {
  for (uapi::Attr* attr : other_attrs_) delete attr;
}

void Plan::KeepFirst() {
  FreeOthers();
  other_attrs_ = {};
  other_layouts_ = {};
  ids_ = {};
  ids_in_order_ = {};
  default_ = kNoAttr;
  count_ = 1;
  Compare();
}

int Plan::CheckIds(absl::Span<const uint64_t> ids, const char* operation,
                   perfc_error* error) const {
  if (ids.empty()) return 0;
  IdTable seen;
  if (!seen.Reserve(ids.size())) {
    return base::NoMemory(error, operation, ids.size() * sizeof(uint64_t));
  }
  for (uint64_t id : ids) {
    if (ids_.Find(id) != IdTable::kNone || seen.Find(id) != IdTable::kNone) {
      return base::Fail(error, -EEXIST, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                        operation, {id}, "an id is in the plan already");
    }
    seen.Insert(id, 0);
  }
  return 0;
}

int Plan::Add(const void* attr, size_t size, absl::Span<const uint64_t> ids,
              const char* operation, perfc_error* error) {
  if (int failed = CheckIds(ids, operation, error)) return failed;
  if (int failed = ReserveIds(ids.size(), operation, error)) return failed;
  const int failed = count_ == 0 ? AddFirst(attr, size, operation, error)
                                 : AddOther(attr, size, operation, error);
  if (failed) return failed;
  const uint32_t index = count_++;
  InsertIds(ids, index);
  Compare();
  return static_cast<int>(index);
}

int Plan::AddFirst(const void* attr, size_t size, const char* operation,
                   perfc_error* error) {
  const int failed = first_attr_.Assign(attr, size, foreign_, operation, error);
  if (!failed) first_layout_ = Layout(first_attr_.known(), 0);
  return failed;
}

int Plan::AddOther(const void* attr, size_t size, const char* operation,
                   perfc_error* error) {
  std::unique_ptr<uapi::Attr> copy(new (std::nothrow) uapi::Attr);
  if (copy == nullptr || !other_attrs_.Reserve(count_) ||
      !other_layouts_.Reserve(count_)) {
    return base::NoMemory(error, operation, sizeof(uapi::Attr));
  }
  const int failed = copy->Assign(attr, size, foreign_, operation, error);
  if (failed) return failed;
  // There is room for both, so neither can fail.
  (void)other_layouts_.Append(Layout(copy->known(), count_));
  (void)other_attrs_.Append(copy.release());
  return 0;
}

int Plan::AddIds(uint32_t index, absl::Span<const uint64_t> ids,
                 const char* operation, perfc_error* error) {
  if (int failed = CheckIds(ids, operation, error)) return failed;
  if (int failed = ReserveIds(ids.size(), operation, error)) return failed;
  InsertIds(ids, index);
  return 0;
}

int Plan::ReserveIds(size_t count, const char* operation, perfc_error* error) {
  const size_t size = ids_in_order_.size();
  if (ids_.Reserve(count) &&
      ids_in_order_.Reserve(size + std::max(count, count ? size : 0))) {
    return 0;
  }
  return base::NoMemory(error, operation, count * sizeof(uint64_t));
}

// There must be room.
void Plan::InsertIds(absl::Span<const uint64_t> ids, uint32_t index) {
  for (uint64_t id : ids) {
    ids_.Insert(id, index);
    (void)ids_in_order_.Append({id, index});
  }
}

uint32_t Plan::CopyIds(uint32_t index, absl::Span<uint64_t> out) const {
  uint32_t count = 0;
  for (const IdOf& one : ids_in_order_) {
    if (one.index != index) continue;
    if (count < out.size()) out[count] = one.id;
    ++count;
  }
  return count;
}

uint32_t Plan::FindId(uint64_t id) const {
  const uint32_t index = ids_.Find(id);
  return index == kNoAttr && id == 0 ? default_ : index;
}

bool Plan::SetDefault(uint32_t index) {
  if (index != kNoAttr && index >= count_) return false;
  default_ = index;
  if (index == kNoAttr) return true;
  default_layout_ = layout(index);
  default_layout_.build_ids = true;  // The kernel didn't write the record.
  return true;
}

// Computes the properties that all attrs share, after one was added.
void Plan::Compare() {
  sample_id_at_ = first_layout_.sample_id_at;
  trailer_id_back_ = first_layout_.trailer_id_back;
  no_trailers_ = same_counts_ = true;
  counts_at_exit_ = false;
  shared_layout_ = first_layout_;
  for (uint32_t i = 0; i < count_; ++i) {
    const Layout& one = layout(i);
    if (one.sample_id_at != sample_id_at_) sample_id_at_ = 0;
    if (one.trailer_id_back != trailer_id_back_) trailer_id_back_ = 0;
    no_trailers_ &= one.trailer_type == 0;
    same_counts_ &= one.read_format == first_layout_.read_format;
    shared_layout_.build_ids |= one.build_ids;
    counts_at_exit_ |= (attr(i).known().flags & PERFC_ATTR_INHERIT_STAT) != 0;
  }
}

// The records whose attr nothing tells; nullptr if there are none.
const char* Plan::WhatCannotMatch() const {
  if (count_ <= 1) return nullptr;
  if (sample_id_at_ == 0) return "samples";
  if (trailer_id_back_ != 0) return nullptr;
  if (!no_trailers_) return "side-band records";
  return counts_at_exit_ && !same_counts_ ? "READ records" : nullptr;
}

int Plan::Matches(perfc_error* error) const {
  const char* which = WhatCannotMatch();
  if (which == nullptr) return 1;
  base::Fail(
      error, -ENOTUNIQ, PERFC_CALL_NONE, PERFC_RULE_OUTPUT,
      "perfc_plan_tells_apart", {count_},
      base::ShortText<400>(
          "the %d attrs' %s can't be told apart: all need "
          "PERF_SAMPLE_IDENTIFIER, or PERF_SAMPLE_ID at the same place in "
          "each%s; records can only be had raw",
          count_, which, sample_id_at_ != 0 ? ", and sample_id_all" : ""));
  return 0;
}

// Without trailers no id says whose a record is. That matters to READ alone,
// whose counts lie as read_format says.
int Plan::FindWithoutId(uint32_t type, const Layout** layout) const {
  if (!no_trailers_) return -ENOTUNIQ;
  if (type == PERFC_RECORD_READ && !same_counts_) return -ENOTUNIQ;
  *layout = &shared_layout_;
  return 0;
}

int Plan::FindById(const uint8_t* data, uint32_t type, uint16_t size,
                   bool swapped, const Layout** layout) const {
  if (count_ == 0) return -ENOKEY;
  const bool sample = type == PERFC_RECORD_SAMPLE;
  if (sample && sample_id_at_ == 0) return -ENOTUNIQ;
  if (!sample && trailer_id_back_ == 0) return FindWithoutId(type, layout);
  const size_t back = sample ? 0 : trailer_id_back_;
  const size_t at = sample ? sample_id_at_ : size - back;
  if (size < record::kHeaderSize + back || at + 8 > size) return -EBADMSG;
  uint64_t id = base::Load<uint64_t>(data + at);
  if (swapped) id = base::Swap(id);
  const uint32_t index = ids_.Find(id);
  if (index != kNoAttr) {
    *layout = &this->layout(index);
    return 0;
  }
  if (id != 0) return -ENOKEY;
  if (default_ == kNoAttr) return -EKEYREJECTED;
  *layout = &default_layout_;
  return 0;
}

int Plan::FindForeign(const uint8_t* data, uint32_t type, uint16_t size,
                      const Layout** layout) const {
  if (!HasOneLayout()) return FindById(data, type, size, true, layout);
  *layout = &first_layout_;
  return 0;
}

}  // namespace perfc::decode
