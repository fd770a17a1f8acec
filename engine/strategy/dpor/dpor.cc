#include "engine/strategy/dpor/dpor.h"

#include <algorithm>

#include "engine/inputs/input_bytes.h"
#include "engine/model/alike_threads.h"
#include "engine/strategy/dpor/failed_run.h"
#include "engine/strategy/dpor/graph/blocked.h"
#include "engine/strategy/dpor/graph/call_orders.h"
#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/failure.h"
#include "engine/strategy/dpor/graph/graph_bytes.h"
#include "engine/strategy/dpor/graph/unordered_stores.h"
#include "engine/strategy/dpor/graph_plan.h"
#include "engine/strategy/dpor/limited_choices.h"
#include "engine/strategy/dpor/repeat.h"
#include "engine/strategy/factories.h"
#include "engine/strategy/run_cost.h"

namespace sleave {
namespace {

using graph::Step;

// A longer run has too many conflicts to be written down: each is a work item of the run's own size. Such a program is
// not exhausted in any time.
constexpr std::size_t kMostSteps = 5'000;

// Whether the last event of a thread is a choice that is no operation, and if so, whether it took another alternative
// than the first.
std::optional<bool> last_choice(const graph::Graph& graph, std::uint32_t thread) {
  const graph::EventId last = graph.last_of(thread);
  if (last == graph::kNoEvent || graph.event(last).kind != graph::Kind::choice) return std::nullopt;
  return graph.event(last).outcome != 0;
}

// Audit runs that are planned at a time.
constexpr std::uint64_t kAuditBatch = 64;

bool can_nobody_go_on(const Trace& trace) {
  return std::none_of(trace.threads.begin(), trace.threads.end(),
                      [](const auto& thread) { return thread.state == SLEAVE_THREAD_ENABLED; });
}

bool waits_for_ever(const Trace& trace) {
  return trace.finding() == SLEAVE_FIND_deadlock || trace.finding() == SLEAVE_FIND_no_progress;
}

// Whether the run ended because what was to come next blocks there.
bool is_blocked(const graph::Graph& graph, const Repeated& repeated, const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_overtaken && repeated.how == Repeated::the_beginning &&
         repeated.next != graph::kNoEvent && may_turn_out_to_block(graph.event(repeated.next));
}

}  // namespace

DporStrategy::DporStrategy(const ChoiceSet& choices, const Options& options, std::unique_ptr<Solving> solving)
    : Strategy({.supports_concurrent_next = true, .chooses_sites = true, .resumes = true}),
      choices_(choices),
      bound_(options.bound),
      most_events_(options.most_events),
      most_time_outs_(options.most_time_outs),
      symmetry_(options.symmetry),
      solving_(std::move(solving)),
      audit_(choices) {
  threads_.load({{SLEAVE_NO_THREAD, 0}});
  begin();
}

void DporStrategy::begin() {
  graph::WorkItems first;
  first.add(graph::Graph());
  frontier_.add(first[0], 1);
}

Plan DporStrategy::plan_of(const Item& item, const Known& known) const {
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;
  plan.flags = SLEAVE_PLAN_LATE_DEADLOCKS | SLEAVE_PLAN_SPLIT_WAITS | SLEAVE_PLAN_AWAITS | SLEAVE_PLAN_RETRIES;
  // A round of a retry loop in which a signal comes is no round of it.
  if (known.signals) plan.flags = (plan.flags | SLEAVE_PLAN_SIGNALS) & ~SLEAVE_PLAN_RETRIES;
  if (known.cancels) plan.flags |= SLEAVE_PLAN_CANCELS;
  if (choices_.has(SLEAVE_CHOICE_alloc)) plan.record |= SLEAVE_RECORD_NOTES;
  if (choices_.frees_time()) plan.flags |= SLEAVE_PLAN_FREE_TIME;
  plan.choices[SLEAVE_CHOICE_timer].most =
      static_cast<std::uint32_t>(most_time_outs_ + 1);  // runtime/thread/timer_thread.h
  plan.threads = known.threads;
  plan.sites = known.sites;
  plan.inputs = inputs_from_bytes(item.graph.input()).value_or(std::vector<Plan::Input>());
  if (solving_ != nullptr) plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.tail_threads = stopped_threads(item.graph);
  plan.tail_events = most_events_ < kMostSteps ? most_events_ : 0;
  const bool stops = plan.tail_threads != 0 || plan.tail_events != 0;
  plan.tail_policy = stops ? SLEAVE_POLICY_hold : SLEAVE_POLICY_stay;
  plan.tail_alike = known.alike;
  decide_order(item.graph, item.order, plan);
  return plan;
}

std::optional<DporStrategy::Planned> DporStrategy::prepare(const Frontier::Taken& taken, const Known& known) {
  std::optional<graph::Graph> graph = graph::graph_from_bytes(taken.bytes, known.threads.size());
  auto item = std::make_unique<Item>();
  if (!graph || !model_.linearize(*graph, item->order)) {
    const std::lock_guard lock(mutex_);
    frontier_.done(taken.ticket);
    gap(GapKind::damaged_work);
    return std::nullopt;
  }
  graph->renew_clocks(item->order);
  const std::string beyond = words_of_limit(*graph);
  if (!beyond.empty()) {
    const std::lock_guard lock(mutex_);
    exhaustion_.add_bound(beyond);
    estimate_.dropped(taken.weight);
    frontier_.done(taken.ticket);
    return std::nullopt;
  }
  item->ticket = taken.ticket;
  item->weight = taken.weight;
  item->facts = known.facts;
  item->graph = std::move(*graph);
  Plan plan = plan_of(*item, known);
  return Planned{std::move(plan), std::move(item)};
}

std::string DporStrategy::words_of_limit(const graph::Graph& graph) const {
  const std::string words = words_of_limited_choices(graph, most_time_outs_);
  return words.empty() && forbids(bound_, graph) ? bound_.words() : words;
}

// Without the lock, while other threads do the same: it is a large part of what an item costs.
DporStrategy::Queue DporStrategy::take_some() {
  Queue planned;
  while (planned.empty()) {  // the bound may forbid all of some
    Known known;
    std::vector<Frontier::Taken> some;
    {
      const std::lock_guard lock(mutex_);
      some = frontier_.take();
      known = this->known();
    }
    if (some.empty()) break;
    for (const Frontier::Taken& taken : some) {
      if (std::optional<Planned> next = prepare(taken, known)) planned.push_back(std::move(*next));
    }
  }
  return planned;
}

std::vector<Plan> DporStrategy::give_out(std::size_t most) {
  std::vector<Plan> plans;
  plans.reserve(std::min(most, taken_.size()));
  while (plans.size() < most && !taken_.empty()) {
    Planned& planned = taken_.front();
    under_way_.emplace(planned.plan.id, std::move(planned.item));
    plans.push_back(std::move(planned.plan));
    taken_.pop_front();
  }
  return plans;
}

std::vector<Plan> DporStrategy::next_some(std::size_t most) {
  {
    const std::lock_guard lock(mutex_);
    if (!taken_.empty()) return give_out(most);
  }
  Queue fresh = take_some();
  const std::lock_guard lock(mutex_);
  if (fresh.empty()) add_audit_runs();
  for (Planned& planned : fresh) {
    planned.plan.id = given_out_++;
    taken_.push_back(std::move(planned));
  }
  return give_out(most);
}

std::optional<Plan> DporStrategy::next() {
  std::vector<Plan> one = next_some(1);
  if (one.empty()) return std::nullopt;
  return std::move(one.front());
}

// What is to be run is everything: a search up to a bound has left classes out, and of another session's nothing is
// kept.
bool DporStrategy::can_be_audited() const {
  return exhaustion_.searched_all() && exhaustion_.bound.empty() && bound_.kind == graph::Bound::Kind::none &&
         most_events_ >= kMostSteps && !loaded_;
}

// Once the search is at its end, the audit's plans, as items without a graph.
void DporStrategy::add_audit_runs() {
  if (frontier_.size() != 0 || !under_way_.empty() || !can_be_audited()) return;
  if (!audit_.begun()) audit_.begin(exhaustion_.complete_runs + exhaustion_.blocked_runs);
  const Known known = this->known();
  for (std::uint64_t some = std::min(audit_.left(), kAuditBatch); some != 0; --some) {
    auto item = std::make_unique<Item>();
    item->audits = true;
    item->facts = known.facts;
    Plan plan = plan_of(*item, known);
    audit_.complete(plan, solving_ != nullptr);
    plan.id = given_out_++;
    taken_.push_back({std::move(plan), std::move(item)});
  }
}

// Items that another thread is about to give out are under way, too.
StrategyProgress DporStrategy::progress() const {
  const std::lock_guard lock(mutex_);
  return {.has_pending_work = false,
          .has_runs_in_flight = frontier_.size() != 0 || !under_way_.empty() || !taken_.empty(),
          .analysis_cost = solved_};
}

WorkChanges DporStrategy::changes() {
  const std::lock_guard lock(mutex_);
  return frontier_.changes();
}

std::vector<Plan> DporStrategy::expected(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  std::vector<Plan> plans;
  plans.reserve(std::min(most, taken_.size()));
  for (const Planned& planned : taken_) {
    if (plans.size() == most) break;
    plans.push_back(planned.plan);
  }
  return plans;
}

DporStrategy::Item* DporStrategy::item_of(const Plan& plan) const {
  const std::lock_guard lock(mutex_);
  const auto item = under_way_.find(plan.id);
  return item == under_way_.end() ? nullptr : item->second.get();
}

std::shared_ptr<const Knowledge> DporStrategy::knowledge() const {
  const std::lock_guard lock(mutex_);
  return knowledge_;
}

DporStrategy::Known DporStrategy::known() const {
  const LearnedFacts& facts = knowledge_->facts;
  return {threads_.threads(),     {facts.racing.begin(), facts.racing.end()},
          facts.size(),           knowledge_->alike,
          !facts.signals.empty(), !facts.canceled.empty()};
}

void DporStrategy::offer(Item& item, const graph::Graph& graph, const Knowledge& knowledge) const {
  if (knowledge.symmetry.empty() || is_sorted(graph, knowledge.symmetry)) item.further.add(graph);
}

std::vector<std::uint32_t> DporStrategy::places_of(const Trace& trace) {
  const std::lock_guard lock(mutex_);
  return threads_.learn(trace);
}

void DporStrategy::study(const Plan& plan, const Trace& trace) {
  Item* const item = item_of(plan);
  if (item == nullptr || item->studied) return;
  item->studied = true;
  item->detects_races = (plan.flags & SLEAVE_PLAN_DETECT_RACES) != 0;
  if (solving_ == nullptr || trace.inputs.empty()) return extend(*item, trace, nullptr);
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
  const std::vector<std::uint32_t> places = places_of(trace);
  const auto gap = [&item](GapKind why) { item.gaps.insert(why); };
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return gap(GapKind::too_many_threads);
  if (trace.header.dropped != 0) return gap(GapKind::trace_full);
  const std::shared_ptr<const Knowledge> known = knowledge();
  RunSteps run = steps_of(trace, places, choices_, known->facts, branches, true);
  if (symmetry_ && item.detects_races) learn_alike_threads(trace, places, known->facts, run.news);
  if (!run.news.empty()) {
    item.news = std::move(run.news);
    return;
  }
  item.gaps = std::move(run.gaps);
  if (run.end_with_threads) run.steps.erase(run.steps.begin() + static_cast<std::ptrdiff_t>(*run.end_with_threads));
  item.assumptions = std::move(run.assumptions);
  if (!known->symmetry.empty()) item.assumptions.insert(Assumption::alike_threads);
  if (!item.detects_races) item.assumptions.insert(Assumption::no_data_races);
  if (trace.outcome() == SLEAVE_OUTCOME_exited) item.classified = DporAudit::classify(run.steps, known->symmetry);
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
      {.model = model_, .further = item.further, .symmetry = known->symmetry, .branches = branches});
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
  if (trace.outcome() == SLEAVE_OUTCOME_exited && !item.stops) judge_calls(item, extension.graph(), run.calls);
}

