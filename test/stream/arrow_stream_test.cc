// A stream as Arrow's C stream.
#include <poll.h>

#include <cerrno>
#include <string>

#include "impl/batch/arrow.h"
#include "test/stream/streams.h"

namespace {

using streams::Ring;
using streams::SampleAt;
using streams::Stream;

class ArrowStreamTest : public streams::StreamTest {
 protected:
  ArrowArrayStream Export(const Stream &stream, int32_t duration_ms,
                          uint32_t rows = 0) {
    perfc_batch_options options = {sizeof options, 0, 0, rows, 0};
    ArrowArrayStream out = {};
    EXPECT_EQ(
        perfc_stream_export_arrow(stream.get(), &options, PERFC_TABLE_SAMPLES,
                                  duration_ms, &out, &error_),
        0);
    return out;
  }

  // The rows of the next array, 0 at the end, or the negative errno.
  static int64_t NextRows(ArrowArrayStream *stream) {
    ArrowArray array = {};
    if (const int failed = stream->get_next(stream, &array)) return -failed;
    if (array.release == nullptr) return 0;
    const int64_t rows = array.length;
    array.release(&array);
    EXPECT_EQ(array.release, nullptr);
    return rows;
  }
};

TEST_F(ArrowStreamTest, ItEndsWhenEveryRingHas) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  for (int i = 0; i < 5; ++i) ring.writer.Write(SampleAt(i));
  ArrowArrayStream arrow = Export(stream, -1, 2);
  EXPECT_EQ(NextRows(&arrow), 2);
  Fake(ring.event).revents = POLLHUP;
  EXPECT_EQ(NextRows(&arrow), 2);
  EXPECT_EQ(NextRows(&arrow), 1);
  EXPECT_EQ(NextRows(&arrow), 0);
  EXPECT_EQ(NextRows(&arrow), 0);
  arrow.release(&arrow);
}

TEST_F(ArrowStreamTest, ItEndsAfterItsTimeWithWhatIsThereByThen) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  ArrowArrayStream arrow = Export(stream, 50);
  bool written = false;
  system_.set_on_poll([&] {
    if (!written) ring.writer.Write(SampleAt(1));
    written = true;
  });
  EXPECT_EQ(NextRows(&arrow), 1);
  EXPECT_EQ(NextRows(&arrow), 0);
  arrow.release(&arrow);
}

TEST_F(ArrowStreamTest, AWakeUpEndsIt) {
  const Stream stream = Create();
  const Ring ring = AddRing(stream);
  ArrowArrayStream arrow = Export(stream, -1);
  perfc_stream_wake(stream.get());
  EXPECT_EQ(NextRows(&arrow), 0);
  arrow.release(&arrow);
}

TEST_F(ArrowStreamTest, AnErrorComesWithItsWords) {
  const Stream stream = Create();
  const Ring ring = AddRing(stream);
  ArrowArrayStream arrow = Export(stream, -1);
  system_.Fail(scripted::Call::kEpollWait, EBADF);
  EXPECT_EQ(NextRows(&arrow), -EBADF);
  ASSERT_NE(arrow.get_last_error(&arrow), nullptr);
  EXPECT_NE(std::string(arrow.get_last_error(&arrow)).find("epoll"),
            std::string::npos);
  arrow.release(&arrow);
}

TEST_F(ArrowStreamTest, ItOutlivesTheStreamAndIsThenAtItsEnd) {
  Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(1));
  ArrowArrayStream arrow = Export(stream, -1);
  ArrowSchema schema = {};
  ASSERT_EQ(arrow.get_schema(&arrow, &schema), 0);
  stream.reset();
  EXPECT_EQ(NextRows(&arrow), 0);
  EXPECT_STREQ(schema.format, "+s");
  schema.release(&schema);
  arrow.release(&arrow);
  EXPECT_EQ(arrow.release, nullptr);
}

TEST_F(ArrowStreamTest, ItsColumnsStayWhateverRingsComeLater) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  ArrowArrayStream arrow = Export(stream, -1);
  ArrowSchema schema = {};
  ASSERT_EQ(arrow.get_schema(&arrow, &schema), 0);
  perfc_attr wider = Attr();
  wider.sample_type |= PERFC_SAMPLE_IP;
  const scripted::Event late = OpenMapped(wider, 1);
  ASSERT_GE(perfc_stream_add_event(stream.get(), late.get(), nullptr), 0);
  ring.writer.Write(SampleAt(1));
  ArrowArray array = {};
  ASSERT_EQ(arrow.get_next(&arrow, &array), 0);
  EXPECT_EQ(array.n_children, schema.n_children);
  array.release(&array);
  schema.release(&schema);
  arrow.release(&arrow);
}

TEST_F(ArrowStreamTest, WrongArgumentsAreRefused) {
  const Stream stream = Create();
  ArrowArrayStream out = {};
  perfc_batch_options views = {sizeof views, PERFC_BATCH_VIEWS, 0, 0, 0};
  EXPECT_EQ(
      perfc_stream_export_arrow(stream.get(), &views, 0, -1, &out, nullptr),
      -EINVAL);
  EXPECT_EQ(
      perfc_stream_export_arrow(stream.get(), nullptr, 2, -1, &out, nullptr),
      -EINVAL);
  EXPECT_EQ(
      perfc_stream_export_arrow(stream.get(), nullptr, 0, -1, nullptr, nullptr),
      -EINVAL);
}

}  // namespace
