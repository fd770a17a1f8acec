// An order of a history's events in which one event directly follows another thread's event on the same object.
//
// `left` is done, with the locks that both hold released again, and `finds` is the next event of its thread that
// matters: its thread is stopped before its first event that brings `finds` about (the first lock that both need, and
// the point that begins the slice), and runs alone from there.
//
// *kept*: what comes before is a closure (closure.h) in the order of the history. *delayed*: `left` came too early in
// it, or needs what `finds` did; so its thread is stopped before it in the same way until the other has come to its
// place, and then runs alone up to `left`, whatever it reads there. *free*: it is stopped from where the other does not
// need it.
//
// Precise if the threads that run alone read what they read in the history: then the run does what was predicted. If
// one of them reads another value it may behave differently.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/predict/closure.h"
#include "engine/predict/history.h"

namespace sleave::predict {

struct Arrangement {
  std::vector<std::uint32_t> cut;  // what comes before, in the order of the history
  EventId start = kNoEvent;        // from here the thread of `finds` runs alone, up to `finds`
  EventId left_to = kNoEvent;      // delayed: before that, the thread of `left` runs alone up to here
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
