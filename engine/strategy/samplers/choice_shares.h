// Which of a sampler's plans may take which choices, besides the next thread.
//
// Most bugs need no such choice, and a choice that is taken can hide them, so every second plan takes none: those bugs
// are found in at most twice the runs. Of the others one half draws choices, the other half reuses addresses:
//
//   run mod 4   0 plain   1 choices   2 plain   3 reuse
//
// Under a weak memory model (--model), of eight plans one takes the newest stores only. One also takes one or two old
// ones at drawn places, three draw the store of each load, and in three it is drawn for each thread and location
// whether the thread takes old stores there: a bug that needs old values mostly needs one, and what it needs besides is
// that others are new. Every fourth of these plans also draws where stores come in modification order. In seven of
// eight plans threads linger before they hand over what they wrote, and in as many they hesitate after updates
// (abi/plan.h), so that others find locks taken and values on the way: a missing order mostly shows there.
//
// A strategy that has several tails changes them by the turns that each of these three has, not by runs: so every tail
// meets every one of them, and none comes late.
//
// In a plan with choices each kind that is allowed, and that the program has shown an opportunity for, takes part with
// probability 1/2 (at least one does). A kind that takes part has one or two places in the run, drawn from the first N
// opportunities, where N is the most that any run so far had. So a bug that needs one choice at one certain place shows
// itself with probability at least 1/4 * 1/2 * 1/N per run, times that of the schedule it needs. Which waiter wakes is
// drawn again each time, because there the first one is no more usual than another.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/model/choice_set.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class ChoiceShares {
 public:
  explicit ChoiceShares(const ChoiceSet& allowed) : allowed_(allowed) {}

  // How many runs before `run` may choose the same things.
  [[nodiscard]] static std::uint64_t turn(std::uint64_t run) { return run % 2 == 0 ? run / 2 : run / 4; }

  // The plan's seed is set.
  void apply(std::uint64_t run, Plan& plan) const;
  void learn(const Trace& trace);

  // The most opportunities seen, by kind.
  [[nodiscard]] std::vector<std::uint64_t> save() const { return {most_.begin(), most_.end()}; }
  void load(const std::vector<std::uint64_t>& saved);

 private:
  void draw(std::uint64_t run, Plan& plan) const;
  void draw_stores(std::uint64_t run, Plan& plan) const;

  ChoiceSet allowed_;
  std::array<std::uint64_t, SLEAVE_CHOICE_ROOM> most_{};
};

}  // namespace sleave
