// The part of a plan that a run has depended on so far: which plans lead to the same place.
//
// Until the tail makes its first choice, a run is a function of the plan's decisions so far and of what the plan asks
// to be recorded, watched and limited; the tail's seed and policy have not been used. So another plan that agrees in
// these is, at this place, in the same state, and continues from there with its own further decisions and its own tail.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/plan.h"
#include "abi/trace.h"

namespace sleave::rt {

// Takes memory for what a Prefix keeps; null: there is none left.
using TakeMemory = void* (*)(std::size_t bytes);

struct Prefix {
  std::uint64_t events;
  std::uint32_t decisions;  // used
  bool tail_is_next;        // the plan had no more
  bool somebody_waited;     // Scheduler::yielded and the like: some policies remember
  std::uint32_t thread;     // at the decision, in the plan's table
  std::uint64_t index;      // of its pending event
  sleave_plan plan;
  const sleave_plan_thread* plan_threads;
  const sleave_decision* plan_decisions;
  const sleave_site* plan_sites;
  const sleave_plan_aside* plan_asides;
  const sleave_plan_order* plan_orders;
  sleave_trace trace;
  const void* records[SLEAVE_SECTION_COUNT];  // of each section of the trace
};

// Whether the tail has begun to choose: no other plan can join any more.
bool prefix_is_over();

// Whether the scheduler, which is about to decide, is at a place where other plans may join.
bool prefix_ends_here();

// Describes it; false if memory is short.
bool prefix_describe(Prefix& prefix, TakeMemory take);

bool prefix_fits(const Prefix& prefix, const sleave_plan& plan);

// Memory is as it was when `prefix` was described; `plan` fits and takes effect now.
void prefix_go_on(const Prefix& prefix, sleave_plan& plan);

}  // namespace sleave::rt