// The run has judged its own order of the calls.
void DporStrategy::judge_calls(Item& item, const graph::Graph& graph, const ClientCalls& calls) const {
  if (calls.calls.empty()) return;
  graph::EventIds order;
  if (!model_.linearize(graph, order)) return void(item.gaps.insert(GapKind::damaged_work));
  const graph::CallOrder found = look_for_unexplained(graph, order, calls);
  if (found.verdict == graph::CallOrder::Verdict::unknown) item.gaps.insert(GapKind::client_orders);
  if (found.verdict != graph::CallOrder::Verdict::unexplained) return;
  item.is_unexplained = model_.linearize_with(graph, found.pairs, item.order);
  if (!item.is_unexplained) item.gaps.insert(GapKind::client_orders);
  item.graph = graph;
}

void DporStrategy::run_again(std::unique_ptr<Item> item) {
  item->is_again = true;
  Plan plan = plan_of(*item, known());
  plan.id = given_out_++;
  taken_.push_front({std::move(plan), std::move(item)});
}

void DporStrategy::done(const Plan& plan, const Trace& trace) {
  study(plan, trace);
  UnderWay::node_type entry;  // ends without the lock
  const std::lock_guard lock(mutex_);
  entry = under_way_.extract(plan.id);
  if (entry.empty()) return;
  Item& item = *entry.mapped();
  if (item.facts != knowledge_->facts.size() || !item.news.empty()) {
    if (!item.audits) frontier_.done(item.ticket);
    if (!item.news.empty()) begin_anew(item.news);
    return;
  }
  if (item.is_unexplained && !item.is_again) return run_again(std::move(entry.mapped()));
  if (item.is_again && trace.outcome() != SLEAVE_OUTCOME_failed) item.gaps.insert(GapKind::client_order_differs);
  audit_.learn(trace);
  if (item.audits) return audit(item);
  const auto differs = [](const Gap& why) { return why.kind == GapKind::thread_differs_at; };
  // One such place is enough to look at.
  if (std::any_of(exhaustion_.gaps.begin(), exhaustion_.gaps.end(), differs)) std::erase_if(item.gaps, differs);
  exhaustion_.gaps.merge(item.gaps);
  exhaustion_.assumptions.merge(item.assumptions);
  for (std::size_t i = 0; i < item.further.size(); ++i) frontier_.add(item.further[i], item.further.weight(i));
  estimate_.finished(item.weight);
  frontier_.done(item.ticket);
  if (item.at_limit) exhaustion_.add_bound(limit_words());
  if (item.stops_timers) exhaustion_.add_bound(time_out_words(most_time_outs_));
  if (item.beyond_bound || item.beyond_limit || item.beyond_time_outs) {
    ++exhaustion_.beyond_bound;
    exhaustion_.add_bound(item.beyond_limit   ? limit_words()
                          : item.beyond_bound ? bound_.words()
                                              : time_out_words(most_time_outs_));
  } else {
    count(item, trace);
    if (item.classified && !item.stops) audit_.add(*item.classified);
  }
}

