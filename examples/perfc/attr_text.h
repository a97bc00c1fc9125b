// An attr as text, laid out as `perf stat -vv` does: the names and values of
// all fields that aren't zero.
#ifndef PERFC_EXAMPLES_PERFC_ATTR_TEXT_H_
#define PERFC_EXAMPLES_PERFC_ATTR_TEXT_H_

#include <cstddef>
#include <string>

namespace tool {

// Between two lines of dashes. The attr is the kernel's, of any version.
std::string AttrText(const void* attr, size_t size);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_ATTR_TEXT_H_
