// What the library allocates, told to fail. The linker's --wrap gives its calls
// of malloc and its kin to this program's; those of libstdc++, by which tests
// and the scripted machine allocate, stay as they are. The library doesn't use
// them: test/linkage/throwing_allocations_test.sh.
#ifndef PERFC_TEST_FAULTS_ALLOCATIONS_H_
#define PERFC_TEST_FAULTS_ALLOCATIONS_H_

namespace faults {

// The n-th allocation from now on fails, n counting from 1; with `and_later`
// all that follow it, too. 0: none.
void FailAllocation(int n, bool and_later);
// True if one was told to fail and did.
bool AllocationFailed();

}  // namespace faults

#endif  // PERFC_TEST_FAULTS_ALLOCATIONS_H_
