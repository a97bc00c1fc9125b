// The perf.data file that a verb writes.
#ifndef PERFC_EXAMPLES_PERFC_OUTPUT_FILE_H_
#define PERFC_EXAMPLES_PERFC_OUTPUT_FILE_H_

#include <cstdint>
#include <string>

#include "examples/perfc/file_handles.h"
#include "examples/perfc/options.h"
#include "perfc/perfc.h"
#include "perfc/profile.h"

namespace tool {

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // As the perf tool does, renames a file that is there to PATH.old, unless the
  // options replace it. Only Create does anything with the new file.
  bool Backup(const std::string& path, const WritingOptions& options);

  // Begins the file; "-" is stdout, in pipe mode. False if it can't, and says why.
  bool Create(const std::string& path, const WritingOptions& options,
              uint32_t strip);

  // False if they can't be written, and says why.
  bool Write(const perfc_stream_record* records, uint32_t count);

  // Completes the file.
  bool Finish();

  // Takes the new file away, and the old one back, because the new one is of no use.
  void Undo();

  const perfc_writer_result& result() const { return result_; }

 private:
  bool Check(int result);
  bool OpenOther(perfc_writer_options* how);

  std::string path_;
  std::string backup_;  // empty: there is none
  FileHandle<perfc_writer> writer_;
  perfc_writer_result result_ = {};
  perfc_error error_ = {};
  int fd_ = -1;  // of an output that is no regular file
  bool replaces_ = false;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OUTPUT_FILE_H_
