// libperfc in a program whose own operator new counts and whose own exceptions fly: it takes
// nothing from that operator new, and the exceptions are caught.

#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#include "perfc/perfc.h"

namespace {

int g_allocations = 0;

bool AllocatesByItself() {
  const int before = g_allocations;
  perfc_plan *plan = nullptr;
  const int result = perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr);
  perfc_plan_destroy(plan);
  return result == 0 && g_allocations == before;
}

bool CatchesItsOwn() {
  const int before = g_allocations;
  try {
    throw std::runtime_error(std::string(100, 'x'));
  } catch (const std::exception &thrown) {
    return thrown.what()[99] == 'x' && g_allocations > before;
  }
}

}  // namespace

void *operator new(std::size_t size) {
  ++g_allocations;
  if (void *memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

int main() {
  if (CatchesItsOwn() && AllocatesByItself() && CatchesItsOwn()) return 0;
  std::fprintf(stderr, "the library and the program get into each other\n");
  return 1;
}
