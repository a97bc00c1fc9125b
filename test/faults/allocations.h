// What the library allocates, told to fail. The linker's --wrap gives its calls
// of malloc and its kin to this program's; those of libstdc++, by which tests
// and the scripted machine allocate, stay as they are.
#ifndef PERFC_TEST_FAULTS_ALLOCATIONS_H_
#define PERFC_TEST_FAULTS_ALLOCATIONS_H_

#include <cstddef>

namespace faults {

// The n-th allocation from now on fails, n counting from 1; with `and_later`
// all that follow it, too. 0: none.
void FailAllocation(int n, bool and_later);
// True if one was told to fail and did.
bool AllocationFailed();
// The most bytes since the last call that were asked of an operator new which
// doesn't return where there is no memory: by the library, and by all else here.
size_t LargestThrowing();

}  // namespace faults

#endif  // PERFC_TEST_FAULTS_ALLOCATIONS_H_
