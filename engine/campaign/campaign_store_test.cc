#include "engine/campaign/campaign_store.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/file.h"

namespace sleave {
namespace {

class CampaignStoreTest : public testing::Test {
 protected:
  CampaignStoreTest() {
    folder_ = testing::TempDir() + "sleave_store_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~CampaignStoreTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return folder_ + "/campaign.db"; }

  CampaignStore::Content content() {
    Result<CampaignStore> store = CampaignStore::open(path());
    EXPECT_TRUE(store.ok());
    Result<CampaignStore::Content> loaded = store->load();
    EXPECT_TRUE(loaded.ok());
    return *loaded;
  }

  std::string folder_;
};

TEST_F(CampaignStoreTest, KeepsWhatWasSavedLast) {
  {
    Result<CampaignStore> store = CampaignStore::create(path());
    ASSERT_TRUE(store.ok()) << store.error().message;
    ASSERT_TRUE(store->save("one", "classes", {.kept = {{1, {1, 2}}, {2, {3}}}, .removed = {}}).ok());
    ASSERT_TRUE(store->save("two", std::nullopt, {.kept = {{1, {0}}, {3, {}}}, .removed = {2}}).ok());
  }
  const CampaignStore::Content loaded = content();
  EXPECT_EQ(loaded.campaign, "two");
  EXPECT_EQ(loaded.classes, "classes");
  ASSERT_EQ(loaded.work.size(), 2u);
  EXPECT_EQ(loaded.work[0].id, 1u);
  EXPECT_EQ(loaded.work[0].bytes, std::vector<std::uint8_t>{0});
  EXPECT_EQ(loaded.work[1].id, 3u);
}

TEST_F(CampaignStoreTest, ANewCampaignReplacesTheOldOneWhenItSaves) {
  ASSERT_TRUE(CampaignStore::create(path())->save("old", "c", {.kept = {{1, {1}}}, .removed = {}}).ok());
  {
    Result<CampaignStore> store = CampaignStore::create(path());
    ASSERT_TRUE(store.ok());
    EXPECT_EQ(store->load()->campaign, "old");
    ASSERT_TRUE(store->save("new", std::nullopt, {}).ok());
  }
  const CampaignStore::Content loaded = content();
  EXPECT_EQ(loaded.campaign, "new");
  EXPECT_EQ(loaded.classes, "");
  EXPECT_TRUE(loaded.work.empty());
}

TEST_F(CampaignStoreTest, WhatIsNotThereOrDamagedIsTheUsersToMend) {
  EXPECT_EQ(CampaignStore::open(path()).error().tier, Tier::usage);
  ASSERT_TRUE(write_file(path(), std::string(8192, 'x')).ok());
  EXPECT_EQ(CampaignStore::open(path()).error().tier, Tier::usage);
  Result<CampaignStore> store = CampaignStore::create(path());
  ASSERT_TRUE(store.ok()) << "a new campaign does not need it";
  EXPECT_EQ(store->load().error().tier, Tier::usage) << "nothing was saved";
}

}  // namespace
}  // namespace sleave
