// Which threads of a run are alike: exchanging them gives another execution, in which the program does the same.
//
// Alike are threads that one thread created, one right after another, with the same function, argument and attributes;
// that create no threads; that are joined one right after another, or not at all; and that the program does not
// distinguish (abi/trace.h, `exposed`). docs/internals/symmetry.md says why that is enough.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/learned_facts.h"
#include "engine/trace/trace.h"

namespace sleave {

// Adds to `news` the groups that the run shows and that are not known yet, and the threads of known groups that it
// distinguishes. `places` names the trace's threads as the facts do.
void learn_alike_threads(const Trace& trace, const std::vector<std::uint32_t>& places, const LearnedFacts& facts,
                         LearnedFacts& news);

}  // namespace sleave
