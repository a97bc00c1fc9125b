#include "impl/profile/writer/writer.h"

#include <algorithm>
#include <cerrno>
#include <new>

#include "impl/base/fail.h"
#include "impl/profile/format/format.h"
#include "impl/profile/zstd/compress.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr char kCreate[] = "perfc_writer_create";
constexpr char kWrite[] = "perfc_writer_write";
constexpr char kFinish[] = "perfc_writer_finish";

// A call ends with a write to the file if so many bytes wait, or if its records are so
// much later than those of the last write: a program that is killed loses no more.
constexpr size_t kFlushBytes = 128 << 10;
constexpr size_t kFlushCompressed = 512 << 10;
constexpr uint64_t kFlushTime = 100'000'000;

// So many ids fit into a HEADER_ATTR record with any attr.
constexpr size_t kMostPipedIds = 7600;

constexpr uint8_t kFinishedRound[8] = {
    PERFC_RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0};

int CheckOptions(const perfc_writer_options& options, perfc_error* error) {
  constexpr uint32_t kFlags = PERFC_WRITER_FD | PERFC_WRITER_OVERWRITE |
                              PERFC_WRITER_PIPE | PERFC_WRITER_ROTATE;
  constexpr uint32_t kStrip = PERFC_STRIP_STACKS | PERFC_STRIP_COMMANDS |
                              PERFC_STRIP_HOST | PERFC_STRIP_PATHS;
  const auto bad = [error](const char* why) {
    return base::BadArgument(error, kCreate, why);
  };
  if (options.flags & ~kFlags) return bad("flags has an unknown bit");
  if (options.strip & ~kStrip) return bad("strip has an unknown bit");
  const bool has_fd = options.flags & PERFC_WRITER_FD;
  if (has_fd == (options.path != nullptr)) {
    return bad("exactly one of path and PERFC_WRITER_FD is needed");
  }
  if (options.path != nullptr && options.path[0] == '\0') {
    return bad("path is empty");
  }
  if (options.zstd_level > zstd::kMaxLevel)
    return bad("zstd_level is above 22");
  const bool rotates = (options.flags & PERFC_WRITER_ROTATE) ||
                       options.rotate_bytes || options.rotate_ns ||
                       options.rotate_keep;
  return has_fd && rotates ? bad("rotation needs a path") : 0;
}

}  // namespace

Writer::Writer(const perfc_host* host, const perfc_writer_options& options)
    : host_(host),
      options_(options),
      plans_(&attrs_),
      layout_(&attrs_, options.strip),
      output_(this),
      rewrite_(&plans_, options.strip) {}

int Writer::Create(const perfc_host* host, const perfc_writer_options& options,
                   std::unique_ptr<Writer>* made, perfc_error* error) {
  if (int failed = CheckOptions(options, error)) return failed;
  std::unique_ptr<Writer> writer(new (std::nothrow) Writer(host, options));
  if (writer == nullptr) return base::NoMemory(error, kCreate, sizeof(Writer));
  int failed = writer->Init();
  if (!failed) failed = writer->OpenNext();
  if (failed) return writer->Report(failed, kCreate, error);
  *made = std::move(writer);
  return 0;
}

int Writer::Init() {
  if (int failed = files_.Init(options_)) return failed;
  options_.path = nullptr;  // the caller's; files_ has a copy
  if (int failed = output_.Init(options_.zstd_level)) return failed;
  return rewrite_.Init() ? 0 : -ENOMEM;
}

// A reader sees the file from its complete header on.
int Writer::OpenNext() {
  OpenFile file;
  if (int failed = files_.Open(&file)) return failed;
  std::swap(file_, file);
  int failed = BeginFile();
  if (!failed) failed = files_.Commit();
  if (failed) {
    files_.Abandon();
    return failed;
  }
  open_ = true;
  ++result_.files;
  files_.DeleteOld();
  return 0;
}

int Writer::BeginFile() {
  const bool live = now_.live;
  now_ = Progress();
  now_.live = live;
  aux_.Clear();
  placed_ = false;
  flush_time_ = 0;
  const int fd = file_.fd.get();
  if (!is_pipe()) {
    if (int failed = layout_.Begin(fd)) return failed;
    output_.Begin(fd, true, layout_.data_offset());
  } else {
    format::PipeHeader header = {{}, sizeof header};
    std::copy_n(format::kMagic2, format::kMagicSize, header.magic);
    for (uint32_t i = 0; i < attrs_.count(); ++i) {
      attrs_.event(i).sealed = false;
    }
    attrs_.LimitIds(kMostPipedIds);
    output_.Begin(fd, false, 0);
    if (int failed = output_.PutPlain(&header, sizeof header)) return failed;
    if (int failed = output_.Flush()) return failed;
  }
  round_start_ = output_.size();
  return 0;
}

