#include "engine/solve/backends/checked_solver.h"

#include <algorithm>
#include <utility>

#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"

namespace sleave::solve {
namespace {

using expr::Expr;

class CheckedSolver final : public Solver {
 public:
  CheckedSolver(const expr::Pool& pool, std::unique_ptr<Solver> solver, std::unique_ptr<Solver> second)
      : inputs_(pool), evaluation_(pool), solver_(std::move(solver)), second_(std::move(second)) {}

  Answer solve(std::span<const Expr> path_constraints, Effort effort) override {
    Answer answer = solver_->solve(path_constraints, effort);
    switch (answer.verdict) {
      case Verdict::satisfiable:
        return with_checked_values(path_constraints, std::move(answer));
      case Verdict::unsatisfiable:
        return with_checked_core(path_constraints, answer.core);
      case Verdict::unknown:
        break;
    }
    return answer;
  }
  [[nodiscard]] std::uint64_t work() const override { return solver_->work() + second_->work(); }
  [[nodiscard]] std::uint64_t wrong_answers() const override { return wrong_; }

 private:
  // The values of bytes that it does not name are part of the answer from here on: they were checked with it.
  Answer with_checked_values(std::span<const Expr> path_constraints, Answer answer) {
    Bytes bytes;
    for (const Expr path_constraint : path_constraints) {
      for (const std::uint32_t byte : inputs_.of(path_constraint)) {
        const auto place = answer.bytes.find(byte);
        bytes[byte] = place == answer.bytes.end() ? std::uint8_t{0} : place->second;
      }
    }
    std::vector<std::uint8_t> input(bytes.empty() ? 0 : bytes.rbegin()->first + 1);
    for (const auto& [byte, value] : bytes) input[byte] = value;
    evaluation_.set_input(input);
    if (!std::all_of(path_constraints.begin(), path_constraints.end(),
                     [&](Expr path_constraint) { return evaluation_.holds(path_constraint); })) {
      return wrong("its values do not satisfy the query");
    }
    answer.bytes = std::move(bytes);
    return answer;
  }

  Answer with_checked_core(std::span<const Expr> path_constraints, std::span<const Expr> core) {
    const bool smaller = core.size() < path_constraints.size() &&
                         std::all_of(
                             core.begin(), core.end(),
                             [&](Expr path_constraint) {
                               return std::find(path_constraints.begin(), path_constraints.end(), path_constraint) !=
                                      path_constraints.end();
                             });
    if (smaller && !core.empty()) {
      Answer answer = second_->solve(core, Effort::all);
      if (answer.verdict == Verdict::unsatisfiable) return answer;
      if (answer.verdict == Verdict::satisfiable) ++wrong_;
    }
    Answer answer = second_->solve(path_constraints, Effort::all);
    if (answer.verdict == Verdict::satisfiable) return wrong("it said unsat, and there are values");
    if (answer.verdict == Verdict::unknown) answer.why = "it said unsat, which could not be confirmed: " + answer.why;
    return answer;
  }

  Answer wrong(const char* why) {
    ++wrong_;
    return {.verdict = Verdict::unknown, .why = why};
  }

  expr::Inputs inputs_;
  expr::Evaluation evaluation_;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<Solver> second_;
  std::uint64_t wrong_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_checked_solver(const expr::Pool& pool, std::unique_ptr<Solver> solver,
                                            std::unique_ptr<Solver> second) {
  return std::make_unique<CheckedSolver>(pool, std::move(solver), std::move(second));
}

}  // namespace sleave::solve
