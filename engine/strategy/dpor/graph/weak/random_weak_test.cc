// The search under weak memory models against brute force on random programs: the same executions, each once.
#include <gtest/gtest.h>

#include <random>

#include "engine/base/test_size.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/weak/cpp20.h"
#include "engine/testing/weak_brute_force.h"
#include "engine/testing/weak_search.h"

namespace sleave::graph::test::weak {
namespace {

// Neighbors mostly access different locations: otherwise hardly any program is weak.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed), sequential_(std::array{0u, 20u, 50u, 90u}[seed % 4]) {}

  enum class With { nothing, locks, retries, alike };

  Program program(With with) {
    Program made;
    const std::size_t threads = 2 + below(2);
    if (with == With::alike) return alike_program(threads);
    for (std::size_t i = 0; i < threads; ++i) {
      made.threads.push_back(with == With::retries ? retrying_thread()
                                                   : thread(threads == 2 ? 4 : 3, with == With::locks));
    }
    return made;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  template <std::size_t N>
  MemoryOrder one_of(const std::array<MemoryOrder, N>& orders) {
    return below(100) < sequential_ ? MemoryOrder::seq_cst : orders[below(N)];
  }

  Thread thread(std::size_t most, bool locks) {
    Thread made;
    const std::size_t length = 1 + below(most);
    const bool locked = locks && below(2) == 0;
    const auto acquire = MemoryOrder::acquire;
    const auto release = MemoryOrder::release;
    std::uint64_t x = below(2);
    if (locked) made.push_back({Code::lock, 9, 0, 0, {acquire, acquire}});
    for (std::size_t i = 0; i < length; ++i) {
      if (below(4) != 0) x = 1 - x;
      made.push_back(operation(x));
      if (locked && i == length / 2) made.push_back({Code::unlock, 9, 0, 0, {release, release}});
    }
    return made;
  }

  // All but the last, or all.
  Program alike_program(std::size_t threads) {
    Program made;
    const Thread same = thread(threads == 2 ? 4 : 2, false);
    const std::size_t alike = threads == 3 && below(2) == 0 ? 2 : threads;
    for (std::size_t i = 0; i < threads; ++i) {
      made.threads.push_back(i < alike ? same : thread(3, false));
      if (i < alike) made.alike.push_back(static_cast<std::uint32_t>(i));
    }
    return made;
  }

  // Location 5 is changed by retry loops alone, as the top of a stack is.
  Thread retrying_thread() {
    using enum MemoryOrder;
    Thread made;
    made.push_back(operation(below(2)));
    if (below(4) != 0) {
      const MemoryOrder load = one_of(std::array{relaxed, acquire});
      const MemoryOrder update = one_of(std::array{relaxed, acquire, release, acq_rel});
      made.push_back({Code::read, 5, 0, 0, {load, load}});
      made.push_back({Code::retry, 5, 1 + random_() % 1000, 0, {update, load}});
    } else {
      made.push_back({Code::read, 5, 0, 0, {relaxed, relaxed}});
    }
    if (below(2) != 0) made.push_back(operation(below(2)));
    return made;
  }

  Instruction operation(std::uint64_t x) {
    using enum MemoryOrder;
    const std::uint64_t value = 1 + below(2);
    const MemoryOrder load = one_of(std::array{relaxed, acquire});
    const MemoryOrder store = one_of(std::array{relaxed, release});
    const MemoryOrder update = one_of(std::array{relaxed, acquire, release, acq_rel});
    const MemoryOrder fence = one_of(std::array{acquire, release, acq_rel, seq_cst});
    switch (below(10)) {
      case 0:
        return {Code::add, x, 1, 0, {update, update}};
      case 1:
        return {Code::swap, x, value, 0, {update, update}};
      case 2:
        return {Code::cas, x, value - 1, value, {update, load}};
      case 3:
        return {Code::fence, 0, 0, 0, {fence, fence}};
      case 4:
        return {Code::if_equal, 0, value, 0, {}};
      case 5:
        return {Code::write_r, x, 1, 0, {store, store}};
      case 6:
      case 7:
        return {Code::write, x, value, 0, {store, store}};
      default:
        return {Code::read, x, 0, 0, {load, load}};
    }
  }

  std::mt19937 random_;
  unsigned sequential_;  // percent
};

unsigned programs() { return test_size(40, 2'000, 10'000); }

void compare(Model expected_by, WeakModel model, Generator::With with) {
  constexpr std::size_t kMost = 1'500;
  unsigned compared = 0;
  unsigned weak = 0;
  for (unsigned seed = 1; seed <= programs(); ++seed) {
    const Program program = Generator(seed).program(with);
    const Executions expected = enumerate(program, expected_by, kMost);
    if (expected.too_many) continue;
    ++compared;
    const Executions sequential = enumerate(program, Model::sequential, kMost);
    weak += sequential.complete != expected.complete ? 1 : 0;
    const Found found = Search(program, Cpp20(model), seed).run();
    ASSERT_EQ(found.problem, "") << "seed " << seed;
    ASSERT_EQ(found.complete, expected.complete) << "seed " << seed;
    ASSERT_EQ(found.blocked, expected.blocked) << "seed " << seed;
    ASSERT_EQ(found.twice, 0u) << "seed " << seed;
  }
  EXPECT_GE(compared * 10, programs() * 6);
  EXPECT_GE(weak * 10, compared);
}

// The sequentially consistent executions show whether there are others.
void compare_departures(Model expected_by, WeakModel model, Generator::With with) {
  constexpr std::size_t kMost = 1'500;
  unsigned robust = 0;
  unsigned weak = 0;
  for (unsigned seed = 1; seed <= 5 * programs(); ++seed) {
    const Program program = Generator(seed).program(with);
    const Executions expected = enumerate(program, expected_by, kMost);
    if (expected.too_many) continue;
    const Executions sequential = enumerate(program, Model::sequential, kMost);
    const SequentialConsistency sequential_model;
    Search search(program, sequential_model, seed);
    search.watch(model);
    const Found found = search.run();
    ASSERT_EQ(found.problem, "") << "seed " << seed;
    ASSERT_EQ(found.complete, sequential.complete) << "seed " << seed;
    const bool is_robust = sequential.complete == expected.complete && sequential.blocked == expected.blocked;
    ASSERT_TRUE(found.departs || is_robust) << "seed " << seed;
    // Threads that wait forever may hide a departure, so then there is no claim. In a retry loop a departure may lead
    // to a round that is left out.
    if (sequential.blocked.empty() && with != Generator::With::retries) {
      ASSERT_EQ(found.departs, !is_robust) << "seed " << seed;
    }
    robust += found.departs ? 0 : 1;
    weak += is_robust ? 0 : 1;
  }
  EXPECT_GE(robust * 10, programs());
  EXPECT_GE(weak * 10, programs());
}

TEST(Departures, Cpp20) { compare_departures(Model::cpp20, WeakModel::cpp20, Generator::With::nothing); }
TEST(Departures, Cpp20WithLocks) { compare_departures(Model::cpp20, WeakModel::cpp20, Generator::With::locks); }
TEST(Departures, Cpp20WithAlikeThreads) { compare_departures(Model::cpp20, WeakModel::cpp20, Generator::With::alike); }
TEST(Departures, Cpp20WithRetries) { compare_departures(Model::cpp20, WeakModel::cpp20, Generator::With::retries); }
TEST(Departures, Rc11) { compare_departures(Model::rc11, WeakModel::rc11, Generator::With::nothing); }

TEST(RandomWeakPrograms, Cpp20) { compare(Model::cpp20, WeakModel::cpp20, Generator::With::nothing); }
TEST(RandomWeakPrograms, Cpp20WithLocks) { compare(Model::cpp20, WeakModel::cpp20, Generator::With::locks); }
TEST(RandomWeakPrograms, Rc11) { compare(Model::rc11, WeakModel::rc11, Generator::With::nothing); }
TEST(RandomWeakPrograms, Cpp20WithAlikeThreads) { compare(Model::cpp20, WeakModel::cpp20, Generator::With::alike); }
TEST(RandomWeakPrograms, Cpp20WithRetries) { compare(Model::cpp20, WeakModel::cpp20, Generator::With::retries); }

}  // namespace
}  // namespace sleave::graph::test::weak
