// The monitors of queue, stack, set and register against brute force over all orders, and against the search for an
// order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <iostream>
#include <numeric>
#include <random>
#include <sleave/client/linearization.hpp>
#include <sleave/client/monitors.hpp>

namespace sleave::client {
namespace {

int histories() {
  return std::getenv("SLEAVE_TEST_SIZE") != nullptr && std::string(std::getenv("SLEAVE_TEST_SIZE")) == "full" ? 100'000
                                                                                                              : 4'000;
}

// The containers, written down once more. A call's result by the elements so far: whether it succeeded, and with what.
using Elements = std::deque<std::string>;
using Result = std::pair<bool, std::string>;

struct Queue {
  static constexpr auto monitor = is_linearizable_queue;
  static constexpr bool has_looks = false;
  static constexpr bool finds_by_value = false;
  static Result call(Elements& elements, Role role, const std::string& value) {
    if (role == Role::inserts) return elements.push_back(value), Result(true, value);
    if (elements.empty()) return {false, ""};
    const std::string first = elements.front();
    elements.pop_front();
    return {true, first};
  }
};

struct Stack : Queue {
  static constexpr auto monitor = is_linearizable_stack;
  static Result call(Elements& elements, Role role, const std::string& value) {
    if (role == Role::inserts) return elements.push_front(value), Result(true, value);
    return Queue::call(elements, role, value);
  }
};

struct Set {
  static constexpr auto monitor = is_linearizable_set;
  static constexpr bool has_looks = true;
  static constexpr bool finds_by_value = true;
  static Result call(Elements& elements, Role role, const std::string& value) {
    const auto place = std::find(elements.begin(), elements.end(), value);
    const bool is_there = place != elements.end();
    if (role == Role::inserts && !is_there)
      elements.insert(std::upper_bound(elements.begin(), elements.end(), value), value);
    if (role == Role::removes && is_there) elements.erase(place);
    return {role == Role::inserts ? !is_there : is_there, value};
  }
};

struct Register {
  static constexpr auto monitor = is_linearizable_register;
  static constexpr bool has_looks = true;
  static constexpr bool finds_by_value = false;
  static Result call(Elements& elements, Role role, const std::string& value) {
    if (role == Role::inserts) return elements.assign(1, value), Result(true, value);
    return elements.empty() ? Result(false, "") : Result(true, elements.front());
  }
};

template <typename Object>
bool fits(Elements& elements, const Observed& call) {
  const Result result = Object::call(elements, call.role, call.value);
  return result.first == call.succeeded && (!result.first || result.second == call.value);
}

template <typename Object>
bool by_brute_force(const Observations& calls) {
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Elements elements;
    bool is_right = true;
    for (std::size_t i = 0; i < order.size() && is_right; ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j)
        is_right = is_right && calls[order[j]].time.last > calls[order[i]].time.first;
      is_right = is_right && fits<Object>(elements, calls[order[i]]);
    }
    if (is_right) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

template <typename Object>
struct Specification {
  using State = Elements;
  const Observations& calls;

  State initial() const { return {}; }
  std::optional<State> after(const State& before, std::size_t call) const {
    State next = before;
    if (!fits<Object>(next, calls[call])) return std::nullopt;
    return next;
  }
};

Before ended_before(const Observations& calls) {
  Before before;
  for (const Observed& later : calls) {
    std::uint64_t earlier = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].time.last < later.time.first) earlier |= bit(i);
    }
    before.push_back(earlier);
  }
  return before;
}

template <typename Object>
bool by_search(const Observations& calls) {
  Specification<Object> specification{calls};
  return Linearization<Specification<Object>>(ended_before(calls), specification).find().has_value();
}

