// Moment: a point of a recorded run that can be found again in another run of the program.
//
// Named by what the thread does there, not by a number: the n-th time that this thread does this kind of operation at
// this place in the code. A run that takes another path before it may still come to it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

struct Moment {
  std::uint32_t thread = 0;  // of the reported run
  std::uint32_t kind = 0;
  sleave_site site = 0;
  std::uint64_t occurrence = 0;  // from 0

  auto operator<=>(const Moment&) const = default;
};

// The thread of `reported` with the spawn path of each of `run`'s; SLEAVE_NO_THREAD if it has none.
std::vector<std::uint32_t> threads_in(const Trace& run, const Trace& reported);

// Whether a thread was about to do something at the end of the run.
bool has_pending(const Trace& run, std::uint32_t thread);

// The event of a run that creates its second thread: what comes before it no schedule changes. 0: there is none.
std::uint64_t first_with_threads(const Trace& run);

// The points of a run in their order, then the pending operation of each thread at its end.
class Moments {
 public:
  // The moments of the reported run itself.
  explicit Moments(const Trace& reported) : Moments(reported, reported) {}

  // Of another run of the same program; threads are matched by their spawn paths.
  Moments(const Trace& run, const Trace& reported);

  // One entry for each point of the run, in its order; none for points of threads that the reported run does not have,
  // and none for notes, of which a trace may have a million.
  struct Point {
    std::uint64_t event = 0;  // index in the trace
    Moment moment;

    bool operator==(const Point&) const = default;
  };
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  // The pending operations of the reported run's threads at its end, by thread of this run.
  [[nodiscard]] const std::map<std::uint32_t, Moment>& pending() const { return pending_; }
  [[nodiscard]] std::optional<Moment> pending_of(std::uint32_t thread) const;

  // The reported run's thread that is `thread` in this one; SLEAVE_NO_THREAD if it has none.
  [[nodiscard]] std::uint32_t reported_thread(std::uint64_t thread) const;

  // The event of this run that is the moment.
  [[nodiscard]] std::optional<std::uint64_t> find(const Moment& moment) const;

 private:
  std::vector<Point> points_;
  std::map<std::uint32_t, Moment> pending_;
  std::vector<std::uint32_t> reported_threads_;  // of each thread of this run
  std::map<std::tuple<std::uint32_t, std::uint32_t, sleave_site>, std::vector<std::uint64_t>> events_;  // by occurrence
};

}  // namespace sleave
