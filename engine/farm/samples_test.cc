#include "engine/farm/samples.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"

namespace sleave::farm {
namespace {

std::vector<SampledItem> some_items(Rng& random) {
  std::vector<SampledItem> items(1 + random.below(20));
  for (SampledItem& item : items) {
    item.item.resize(random.below(30));
    for (std::uint8_t& byte : item.item) byte = static_cast<std::uint8_t>(random.below(256));
    item.hash = random.below(1000);
  }
  return items;
}

// What another node makes of a sample, whose runs are done in any order.
std::optional<std::uint64_t> repeated(const Sample& sample, const std::vector<SampledItem>& results, Rng& random) {
  Repeats repeats;
  std::vector<Repeats::Item> items = repeats.add(9, sample.items);
  EXPECT_EQ(items.size(), results.size());
  std::vector<RepeatedItem> done;
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(items[i].bytes, results[i].item);
    done.insert(done.begin() + static_cast<std::ptrdiff_t>(random.below(done.size() + 1)),
                {items[i].id, results[i].hash});
  }
  for (const RepeatedItem& item : done) {
    EXPECT_TRUE(repeats.take_finished().empty());
    EXPECT_EQ(repeats.held(), std::vector<std::uint64_t>{9});
    repeats.done(item);
  }
  EXPECT_EQ(repeats.held(), std::vector<std::uint64_t>{9});
  const std::vector<RepeatedItem> finished = repeats.take_finished();
  EXPECT_TRUE(repeats.held().empty());
  EXPECT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished.at(0).id, 9u);
  return finished.at(0).hash;
}

TEST(Samples, EqualRunsHaveEqualHashes) {
  Rng random(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<SampledItem> items = some_items(random);
    EXPECT_EQ(repeated(sample_of(items), items, random), sample_of(items).hash);
  }
}

TEST(Samples, OneRunThatDiffersChangesTheHash) {
  Rng random(2);
  for (int round = 0; round < 300; ++round) {
    const std::vector<SampledItem> items = some_items(random);
    std::vector<SampledItem> wrong = items;
    wrong[random.below(wrong.size())].hash ^= 1 + random.below(1000);
    EXPECT_NE(repeated(sample_of(items), wrong, random), sample_of(items).hash);
    if (items.size() < 2 || items[0].hash == items[1].hash) continue;
    wrong = items;
    std::swap(wrong[0].hash, wrong[1].hash);
    EXPECT_NE(repeated(sample_of(items), wrong, random), sample_of(items).hash);
  }
}

TEST(Samples, ARunWithoutAHashLeavesTheSampleWithoutOne) {
  Repeats repeats;
  const Sample sample = sample_of({{{1}, 5}, {{2}, 6}});
  const std::vector<Repeats::Item> items = repeats.add(3, sample.items);
  repeats.done({items[0].id, std::nullopt});
  repeats.done({items[1].id, 6});
  const std::vector<RepeatedItem> finished = repeats.take_finished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0].hash, std::nullopt);
}

TEST(Samples, DamagedBytesAreFinishedWithoutAHash) {
  Rng random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> bytes = sample_of(some_items(random)).items;
    bytes.pop_back();  // the last item, or its length, is cut
    Repeats repeats;
    EXPECT_TRUE(repeats.add(4, bytes).empty());
    const std::vector<RepeatedItem> finished = repeats.take_finished();
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0].hash, std::nullopt);
  }
}

TEST(Samples, WhatWasDroppedIsIgnored) {
  Repeats repeats;
  const std::vector<Repeats::Item> items = repeats.add(3, sample_of({{{1}, 5}}).items);
  repeats.clear();
  repeats.done({items[0].id, 5});
  EXPECT_TRUE(repeats.take_finished().empty());
  EXPECT_TRUE(repeats.held().empty());
}

}  // namespace
}  // namespace sleave::farm
