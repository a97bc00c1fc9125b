// A model check: the real reader against every order of steps that the kernel
// may take, on a ring of one page.
//
// Between two calls of the reader the kernel may take any number of steps;
// inside a call, wherever the reader loads data_head or stores data_tail
// (steps.h), it may write up to kInside whole records. Each state that is
// reached is gone on from once, with every step and every call. A state is the
// reader's own memory and the kernel's model, from which the ring's bytes
// follow.

#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "gtest/gtest.h"
#include "impl/host/host.h"
#include "impl/ring/ring.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"
#include "test/ring/kernel_model.h"
#include "test/ring/steps.h"
#include "testing/scripted_system.h"

namespace {

using model::Kernel;
using model::kRing;
using model::Record;
using perfc::ring::Mode;
using perfc::ring::Ring;

constexpr int kInside = 1;
constexpr uint64_t kLaps = 2;

// What the reader may do: one call of each user of the ring.
enum class Call { kNext, kBlock, kPeek, kWait, kBatch, kStream };

struct State {
  Kernel kernel;
  uint64_t borrowed;       // From here on the reader's user has records.
  std::vector<char> ring;  // The reader's own bytes,
  uint64_t limit;          // and those that fork() would wipe.
};

// Takes one way through a call after another: at each point one of so many.
class Choices {
 public:
  size_t Choose(size_t options) {
    if (at_ == taken_.size()) taken_.push_back({0, options});
    return taken_[at_++].option;
  }
  // False if all ways were taken.
  bool Next() {
    at_ = 0;
    while (!taken_.empty()) {
      if (++taken_.back().option < taken_.back().options) return true;
      taken_.pop_back();
    }
    return false;
  }

 private:
  struct Taken {
    size_t option;
    size_t options;
  };
  std::vector<Taken> taken_;
  size_t at_ = 0;
};

// Who reads, from where on.
struct Way {
  const char *name;
  std::vector<Call> calls;
  uint64_t start;
};

class ModelTest : public testing::TestWithParam<Way> {
 public:
  void BeforeAccess();
  void AfterStore(uint64_t tail);

 protected:
  void SetUp() override;
  void TearDown() override;
  void Explore();
  void ExpectReadEverywhere();

 private:
  perfc_mmap_page *control() {
    return reinterpret_cast<perfc_mmap_page *>(memory_);
  }
  uint8_t *data() { return memory_ + system_.PageSize(); }
  // The mark page lies behind the scratch.
  uint64_t *limit() {
    uint8_t *mark = system_.event(fd_).library_ring + system_.PageSize() +
                    kRing + perfc::ring::Mapping::kScratchSize;
    return &reinterpret_cast<perfc::ring::ForkPage *>(mark)->limit;
  }

  State Save();
  void Restore(const State &state);
  void Reach();
  bool MayWrite() const { return model::Before(kernel_.head(), end_); }

  void TakeSteps(const State &state);
  void TakeCalls(const State &state);
  void Run(Call call);
  void Next();
  void Block();
  void Peek();
  void Wait();
  void Batch();
  void Stream();
  void ExpectRead(const perfc_record &read, uint64_t at);

  scripted::ScriptedSystem system_;
  perfc::host::Host host_{system_};
  Ring ring_;
  int fd_ = -1;
  uint8_t *memory_ = nullptr;
  uint64_t end_ = 0;

  Kernel kernel_{0};
  uint64_t borrowed_ = 0;
  uint64_t releasable_ = 0;  // data_tail may be stored up to here.
  Choices *choices_ = nullptr;
  int inside_ = 0;

