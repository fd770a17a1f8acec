// Litmus tests: the number of executions under sequential consistency, RC11 and C++20. The figures come from an
// enumeration outside of this project; where GenMC has the same test, from that tool as well
// (docs/internals/weak-memory.md).
#include <gtest/gtest.h>

#include <ostream>

#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/weak/cpp20.h"
#include "engine/testing/weak_brute_force.h"
#include "engine/testing/weak_search.h"

namespace sleave::graph::test::weak {
namespace {

constexpr std::uint64_t x = 1;
constexpr std::uint64_t y = 2;
constexpr std::uint64_t z = 3;
constexpr auto rlx = MemoryOrder::relaxed;
constexpr auto acq = MemoryOrder::acquire;
constexpr auto rel = MemoryOrder::release;
constexpr auto ar = MemoryOrder::acq_rel;
constexpr auto sc = MemoryOrder::seq_cst;

Instruction R(std::uint64_t at, MemoryOrder order) { return {Code::read, at, 0, 0, {order, order}}; }
Instruction W(std::uint64_t at, std::uint64_t value, MemoryOrder order) {
  return {Code::write, at, value, 0, {order, order}};
}
Instruction Wr(std::uint64_t at, MemoryOrder order) { return {Code::write_r, at, 0, 0, {order, order}}; }
Instruction Add(std::uint64_t at, MemoryOrder order) { return {Code::add, at, 1, 0, {order, order}}; }
Instruction Swap(std::uint64_t at, std::uint64_t value, MemoryOrder order) {
  return {Code::swap, at, value, 0, {order, order}};
}
Instruction F(MemoryOrder order) { return {Code::fence, 0, 0, 0, {order, order}}; }

std::size_t searched(const Program& program, const MemoryModel& model) {
  const Found found = Search(program, model, 1).run();
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(found.twice, 0u);
  return found.complete.size();
}

struct Counts {
  std::size_t sequential = 0;
  std::size_t rc11 = 0;
  std::size_t cpp20 = 0;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& counts) {
  return out << counts.sequential << " / " << counts.rc11 << " / " << counts.cpp20;
}

// By the search alone.
Counts count_searched(const Program& program) {
  return {searched(program, SequentialConsistency()), searched(program, Cpp20(WeakModel::rc11)),
          searched(program, Cpp20())};
}

Counts count(const Program& program) {
  constexpr std::size_t kMost = 100'000;
  const Counts counts = count_searched(program);
  EXPECT_EQ(enumerate(program, Model::sequential, kMost).complete.size(), counts.sequential);
  EXPECT_EQ(enumerate(program, Model::rc11, kMost).complete.size(), counts.rc11);
  EXPECT_EQ(enumerate(program, Model::cpp20, kMost).complete.size(), counts.cpp20);
  return counts;
}
Counts count(std::vector<Thread> threads) { return count(Program{.threads = std::move(threads), .initial = {}}); }

// The same under RC11 and C++20.
Counts both(std::size_t sequential, std::size_t weak) { return {sequential, weak, weak}; }

TEST(Litmus, StoreBuffering) {
  const auto sb = [](MemoryOrder w1, MemoryOrder r1, MemoryOrder w2, MemoryOrder r2) {
    return count({{W(x, 1, w1), R(y, r1)}, {W(y, 1, w2), R(x, r2)}});
  };
  EXPECT_EQ(sb(rel, acq, rel, acq), both(3, 4));
  EXPECT_EQ(sb(sc, sc, sc, sc), both(3, 3));
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), R(y, rlx)}, {W(y, 1, rlx), F(sc), R(x, rlx)}}), both(3, 3));
  EXPECT_EQ(sb(sc, sc, sc, acq), both(3, 4));
  EXPECT_EQ(count({{W(x, 1, rel), R(x, sc), R(y, sc)}, {W(y, 1, rel), R(y, sc), R(x, sc)}}), (Counts{3, 4, 3}));
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), R(y, rlx)}, {W(y, 1, rlx), R(x, rlx)}}), both(3, 4));
  EXPECT_EQ(count({{Add(x, rlx), R(y, rlx)}, {Add(y, rlx), R(x, rlx)}}), both(3, 4));
  EXPECT_EQ(count({{Swap(x, 1, sc), R(y, rlx)}, {Swap(y, 1, sc), R(x, rlx)}}), both(3, 4));
  EXPECT_EQ(count({{Swap(x, 1, sc), R(y, sc)}, {Swap(y, 1, sc), R(x, sc)}}), both(3, 3));
}

