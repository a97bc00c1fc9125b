#include "examples/perfc/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "examples/perfc/handles.h"

namespace tool {
namespace {

bool Rotates(const WritingOptions& options) {
  return options.rotate_bytes > 0 || options.rotate_ns > 0;
}

}  // namespace

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
}

bool OutputFile::Check(int result) {
  if (result < 0) Say("cannot write " + path_ + ": " + TextOf(error_));
  return result >= 0;
}

bool OutputFile::Backup(const std::string& path,
                        const WritingOptions& options) {
  struct stat status;
  const bool is_there = path != "-" && stat(path.c_str(), &status) == 0;
  if (!is_there || !S_ISREG(status.st_mode) || Rotates(options)) return true;
  replaces_ = status.st_size == 0;
  if (replaces_ || options.replace) return true;
  backup_ = path + ".old";
  if (std::rename(path.c_str(), backup_.c_str()) == 0) return true;
  Say("cannot rename " + path + " to " + backup_ + ": " + std::strerror(errno));
  return false;
}

// A device or named pipe must not be replaced by a file.
bool OutputFile::OpenOther(perfc_writer_options* how) {
  struct stat status;
  if (stat(path_.c_str(), &status) != 0 || S_ISREG(status.st_mode)) {
    how->path = path_.c_str();
    return true;
  }
  fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd_ < 0) {
    Say("cannot write " + path_ + ": " + std::strerror(errno));
    return false;
  }
  how->flags |= PERFC_WRITER_FD;
  how->fd = fd_;
  return true;
}

bool OutputFile::Create(const std::string& path, const WritingOptions& options,
                        uint32_t strip) {
  path_ = path;
  perfc_writer_options how = {};
  how.size = sizeof how;
  how.zstd_level = options.zstd_level;
  how.rotate_bytes = options.rotate_bytes;
  how.rotate_ns = options.rotate_ns;
  how.rotate_keep = options.rotate_keep;
  how.strip = strip;
  if (options.replace || replaces_) how.flags |= PERFC_WRITER_OVERWRITE;
  if (path == "-") {
    path_ = "stdout";
    how.flags = PERFC_WRITER_FD | PERFC_WRITER_PIPE;
    how.fd = STDOUT_FILENO;
    if (isatty(STDOUT_FILENO)) {
      Say("a recording isn't for a terminal: name a file or a pipe");
      return false;
    }
  } else if (Rotates(options)) {
    how.path = path_.c_str();
  } else if (!OpenOther(&how)) {
    return false;
  }
  perfc_writer* writer = nullptr;
  const int result = perfc_writer_create(nullptr, &how, &writer, &error_);
  writer_.reset(writer);
  return Check(result);
}

bool OutputFile::Write(const perfc_stream_record* records, uint32_t count) {
  return Check(perfc_writer_write(writer_.get(), records, count, &error_));
}

bool OutputFile::Finish() {
  return Check(
      perfc_writer_finish(writer_.get(), 0, &result_, sizeof result_, &error_));
}

void OutputFile::Undo() {
  const bool is_file = writer_ && fd_ < 0 && path_ != "stdout";
  writer_.reset();
  if (is_file) unlink(path_.c_str());
  if (!backup_.empty()) std::rename(backup_.c_str(), path_.c_str());
}

}  // namespace tool
