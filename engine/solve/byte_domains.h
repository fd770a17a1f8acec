// ByteDomains: decides queries with few possible inputs by trying them.
//
// Most path constraints of programs are about one byte: a letter, a kind, a small number. Which of its 256 values
// satisfy such a path constraint is computed once; a query is then an intersection of sets, separately for each byte. A
// path constraint about several bytes, such as a bound of a word, excludes values of one byte that make it false
// whatever the others are. Then some of the remaining inputs are tried, and at last all (sweep.h), until that has cost
// as much as starting a solver query.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

class ByteDomains {
 public:
  ByteDomains(const expr::Pool& pool, expr::Inputs& inputs) : pool_(pool), inputs_(inputs), evaluation_(pool) {}

  // None: it takes a solver. `gates`: the size of the query (circuit.h), from which the cost of a solver is estimated.
  std::optional<Answer> decide(std::span<const expr::Expr> path_constraints, std::uint64_t gates);

  // Operations on words, over all answers. On 32 inputs at a time, as many count as one as take equally long.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  using Domain = std::bitset<256>;
  struct Byte {
    Domain possible = ~Domain();
    std::vector<expr::Expr> path_constraints = {};  // that left values out
  };
  using Bytes = std::map<std::uint32_t, Byte>;

  void add(expr::Expr path_constraint, expr::Expr part, Bytes& bytes, std::vector<expr::Expr>& rest);
  const Domain& domain_of(expr::Expr path_constraint, std::uint32_t byte);
  const Domain& bounds_of(expr::Expr path_constraint, std::uint32_t byte);
  std::vector<expr::Expr> parts_about(expr::Expr path_constraint, std::uint32_t byte);
  std::vector<expr::Expr> core_of(std::uint32_t number, const Byte& byte);
  bool all_hold(std::span<const expr::Expr> path_constraints, const std::vector<std::uint8_t>& input);
  std::optional<Answer> try_some(const Bytes& bytes, std::span<const expr::Expr> rest);
  std::optional<Answer> try_all(const Bytes& bytes, std::span<const expr::Expr> rest,
                                std::span<const expr::Expr> path_constraints, std::uint64_t most_operations);
  static Answer answer_of(const Bytes& bytes, const std::vector<std::uint8_t>& input);

  const expr::Pool& pool_;
  expr::Inputs& inputs_;
  expr::Evaluation evaluation_;
  std::unordered_map<std::uint32_t, Domain> domains_;                 // by the path constraint's number
  std::map<std::pair<std::uint32_t, std::uint32_t>, Domain> bounds_;  // by the path constraint's and the byte's
  std::uint64_t operations_ = 0;
};

}  // namespace sleave::solve
