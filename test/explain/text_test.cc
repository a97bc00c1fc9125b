// perfc_error_text: words for every rule, in a buffer of any size.

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "impl/base/fail.h"
#include "perfc/error.h"
#include "test/host/machine.h"

namespace {

constexpr uint32_t kLastRule = 0x3f;

perfc_error Sample() {
  perfc_error error;
  perfc::base::Fail(&error, -EMFILE, PERFC_CALL_PERF_EVENT_OPEN,
                    PERFC_RULE_FD_LIMIT, "perfc_open", {1024, 1024, 4096});
  return error;
}

TEST(ErrorText, IsCutAsSnprintfDoes) {
  const perfc_error error = Sample();
  const std::string whole = scripted::TextOf(error);
  for (size_t size = 0; size <= whole.size() + 2; ++size) {
    std::string buffer(size + 8, '\x7e');
    EXPECT_EQ(perfc_error_text(&error, buffer.data(), size),
              static_cast<int>(whole.size()));
    if (size > 0) {
      EXPECT_EQ(std::string(buffer.c_str()), whole.substr(0, size - 1));
    }
    EXPECT_EQ(buffer.substr(size), std::string(8, '\x7e')) << "beyond " << size;
  }
}

TEST(ErrorText, NullNeedsASizeOfZero) {
  const perfc_error error = Sample();
  EXPECT_GT(perfc_error_text(&error, nullptr, 0), 0);
  EXPECT_EQ(perfc_error_text(&error, nullptr, 1), -EINVAL);
  EXPECT_EQ(perfc_error_text(nullptr, nullptr, 0), -EINVAL);
}

TEST(ErrorText, OfNoFailureSaysSo) {
  const perfc_error error = {};
  EXPECT_EQ(scripted::TextOf(error), "no error");
}

TEST(ErrorText, OfNoErrnoTakesNothingForSuccess) {
  for (const int32_t code : {5, INT32_MIN, -4096}) {
    perfc_error error = {};
    error.code = code;
    std::strcpy(error.operation, "perfc_open");
    EXPECT_EQ(scripted::TextOf(error), "perfc_open failed with " +
                                           std::to_string(code) +
                                           ", which is no negative errno");
  }
}

TEST(ErrorText, NamesOperationCallAndErrno) {
  EXPECT_EQ(scripted::TextOf(Sample()).find(
                "perfc_open: perf_event_open() failed with EMFILE (Too "
                "many open files): all 1024 file descriptors"),
            0u);
}

TEST(ErrorText, NamesAndDescribesEachErrnoOfTheCLibrary) {
  constexpr int kOurs[] = {EBADMSG, ENOTUNIQ,     EBADFD,    ESHUTDOWN,
                           ENOKEY,  EKEYREJECTED, ECANCELED, EOWNERDEAD};
  int named = 0;
  for (int code = 1; code < 4096; ++code) {
    if (std::count(std::begin(kOurs), std::end(kOurs), code) != 0) continue;
    perfc_error error = {};
    error.code = -code;
    error.call = PERFC_CALL_IOCTL;
    std::string expected = "errno " + std::to_string(code);
    if (const char *name = strerrorname_np(code)) {
      expected = std::string(name) + " (" + strerrordesc_np(code) + ")";
      ++named;
    }
    expected.insert(0, "ioctl() failed with ");
    EXPECT_EQ(scripted::TextOf(error).substr(0, expected.size()), expected);
  }
  EXPECT_GT(named, 120);
}

TEST(ErrorText, OursAreNotExplainedByTheKernelsWords) {
  const struct {
    int code;
    const char *name;
  } cases[] = {{-ESHUTDOWN,
                "ESHUTDOWN: the target has ended, and its records are all "
                "read"},
               {-ENOSPC,
                "ENOSPC (No space left on device): the array or scratch that "
                "the caller gave is too small"},
               {-EBADMSG, "EBADMSG (malformed data)"},
               {-EOWNERDEAD, "EOWNERDEAD (used in a forked child)"},
               {-ECANCELED, "ECANCELED (woken)"}};
  for (const auto &c : cases) {
    perfc_error error;
    perfc::base::Fail(&error, c.code, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                      "perfc_event_wait");
    EXPECT_EQ(scripted::TextOf(error),
              std::string("perfc_event_wait failed with ") + c.name);
  }
}

TEST(ErrorText, OfAFileNamesTheByteAndTheRule) {
  perfc_error error;
  perfc::base::Fail(&error, -EBADMSG, PERFC_CALL_NONE, PERFC_RULE_FILE_CONTENT,
                    "perfc_file_open", {104},
                    "the section of attrs ends behind the end of the file");
  EXPECT_EQ(scripted::TextOf(error),
            "perfc_file_open failed with EBADMSG (malformed data): at byte 104 "
            "of the file: the section of attrs ends behind the end of the "
            "file");
}

TEST(ErrorText, OfAMissingCodecNamesAWayOut) {
  perfc_error error;
  perfc::base::Fail(&error, -EOPNOTSUPP, PERFC_CALL_NONE, PERFC_RULE_NO_CODEC,
                    "perfc_file_next_records", {}, "zstd");
  const std::string text = scripted::TextOf(error);
  EXPECT_NE(text.find("compressed with zstd"), std::string::npos) << text;
  EXPECT_NE(text.find("perf inject"), std::string::npos) << text;
}

TEST(ErrorText, IsOneLineWhateverItQuotes) {
  perfc_error error;
  perfc::base::Fail(&error, -ENOENT, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                    "perfc_\nopen", {}, "no file /a\nb\x1b[31m\x7f");
  perfc::base::NameEvent(&error, "na\tme");
  EXPECT_EQ(scripted::TextOf(error),
            "perfc_?open of na?me failed with ENOENT (No such file or "
            "directory): no file /a?b?[31m?");
}

// After a hot call the errno is all there is.
TEST(ErrorText, OfAnErrnoAloneSaysWhatToTry) {
  const struct {
    int code;
    const char *name;
    const char *advice;
  } cases[] = {
      {-ENOKEY, "ENOKEY (the record's id is in no attr", "add the ids"},
      {-EKEYREJECTED, "EKEYREJECTED (the record's id is 0",
       "perfc_plan_set_default"},
      {-ENOTUNIQ, "ENOTUNIQ (several fit where one is needed)",
       "perfc_plan_tells_apart"}};
  for (const auto &c : cases) {
    perfc_error error = {};
    error.code = c.code;
    const std::string text = scripted::TextOf(error);
    EXPECT_EQ(text.find(c.name), 0u) << text;
    EXPECT_NE(text.find(c.advice), std::string::npos) << text;
  }
}

// What a binding says of a hot call.
TEST(ErrorText, OfACodeAndAnOperationAloneSaysWhatToCallFirst) {
  const struct {
    const char *operation;
    const char *text;
  } cases[] = {
      {"next_record",
       "next_record failed with EBADFD (the handle's state is wrong for this): "
       "the event has no ring, so call mmap first; or a stream reads its ring"},
      {"perfc_aux_peek",
       "perfc_aux_peek failed with EBADFD (the handle's state is wrong for "
       "this): the event has no AUX area; call aux_mmap first"},
      {"",
       "EBADFD (the handle's state is wrong for this): the event has no ring, "
       "so call mmap first; or a stream reads its ring"},
  };
  for (const auto &c : cases) {
    perfc_error error = {};
    error.code = -EBADFD;
    strcpy(error.operation, c.operation);
    EXPECT_EQ(scripted::TextOf(error), c.text);
  }
}

TEST(ErrorText, EveryRuleAndCallHasWords) {
  for (uint32_t rule = 0; rule <= kLastRule + 1; ++rule) {
    for (uint32_t call = 0; call <= PERFC_CALL_MALLOC + 1; ++call) {
      perfc_error error;
      perfc::base::Fail(&error, -EINVAL, call, rule, "operation",
                        {1, 2, 3, 4, 5, 6, 7, 8}, "the detail");
      error.paranoid = 2;
      const std::string text = scripted::TextOf(error);
      EXPECT_EQ(text.find("operation"), 0u) << text;
      EXPECT_NE(text.find("failed with EINVAL (Invalid argument): "),
                std::string::npos)
          << "rule " << rule << ": " << text;
      EXPECT_EQ(text.find_first_of("\n%"), std::string::npos) << text;
      EXPECT_EQ(text.find("  "), std::string::npos) << text;
    }
  }
}

// Nothing fills the struct in on success, so it may hold anything.
TEST(ErrorText, OfAnyBytesStaysInsideTheStruct) {
  for (int byte : {0x01, 0x7f, 0x80, 0xff}) {
    perfc_error error;
    memset(&error, byte, sizeof error);
    for (uint32_t rule = 0; rule <= kLastRule + 1; ++rule) {
      error.rule = rule;
      EXPECT_LT(scripted::TextOf(error).size(), 1500u);
    }
  }
  perfc_error error = {};
  error.code = INT_MIN;
  error.rule = PERFC_RULE_ARGUMENT;
  EXPECT_FALSE(scripted::TextOf(error).empty());
}

}  // namespace
