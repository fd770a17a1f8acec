#include "engine/minimize/condition/condition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/traced_test.h"
#include "engine/minimize/cause/cause.h"
#include "engine/minimize/condition/condition_text.h"
#include "engine/testing/toy_program.h"

namespace sleave {
namespace {

using Order = ToyProgram::Order;
using Bytes = std::vector<std::uint8_t>;

constexpr unsigned kBelow = 16;  // every input is assumed to be: all of them can be gone through

// What the program asks about its inputs, each a byte: `left` is below, or equals, what is on the right.
struct Question {
  bool is_equal = false;
  std::size_t left = 0;
  std::optional<std::size_t> right;  // another input; else the constant
  std::uint8_t constant = 0;

  [[nodiscard]] bool answer(const Bytes& input) const {
    const std::uint8_t other = right ? input[*right] : constant;
    return is_equal ? input[left] == other : input[left] < other;
  }
};

// A toy that asks questions about its inputs before it starts, and may fail or not by the answers.
class ToyWithInputs final : public Runner {
 public:
  using Fails = std::function<bool(const Order&, const Bytes&)>;

  ToyWithInputs(std::vector<std::uint64_t> points, std::size_t inputs, std::vector<Question> questions, Fails fails)
      : points_(std::move(points)), inputs_(inputs), questions_(std::move(questions)), fails_(std::move(fails)) {}

  Result<Trace> run(const Plan& plan, Detail detail) override {
    Bytes input(inputs_);
    for (const Plan::Input& given : plan.inputs) {
      if (given.name >= 1 && given.name <= inputs_ && !given.bytes.empty()) {
        input[given.name - 1] = std::to_integer<std::uint8_t>(given.bytes[0]);
      }
    }
    const bool excluded = std::any_of(input.begin(), input.end(), [](std::uint8_t byte) { return byte >= kBelow; });
    ToyProgram toy(points_, [&](const Order& order) { return !excluded && fails_(order, input); });
    Result<Trace> trace = toy.run(plan, detail);
    follow(input, *trace);
    return trace;
  }

  [[nodiscard]] Trace trace_of(const Order& order, const Bytes& input) const {
    ToyProgram toy(points_, [&](const Order& it) { return fails_(it, input); });
    Trace trace = toy.trace_of(order);
    follow(input, trace);
    return trace;
  }