// What x86 processors show: only a load that passes an older store of its thread.
TEST(Litmus, TotalStoreOrder) {
  const auto tso = [](std::vector<Thread> threads) {
    return searched(Program{.threads = std::move(threads), .initial = {}}, Cpp20(WeakModel::tso));
  };
  EXPECT_EQ(tso({{W(x, 1, rel), R(y, acq)}, {W(y, 1, rel), R(x, acq)}}), 4u);
  EXPECT_EQ(tso({{W(x, 1, sc), R(y, sc)}, {W(y, 1, sc), R(x, sc)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, sc), R(y, sc)}, {W(y, 1, sc), R(x, acq)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, rel), R(x, sc), R(y, sc)}, {W(y, 1, rel), R(y, sc), R(x, sc)}}), 4u);
  EXPECT_EQ(tso({{W(x, 1, rlx), F(sc), R(y, rlx)}, {W(y, 1, rlx), R(x, rlx)}}), 4u);
  EXPECT_EQ(tso({{Add(x, rlx), R(y, rlx)}, {Add(y, rlx), R(x, rlx)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, rlx), W(y, 1, rlx)}, {R(y, rlx), R(x, rlx)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, rlx), W(y, 1, rlx)}, {W(y, 2, rlx), R(x, rlx)}}), 4u);
  EXPECT_EQ(tso({{W(x, 1, rlx), F(sc), W(y, 1, rlx)}, {W(y, 2, rlx), F(sc), R(x, rlx)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, rel), W(y, 2, rel)}, {W(y, 1, rel), W(x, 2, rel)}}), 3u);
  EXPECT_EQ(tso({{W(x, 1, rlx)}, {R(x, rlx), R(y, rlx)}, {R(y, rlx), R(x, rlx)}, {W(y, 1, rlx)}}), 15u);
  EXPECT_EQ(tso({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, rlx), W(z, 1, rel)}, {R(z, acq), R(x, rlx)}}), 7u);
}

TEST(Litmus, MessagePassing) {
  const auto mp = [](MemoryOrder w1, MemoryOrder w2, MemoryOrder r1, MemoryOrder r2) {
    return count({{W(x, 1, w1), W(y, 1, w2)}, {R(y, r1), R(x, r2)}});
  };
  EXPECT_EQ(mp(rlx, rlx, rlx, rlx), both(3, 4));
  EXPECT_EQ(mp(rel, rel, acq, acq), both(3, 3));
  EXPECT_EQ(count({{W(x, 1, rlx), F(rel), W(y, 1, rlx)}, {R(y, rlx), F(acq), R(x, rlx)}}), both(3, 3));
  EXPECT_EQ(mp(sc, rlx, acq, sc), both(3, 4));
  EXPECT_EQ(mp(sc, sc, rlx, sc), both(3, 4));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel), W(y, 2, rlx)}, {R(y, acq), R(x, rlx)}}), both(4, 5));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {Add(y, rlx)}, {R(y, acq), R(x, rlx)}}), both(9, 9));
}

