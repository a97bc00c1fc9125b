#include "perfc/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <system_error>

#include "perfc.hpp"

namespace {

TEST(ErrorTest, HasTheErrnoAndItsMessage) {
  const perfc::Error error(-ENOENT);
  EXPECT_EQ(error.code().value(), ENOENT);
  EXPECT_STREQ(error.code().category().name(), "perfc");
  EXPECT_EQ(error.code().message(), "ENOENT (No such file or directory)");
  EXPECT_EQ(error.text(), error.code().message());
  EXPECT_EQ(error.facts(), nullptr);
}

TEST(ErrorTest, OfAForgottenMmapSaysSo) {
  EXPECT_EQ(perfc::Error(-EBADFD).text(),
            "EBADFD (the handle's state is wrong for this): the event has no "
            "ring, so call mmap first; or a stream reads its ring");
}

TEST(ErrorTest, ComparesWithTheStandardsConditions) {
  EXPECT_TRUE(perfc::Error(-EACCES).code() == std::errc::permission_denied);
  EXPECT_FALSE(perfc::Error(-EPERM).code() == std::errc::permission_denied);
}

TEST(ErrorTest, OfAColdCallHasItsFactsAndWords) {
  const uint64_t nothing = 0;
  perfc::Result<perfc::Event> event =
      perfc::Event::open({&nothing, sizeof nothing}, 0, -1);
  ASSERT_FALSE(event);
  EXPECT_EQ(event.error().code().value(), E2BIG);
  ASSERT_NE(event.error().facts(), nullptr);
  EXPECT_EQ(event.error().facts()->code, -E2BIG);

  char words[2048];
  ASSERT_GT(perfc_error_text(event.error().facts(), words, sizeof words), 0);
  EXPECT_EQ(event.error().text(), words);
}

TEST(ResultTest, HoldsAValueThatOnlyMoves) {
  perfc::Result<std::unique_ptr<int>> result = std::make_unique<int>(17);
  ASSERT_TRUE(result);
  perfc::Result<std::unique_ptr<int>> other = std::move(result);
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(**other, 17);
  const std::unique_ptr<int> taken = std::move(other).value();
  EXPECT_EQ(*taken, 17);
}

TEST(ResultTest, IsReplacedByAnError) {
  perfc::Result<std::unique_ptr<int>> result = std::make_unique<int>(17);
  result = perfc::Error(-EINVAL);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code().value(), EINVAL);
  result = std::make_unique<int>(18);
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 18);
}

TEST(ResultTest, WithoutAValueIsGoodUnlessThereIsAnError) {
  EXPECT_TRUE(perfc::Result<void>());
  const perfc::Result<void> failed = perfc::Error(-EBUSY);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code().value(), EBUSY);
}

TEST(ResultTest, FilledByAFunctionThatFailsItIsTheError) {
  const auto good = perfc::Result<int>::fill([](int* out) {
    *out = 5;
    return 0;
  });
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 5);
  const auto bad = perfc::Result<int>::fill([](int*) { return -EBADMSG; });
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code().value(), EBADMSG);
}

}  // namespace
