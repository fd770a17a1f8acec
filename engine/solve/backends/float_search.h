// FloatSearch: looks for numbers that satisfy a query with floating-point operations, by evaluating it.
//
// As in XSat (Fu, Su, CAV 2016) satisfying a query is minimizing a distance that is 0 if all of it holds; here it is
// counted in numbers between the two sides of a comparison (units in the last place), on a logarithmic scale. Each
// input number is moved up and down along all numbers, in steps of falling powers of two, as long as the distance
// falls. That finds inputs and proves nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

class FloatSearch {
 public:
  explicit FloatSearch(const expr::Pool& pool) : pool_(pool), evaluation_(pool) {}

  // From `input` on, then from the query's own constants, at most `most` evaluations. The bytes of the query's numbers.
  std::optional<Bytes> find(std::span<const expr::Expr> path_constraints, const std::vector<std::uint8_t>& input,
                            unsigned most);

 private:
  // An input number or word: its bytes, the lowest first, and whether its order is that of numbers.
  struct Variable {
    std::vector<std::uint32_t> bytes;
    bool is_number = false;
  };

  void collect(std::span<const expr::Expr> path_constraints);
  std::optional<std::vector<std::uint32_t>> bytes_of(expr::Expr e) const;
  void collect_constant(const expr::Node& node);
  void start_at(double number);
  bool descend(std::span<const expr::Expr> path_constraints, unsigned most);
  double total(std::span<const expr::Expr> path_constraints);
  double distance(expr::Expr e, bool wanted, unsigned depth);
  double compared(const expr::Node& node, bool wanted);
  [[nodiscard]] std::uint64_t get(const Variable& variable) const;
  void set(const Variable& variable, std::uint64_t place);
  bool improve(std::span<const Variable* const> variables, std::span<const expr::Expr> path_constraints, double& best,
               unsigned& left);

  const expr::Pool& pool_;
  expr::Evaluation evaluation_;
  std::vector<Variable> variables_;
  std::vector<double> starts_;
  std::vector<std::uint8_t> input_;
};

}  // namespace sleave::solve
