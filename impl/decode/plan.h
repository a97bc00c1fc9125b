// A plan: the layouts of one or more attrs, and the rule that matches a record
// to one of them.
#ifndef PERFC_IMPL_DECODE_PLAN_H_
#define PERFC_IMPL_DECODE_PLAN_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/decode/id_table.h"
#include "impl/decode/layout.h"
#include "impl/record/record.h"
#include "impl/uapi/attr.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/record.h"

namespace perfc::decode {

class Plan {
 public:
  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan();

  // Must come before the first Add.
  void SetForeign(bool foreign) { foreign_ = foreign; }
  bool foreign() const { return foreign_; }

  // Adds an attr in the plan's byte order, and returns its index or a negative
  // errno, after which the plan is as before.
  int Add(const void* attr, size_t size, absl::Span<const uint64_t> ids,
          const char* operation, perfc_error* error);

  // Adds ids to an attr that is there. -EEXIST: one is in the plan already.
  int AddIds(uint32_t index, absl::Span<const uint64_t> ids,
             const char* operation, perfc_error* error);

  // Takes out all attrs but the first, and all ids.
  void KeepFirst();

  // Copies the first of the attr's ids, as many as there is room for, in the order
  // in which they were added. Returns how many the attr has.
  uint32_t CopyIds(uint32_t index, absl::Span<uint64_t> out) const;

  // The attr that has the id, of id 0 else the default attr; kNoAttr: none.
  static constexpr uint32_t kNoAttr = IdTable::kNone;
  uint32_t FindId(uint64_t id) const;

  uint32_t count() const { return count_; }
  const uapi::Attr& attr(uint32_t index) const {
    return index == 0 ? first_attr_ : *other_attrs_[index - 1];
  }
  const Layout& layout(uint32_t index) const {
    return index == 0 ? first_layout_ : other_layouts_[index - 1];
  }

  // Records with id 0 are matched to this attr from now on; kNoAttr: to none.
  // False if there is no such attr.
  bool SetDefault(uint32_t index);

  // 1 if every record of the attrs can be matched, else 0 and the reason.
  int Matches(perfc_error* error) const;

  // Whether all records have the layout of the only attr.
  bool HasOneLayout() const { return count_ == 1; }
  const Layout& only_layout() const { return first_layout_; }

  // The layout of a record in this machine's byte order. 0, or -ENOKEY,
  // -EKEYREJECTED, -ENOTUNIQ (see perfc/decode.h), -EBADMSG.
  int Find(const perfc_record& record, const Layout** layout) const {
    if (HasOneLayout()) {
      *layout = &only_layout();
      return 0;
    }
    return FindById(record.data, record.type, record.size, false, layout);
  }

  // The same for a record whose numbers are still in the other order (its
  // header isn't).
  int FindForeign(const uint8_t* data, uint32_t type, uint16_t size,
                  const Layout** layout) const;

 private:
  static_assert(kNoAttr == PERFC_PLAN_NO_DEFAULT);

  struct IdOf {
    uint64_t id;
    uint32_t index;
  };

  int FindById(const uint8_t* data, uint32_t type, uint16_t size, bool swapped,
               const Layout** layout) const;
  int FindWithoutId(uint32_t type, const Layout** layout) const;
  const char* WhatCannotMatch() const;
  int CheckIds(absl::Span<const uint64_t> ids, const char* operation,
               perfc_error* error) const;
  int ReserveIds(size_t count, const char* operation, perfc_error* error);
  void InsertIds(absl::Span<const uint64_t> ids, uint32_t index);
  int AddFirst(const void* attr, size_t size, const char* operation,
               perfc_error* error);
  int AddOther(const void* attr, size_t size, const char* operation,
               perfc_error* error);
  void Compare();
  void FreeOthers();

  bool foreign_ = false;
  uint32_t count_ = 0;
  // The first lies in the plan: an event's plan has but one, and needs no
  // memory for it.
  Layout first_layout_ = {};
  uapi::Attr first_attr_;
  base::Buffer<Layout> other_layouts_;
  base::Buffer<uapi::Attr*> other_attrs_;
  IdTable ids_;
  base::Buffer<IdOf> ids_in_order_;
  // Where the id lies in the records of all attrs, as in Layout; 0: not at one
  // place.
  uint16_t sample_id_at_ = 0;
  uint16_t trailer_id_back_ = 0;
  bool no_trailers_ = false;     // no attr's records have a trailer
  bool same_counts_ = false;     // all attrs have the same read_format
  bool counts_at_exit_ = false;  // some attr has inherit_stat, so READ comes
  uint32_t default_ = kNoAttr;
  // The layout for records whose attr is uncertain: those without a trailer,
  // and those with id 0. For more of these the bit in misc decides about build
  // ids.
  Layout shared_layout_ = {};
  Layout default_layout_ = {};
};

}  // namespace perfc::decode

// The handle is the plan: records of many sources point at it.
struct perfc_plan final : perfc::decode::Plan {};

#endif  // PERFC_IMPL_DECODE_PLAN_H_
