// Converts a trace into steps of a graph: what each event does to which location.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/choice_set.h"
#include "engine/model/gaps/gap.h"
#include "engine/model/learned_facts.h"
#include "engine/model/run_branches.h"
#include "engine/model/step.h"
#include "engine/trace/trace.h"

namespace sleave {

// Calls of a client, by their numbers: for each, its thread and which of the thread's operations belong to it, and the
// orders in which the calls, one after the other, give the results of the run.
struct ClientCalls {
  struct Call {
    std::uint32_t thread = 0;
    std::uint64_t first = 0;  // of its thread's operations
    std::uint64_t end = 0;    // after the last one
  };
  std::vector<Call> calls;
  std::vector<std::vector<std::uint8_t>> orders;
  bool all_orders = true;
  bool need_no_order = false;  // the results are right in whichever order the calls came
};

struct RunSteps {
  graph::Steps steps;    // one for each point of the trace, in its order, and branches and choices between them
  graph::Steps blocked;  // what threads waited for when the run ended
  graph::Steps ready;    // what others were about to do then, if it was something to wait for
  Gaps gaps;             // unmodeled operations of the run, for Exhaustion
  Assumptions assumptions;
  Assumptions weak_assumptions;     // besides, under a weak memory model
  bool has_weaker_orders = false;   // atomics with another order than seq_cst
  bool exits_with_threads = false;  // the program exits, and nobody has joined its other threads
  // Where the run is over with that: its last event, the end of the process, by the rank of its step, which has no
  // effect on others.
  std::optional<std::size_t> end_with_threads;
  bool left_running = false;  // one of them could have continued
  bool stops_timers = false;  // one would have fired more often than the plan lets them
  LearnedFacts news;          // facts that the run showed and that are not known yet
  ClientCalls calls;
};

// `threads` names the trace's threads as the graph does. `trace` was recorded with points and operands.
// `branches`, if not null, are those of the trace, and become steps as well. With `side_choices` so do failed
// allocations and short reads and writes, where `choices` has them; the trace then has notes as well. With
// `files_apart` the contents of files are locations of their own (engine/model/file_orders.h).
RunSteps steps_of(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices,
                  const LearnedFacts& facts, const RunBranches* branches, bool side_choices = false,
                  bool files_apart = false);

// Where a run did something else than expected, for people: the event from which `step`, one of `steps`, was read, with
// its thread and its place in the code, as "T1 locks mutex at program+0x1234 (its event 7)".
std::string describe_step(const Trace& trace, const std::vector<std::uint32_t>& threads, const graph::Steps& steps,
                          const graph::Step& step);

}  // namespace sleave
