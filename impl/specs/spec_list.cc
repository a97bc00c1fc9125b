#include "impl/specs/spec_list.h"

#include <cerrno>
#include <memory>
#include <new>
#include <utility>

#include "impl/base/fail.h"

namespace perfc::specs {
namespace {

constexpr char kAdd[] = "perfc_specs_add";
constexpr char kSetAttr[] = "perfc_specs_set_attr";
constexpr char kSetFilter[] = "perfc_specs_set_filter";

int NoSpec(perfc_error* error, const char* operation) {
  return base::BadArgument(error, operation, "the list has no such index");
}

}  // namespace

int SpecList::Append(const void* attr, size_t attr_size, const char* operation,
                     perfc_error* error) {
  std::unique_ptr<Spec> made(new (std::nothrow) Spec);
  if (made == nullptr) return base::NoMemory(error, operation, sizeof(Spec));
  if (int failed =
          made->attr.Assign(attr, attr_size, false, operation, error)) {
    return failed;
  }
  const uint32_t index = count();
  if (!specs_.Append(made.get())) {
    return base::NoMemory(error, operation, 2 * index * sizeof(Spec*));
  }
  made.release()->leader = index;
  return static_cast<int>(index);
}

int SpecList::Add(const void* attr, size_t attr_size, absl::string_view name,
                  uint32_t leader, perfc_error* error) {
  if (leader != PERFC_SPEC_NO_LEADER &&
      (leader >= count() || (*this)[leader].leader != leader)) {
    return base::BadArgument(error, kAdd,
                             "leader is no index of a group's leader");
  }
  const Mark before = mark();
  const int index = Append(attr, attr_size, kAdd, error);
  if (index < 0) return index;
  Spec& spec = (*this)[static_cast<uint32_t>(index)];
  if (!Keep(name, &spec.name)) {
    Rewind(before);
    return base::NoMemory(error, kAdd, name.size());
  }
  if (leader != PERFC_SPEC_NO_LEADER) spec.leader = leader;
  return index;
}

int SpecList::SetAttr(uint32_t index, const void* attr, size_t attr_size,
                      perfc_error* error) {
  if (index >= count()) return NoSpec(error, kSetAttr);
  return (*this)[index].attr.Assign(attr, attr_size, false, kSetAttr, error);
}

int SpecList::SetFilter(uint32_t index, absl::string_view filter,
                        perfc_error* error) {
  if (index >= count()) return NoSpec(error, kSetFilter);
  if (Keep(filter, &(*this)[index].filter)) return 0;
  return base::NoMemory(error, kSetFilter, filter.size());
}

int SpecList::Rearrange(uint32_t first, absl::Span<const uint32_t> order,
                        const char* operation, perfc_error* error) {
  SpecList copies;
  if (!specs_.Reserve(first + order.size()) ||
      !copies.specs_.Reserve(order.size())) {
    return base::NoMemory(error, operation, order.size() * sizeof(Spec*));
  }
  for (uint32_t index : order) {
    const Spec& from = (*this)[index];
    const auto bytes = from.attr.bytes();
    const int at = copies.Append(bytes.data(), bytes.size(), operation, error);
    if (at < 0) return at;
    static_cast<SpecFacts&>(copies[static_cast<uint32_t>(at)]) = from;
  }
  Truncate(first);
  for (Spec*& copy : copies.specs_) {
    const bool fits = specs_.Append(std::exchange(copy, nullptr));
    static_cast<void>(fits);
  }
  return 0;
}

bool SpecList::Keep(absl::string_view text, absl::string_view* kept) {
  if (text.empty()) {
    *kept = "";
    return true;
  }
  const char* copy = arena_.Copy(text);
  if (copy == nullptr) return false;
  *kept = {copy, text.size()};
  return true;
}

void SpecList::Rewind(const Mark& mark) {
  Truncate(mark.count);
  arena_.Rewind(mark.texts);
}

void SpecList::Truncate(uint32_t count) {
  for (uint32_t i = count; i < specs_.size(); ++i) delete specs_[i];
  // It doesn't grow, and so can't fail.
  const bool shrunk = specs_.Resize(count);
  static_cast<void>(shrunk);
}

}  // namespace perfc::specs
