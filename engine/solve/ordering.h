// Ordering: is there a sequence of events for which all of these clauses hold?
//
// A clause is a disjunction of statements: an event happens, or does not; one event has its place before another,
// whether they happen or not; a free choice is taken, or is not. The answer is an order of the events that happen. The
// query is in SMT-LIB's integer difference logic, and Z3 answers it.
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
  using Event = std::uint32_t;

  struct Statement {
    enum class Kind : std::uint8_t { happens, is_absent, before, is_chosen, is_not_chosen };
    Kind kind = Kind::happens;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };

  explicit Ordering(std::size_t events) : events_(events) {}

  static Statement happens(Event event) { return {Statement::Kind::happens, event}; }
  static Statement is_absent(Event event) { return {Statement::Kind::is_absent, event}; }
  static Statement before(Event a, Event b) { return {Statement::Kind::before, a, b}; }
  static Statement is_chosen(std::uint32_t choice) { return {Statement::Kind::is_chosen, choice}; }
  static Statement is_not_chosen(std::uint32_t choice) { return {Statement::Kind::is_not_chosen, choice}; }

  // A boolean that the solver chooses.
  std::uint32_t add_choice() { return choices_++; }

  void add(std::span<const Statement> clause);
  void add(std::initializer_list<Statement> clause) { add(std::span(clause.begin(), clause.size())); }

  [[nodiscard]] std::size_t events() const { return events_; }
  [[nodiscard]] std::size_t choices() const { return choices_; }
  // In all clauses together.
  [[nodiscard]] std::size_t statements() const { return statements_.size(); }
  [[nodiscard]] std::size_t clauses() const { return ends_.size(); }
  [[nodiscard]] std::span<const Statement> clause(std::size_t i) const;

 private:
  std::size_t events_;
  std::uint32_t choices_ = 0;
  std::vector<Statement> statements_;
  std::vector<std::size_t> ends_;  // of clauses
};

struct OrderingAnswer {
  Verdict verdict = Verdict::unknown;
  std::vector<Ordering::Event> order{};  // satisfiable: what happens
  std::uint64_t work = 0;                // as Z3 counts it (make_solver.h)
};

// A pure function: the same query with the same `most_work` has the same answer, whatever was solved before.
OrderingAnswer solve(const Ordering& ordering, std::uint32_t most_work);

}  // namespace sleave::solve
