#include "engine/strategy/dpor/failed_run.h"

#include <algorithm>

#include "engine/trace/words.h"

namespace sleave {

using graph::Step;

namespace {

std::vector<std::uint64_t> events_of_threads(const graph::Graph& graph) {
  std::vector<std::uint64_t> counts(graph.threads());
  for (const graph::Event& event : graph.events()) {
    counts[event.thread] += event.is_operation() && !event.fatal ? 1 : 0;
  }
  return counts;
}

// Of one more step of the thread.
std::uint64_t step_count(std::vector<std::uint64_t>& executed, std::uint32_t thread) {
  if (executed.size() <= thread) executed.resize(thread + 1);
  return ++executed[thread];
}

}  // namespace

std::optional<std::uint32_t> failed_by_itself(const Trace& trace) {
  if (trace.outcome() != SLEAVE_OUTCOME_failed || trace.header.thread >= trace.threads.size()) return std::nullopt;
  switch (trace.finding()) {
    case SLEAVE_FIND_crash:
    case SLEAVE_FIND_assertion:
    case SLEAVE_FIND_abort:
    case SLEAVE_FIND_terminate:
    case SLEAVE_FIND_exit_code:
    case SLEAVE_FIND_sanitizer_report:
    case SLEAVE_FIND_not_linearizable:
    case SLEAVE_FIND_heap_use_after_free:
    case SLEAVE_FIND_double_free:
    case SLEAVE_FIND_invalid_free:
    case SLEAVE_FIND_heap_overflow:
      return trace.header.thread;
    default:
      return std::nullopt;
  }
}

bool waits_for_ever(const Trace& trace) {
  return trace.finding() == SLEAVE_FIND_deadlock || trace.finding() == SLEAVE_FIND_no_progress;
}

bool can_others_go_on(const Trace& trace, std::uint32_t thread) {
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) {
    const auto state = trace.threads[i].state;
    if (i != thread && state != SLEAVE_THREAD_DONE && state != SLEAVE_THREAD_BLOCKED) return true;
  }
  return false;
}

std::uint64_t stopped_threads(const graph::Graph& graph) {
  std::uint64_t set = 0;
  for (std::uint32_t i = 0; i < graph.threads() && i < 64; ++i) {
    if (graph.is_stopped(i)) set |= std::uint64_t{1} << i;
  }
  return set;
}

Cut cut_where_stopped_go_on(const graph::Graph& graph, std::uint64_t limit, graph::Steps& beyond, RunSteps& run) {
  std::vector<std::uint64_t> executed = events_of_threads(graph);
  std::vector<bool> stopped(graph.threads());
  for (std::uint32_t i = 0; i < graph.threads(); ++i) stopped[i] = graph.is_stopped(i);
  const auto goes_on = [&](const Step& step) { return step.thread < stopped.size() && stopped[step.thread]; };
  Cut kind = Cut::nothing;
  auto cut = beyond.begin();
  for (; cut != beyond.end(); ++cut) {
    if (!cut->is_operation()) continue;
    if (goes_on(*cut)) kind = Cut::after_stop;
    if (step_count(executed, cut->thread) > limit) kind = Cut::after_limit;
    if (kind != Cut::nothing) break;
  }
  stopped.resize(std::max(stopped.size(), executed.size()));
  for (std::size_t i = 0; i < executed.size(); ++i) stopped[i] = stopped[i] || executed[i] >= limit;
  if (kind == Cut::nothing) {
    std::erase_if(run.blocked, goes_on);
    return kind;
  }
  graph::Steps waiting;
  const auto is_new = [&](const Step& step) {
    return !goes_on(step) &&
           std::none_of(waiting.begin(), waiting.end(), [&](const Step& other) { return other.thread == step.thread; });
  };
  for (auto step = cut; step != beyond.end(); ++step) {
    if (is_new(*step)) waiting.push_back(*step);
  }
  for (const graph::Steps* left : {&run.blocked, &run.ready}) {
    for (const Step& step : *left) {
      if (is_new(step)) waiting.push_back(step);
    }
  }
  std::erase_if(waiting,
                [](const Step& step) { return step.kind != Step::Kind::update || !may_block(step.operation); });
  beyond.erase(cut, beyond.end());
  run.blocked = std::move(waiting);
  return kind;
}

}  // namespace sleave
