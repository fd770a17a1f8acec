// What a run adds to the search: its events beyond the graph of its item, and the items that follow from them.
#include <algorithm>

#include "engine/base/rng.h"
#include "engine/model/alike_threads.h"
#include "engine/strategy/dpor/dpor.h"
#include "engine/strategy/dpor/failed_run.h"
#include "engine/strategy/dpor/graph/blocked.h"
#include "engine/strategy/dpor/graph/call_orders.h"
#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/failure.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/unordered_stores.h"
#include "engine/strategy/dpor/limited_choices.h"
#include "engine/strategy/dpor/repeat.h"
#include "engine/strategy/run_cost.h"

namespace sleave {
namespace {

using graph::Step;

// Whether the last event of a thread is a choice that is no operation, and if so, whether it took another alternative
// than the first.
std::optional<bool> last_choice(const graph::Graph& graph, std::uint32_t thread) {
  const graph::EventId last = graph.last_of(thread);
  if (last == graph::kNoEvent || graph.event(last).kind != graph::Kind::choice) return std::nullopt;
  return graph.event(last).outcome != 0;
}

// Of all that the run did and found, but for values of objects that the kernel or a library keeps.
std::uint64_t hash_of_steps(const graph::Steps& steps, std::span<const std::uint32_t> names) {
  std::uint64_t hash = steps.size();
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ mix64(value)); };
  for (const Step& step : steps) {
    add(static_cast<std::uint64_t>(step.kind) << 56 | static_cast<std::uint64_t>(step.operation.op) << 48 |
        static_cast<std::uint64_t>(step.outcome) << 32 | names[step.thread]);
    add(step.location);
    add(step.written);
    add(step.operation.a);
    add(step.operation.b);
    if (step.checked && !step.is_object) add(step.found);
  }
  return hash;
}

// Whether the run ended because what was to come next blocks there.
bool is_blocked(const graph::Graph& graph, const Repeated& repeated, const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_overtaken && repeated.how == Repeated::the_beginning &&
         repeated.next != graph::kNoEvent && may_turn_out_to_block(graph.event(repeated.next));
}

}  // namespace

void DporStrategy::offer(Item& item, const graph::Graph& graph, const Knowledge& knowledge) const {
  if (knowledge.symmetry.empty() || is_sorted(graph, knowledge.symmetry)) item.further.add(graph);
}

DporStrategy::Places DporStrategy::places_of(const Trace& trace) {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint32_t> places = threads_.learn(trace);
  return {std::move(places), threads_.names()};
}

void DporStrategy::study(const Plan& plan, const Trace& trace) {
  Item* const item = item_of(plan);
  if (item == nullptr || item->studied) return;
  item->studied = true;
  item->detects_races = (plan.flags & SLEAVE_PLAN_DETECT_RACES) != 0;
  if (weak_ && !trace.inputs.empty()) item->gaps.insert(GapKind::weak_inputs);
  if (solving_ == nullptr || trace.inputs.empty() || weak_) return extend(*item, trace, nullptr);
  const std::lock_guard lock(solving_mutex_);
  const std::optional<expr::Path> path = solving_->path_of(trace, Solving::Wanted::all);
  if (!path) {
    item->gaps.insert(GapKind::wrong_expressions);
    return;
  }
  RunBranches branches(*solving_, *path, plan, trace);
  extend(*item, trace, &branches);
  solved_ = cost_of_solving(solving_->work(), solving_->path_constraints_asked());
  item->gaps.insert(branches.gaps().begin(), branches.gaps().end());
  for (const sleave_trace_concretization& concretization : trace.concretizations) {
    item->gaps.insert({GapKind::input_concretized, concretization.kind});
  }
  const bool by_input =
      !path->path_constraints.empty() && path->path_constraints.back().kind == SLEAVE_PATH_CONSTRAINT_violation;
  const bool for_ever = trace.outcome() == SLEAVE_OUTCOME_excluded && (!by_input || branches.excluded_for_ever());
  if (for_ever && can_others_go_on(trace, trace.header.thread)) {
    item->gaps.insert(GapKind::after_failed_assumption);
  }
}

