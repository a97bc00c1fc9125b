// Several files as one source of records, in the order of time.
#ifndef PERFC_EXAMPLES_PERFC_MERGED_FILES_H_
#define PERFC_EXAMPLES_PERFC_MERGED_FILES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "examples/perfc/input_file.h"
#include "perfc/perfc.h"

namespace tool {

class MergedFiles {
 public:
  // False: a file can't be opened, which it says.
  bool Open(const std::vector<std::string>& paths, const FilterOptions& filter,
            uint32_t flags, uint32_t order);

  // The next records of all files, valid until the next call. Empty at the end, or
  // after a mistake, which it says.
  const std::vector<perfc_stream_record>& Next();

  // False: the rest of a file couldn't be read.
  bool complete() const { return complete_; }

  void SayProblems() const;

 private:
  struct Part {
    InputFile file;
    Filter filter;
    std::vector<perfc_stream_record> records;
    size_t next = 0;
    bool ended = false;

    bool empty() const { return next == records.size(); }
    const perfc_stream_record& front() const { return records[next]; }
  };

  void Fill(Part* part);
  Part* Earliest();

  std::deque<Part> parts_;  // whose elements stay where they are
  std::vector<perfc_stream_record> merged_;
  bool complete_ = true;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_MERGED_FILES_H_
