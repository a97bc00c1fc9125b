// Plans: how to decode records of one or more attrs, with or without an fd.
#ifndef PERFC_PLAN_HPP_
#define PERFC_PLAN_HPP_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "perfc/attr.hpp"
#include "perfc/decode.h"
#include "perfc/decode.hpp"
#include "perfc/record.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"

namespace perfc {

// A plan that somebody else owns: an Event or a Plan.
class PlanView {
 public:
  explicit PlanView(const perfc_plan* plan) : plan_(plan) {}

  template <typename T>
  Result<T> decode(const perfc_record& record) const {
    return perfc::decode<T>(plan_, record);
  }
  Result<perfc_sample_id> decode_sample_id(const perfc_record& record) const {
    return perfc::decode_sample_id(plan_, record);
  }

  // How many attrs there are.
  Result<int> count() const {
    return internal::count(perfc_plan_attr_count(plan_));
  }

  Result<std::vector<std::uint8_t>> attr(std::uint32_t index) const {
    const int size = perfc_plan_attr(plan_, index, nullptr, 0);
    if (size < 0) return Error(size);
    std::vector<std::uint8_t> attr(static_cast<std::size_t>(size));
    perfc_plan_attr(plan_, index, attr.data(), attr.size());
    return attr;
  }

  // The ids of an attr's events, in the order in which they were added.
  Result<std::vector<std::uint64_t>> ids(std::uint32_t index) const {
    std::uint32_t count = 0;
    int result = perfc_plan_ids(plan_, index, nullptr, 0, &count);
    std::vector<std::uint64_t> ids(count);
    if (count > 0) {
      result = perfc_plan_ids(plan_, index, ids.data(), count, nullptr);
    }
    if (result < 0) return Error(result);
    return ids;
  }

  // The index of the attr that has this id, of 0 the default attr.
  std::optional<std::uint32_t> find_id(std::uint64_t id) const {
    const int index = perfc_plan_find_id(plan_, id);
    if (index < 0) return std::nullopt;
    return static_cast<std::uint32_t>(index);
  }

  // Where ids, tasks, times and CPUs stand in the records of an attr.
  Result<perfc_record_places> places(std::uint32_t index) const {
    perfc_record_places places;
    const int result =
        perfc_plan_get_places(plan_, index, &places, sizeof places);
    if (result < 0) return Error(result);
    return places;
  }

  // Fails, with words for it, if the attrs' records can't be told apart.
  Result<void> tells_apart() const {
    perfc_error facts;
    if (perfc_plan_tells_apart(plan_, &facts) == 1) return {};
    return Error(facts.code, facts);
  }

  // The first record of a buffer, if there is one. scratch is only needed for
  // records of the other byte order, and then borrowed.
  Result<std::optional<Record>> view(Span<const std::uint8_t> buffer,
                                     Span<std::uint8_t> scratch = {}) const {
    Record record;
    const int result =
        perfc_plan_view_record(plan_, buffer.data(), buffer.size(),
                               scratch.data(), scratch.size(), &record);
    if (result < 0) return Error(result);
    return result == 1 ? std::optional<Record>(record) : std::nullopt;
  }

  const perfc_plan* get() const { return plan_; }

 private:
  const perfc_plan* plan_;
};

class Plan {
 public:
  // A plan without attrs. byte_order is PERFC_BYTE_ORDER_*.
  static Result<Plan> create_empty(
      std::uint32_t byte_order = PERFC_BYTE_ORDER_NATIVE) {
    return internal::make<Plan>([&](perfc_plan** plan, perfc_error* error) {
      return perfc_plan_create(byte_order, plan, error);
    });
  }

  // A plan of one attr, which needs no ids.
  static Result<Plan> create(
      AttrBytes attr, Span<const std::uint64_t> ids = {},
      std::uint32_t byte_order = PERFC_BYTE_ORDER_NATIVE) {
    Result<Plan> plan = create_empty(byte_order);
    if (!plan) return plan;
    Result<int> added = plan->add(attr, ids);
    if (!added) return std::move(added).error();
    return plan;
  }

  // Takes over a plan of the C API.
  explicit Plan(perfc_plan* plan) : plan_(plan) {}

  // Returns the attr's index.
  Result<int> add(AttrBytes attr, Span<const std::uint64_t> ids) {
    return internal::cold([&](perfc_error* error) {
      return perfc_plan_add_attr(plan_.get(), attr.data(), attr.size(),
                                 ids.data(),
                                 static_cast<std::uint32_t>(ids.size()), error);
    });
  }

  // Adds ids to an attr.
  Result<void> add_ids(std::uint32_t index, Span<const std::uint64_t> ids) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_plan_add_ids(plan_.get(), index, ids.data(),
                                static_cast<std::uint32_t>(ids.size()), error);
    });
  }

  // Records with id 0 belong to this attr, or to none: PERFC_PLAN_NO_DEFAULT.
  Result<void> set_default(std::uint32_t index) {
    return internal::done(perfc_plan_set_default(plan_.get(), index));
  }

  // Borrowed: lives as long as this plan.
  PlanView view() const { return PlanView(plan_.get()); }

  perfc_plan* get() const { return plan_.get(); }

 private:
  struct Destroy {
    void operator()(perfc_plan* plan) const { perfc_plan_destroy(plan); }
  };

  std::unique_ptr<perfc_plan, Destroy> plan_;
};

}  // namespace perfc

#endif  // PERFC_PLAN_HPP_
