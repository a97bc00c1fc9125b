// The files of a writer: their names, how they are opened, and which are deleted.
#ifndef PERFC_IMPL_PROFILE_WRITER_FILES_H_
#define PERFC_IMPL_PROFILE_WRITER_FILES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/profile/io/io.h"
#include "perfc/profile/writer.h"

namespace perfc::profile::writer {

// A file that was opened.
struct OpenFile {
  io::Fd fd;
  bool seekable = false;  // a regular file that isn't written in pipe mode
};

class Files {
 public:
  // 0 or -ENOMEM. The options are valid.
  int Init(const perfc_writer_options& options);

  // Opens the next file. It takes the place of one that is there only after
  // Commit; without Commit it vanishes. A negative errno: none was opened.
  int Open(OpenFile* file);
  int Commit();
  void Abandon();

  // Deletes the files that are too many.
  void DeleteOld() const;

  bool rotates() const { return rotates_; }
  // Of the file that was opened last.
  const char* path() const { return path_.size() > 0 ? path_.data() : "fd"; }

 private:
  bool Name(uint32_t number, base::Buffer<char>* out) const;
  int OpenPath(int* fd);
  int OpenBeside(int* fd);
  int Adopt(int fd, bool owned, OpenFile* file) const;

  perfc_writer_options options_ = {};
  bool rotates_ = false;
  uint32_t number_ = 0;
  base::Buffer<char> base_;       // the options' path, with a NUL
  base::Buffer<char> path_;       // with a NUL
  base::Buffer<char> temporary_;  // with a NUL; empty: path_ is open
  bool made_ = false;             // the open file is a new one
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_FILES_H_
