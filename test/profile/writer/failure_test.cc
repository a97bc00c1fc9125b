// What goes wrong: disks, pipes, callers.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

perfc_writer_options Options(const std::string &path, uint32_t flags = 0) {
  static std::deque<std::string> paths;
  paths.push_back(path);
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.path = paths.back().c_str();
  options.flags = flags;
  return options;
}

int Create(const perfc_writer_options &options) {
  perfc_writer *writer = nullptr;
  perfc_error error = {};
  const int result = perfc_writer_create(nullptr, &options, &writer, &error);
  if (result != 0) {
    EXPECT_EQ(error.code, result);
  }
  perfc_writer_destroy(writer);
  return result;
}

void Fill(const std::string &path, const std::string &text) {
  std::ofstream(path) << text;
}

std::string Text(const std::string &path) {
  const Bytes bytes = perf_file::Read(path);
  return std::string(bytes.begin(), bytes.end());
}

Records Samples(const Plan &plan, uint64_t first, int count) {
  Records records;
  for (int i = 0; i < count; ++i) {
    records.Sample(plan, 1, first + static_cast<uint64_t>(i));
  }
  return records;
}

// The times of the samples are 0, 1, 2 and so on.
void ExpectTimes(const std::vector<perf_file::Record> &records, size_t least,
                 uint64_t first) {
  const auto samples = OfType(records, 9);
  EXPECT_GE(samples.size(), least);
  for (size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(samples[i].U64(32), first + i);
  }
}

TEST(Failure, AFileThatIsThereStaysUnlessItMayBeReplaced) {
  Directory directory;
  const std::string path = directory / "f";
  Fill(path, "precious");
  EXPECT_EQ(Create(Options(path)), -EEXIST);
  EXPECT_EQ(Text(path), "precious");
  std::ifstream reader(path);
  EXPECT_EQ(Create(Options(path, PERFC_WRITER_OVERWRITE)), 0);
  EXPECT_TRUE(ParseFile(path).ok);
  std::string word;
  reader >> word;
  EXPECT_EQ(word, "precious");  // who reads the old file keeps it
  EXPECT_EQ(directory.Files(), (std::vector<std::string>{"f"}));
}