  std::unordered_set<std::string> reached_;
  std::vector<State> frontier_;
  uint64_t transitions_ = 0;
  std::set<std::pair<uint64_t, uint64_t>> read_;  // Place and size.
};

ModelTest *running = nullptr;

// The ring begins at the parameter, as if another process had read so far.
void ModelTest::SetUp() {
  running = this;
  fd_ = system_.AddEvent();
  perfc_error error;
  ASSERT_EQ(
      ring_.Map(host_, fd_, 1, false, 1, Mode::kWritable, "model", &error), 0);
  ASSERT_EQ(ring_.position(), GetParam().start);
  end_ = GetParam().start / kRing * kRing + kLaps * kRing;
}

void ModelTest::TearDown() {
  ring_.Unmap(system_);
  running = nullptr;
}

void ModelTest::BeforeAccess() {
  if (memory_ == nullptr) {  // The first look, in Map.
    memory_ = system_.event(fd_).ring;
    kernel_ = Kernel(GetParam().start);
    borrowed_ = releasable_ = GetParam().start;
    control()->data_head = GetParam().start;
  }
  while (choices_ != nullptr && inside_ < kInside && MayWrite()) {
    const size_t option = choices_->Choose(1 + model::kSizes);
    if (option == 0) break;
    ++inside_;
    do {
      if (!kernel_.Step(option - 1, data())) return;
    } while (!kernel_.idle());
    control()->data_head = kernel_.head();
  }
}

void ModelTest::AfterStore(uint64_t tail) {
  EXPECT_FALSE(model::Before(tail, kernel_.tail()));
  EXPECT_FALSE(model::Before(releasable_, tail))
      << "space is given back that is still used";
  kernel_.StoreTail(tail, data());
}

State ModelTest::Save() {
  // A ledger that grows would make each state a new one.
  const_cast<perfc_losses &>(ring_.losses()) = {};
  const auto *bytes = reinterpret_cast<const char *>(&ring_);
  return {kernel_, borrowed_, {bytes, bytes + sizeof ring_}, *limit()};
}

// All that the reader's bytes point to stays where it is.
void ModelTest::Restore(const State &state) {
  kernel_ = state.kernel;
  borrowed_ = state.borrowed;
  memcpy(static_cast<void *>(&ring_), state.ring.data(), sizeof ring_);
  *limit() = state.limit;
  kernel_.Fill(data());
  control()->data_head = kernel_.head();
  control()->data_tail = kernel_.tail();
}

void ModelTest::Reach() {
  ++transitions_;
  State state = Save();
  std::vector<uint64_t> numbers = {state.borrowed, state.limit};
  kernel_.AppendTo(&numbers);
  std::string key(state.ring.data(), state.ring.size());
  key.append(reinterpret_cast<const char *>(numbers.data()),
             numbers.size() * sizeof numbers[0]);
  if (reached_.insert(key).second) frontier_.push_back(std::move(state));
}

void ModelTest::TakeSteps(const State &state) {
  const bool idle = state.kernel.idle();
  for (size_t choice = 0; choice < (idle ? model::kSizes : 1); ++choice) {
    Restore(state);
    if (idle && !MayWrite()) continue;
    if (!kernel_.Step(choice, data())) continue;
    control()->data_head = kernel_.head();
    Reach();
  }
}

void ModelTest::TakeCalls(const State &state) {
  for (const Call call : GetParam().calls) {
    Choices choices;
    do {
      Restore(state);
      choices_ = &choices;
      inside_ = 0;
      Run(call);
      choices_ = nullptr;
      EXPECT_EQ(ring_.losses().malformed, 0u);
      Reach();
    } while (choices.Next() && !HasFailure());
  }
}

void ModelTest::Run(Call call) {
  // Whatever was borrowed isn't any more, except by a wait.
  releasable_ = call == Call::kWait ? borrowed_ : ring_.position();
  switch (call) {
    case Call::kNext:
      return Next();
    case Call::kBlock:
      return Block();
    case Call::kPeek:
      return Peek();
    case Call::kWait:
      return Wait();
    case Call::kBatch:
      return Batch();
    case Call::kStream:
      return Stream();
  }
}

void ModelTest::ExpectRead(const perfc_record &read, uint64_t at) {
  const Record *written = kernel_.At(at);
  ASSERT_NE(written, nullptr) << "a record where none begins";
  ASSERT_TRUE(model::IsRecord(read, *written)) << "at " << at;
  read_.insert({at % kRing, written->size});
}

void ModelTest::Next() {
  const uint64_t at = ring_.position();
  const bool there = at != kernel_.head();
  perfc_record record;
  const int got = ring_.Next(&record);
  ASSERT_TRUE(got == 1 || (got == 0 && !there));
  borrowed_ = at;
  if (got == 0) {
    ASSERT_EQ(ring_.position(), at);
    return;
  }
  ExpectRead(record, at);
  ASSERT_EQ(ring_.position(), at + record.size);
  const Record *written = kernel_.At(at);
  EXPECT_EQ(ring_.losses().lost, written ? written->lost : ~0u);
}

void ModelTest::Block() {
  const uint64_t from = ring_.position();
  const bool there = from != kernel_.head();
  perfc_record records[3];
  const int got = ring_.NextBlock(records, 3);
  ASSERT_TRUE(got >= 1 || (got == 0 && !there));
  borrowed_ = from;
  uint64_t at = from;
  for (int i = 0; i < got && !HasFatalFailure(); ++i) {
    ExpectRead(records[i], at);
    at += records[i].size;
  }
  ASSERT_EQ(ring_.position(), at);
}

void ModelTest::Peek() {
  const uint64_t at = ring_.position();
  const bool there = at != kernel_.head();
  perfc_record record;
  const int got = ring_.Peek(&record);
  ASSERT_TRUE(got == 1 || (got == 0 && !there));
  ASSERT_EQ(ring_.position(), at);
  if (got == 1) ExpectRead(record, at);
}

void ModelTest::Wait() {
  const bool there = ring_.position() != kernel_.head();
  perfc_error error;
  const int got = ring_.Wait(system_, 0, "model", &error);
  ASSERT_TRUE(got == 1 || (got == 0 && !there));
  if (got == 1) {
    ASSERT_NE(ring_.position(), kernel_.head());
  }
}

// As a batch that copies: all whole records of the window.
void ModelTest::Batch() {
  ring_.Release();
  const bool there = ring_.position() != kernel_.head();
  const uint8_t *window;
  size_t size;
  const int got = ring_.Window(&window, &size);
  ASSERT_TRUE(got == 1 || (got == 0 && !there));
  if (got == 0) return;
  const uint64_t from = ring_.position();
  uint64_t taken = 0;
  while (taken < size) {
    perfc_record record;
    uint64_t header;
    memcpy(&header, window + taken, sizeof header);
    perfc::record::View(window + taken, header, &record);
    if (record.size > size - taken) break;  // It wraps.
    ExpectRead(record, from + taken);
    if (HasFatalFailure()) return;
    taken += record.size;
  }
  ring_.Consume(taken);
  borrowed_ = releasable_ = from + taken;
  ring_.Release();
}

// As a stream: what was seen at one look.
void ModelTest::Stream() {
  const uint64_t seen = ring_.Look();
  const uint64_t at = ring_.position();
  perfc_record record;
  if (ring_.PeekSeen(&record) != 1) {
    ASSERT_EQ(seen, at);
    return;
  }
  ExpectRead(record, at);
  if (HasFatalFailure()) return;
  ring_.Consume(record.size);
  borrowed_ = releasable_ = at + record.size;
  ring_.ReleaseIfDue();
}

void ModelTest::Explore() {
  Reach();
  while (!frontier_.empty() && !HasFailure()) {
    const State state = std::move(frontier_.back());
    frontier_.pop_back();
    TakeSteps(state);
    TakeCalls(state);
  }
  printf("%zu states, %llu transitions\n", reached_.size(),
         static_cast<unsigned long long>(transitions_));
}

// Each size at each place, and so at each of its wraps.
void ModelTest::ExpectReadEverywhere() {
  for (uint64_t at = GetParam().start % model::kUnit; at < kRing;
       at += model::kUnit) {
    for (const uint64_t units : model::kUnits) {
      EXPECT_EQ(read_.count({at, units * model::kUnit}), 1u)
          << units << " units at " << at;
    }
  }
}

TEST_P(ModelTest, EveryRecordIsReadOnceInOrderAndWhole) {
  Explore();
  ExpectReadEverywhere();
}

// So that a record's header is the ring's last word.
constexpr uint64_t kHeaderLast = model::kUnit - 8;
// So that head and tail pass 2^64 after a lap.
constexpr uint64_t kLastLap = 0 - kRing;
const std::vector<Call> kByRecord = {Call::kNext, Call::kPeek, Call::kWait};
const std::vector<Call> kByBlock = {Call::kBlock, Call::kPeek, Call::kWait};
const std::vector<Call> kByBatch = {Call::kBatch, Call::kWait};
const std::vector<Call> kByStream = {Call::kStream, Call::kWait};

INSTANTIATE_TEST_SUITE_P(
    By, ModelTest,
    testing::Values(Way{"Record", kByRecord, 0}, Way{"Block", kByBlock, 0},
                    Way{"Batch", kByBatch, 0}, Way{"Stream", kByStream, 0},
                    Way{"RecordsThatWrapBehindTheirHeader", kByRecord,
                        kHeaderLast},
                    Way{"BlocksThatWrapBehindAHeader", kByBlock, kHeaderLast},
                    Way{"BatchesThatWrapBehindAHeader", kByBatch, kHeaderLast},
                    Way{"RecordPast2To64", kByRecord, kLastLap},
                    Way{"BlockPast2To64", kByBlock, kLastLap},
                    Way{"BatchPast2To64", kByBatch, kLastLap},
                    Way{"StreamPast2To64", kByStream, kLastLap}),
    [](const auto &info) { return std::string(info.param.name); });

}  // namespace

namespace steps {

void BeforeAccess() {
  if (running != nullptr) running->BeforeAccess();
}

void AfterStore(uint64_t tail) {
  if (running != nullptr) running->AfterStore(tail);
}

}  // namespace steps