std::string DporStrategy::limit_words() const { return std::to_string(most_events_) + " events in each thread"; }

// What the run did that the search does not follow is news, too.
void DporStrategy::audit(const Item& item) {
  exhaustion_.gaps.insert(item.gaps.begin(), item.gaps.end());
  if (!item.classified) return audit_.pass_over();
  const std::optional<std::size_t> unknown = audit_.first_unknown(*item.classified);
  if (!unknown) return;
  gap({GapKind::audit, *unknown + 1, item.classified->steps.size()});
}

// Everything so far was seen with other eyes. Runs under way are dropped when they are done.
void DporStrategy::begin_anew(const LearnedFacts& news) {
  LearnedFacts facts = knowledge_->facts;
  facts.add(news);
  if (facts.size() == knowledge_->facts.size()) return;  // another run had shown it
  know(std::move(facts));
  for (const Planned& planned : taken_) {
    if (!planned.item->audits) frontier_.done(planned.item->ticket);
  }
  taken_.clear();
  audit_.forget();
  for (std::vector<Frontier::Taken> left = frontier_.take(); !left.empty(); left = frontier_.take()) {
    for (const Frontier::Taken& taken : left) frontier_.done(taken.ticket);
  }
  exhaustion_ = Exhaustion();
  estimate_ = SpaceEstimate();
  begin();
}

