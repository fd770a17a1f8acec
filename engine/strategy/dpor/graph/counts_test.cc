// Programs whose number of classes is known from the literature or by counting (docs/internals/dpor.md).
#include <gtest/gtest.h>

#include "engine/testing/graph_search.h"

namespace sleave::graph::test {
namespace {

using enum Code;
constexpr std::uint64_t x = 1;
constexpr std::uint64_t y = 2;
constexpr std::uint64_t z = 3;
using Thread = std::vector<Instruction>;

struct Count {
  std::size_t complete = 0;
  std::size_t deadlocked = 0;
  bool operator==(const Count&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Count& count) {
  return out << count.complete << " + " << count.deadlocked;
}

Count count(const Program& program) {
  const Searched searched = Search(program, Schedule::first, 1).run();
  EXPECT_EQ(searched.problem, "");
  EXPECT_EQ(searched.twice, 0u);
  return {searched.behaviors.complete.size(), searched.behaviors.deadlocked.size()};
}
Count count(std::vector<Thread> threads) {
  return count(Program{.threads = std::move(threads), .created = {}, .initial = {}});
}
std::vector<Thread> times(std::size_t n, const Thread& thread) { return std::vector<Thread>(n, thread); }
Thread repeat(std::size_t n, const Thread& part) {
  Thread whole;
  for (std::size_t i = 0; i < n; ++i) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

TEST(Counts, LitmusShapes) {
  EXPECT_EQ(count({{{write, x, 1}, {read, y}}, {{write, y, 1}, {read, x}}}), (Count{3, 0}));          // sb
  EXPECT_EQ(count({{{write, x, 1}, {write, y, 1}}, {{read, y}, {read, x}}}), (Count{3, 0}));          // mp
  EXPECT_EQ(count({{{read, y}, {write, x, 1}}, {{read, x}, {write, y, 1}}}), (Count{3, 0}));          // lb
  EXPECT_EQ(count({{{write, x, 1}, {write, y, 2}}, {{write, y, 1}, {write, x, 2}}}), (Count{3, 0}));  // 2+2w
  EXPECT_EQ(count({{{write, x, 2}, {write, y, 1}}, {{read, y}, {write, x, 1}}}), (Count{3, 0}));      // s
  EXPECT_EQ(count({{{write, x, 1}}, {{read, x}, {read, y}}, {{read, y}, {read, x}}, {{write, y, 1}}}),
            (Count{15, 0}));  // iriw
  EXPECT_EQ(count({{{write, x, 1}}, {{read, x}, {read, x}, {read, x}}, {{write, x, 2}}}), (Count{20, 0}));
  EXPECT_EQ(count({{{write, x, 1}, {write, y, 1}}, {{read, y}, {write, z, 1}}, {{read, z}, {read, x}}}), (Count{7, 0}));
}

TEST(Counts, Families) {
  EXPECT_EQ(count(times(5, {{add, x, 1}})), (Count{120, 0}));
  EXPECT_EQ(count(times(3, {{read, x}, {write_next, x}})), (Count{36, 0}));
  EXPECT_EQ(count(times(4, {{read, x}, {write_next, x}})), (Count{576, 0}));
  EXPECT_EQ(count(times(3, {{add, x, 1}, {add, y, 1}, {add, z, 1}})), (Count{216, 0}));
  std::vector<Thread> readers = times(8, {{read, x}});
  readers.push_back({{write, x, 42}});
  EXPECT_EQ(count(readers), (Count{256, 0}));
  std::vector<Thread> rotation;
  for (std::uint64_t i = 1; i <= 7; ++i) rotation.push_back({{cas, x, i - 1, i}});
  EXPECT_EQ(count(rotation), (Count{523, 0}));  // casrot
  EXPECT_EQ(count({{{cas, x, 0, 1}, {write, x, 3}}, {{cas, x, 0, 1}, {write, x, 4}}, {{cas, x, 0, 1}, {write, x, 5}}}),
            (Count{66, 0}));  // casw
  std::vector<Thread> wcas = times(6, {{cas, x, 2, 3}});
  wcas.push_back({{write, x, 2}});
  EXPECT_EQ(count(wcas), (Count{193, 0}));
}

TEST(Counts, ThreeThreadsIncrementTwiceByLoadAndStore) {
  EXPECT_EQ(count(times(3, repeat(2, {{read, x}, {write_next, x}}))), (Count{7134, 0}));
}

TEST(Counts, Blocking) {
  const Thread locked{{lock, y}, {read, x}, {write_next, x}, {unlock, y}};
  EXPECT_EQ(count(times(4, locked)), (Count{24, 0}));
  EXPECT_EQ(count({{{lock, x}, {lock, y}, {unlock, y}, {unlock, x}}, {{lock, y}, {lock, x}, {unlock, x}, {unlock, y}}}),
            (Count{2, 1}));
  std::vector<Thread> philosophers;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const std::uint64_t right = (i + 1) % 4;
    philosophers.push_back({{lock, i}, {lock, right}, {unlock, right}, {unlock, i}});
  }
  EXPECT_EQ(count(philosophers), (Count{14, 1}));
  EXPECT_EQ(count(times(3, {{try_lock, y, 0, 0, 2}, {add, x, 1}, {unlock, y}})), (Count{21, 0}));
  EXPECT_EQ(count({{{acquire, x}, {acquire, x}}, {{release, x}}, {{release, x}}}), (Count{4, 0}));
  EXPECT_EQ(count({{{acquire, x}}, {{acquire, x}}, {{release, x}}}), (Count{0, 2}));
  EXPECT_EQ(count(Program{times(3, {{acquire, x}, {release, x}}), {}, {{x, 2}}}), (Count{54, 0}));
  EXPECT_EQ(count(times(3, {{once, y, 0, 0, 2}, {write, x, 1}, {once_end, y}, {read, x}})), (Count{3, 0}));
  EXPECT_EQ(count({{{read_lock, y}, {read, x}, {read_unlock, y}},
                   {{read_lock, y}, {read, x}, {read_unlock, y}},
                   {{write_lock, y}, {write, x, 1}, {write_unlock, y}}}),
            (Count{14, 0}));
}

TEST(Counts, Conditions) {
  // x: flag, y: mutex, z: condition.
  const Thread waits{{lock, y}, {read, x},  {if_equal, 0, 0, 0, 4}, {enqueue, z}, {unlock, y}, {sleep, z},
                     {lock, y}, {unlock, y}};
  const auto wakes = [](Code code) { return Thread{{lock, y}, {write, x, 1}, {code, z}, {unlock, y}}; };
  EXPECT_EQ(count({waits, wakes(signal)}), (Count{2, 0}));
  EXPECT_EQ(count({waits, waits, wakes(signal)}), (Count{6, 4}));
  EXPECT_EQ(count({waits, waits, wakes(broadcast)}), (Count{10, 0}));
  const Thread unlocked{{read, x},  {if_equal, 0, 0, 0, 6}, {lock, y}, {enqueue, z}, {unlock, y}, {sleep, z}, {lock, y},
                        {unlock, y}};
  EXPECT_EQ(count({unlocked, {{write, x, 1}, {lock, y}, {signal, z}, {unlock, y}}}), (Count{2, 1}));  // lost wake-up
}

TEST(Counts, CreateAndJoin) {
  const Program program{
      {{{write, x, 1}, {create, 0, 1}, {create, 0, 2}, {join, 0, 1}, {read, x}, {join, 0, 2}, {read, x}},
       {{add, x, 1}},
       {{add, x, 1}}},
      {1, 2},
      {}};
  EXPECT_EQ(count(program), (Count{3, 0}));
}

// Orbits of classes under all exchanges of the threads. Those of inc are counted by enumeration outside of this project
// (docs/internals/symmetry.md): if every thread writes, an orbit has as many classes as there are exchanges.
Count count_alike(std::size_t threads, const Thread& thread) {
  Program program{.threads = times(threads, thread), .created = {}, .initial = {}};
  for (std::uint32_t i = 0; i < threads; ++i) program.alike.push_back(i);
  return count(program);
}

TEST(Counts, AlikeThreads) {
  const Thread inc{{read, x}, {write_next, x}};
  EXPECT_EQ(count_alike(2, inc), (Count{2, 0}));
  EXPECT_EQ(count_alike(3, inc), (Count{6, 0}));
  EXPECT_EQ(count_alike(4, inc), (Count{24, 0}));
  EXPECT_EQ(count_alike(2, repeat(2, inc)), (Count{17, 0}));
  EXPECT_EQ(count_alike(3, repeat(2, inc)), (Count{1189, 0}));
  EXPECT_EQ(count_alike(2, repeat(3, inc)), (Count{164, 0}));
  EXPECT_EQ(count_alike(3, {{read, y}, {add, x, 1}, {write, y, 1}, {read, x}}), (Count{66, 0}));
  EXPECT_EQ(count_alike(3, {{add, x, 1}, {read, y}, {write, y, 1}}), (Count{36, 0}));
  EXPECT_EQ(count_alike(3, {{cas, x, 0, 1}, {read, y}}), (Count{1, 0}));
  EXPECT_EQ(count_alike(5, {{add, x, 1}}), (Count{1, 0}));
  EXPECT_EQ(count_alike(4, {{lock, x}, {unlock, x}}), (Count{1, 0}));
}

}  // namespace
}  // namespace sleave::graph::test
