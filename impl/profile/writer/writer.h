// Writes perf.data files. perfc/profile/writer.h describes the functions.
#ifndef PERFC_IMPL_PROFILE_WRITER_WRITER_H_
#define PERFC_IMPL_PROFILE_WRITER_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/format/format.h"
#include "impl/profile/writer/alive.h"
#include "impl/profile/writer/attrs.h"
#include "impl/profile/writer/facts.h"
#include "impl/profile/writer/files.h"
#include "impl/profile/writer/layout.h"
#include "impl/profile/writer/objects.h"
#include "impl/profile/writer/output.h"
#include "impl/profile/writer/plans.h"
#include "impl/profile/writer/rewrite.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/profile/writer.h"
#include "perfc/record.h"

namespace perfc::profile::writer {

class Writer final : public Hooks {
 public:
  // The options are those of a caller, of this version.
  static int Create(const perfc_host* host, const perfc_writer_options& options,
                    std::unique_ptr<Writer>* made, perfc_error* error);

  int Write(absl::Span<const perfc_stream_record> records, perfc_error* error);
  int Finish(uint32_t flags, perfc_error* error);
  perfc_writer_result result() const;

  int BeforeData() override;
  int AfterData(uint64_t end) override;

 private:
  // The place of an AUXTRACE record in the file.
  struct AuxPlace {
    uint64_t offset;
    uint64_t size;
  };

  // What a call that failed takes back.
  struct Progress {
    bool live = false;      // a record was of this machine
    bool has_data = false;  // of this file; a pipe got its header
    bool initial = false;   // the last record was made of this machine's state
    uint64_t first_sample = 0;  // times, of this file; 0: none
    uint64_t last_sample = 0;
    uint64_t first_time = 0;
    uint64_t last_time = 0;
    uint64_t records = 0;
    uint64_t tails_missing = 0;
    size_t aux_count = 0;
    bool aux_open = false;   // the tail of an AUXTRACE record goes on
    bool aux_drops = false;  // and isn't written
    uint16_t aux_head_size = 0;
    uint8_t aux_head[64] = {};  // the record
    uint64_t aux_at = 0;        // where the record is in the file
    uint64_t aux_done = 0;      // bytes of its tail in the file
    uint64_t aux_rest = 0;      // bytes that are missing
    uint32_t sent_events = 0;   // to a pipe
    uint64_t sent_features[format::kFeatureWords] = {};
  };

  // Records whose bytes follow each other.
  struct Run {
    const uint8_t* data = nullptr;
    size_t size = 0;
  };

  Writer(const perfc_host* host, const perfc_writer_options& options);

  // ---- calls (writer.cc)
  int Init();
  int OpenNext();
  int BeginFile();
  bool WantsNextFile() const;
  int Next();
  void BeginCall();
  void Rollback();
  int EndCall();
  int Report(int failed, const char* operation, perfc_error* error) const;
  bool is_pipe() const { return !file_.seekable; }

  // ---- records (take.cc)
  int Take(absl::Span<const perfc_stream_record> records);
  int TakeOne(const perfc_stream_record& record, Run* run);
  int Enter(const perfc_stream_record& record);
  int JoinPlans(absl::Span<const perfc_stream_record> records);
  int Begin(absl::Span<const perfc_stream_record> records);
  bool IsPlainSample(const perfc_stream_record& record) const;
  void NoteTime(const perfc_stream_record& record);
  int NoteOrigin(const perfc_stream_record& record);
  int Extend(const perfc_record& record, Run* run);
  int PutRun(Run* run);
  int PutRecord(const perfc_record& record);
  int TakeKernel(const perfc_stream_record& record);
  int TakeTool(const perfc_stream_record& record);
  int TakeHeader(const perfc_stream_record& record);
  int TakeUpdate(const perfc_record& record);

  // ---- AUXTRACE (aux.cc)
  int TakeAux(const perfc_stream_record& record);
  int BeginAux(const perfc_stream_record& record);
  bool ContinuesAux(const perfc_record& record) const;
  int PutAuxPart(uint64_t size);
  int CloseAux();
  int PlaceAux(const perfc_record& record);

  // ---- the header (header.cc)
  bool Strips(uint32_t feature) const;
  int TakeFact(Fact* fact);
  int CollectFacts();
  int CollectFact(uint32_t feature);
  int CollectClock();
  int SendHeader();
  int SendAttrs();
  int SendAttr(uint32_t index, uint32_t size);
  int SendName(uint32_t index);
  int SendFeature(uint32_t feature, absl::Span<const uint8_t> bytes);
  int SendTracing(absl::Span<const uint8_t> bytes);
  int SendFact(uint32_t feature);
  int SendFacts();
  int BuildMade(uint32_t feature, format::Builder* out);

  // ---- the end (finish.cc)
  int FinishFile(bool last);
  int FinishData();
  int FinishSeekable(uint64_t* size);
  int FinishPipe();
  int Sync() const;

  const perfc_host* host_;
  perfc_writer_options options_;
  Files files_;
  OpenFile file_;
  Attrs attrs_;
  Plans plans_;
  Layout layout_;
  Output output_;
  Facts facts_;
  Objects objects_;
  Rewrite rewrite_;
  Alive alive_;
  base::Buffer<AuxPlace> aux_;
  Progress now_;
  Progress before_;         // the call
  PlanUse* use_ = nullptr;  // of the record before, in a call
  bool placed_ = false;     // a seekable file's data has its place
  bool open_ = false;       // a file is open and not complete
  bool finished_ = false;
  uint64_t flush_time_ = 0;          // of records, at the last flush
  uint64_t round_start_ = 0;         // size of the file when the round began
  perfc_error* error_ = nullptr;     // of the call
  bool told_ = false;                // *error_ has the reason
  perfc_writer_result result_ = {};  // of the files that are complete
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_WRITER_H_