void DporStrategy::extend(Item& item, const Trace& trace, RunBranches* branches) {
  const auto [places, names] = places_of(trace);
  const auto gap = [&item](GapKind why) { item.gaps.insert(why); };
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return gap(GapKind::too_many_threads);
  if (trace.header.dropped != 0) return gap(GapKind::trace_full);
  const std::shared_ptr<const Knowledge> known = knowledge();
  RunSteps run = steps_of(trace, places, choices_, known->facts, branches, true, !weak_);
  // Only our pass notices that the program uses addresses as numbers.
  const bool addresses_are_seen = trace.sight() == SLEAVE_SIGHT_full && !trace.has_module_with(SLEAVE_SIGHT_accesses);
  if (symmetry_ && item.detects_races && addresses_are_seen) learn_alike_threads(trace, places, known->facts, run.news);
  if (!run.news.empty()) {
    item.news = std::move(run.news);
    return;
  }
  item.gaps = std::move(run.gaps);
  if (run.end_with_threads) run.steps.erase(run.steps.begin() + static_cast<std::ptrdiff_t>(*run.end_with_threads));
  item.assumptions = std::move(run.assumptions);
  if (!known->symmetry.empty()) item.assumptions.insert(Assumption::alike_threads);
  if (weak_) item.assumptions.insert(Assumption::no_load_buffering);
  if (weak_) item.assumptions.merge(run.weak_assumptions);
  if (item.repeat_id || !item.sampled.empty()) item.steps_hash = hash_of_steps(run.steps, names);
  item.has_weaker_orders = run.has_weaker_orders;
  if (!weak_) item.weak_assumptions = run.weak_assumptions;
  if (!item.detects_races) item.assumptions.insert(Assumption::no_data_races);
  if (trace.outcome() == SLEAVE_OUTCOME_exited || trace.outcome() == SLEAVE_OUTCOME_failed) {
    DporAudit::Classified classified = DporAudit::classify(run.steps, known->symmetry, names);
    item.class_hash = classified.whole;
    if (trace.outcome() == SLEAVE_OUTCOME_exited) item.classified = std::move(classified);
  }
  if (item.audits) return;
  const bool excluded = trace.outcome() == SLEAVE_OUTCOME_excluded;
  const std::optional<std::uint32_t> failed = excluded ? trace.header.thread : failed_by_itself(trace);
  const auto stop = [&](const graph::Graph& graph) {
    if (!can_others_go_on(trace, *failed)) return;
    // Where the thread stops, branches after its last event are not known. Another input may meet an assumption.
    if (branches != nullptr) return excluded ? void() : gap(GapKind::rest_of_failed_run);
    if (places[*failed] >= 64) return gap(GapKind::too_many_threads);
    if (const std::optional<bool> chosen = last_choice(graph, places[*failed])) {
      // It cannot stop before a choice that is no operation. After another than the first, every execution fails.
      return *chosen ? void() : gap(GapKind::rest_of_failed_run);
    }
    if (const std::optional<graph::Graph> rest = stopped(graph, places[*failed])) offer(item, *rest, *known);
  };
  Repeated repeated = repeat_graph(item.graph, item.order, run.steps, branches != nullptr);
  if (repeated.how != Repeated::all) {
    if (failed && repeated.how == Repeated::the_beginning && !(excluded && branches != nullptr)) {
      stop(item.graph);
      item.weight = item.further.share(item.weight);
    } else if (is_blocked(item.graph, repeated, trace)) {
      if (const std::optional<graph::Graph> rest = without_blocked(item.graph, repeated.next))
        offer(item, *rest, *known);
      item.weight = item.further.share(item.weight);
    } else if (excluded) {
      gap(GapKind::early_failed_assumption);
    } else if (trace.outcome() != SLEAVE_OUTCOME_failed || waits_for_ever(trace)) {
      item.gaps.insert(
          repeated.different == nullptr
              ? Gap(GapKind::thread_differs)
              : Gap(GapKind::thread_differs_at, 0, describe_step(trace, places, run.steps, *repeated.different)));
    }
    return;
  }
  item.stops = stopped_threads(item.graph) != 0;
  item.stops_timers = run.stops_timers;
  const Cut cut = cut_where_stopped_go_on(item.graph, most_events_, repeated.beyond, run);
  item.beyond_limit = cut == Cut::after_limit;
  item.at_limit = run.left_running && !item.stops;
  if (item.at_limit && most_events_ >= kMostSteps) gap(GapKind::exit_with_threads);
  if (item.graph.size() + repeated.beyond.size() > kMostSteps) return gap(GapKind::long_graph);
  graph::Extension extension(
      std::move(item.graph), item.order,
      {.model = *model_, .further = item.further, .symmetry = known->symmetry, .branches = branches});
  for (const Step& step : repeated.beyond) {
    if (!extension.add(step)) return gap(GapKind::changed_without_event);
    item.weight = item.further.share(item.weight);
  }
  item.news.stored = graph::unordered_stores(extension.graph(), run.blocked);
  item.news.apart = distinguished(extension.graph(), known->symmetry, trace.outcome() == SLEAVE_OUTCOME_exited);
  if (!item.news.empty()) return;
  if (failed && cut == Cut::nothing) stop(extension.graph());
  extension.end(run.blocked);
  item.weight = item.further.share(item.weight);
  item.beyond_time_outs = has_too_many_time_outs(extension.graph(), most_time_outs_);
  item.beyond_bound = !includes(bound_, extension.graph());
  if (watching_) look_for_departure(item, trace, run, extension.graph(), branches != nullptr);
  // A run that ends with calls that may wait has told the orders that explain it, too.
  const bool told = !run.calls.orders.empty() || !run.calls.all_orders;
  const bool ended = trace.outcome() == SLEAVE_OUTCOME_exited || (excluded && told);
  if (ended && !item.stops) judge_calls(item, extension.graph(), run.calls);
}

// The run has judged its own order of the calls.
void DporStrategy::judge_calls(Item& item, const graph::Graph& graph, const ClientCalls& calls) const {
  if (calls.calls.empty()) return;
  graph::EventIds order;
  if (weak_) return void(item.gaps.insert(GapKind::client_orders));
  if (!model_->linearize(graph, order)) return void(item.gaps.insert(GapKind::damaged_work));
  const graph::CallOrder found = look_for_unexplained(graph, order, calls);
  if (found.verdict == graph::CallOrder::Verdict::unknown) item.gaps.insert(GapKind::client_orders);
  if (found.verdict != graph::CallOrder::Verdict::unexplained) return;
  item.is_unexplained = graph::SequentialConsistency().linearize_with(graph, found.pairs, item.order);
  if (!item.is_unexplained) item.gaps.insert(GapKind::client_orders);
  item.graph = graph;
}

}  // namespace sleave
