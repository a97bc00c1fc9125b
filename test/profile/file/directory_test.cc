// Directories, as perf record --threads writes them, and files on a disk.

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Endian;
using perf_data::File;
using reading::Result;
using Times = std::vector<uint64_t>;

std::string At(Endian endian, uint64_t time) {
  return perf_data::SampleRecord(endian, {time});
}

class DirectoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + "/directory_test_XXXXXX";
    ASSERT_NE(mkdtemp(path_.data()), nullptr);
  }
  void TearDown() override {
    for (const std::string &name : names_) unlink((path_ + "/" + name).c_str());
    rmdir(path_.c_str());
  }

  void Write(const std::string &name, const std::string &content) {
    std::ofstream(path_ + "/" + name, std::ios::binary) << content;
    names_.push_back(name);
  }
  // data, and data.0 and so on.
  void WriteAll(Endian endian, const std::vector<std::string> &data) {
    File file;
    file.endian = endian;
    file.data = data[0];
    Write("data", file.Build());
    for (size_t i = 1; i < data.size(); ++i) {
      Write("data." + std::to_string(i - 1), data[i]);
    }
  }
  perfc_file_options Options(const std::string &name = "") {
    named_ = name.empty() ? path_ : path_ + "/" + name;
    perfc_file_options options = reading::Options();
    options.path = named_.c_str();
    return options;
  }

  std::string path_;
  std::string named_;
  std::vector<std::string> names_;
};

TEST_F(DirectoryTest, TheEarliestRecordOfAllFilesComesFirst) {
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    const std::string round = perf_data::FinishedRound(endian);
    WriteAll(endian, {At(endian, 25) + At(endian, 5),
                      At(endian, 10) + At(endian, 30) + round + At(endian, 20),
                      At(endian, 15) + At(endian, 40), ""});
    for (const uint32_t capacity : {1, 3, 100}) {
      const Result result = reading::Read(Options(), capacity);
      ASSERT_EQ(result.opened, 0) << result.error.detail;
      EXPECT_EQ(result.Times(), (Times{5, 10, 15, 20, 25, 30, 40}));
      std::vector<uint32_t> sources;
      for (const reading::Got &got : result.records)
        sources.push_back(got.source);
      EXPECT_EQ(sources, (std::vector<uint32_t>{0, 1, 2, 1, 0, 1, 2}));
      EXPECT_EQ(result.records[1].position, 0u) << "in its own file";
      EXPECT_EQ(result.info.sources, 4u);
      EXPECT_EQ(result.end, -ESHUTDOWN);
      EXPECT_EQ(result.info.cut_at, 0u);
      EXPECT_EQ(result.info.out_of_order, 0u);
    }
  }
}

TEST_F(DirectoryTest, EqualTimesComeInTheOrderOfTheFiles) {
  const Endian endian = Endian::kLittle;
  WriteAll(endian,
           {"", At(endian, 5) + At(endian, 5), At(endian, 5), At(endian, 4)});
  const Result result = reading::Read(Options());
  std::vector<uint32_t> sources;
  for (const reading::Got &got : result.records) sources.push_back(got.source);
  EXPECT_EQ(sources, (std::vector<uint32_t>{3, 1, 1, 2}));
}

TEST_F(DirectoryTest, InTheOrderOfTheFileOneComesAfterTheOther) {
  const Endian endian = Endian::kLittle;
  WriteAll(endian,
           {At(endian, 9), At(endian, 8) + At(endian, 7), At(endian, 6)});
  perfc_file_options options = Options();
  options.order = PERFC_FILE_ORDER_FILE;
  EXPECT_EQ(reading::Read(options).Times(), (Times{9, 8, 7, 6}));
}

TEST_F(DirectoryTest, ManyRecordsOfManyFilesAreMerged) {
  const Endian endian = Endian::kLittle;
  std::vector<std::string> data(40);
  for (uint64_t i = 1; i <= 20000; ++i) data[i * i % 40] += At(endian, i);
  WriteAll(endian, data);
  const Result result = reading::Read(Options());
  EXPECT_EQ(result.records.size(), 20000u);
  const Times times = result.Times();
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(result.info.out_of_order, 0u);
}

TEST_F(DirectoryTest, WhatOneFileBreaksComesAfterTheOthers) {
  const Endian endian = Endian::kLittle;
  WriteAll(endian, {"", At(endian, 1) + std::string(8, '\0'),
                    At(endian, 2) + At(endian, 3)});
  const Result result = reading::Read(Options());
  EXPECT_EQ(result.Times(), (Times{1, 2, 3}));
  EXPECT_EQ(result.end, -EBADMSG);
  EXPECT_EQ(result.error.number[0], At(endian, 1).size());
}

TEST_F(DirectoryTest, OneOfItsFilesMayBeCutOff) {
  const Endian endian = Endian::kLittle;
  WriteAll(endian, {At(endian, 2), At(endian, 1) + At(endian, 9).substr(0, 20),
                    At(endian, 3)});
  const Result result = reading::Read(Options());
  EXPECT_EQ(result.Times(), (Times{1, 2, 3}));
  EXPECT_EQ(result.end, -ESHUTDOWN);
  EXPECT_EQ(result.info.cut_at, At(endian, 1).size() + 20);
}

// Anybody may have made the directory.
TEST_F(DirectoryTest, FilesThatArentRegularOnesAreRefused) {
  WriteAll(Endian::kLittle, {At(Endian::kLittle, 1)});
  const std::string name = path_ + "/data.0";
  names_.push_back("data.0");
  ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
  EXPECT_EQ(reading::Read(Options()).opened, -EBADMSG);
  ASSERT_EQ(unlink(name.c_str()), 0);
  ASSERT_EQ(symlink("data", name.c_str()), 0);
  EXPECT_EQ(reading::Read(Options()).opened, -ELOOP);
}

TEST_F(DirectoryTest, OneWithoutAHeaderIsNone) {
  const Result result = reading::Read(Options());
  EXPECT_EQ(result.opened, -ENOENT);
  EXPECT_EQ(std::string(result.error.detail), path_);
}

TEST_F(DirectoryTest, TooLittleMemoryForItsFilesIsRefused) {
  WriteAll(Endian::kLittle, {"", "", "", "", ""});
  perfc_file_options options = Options();
  options.window_bytes = 1 << 20;
  options.max_bytes = 4 << 20;
  EXPECT_EQ(reading::Read(options).opened, -EINVAL);
}

TEST_F(DirectoryTest, AFileIsReadByItsPathAndByItsFd) {
  WriteAll(Endian::kLittle, {At(Endian::kLittle, 7)});
  EXPECT_EQ(reading::Read(Options("data")).Times(), Times{7});
  const int fd = open((path_ + "/data").c_str(), O_RDONLY);
  ASSERT_EQ(lseek(fd, 33, SEEK_SET), 33);
  const perfc_file_options options = reading::OfFd(fd);
  EXPECT_EQ(reading::Read(options).Times(), Times{7});
  EXPECT_EQ(lseek(fd, 0, SEEK_CUR), 33) << "its offset stays";
  close(fd);
  EXPECT_EQ(reading::Read(options).opened, -EBADF);
}

TEST_F(DirectoryTest, AnFdOfADirectoryIsRefused) {
  const int fd = open(path_.c_str(), O_RDONLY);
  const perfc_file_options options = reading::OfFd(fd);
  EXPECT_EQ(reading::Read(options).opened, -EISDIR);
  close(fd);
}

}  // namespace
