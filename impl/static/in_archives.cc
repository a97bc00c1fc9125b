// What the static libraries have in place of functions of libstdc++ and abseil that the
// library refers to and never calls, besides those in runtime.cc. Behind these are a
// demangler, locales with their constructors, and the unwinder.
//
// Not in libperfc.so, which is linked in one step: there libstdc++'s come too, through
// functions that nobody calls, and would clash with these.

#include <stdlib.h>
#include <unwind.h>

#include "absl/base/config.h"

namespace __gnu_cxx {
// libstdc++'s has a demangler, to print the exception's type.
[[noreturn]] void __verbose_terminate_handler() { abort(); }
}  // namespace __gnu_cxx

extern "C" {
void __cxa_pure_virtual() { abort(); }

// No function here has a handler: an exception would fly on.
int __gxx_personality_v0() { return _URC_CONTINUE_UNWIND; }
}

// abseil's texts of floating-point numbers, of which the library writes none.
namespace absl {
ABSL_NAMESPACE_BEGIN
namespace str_format_internal {

class FormatConversionSpecImpl;
class FormatSinkImpl;

bool ConvertFloatImpl(float, const FormatConversionSpecImpl &,
                      FormatSinkImpl *) {
  abort();
}
bool ConvertFloatImpl(double, const FormatConversionSpecImpl &,
                      FormatSinkImpl *) {
  abort();
}
bool ConvertFloatImpl(long double, const FormatConversionSpecImpl &,
                      FormatSinkImpl *) {
  abort();
}

}  // namespace str_format_internal
ABSL_NAMESPACE_END
}  // namespace absl
