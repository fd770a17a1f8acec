// The check of histories against brute force: all orders of the calls, tried one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>
#include <set>
#include <sleave/client/linearization.hpp>
#include <string>

namespace sleave::client {
namespace {

enum class Kind { add, remove, look };

struct Interval {
  std::uint64_t first;
  std::uint64_t last;
};

struct Made {
  Kind kind;
  int argument;
  int result;
  Interval time;
};
using History = std::vector<Made>;

constexpr int kNone = -1;

// The objects: what a call returns, and what it changes.
struct Queue {
  static int call(std::deque<int>& items, const Made& made) {
    if (made.kind == Kind::add) return items.push_back(made.argument), kNone;
    if (items.empty()) return kNone;
    const int first = items.front();
    if (made.kind == Kind::remove) items.pop_front();
    return first;
  }
};

struct Stack {
  static int call(std::deque<int>& items, const Made& made) {
    if (made.kind == Kind::add) return items.push_front(made.argument), kNone;
    return Queue::call(items, made);
  }
};

struct Register {
  static int call(std::deque<int>& items, const Made& made) {
    if (made.kind == Kind::add) return items.assign(1, made.argument), kNone;
    return items.empty() ? kNone : items.front();
  }
};

struct Set {
  static int call(std::deque<int>& items, const Made& made) {
    const auto place = std::find(items.begin(), items.end(), made.argument);
    const bool there = place != items.end();
    if (made.kind == Kind::add && !there)
      items.insert(std::upper_bound(items.begin(), items.end(), made.argument), made.argument);
    if (made.kind == Kind::remove && there) items.erase(place);
    return there;
  }
};

template <typename Object>
struct Specification {
  using State = std::deque<int>;
  const History& history;

  State initial() const { return {}; }
  std::optional<State> after(const State& before, std::size_t call) const {
    State next = before;
    if (Object::call(next, history[call]) != history[call].result) return std::nullopt;
    return next;
  }
};

template <typename Object>
bool explains(const History& history, const std::vector<std::size_t>& order) {
  std::deque<int> items;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (history[order[j]].time.last < history[order[i]].time.first) return false;
    }
    if (Object::call(items, history[order[i]]) != history[order[i]].result) return false;
  }
  return true;
}

template <typename Object>
bool by_brute_force(const History& history) {
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    if (explains<Object>(history, order)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

// Random calls at random times; results of a random order of them, which keeps real time or not, and one of them
// changed at times.
template <typename Object>
History random_history(std::mt19937& engine) {
  const auto below = [&](unsigned bound) { return static_cast<int>(engine() % bound); };
  History history(static_cast<std::size_t>(1 + below(6)));
  std::vector<std::uint64_t> times(2 * history.size());
  std::iota(times.begin(), times.end(), std::uint64_t{1});
  std::shuffle(times.begin(), times.end(), engine);
  for (std::size_t i = 0; i < history.size(); ++i) {
    history[i].kind = static_cast<Kind>(below(3));
    history[i].argument = 1 + below(3);
    history[i].time = {std::min(times[2 * i], times[2 * i + 1]), std::max(times[2 * i], times[2 * i + 1])};
  }
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return history[a].time.last < history[b].time.last; });
  if (below(2) == 0) std::swap(order[static_cast<std::size_t>(below(static_cast<unsigned>(order.size())))], order[0]);
  std::deque<int> items;
  for (std::size_t call : order) history[call].result = Object::call(items, history[call]);
  if (below(3) == 0) history[0].result = below(4) - 1;
  return history;
}

// Of each call, those that ended before it began.
Before ended_before(const History& history) {
  Before before;
  for (const Made& later : history) {
    std::uint64_t calls = 0;
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (history[i].time.last < later.time.first) calls |= bit(i);
    }
    before.push_back(calls);
  }
  return before;
}

template <typename Object>
class Histories : public testing::Test {};
using Objects = testing::Types<Queue, Stack, Register, Set>;
TYPED_TEST_SUITE(Histories, Objects);

TYPED_TEST(Histories, AreJudgedAsByBruteForce) {
  std::mt19937 engine(1);
  int linearizable = 0;
  constexpr int kHistories = 25'000;
  for (int i = 0; i < kHistories; ++i) {
    const History history = random_history<TypeParam>(engine);
    Specification<TypeParam> specification{history};
    Linearization<Specification<TypeParam>> linearization(ended_before(history), specification);
    const std::optional<std::vector<std::size_t>> order = linearization.find();
    ASSERT_EQ(order.has_value(), by_brute_force<TypeParam>(history)) << "history " << i;
    if (order) {
      ASSERT_TRUE(explains<TypeParam>(history, *order)) << "history " << i;
      ASSERT_EQ(linearization.longest(), *order);
      ++linearizable;
    }
  }
  EXPECT_GT(linearizable, kHistories / 10);
  EXPECT_LT(linearizable, kHistories * 9 / 10);
}

TEST(Linearization, OfNothingIsTheEmptyOrder) {
  const History none;
  Specification<Queue> specification{none};
  EXPECT_EQ(Linearization<Specification<Queue>>({}, specification).find(), std::vector<std::size_t>());
}

}  // namespace
}  // namespace sleave::client
