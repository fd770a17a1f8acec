// The wait-for graph at the end of a run.
//
// A thread that waits for a lock has an edge to every holder, a joiner to the thread it joins; a waiter on a condition
// has none, because any thread might have signaled it. In a deadlock the *causes* are the threads on a cycle and those
// whose wait no live thread could end; all others only wait for them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/analyze/names/object_names.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Wait {
  std::uint32_t thread = 0;
  Category category = Category::none;  // of what is waited for
  sleave_location location = 0;
  std::vector<std::uint32_t> holders;  // threads that could end it, sorted
  bool back_from_condition = false;    // signaled already, and now waits for its mutex
};

struct WaitGraph {
  std::vector<Wait> waits;            // one per blocked thread, by thread
  std::vector<std::uint32_t> cycle;   // threads, each waiting for the next and the last for the first; empty: none
  std::vector<std::uint32_t> causes;  // threads, sorted
};

WaitGraph wait_graph(const Trace& trace);

// Event index of the last signal (wake) on the object of `wait` that was sent without a waiter, before the thread
// began to wait; trace.events.size() if there is none. Needs recorded points.
std::uint64_t lost_notification(const Trace& trace, const Wait& wait);

// "mutex M1 held by T2", "thread T1 to end".
std::string wait_text(const Trace& trace, const Wait& wait, ObjectNames& names);

// "T1 waits for mutex M2 held by T2; T2 waits for mutex M1 held by T1." Empty if no thread waits.
std::string deadlock_text(const Trace& trace, const WaitGraph& graph, ObjectNames& names, Symbolizer& symbolizer);

}  // namespace sleave