TEST(Litmus, ModificationOrder) {
  EXPECT_EQ(count({{W(x, 2, rlx), W(y, 1, rlx)}, {R(y, rlx), W(x, 1, rlx)}}), both(3, 4));  // S
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rlx)}, {W(y, 2, rlx), R(x, rlx)}}), both(3, 4));  // R
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), W(y, 1, rlx)}, {W(y, 2, rlx), F(sc), R(x, rlx)}}), both(3, 3));
  EXPECT_EQ(count({{W(x, 1, rel), W(y, 2, rel)}, {W(y, 1, rel), W(x, 2, rel)}}), both(3, 4));  // 2+2W
  EXPECT_EQ(count({{W(x, 1, sc), W(y, 2, sc)}, {W(y, 1, rel), W(x, 2, sc)}}), both(3, 4));
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), W(y, 2, rlx)}, {W(y, 1, rlx), F(sc), W(x, 2, rlx)}}), both(3, 3));
  EXPECT_EQ(count({{W(x, 1, rlx)}, {R(x, rlx), R(x, rlx), R(x, rlx)}, {W(x, 2, rlx)}}), both(20, 20));  // CoRR
  EXPECT_EQ(count({{W(y, 1, rlx), F(ar), W(x, 1, rlx)}, {Swap(x, 1, rlx), Swap(y, 1, rlx)}}), both(3, 4));
}

TEST(Litmus, LoadBuffering) {
  EXPECT_EQ(count({{R(y, rlx), W(x, 1, rlx)}, {R(x, rlx), W(y, 1, rlx)}}), both(3, 3));
  EXPECT_EQ(count({{R(x, rlx), W(y, 1, rlx)}, {R(y, rlx), R(y, rlx), W(x, 1, rlx)}, {W(y, 2, rlx)}}), both(16, 18));
}

TEST(Litmus, IndependentReads) {
  const auto iriw = [](MemoryOrder w, MemoryOrder r1, MemoryOrder r2) {
    return count({{W(x, 1, w)}, {R(x, r1), R(y, r2)}, {R(y, r1), R(x, r2)}, {W(y, 1, w)}});
  };
  EXPECT_EQ(iriw(rlx, rlx, rlx), both(15, 16));
  EXPECT_EQ(iriw(rel, acq, acq), both(15, 16));
  EXPECT_EQ(iriw(sc, acq, sc), both(15, 16));
  EXPECT_EQ(iriw(sc, sc, sc), both(15, 15));
  EXPECT_EQ(iriw(rlx, sc, sc), (Counts{15, 16, 15}));
  const Thread x_then_y{R(x, rlx), F(ar), R(y, rlx)};
  const Thread y_then_x{R(y, rlx), F(ar), R(x, rlx)};
  EXPECT_EQ(count({{W(x, 1, rlx)}, {R(x, rlx), Wr(y, rel)}, x_then_y, y_then_x}), both(27, 28));
}

TEST(Litmus, ThreeThreads) {
  const Thread z_then_x{R(z, rlx), F(ar), R(x, rlx)};
  const Thread y_then_x{R(y, rlx), F(ar), R(x, rlx)};
  EXPECT_EQ(count({{W(x, 1, rlx)}, {R(x, rlx), Wr(y, rlx)}, y_then_x}), both(7, 8));  // WRC+dep
  EXPECT_EQ(count({{W(x, 1, rel)}, {R(x, acq), W(y, 1, rel)}, {R(y, acq), R(x, rlx)}}), both(7, 7));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, acq), W(z, 1, rel)}, {R(z, acq), R(x, rlx)}}), both(7, 7));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, rlx), W(z, 1, rel)}, {R(z, acq), R(x, rlx)}}), both(7, 8));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, rlx), Wr(z, rlx)}, z_then_x}), both(7, 8));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, acq), W(z, 1, rlx)}, z_then_x}), both(7, 8));
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel)}, {R(y, rlx), Wr(z, rlx)}, z_then_x, {R(y, acq)}}), both(14, 16));
}

