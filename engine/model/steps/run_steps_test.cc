#include "engine/model/steps/run_steps.h"

#include <gtest/gtest.h>

#include <cstring>

namespace sleave {
namespace {

sleave_event event_of(sleave_event_kind kind, std::uint32_t thread, std::uint64_t offset) {
  sleave_event event{};
  event.kind = static_cast<std::uint8_t>(kind);
  event.thread = thread;
  event.site = SLEAVE_SITE(0, offset);
  return event;
}

Trace trace_of_two_threads() {
  Trace trace{};
  trace.threads.resize(2);
  trace.modules.resize(1);
  std::strcpy(trace.modules[0].path, "/somewhere/program");
  trace.events = {event_of(SLEAVE_EV_thread_create, 0, 0x10), event_of(SLEAVE_EV_thread_start, 1, 0x20),
                  event_of(SLEAVE_EV_yield, 1, 0x30), event_of(SLEAVE_EV_fence, 0, 0x40),
                  event_of(SLEAVE_EV_fence, 1, 0x50)};
  trace.events[0].value = 1;
  return trace;
}

TEST(RunSteps, AStepIsDescribedByItsEventAndPlace) {
  const Trace trace = trace_of_two_threads();
  const std::vector<std::uint32_t> places = {0, 1};
  const RunSteps run = steps_of(trace, places, ChoiceSet(), LearnedFacts(), nullptr);
  ASSERT_EQ(run.steps.size(), 5u);
  EXPECT_EQ(describe_step(trace, places, run.steps, run.steps[4]), "T1 fence at program+0x50 (its event 3)");
  EXPECT_EQ(describe_step(trace, places, run.steps, run.steps[3]), "T0 fence at program+0x40 (its event 2)");
}

TEST(RunSteps, AnExitByTwoThreadsIsAGap) {
  Trace trace = trace_of_two_threads();
  trace.header.outcome = SLEAVE_OUTCOME_exited;
  trace.events.push_back(event_of(SLEAVE_EV_process_exit, 0, 0x60));
  trace.events.back().extra = SLEAVE_EXIT_LAST;
  trace.threads[0].state = SLEAVE_THREAD_ENABLED;
  trace.threads[1].state = SLEAVE_THREAD_BLOCKED;
  trace.threads[1].pending_kind = SLEAVE_EV_cond_wake;
  const std::vector<std::uint32_t> places = {0, 1};
  const auto gaps = [&] { return steps_of(trace, places, ChoiceSet(), LearnedFacts(), nullptr).gaps; };
  EXPECT_FALSE(gaps().contains(GapKind::exit_with_threads));
  trace.threads[1].pending_kind = SLEAVE_EV_process_exit;
  EXPECT_TRUE(gaps().contains(GapKind::exit_with_threads));
  trace.threads[1].pending_kind = SLEAVE_EV_cond_wake;
  trace.events.back().extra = SLEAVE_EXIT_HANDLERS;  // no event says where the process ends
  EXPECT_TRUE(gaps().contains(GapKind::exit_with_threads));
}

}  // namespace
}  // namespace sleave
