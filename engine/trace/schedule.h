// Schedule: the order in which the threads of a recorded run executed their points, in a form that can be edited.
//
// An edited order becomes decisions and is run. Where the program behaves differently (a thread blocks, takes another
// branch, or has no such event), decisions that no longer fit are skipped: the run shows whether it still fails.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Schedule {
  // Taken by `thread` when it had executed `index` points.
  struct Choice {
    std::uint32_t thread;
    std::uint16_t kind;
    std::uint64_t index;
    std::uint64_t value;
    bool early;  // right after its event before, when it could still be switched away; else right before its next
  };
  // Consecutive points of one thread.
  struct Segment {
    std::uint32_t thread;
    std::uint64_t points;
  };

  std::vector<Segment> segments;
  std::vector<Choice> choices;  // in the order of the run
};

// `trace` recorded its points. Threads are those of the trace, as in plan_from_trace().
Schedule schedule_of(const Trace& trace);

// Whether it failed in what one thread did, and not in what several wait for.
bool fails_while_running(const Trace& trace);

// Joins neighbors of one thread, drops empty ones.
void normalize(std::vector<Schedule::Segment>& segments);

// One switch for each end of a segment, and the choices where they belong.
std::vector<sleave_decision> decisions_of(const Schedule& schedule);

// Decisions that give another run of the program the client that this one had (include/sleave/client.hpp).
std::vector<sleave_decision> client_decisions(const Trace& trace);

// Whether the program chose a client.
bool has_client(const Trace& trace);

}  // namespace sleave
