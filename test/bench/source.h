// A ring of real records.
#ifndef TEST_BENCH_SOURCE_H_
#define TEST_BENCH_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "perfc/perfc.h"
#include "test/bench/peers.h"
#include "test/bench/ring.h"
#include "test/bench/workload.h"

namespace bench {

struct CloseEvent {
  void operator()(perfc_event* event) const { perfc_close(event); }
};
using Event = std::unique_ptr<perfc_event, CloseEvent>;

class Source {
 public:
  // False: why() says why the kernel doesn't give us such a ring.
  bool Open(const bench_workload& workload, uint32_t data_pages);
  const std::string& why() const { return why_; }

  // Another event on the same ring, which reads it from here on by a position
  // of its own: so that several readers get the same bytes. Null: see why().
  Event NewReader();

  // Fills the ring anew, once all readers are at its end.
  bench_ring Fill();

  // Another library's reader of the ring, which has no position but data_tail.
  // Null: see why().
  std::shared_ptr<void> NewReader(const bench_peer& peer);
  // Puts data_tail back to where the ring's records begin.
  void Rewind(const bench_ring& ring);

 private:
  bool Failed(int result, const perfc_error& error);

  const bench_workload* workload_ = nullptr;
  uint32_t data_pages_ = 0;
  perfc_attr attr_ = {};
  Event event_;
  perfc_mmap_page* page_ = nullptr;
  std::string why_;
};

}  // namespace bench

#endif  // TEST_BENCH_SOURCE_H_
