// The list of specs: attrs, each with the facts that an attr can't hold.
#ifndef PERFC_IMPL_SPECS_SPEC_LIST_H_
#define PERFC_IMPL_SPECS_SPEC_LIST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/arena.h"
#include "impl/base/buffer.h"
#include "impl/uapi/attr.h"
#include "perfc/error.h"
#include "perfc/names.h"

namespace perfc::specs {

// The facts of a spec that an attr can't hold. The texts end with a NUL; texts
// and CPUs lie in the list's arena.
struct SpecFacts {
  absl::string_view name = "";
  absl::string_view pmu = "";
  absl::string_view unit = "";
  absl::string_view filter = "";
  double scale = 1;
  uint32_t leader = 0;
  uint32_t flags = 0;  // PERFC_SPEC_*
  uint32_t terms = 0;  // PERFC_TERM_*
  uint64_t max_events = 0;
  const uint32_t* cpu_list = nullptr;
  uint32_t cpu_count = 0;
  bool guest_decided = false;  // G or H was among its modifiers.
};

struct Spec : SpecFacts {
  uapi::Attr attr;
};

class SpecList {
 public:
  // As much of the list as there was, and of its texts.
  struct Mark {
    uint32_t count;
    base::Arena::Mark texts;
  };

  SpecList() = default;
  SpecList(const SpecList&) = delete;
  SpecList& operator=(const SpecList&) = delete;
  ~SpecList() { Truncate(0); }

  uint32_t count() const { return static_cast<uint32_t>(specs_.size()); }
  const Spec& operator[](uint32_t index) const { return *specs_[index]; }
  Spec& operator[](uint32_t index) { return *specs_[index]; }

  // Appends one that stands alone, and returns its index or a negative errno.
  int Append(const void* attr, size_t attr_size, const char* operation,
             perfc_error* error);
  // The same with a name, which is copied, in the group of the spec `leader`.
  int Add(const void* attr, size_t attr_size, absl::string_view name,
          uint32_t leader, perfc_error* error);
  int SetAttr(uint32_t index, const void* attr, size_t attr_size,
              perfc_error* error);
  // Copies the filter; the empty one is none.
  int SetFilter(uint32_t index, absl::string_view filter, perfc_error* error);

  // Copies a text into the list's memory. False if there is none.
  [[nodiscard]] bool Keep(absl::string_view text, absl::string_view* kept);
  base::Arena& arena() { return arena_; }

  Mark mark() const { return {count(), arena_.mark()}; }
  // Replaces all specs from `first` on by the specs that `order` names by
  // index. A spec that is named again is copied. On failure nothing changes.
  int Rearrange(uint32_t first, absl::Span<const uint32_t> order,
                const char* operation, perfc_error* error);

  // Removes the specs that were appended since the mark. Nothing else may have
  // changed since.
  void Rewind(const Mark& mark);

 private:
  void Truncate(uint32_t count);

  base::Buffer<Spec*> specs_;
  base::Arena arena_;
};

}  // namespace perfc::specs

#endif  // PERFC_IMPL_SPECS_SPEC_LIST_H_
