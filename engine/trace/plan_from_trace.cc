#include <algorithm>
#include <numeric>
#include <span>

#include "engine/trace/trace.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::uint32_t kMainThread = 0;  // with which every run begins

// In these the failing thread was running; in the others no thread could, or which one it was does not matter.
bool failed_while_running(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_failed && trace.finding() != SLEAVE_FIND_deadlock &&
         trace.finding() != SLEAVE_FIND_no_progress;
}

// Walks the events backwards, so that what a thread did next is known when it is switched away from.
//
// Between two points the order of the run was: choices of the thread that executed the first one, the switch, choices
// of the thread that executes the second. The position of a choice says between which points it stands.
class Decisions {
 public:
  explicit Decisions(const Trace& trace) : trace_(trace) {
    for (const sleave_trace_thread& thread : trace.threads) next_kind_.push_back(thread.pending_kind);
    executed_.resize(trace.threads.size());
    for (const sleave_event& event : trace.events) executed_[event.thread] += is_point(event.kind);
  }

  std::vector<sleave_decision> list() {
    std::uint32_t later = failed_while_running(trace_) ? trace_.header.thread : SLEAVE_NO_THREAD;
    std::uint64_t position = std::accumulate(executed_.begin(), executed_.end(), std::uint64_t{0});
    for (auto event = trace_.events.rbegin(); event != trace_.events.rend(); ++event) {
      if (!is_point(event->kind)) continue;
      const auto made = choices_at(position--);
      add_choices(made, [&](std::uint32_t thread) { return thread != event->thread; });
      if (later != SLEAVE_NO_THREAD && later != event->thread) add_switch(event->thread, later);
      add_choices(made, [&](std::uint32_t thread) { return thread == event->thread; });
      next_kind_[event->thread] = event->kind;
      --executed_[event->thread];
      later = event->thread;
    }
    // A client may make the first event.
    const auto made = choices_at(0);
    add_choices(made, [](std::uint32_t thread) { return thread != kMainThread; });
    if (later != SLEAVE_NO_THREAD && later != kMainThread) add_switch(kMainThread, later);
    add_choices(made, [](std::uint32_t thread) { return thread == kMainThread; });
    std::reverse(decisions_.begin(), decisions_.end());
    return std::move(decisions_);
  }

 private:
  // Choices that were taken when `position` points had been executed, which are the last not yet asked for.
  std::span<const sleave_trace_choice> choices_at(std::uint64_t position) {
    const std::size_t end = choices_left_;
    while (choices_left_ > 0 && trace_.choices[choices_left_ - 1].position >= position) --choices_left_;
    return std::span(trace_.choices).subspan(choices_left_, end - choices_left_);
  }

  template <typename Wanted>
  void add_choices(std::span<const sleave_trace_choice> made, Wanted wanted) {
    for (auto choice = made.rbegin(); choice != made.rend(); ++choice) {
      if (choice->kind == SLEAVE_CHOICE_reuse || !wanted(choice->thread)) continue;
      decisions_.push_back({.thread = choice->thread,
                            .kind = choice->kind,
                            .expect = choice->expect,
                            .index = choice->index,
                            .value = choice->value});
    }
  }

  void add_switch(std::uint32_t from, std::uint32_t to) {
    decisions_.push_back({.thread = from,
                          .kind = SLEAVE_CHOICE_switch_to,
                          .expect = next_kind_[from],
                          .index = executed_[from],
                          .value = to});
  }

  const Trace& trace_;
  std::vector<std::uint16_t> next_kind_;  // of each thread, after the place of the walk
  std::vector<std::uint64_t> executed_;   // points of each thread up to the place of the walk
  std::size_t choices_left_ = trace_.choices.size();
  std::vector<sleave_decision> decisions_;
};

// What the program asked for, with the values that it had.
std::vector<Plan::Input> inputs_of(const Trace& trace) {
  std::vector<Plan::Input> inputs;
  for (const sleave_trace_input& input : trace.inputs) {
    const auto values = std::as_bytes(std::span(trace.input_bytes).subspan(input.first, input.bytes));
    inputs.push_back({input.name, {values.begin(), values.end()}});
  }
  return inputs;
}

}  // namespace

Plan plan_from_trace(const Trace& trace, const Plan& original) {
  Plan plan = original;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.spin_repeats = 0;  // every switch of the recorded run is decided: a spinning thread goes on spinning
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (kind != SLEAVE_CHOICE_reuse) plan.choices[kind] = {};
  }
  // What only a sampling tail looks at, named by the threads that were known when the plan was made.
  plan.objects.clear();
  plan.weights.clear();
  plan.relations.clear();
  plan.threads.clear();
  for (const sleave_trace_thread& thread : trace.threads) plan.threads.push_back({thread.parent, thread.ordinal});
  plan.decisions = Decisions(trace).list();
  plan.inputs = inputs_of(trace);
  return plan;
}

}  // namespace sleave
