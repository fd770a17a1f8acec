// Programs as functions from a plan to the trace that its run would leave; how many paths they have follows from their
// text.
#include "engine/strategy/shared/generations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

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

struct ByBytes {
  bool operator()(const std::vector<Plan::Input>& a, const std::vector<Plan::Input>& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const Plan::Input& one, const Plan::Input& other) {
                                          return std::tie(one.name, one.bytes) < std::tie(other.name, other.bytes);
                                        });
  }
};

std::vector<Plan::Input> seed(const std::string& bytes) {
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes.data());
  return {{.name = InputCourse::kName, .bytes = {begin, begin + bytes.size()}}};
}

// The course that a run takes, as its own hash and class.
SharedPool explored(const Program& program, std::uint64_t schedules, std::size_t processes, std::uint64_t kill,
                    std::map<std::uint64_t, std::uint64_t>* times = nullptr, const Seeds& seeds = {},
                    std::set<std::vector<Plan::Input>, ByBytes>* inputs = nullptr,
                    std::uint32_t budget = solve::kUsualWork) {
  const auto make = [schedules, &seeds, budget] {
    return std::make_unique<Generations>(Generations::Options{
        .schedules = schedules, .solving = {.query_budget = budget}, .sampled_one_in = 1, .seeds = seeds});
  };
  const auto run = [&program, times, inputs](const Plan& plan) {
    if (inputs != nullptr && plan.record != 0) inputs->insert(plan.inputs);
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

// Some have the paths of others, which are run once all the same.
const Seeds& seeds() {
  static const Seeds all = {seed("abcdefgh"), seed(std::string("\0\0\0\0\0\0\0\0", 8)),
                            seed("abcdexxx"), seed("abcdeyyy"),
                            seed("zbcdefgh"), seed(std::string("\4\x9\0\0\0\0\0\0", 8)),
                            seed("ab"),       seed(std::string("\x1c\0\0\0\0\0\0\0", 8))};
  return all;
}

TEST(Generations, SeedsAddNoRuns) {
  for (const Case& one : cases()) {
    std::map<std::uint64_t, std::uint64_t> times;
    std::set<std::vector<Plan::Input>, ByBytes> inputs;
    const SharedPool alone = explored(one.program, one.schedules, 1, 0, &times, seeds(), &inputs);
    EXPECT_EQ(alone.totals.complete_runs + alone.totals.failed_runs, one.paths) << one.name;
    for (const auto& [path, count] : times) EXPECT_EQ(count, 1u) << one.name;
    EXPECT_TRUE(alone.totals.gaps.empty()) << one.name;
    EXPECT_NEAR(alone.totals.weight, 1, 1e-9) << one.name;
    EXPECT_TRUE(inputs.contains(seeds()[0])) << one.name;
  }
}

// Of letters each beginning of the word is a path: those of three seeds differ, and the fourth one's is the third
// one's.
TEST(Generations, SeedsAreRun) {
  std::set<std::vector<Plan::Input>, ByBytes> inputs;
  explored(plain(compare_letters), 1, 1, 0, nullptr, seeds(), &inputs);
  for (const std::size_t place : {0u, 1u, 2u}) EXPECT_TRUE(inputs.contains(seeds()[place])) << place;
  EXPECT_FALSE(inputs.contains(seeds()[3]));
}

TEST(Generations, SeedsAreRunOnceWhereProcessesAreKilled) {
  for (const Case& one : cases()) {
    const SharedPool alone = explored(one.program, one.schedules, 1, 0, nullptr, seeds());
    const SharedPool shared = explored(one.program, one.schedules, 4, 20, nullptr, seeds());
    EXPECT_EQ(shared.totals.class_sum, alone.totals.class_sum) << one.name;
    EXPECT_EQ(shared.totals.complete_runs, alone.totals.complete_runs) << one.name;
    EXPECT_EQ(shared.totals.failed_runs, alone.totals.failed_runs) << one.name;
  }
}

// Products of words that all depend on the input: no solver inverts them in this time.
std::uint32_t mixed(InputCourse& run, std::uint32_t word) {
  for (const std::uint64_t other : {0xff51afd7ed558ccdull, 0xc4ceb9fe1a85ec53ull}) {
    const std::uint32_t shifted = run.traced.make(Op::lshr, 64, {word, run.constant(64, 33), 0});
    word = run.traced.make(Op::bit_xor, 64, {word, shifted, 0});
    word =
        run.traced.make(Op::mul, 64, {word, run.traced.make(Op::bit_xor, 64, {word, run.constant(64, other), 0}), 0});
  }
  return word;
}

TEST(Generations, ASeedLeadsWhereTheSolverGivesUp) {
  const std::string key = "sesame!!";
  Plan with_key;
  with_key.inputs = seed(key);
  InputCourse opened(with_key, 8);
  const auto lock = static_cast<std::uint64_t>(opened.traced.value(mixed(opened, opened.word())));
  const Program program = [lock](InputCourse& run, const Plan&) {
    if (run.branch(run.traced.make(Op::equal, 1, {mixed(run, run.word()), run.constant(64, lock), 0}), 1)) run.fail();
  };
  const SharedPool without = explored(program, 1, 1, 0, nullptr, {}, nullptr, 1'000);
  EXPECT_EQ(without.totals.failed_runs, 0u);
  EXPECT_EQ(without.totals.gaps.size(), 1u);
  const SharedPool with = explored(program, 1, 1, 0, nullptr, {seed("another!"), seed(key)}, nullptr, 1'000);
  EXPECT_EQ(with.totals.failed_runs, 1u);
  EXPECT_EQ(with.totals.complete_runs, 1u);
  EXPECT_TRUE(with.totals.gaps.empty());
}

// What the program does with the second byte is in no path constraint. The run of the seed strays, and the solver's
// input takes its place.
TEST(Generations, ASeedThatStraysCostsARunAndNoPath) {
  const Program program = [](InputCourse& run, const Plan&) {
    if (run.traced.value(run.byte(1)) != 0) run.branch(run.traced.is(run.byte(5), 3), 9);
    run.branch(run.traced.is(run.byte(0), 'a'), 1);
  };
  const SharedPool pool = explored(program, 1, 1, 0, nullptr, {seed(std::string(8, '\0')), seed("ax000000")});
  EXPECT_EQ(pool.totals.complete_runs, 2u);
  EXPECT_EQ(pool.totals.blocked_runs, 1u);
  EXPECT_TRUE(pool.totals.gaps.empty());
  EXPECT_NEAR(pool.totals.weight, 1, 1e-9);
}

TEST(Generations, ItemsKeepTheirBytes) {
  const PathItem item{.schedule = 3,
                      .bound = 1ull << 40,
                      .prefix = 77,
                      .threads = {{0xffffffff, 0}, {0, 1}},
                      .inputs = {{.name = 5, .bytes = {std::byte{1}, std::byte{255}}}, {.name = 6, .bytes = {}}},
                      .seeds = {seed("abc"), {}},
                      .solved = seed("")};
  const std::vector<std::uint8_t> bytes = bytes_of(item);
  const std::optional<PathItem> read = path_item_of(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(bytes_of(*read), bytes);
  EXPECT_EQ(read->inputs, item.inputs);
  EXPECT_EQ(read->threads, item.threads);
  EXPECT_EQ(read->seeds, item.seeds);
  EXPECT_EQ(read->solved, item.solved);
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(path_item_of(std::span(bytes).first(size)));
  std::vector<std::uint8_t> longer = bytes;
  longer.push_back(0);
  EXPECT_FALSE(path_item_of(longer));
}

}  // namespace
}  // namespace sleave
