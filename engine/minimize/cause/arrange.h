// Rearranges the points of a recorded run so that certain operations come before certain others.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/trace/schedule.h"
#include "engine/trace/trace.h"

namespace sleave {

class Arranger {
 public:
  // Of the points of `run`, with its moments as in `reported`. Both outlive this object.
  Arranger(const Trace& run, const Trace& reported);

  // near: as near to the run's own schedule as possible. any: any other that threads, their creation and joining, and
  // mutexes allow. further: the same, but threads that could continue do so for a few steps: a run that fails ends too
  // early to show what else they could have done in time.
  enum class Kind { near, any, further };

  // A schedule in which all of `wanted` hold. A pending operation is executed, and its thread continues from there, if
  // it is wanted before something. Nothing if they contradict one another. Only a run shows whether the program follows
  // the schedule.
  [[nodiscard]] std::optional<Schedule> arrange(const std::vector<Ordering>& wanted, Kind kind, Rng& rng) const;

 private:
  friend class Arrangement;
  struct Point {
    std::size_t position = 0;             // in the run; of what was pending, behind everything
    const sleave_event* event = nullptr;  // null: pending
    std::optional<Moment> moment{};
  };

  std::vector<std::vector<Point>> points_;  // by thread
  std::vector<bool> alive_at_first_;        // before the run's first creation
  std::vector<bool> goes_on_;               // could have, at the end of the run
  std::vector<Schedule::Choice> choices_;
  std::vector<Schedule::Segment> end_;
};

}  // namespace sleave
