// Reads a file line by line, in bounded memory.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_LINE_READER_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_LINE_READER_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/profile/io/io.h"

namespace perfc::profile::synthesize {

class LineReader {
 public:
  // 0, open(2)'s or -ENOMEM.
  int Open(const char* path);
  void Close() { fd_ = {}; }

  // 1: *line is the next line without its end, and lives until the next call. 0: the
  // end. Or read(2)'s. Lines that don't fit are left out: of all files that are read
  // here, only /proc/PID/maps has lines that others can make long, and kCapacity
  // is enough for PATH_MAX with each character escaped.
  int Next(absl::string_view* line);

 private:
  static constexpr size_t kCapacity = 32 << 10;

  int Fill();

  io::Fd fd_;
  base::Buffer<char> buffer_;
  size_t at_ = 0;          // where the next line begins
  size_t end_ = 0;         // of the bytes that were read
  bool too_long_ = false;  // the line at at_ began in bytes that were dropped
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_LINE_READER_H_
