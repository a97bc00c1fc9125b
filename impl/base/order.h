// The two byte orders of a cursor: this machine's, and the other one. Numbers
// of the other order are swapped in place as they are read.
#ifndef PERFC_IMPL_BASE_ORDER_H_
#define PERFC_IMPL_BASE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace perfc::base {

template <typename T>
T Load(const void* from) {
  T value;
  memcpy(&value, from, sizeof value);
  return value;
}

template <typename T>
void Store(void* to, T value) {
  memcpy(to, &value, sizeof value);
}

inline uint8_t Swap(uint8_t v) { return v; }
inline uint16_t Swap(uint16_t v) { return __builtin_bswap16(v); }
inline uint32_t Swap(uint32_t v) { return __builtin_bswap32(v); }
inline uint64_t Swap(uint64_t v) { return __builtin_bswap64(v); }

// Numbers are in this machine's order.
struct Native {
  using Byte = const uint8_t;
  template <typename T>
  static void Fix(Byte*, size_t) {}
  static void FixBitfield(Byte*, const uint8_t*, size_t) {}
};

// Numbers are swapped in place. The caller must be allowed to change the
// record.
struct Foreign {
  using Byte = uint8_t;

  template <typename T>
  static void Fix(Byte* at, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Store(at + i * sizeof(T), Swap(Load<T>(at + i * sizeof(T))));
    }
  }

  // A word of C bit-fields, with the given widths in the order of declaration.
  // A big-endian compiler puts the first field into the highest bits, so after
  // the byte swap each field must move to its mirror place.
  static void FixBitfield(Byte* at, const uint8_t* widths, size_t count) {
    const uint64_t word = Swap(Load<uint64_t>(at));
    uint64_t fixed = 0;
    unsigned from = 64;
    unsigned to = 0;
    for (size_t i = 0; i < count; ++i) {
      from -= widths[i];
      const uint64_t mask = ~uint64_t{0} >> (64 - widths[i]);
      fixed |= (word >> from & mask) << to;
      to += widths[i];
    }
    Store(at, fixed);
  }
};

template <typename Order>
inline constexpr bool kIsNative = std::is_same<Order, Native>::value;

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_ORDER_H_
