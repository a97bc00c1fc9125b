// Rings of a machine that isn't there: the same records, in the order of time,
// dealt out over as many rings as one likes.
#ifndef TEST_BENCH_SIMULATED_H_
#define TEST_BENCH_SIMULATED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "impl/capi/handles.h"
#include "perfc/perfc.h"
#include "test/bench/ring.h"
#include "testing/ring_writer.h"
#include "testing/scripted_system.h"

namespace bench {

struct DestroyHandle {
  void operator()(perfc_event* event) const { perfc_close(event); }
  void operator()(perfc_stream* stream) const { perfc_stream_destroy(stream); }
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
template <typename T>
using Handle = std::unique_ptr<T, DestroyHandle>;

// Who gets the next record.
enum class Dealing { kAtRandom, kInTurn };

class Simulated {
 public:
  // Several rings are in the stream, one is read by itself. Null where the library
  // refuses something.
  static std::unique_ptr<Simulated> Make(uint32_t rings, uint64_t records,
                                         Dealing dealing);

  // Puts all records into the rings, which must be empty, as later ones than
  // those before.
  void Fill();
  // What a reader of all that was put in last had, as if times began at 0.
  bench_sum FromZero(bench_sum read) const {
    return {read.records, read.sum - read.records * offset_};
  }
  bench_sum sum() const { return {records_, sum_}; }

  perfc_event* event(uint32_t ring) { return events_[ring].get(); }
  perfc_stream* stream() { return stream_.get(); }

 private:
  explicit Simulated(uint64_t records) : records_(records) {}
  void Deal(uint32_t rings, Dealing dealing);
  bool AddRing(size_t data_size);

  scripted::ScriptedSystem system_;
  perfc_host host_{perfc::host::Host(system_)};
  std::vector<Handle<perfc_event>> events_;
  Handle<perfc_stream> stream_;
  std::vector<scripted::RingWriter> writers_;
  std::vector<scripted::Bytes> dealt_;  // for each ring
  const uint64_t records_;
  size_t bytes_ = 0;
  uint64_t sum_ = 0;     // with times that begin at 0
  uint64_t offset_ = 0;  // of the times
};

}  // namespace bench

#endif  // TEST_BENCH_SIMULATED_H_
