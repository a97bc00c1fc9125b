// The plans of the records, and the events of the file that their attrs are.
#ifndef PERFC_IMPL_PROFILE_WRITER_PLANS_H_
#define PERFC_IMPL_PROFILE_WRITER_PLANS_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/writer/attrs.h"
#include "impl/profile/writer/id_map.h"
#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {

// An attr of a plan.
struct PlanAttr {
  uint32_t event = 0;  // its index in Attrs
  uint32_t id_count = 0;
  uint64_t first_id = 0;
  uint64_t last_id = 0;
  perfc_record_places places = {};
  perfc_attr known = {};
};

// A plan that was compared with the events of the file. Its address alone proves
// nothing: another plan may have it by now.
class PlanUse {
 public:
  const perfc_plan* plan() const { return plan_; }
  const PlanAttr& attr(uint32_t index) const { return attrs_[index]; }
  uint32_t count() const { return static_cast<uint32_t>(attrs_.size()); }

  // Whether the kernel's record has ids that stay as they are.
  bool KeepsIds(const perfc_record& record) const {
    if (attrs_.size() != 1) return changed_.size() == 0;
    uint64_t id;
    return !FindId(record, &id) || (has_kept_id_ && id == kept_id_);
  }

  // The id by which the kernel's record is matched. False: it has none.
  bool FindId(const perfc_record& record, uint64_t* id) const {
    const PlanAttr& first = attrs_[0];
    const bool sample = record.type == PERFC_RECORD_SAMPLE;
    const size_t place =
        sample ? first.places.sample_id : first.places.trailer_id;
    if (place == 0 || record.size < place + 8) return false;
    const size_t at = sample ? place : record.size - place;
    *id = base::Load<uint64_t>(record.data + at);
    return true;
  }

  // The plan's attr that decodes the record; 0 if nothing shows which.
  uint32_t AttrOf(const perfc_record& record) const;

 private:
  friend class Plans;

  const perfc_plan* plan_ = nullptr;
  uint64_t call_ = 0;   // of Plans, in which the attrs were compared
  uint64_t round_ = 0;  // in which the ids were counted
  base::Buffer<PlanAttr> attrs_;
  IdMap changed_;  // the plan's id, and the one in the file
  bool has_kept_id_ = false;
  uint64_t kept_id_ = 0;  // of a plan with one attr: the last id of a record
                          // that is the same in the file
};

class Plans {
 public:
  explicit Plans(Attrs* attrs) : attrs_(attrs) {}
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;
  ~Plans();

  // Begins a call with records, of which nothing is known.
  void BeginCall();
  // From now on the ids of every plan are counted again.
  void BeginRound() { ++round_; }

  // Finds the plan, compares it if this call hasn't yet, and adds its new attrs
  // and ids to those of the file. *use is valid until the next BeginCall.
  // 0, -ENOMEM, -ERANGE: too many events, -ENOTUNIQ: its records can't be told
  // from those of other plans.
  int Enter(const perfc_plan* plan, PlanUse** use, perfc_error* error);

  // The id in the file for an id of the plan. False: no memory.
  [[nodiscard]] bool MapId(PlanUse* use, uint64_t id, uint64_t* mapped);
  // The same for an id that no attr of the plan has to have.
  static uint64_t MapForeign(const PlanUse& use, uint64_t id);

 private:
  bool IsSame(const PlanUse& use) const;
  bool HasSameIds(const PlanUse& use) const;
  int Join(PlanUse* use, perfc_error* error);
  int JoinAttrs(PlanUse* use, perfc_error* error);
  int JoinAttr(PlanUse* use, uint32_t index);
  uint32_t FindEvent(const PlanUse& use, absl::Span<const uint8_t> attr,
                     uint64_t first_id, bool has_ids) const;
  int JoinIds(PlanUse* use, uint32_t index);
  bool JoinId(PlanUse* use, uint32_t event, uint64_t id);
  int JoinDefault(PlanUse* use);
  bool Learn(PlanUse* use, uint64_t id, uint64_t* mapped);

  Attrs* attrs_;
  IdMap places_;  // a plan's address, and its place in uses_
  base::Buffer<PlanUse*> uses_;
  base::Buffer<uint8_t> attr_;  // scratch
  base::Buffer<uint64_t> ids_;  // scratch
  uint64_t call_ = 0;
  uint64_t round_ = 0;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_PLANS_H_
