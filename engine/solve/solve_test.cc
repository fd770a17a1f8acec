#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/random_words_test.h"
#include "engine/solve/backends/checked_solver.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/solve/backends/pipe_solver.h"
#include "engine/solve/backends/z3_solver.h"
#include "engine/solve/queries.h"
#include "engine/solve/slice.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

// Path constraints over the bytes 0 and 1, and over 2 and 3, so that all inputs of each half can be tried.
struct Problem {
  Pool pool;
  std::vector<Expr> path_constraints;
};
constexpr std::size_t kInputBytes = 4;
constexpr unsigned kPathConstraints = 4;

void add_path_constraints(Rng& rng, Problem& problem, std::uint32_t first_byte, std::size_t count) {
  const std::size_t wanted = problem.path_constraints.size() + count;
  while (problem.path_constraints.size() < wanted) {
    std::vector<expr::Step> steps = expr::random_steps(rng, 24, 2);
    for (expr::Step& step : steps) {
      if (step.op == Op::input) step.constant += first_byte;
    }
    const std::vector<Expr> made = expr::build(problem.pool, steps);
    for (std::size_t i = 0; i < steps.size() && problem.path_constraints.size() < wanted; ++i) {
      if (steps[i].width == 1 && !problem.pool.is_constant(made[i]) && rng.below(2) == 0)
        problem.path_constraints.push_back(made[i]);
    }
  }
}

std::unique_ptr<Problem> random_problem(Rng& rng) {
  auto problem = std::make_unique<Problem>();
  add_path_constraints(rng, *problem, 0, kPathConstraints - 1);
  add_path_constraints(rng, *problem, 2, 1);
  return problem;
}

bool hold(const Pool& pool, std::span<const Expr> path_constraints, const Input& input) {
  expr::Evaluation evaluation(pool);
  evaluation.set_input(input);
  return std::all_of(path_constraints.begin(), path_constraints.end(),
                     [&](Expr path_constraint) { return evaluation.holds(path_constraint); });
}

bool half_can_hold(const Pool& pool, std::span<const Expr> path_constraints, std::uint32_t first_byte) {
  expr::Evaluation evaluation(pool);
  Input input(kInputBytes);
  for (unsigned word = 0; word < 65'536; ++word) {
    input[first_byte] = static_cast<std::uint8_t>(word);
    input[first_byte + 1] = static_cast<std::uint8_t>(word >> 8);
    evaluation.set_input(input);
    if (std::all_of(path_constraints.begin(), path_constraints.end(),
                    [&](Expr path_constraint) { return evaluation.holds(path_constraint); }))
      return true;
  }
  return false;
}

// No path constraint is about both halves, so all can hold if those of each half can.
bool can_hold(const Pool& pool, std::span<const Expr> path_constraints) {
  expr::Inputs inputs(pool);
  std::vector<Expr> lower;
  std::vector<Expr> upper;
  for (const Expr path_constraint : path_constraints)
    (inputs.of(path_constraint).front() < 2 ? lower : upper).push_back(path_constraint);
  return half_can_hold(pool, lower, 0) && half_can_hold(pool, upper, 2);
}

Input with(const Bytes& bytes) {
  Input input(kInputBytes);
  for (const auto& [byte, value] : bytes) input.at(byte) = value;
  return input;
}

using MakeSolver = std::function<std::unique_ptr<Solver>(const Pool&)>;

