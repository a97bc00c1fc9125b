#include "impl/profile/file/merge.h"

#include <cstring>
#include <utility>

#include "impl/profile/file/order.h"

namespace perfc::profile::file {
namespace {

void Copy(const Entry* from, const Entry* end, Entry* to) {
  memcpy(static_cast<void*>(to), from,
         static_cast<size_t>(end - from) * sizeof *from);
}

// Which run has the earlier entry is as good as random where CPUs ran side by side,
// so no branch depends on it.
void MergeTwo(const Entry* a, const Entry* b, const Entry* end, Entry* to) {
  const Entry* const a_end = b;
  while (a != a_end && b != end) {
    const bool take_b = b->time < a->time;
    const Entry* from = take_b ? b : a;
    *to++ = *from;
    a += !take_b;
    b += take_b;
  }
  Copy(a, a_end, to);
  Copy(b, end, to + (a_end - a));
}

// Runs that follow one another in time too need no look at each entry.
void Merge(const Entry* a, const Entry* b, const Entry* end, Entry* to) {
  if (b == end || (b - 1)->time <= b->time) {
    Copy(a, end, to);
  } else {
    MergeTwo(a, b, end, to);
  }
}

}  // namespace

void MergeRuns(Entry* entries, size_t count, base::Buffer<uint32_t>* runs,
               Entry* scratch) {
  Entry* from = entries;
  Entry* to = scratch;
  base::Buffer<uint32_t>& begins = *runs;
  while (begins.size() > 1) {
    size_t merged = 0;
    for (size_t i = 0; i < begins.size(); i += 2) {
      const size_t a = begins[i];
      const size_t b = i + 1 < begins.size() ? begins[i + 1] : count;
      const size_t end = i + 2 < begins.size() ? begins[i + 2] : count;
      Merge(from + a, from + b, from + end, to + a);
      begins[merged++] = static_cast<uint32_t>(a);
    }
    (void)begins.Resize(merged);  // It shrinks.
    std::swap(from, to);
  }
  if (from != entries) Copy(from, from + count, entries);
}

}  // namespace perfc::profile::file
