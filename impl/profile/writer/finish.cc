// The parts of Writer that complete a file.
#include <unistd.h>

#include <cerrno>

#include "impl/profile/writer/writer.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr uint8_t kFinishedRound[8] = {
    PERFC_RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0};

// Features in the order of the file.
constexpr uint32_t kMade[] = {
    PERFC_FEATURE_BUILD_ID,     PERFC_FEATURE_EVENT_DESC,
    PERFC_FEATURE_BRANCH_STACK, PERFC_FEATURE_AUXTRACE,
    PERFC_FEATURE_SAMPLE_TIME,  PERFC_FEATURE_COMPRESSED};
constexpr size_t kMadeCount = sizeof kMade / sizeof kMade[0];

}  // namespace

// The file stays as it is after a failure, and the call may be repeated.
int Writer::FinishFile(bool last) {
  output_.BeginCall();
  if (int failed = FinishData()) {
    output_.Rollback();
    return failed;
  }
  if (now_.live) {
    if (int failed = objects_.LookUp(host_)) return failed;
  }
  uint64_t size = 0;
  int failed = is_pipe() ? FinishPipe() : FinishSeekable(&size);
  if (failed) return failed;
  if (last && (failed = Sync()) != 0) return failed;
  const uint64_t start = is_pipe() ? 0 : layout_.data_offset();
  const uint64_t overhead = is_pipe() ? 0 : layout_.overhead();
  result_.bytes += output_.size() - start + overhead;
  result_.uncompressed_bytes += output_.plain_size() - start + overhead;
  result_.records += now_.records;
  result_.tails_missing += now_.tails_missing;
  open_ = false;
  file_ = OpenFile();
  return 0;
}

int Writer::FinishData() {
  if (int failed = CloseAux()) return failed;
  if (output_.size() > round_start_) {
    const int failed = output_.PutPlain(kFinishedRound, sizeof kFinishedRound);
    if (failed) return failed;
  }
  if (int failed = output_.Flush()) return failed;
  round_start_ = output_.size();
  return is_pipe() ? 0 : layout_.UpdateData(output_.size());
}

int Writer::FinishSeekable(uint64_t* size) {
  if (int failed = CollectFacts()) return failed;
  format::Builder made[kMadeCount];
  base::Buffer<FeatureBytes> features;
  for (uint32_t feature = 1; feature < format::kMaxFeatures; ++feature) {
    if (const Fact* fact = facts_.Find(feature)) {
      if (!features.Append({feature, fact->span()})) return -ENOMEM;
    }
    for (size_t i = 0; i < kMadeCount; ++i) {
      if (kMade[i] != feature || BuildMade(feature, &made[i]) != 0) continue;
      if (!made[i].ok() ||
          !features.Append({feature, {made[i].data(), made[i].size()}})) {
        return -ENOMEM;
      }
    }
  }
  const int failed = layout_.Finish({features.data(), features.size()}, size);
  // What was written behind the data is cut off: the file is as before.
  const uint64_t end = failed ? output_.size() : *size;
  const int saved = errno;
  const int cut =
      ftruncate(file_.fd.get(), static_cast<off_t>(end)) == 0 ? 0 : -errno;
  errno = saved;
  return failed ? failed : cut;
}

int Writer::FinishPipe() {
  if (!now_.has_data) {
    if (int failed = SendHeader()) return failed;
    now_.has_data = true;
  }
  if (int failed = CollectFacts()) return failed;
  if (int failed = SendFacts()) return failed;
  for (size_t i = 0; i < objects_.size(); ++i) {
    format::Builder record;
    if (!objects_.BuildRecord(i, options_.strip, &record)) continue;
    if (!record.ok()) return -ENOMEM;
    if (int failed = output_.PutPlain(record.data(), record.size())) {
      return failed;
    }
  }
  return output_.Flush();
}

// What isn't a file can't be synced.
int Writer::Sync() const {
  const int saved = errno;
  int result;
  do {
    result = fsync(file_.fd.get()) == 0 ? 0 : -errno;
  } while (result == -EINTR);
  errno = saved;
  return result == -EINVAL || result == -EROFS ? 0 : result;
}

}  // namespace perfc::profile::writer