TEST(Failure, ADeviceOrLinkIsWrittenInPlace) {
  Directory directory;
  Fill(directory / "target", "old");
  ASSERT_EQ(symlink("target", (directory / "link").c_str()), 0);
  EXPECT_EQ(Create(Options(directory / "link")), -EEXIST);
  EXPECT_EQ(Create(Options(directory / "link", PERFC_WRITER_OVERWRITE)), 0);
  EXPECT_TRUE(ParseFile(directory / "target").ok);
  EXPECT_EQ(Create(Options("/dev/null", PERFC_WRITER_OVERWRITE)), 0);
  struct stat status;
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST(Failure, WrongOptionsAreRefused) {
  Directory directory;
  perfc_writer_options options = Options(directory / "f");
  perfc_writer *writer = nullptr;
  EXPECT_EQ(perfc_writer_create(nullptr, &options, nullptr, nullptr), -EINVAL);
  EXPECT_EQ(perfc_writer_create(nullptr, nullptr, &writer, nullptr), -EINVAL);
  options.flags = 0x80;
  EXPECT_EQ(Create(options), -EINVAL);
  options.flags = PERFC_WRITER_FD;
  EXPECT_EQ(Create(options), -EINVAL);
  options.path = nullptr;
  options.flags = 0;
  EXPECT_EQ(Create(options), -EINVAL);
  options.flags = PERFC_WRITER_FD | PERFC_WRITER_ROTATE;
  options.fd = 2;
  EXPECT_EQ(Create(options), -EINVAL);
  options = Options("");
  EXPECT_EQ(Create(options), -EINVAL);
  options = Options(directory / "f");
  options.zstd_level = 23;
  EXPECT_EQ(Create(options), -EINVAL);
  options.zstd_level = 0;
  options.strip = 0x10;
  EXPECT_EQ(Create(options), -EINVAL);
  options = Options(directory / "no/such/directory");
  EXPECT_EQ(Create(options), -ENOENT);
  options = Options(directory / "f");
  options.size = 4;
  EXPECT_EQ(Create(options), -EINVAL);
  EXPECT_TRUE(directory.Files().empty());
}

TEST(Failure, WrongCallsAreRefused) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  Records records;
  records.Sample(plan, 1, 1).Sample(plan, 1, 2);
  EXPECT_EQ(perfc_writer_write(nullptr, records.data(), 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_writer_write(writer.get(), nullptr, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_writer_write(writer.get(), nullptr, 0, nullptr), 0);
  Records bad;
  bad.Sample(plan, 1, 1).Sample(plan, 1, 2);
  bad.last().plan = nullptr;
  EXPECT_EQ(perfc_writer_write(writer.get(), bad.data(), 2, nullptr), -EINVAL);
  bad.last().plan = plan.get();
  bad.last().record.size = 16;
  EXPECT_EQ(perfc_writer_write(writer.get(), bad.data(), 2, nullptr), -EINVAL);
  writer.Write(records);
  EXPECT_EQ(perfc_writer_finish(nullptr, 0, nullptr, 0, nullptr), -EINVAL);
  EXPECT_EQ(perfc_writer_finish(writer.get(), 2, nullptr, 0, nullptr), -EINVAL);
  EXPECT_EQ(
      perfc_writer_finish(writer.get(), PERFC_FINISH_NEXT, nullptr, 0, nullptr),
      -EINVAL);
  writer.Finish();
  EXPECT_EQ(perfc_writer_write(writer.get(), records.data(), 1, nullptr),
            -EBADFD);
  EXPECT_EQ(perfc_writer_finish(writer.get(), 0, nullptr, 0, nullptr), -EBADFD);
  EXPECT_EQ(OfType(ParseFile(directory / "f").records, 9).size(), 2u);
  perfc_writer_destroy(nullptr);
}

TEST(Failure, AShortResultStructGetsWhatFits) {
  Directory directory;
  Writer writer(directory / "f");
  perfc_writer_result result;
  memset(&result, 0x55, sizeof result);
  EXPECT_EQ(perfc_writer_finish(writer.get(), 0, &result, 8, nullptr), 0);
  EXPECT_EQ(result.records, 0u);
  EXPECT_EQ(result.bytes, 0x5555555555555555u);
}

// A file that is killed at any time: the child writes and never finishes.
void KilledFileIsReadable(uint32_t zstd_level) {
  Directory directory;
  const std::string path = directory / "f";
  const pid_t child = fork();
  if (child == 0) {
    const Plan plan({{UsualAttr(0), {1}}});
    Writer writer(path, 0, zstd_level);
    for (uint64_t at = 0;; at += 1000) writer.Write(Samples(plan, at, 1000));
  }
  struct stat status = {};
  while (status.st_size < 200000) {
    stat(path.c_str(), &status);
    usleep(100);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const File file = ParseFile(path);
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.events.size(), 1u);
  EXPECT_TRUE(file.features.empty());
  ExpectTimes(perf_file::Decompress(file), 1000, 0);
}

TEST(Failure, AKilledWriterLeavesAReadableFile) { KilledFileIsReadable(0); }
TEST(Failure, AKilledWriterLeavesAReadableCompressedFile) {
  KilledFileIsReadable(1);
}

// A full disk, which is a limit of the file's size here. Then there is room again.
void FullDisk(uint32_t zstd_level, int call, size_t at_least) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  signal(SIGXFSZ, SIG_IGN);
  Writer writer(directory / "f", 0, zstd_level);
  rlimit small = old;
  small.rlim_cur = 300000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  uint64_t next = 0;
  int result = 0;
  while (result >= 0 && next < 1000000) {
    const Records records = Samples(plan, next, call);
    perfc_error error = {};
    result = perfc_writer_write(writer.get(), records.data(), records.count(),
                                &error);
    if (result >= 0) {
      next += static_cast<uint64_t>(result);
    } else {
      EXPECT_EQ(error.rule, PERFC_RULE_OUTPUT_FILE);
      EXPECT_EQ(error.call, PERFC_CALL_WRITE);
      EXPECT_NE(std::string(error.detail).find("/f"), std::string::npos);
    }
  }
  EXPECT_EQ(result, -EFBIG);
  const File full = ParseFile(directory / "f");
  ASSERT_TRUE(full.ok) << full.why;
  ExpectTimes(perf_file::Decompress(full), at_least, 0);
  if (at_least > 0) {
    EXPECT_EQ(perfc_writer_finish(writer.get(), 0, nullptr, 0, nullptr),
              -EFBIG);
    EXPECT_TRUE(ParseFile(directory / "f").ok);
  }
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
  writer.Write(Samples(plan, next, call));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.features.count(12), 1u);
  ExpectTimes(perf_file::Decompress(file), next + call, 0);
}

