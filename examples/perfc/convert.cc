#include "examples/perfc/convert.h"

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/merged_files.h"
#include "examples/perfc/output_file.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

// A file that is read while it is written loses its records.
bool IsInput(const ConvertOptions& options) {
  struct stat output;
  if (stat(options.output.c_str(), &output) != 0 || !S_ISREG(output.st_mode)) {
    return false;
  }
  for (const std::string& path : options.inputs) {
    struct stat input;
    if (stat(path.c_str(), &input) == 0 && input.st_dev == output.st_dev &&
        input.st_ino == output.st_ino) {
      Say(path + " is the output too");
      return true;
    }
  }
  return false;
}

}  // namespace

int Convert(const Options& options) {
  const ConvertOptions& convert = options.convert;
  MergedFiles files;
  const uint32_t order =
      convert.file_order ? PERFC_FILE_ORDER_FILE : PERFC_FILE_ORDER_TIME;
  if (IsInput(convert) ||
      !files.Open(convert.inputs, options.filter, PERFC_FILE_TAILS, order)) {
    return 1;
  }
  OutputFile output;
  if (!output.Create(convert.output, options.writing, convert.strip)) return 1;
  while (true) {
    const std::vector<perfc_stream_record>& records = files.Next();
    if (records.empty()) break;
    if (!output.Write(records.data(), static_cast<uint32_t>(records.size()))) {
      output.Undo();
      return 1;
    }
  }
  if (!output.Finish()) {
    output.Undo();
    return 1;
  }
  files.SayProblems();
  return files.complete() ? 0 : 1;
}

}  // namespace tool