// Calls at random times, most of them short; results of a random order of them that nearly keeps real time, and one of
// them changed at times.
template <typename Object>
Observations random_calls(std::mt19937& engine, std::size_t most) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(engine()) % bound; };
  Observations calls(1 + below(most));
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const std::uint64_t first = 1 + below(10 * calls.size());
    calls[i].time = {first, first + 1 + below(1 + below(10 * calls.size()))};
  }
  // No two times are equal.
  std::vector<std::uint64_t*> times;
  for (Observed& call : calls) times.insert(times.end(), {&call.time.first, &call.time.last});
  std::sort(times.begin(), times.end(),
            [](const std::uint64_t* a, const std::uint64_t* b) { return std::pair(*a, a) < std::pair(*b, b); });
  for (std::size_t i = 0; i < times.size(); ++i) *times[i] = i + 1;
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const std::size_t role = below(Object::has_looks ? 3 : 2);
    calls[i].role = role == 0                                                      ? Role::inserts
                    : role == 1 && !(Object::has_looks && !Object::finds_by_value) ? Role::removes
                                                                                   : Role::looks;
    calls[i].value = Object::finds_by_value ? std::to_string(below(3)) : std::to_string(i);
    order.emplace_back(calls[i].time.first + below(calls[i].time.last - calls[i].time.first + 1), i);
  }
  std::sort(order.begin(), order.end());
  if (below(2) == 0) std::swap(order[below(order.size())].second, order[below(order.size())].second);
  Elements elements;
  for (const auto& [time, call] : order) {
    const Result result = Object::call(elements, calls[call].role, calls[call].value);
    calls[call].succeeded = result.first;
    calls[call].value = result.second;
  }
  if (below(4) == 0) {
    Observed& changed = calls[below(calls.size())];
    if (changed.role != Role::inserts || Object::finds_by_value) {
      changed.succeeded = below(2) == 0;
      changed.value = Object::finds_by_value ? changed.value
                      : changed.succeeded    ? std::to_string(below(calls.size()))
                                             : "";
    }
  }
  return calls;
}

template <typename Object>
class Monitors : public testing::Test {};
using Objects = testing::Types<Queue, Stack, Set, Register>;
TYPED_TEST_SUITE(Monitors, Objects);

TYPED_TEST(Monitors, AgreeWithBruteForce) {
  std::mt19937 engine(1);
  int judged = 0;
  int linearizable = 0;
  for (int i = 0; i < histories(); ++i) {
    const Observations calls = random_calls<TypeParam>(engine, 7);
    const std::optional<bool> verdict = TypeParam::monitor(calls);
    const bool expected = by_brute_force<TypeParam>(calls);
    ASSERT_EQ(by_search<TypeParam>(calls), expected);
    if (!verdict) continue;
    ASSERT_EQ(*verdict, expected) << i;
    ++judged;
    linearizable += expected ? 1 : 0;
  }
  EXPECT_GT(judged, histories() / 2);
  EXPECT_GT(linearizable, judged / 5);
  EXPECT_LT(linearizable, judged * 19 / 20);
}

TYPED_TEST(Monitors, AgreeWithTheSearch) {
  std::mt19937 engine(2);
  for (int i = 0; i < histories() / 4; ++i) {
    const Observations calls = random_calls<TypeParam>(engine, 14);
    if (const std::optional<bool> verdict = TypeParam::monitor(calls))
      ASSERT_EQ(*verdict, by_search<TypeParam>(calls)) << i;
  }
}

// Not a test of speed: shows it.
TYPED_TEST(Monitors, Speed) {
  std::mt19937 engine(3);
  std::vector<Observations> all;
  while (all.size() < 2'000) {
    Observations calls = random_calls<TypeParam>(engine, 6);
    if (calls.size() == 6) all.push_back(std::move(calls));
  }
  const auto per_second = [&](auto check) {
    const std::clock_t begin = std::clock();  // of this process: others may be at work
    std::size_t right = 0;
    for (int round = 0; round < 5; ++round) {
      for (const Observations& calls : all) right += check(calls) ? 1U : 0U;
    }
    EXPECT_GT(right, 0U);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return static_cast<long>(5.0 * static_cast<double>(all.size()) / seconds);
  };
  std::cout << "6 calls: "
            << per_second([](const Observations& calls) { return TypeParam::monitor(calls).value_or(true); })
            << " monitored, " << per_second([](const Observations& calls) { return by_search<TypeParam>(calls); })
            << " searched per second\n";
}

}  // namespace
}  // namespace sleave::client