// Every subset of a problem's path constraints is asked of one solver, and of brute force. How many it did not give up.
enum class GivingUp { never, allowed };
std::uint64_t compare_with_brute_force(const MakeSolver& make_solver, std::uint64_t problems,
                                       GivingUp giving_up = GivingUp::never) {
  std::uint64_t answered = 0;
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    Rng rng(seed);
    const std::unique_ptr<Problem> problem = random_problem(rng);
    const std::unique_ptr<Solver> solver = make_solver(problem->pool);
    if (solver == nullptr) {
      ADD_FAILURE() << "no solver";
      break;
    }
    for (unsigned subset = 1; subset < 1u << kPathConstraints; ++subset) {
      std::vector<Expr> path_constraints;
      for (unsigned i = 0; i < kPathConstraints; ++i) {
        if ((subset >> i & 1) != 0) path_constraints.push_back(problem->path_constraints[i]);
      }
      const Answer answer = solver->solve(path_constraints, Effort::all);
      if (answer.verdict == Verdict::unknown && giving_up == GivingUp::allowed) continue;
      ++answered;
      const bool possible = can_hold(problem->pool, path_constraints);
      EXPECT_EQ(answer.verdict, possible ? Verdict::satisfiable : Verdict::unsatisfiable)
          << "seed " << seed << ", subset " << subset << " " << answer.why;
      if (possible) {
        EXPECT_TRUE(hold(problem->pool, path_constraints, with(answer.bytes))) << "seed " << seed;
      } else {
        EXPECT_FALSE(can_hold(problem->pool, answer.core)) << "seed " << seed << ": not a core";
      }
    }
  }
  return answered;
}

