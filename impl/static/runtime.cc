// The parts of the C++ runtime that libperfc does not take from libstdc++.a.
//
// libstdc++ allocates 72 KiB for exceptions when it is loaded and never frees
// them, so each dlopen and dlclose of the library would leak them. Nothing in
// the library throws: our code is built without exceptions, and allocates by
// the functions below. The functions that would throw end the program instead.
// abseil and libstdc++ refer to them, but no code that the library calls there
// uses them.

#include <stdlib.h>

#include <new>

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

// libstdc++ throws where std::vector::at and their like are misused.
extern "C" {
void *__cxa_allocate_exception(size_t) noexcept { abort(); }
void __cxa_free_exception(void *) noexcept { abort(); }
void *__cxa_allocate_dependent_exception() noexcept { abort(); }
void __cxa_free_dependent_exception(void *) noexcept { abort(); }
}
