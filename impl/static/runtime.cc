// The parts of the C++ runtime that libperfc does not take from libstdc++.a.
//
// libstdc++ allocates 72 KiB for exceptions when it is loaded and never frees
// them, so each dlopen and dlclose of the library would leak them; and functions
// that throw bring half of libstdc++. Nothing in the library throws: our code and
// abseil are built without exceptions, and allocate by the functions below. The
// functions of libstdc++ that would throw end the program instead; nothing that
// the library does calls them.

#include <stdlib.h>

#include <new>
#include <string>

namespace {

void *Allocate(size_t size) noexcept {
  // NULL means failure, also where malloc answers 0 bytes with it.
  return malloc(size != 0 ? size : 1);
}

void *AllocateAligned(size_t size, std::align_val_t alignment) noexcept {
  void *memory = nullptr;
  const size_t bytes = size != 0 ? size : 1;
  const int error =
      posix_memalign(&memory, static_cast<size_t>(alignment), bytes);
  return error == 0 ? memory : nullptr;
}

void *OrAbort(void *memory) noexcept {
  if (memory == nullptr) abort();
  return memory;
}

}  // namespace

void *operator new(size_t size) { return OrAbort(Allocate(size)); }
void *operator new[](size_t size) { return OrAbort(Allocate(size)); }
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  return Allocate(size);
}
void *operator new[](size_t size, const std::nothrow_t &) noexcept {
  return Allocate(size);
}
void *operator new(size_t size, std::align_val_t alignment) {
  return OrAbort(AllocateAligned(size, alignment));
}
void *operator new[](size_t size, std::align_val_t alignment) {
  return OrAbort(AllocateAligned(size, alignment));
}
void *operator new(size_t size, std::align_val_t alignment,
                   const std::nothrow_t &) noexcept {
  return AllocateAligned(size, alignment);
}
void *operator new[](size_t size, std::align_val_t alignment,
                     const std::nothrow_t &) noexcept {
  return AllocateAligned(size, alignment);
}

void operator delete(void *memory) noexcept { free(memory); }
void operator delete[](void *memory) noexcept { free(memory); }
void operator delete(void *memory, size_t) noexcept { free(memory); }
void operator delete[](void *memory, size_t) noexcept { free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept {
  free(memory);
}
void operator delete(void *memory, size_t, std::align_val_t) noexcept {
  free(memory);
}
void operator delete[](void *memory, size_t, std::align_val_t) noexcept {
  free(memory);
}
void operator delete(void *memory, const std::nothrow_t &) noexcept {
  free(memory);
}
void operator delete[](void *memory, const std::nothrow_t &) noexcept {
  free(memory);
}

// The handler of std::terminate would print a type's name by it; 100 KB.
extern "C" char *__cxa_demangle(const char *, char *, size_t *, int *status) {
  if (status != nullptr) *status = -1;
  return nullptr;
}

#ifdef __GLIBCXX__
// abseil and libstdc++ itself call these where std::vector::at and its like are
// misused.
namespace std {
void __throw_bad_alloc() { abort(); }
void __throw_bad_array_new_length() { abort(); }
void __throw_bad_cast() { abort(); }
void __throw_bad_exception() { abort(); }
void __throw_bad_typeid() { abort(); }
void __throw_domain_error(const char *) { abort(); }
void __throw_invalid_argument(const char *) { abort(); }
void __throw_length_error(const char *) { abort(); }
void __throw_logic_error(const char *) { abort(); }
void __throw_out_of_range(const char *) { abort(); }
void __throw_out_of_range_fmt(const char *, ...) { abort(); }
void __throw_overflow_error(const char *) { abort(); }
void __throw_range_error(const char *) { abort(); }
void __throw_runtime_error(const char *) { abort(); }
void __throw_underflow_error(const char *) { abort(); }
}  // namespace std

// What is left of libstdc++ that throws by itself.
extern "C" {
void *__cxa_allocate_exception(size_t) noexcept { abort(); }
void __cxa_free_exception(void *) noexcept { abort(); }
void *__cxa_allocate_dependent_exception() noexcept { abort(); }
void __cxa_free_dependent_exception(void *) noexcept { abort(); }
void __cxa_throw(void *, void *, void (*)(void *)) { abort(); }
void __cxa_rethrow() { abort(); }
}
#endif

#ifdef _LIBCPP_VERSION
// libc++ has these with exceptions.
template class std::basic_string<char>;
#endif
