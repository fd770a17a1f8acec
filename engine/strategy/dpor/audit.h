// The audit of a finished search: before it is reported as complete, samplers make runs that the search did not plan,
// and each must be of a class that the search has run.
//
// A class is known by a hash that shares nothing with the graphs of the search: the run's steps in their order, each
// with what it found (the last step that wrote its location) and what came before it in its thread. Two runs have the
// same hash exactly if their reads find the same writes and writes to a location come in the same order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/number_set.h"
#include "engine/inputs/known_inputs.h"
#include "engine/model/choice_set.h"
#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/symmetry.h"
#include "engine/strategy/samplers/choice_shares.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class DporAudit {
 public:
  explicit DporAudit(const ChoiceSet& choices);

  // Hashes of a run's steps: of each with all that it depends on, and of the class.
  struct Classified {
    std::vector<std::uint64_t> steps;
    std::uint64_t whole = 0;
  };
  // `names` has one for each thread (ThreadTable::names).
  static Classified classify(const graph::Steps& steps, const graph::Symmetry& symmetry,
                             std::span<const std::uint32_t> names);

  // The search has run this class. Beyond 10^7 of them nothing is audited.
  void add(const Classified& run);
  void learn(const Trace& trace);

  // The search has ended after `runs` runs: a twentieth as many audit runs follow, at least 200.
  void begin(std::uint64_t runs);
  [[nodiscard]] bool begun() const { return wanted_ != 0; }
  // Of these, how many are not planned yet.
  [[nodiscard]] std::uint64_t left() const { return wanted_ - planned_; }
  // Completes the plan of such a run: its tail and choices, and random inputs in every second one.
  void complete(Plan& plan, bool with_inputs);

  // Compares a run. Returns the rank of its first step that no run of the search has after the same steps; the number
  // of steps if only the class as a whole is new; none: the class is known.
  [[nodiscard]] std::optional<std::size_t> first_unknown(const Classified& run);
  // A run that belongs to no class: blocked, failed, excluded by an assumption.
  void pass_over() { ++passed_over_; }
  [[nodiscard]] std::uint64_t agreed() const { return agreed_; }

  // The search restarts: the equivalence classes are different ones now.
  void forget();

 private:
  ChoiceShares shares_;
  KnownInputs inputs_;
  NumberSet classes_;
  NumberSet steps_;  // of the first runs
  bool too_many_ = false;
  std::uint64_t wanted_ = 0;
  std::uint64_t planned_ = 0;
  std::uint64_t agreed_ = 0;
  std::uint64_t passed_over_ = 0;
};

}  // namespace sleave
