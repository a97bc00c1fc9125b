#include "impl/profile/io/io.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace {

namespace io = perfc::profile::io;

class IoTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + "/io_test_XXXXXX";
    fd_ = mkstemp(path_.data());
    ASSERT_GE(fd_, 0);
  }
  void TearDown() override {
    close(fd_);
    unlink(path_.c_str());
  }

  std::string path_;
  int fd_ = -1;
};

TEST_F(IoTest, WhatIsWrittenAtAnOffsetIsReadThere) {
  ASSERT_EQ(io::WriteAllAt(fd_, "hello", 5, 3), 0);
  char out[8] = {};
  EXPECT_EQ(io::ReadAt(fd_, out, 5, 3), 5);
  EXPECT_STREQ(out, "hello");
  EXPECT_EQ(lseek(fd_, 0, SEEK_CUR), 0);
}

TEST_F(IoTest, AReadBehindTheEndGivesWhatIsThere) {
  ASSERT_EQ(io::WriteAll(fd_, "hello", 5), 0);
  char out[8];
  EXPECT_EQ(io::ReadAt(fd_, out, sizeof out, 2), 3);
  EXPECT_EQ(io::ReadAt(fd_, out, sizeof out, 5), 0);
}

TEST_F(IoTest, NoOffsetIsTooLargeToRead) {
  char out[8];
  const uint64_t most = INT64_MAX;
  EXPECT_EQ(io::ReadAt(fd_, out, sizeof out, most), 0);
  EXPECT_EQ(io::ReadAt(fd_, out, sizeof out, most + 1), 0);
  EXPECT_EQ(io::ReadAt(fd_, out, sizeof out, UINT64_MAX), 0);
}

TEST_F(IoTest, AnOffsetThatNoFileHasIsRefusedInWrites) {
  EXPECT_EQ(io::WriteAllAt(fd_, "x", 1, UINT64_MAX), -EFBIG);
  EXPECT_EQ(io::WriteAllAt(fd_, "x", 1, INT64_MAX), -EFBIG);
}

TEST_F(IoTest, AnOpenedFdIsClosedOnExec) {
  const io::Fd fd = io::Fd::Owned(io::Open(path_.c_str(), O_RDONLY));
  ASSERT_GE(fd.get(), 0);
  EXPECT_EQ(fcntl(fd.get(), F_GETFD), FD_CLOEXEC);
}

TEST_F(IoTest, FailuresAreTheKernelsAndLeaveErrnoAlone) {
  errno = 77;
  EXPECT_EQ(io::Open("/nonexistent/file", O_RDONLY), -ENOENT);
  char out[8];
  EXPECT_EQ(io::ReadAt(-1, out, 8, 0), -EBADF);
  EXPECT_EQ(io::Read(-1, out, 8), -EBADF);
  EXPECT_EQ(io::ReadSome(-1, out, 8), -EBADF);
  EXPECT_EQ(io::WriteAll(-1, out, 8), -EBADF);
  EXPECT_EQ(io::WriteAllAt(-1, out, 8, 0), -EBADF);
  EXPECT_EQ(errno, 77);
}

TEST_F(IoTest, AnOwnedFdIsClosedAndABorrowedOneIsNot) {
  const int fd = io::Open(path_.c_str(), O_RDONLY);
  { const io::Fd borrowed = io::Fd::Borrowed(fd); }
  EXPECT_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
  {
    io::Fd owned = io::Fd::Owned(fd);
    const io::Fd moved = std::move(owned);
    EXPECT_EQ(moved.get(), fd);
  }
  EXPECT_EQ(fcntl(fd, F_GETFD), -1);
}

TEST(Pipe, AReadWaitsForAllBytesOrTheEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(io::WriteAll(ends[1], "hello", 5), 0);
  char out[8] = {};
  EXPECT_EQ(io::ReadSome(ends[0], out, 8), 5);
  ASSERT_EQ(io::WriteAll(ends[1], "world", 5), 0);
  close(ends[1]);
  EXPECT_EQ(io::Read(ends[0], out, 8), 5);
  EXPECT_EQ(io::Read(ends[0], out, 8), 0);
  EXPECT_EQ(io::ReadSome(ends[0], out, 8), 0);
  close(ends[0]);
}

TEST(Pipe, BytesBeforeAnErrorAreGivenFirst) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  ASSERT_EQ(io::WriteAll(ends[1], "hello", 5), 0);
  char out[8] = {};
  EXPECT_EQ(io::Read(ends[0], out, 8), 5);
  EXPECT_EQ(io::Read(ends[0], out, 8), -EAGAIN);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
