// Included ahead of ring.cc, which the model check compiles once more: wherever
// the reader loads data_head or stores data_tail, the kernel may take steps.
#ifndef PERFC_TEST_RING_STEPS_H_
#define PERFC_TEST_RING_STEPS_H_

#include <atomic>  // Has builtins of its own, which stay as they are.
#include <cstdint>

namespace steps {

// The model's.
void BeforeAccess();
void AfterStore(uint64_t tail);

inline uint64_t Load(const uint64_t *from) {
  BeforeAccess();
  return *static_cast<const volatile uint64_t *>(from);
}

inline void Store(uint64_t *to, uint64_t value) {
  BeforeAccess();
  *static_cast<volatile uint64_t *>(to) = value;
  AfterStore(value);
}

}  // namespace steps

#define __atomic_load_n(from, order) steps::Load(from)
#define __atomic_store_n(to, value, order) steps::Store(to, value)

#endif  // PERFC_TEST_RING_STEPS_H_
