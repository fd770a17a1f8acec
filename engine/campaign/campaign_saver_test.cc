#include "engine/campaign/campaign_saver.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "engine/strategy/registry/make_strategy.h"

namespace sleave {
namespace {

using std::chrono::milliseconds;
using Due = CampaignSaver::Due;

class CampaignSaverTest : public testing::Test {
 protected:
  ~CampaignSaverTest() override { std::filesystem::remove_all(folder_); }

  // After so many runs more, the last of them at this time after the save.
  Due due_after(int runs, milliseconds time, bool urgent = false) {
    for (int i = 1; i < runs; ++i) EXPECT_EQ(saver_.due_after_run(saved_at_, false, *dpor_), Due::nothing);
    return saver_.due_after_run(saved_at_ + time, urgent, *dpor_);
  }
  void save() {
    saved_at_ += std::chrono::seconds{10};
    saver_.take(Due::everything, saved_at_, {}, *dpor_, ClassCount{});
  }

  // Each test has its own: they run beside each other.
  static std::string new_folder() {
    std::string path = testing::TempDir() + "sleave_saver_XXXXXX";
    EXPECT_NE(mkdtemp(path.data()), nullptr);
    return path;
  }

  std::string folder_ = new_folder();
  std::unique_ptr<Strategy> dpor_ = std::move(make_strategy("dpor", {})).value();
  CampaignSaver saver_ = std::move(CampaignSaver::open(folder_ + "/campaign.db", false)).value();
  CampaignSaver::Clock::time_point saved_at_;
};

TEST_F(CampaignSaverTest, PiecesAfterManyRunsAndEverythingAfterASecond) {
  ASSERT_EQ(due_after(1, milliseconds{0}), Due::everything) << "the first run";
  save();
  EXPECT_EQ(due_after(63, milliseconds{60}), Due::nothing) << "few runs";
  EXPECT_EQ(due_after(1, milliseconds{40}), Due::nothing) << "many in a short time";
  EXPECT_EQ(due_after(1, milliseconds{60}), Due::pieces);
  EXPECT_EQ(due_after(1, milliseconds{1000}), Due::everything);
  EXPECT_EQ(due_after(1, milliseconds{0}, true), Due::everything) << "a failure";
}

TEST_F(CampaignSaverTest, WhatTakesLongIsSavedLessOften) {
  save();
  saver_.took(milliseconds{100});
  EXPECT_EQ(due_after(100, milliseconds{1900}), Due::nothing);
  EXPECT_EQ(due_after(1, milliseconds{1900}, true), Due::everything) << "a failure all the same";
  EXPECT_EQ(due_after(1, milliseconds{2010}), Due::everything);
  save();
  saver_.took(milliseconds{10});
  EXPECT_EQ(due_after(100, milliseconds{190}), Due::nothing);
  EXPECT_EQ(due_after(1, milliseconds{210}), Due::pieces);
}

}  // namespace
}  // namespace sleave
