// Ordering: one operation comes before another of a different thread. Schedules decide orderings, explanations list
// them.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "engine/minimize/cause/moment.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Ordering {
  Moment first;
  Moment second;  // may be a pending operation

  [[nodiscard]] Ordering reversed() const { return {second, first}; }
  auto operator<=>(const Ordering&) const = default;
};

enum class Held { yes, no, unknown };

// Whether it was so in a run. A run that never came to the second operation kept the first one before it.
Held held(const Ordering& ordering, const Moments& run);
// The same by the places of the two operations in the run, where it came to them.
Held held(std::optional<std::uint64_t> first, std::optional<std::uint64_t> second);

// Whether `others` and the order within threads, as it is in `run`, put it so.
bool follows(const Ordering& ordering, const std::vector<Ordering>& others, const Moments& run);

// The orderings that may have caused the reported run's failure, the last ones first. Conflicts also those of another
// run of the program, as far as they are between threads that the reported run has.
//
//   Conflicts: two operations on the same object, of which one may change it, that nothing else puts into this order:
//   no third operation comes after the first one and before the second by conflicts and by program order. Critical
//   sections are ordered as a whole, so a lock represents its section. A signal to a thread conflicts with all that
//   this thread does, a wait for several descriptors and the opening of one with everything done to any.
std::vector<Ordering> conflict_orderings(const Trace& run, const Trace& reported);

//   Other conflicts: those that follow from them. Where a conflict may as well be reversed, what it implied may still
//   matter: of two lost updates it does not matter which thread stores last, only that both had read before.
std::vector<Ordering> implied_conflict_orderings(const Trace& run, const Trace& reported);

//   Switches: the first operation of the thread that is switched to comes before the next one of the other thread, and
//   after its last one. For failures whose cause is no conflict: an exit of the program, a thread that has not begun.
std::vector<Ordering> switch_orderings(const Trace& reported);

}  // namespace sleave
