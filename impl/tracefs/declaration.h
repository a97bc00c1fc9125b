// A field's declaration in C, as format files have it: "char comm[16]".
#ifndef PERFC_IMPL_TRACEFS_DECLARATION_H_
#define PERFC_IMPL_TRACEFS_DECLARATION_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace perfc::tracefs {

// Views of the declaration's text.
struct Declaration {
  absl::string_view name;
  absl::string_view base;   // "const char *" of "const char * argv[4]"
  absl::string_view array;  // "[4]", the text behind the name
  bool located = false;     // __data_loc or __rel_loc
  bool relative = false;    // __rel_loc
  bool is_array = false;
  uint32_t count = 0;      // of the array, if it is a plain number
  uint32_t locations = 1;  // how many there are, if it is located
};

// False if there is no name.
bool ParseDeclaration(absl::string_view text, Declaration* out);

// PERFC_FIELD_* kind of one element of a base type, which is `size` bytes long.
uint32_t KindOf(absl::string_view base, bool is_array, uint32_t size);

// The size of an element by its type's name; 0 if it isn't known.
uint32_t SizeOf(absl::string_view base, uint32_t long_size);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_DECLARATION_H_
