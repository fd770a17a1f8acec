// An order of a history's events in which one event comes right upon what another thread's event has left.
//
// `left` is done, with the locks that both hold released again, and `finds` is the next thing of its thread that
// matters: it stands before the first event of its thread that brings `finds` about (the first lock that both need, and
// the point that begins the slice), and goes on alone from there.
//
// *kept*: what comes before is a closure (closure.h) in the order of the history. *delayed*: `left` came too early in
// it, or needs what `finds` did; so its thread waits before it in the same way until the other has come to its place,
// and then goes on to `left` alone, whatever it reads there. *free*: it waits from wherever the other does not need it.
//
// Precise if the threads that go on alone read what they did: then the run does what was predicted. If one of them
// reads something else it may do something else.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/predict/closure.h"
#include "engine/predict/history.h"

namespace sleave::predict {

struct Arrangement {
  std::vector<std::uint32_t> cut;  // what comes before, in the order of the history
  EventId start = kNoEvent;        // where the thread of `finds` goes on, alone, up to `finds`
  EventId left_to = kNoEvent;      // delayed: up to here the thread of `left` goes on alone before that
  bool precise = true;
};

// Where the thread of `finds` has to stop for `left`: a point. kNoEvent: it cannot.
EventId stop_before(const History& history, EventId left, EventId finds);

std::optional<Arrangement> arrange_kept(const History& history, EventId left, EventId finds);
std::optional<Arrangement> arrange_delayed(const History& history, EventId left, EventId finds);
std::optional<Arrangement> arrange_free(const History& history, EventId left, EventId finds);

// All points of it, `finds` or the point before it included.
std::vector<EventId> points_of(const History& history, const Arrangement& arrangement, EventId left, EventId finds);

}  // namespace sleave::predict
