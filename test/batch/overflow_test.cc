// Columns that would have more elements than int32 offsets reach: the fill ends
// before that and says so.

#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cstring>

#include "impl/batch/column_store.h"
#include "test/batch/batches.h"

namespace batches {
namespace {

constexpr size_t kPiece = size_t{64} << 20;
constexpr size_t kPieces = 33;  // beyond 2 GiB
constexpr size_t kRecord = 32768;
constexpr size_t kRecords = kPieces * kPiece / kRecord;
// Header, size and dyn_size.
constexpr size_t kStack = kRecord - 24;
constexpr uint32_t kRows = 100000;

// Two gigabytes of records that lie in a few megabytes of memory.
class ManyRecords {
 public:
  explicit ManyRecords(const Attr& attr) {
    const int fd = memfd_create("records", MFD_CLOEXEC);
    EXPECT_EQ(ftruncate(fd, kPiece), 0);
    data_ = static_cast<uint8_t*>(
        mmap(nullptr, size(), PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    EXPECT_NE(static_cast<void*>(data_), MAP_FAILED);
    for (size_t i = 0; i < kPieces; ++i) {
      EXPECT_NE(mmap(data_ + i * kPiece, kPiece, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, fd, 0),
                MAP_FAILED);
    }
    close(fd);
    Sample sample;
    sample.stack.resize(kStack, 0x5a);
    sample.stack_dyn_size = 1;
    const encoder::Bytes record = sample.Encode(attr, Order::kLittle);
    EXPECT_EQ(record.size(), kRecord);
    for (size_t at = 0; at < kPiece; at += kRecord) {
      memcpy(data_ + at, record.data(), kRecord);
    }
  }
  ~ManyRecords() { munmap(data_, size()); }

  const uint8_t* data() const { return data_; }
  size_t size() const { return kPieces * kPiece; }

 private:
  uint8_t* data_;
};

bool MemoryFor(uint64_t bytes) {
  struct sysinfo info = {};
  return sysinfo(&info) == 0 &&
         (info.freeram + info.bufferram) * uint64_t{info.mem_unit} > bytes;
}

// Fills twice: up to the last row that fits, and the rest.
void ExpectTwoFills(const Batch& batch, size_t first_rows) {
  const Attr attr = AttrOf(encoder::kStackUser);
  const Plan plan = PlanOf(attr);
  const ManyRecords records(attr);
  size_t consumed = 0;
  ASSERT_EQ(perfc_batch_fill_bytes(batch.get(), plan.get(), records.data(),
                                   records.size(), &consumed),
            static_cast<int>(first_rows));
  EXPECT_EQ(consumed, first_rows * kRecord);
  EXPECT_EQ(InfoOf(batch).overflow, 1u);
  EXPECT_EQ(InfoOf(batch).full, 1u);
  const perfc_column stack = ColumnOf(batch, PERFC_COLUMN_STACK);
  EXPECT_EQ(Elements<uint8_t>(stack, first_rows - 1),
            std::vector<uint8_t>(kStack, 0x5a));
  size_t rest = 0;
  EXPECT_EQ(
      perfc_batch_fill_bytes(batch.get(), plan.get(), records.data() + consumed,
                             records.size() - consumed, &rest),
      static_cast<int>(kRecords - first_rows));
  EXPECT_EQ(consumed + rest, records.size());
  EXPECT_EQ(InfoOf(batch).overflow, 0u);
}

TEST(Overflow, ViewsOfMoreThanTwoGigabytesEndEarly) {
  ExpectTwoFills(MakeBatch(PERFC_BATCH_VIEWS, kRows), INT32_MAX / kRecord);
}

TEST(Overflow, CopiesOfMoreThanTwoGigabytesEndEarly) {
  if (!MemoryFor(uint64_t{6} << 30)) {
    GTEST_SKIP() << "needs 6 GiB of free memory";
  }
  ExpectTwoFills(MakeBatch(0, kRows), INT32_MAX / kStack);
}

TEST(ColumnStore, TakesElementsUpToInt32AndNotOneMore) {
  using perfc::batch::ColumnStore;
  alignas(64) static uint8_t memory[1024];
  ASSERT_LE(ColumnStore::Bytes(4, 1, true, false), sizeof memory);
  ColumnStore store;
  store.Place(memory, 4, 1, true, false);
  EXPECT_EQ(store.Room(), uint64_t{INT32_MAX});
  // At once, so that nothing is copied and the memory isn't touched.
  ASSERT_TRUE(store.Reserve(INT32_MAX));
  ASSERT_NE(store.Elements(0, 1, INT32_MAX - 10), nullptr);
  EXPECT_EQ(store.Room(), 10u);
  EXPECT_EQ(store.Elements(1, 1, 11), nullptr);
  EXPECT_EQ(store.Elements(1, 2, 6), nullptr);
  EXPECT_NE(store.Elements(1, 2, 5), nullptr);
  EXPECT_EQ(store.Room(), 0u);
  EXPECT_NE(store.Elements(3, 1, 0), nullptr) << "an empty one always fits";
  perfc_column column = {};
  store.Describe(4, nullptr, 0, &column);
  EXPECT_EQ(column.offsets[4], INT32_MAX);
  store.Clear();
  EXPECT_EQ(store.Room(), uint64_t{INT32_MAX});
}

}  // namespace
}  // namespace batches
