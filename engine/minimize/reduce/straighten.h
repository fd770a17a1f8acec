// Straightens the beginning of a long run: the same points, thread after thread, up to a window that stays as it was.
//
// Of a run with a million events and half as many switches, the failure is due to a few near its end, or near the last
// switch that matters. Leaving out other switches one by one, or by halves, does not lead there: the threads have to
// arrive at the window with as many points executed as before. So each of them runs up to its place in the window in
// one go, or until it has to wait, and the window follows point by point. No thread stops where it holds a lock, since
// the others need it before they arrive: it stops before it takes the first that it holds.
//
// What the program's values do to the order is not known. The proposed order keeps what certainly has to: threads begin
// after their creation and are joined after their end, locks exclude, and operations on other objects (conditions,
// semaphores, barriers, ...) stay in their order.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/schedule.h"
#include "engine/trace/trace.h"

namespace sleave {

// Whether operations on atomics stay in their order before the window: loops that poll need it, counters do not.
enum class Atomics { ordered, free };

// Of `run`, which recorded its points: straight before point number `begin`.
std::vector<Schedule::Segment> straighten(const Trace& run, std::size_t begin, Atomics atomics);

// The number of the point before which the last preemption took place; the number of points if there was none.
std::size_t last_preemption(const Trace& run);

}  // namespace sleave
