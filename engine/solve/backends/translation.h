// Translation: expressions as terms of a solver, each translated once.
//
// Solvers distinguish booleans from words. Here every expression of 1 bit becomes a boolean and every wider one a word;
// they are converted only where an operation needs the other kind. `Terms` makes the solver's terms:
//
//   using Term = ...;                              copyable
//   Term constant(unsigned width, expr::Word);     a word
//   Term boolean(bool);
//   Term input(std::uint32_t byte);                a word of 8 bits
//   Term word_of(const Term& boolean);             1 bit
//   Term boolean_of(const Term& word);             of 1 bit
//   Term word_operation(const expr::Node&, const expr::Shape&, const Term* operands);  word -> word
//   Term comparison(expr::Op, const Term& a, const Term& b);         word, word -> boolean
//   Term boolean_operation(expr::Op, const Term* operands);          not, and, or, xor
//   Term choose(const Term& condition, const Term& yes, const Term& no);  of words or of booleans
#pragma once

#include <optional>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::solve {

template <typename Terms>
class Translation {
 public:
  using Term = typename Terms::Term;

  Translation(const expr::Pool& pool, Terms& terms) : pool_(&pool), terms_(&terms) {}

  const Term& of(expr::Expr e) {
    if (made_.size() < pool_->size()) made_.resize(pool_->size());
    stack_.push_back(e);
    while (!stack_.empty()) {
      const expr::Expr next = stack_.back();
      if (!made_[next.number]) {
        if (wants_operands(pool_->node(next))) continue;
        made_[next.number] = translated(pool_->node(next));
      }
      stack_.pop_back();
    }
    return *made_[e.number];
  }

  // Everything is translated again from here on.
  void forget() { made_.clear(); }

 private:
  bool wants_operands(const expr::Node& node) {
    const std::size_t before = stack_.size();
    for (unsigned i = 0; i < operands_of(node.op); ++i) {
      if (!made_[node.operands[i].number]) stack_.push_back(node.operands[i]);
    }
    return stack_.size() > before;
  }

  const Term& plain(const expr::Node& node, unsigned i) const { return *made_[node.operands[i].number]; }

  Term word(const expr::Node& node, unsigned i) {
    return pool_->width(node.operands[i]) == 1 ? terms_->word_of(plain(node, i)) : plain(node, i);
  }

  Term translated(const expr::Node& node) {
    using expr::Op;
    switch (node.op) {
      case Op::constant:
        return node.width == 1 ? terms_->boolean(node.value != 0) : terms_->constant(node.width, node.value);
      case Op::input:
        return terms_->input(node.detail);
      case Op::choose:
        return terms_->choose(plain(node, 0), plain(node, 1), plain(node, 2));
      case Op::equal:
      case Op::ult:
      case Op::slt:
        return terms_->comparison(node.op, word(node, 0), word(node, 1));
      case Op::bit_not:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
        if (node.width == 1) return boolean_operation(node);
        break;
      default:
        break;
    }
    return word_operation(node);
  }

  Term boolean_operation(const expr::Node& node) {
    std::vector<Term> operands;
    for (unsigned i = 0; i < operands_of(node.op); ++i) operands.push_back(plain(node, i));
    return terms_->boolean_operation(node.op, operands.data());
  }

  Term word_operation(const expr::Node& node) {
    std::vector<Term> operands;
    for (unsigned i = 0; i < operands_of(node.op); ++i) operands.push_back(word(node, i));
    Term result = terms_->word_operation(node, pool_->shape(node), operands.data());
    return node.width == 1 ? terms_->boolean_of(result) : result;
  }

  const expr::Pool* pool_;
  Terms* terms_;
  std::vector<std::optional<Term>> made_;
  std::vector<expr::Expr> stack_;
};

}  // namespace sleave::solve