int Writer::BeforeData() { return is_pipe() ? 0 : layout_.UpdateAttrs(); }

int Writer::AfterData(uint64_t end) {
  return is_pipe() ? 0 : layout_.UpdateData(end);
}

bool Writer::WantsNextFile() const {
  if (!open_) return true;
  const uint64_t start = is_pipe() ? 0 : layout_.data_offset();
  if (options_.rotate_bytes > 0 && now_.has_data &&
      output_.size() - start >= options_.rotate_bytes) {
    return true;
  }
  return options_.rotate_ns > 0 && now_.first_time > 0 &&
         now_.last_time - now_.first_time >= options_.rotate_ns;
}

int Writer::Next() {
  if (open_) {
    if (int failed = FinishFile(false)) return failed;
  }
  return OpenNext();
}

int Writer::Write(absl::Span<const perfc_stream_record> records,
                  perfc_error* error) {
  if (finished_) {
    return base::WrongState(error, kWrite, "the writer is finished");
  }
  error_ = error;
  told_ = false;
  if (WantsNextFile()) {
    if (int failed = Next()) return Report(failed, kWrite, error);
  }
  BeginCall();
  int failed = Take(records);
  if (!failed) failed = EndCall();
  if (failed) {
    Rollback();
    return Report(failed, kWrite, error);
  }
  return static_cast<int>(std::min<size_t>(records.size(), INT32_MAX));
}

void Writer::BeginCall() {
  before_ = now_;
  use_ = nullptr;
  output_.BeginCall();
  facts_.BeginCall();
  plans_.BeginCall();
}

// What the file already knows of attrs and objects does no harm.
void Writer::Rollback() {
  now_ = before_;
  use_ = nullptr;
  (void)aux_.Resize(now_.aux_count);  // it only shrinks
  for (uint32_t i = now_.sent_events; i < attrs_.count(); ++i) {
    attrs_.event(i).sealed = false;
  }
  facts_.Rollback();
  layout_.LimitData(now_.aux_open ? now_.aux_at : Layout::kNoLimit);
  output_.Rollback();
}

// A round ends only where a call ends, so it has all records of its calls. Rounds may
// have many calls, because a record is never earlier than those of the call before
// the last one.
int Writer::EndCall() {
  const size_t enough = output_.compresses() ? kFlushCompressed : kFlushBytes;
  const uint64_t time = now_.last_time;
  const uint64_t passed =
      time > flush_time_ ? time - flush_time_ : flush_time_ - time;
  const bool has_round = output_.size() > round_start_;
  if (!has_round ||
      (output_.size() - round_start_ < enough && passed < kFlushTime)) {
    return 0;
  }
  if (!now_.aux_open) {
    const int failed = output_.PutPlain(kFinishedRound, sizeof kFinishedRound);
    if (failed) return failed;
  }
  if (int failed = output_.Flush()) return failed;
  plans_.BeginRound();
  round_start_ = output_.size();
  flush_time_ = time;
  return 0;
}

int Writer::Report(int failed, const char* operation,
                   perfc_error* error) const {
  if (told_) return failed;
  if (failed == -ENOMEM) return base::NoMemory(error, operation, 0);
  const uint32_t call =
      operation == kCreate ? PERFC_CALL_OPEN : PERFC_CALL_WRITE;
  return base::Fail(error, failed, call, PERFC_RULE_OUTPUT_FILE, operation, {},
                    files_.path());
}

int Writer::Finish(uint32_t flags, perfc_error* error) {
  if (finished_) {
    return base::WrongState(error, kFinish, "the writer is finished");
  }
  if (flags & ~uint32_t{PERFC_FINISH_NEXT}) {
    return base::BadArgument(error, kFinish, "flags has an unknown bit");
  }
  const bool next = flags & PERFC_FINISH_NEXT;
  if (next && !files_.rotates()) {
    return base::BadArgument(error, kFinish, "the files aren't rotated");
  }
  error_ = error;
  told_ = false;
  int failed = open_ ? FinishFile(!next) : 0;
  if (!failed && next) failed = OpenNext();
  if (failed) return Report(failed, kFinish, error);
  finished_ = !next;
  return 0;
}

perfc_writer_result Writer::result() const {
  perfc_writer_result result = result_;
  result.records += open_ ? now_.records : 0;
  result.tails_missing += open_ ? now_.tails_missing : 0;
  result.build_ids = objects_.with_id();
  result.build_ids_missing = objects_.missing();
  return result;
}

}  // namespace perfc::profile::writer