  [[nodiscard]] std::vector<Bytes> all_inputs() const {
    std::vector<Bytes> all = {{}};
    for (std::size_t i = 0; i < inputs_; ++i) {
      std::vector<Bytes> longer;
      for (const Bytes& bytes : all) {
        for (std::uint8_t value = 0; value < kBelow; ++value) {
          longer.push_back(bytes);
          longer.back().push_back(value);
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  template <typename Visit>
  void each_order(Visit visit) const {
    ToyProgram(points_, [](const Order&) { return false; }).each_order(visit);
  }

 private:
  // What the runtime would have recorded of the questions.
  void follow(const Bytes& input, Trace& trace) const {
    expr::Traced traced;
    std::vector<std::uint32_t> bytes;
    for (std::size_t i = 0; i < inputs_; ++i) {
      bytes.push_back(traced.input(i + 1, std::string(1, static_cast<char>('a' + i)), {input[i]}).front());
      traced.path_constraint(traced.make(expr::Op::ult, 1, {bytes[i], traced.constant(8, kBelow), 0}),
                             SLEAVE_PATH_CONSTRAINT_assumption);
    }
    for (const Question& question : questions_) {
      const std::uint32_t right = question.right ? bytes[*question.right] : traced.constant(8, question.constant);
      const expr::Op op = question.is_equal ? expr::Op::equal : expr::Op::ult;
      traced.path_constraint(traced.make(op, 1, {bytes[question.left], right, 0}));
    }
    trace.inputs = traced.trace.inputs;
    trace.input_bytes = traced.trace.input_bytes;
    trace.expressions = traced.trace.expressions;
    trace.path_constraints = traced.trace.path_constraints;
  }

  std::vector<std::uint64_t> points_;
  std::size_t inputs_;
  std::vector<Question> questions_;
  Fails fails_;
};

bool holds(const Order& order, const Ordering& ordering) {
  const auto at = [&](const Moment& moment) {
    return place(order, moment.thread, SLEAVE_SITE_OFFSET(moment.site) - 0x1000);
  };
  return at(ordering.first) < at(ordering.second);
}

struct Explained {
  std::unique_ptr<Solving> solving;
  Cause cause;
  Condition condition;
  std::vector<std::string> words;

  [[nodiscard]] bool allows(const Bytes& input) {
    expr::Evaluation evaluation(solving->pool());
    expr::Values values(solving->variables().size());
    for (const expr::Variables::Input& it : solving->variables().inputs()) values[it.numbers[0]] = input[it.name - 1];
    evaluation.set_input(values);
    return std::all_of(
        condition.path_constraints.begin(), condition.path_constraints.end(),
        [&](const expr::PathConstraint& path_constraint) { return evaluation.holds(path_constraint.held); });
  }
};

std::optional<Explained> explain(ToyWithInputs& program, const Order& failing, const Bytes& input) {
  const Trace reported = program.trace_of(failing, input);
  EXPECT_EQ(reported.outcome(), SLEAVE_OUTCOME_failed);
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, reported, {4'000});
  const Plan plan;
  Trials trials(attempts, plan, reported);
  std::optional<Cause> cause = find_cause(trials);
  if (!cause) return std::nullopt;
  Result<std::unique_ptr<Solving>> solving = Solving::start({});
  Explained explained;
  explained.solving = std::move(*solving);
  explained.cause = std::move(*cause);
  std::optional<Condition> condition = find_condition(trials, explained.cause.reason.parts, *explained.solving);
  if (!condition) return std::nullopt;
  explained.condition = std::move(*condition);
  explained.words = describe(explained.condition, reported, *explained.solving, symbolizer);
  return std::optional(std::move(explained));
}

// For all inputs and all interleavings: where the orderings and the condition hold it fails.
void is_enough(const ToyWithInputs& program, const ToyWithInputs::Fails& fails, Explained& explained) {
  const std::vector<Ordering>& orderings = explained.cause.reason.parts;
  for (const Bytes& input : program.all_inputs()) {
    if (!explained.allows(input)) continue;
    program.each_order([&](const Order& order) {
      const auto so = [&](const Ordering& ordering) { return holds(order, ordering); };
      const bool all_hold = std::all_of(orderings.begin(), orderings.end(), so);
      ASSERT_TRUE(!all_hold || fails(order, input));
    });
  }
}

const Order kLosing = {0, 1, 1, 2, 2, 2, 1};

TEST(Condition, OfARange) {
  const std::vector<Question> questions = {{false, 0, std::nullopt, 12}, {false, 0, std::nullopt, 3}};
  const auto fails = [](const Order& order, const Bytes& input) {
    return loses_update(order) && input[0] >= 3 && input[0] < 12;
  };
  ToyWithInputs program({1, 3, 3}, 1, questions, fails);
  std::optional<Explained> explained = explain(program, kLosing, {3});
  ASSERT_TRUE(explained.has_value());
  is_enough(program, fails, *explained);
  EXPECT_EQ(explained->words, std::vector<std::string>{"3 <= a <= 11"});
  EXPECT_EQ(explained->condition.reason.runs, explained->condition.reason.failed);
  EXPECT_GT(explained->condition.reason.broken_runs, 0u);
  EXPECT_EQ(explained->condition.reason.broken_failed, 0u);
}

TEST(Condition, OfTwoInputsThatAreEqual) {
  const std::vector<Question> questions = {{true, 0, 1, 0}, {true, 0, std::nullopt, 0}, {false, 1, std::nullopt, 9}};
  const auto fails = [](const Order& order, const Bytes& input) {
    return loses_update(order) && input[0] == input[1] && input[0] != 0;
  };
  ToyWithInputs program({1, 3, 3}, 2, questions, fails);
  std::optional<Explained> explained = explain(program, kLosing, {1, 1});
  ASSERT_TRUE(explained.has_value());
  is_enough(program, fails, *explained);
  ASSERT_EQ(explained->words.size(), 2u);
  EXPECT_EQ(explained->words[0], "a != 0");
  EXPECT_TRUE(explained->words[1] == "a == b" || explained->words[1] == "b == a") << explained->words[1];
}

TEST(Condition, WhateverTheInput) {
  const std::vector<Question> questions = {{false, 0, std::nullopt, 7}, {true, 1, std::nullopt, 3}};
  const auto fails = [](const Order& order, const Bytes&) { return loses_update(order); };
  ToyWithInputs program({1, 3, 3}, 2, questions, fails);
  std::optional<Explained> explained = explain(program, kLosing, {0, 0});
  ASSERT_TRUE(explained.has_value());
  EXPECT_TRUE(explained->words.empty());
  EXPECT_GT(explained->condition.reason.runs, 0u);
}

std::vector<Question> random_questions(Rng& rng, std::size_t inputs) {
  std::vector<Question> questions;
  for (std::uint64_t i = 0, count = 2 + rng.below(5); i < count; ++i) {
    Question question;
    question.is_equal = rng.below(3) == 0;
    question.left = rng.below(inputs);
    question.constant = static_cast<std::uint8_t>(1 + rng.below(kBelow - 1));
    if (inputs > 1 && rng.below(3) == 0) question.right = (question.left + 1) % inputs;
    questions.push_back(question);
  }
  return questions;
}

// Programs that fail if some of their questions have the answers of the reported run: the condition says just that, for
// every input there is, and nothing of the other questions.
TEST(Condition, IsTheOneThatRandomProgramsHave) {
  const std::uint64_t programs = test_size(40, 400);
  std::uint64_t empty = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(derive_seed(8, seed));
    const std::size_t inputs = 1 + rng.below(2);
    const std::vector<Question> questions = random_questions(rng, inputs);
    Bytes reported;
    for (std::size_t i = 0; i < inputs; ++i) reported.push_back(static_cast<std::uint8_t>(rng.below(kBelow)));
    const std::uint64_t matters = rng.next();
    const auto needed = [&](const Bytes& input) {
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const bool same = questions[i].answer(input) == questions[i].answer(reported);
        if ((matters >> i & 1) != 0 && !same) return false;
      }
      return true;
    };
    const auto fails = [&](const Order& order, const Bytes& input) { return loses_update(order) && needed(input); };
    ToyWithInputs program({1, 3, 3}, inputs, questions, fails);
    std::optional<Explained> explained = explain(program, kLosing, reported);
    ASSERT_TRUE(explained.has_value());
    is_enough(program, fails, *explained);
    for (const Bytes& input : program.all_inputs()) EXPECT_EQ(explained->allows(input), needed(input));
    empty += explained->condition.path_constraints.empty() ? 1 : 0;
  }
  EXPECT_LT(empty, programs / 2);
}

}  // namespace
}  // namespace sleave
