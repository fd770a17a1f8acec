#include "engine/strategy/dpor/frontier.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace sleave {
namespace {

std::vector<std::uint8_t> item(std::uint32_t number) {
  std::vector<std::uint8_t> bytes(4 + number % 5);
  for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(number >> 8 * i);
  return bytes;
}

std::uint32_t number_of(std::span<const std::uint8_t> bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number |= std::uint32_t{bytes[static_cast<std::size_t>(i)]} << 8 * i;
  return number;
}

// What is on disk when every change was written.
class Disk {
 public:
  void write(const WorkChanges& changes) {
    for (const SavedWork& work : changes.kept) rows_[work.id] = work.bytes;
    for (const std::uint64_t id : changes.removed) rows_.erase(id);
  }
  std::vector<SavedWork> read() const {
    std::vector<SavedWork> all;
    for (const auto& [id, bytes] : rows_) all.push_back({id, bytes});
    return all;
  }

 private:
  std::map<std::uint64_t, std::vector<std::uint8_t>> rows_;
};

std::multiset<std::uint32_t> everything_in(Frontier frontier) {
  std::multiset<std::uint32_t> numbers;
  for (std::vector<Frontier::Taken> some = frontier.take(); !some.empty(); some = frontier.take()) {
    for (const Frontier::Taken& taken : some) {
      numbers.insert(number_of(taken.bytes));
      frontier.done(taken.ticket);
    }
  }
  EXPECT_EQ(frontier.size(), 0u);
  return numbers;
}

TEST(Frontier, LeavesHalfForOthers) {
  Frontier frontier;
  for (std::uint32_t i = 0; i < 10; ++i) frontier.add(item(i));
  EXPECT_EQ(frontier.take().size(), 5u);
  EXPECT_EQ(frontier.take().size(), 3u);
  EXPECT_EQ(frontier.size(), 10u) << "none is done";
}

// Items are added, taken and done at random; at any moment the disk has exactly those that are not done.
TEST(Frontier, DiskHasWhatIsNotDone) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    Frontier frontier;
    Disk disk;
    std::multiset<std::uint32_t> expected;
    std::vector<std::pair<Frontier::Ticket, std::uint32_t>> taken;
    for (std::uint32_t step = 0; step < 400; ++step) {
      const unsigned what = random() % 8;
      if (what < 3) {
        for (unsigned more = random() % 40; more > 0; --more) {
          const std::uint32_t number = step * 100 + more;
          frontier.add(item(number));
          expected.insert(number);
        }
      } else if (what == 3) {
        for (const Frontier::Taken& each : frontier.take()) taken.emplace_back(each.ticket, number_of(each.bytes));
      } else if (what < 7) {
        for (unsigned some = random() % 60; some > 0 && !taken.empty(); --some) {
          std::swap(taken[random() % taken.size()], taken.back());
          frontier.done(taken.back().first);
          expected.erase(expected.find(taken.back().second));
          taken.pop_back();
        }
      } else {
        disk.write(frontier.changes());
        Frontier loaded;
        ASSERT_TRUE(loaded.load(disk.read()));
        ASSERT_EQ(loaded.size(), frontier.size());
        ASSERT_EQ(everything_in(std::move(loaded)), expected) << seed << " " << step;
      }
    }
  }
}

// Two frontiers that share: what one gives, the other adds. Nothing is lost or twice, and each disk has what its
// frontier has.
TEST(Frontier, SharesWithAnother) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    Frontier one;
    Frontier other;
    Disk disk;
    std::multiset<std::uint32_t> expected;
    for (std::uint32_t step = 0; step < 60; ++step) {
      for (unsigned more = random() % 90; more > 0; --more) {
        expected.insert(step * 100 + more);
        one.add(item(step * 100 + more));
      }
      const std::size_t before = one.size();
      const std::vector<SavedWork> given = one.give(random() % 5);
      std::size_t items = 0;
      for (const SavedWork& work : given) {
        items += work.items;
        ASSERT_NE(other.add_bundle(work.bytes), 0u);
      }
      ASSERT_LE(items, before / 2);
      ASSERT_EQ(one.size(), before - items);
      disk.write(one.changes());
      Frontier loaded;
      ASSERT_TRUE(loaded.load(disk.read()));
      ASSERT_EQ(everything_in(std::move(loaded)), everything_in(one));
    }
    EXPECT_EQ(one.made(), expected.size());
    EXPECT_EQ(other.made(), 0u) << "they were made elsewhere";
    std::multiset<std::uint32_t> both = everything_in(std::move(one));
    both.merge(everything_in(std::move(other)));
    EXPECT_EQ(both, expected) << seed;
  }
}

TEST(Frontier, GivesToAsManyAsPossible) {
  Frontier frontier;
  for (std::uint32_t i = 0; i < 10; ++i) frontier.add(item(i));
  const std::vector<SavedWork> given = frontier.give(3);
  ASSERT_EQ(given.size(), 3u);
  EXPECT_EQ(given[0].items + given[1].items + given[2].items, 5u);
  EXPECT_TRUE(frontier.give(0).empty());
}

// The oldest items of a search stand for most of it: a process that gave half of its items would keep nearly nothing.
TEST(Frontier, GivesHalfOfTheWeight) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    Frontier frontier;
    double all = 0;
    double heaviest = 0;
    double weight = 1;
    const std::uint32_t items = 2 + random() % 300;
    for (std::uint32_t i = 0; i < items; ++i) {
      weight *= 0.8 + static_cast<double>(random() % 200) / 1000;  // each about 0.9 of the one before
      frontier.add(item(i), weight);
      all += weight;
      heaviest = std::max(heaviest, weight);
    }
    const std::size_t rows = 1 + random() % 64;
    double shares = 0;
    std::size_t given_items = 0;
    const std::vector<SavedWork> given = frontier.give(rows);
    ASSERT_FALSE(given.empty());
    ASSERT_LE(given.size(), rows);
    for (const SavedWork& row : given) {
      shares += row.weight;
      given_items += row.items;
      EXPECT_LE(row.weight, all / 2 / static_cast<double>(rows) + heaviest) << seed;
    }
    EXPECT_LE(given_items, items / 2) << seed;
    EXPECT_LE(shares, all / 2 + heaviest) << seed;
  }
}

// Runs under way read the bytes of their items, whatever happens to the search.
TEST(Frontier, KeepsTheBytesOfWhatIsTaken) {
  Frontier frontier;
  for (std::uint32_t i = 0; i < 10; ++i) frontier.add(item(i));
  const std::vector<Frontier::Taken> taken = frontier.take();
  frontier.clear();
  EXPECT_EQ(frontier.size(), 0u);
  frontier.add(item(77));
  std::set<std::uint32_t> numbers;
  for (const Frontier::Taken& each : taken) numbers.insert(number_of(each.bytes));
  EXPECT_EQ(numbers, (std::set<std::uint32_t>{5, 6, 7, 8, 9}));
  for (const Frontier::Taken& each : taken) frontier.done(each.ticket);
  EXPECT_EQ(frontier.size(), 1u) << "they were of the search before";
  EXPECT_EQ(frontier.made() - frontier.finished(), 1u);
}

TEST(Frontier, RefusesWhatIsCutOff) {
  Frontier frontier;
  frontier.add(item(1));
  std::vector<SavedWork> saved = frontier.changes().kept;
  ASSERT_EQ(saved.size(), 1u);
  saved[0].bytes.pop_back();
  Frontier loaded;
  EXPECT_FALSE(loaded.load(saved));
}

}  // namespace
}  // namespace sleave