TEST(Failure, AfterAFullDiskTheCallMayBeRepeated) { FullDisk(0, 100, 1000); }
TEST(Failure, ACallThatIsLargerThanTheBufferIsTakenBackToo) {
  FullDisk(0, 20000, 0);
}
TEST(Failure, ACompressedFileSurvivesAFullDisk) { FullDisk(1, 20000, 0); }

TEST(Failure, AFullPipeFailsForEver) {
  const Plan plan({{UsualAttr(0), {1}}});
  const int fd = open("/dev/full", O_WRONLY);
  ASSERT_GE(fd, 0);
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_WRITER_FD;
  options.fd = fd;
  EXPECT_EQ(Create(options), -ENOSPC);
  close(fd);
}

TEST(Failure, AClosedPipeFailsForEver) {
  signal(SIGPIPE, SIG_IGN);
  const Plan plan({{UsualAttr(0), {1}}});
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_WRITER_FD;
  options.fd = ends[1];
  Writer writer(options);
  close(ends[0]);
  const Records records = Samples(plan, 0, 10000);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(perfc_writer_write(writer.get(), records.data(), records.count(),
                                 nullptr),
              -EPIPE);
  }
  EXPECT_EQ(perfc_writer_finish(writer.get(), 0, nullptr, 0, nullptr), -EPIPE);
  close(ends[1]);
}

TEST(Failure, AnFdWithContentIsntOverwrittenUnlessAllowed) {
  Directory directory;
  Fill(directory / "f", std::string(100000, 'x'));
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_WRITER_FD;
  options.fd = open((directory / "f").c_str(), O_RDWR);
  EXPECT_EQ(Create(options), -EEXIST);
  EXPECT_EQ(Text(directory / "f").size(), 100000u);
  options.flags |= PERFC_WRITER_OVERWRITE;
  const Plan plan({{UsualAttr(0), {1}}});
  {
    Writer writer(options);
    writer.Write(Records().Sample(plan, 1, 1));
    writer.Finish();
  }
  EXPECT_EQ(OfType(ParseFile(directory / "f").records, 9).size(), 1u);
  EXPECT_EQ(fcntl(options.fd, F_GETFD), 0);  // it is the caller's
  close(options.fd);
}

TEST(Failure, NorIsOneInPipeMode) {
  Directory directory;
  Fill(directory / "f", std::string(100000, 'x'));
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_WRITER_FD | PERFC_WRITER_PIPE;
  options.fd = open((directory / "f").c_str(), O_RDWR);
  lseek(options.fd, 5000, SEEK_SET);
  EXPECT_EQ(Create(options), -EEXIST);
  EXPECT_EQ(Text(directory / "f"), std::string(100000, 'x'));
  options.flags |= PERFC_WRITER_OVERWRITE;
  {
    Writer writer(options);
    writer.Finish();
  }
  EXPECT_EQ(Text(directory / "f").substr(0, 8), "PERFILE2");
  EXPECT_LT(Text(directory / "f").size(), 100000u);
  close(options.fd);
}

}  // namespace
