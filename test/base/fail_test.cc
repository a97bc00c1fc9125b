// Fail: the facts of a failure, for whoever wants them.

#include "impl/base/fail.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "gtest/gtest.h"

namespace {

using perfc::base::Fail;

TEST(Fail, ReturnsTheCodeThoughNobodyWantsTheFacts) {
  EXPECT_EQ(Fail(nullptr, -EIO, PERFC_CALL_READ, PERFC_RULE_UNKNOWN, "x"),
            -EIO);
  EXPECT_EQ(perfc::base::BadArgument(nullptr, "x", "y"), -EINVAL);
  EXPECT_EQ(perfc::base::NoMemory(nullptr, "x", 1), -ENOMEM);
}

TEST(Fail, FillsInEveryField) {
  perfc_error error;
  memset(&error, 0xee, sizeof error);
  EXPECT_EQ(Fail(&error, -EIO, PERFC_CALL_READ, PERFC_RULE_MEMORY, "operation",
                 {5, 6}, "detail"),
            -EIO);
  EXPECT_EQ(error.code, -EIO);
  EXPECT_EQ(error.call, static_cast<uint32_t>(PERFC_CALL_READ));
  EXPECT_EQ(error.rule, static_cast<uint32_t>(PERFC_RULE_MEMORY));
  EXPECT_EQ(error.paranoid, -100) << "not looked at";
  EXPECT_STREQ(error.operation, "operation");
  EXPECT_STREQ(error.detail, "detail");
  EXPECT_EQ(error.number[0], 5u);
  EXPECT_EQ(error.number[1], 6u);
  for (int i = 2; i < 8; ++i) EXPECT_EQ(error.number[i], 0u);
}

TEST(Fail, AllEightNumbersFit) {
  perfc_error error;
  Fail(&error, -EIO, 0, 0, "x", {1, 2, 3, 4, 5, 6, 7, 8});
  for (uint64_t i = 0; i < 8; ++i) EXPECT_EQ(error.number[i], i + 1);
  EXPECT_STREQ(error.operation, "x");
}

TEST(Fail, LongTextsAreCutAndEndWithANul) {
  perfc_error error;
  const std::string longer(1000, 'x');
  Fail(&error, -EIO, 0, 0, longer, {}, longer);
  EXPECT_EQ(strlen(error.operation), sizeof error.operation - 1);
  EXPECT_EQ(strlen(error.detail), sizeof error.detail - 1);
}

TEST(Fail, EmptyTextsAreEmpty) {
  perfc_error error;
  Fail(&error, -EIO, 0, 0, {});
  EXPECT_STREQ(error.operation, "");
  EXPECT_STREQ(error.detail, "");
}

TEST(Fail, ABadArgumentComesWithItsSentence) {
  perfc_error error;
  EXPECT_EQ(perfc::base::BadArgument(&error, "f", "it can't be"), -EINVAL);
  EXPECT_EQ(error.rule, static_cast<uint32_t>(PERFC_RULE_ARGUMENT));
  EXPECT_EQ(error.call, static_cast<uint32_t>(PERFC_CALL_NONE));
  EXPECT_STREQ(error.detail, "it can't be");
}

TEST(Fail, NoMemoryComesWithTheBytes) {
  perfc_error error;
  EXPECT_EQ(perfc::base::NoMemory(&error, "f", 123), -ENOMEM);
  EXPECT_EQ(error.rule, static_cast<uint32_t>(PERFC_RULE_MEMORY));
  EXPECT_EQ(error.number[0], 123u);
}

}  // namespace
