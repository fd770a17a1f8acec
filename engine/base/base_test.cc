#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/duration.h"
#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "engine/base/size.h"
#include "engine/base/test_size.h"

namespace sleave {
namespace {

TEST(Rng, IsSplitmix64) {
  // First outputs for seed 1234567, from the reference implementation's published test vector.
  Rng rng(1234567);
  EXPECT_EQ(rng.next(), 6457827717110365317ull);
  EXPECT_EQ(rng.next(), 3203168211198807973ull);
  EXPECT_EQ(rng.next(), 9817491932198370423ull);
}

TEST(Rng, BelowStaysBelowAndReachesAll) {
  Rng rng(7);
  int seen[5] = {};
  for (int i = 0; i < 5000; ++i) ++seen[rng.below(5)];
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);  // 5 standard deviations of a binomial
}

TEST(TestSizes, HaveThreeNames) {
  constexpr TestSizes kSizes{1, 20, 300};
  EXPECT_EQ(kSizes.named("ci"), 1u);
  EXPECT_EQ(kSizes.named("full"), 20u);
  EXPECT_EQ(kSizes.named("nightly"), 300u);
  EXPECT_EQ(kSizes.named("Full"), std::nullopt);
  EXPECT_EQ(kSizes.named(""), std::nullopt);
}

TEST(Duration, ParsesUnits) {
  EXPECT_EQ(parse_duration("500ms").value().count(), 500);
  EXPECT_EQ(parse_duration("30s").value().count(), 30'000);
  EXPECT_EQ(parse_duration("1.5m").value().count(), 90'000);
  EXPECT_EQ(parse_duration("2h").value().count(), 7'200'000);
  EXPECT_EQ(parse_duration("7").value().count(), 7'000);
  EXPECT_EQ(parse_duration("0").value().count(), 0);
}

TEST(Duration, RefusesOthers) {
  for (const char* text : {"", "s", "-1s", "5 s", "5x", "nan", "1e400s", "99999999999999999h"}) {
    ASSERT_FALSE(parse_duration(text).ok()) << text;
    EXPECT_EQ(parse_duration(text).error().tier, Tier::usage);
  }
}

TEST(Size, ParsesUnits) {
  EXPECT_EQ(parse_size("0").value(), 0u);
  EXPECT_EQ(parse_size("100").value(), 100u);
  EXPECT_EQ(parse_size("64k").value(), 64u << 10);
  EXPECT_EQ(parse_size("512M").value(), 512u << 20);
  EXPECT_EQ(parse_size("4G").value(), 4ull << 30);
  for (const char* text : {"", "G", "-1", "4GB", "4 G", "1.5G", "99999999999T", "5x"}) {
    ASSERT_FALSE(parse_size(text).ok()) << text;
    EXPECT_EQ(parse_size(text).error().tier, Tier::usage);
  }
}

TEST(Duration, FormatsBack) {
  for (const char* text : {"500ms", "30s", "5m", "2h", "90s", "0s"}) {
    EXPECT_EQ(format_duration(parse_duration(text).value()), text);
  }
}

TEST(File, ReplacesFilesAndFolders) {
  const std::string root = testing::TempDir() + "sleave_file_test";
  std::filesystem::remove_all(root);
  ASSERT_TRUE(make_folder(root + "/a/b").ok());
  ASSERT_TRUE(replace_file(root + "/f", "one").ok());
  ASSERT_TRUE(replace_file(root + "/f", std::string("t\0wo", 4)).ok());
  EXPECT_EQ(read_file(root + "/f").value(), std::string("t\0wo", 4));

  ASSERT_TRUE(write_file(root + "/a/old", "old").ok());
  ASSERT_TRUE(make_folder(root + "/fresh").ok());
  ASSERT_TRUE(write_file(root + "/fresh/new", "new").ok());
  ASSERT_TRUE(replace_folder(root + "/fresh", root + "/a").ok());
  EXPECT_EQ(read_file(root + "/a/new").value(), "new");
  EXPECT_FALSE(std::filesystem::exists(root + "/a/old"));
  EXPECT_FALSE(std::filesystem::exists(root + "/fresh"));
  EXPECT_EQ(read_file(root + "/none").error().tier, Tier::environment);
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace sleave
