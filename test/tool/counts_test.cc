#include "examples/perfc/counts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tool {
namespace {

Count Counted(uint64_t raw, uint64_t enabled, uint64_t running) {
  Count count;
  count.name = "cycles";
  count.raw = raw;
  count.time_enabled = enabled;
  count.time_running = running;
  return count;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CountsTest, AFullCountIsNotScaled) {
  const Count count = Counted(1234567, 100, 100);
  EXPECT_FALSE(count.scaled());
  EXPECT_EQ(count.value(), 1234567u);
  const std::string text = StatText({"x", 0, 0, {count}});
  EXPECT_TRUE(Has(text, "1,234,567  cycles\n")) << text;
}

TEST(CountsTest, AMultiplexedCountIsScaledAndSaysSo) {
  const Count count = Counted(1000, 4000, 1000);
  EXPECT_TRUE(count.scaled());
  EXPECT_EQ(count.value(), 4000u);
  const std::string text = StatText({"x", 0, 0, {count}});
  EXPECT_TRUE(Has(text, "4,000  cycles  (scaled: counted 25.0% of the time)\n"))
      << text;
}

TEST(CountsTest, ScalingDoesNotOverflow) {
  const uint64_t raw = uint64_t{1} << 60;
  EXPECT_EQ(Counted(raw, 3000000000, 1500000000).value(), raw * 2);
}

TEST(CountsTest, WhatNeverRanIsNotZero) {
  const std::string text = StatText({"x", 0, 0, {Counted(0, 1000, 0)}});
  EXPECT_TRUE(Has(text, "<not counted>  cycles\n")) << text;
}

TEST(CountsTest, WhatIsNotSupportedOrPermittedSaysSo) {
  Count supported = Counted(0, 0, 0);
  supported.status = Count::Status::kNotSupported;
  Count permitted = Counted(0, 0, 0);
  permitted.status = Count::Status::kNotPermitted;
  const std::string text = StatText({"x", 0, 0, {supported, permitted}});
  EXPECT_TRUE(Has(text, "<not supported>  cycles\n")) << text;
  EXPECT_TRUE(Has(text, "<not permitted>  cycles\n")) << text;
}

TEST(CountsTest, UserSpaceOnlyIsMarked) {
  Count count = Counted(5, 1, 1);
  count.user_only = true;
  EXPECT_TRUE(Has(StatText({"x", 0, 0, {count}}), "5  cycles:u\n"));
}

TEST(CountsTest, TimeIsPrintedInMilliseconds) {
  Count count = Counted(1500000, 10, 10);
  count.unit = "ns";
  EXPECT_TRUE(Has(StatText({"x", 2500000000, 0, {count}}), "1.50 ms"));
  EXPECT_TRUE(Has(StatText({"x", 2500000000, 0, {count}}), "2.500000 s"));
}

TEST(CountsTest, JsonHasValuesOnlyWhereThereAreSome) {
  const std::string text = StatJson(
      {"'a b'", 17, 3, {Counted(1000, 4000, 1000), Counted(0, 1000, 0)}});
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json["target"], "'a b'");
  EXPECT_EQ(json["elapsed_ns"], 17);
  EXPECT_EQ(json["exit_status"], 3);
  EXPECT_EQ(json["counts"][0]["status"], "scaled");
  EXPECT_EQ(json["counts"][0]["value"], 4000);
  EXPECT_EQ(json["counts"][0]["raw"], 1000);
  EXPECT_EQ(json["counts"][1]["status"], "not counted");
  EXPECT_FALSE(json["counts"][1].contains("value"));
}

}  // namespace
}  // namespace tool
