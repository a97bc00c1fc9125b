// Text from outside (names of threads, files, events) made fit for a terminal.
#ifndef PERFC_EXAMPLES_PERFC_PRINTABLE_H_
#define PERFC_EXAMPLES_PERFC_PRINTABLE_H_

#include <string>
#include <string_view>

namespace tool {

// The text with an escape, \xNN, for every byte that is not part of a
// printable character in UTF-8. Control characters could give commands to the
// terminal, newlines could forge lines, and marks of the writing direction could
// show a line in another order.
std::string Printable(std::string_view text);

// One line of output: the printable text and a newline. All output for people
// goes through this function.
std::string Line(std::string_view text);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_PRINTABLE_H_
