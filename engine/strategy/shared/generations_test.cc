// Programs as functions from a plan to the trace that its run would leave; how many paths they have follows from their
// text.
#include "engine/strategy/shared/generations.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "engine/strategy/concolic/input_course_test.h"
#include "engine/strategy/shared/shared_pool_test.h"

namespace sleave {
namespace {

using expr::Op;

// Each byte is compared with a letter: one path for each place where it first differs, and one for none.
void compare_letters(InputCourse& run) {
  for (std::size_t i = 0; i < 8; ++i) {
    if (!run.branch(run.traced.is(run.byte(i), static_cast<std::uint8_t>('a' + i)), i + 1)) return;
  }
  run.fail();
}

// Branches that have nothing to do with each other: 2^8 paths.
void independent(InputCourse& run) {
  for (std::size_t i = 0; i < 8; ++i)
    run.branch(run.traced.make(Op::ult, 1, {run.byte(i), run.constant(8, 100), 0}), i + 1);
}

// x < 10 * (i + 1) for i in 0 to 7 of one byte: 9 intervals, of 256 combinations.
void intervals(InputCourse& run) {
  for (std::size_t i = 0; i < 8; ++i)
    run.branch(run.traced.make(Op::ult, 1, {run.byte(0), run.constant(8, 10 * (i + 1)), 0}), i + 1);
}

// A word that is used as an address has 5 values; then each has two paths.
void values_of_address(InputCourse& run) {
  if (!run.assume(run.traced.make(Op::ult, 1, {run.byte(0), run.constant(8, 5), 0}), 1)) return;
  run.branch(run.byte(0), 2, SLEAVE_PATH_CONSTRAINT_address);
  run.branch(run.traced.is(run.byte(1), 9), 3);
}

// Under schedules 1, 3, 5, ... (pos) there is one branch more.
void by_schedule(InputCourse& run, const Plan& plan) {
  run.branch(run.traced.is(run.byte(0), 1), 1);
  if (plan.tail_policy == SLEAVE_POLICY_pos) run.branch(run.traced.is(run.byte(1), 2), 2);
}

using Program = std::function<void(InputCourse&, const Plan&)>;

// The course that a run takes, as its own hash and class.
SharedPool explored(const Program& program, std::uint64_t schedules, std::size_t processes, std::uint64_t kill,
                    std::map<std::uint64_t, std::uint64_t>* times = nullptr) {
  const auto make = [schedules] {
    return std::make_unique<Generations>(Generations::Options{.schedules = schedules, .sampled_one_in = 1});
  };
  const auto run = [&program, times](const Plan& plan) {
    InputCourse course(plan, 8);
    program(course, plan);
    Trace& trace = course.traced.trace;
    std::uint64_t hash = mix64(plan.tail_seed);
    for (const auto& path_constraint : trace.path_constraints)
      hash = mix64(hash ^ course.traced.value(path_constraint.expression));
    trace.header.hash = trace.header.class_hash = hash;
    if (times != nullptr && plan.record != 0) ++(*times)[hash];
    return std::move(trace);
  };
  SharedPool pool(make, run, processes, 31 * processes + kill);
  pool.run(5, kill);
  return pool;
}

Program plain(void (*program)(InputCourse&)) {
  return [program](InputCourse& run, const Plan&) { program(run); };
}

struct Case {
  const char* name;
  Program program;
  std::uint64_t schedules;
  std::uint64_t paths;     // that end or fail
  std::uint64_t excluded;  // runs whose inputs an assumption excludes, at most
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{"letters", plain(compare_letters), 1, 9, 0},
                                        {"independent", plain(independent), 1, 256, 0},
                                        {"intervals", plain(intervals), 1, 9, 0},
                                        {"addresses", plain(values_of_address), 1, 10, 1},
                                        // The default one and two of pos: 2 + 2 * 4, and two of random: 2 * 2.
                                        {"schedules", by_schedule, 5, 14, 0}};
  return all;
}

TEST(Generations, RunEachPathOnce) {
  for (const Case& one : cases()) {
    std::map<std::uint64_t, std::uint64_t> times;
    const SharedPool alone = explored(one.program, one.schedules, 1, 0, &times);
    EXPECT_EQ(alone.totals.complete_runs + alone.totals.failed_runs, one.paths) << one.name;
    EXPECT_LE(alone.totals.blocked_runs, one.excluded) << one.name;
    EXPECT_EQ(alone.classes.size(), times.size()) << one.name;
    for (const auto& [path, count] : times) EXPECT_EQ(count, 1u) << one.name;
    EXPECT_TRUE(alone.totals.gaps.empty()) << one.name;
    EXPECT_NEAR(alone.totals.weight, 1, 1e-9) << one.name;
  }
}

TEST(Generations, ProcessesThatAreKilledFindThePathsOfOne) {
  std::uint64_t kills = 0;
  for (const Case& one : cases()) {
    const SharedPool alone = explored(one.program, one.schedules, 1, 0);
    for (const std::uint64_t kill : {20u, 40u, 80u}) {
      const SharedPool shared = explored(one.program, one.schedules, 4, kill);
      EXPECT_EQ(shared.totals.class_sum, alone.totals.class_sum) << one.name;
      EXPECT_EQ(shared.totals.complete_runs, alone.totals.complete_runs) << one.name;
      EXPECT_EQ(shared.totals.failed_runs, alone.totals.failed_runs) << one.name;
      EXPECT_EQ(shared.classes, alone.classes) << one.name;
      kills += shared.kills;
    }
  }
  EXPECT_GT(kills, 10u);
}

// The same bound and another outcome: the run is counted apart, and nothing follows from it.
TEST(Generations, ARunThatStraysIsAGap) {
  unsigned calls = 0;
  const Program program = [&calls](InputCourse& run, const Plan&) {
    run.branch(run.traced.is(run.byte(0), static_cast<std::uint8_t>(++calls)), 1);
    run.branch(run.traced.is(run.byte(1), 9), 2);
  };
  const SharedPool pool = explored(program, 1, 1, 0);
  EXPECT_EQ(pool.totals.gaps.size(), 1u);
  EXPECT_GT(pool.totals.blocked_runs, 0u);
}

TEST(Generations, ItemsKeepTheirBytes) {
  const PathItem item{.schedule = 3,
                      .bound = 1ull << 40,
                      .prefix = 77,
                      .threads = {{0xffffffff, 0}, {0, 1}},
                      .inputs = {{.name = 5, .bytes = {std::byte{1}, std::byte{255}}}, {.name = 6, .bytes = {}}}};
  const std::vector<std::uint8_t> bytes = bytes_of(item);
  const std::optional<PathItem> read = path_item_of(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(bytes_of(*read), bytes);
  EXPECT_EQ(read->inputs, item.inputs);
  EXPECT_EQ(read->threads, item.threads);
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(path_item_of(std::span(bytes).first(size)));
  std::vector<std::uint8_t> longer = bytes;
  longer.push_back(0);
  EXPECT_FALSE(path_item_of(longer));
}

}  // namespace
}  // namespace sleave
