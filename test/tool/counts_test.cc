#include "examples/perfc/counts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "perfc/uapi.h"

namespace tool {
namespace {

Count Counted(uint64_t raw, uint64_t enabled, uint64_t running) {
  Count count;
  count.name = "cycles";
  count.count.raw = raw;
  count.count.scaled = running ? raw * enabled / running : raw;
  count.count.time_enabled = enabled;
  count.count.time_running = running;
  count.count.quality = running == 0        ? PERFC_QUALITY_NEVER_RAN
                        : running < enabled ? PERFC_QUALITY_SCALED
                                            : PERFC_QUALITY_EXACT;
  return count;
}

StatReport ReportOf(const std::vector<Count>& counts) {
  StatReport report;
  report.target = "x";
  report.counts = counts;
  return report;
}

std::string TextOf(const Count& count) { return StatText(ReportOf({count})); }

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CountsTest, AnExactCountNeedsNoRemark) {
  const std::string text = TextOf(Counted(1234567, 100, 100));
  EXPECT_TRUE(Has(text, "1,234,567  cycles\n")) << text;
}

TEST(CountsTest, AMultiplexedCountIsScaledAndSaysSo) {
  const std::string text = TextOf(Counted(1000, 4000, 1000));
  EXPECT_TRUE(Has(text, "4,000  cycles  (scaled: counted 25.0% of the time)\n"))
      << text;
}

TEST(CountsTest, WhatNeverRanIsNotZero) {
  const std::string text = TextOf(Counted(0, 1000, 0));
  EXPECT_TRUE(Has(text, "<not counted>  cycles\n")) << text;
}

TEST(CountsTest, WhatElseIsWrongWithACountIsSaid) {
  Count count = Counted(5, 100, 100);
  count.count.quality |= PERFC_QUALITY_PARTIAL | PERFC_QUALITY_OFFLINE;
  EXPECT_TRUE(Has(TextOf(count), "5  cycles  (exact, partial, offline)\n"))
      << TextOf(count);
  EXPECT_EQ(QualityText(count), "exact, partial, offline");
}

TEST(CountsTest, WhatIsNotSupportedOrPermittedSaysSo) {
  Count supported = Counted(0, 0, 0);
  supported.status = Count::Status::kNotSupported;
  Count permitted = Counted(0, 0, 0);
  permitted.status = Count::Status::kNotPermitted;
  const std::string text = StatText(ReportOf({supported, permitted}));
  EXPECT_TRUE(Has(text, "<not supported>  cycles\n")) << text;
  EXPECT_TRUE(Has(text, "<not permitted>  cycles\n")) << text;
}

TEST(CountsTest, UserSpaceOnlyIsMarkedOnce) {
  Count count = Counted(5, 1, 1);
  count.user_only = true;
  EXPECT_TRUE(Has(TextOf(count), "5  cycles:u\n"));
  count.name = "cycles:u";
  EXPECT_TRUE(Has(TextOf(count), "5  cycles:u\n"));
}

TEST(CountsTest, TimeIsPrintedInMilliseconds) {
  Count count = Counted(1500000, 10, 10);
  count.unit = "ns";
  StatReport report = ReportOf({count});
  report.elapsed = 2500000000;
  EXPECT_TRUE(Has(StatText(report), "1.50 ms"));
  EXPECT_TRUE(Has(StatText(report), "2.500000 s"));
}

TEST(CountsTest, AnEventsUnitAndScaleAreItsOwn) {
  Count count = Counted(1000000, 10, 10);
  count.name = "power/energy-pkg/";
  count.unit = "Joules";
  count.scale = 2.3283064365386962890625e-10 * 1e5;
  EXPECT_TRUE(Has(TextOf(count), "23.28 Joules  power/energy-pkg/\n"))
      << TextOf(count);
  EXPECT_EQ(StatCsv(ReportOf({count}), ";"),
            "23.28;Joules;power/energy-pkg/;10;100.00;exact\n");
}

TEST(CountsTest, JsonHasValuesOnlyWhereThereAreSome) {
  StatReport report =
      ReportOf({Counted(1000, 4000, 1000), Counted(0, 1000, 0)});
  report.target = "'a b'";
  report.elapsed = 17;
  report.exit_status = 3;
  const nlohmann::json json = nlohmann::json::parse(StatJson(report));
  EXPECT_EQ(json["target"], "'a b'");
  EXPECT_EQ(json["elapsed_ns"], 17);
  EXPECT_EQ(json["exit_status"], 3);
  EXPECT_EQ(json["counts"][0]["status"], "scaled");
  EXPECT_EQ(json["counts"][0]["value"], 4000);
  EXPECT_EQ(json["counts"][0]["raw"], 1000);
  EXPECT_FALSE(json["counts"][0].contains("deviation"));
  EXPECT_EQ(json["counts"][1]["status"], "not counted");
  EXPECT_FALSE(json["counts"][1].contains("value"));
}

TEST(CountsTest, CsvHasALineForEachCount) {
  EXPECT_EQ(
      StatCsv(ReportOf({Counted(1000, 4000, 1000), Counted(0, 1000, 0)}), ","),
      "4000,,cycles,1000,25.00,scaled\n"
      "<not counted>,,cycles,0,0.00,not counted\n");
}

TEST(CountsTest, AnIntervalBeginsWithItsEnd) {
  StatReport report = ReportOf({Counted(7, 10, 10)});
  report.interval = true;
  report.end = 1500000000;
  report.elapsed = 500000000;
  EXPECT_EQ(StatCsv(report, ","), "1.500000000,7,,cycles,10,100.00,exact\n");
  EXPECT_TRUE(Has(StatText(report), "1.500000 s")) << StatText(report);
  const std::string line = StatJson(report);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const nlohmann::json json = nlohmann::json::parse(line);
  EXPECT_EQ(json["end_ns"], 1500000000);
  EXPECT_EQ(json["counts"][0]["value"], 7);
}

TEST(CountsTest, SeveralRunsHaveAMeanAndADeviation) {
  StatReport first = ReportOf({Counted(90, 10, 10)});
  first.elapsed = 100;
  StatReport second = ReportOf({Counted(110, 20, 20)});
  second.elapsed = 300;
  const StatReport mean = MeanOf({first, second});
  EXPECT_EQ(mean.elapsed, 200u);
  EXPECT_EQ(mean.counts[0].value(), 100u);
  EXPECT_EQ(mean.counts[0].runs, 2u);
  // The square root of 200 is 14.1.
  EXPECT_NEAR(mean.counts[0].deviation, 0.1414, 0.0001);
  EXPECT_TRUE(Has(StatText(mean), "100  cycles  ( +- 14.14% )\n"))
      << StatText(mean);
  EXPECT_TRUE(Has(StatText(mean), "mean of 2 runs"));
  EXPECT_EQ(nlohmann::json::parse(StatJson(mean))["runs"], 2);
  EXPECT_EQ(StatCsv(mean, ","), "100,,cycles,14.14%,15,100.00,exact\n");
}

TEST(CountsTest, TheMeansQualityIsTheWorst) {
  const auto mean_of = [](const Count& a, const Count& b) {
    return QualityText(MeanOf({ReportOf({a}), ReportOf({b})}).counts[0]);
  };
  const Count exact = Counted(1, 1, 1);
  EXPECT_EQ(mean_of(exact, Counted(1, 2, 1)), "scaled");
  EXPECT_EQ(mean_of(exact, Counted(0, 1, 0)), "exact, partial");
}

}  // namespace
}  // namespace tool