TEST(Litmus, Fences) {
  const Thread y_fence_x{W(y, 1, rlx), F(sc), R(x, rlx)};
  EXPECT_EQ(count({{W(x, 1, rlx)}, {R(x, rlx), F(sc), R(y, rlx)}, y_fence_x}), both(7, 7));                // RWC+syncs
  EXPECT_EQ(count({{W(x, 1, rlx), W(z, 1, rel)}, {R(z, acq), F(sc), R(y, rlx)}, y_fence_x}), both(7, 7));  // W+RWC
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), R(y, rlx)}, {W(y, 1, rlx), W(z, 1, rel)}, {R(z, acq), F(sc), R(x, rlx)}}),
            both(7, 7));  // peterZ
  EXPECT_EQ(count({{W(x, 1, rlx), F(sc), W(y, 1, rlx)}, {R(y, acq), W(z, 1, rlx)}, {W(z, 2, rlx), F(sc), R(x, rlx)}}),
            both(7, 7));  // Z6+acq
  EXPECT_EQ(count({{R(y, rlx), F(sc), R(z, rlx)}, {W(z, 1, rlx), F(sc), W(x, 1, rlx)}, {R(x, rlx), Wr(y, rlx)}}),
            both(7, 8));  // psc-ar
}

TEST(Litmus, TotalOrder) {
  EXPECT_EQ(count({{W(x, 1, sc), W(y, 1, rel)}, {Add(y, sc), R(y, rlx)}, {W(y, 3, sc), R(x, sc)}}), both(18, 24));
  EXPECT_EQ(count({{R(x, acq), R(y, sc)}, {W(x, 1, sc), W(x, 2, sc)}, {W(y, 1, sc), R(x, sc)}}),
            (Counts{15, 18, 17}));  // WWmerge1
  EXPECT_EQ(count({{R(x, acq), R(y, sc)}, {W(x, 2, sc)}, {W(y, 1, sc), R(x, sc)}}), both(7, 8));
  EXPECT_EQ(count({{W(x, 1, rel)}, {R(x, rlx), W(x, 2, sc), R(y, sc)}, {W(y, 1, sc), R(x, sc)}}), both(13, 13));
}

TEST(Litmus, ReleaseSequence) {
  EXPECT_EQ(count({{W(x, 1, rlx), W(y, 1, rel), W(y, 2, rlx)}, {Swap(y, 3, rlx)}, {R(y, rlx), F(ar), R(x, rlx)}}),
            both(16, 20));
}

TEST(Litmus, SequenceLock) {
  constexpr std::uint64_t q = 4;
  const Thread writer{W(q, 1, rlx), F(rel), W(x, 1, rlx), W(y, 1, rlx), W(q, 2, rel)};
  EXPECT_EQ(count({writer, {R(q, acq), R(x, rlx), R(y, rlx), R(q, rlx)}}), both(18, 21));
  EXPECT_EQ(count({writer, {R(q, acq), R(x, rlx), R(y, rlx), F(acq), R(q, rlx)}}), both(18, 18));
}

Program fibonacci(std::size_t rounds) {
  Program program{.threads = {{}, {}}, .initial = {{x, 1}, {y, 1}}};
  for (std::size_t i = 0; i < rounds; ++i) {
    for (std::size_t thread = 0; thread < 2; ++thread) {
      Thread& own = program.threads[thread];
      own.push_back(R(x, acq));
      own.push_back({Code::sum, 0, 0, 0, {}});
      own.push_back(R(y, acq));
      own.push_back({Code::write_sum, thread == 0 ? x : y, 0, 0, {rel, rel}});
    }
  }
  return program;
}

TEST(Litmus, Fibonacci) {
  EXPECT_EQ(count(fibonacci(2)), both(19, 20));
  EXPECT_EQ(count_searched(fibonacci(3)), both(141, 175));
}

TEST(Litmus, CoherenceOfAcquires) {
  const Thread first{W(x, 1, rel), R(y, acq), R(x, acq)};
  const Thread second{W(x, 2, rel), R(z, acq), R(x, acq)};
  const auto third = [](std::uint64_t i) { return Thread{W(y, i, rel), W(z, i, rel)}; };
  EXPECT_EQ(count({first, second, third(1)}), both(15, 16));
  EXPECT_EQ(count_searched({{first, second, third(1), third(2)}}), both(130, 144));
}

}  // namespace
}  // namespace sleave::graph::test::weak
