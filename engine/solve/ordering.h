// Ordering: can some things happen, one after the other, so that all of these clauses hold?
//
// A clause is a list of statements of which at least one must hold: a thing happens, or does not; one thing has its
// place before another, whether they happen or not; something that may be chosen freely is so, or is not. The answer is
// an order of the things that happen. What is asked is in the integer difference logic of SMT-LIB, and Z3 answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "engine/solve/solver.h"

namespace sleave::solve {

class Ordering {
 public:
  using Thing = std::uint32_t;

  struct Statement {
    enum class Kind : std::uint8_t { happens, is_absent, before, is_chosen, is_not_chosen };
    Kind kind = Kind::happens;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };

  explicit Ordering(std::size_t things) : things_(things) {}

  static Statement happens(Thing thing) { return {Statement::Kind::happens, thing}; }
  static Statement is_absent(Thing thing) { return {Statement::Kind::is_absent, thing}; }
  static Statement before(Thing a, Thing b) { return {Statement::Kind::before, a, b}; }
  static Statement is_chosen(std::uint32_t choice) { return {Statement::Kind::is_chosen, choice}; }
  static Statement is_not_chosen(std::uint32_t choice) { return {Statement::Kind::is_not_chosen, choice}; }

  // Something that may be chosen or not.
  std::uint32_t add_choice() { return choices_++; }

  void add(std::span<const Statement> clause);
  void add(std::initializer_list<Statement> clause) { add(std::span(clause.begin(), clause.size())); }

  [[nodiscard]] std::size_t things() const { return things_; }
  [[nodiscard]] std::size_t choices() const { return choices_; }
  // In all clauses together.
  [[nodiscard]] std::size_t statements() const { return statements_.size(); }
  [[nodiscard]] std::size_t clauses() const { return ends_.size(); }
  [[nodiscard]] std::span<const Statement> clause(std::size_t i) const;

 private:
  std::size_t things_;
  std::uint32_t choices_ = 0;
  std::vector<Statement> statements_;
  std::vector<std::size_t> ends_;  // of clauses
};

struct OrderingAnswer {
  Verdict verdict = Verdict::unknown;
  std::vector<Ordering::Thing> order{};  // satisfiable: what happens
  std::uint64_t work = 0;                // as Z3 counts it (make_solver.h)
};

// A pure function, in `most_work` as well: the same question has the same answer, whatever was asked before.
OrderingAnswer solve(const Ordering& ordering, std::uint32_t most_work);

}  // namespace sleave::solve
