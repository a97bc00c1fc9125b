// The facts in a file's header, as the perf tool's --header prints them.
#ifndef PERFC_EXAMPLES_PERFC_FILE_HEADER_H_
#define PERFC_EXAMPLES_PERFC_FILE_HEADER_H_

#include <string>

#include "examples/perfc/input_file.h"

namespace tool {

// Lines that begin with "# ", with text that a terminal may show.
std::string HeaderText(InputFile* file);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_FILE_HEADER_H_