TEST(Z3Solver, AnswersAsBruteForceDoes) {
  compare_with_brute_force([](const Pool& pool) { return make_z3_solver(pool); }, test_size(6, 1'000));
}

// What a session gives up is asked alone, and perhaps given up again; but no answer is wrong.
TEST(Z3Solver, IsNeverWrongAboutWhatIsHard) {
  for (const std::uint32_t most_work : {200u, 2'000u, 20'000u}) {
    const std::uint64_t answered = compare_with_brute_force(
        [&](const Pool& pool) { return make_z3_solver(pool, most_work); }, test_size(3, 300), GivingUp::allowed);
    EXPECT_TRUE(answered != 0 || most_work < 20'000);
  }
}

// Goes through what is possible where it can.
class DomainsFirst final : public Solver {
 public:
  DomainsFirst(const Pool& pool, std::uint64_t& decided)
      : inputs_(pool), domains_(pool, inputs_), solver_(make_z3_solver(pool)), decided_(decided) {}

  Answer solve(std::span<const Expr> path_constraints, Effort effort) override {
    const std::optional<Answer> answer = domains_.decide(path_constraints, 100);
    decided_ += answer ? 1 : 0;
    return answer ? *answer : solver_->solve(path_constraints, effort);
  }
  [[nodiscard]] std::uint64_t work() const override { return solver_->work(); }

 private:
  expr::Inputs inputs_;
  ByteDomains domains_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t& decided_;
};

TEST(ByteDomains, AnswerAsBruteForceDoes) {
  std::uint64_t decided = 0;
  compare_with_brute_force([&](const Pool& pool) { return std::make_unique<DomainsFirst>(pool, decided); },
                           test_size(6, 1'000));
  EXPECT_NE(decided, 0u);
}

TEST(ByteDomains, SayWhichPathConstraintsLeaveNoValue) {
  Pool pool;
  expr::Inputs inputs(pool);
  ByteDomains domains(pool, inputs);
  const auto is_below = [&](std::uint32_t byte, unsigned bound) {
    return pool.binary(Op::ult, pool.input(byte), pool.constant(8, bound));
  };
  const std::vector<Expr> path_constraints{is_below(0, 9), is_below(1, 9), is_below(1, 4),
                                           pool.negation(is_below(1, 5))};
  const std::optional<Answer> answer = domains.decide(path_constraints, 10);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->verdict, Verdict::unsatisfiable);
  EXPECT_EQ(answer->core, (std::vector<Expr>{path_constraints[2], path_constraints[3]}));
}

class PipeSolvers : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(PipeSolvers, AnswerAsBruteForceDoes) {
  {
    Pool pool;
    if (!make_pipe_solver(pool, GetParam())) GTEST_SKIP() << GetParam()[0] << " is not installed";
  }
  compare_with_brute_force(
      [&](const Pool& pool) {
        Result<std::unique_ptr<Solver>> solver = make_pipe_solver(pool, GetParam(), std::chrono::minutes(10));
        return solver ? std::move(*solver) : nullptr;
      },
      test_size(2, 100));
}

INSTANTIATE_TEST_SUITE_P(Solvers, PipeSolvers,
                         testing::Values(std::vector<std::string>{"z3", "-in"},
                                         std::vector<std::string>{"cvc5", "--incremental"}));

TEST(PipeSolver, ThatDiesIsStartedAgain) {
  Pool pool;
  const Expr path_constraint = pool.binary(Op::ult, pool.input(0), pool.constant(8, 3));
  Result<std::unique_ptr<Solver>> solver = make_pipe_solver(pool, {"false"});
  ASSERT_TRUE(solver);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ((*solver)->solve(std::span(&path_constraint, 1), Effort::all).verdict, Verdict::unknown);
}

// Half of its answers are wrong, whichever way.
class LyingSolver final : public Solver {
 public:
  LyingSolver(const Pool& pool, std::uint64_t seed, std::uint64_t& lies)
      : solver_(make_z3_solver(pool)), rng_(seed), lies_(lies) {}

  Answer solve(std::span<const Expr> path_constraints, Effort effort) override {
    Answer answer = solver_->solve(path_constraints, effort);
    if (rng_.below(2) == 0) return answer;
    ++lies_;
    if (answer.verdict == Verdict::unsatisfiable) return lie_about_values();
    if (rng_.below(2) == 0)
      return {.verdict = Verdict::unsatisfiable, .core = {path_constraints[rng_.below(path_constraints.size())]}};
    for (auto& [byte, value] : answer.bytes) value = static_cast<std::uint8_t>(rng_.below(256));
    if (rng_.below(4) == 0) answer.bytes.clear();
    return answer;
  }
  [[nodiscard]] std::uint64_t work() const override { return solver_->work(); }

 private:
  Answer lie_about_values() {
    if (rng_.below(2) == 0) return {.verdict = Verdict::unsatisfiable, .core = {}};  // true, with the wrong core
    Answer answer{.verdict = Verdict::satisfiable};
    for (std::uint32_t byte = 0; byte < kInputBytes; ++byte)
      answer.bytes[byte] = static_cast<std::uint8_t>(rng_.below(256));
    return answer;
  }

  std::unique_ptr<Solver> solver_;
  Rng rng_;
  std::uint64_t& lies_;
};

TEST(CheckedSolver, GivesNoWrongAnswer) {
  std::uint64_t lies = 0;
  std::uint64_t seed = 0;
  const std::uint64_t problems = test_size(6, 1'000);
  const std::uint64_t answered = compare_with_brute_force(
      [&](const Pool& pool) {
        return make_checked_solver(pool, std::make_unique<LyingSolver>(pool, ++seed, lies), make_z3_solver(pool));
      },
      problems, GivingUp::allowed);
  EXPECT_GT(lies, problems);
  EXPECT_GT(answered, problems);
}

TEST(CheckedSolver, CountsWrongAnswers) {
  Pool pool;
  const Expr small = pool.binary(Op::ult, pool.input(0), pool.constant(8, 3));
  class Fixed final : public Solver {
   public:
    explicit Fixed(Answer answer) : answer_(std::move(answer)) {}
    Answer solve(std::span<const Expr>, Effort) override { return answer_; }
    [[nodiscard]] std::uint64_t work() const override { return 0; }

   private:
    Answer answer_;
  };
  const auto wrong = [&](const Answer& answer) {
    const std::unique_ptr<Solver> solver =
        make_checked_solver(pool, std::make_unique<Fixed>(answer), make_z3_solver(pool));
    const bool refused = solver->solve(std::span(&small, 1), Effort::all).verdict == Verdict::unknown;
    EXPECT_EQ(solver->wrong_answers(), refused ? 1u : 0u);
    return refused;
  };
  EXPECT_FALSE(wrong({.verdict = Verdict::satisfiable, .bytes = {{0, 2}}}));
  EXPECT_FALSE(wrong({.verdict = Verdict::satisfiable}));  // 0 fits
  EXPECT_TRUE(wrong({.verdict = Verdict::satisfiable, .bytes = {{0, 3}}}));
  EXPECT_TRUE(wrong({.verdict = Verdict::unsatisfiable}));
  EXPECT_TRUE(wrong({.verdict = Verdict::unsatisfiable, .core = {{4'000'000'000}}}));
}

// It neither reads nor answers, or answers without an end: given up after a time, and started again.
TEST(PipeSolver, ThatHangsIsGivenUp) {
  for (const char* const script : {"sleep 600", "while :; do printf '(((('; done", "yes '('"}) {
    Pool pool;
    Expr sum = pool.input(0);
    for (std::uint32_t byte = 1; byte < 20'000; ++byte) sum = pool.binary(Op::add, sum, pool.input(byte));
    const Expr path_constraint = pool.binary(Op::ult, sum, pool.constant(8, 3));  // more than a socket takes at once
    Result<std::unique_ptr<Solver>> solver =
        make_pipe_solver(pool, {"sh", "-c", script}, std::chrono::milliseconds(200));
    ASSERT_TRUE(solver);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ((*solver)->solve(std::span(&path_constraint, 1), Effort::all).verdict, Verdict::unknown) << script;
    }
  }
}

TEST(PipeSolver, ThatIsNotThereSaysSo) {
  Pool pool;
  const Result<std::unique_ptr<Solver>> solver = make_pipe_solver(pool, {"no-such-solver"});
  ASSERT_FALSE(solver);
  EXPECT_EQ(solver.error().tier, Tier::environment);
}

// Paths over eight bytes, each branch flipped in turn, as a search does it; three of the bytes are enumerated for the
// path constraint.
TEST(Queries, AnswerAsBruteForceDoes) {
  const std::uint64_t problems = test_size(6, 1'000);
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    Rng rng(seed);
    const std::unique_ptr<Problem> problem = random_problem(rng);
    Queries queries(problem->pool, make_z3_solver(problem->pool));
    for (int path = 0; path < 4; ++path) {
      const Input input = expr::random_bytes(rng, kInputBytes);
      std::vector<Expr> holding;
      for (const Expr path_constraint : problem->path_constraints) {
        const bool is_true = hold(problem->pool, std::span(&path_constraint, 1), input);
        const Expr taken = is_true ? path_constraint : problem->pool.negation(path_constraint);
        const Expr other = problem->pool.negation(taken);
        const QueryAnswer answer = queries.ask(holding, other, input);
        std::vector<Expr> all = holding;
        all.push_back(other);
        ASSERT_EQ(answer.verdict, can_hold(problem->pool, all) ? Verdict::satisfiable : Verdict::unsatisfiable)
            << "seed " << seed;
        ASSERT_TRUE(!answer.input || hold(problem->pool, all, *answer.input)) << "seed " << seed;
        holding.push_back(taken);
      }
    }
  }
}

TEST(Queries, AskTheSolverOnlyOnce) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool));
  const Input input{1, 2, 3, 4, 5, 6, 7};
  std::vector<Expr> holding;
  for (std::uint32_t i = 0; i < 3; ++i) holding.push_back(pool.binary(Op::ult, pool.input(i), pool.constant(8, 100)));
  const Expr word = pool.concat(pool.concat(pool.input(3), pool.input(4)), pool.concat(pool.input(5), pool.input(6)));
  // With such a factor no input is nearer than another.
  constexpr std::uint32_t kFactor = 2'654'435'761;
  const Expr wanted = pool.binary(Op::equal, pool.binary(Op::mul, word, pool.constant(32, kFactor)),
                                  pool.constant(32, kFactor * 0x0b0c0d0e));
  const QueryAnswer first = queries.ask(holding, wanted, input);
  EXPECT_EQ(first.input, (Input{1, 2, 3, 11, 12, 13, 14}));
  EXPECT_EQ(queries.counts().path_constraints_sent, 1u) << "the others are about other bytes";
  EXPECT_EQ(queries.ask(holding, wanted, input).input, first.input);
  EXPECT_EQ(queries.counts().solved, 1u);
  EXPECT_EQ(queries.counts().repeated, 1u);
}

// What descends to an answer does not need the solver, and is the same every time.
TEST(Queries, GoDownToAnAnswerBeforeTheyAskTheSolver) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool));
  const auto word = [&](std::uint32_t first) {
    return pool.concat(pool.concat(pool.input(first + 3), pool.input(first + 2)),
                       pool.concat(pool.input(first + 1), pool.input(first)));
  };
  const Expr product = pool.binary(Op::mul, word(0), word(4));
  const std::vector<Expr> holding{pool.binary(Op::ult, word(0), pool.constant(32, 60'000)),
                                  pool.binary(Op::ult, word(4), pool.constant(32, 60'000))};
  const Expr wanted = pool.binary(Op::ult, pool.constant(32, 3'000'000'000), product);
  const QueryAnswer answer = queries.ask(holding, wanted, Input(8));
  ASSERT_EQ(answer.verdict, Verdict::satisfiable);
  EXPECT_EQ(queries.counts().descended, 1u);
  EXPECT_EQ(queries.counts().path_constraints_sent, 0u);
  EXPECT_TRUE(hold(pool, holding, *answer.input) && hold(pool, std::span(&wanted, 1), *answer.input));
  Queries again(pool, make_z3_solver(pool));
  EXPECT_EQ(again.ask(holding, wanted, Input(8)).input, answer.input);
}

TEST(Solvers, InAListAnswerWhatThoseBeforeThemGaveUp) {
  Pool pool;
  const Expr word = pool.concat(pool.input(1), pool.input(0));
  const Expr wanted = pool.binary(Op::equal, pool.binary(Op::mul, word, word), pool.constant(16, 0x7b91));
  const std::unique_ptr<Solver> alone = make_z3_solver(pool, 1);
  ASSERT_EQ(alone->solve(std::span(&wanted, 1), Effort::all).verdict, Verdict::unknown);
  const Result<std::unique_ptr<Solver>> both = make_solver(pool, "z3 -in -t:1,z3 -in", "");
  ASSERT_TRUE(both);
  EXPECT_NE((*both)->solve(std::span(&wanted, 1), Effort::all).verdict, Verdict::unknown);
  EXPECT_FALSE(make_solver(pool, "z3,,z3 -in", ""));
  EXPECT_FALSE(make_solver(pool, "z3,no-such-solver", ""));
}

TEST(Queries, KnowWhatCannotHoldTogether) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool));
  const auto product_is = [&](unsigned value) {
    const Expr a = pool.zero_extend(pool.input(0), 16);
    const Expr b = pool.zero_extend(pool.input(1), 16);
    return pool.binary(Op::equal, pool.binary(Op::mul, a, b), pool.constant(16, value));
  };
  const Input input{3, 5, 9};
  const std::vector<Expr> few{product_is(15)};
  EXPECT_EQ(queries.ask(few, product_is(16), input).verdict, Verdict::unsatisfiable);
  const std::vector<Expr> more{product_is(15), pool.binary(Op::ult, pool.input(1), pool.input(2))};
  EXPECT_EQ(queries.ask(more, product_is(16), input).verdict, Verdict::unsatisfiable);
  EXPECT_EQ(queries.counts().by_core, 1u);
}

TEST(Queries, GuessWhatIsTooHard) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool, 1));
  Expr word = pool.input(0);
  for (std::uint32_t byte = 1; byte < 6; ++byte) word = pool.concat(pool.input(byte), word);
  const Expr a = pool.zero_extend(word, 64);
  const Expr square = pool.binary(Op::mul, a, a);
  const Expr hard =
      pool.binary(Op::equal, pool.binary(Op::urem, square, pool.constant(64, 1'000'003)), pool.constant(64, 31));
  const QueryAnswer answer = queries.ask({}, hard, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_EQ(queries.counts().unknown, 1u);
}

}  // namespace
}  // namespace sleave::solve
