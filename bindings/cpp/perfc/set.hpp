// Sets: a list of specs, opened over threads, processes, a cgroup or CPUs.
#ifndef PERFC_SET_HPP_
#define PERFC_SET_HPP_

#include <cstdint>
#include <vector>

#include "perfc/counts.hpp"
#include "perfc/event.hpp"
#include "perfc/host.hpp"
#include "perfc/names.hpp"
#include "perfc/plan.hpp"
#include "perfc/range.hpp"
#include "perfc/report.hpp"
#include "perfc/result.hpp"
#include "perfc/set.h"
#include "perfc/span.hpp"
#include "perfc/stream.hpp"

namespace perfc {

// The target of a set. Its strings and arrays are borrowed until Set::open
// returns.
struct Target : perfc_target {
  static Target thread(std::int32_t tid = 0) {
    return Target(PERFC_TARGET_THREAD, tid);
  }
  static Target process(std::int32_t pid = 0) {
    return Target(PERFC_TARGET_PROCESS, pid);
  }
  // A process, its descendants, and all that any of them starts.
  static Target tree(std::int32_t pid) {
    Target target(PERFC_TARGET_TREE, pid);
    target.flags = PERFC_TARGET_FLAG_EACH_CPU;
    return target;
  }
  static Target in_cgroup(const char* path) {
    Target target(PERFC_TARGET_CGROUP, 0);
    target.cgroup = path;
    return target;
  }
  static Target all_cpus() { return Target(PERFC_TARGET_CPUS, 0); }

  // Only on these, "0,3-7".
  Target on(const char* list) const {
    Target target = *this;
    target.cpus = list;
    return target;
  }
  Target on(Span<const std::uint32_t> list) const {
    Target target = *this;
    target.cpu_list = list.data();
    target.cpu_count = static_cast<std::uint32_t>(list.size());
    return target;
  }

 private:
  Target(std::uint32_t of_kind, std::int32_t of_pid) : perfc_target() {
    size = sizeof(perfc_target);
    kind = of_kind;
    pid = of_pid;
  }
};

// One spec on one CPU and thread.
struct Member : perfc_member {
  bool is_open() const { return event != nullptr; }
  EventView event_view() const { return EventView(event); }
  EventView ring_view() const { return EventView(ring); }
};

// A sum over members, and the row that it belongs to.
struct Sum : perfc_sum_row {
  Count count;
};

// A range-based for gives each Member.
class Set {
 public:
  // size is filled in here.
  static Result<Set> open(const Specs& specs, const Target& target,
                          perfc_set_options options = {},
                          const Host* host = nullptr) {
    options.size = sizeof options;
    return internal::make<Set>([&](perfc_set** set, perfc_error* error) {
      return perfc_set_open(internal::get(host), specs.get(), &target, &options,
                            set, error);
    });
  }

  // Takes over a set of the C API.
  explicit Set(perfc_set* set) : set_(set) {}

  // As the destructor does. Every call after it answers EINVAL.
  void close() { set_.reset(); }

  std::uint32_t size() const { return number(perfc_set_member_count(get())); }
  // index must be below size().
  Member operator[](std::uint64_t index) const {
    Member member = {};
    perfc_set_member(get(), static_cast<std::uint32_t>(index), &member,
                     sizeof(perfc_member));
    return member;
  }
  internal::IndexIterator<Set> begin() const { return {this, 0}; }
  internal::IndexIterator<Set> end() const { return {this, size()}; }
  // EINVAL: the member isn't open.
  Result<std::uint64_t> id(std::uint32_t member) const {
    return (*this)[member].event_view().id();
  }

  // The specs as they were opened.
  std::uint32_t spec_count() const {
    return number(perfc_specs_count(perfc_set_specs(get())));
  }
  Result<Spec> spec(std::uint32_t index) const {
    Spec spec = {};
    const int result = perfc_specs_get(perfc_set_specs(get()), index, &spec,
                                       sizeof(perfc_spec));
    if (result < 0) return Error(result);
    return spec;
  }
  Result<Plan> plan() {
    return internal::make<Plan>([&](perfc_plan** plan, perfc_error* error) {
      return perfc_set_create_plan(get(), plan, error);
    });
  }

  Result<void> enable() { return internal::done(perfc_set_enable(get())); }
  Result<void> disable() { return internal::done(perfc_set_disable(get())); }
  Result<void> reset() { return internal::done(perfc_set_reset(get())); }
  // Returns how many members changed.
  Result<int> update(std::uint32_t flags = 0) {
    return internal::cold([&](perfc_error* error) {
      return perfc_set_update(get(), flags, error);
    });
  }

  // Returns how many rings it mapped, or with 0 pages how many control pages.
  Result<int> mmap(std::uint32_t data_pages = PERFC_PAGES_FIT,
                   std::uint32_t flags = 0) {
    return internal::cold([&](perfc_error* error) {
      return perfc_set_mmap(get(), data_pages, flags, error);
    });
  }
  Result<perfc_ring_budget> ring_budget(std::uint32_t flags = 0) const {
    return internal::filled<perfc_ring_budget>(
        [&](perfc_ring_budget* plan, std::size_t size) {
          return perfc_set_ring_budget(get(), flags, plan, size);
        });
  }

  // One count for each member, in their order.
  Result<std::vector<Count>> read() const {
    std::vector<Count> counts(size());
    const int result = perfc_set_read(get(), counts.data(), sizeof(Count),
                                      number(counts.size()));
    if (result < 0) return Error(result);
    return counts;
  }
  // Adds up counts of read(), or differences of two reads. `by` is PERFC_SUM_*.
  // Members beyond `counts` have none.
  Result<std::vector<Sum>> sum(std::uint32_t by,
                               Span<const Count> counts) const {
    std::vector<Count> sums(size());
    std::vector<perfc_sum_row> rows(size());
    const int result = perfc_set_sum(
        get(), by, counts.data(), number(counts.size()), sums.data(),
        sizeof(Count), rows.data(), sizeof(perfc_sum_row), number(sums.size()));
    if (result < 0) return Error(result);
    std::vector<Sum> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(result); ++i) {
      all.push_back({rows[i], sums[i]});
    }
    return all;
  }

  // Returns how many events took the program.
  Result<int> attach_bpf(int prog_fd, std::uint32_t flags = 0) {
    return internal::cold([&](perfc_error* error) {
      return perfc_set_attach_bpf(get(), prog_fd, flags, error);
    });
  }
  Result<void> detach_bpf() {
    return internal::done(perfc_set_detach_bpf(get()));
  }
  // Writes the ids and returns how many there are. EINVAL: the member isn't open.
  Result<std::uint32_t> query_bpf(std::uint32_t member,
                                  Span<std::uint32_t> ids) {
    return (*this)[member].event_view().query_bpf(ids);
  }

  // Borrowed: lives as long as this set, and grows.
  ReportView report() const { return ReportView(perfc_set_report(get())); }

  perfc_set* get() const { return set_.get(); }

 private:
  template <typename Size>
  static std::uint32_t number(Size size) {
    return size < Size{0} ? 0 : static_cast<std::uint32_t>(size);
  }

  Owned<perfc_set, perfc_set_close> set_;
};

inline Result<int> Rings::add(Set& set) {
  return internal::cold([&](perfc_error* error) {
    return perfc_stream_add_set(get(), set.get(), error);
  });
}

}  // namespace perfc

#endif  // PERFC_SET_HPP_
