#include "engine/minimize/condition/input_draw.h"
#include "engine/expr/inputs.h"

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

using expr::Expr;
using expr::Values;

constexpr int kSteps = 40;      // of the walk; evaluating path constraints costs microseconds
constexpr int kSolvedBits = 3;  // of each draw
constexpr std::uint64_t kMostQuestions = 2'000;
constexpr std::uint64_t kMostGivenUp = 20;  // where the solver cannot answer, steps must do

}  // namespace

InputDraw::InputDraw(Solving& solving, Values reported, std::vector<Expr> always)
    : solving_(solving),
      reported_(std::move(reported)),
      always_(std::move(always)),
      evaluation_(solving.pool()),
      inputs_(solving.pool()),
      rng_(reported_.size()) {
  reported_.resize(solving.variables().size());
}

bool InputDraw::over() const { return asked_ >= kMostQuestions; }

bool InputDraw::holds(Expr path_constraint, const Values& values) {
  evaluation_.set_input(values);
  return evaluation_.holds(path_constraint);
}

bool InputDraw::all_hold(std::span<const Expr> path_constraints, const Values& values) {
  evaluation_.set_input(values);
  return std::all_of(path_constraints.begin(), path_constraints.end(),
                     [&](Expr path_constraint) { return evaluation_.holds(path_constraint); });
}

std::optional<Values> InputDraw::solved(std::span<const Expr> holding, Expr wanted, const Values& values) {
  if (asked_++ >= kMostQuestions) return std::nullopt;
  solve::QueryAnswer answer = solving_.ask(holding, wanted, values);
  given_up_ += answer.verdict == solve::Verdict::unknown ? 1 : 0;
  if (answer.verdict != solve::Verdict::satisfiable || !answer.input) return std::nullopt;
  answer.input->resize(reported_.size());
  return std::move(answer.input);
}

bool InputDraw::follows(std::span<const Expr> holding, Expr path_constraint) {
  if (asked_++ >= kMostQuestions) return false;
  std::vector<Expr> path_constraints = always_;
  path_constraints.insert(path_constraints.end(), holding.begin(), holding.end());
  return solving_.ask(path_constraints, solving_.pool().negation(path_constraint), reported_).verdict ==
         solve::Verdict::unsatisfiable;
}

std::uint64_t InputDraw::word(const expr::Variables::Input& input, const Values& values) {
  std::uint64_t word = 0;
  const std::size_t bytes = std::min<std::size_t>(input.numbers.size(), sizeof word);
  for (std::size_t i = bytes; i-- > 0;) word = word << 8 | values[input.numbers[i]];
  return word;
}

void InputDraw::set_word(const expr::Variables::Input& input, std::uint64_t word, Values& values) {
  const std::size_t bytes = std::min<std::size_t>(input.numbers.size(), sizeof word);
  for (std::size_t i = 0; i < bytes; ++i, word >>= 8) values[input.numbers[i]] = static_cast<std::uint8_t>(word);
}

// One input gets another value: of any size, near its own, another input's; or one of its bytes any.
void InputDraw::step(Values& values) {
  const std::span<const expr::Variables::Input> all = solving_.variables().inputs();
  const expr::Variables::Input& input = all[rng_.below(all.size())];
  if (input.numbers.empty()) return;
  const bool is_word = input.numbers.size() <= sizeof(std::uint64_t);
  const std::uint64_t way = is_word ? rng_.below(5) : 4;
  if (way == 0) set_word(input, rng_.next(), values);
  if (way == 1) set_word(input, rng_.next() >> rng_.below(64), values);
  if (way == 2) set_word(input, word(input, values) + rng_.below(17) - 8, values);
  if (way == 3) set_word(input, word(all[rng_.below(all.size())], values), values);
  if (way == 4) values[input.numbers[rng_.below(input.numbers.size())]] = static_cast<std::uint8_t>(rng_.next());
}

// A bit of what the path constraints are about, whatever else has to change with it.
void InputDraw::turn_a_bit(std::vector<Expr>& holding, Values& values) {
  if (holding.empty() || given_up_ >= kMostGivenUp) return;
  const expr::Inputs::Set& about = inputs_.of(holding[rng_.below(holding.size())]);
  if (about.empty()) return;
  expr::Pool& pool = solving_.pool();
  const std::uint32_t byte = about[rng_.below(about.size())];
  const auto bit = static_cast<unsigned>(rng_.below(8));
  const unsigned other = byte < values.size() && (values[byte] >> bit & 1u) != 0 ? 0 : 1;
  const Expr wanted = pool.binary(expr::Op::equal, pool.extract(pool.input(byte), bit, 1), pool.constant(1, other));
  std::optional<Values> found = solved(holding, wanted, values);
  if (!found) return;
  values = std::move(*found);
  holding.push_back(wanted);
}

std::optional<Values> InputDraw::draw(std::span<const Expr> holding, std::optional<Expr> broken) {
  std::vector<Expr> path_constraints = always_;
  path_constraints.insert(path_constraints.end(), holding.begin(), holding.end());
  Values values = reported_;
  if (broken) {
    const Expr wanted = solving_.pool().negation(*broken);
    std::optional<Values> found = solved(path_constraints, wanted, values);
    if (!found) return std::nullopt;
    values = std::move(*found);
    path_constraints.push_back(wanted);
  }
  std::vector<Expr> with_bits = path_constraints;
  for (int i = 0; i < kSolvedBits; ++i) turn_a_bit(with_bits, values);
  for (int i = 0; i < kSteps && !solving_.variables().inputs().empty(); ++i) {
    Values next = values;
    step(next);
    if (all_hold(path_constraints, next)) values = std::move(next);
  }
  return values;
}

}  // namespace sleave
