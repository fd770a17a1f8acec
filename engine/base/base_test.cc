#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

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

// A folder for a test, and what is in it.
class Output : public testing::Test {
 protected:
  void SetUp() override {
    place_ = testing::TempDir() + "sleave_output_test." + std::to_string(getpid());
    std::filesystem::remove_all(place_);
    std::filesystem::create_directories(place_);
  }
  void TearDown() override { std::filesystem::remove_all(place_); }

  [[nodiscard]] std::string at(const std::string& name) const { return place_ + "/" + name; }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(place_), {}));
  }

  std::string place_;
};

TEST_F(Output, ReplacesFilesAndKeepsTheirMode) {
  ASSERT_TRUE(write_output(at("f"), "one").ok());
  ASSERT_EQ(::chmod(at("f").c_str(), 0640), 0);
  ASSERT_TRUE(write_output(at("f"), "two").ok());
  EXPECT_EQ(read_file(at("f")).value(), "two");
  struct stat now{};
  ASSERT_EQ(::stat(at("f").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 07777, 0640u);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Output, GoesThroughLinks) {
  ASSERT_TRUE(write_output(at("f"), "one").ok());
  std::filesystem::create_symlink("f", at("link"));
  std::filesystem::create_hard_link(at("f"), at("other name"));
  std::filesystem::create_symlink("new", at("dangling"));
  ASSERT_TRUE(write_output(at("link"), "two").ok());
  ASSERT_TRUE(write_output(at("dangling"), "three").ok());
  EXPECT_EQ(read_file(at("f")).value(), "two");
  EXPECT_EQ(read_file(at("other name")).value(), "two");
  EXPECT_EQ(read_file(at("new")).value(), "three");
  EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(at("dangling")));
}

TEST_F(Output, GoesIntoPipes) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_file(at("pipe")).value(); });
  EXPECT_TRUE(write_output(at("pipe"), "words").ok());
  reader.join();
  EXPECT_EQ(got, "words");
  EXPECT_TRUE(std::filesystem::is_fifo(at("pipe")));
}

TEST_F(Output, ReportsAFullDeviceAndLeavesItThere) {
  // Never the system's own as root: a bug here would replace it for the whole machine.
  if (::geteuid() == 0) {
    ASSERT_EQ(::mknod(at("full").c_str(), S_IFCHR | 0600, makedev(1, 7)), 0);
    if (::access(at("full").c_str(), W_OK) != 0) GTEST_SKIP() << "devices cannot be used in this folder";
  } else {
    std::filesystem::create_symlink("/dev/full", at("full"));
  }
  const Status written = write_output(at("full"), "words");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().tier, Tier::environment);
  EXPECT_NE(written.error().message.find("No space left"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file(at("full")));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Output, AnErrorLeavesTheOldFileAndNoOther) {
  ASSERT_TRUE(write_output(at("f"), "old").ok());
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{.rlim_cur = 100, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  const Status replaced = write_output(at("f"), std::string(1000, 'x'));
  const Status created = write_output(at("g"), std::string(1000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_FALSE(replaced.ok());
  EXPECT_FALSE(created.ok());
  EXPECT_EQ(read_file(at("f")).value(), "old");
  EXPECT_EQ(entries(), 1u);
}

}  // namespace
}  // namespace sleave