void DporStrategy::count(const Item& item, const Trace& trace) {
  switch (trace.outcome()) {
    case SLEAVE_OUTCOME_exited:
      ++(item.stops ? exhaustion_.blocked_runs : exhaustion_.complete_runs);
      return;
    case SLEAVE_OUTCOME_excluded:
      return;  // nothing that the program is asked to do
    case SLEAVE_OUTCOME_overtaken:
      ++exhaustion_.blocked_runs;
      return;
    case SLEAVE_OUTCOME_failed:
      if (failed_by_itself(trace)) {
        ++(item.stops ? exhaustion_.blocked_runs : exhaustion_.failed_runs);
      } else if (waits_for_ever(trace) && can_nobody_go_on(trace)) {
        ++(item.stops ? exhaustion_.blocked_runs : exhaustion_.deadlocked_classes);
      } else {
        gap(GapKind::rest_of_failed_run);
      }
      return;
    default:
      gap({GapKind::run_ended, trace.outcome()});
  }
}

std::optional<Exhaustion> DporStrategy::exhaustion() const {
  const std::lock_guard lock(mutex_);
  Exhaustion now = exhaustion_;
  now.open = frontier_.size();
  now.estimate = estimate_.range();
  now.audit_runs = audit_.agreed();
  const bool owes = now.open == 0 && can_be_audited();
  now.audit_left = !owes ? 0 : audit_.begun() ? audit_.left() + taken_.size() + under_way_.size() : 1;
  return now;
}

StrategyReport DporStrategy::report() const {
  if (solving_ == nullptr) return {};
  const std::lock_guard lock(solving_mutex_);
  return {.inputs = solving_->report(), .sections = {}};
}

Result<std::unique_ptr<Strategy>> make_dpor(const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = Solving::start_if(options.inputs == "solve", options.solving);
  if (!solving) return solving.error();
  return std::unique_ptr<Strategy>(std::make_unique<DporStrategy>(
      options.choices,
      DporStrategy::Options{options.bound, options.most_events, options.time_outs, options.without != "symmetry"},
      std::move(*solving)));
}

}  // namespace sleave
