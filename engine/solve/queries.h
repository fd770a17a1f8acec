// Queries: how the search asks for inputs, with as few solver calls as possible.
//
// A query always has this form: a run with a known input satisfied these path constraints; is there an input that
// satisfies them and one more? In this order: decide by what is known of the words; leave out path constraints about
// other bytes; look at earlier answers; try the current inputs; enumerate the few that are possible (byte_domains.h);
// leave out checksums and compute them afterwards (checksums.h); go down a distance (descent.h); ask the solver. Each
// way is counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/solve/answers.h"
#include "engine/solve/byte_domains.h"
#include "engine/solve/checksums.h"
#include "engine/solve/circuit.h"
#include "engine/solve/descent.h"
#include "engine/solve/query.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

class Queries {
 public:
  // About a second's work and 100 MB for Z3, before its search begins.
  static constexpr std::uint64_t kMostGates = 100'000;

  // A query of more gates than `most_gates` is too hard.
  Queries(const expr::Pool& pool, std::unique_ptr<Solver> solver, std::uint64_t most_gates = kMostGates);

  // `holding` are true for `input`, which may be the answer itself.
  QueryAnswer ask(std::span<const expr::Expr> holding, expr::Expr wanted, const Input& input,
                  Effort effort = Effort::all);

  [[nodiscard]] const QueryCounts& counts() const { return counts_; }

 private:
  std::optional<QueryAnswer> without_solver(std::span<const expr::Expr> path_constraints, const Answers::Query& query,
                                            const expr::Inputs::Set& about, const Input& input);
  expr::Inputs::Set bytes_of(std::span<const expr::Expr> path_constraints);
  bool all_hold(std::span<const expr::Expr> path_constraints, const Input& input);
  std::optional<QueryAnswer> without_checksums(const Answers::Query& query, expr::Expr wanted, const Input& input,
                                               Effort effort);
  std::optional<Answer> descend(const Answers::Query& query, const Input& input);
  Answer solve(std::span<const expr::Expr> path_constraints, Effort effort);
  void count_work();
  void weigh(std::span<const expr::Expr> path_constraints);
  std::optional<Input> guess(expr::Expr wanted, const Input& input);

  const expr::Pool* pool_;
  std::unique_ptr<Solver> solver_;
  expr::Inputs inputs_;
  expr::Evaluation evaluation_;
  ByteDomains domains_;
  Checksums checksums_;
  Descent descent_;
  Circuit circuit_;  // of the query, as far as it was looked at
  std::uint64_t most_gates_;
  Answers answers_;
  QueryCounts counts_;
};

}  // namespace sleave::solve
