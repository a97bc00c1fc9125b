#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "absl/strings/str_format.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "impl/profile/file/fail.h"
#include "impl/profile/file/file.h"
#include "impl/profile/file/input.h"
#include "impl/profile/file/reader.h"
#include "impl/profile/io/io.h"

namespace perfc::profile::file {
namespace {

constexpr uint32_t kFlags = PERFC_FILE_FD | PERFC_FILE_TAILS | PERFC_FILE_RAW;
// Threads of perf record.
constexpr uint32_t kMostInputs = 4096;
// What a data file takes by default.
constexpr uint64_t kLaneBytes = 4 << 20;
// A data file needs some blocks of the least size, and room for entries.
constexpr uint64_t kLeastLane = 1 << 20;

// The files of a directory, or the only one.
struct Inputs {
  std::unique_ptr<Input[]> inputs;
  uint32_t count = 0;
};

int CheckFilter(const perfc_filter& filter, perfc_error* error) {
  if (filter.flags & ~uint32_t{PERFC_FILTER_NOT}) {
    return base::BadArgument(error, kOpen, "the filter has an unknown flag");
  }
  if ((filter.pids == nullptr && filter.pid_count > 0) ||
      (filter.tids == nullptr && filter.tid_count > 0) ||
      (filter.cpus == nullptr && filter.cpu_count > 0) ||
      (filter.events == nullptr && filter.event_count > 0)) {
    return base::BadArgument(error, kOpen,
                             "a list of the filter is NULL, but has a length");
  }
  return 0;
}

int CheckOptions(const perfc_file_options& options, perfc_error* error) {
  const int named = (options.path != nullptr) + (options.data != nullptr) +
                    ((options.flags & PERFC_FILE_FD) != 0);
  if (named != 1) {
    return base::BadArgument(
        error, kOpen, "exactly one of path, data and PERFC_FILE_FD is needed");
  }
  if (options.flags & ~kFlags) {
    return base::BadArgument(error, kOpen, "flags has an unknown flag");
  }
  if (options.order > PERFC_FILE_ORDER_FILE) {
    return base::BadArgument(error, kOpen,
                             "order is none of PERFC_FILE_ORDER_*");
  }
  if (options.flags & PERFC_FILE_RAW &&
      options.order != PERFC_FILE_ORDER_FILE) {
    return base::BadArgument(error, kOpen,
                             "PERFC_FILE_RAW needs PERFC_FILE_ORDER_FILE");
  }
  return 0;
}

int MakeInputs(uint32_t count, Inputs* made, perfc_error* error) {
  made->inputs.reset(new (std::nothrow) Input[count]);
  made->count = count;
  if (made->inputs != nullptr) return 0;
  return base::NoMemory(error, kOpen, count * sizeof(Input));
}

int OpenFailed(perfc_error* error, int code, absl::string_view path) {
  return base::FileFailed(error, code, PERFC_RULE_UNKNOWN, kOpen, path);
}

int SetFd(Input* input, io::Fd fd, absl::string_view path, perfc_error* error) {
  const int failed = input->SetFd(&fd);
  if (failed == 0) return 0;
  return base::Fail(error, failed, PERFC_CALL_FSTAT, PERFC_RULE_UNKNOWN, kOpen,
                    {}, path);
}

// A file of a directory, which may be anybody's: opening it never waits for the writer of
// a fifo, and a link leads nowhere else.
int OpenDataFile(int directory, const char* name) {
  return io::OpenAt(directory, name,
                    O_RDONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
}

int SetDataFile(Input* input, io::Fd fd, absl::string_view path,
                perfc_error* error) {
  if (const int failed = SetFd(input, std::move(fd), path, error)) {
    return failed;
  }
  return input->seekable() ? 0
                           : BadContent(error, kOpen, 0,
                                        "a data file of the directory is no "
                                        "regular file");
}

// The fds of data.0, data.1 and so on.
class DataFiles {
 public:
  ~DataFiles() {
    for (const int fd : fds_) io::Fd::Owned(fd);
  }

  int Open(int directory, absl::string_view path, perfc_error* error) {
    for (;;) {
      const base::ShortText<32> name("data.%d", fds_.size());
      const int fd = OpenDataFile(directory, absl::string_view(name).data());
      if (fd == -ENOENT) return 0;
      if (fd < 0) return OpenFailed(error, fd, path);
      if (fds_.size() == kMostInputs || !fds_.Append(fd)) {
        io::Fd::Owned(fd);
        return base::NoMemory(error, kOpen, fds_.size() * sizeof(Input));
      }
    }
  }

  uint32_t count() const { return static_cast<uint32_t>(fds_.size()); }
  // The caller owns it from now on.
  io::Fd Take(uint32_t number) {
    return io::Fd::Owned(std::exchange(fds_[number], -1));
  }

 private:
  base::Buffer<int> fds_;
};

// perf record --threads writes the header and its own records into `data`, and the
// records of each thread into data.0, data.1 and so on.
int OpenDirectory(int directory, absl::string_view path, Inputs* made,
                  perfc_error* error) {
  const int fd = OpenDataFile(directory, "data");
  if (fd < 0) return OpenFailed(error, fd, path);
  io::Fd first = io::Fd::Owned(fd);
  DataFiles files;
  if (const int failed = files.Open(directory, path, error)) return failed;
  if (const int failed = MakeInputs(1 + files.count(), made, error)) {
    return failed;
  }
  if (const int failed =
          SetDataFile(&made->inputs[0], std::move(first), path, error)) {
    return failed;
  }
  for (uint32_t i = 0; i < files.count(); ++i) {
    if (const int failed =
            SetDataFile(&made->inputs[i + 1], files.Take(i), path, error)) {
      return failed;
    }
  }
  return 0;
}

int OpenPath(const char* path, Inputs* made, perfc_error* error) {
  const int fd = io::Open(path, O_RDONLY | O_NOCTTY);
  if (fd < 0) return OpenFailed(error, fd, path);
  io::Fd owned = io::Fd::Owned(fd);
  if (const int failed = MakeInputs(1, made, error)) return failed;
  const int failed = made->inputs[0].SetFd(&owned);
  if (failed == -EISDIR) return OpenDirectory(fd, path, made, error);
  if (failed == 0) return 0;
  return base::Fail(error, failed, PERFC_CALL_FSTAT, PERFC_RULE_UNKNOWN, kOpen,
                    {}, path);
}

int OpenInputs(const perfc_file_options& options, Inputs* made,
               perfc_error* error) {
  if (options.path != nullptr) return OpenPath(options.path, made, error);
  if (const int failed = MakeInputs(1, made, error)) return failed;
  if (options.data != nullptr) {
    made->inputs[0].SetMemory(
        {static_cast<const uint8_t*>(options.data), options.data_size});
    return 0;
  }
  return SetFd(&made->inputs[0], io::Fd::Borrowed(options.fd), {}, error);
}

// The memory, of which three quarters are for records that wait.
int ChooseMemory(const ReaderOptions& options, uint32_t files, uint64_t* max,
                 perfc_error* error) {
  constexpr uint64_t kMostWindow = UINT64_MAX / 4;
  *max = options.max_bytes;
  if (options.window_bytes > kMostWindow) {
    return base::BadArgument(error, kOpen, "window_bytes is too large");
  }
  if (*max == 0) {
    *max =
        std::max<uint64_t>(PERFC_FILE_DEFAULT_MEMORY, 2 * options.window_bytes);
    if (files > 1) *max = std::max(*max, files * kLaneBytes / 3 * 4);
  }
  const uint64_t least = std::max(options.window_bytes / 2 * 3 + 2 * kLeastLane,
                                  files * kLeastLane / 3 * 4);
  if (*max >= least) return 0;
  return base::Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT, kOpen,
                    {least}, "max_bytes is too small for the window");
}

}  // namespace

int Open(const perfc_file_options& options, const perfc_filter* filter,
         std::unique_ptr<source::Source>* source, perfc_error* error) {
  if (const int failed = CheckOptions(options, error)) return failed;
  if (filter != nullptr) {
    if (const int failed = CheckFilter(*filter, error)) return failed;
  }
  const ReaderOptions reading = {
      options.max_bytes,
      options.window_bytes ? options.window_bytes : PERFC_FILE_DEFAULT_WINDOW,
      filter,
      options.order == PERFC_FILE_ORDER_TIME,
      (options.flags & PERFC_FILE_RAW) != 0,
      (options.flags & PERFC_FILE_TAILS) != 0,
  };
  uint64_t max;
  if (const int failed = ChooseMemory(reading, 1, &max, error)) return failed;
  Inputs inputs;
  if (const int failed = OpenInputs(options, &inputs, error)) return failed;
  if (const int failed = ChooseMemory(reading, inputs.count, &max, error)) {
    return failed;
  }
  const uint64_t lanes = max / 4 * 3;
  std::unique_ptr<Reader> reader(new (std::nothrow) Reader(
      max - lanes, std::move(inputs.inputs), inputs.count));
  if (reader == nullptr) return base::NoMemory(error, kOpen, sizeof(Reader));
  if (const int failed = reader->Open(reading, lanes, error)) return failed;
  *source = std::move(reader);
  return 0;
}

}  // namespace perfc::profile::file
