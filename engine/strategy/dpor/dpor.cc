#include "engine/strategy/dpor/dpor.h"

#include <algorithm>
#include <random>

#include "engine/inputs/input_bytes.h"
#include "engine/strategy/dpor/failed_run.h"
#include "engine/strategy/dpor/graph/graph_bytes.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/weak/cpp20.h"
#include "engine/strategy/dpor/graph_plan.h"
#include "engine/strategy/dpor/limited_choices.h"
#include "engine/strategy/factories.h"

namespace sleave {
namespace {

std::unique_ptr<const graph::MemoryModel> model_named(const std::string& name) {
  if (name == "sc") return std::make_unique<graph::SequentialConsistency>();
  return std::make_unique<graph::Cpp20>(name == "rc11"  ? graph::WeakModel::rc11
                                        : name == "tso" ? graph::WeakModel::tso
                                                        : graph::WeakModel::cpp20);
}

// Audit runs that are planned at a time.
constexpr std::uint64_t kAuditBatch = 64;

// Of which items are sampled, which nobody should be able to tell beforehand. It decides nothing about the search.
std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

bool can_nobody_go_on(const Trace& trace) {
  return std::none_of(trace.threads.begin(), trace.threads.end(),
                      [](const auto& thread) { return thread.state == SLEAVE_THREAD_ENABLED; });
}

}  // namespace

DporStrategy::DporStrategy(const ChoiceSet& choices, const Options& options, std::unique_ptr<Solving> solving)
    : Strategy({.supports_concurrent_next = true, .chooses_sites = true, .resumes = true}),
      choices_(choices),
      bound_(options.bound),
      most_events_(options.most_events),
      most_time_outs_(options.most_time_outs),
      symmetry_(options.symmetry),
      watches_(options.watches),
      widens_(options.widens),
      solving_(std::move(solving)),
      audit_(choices),
      chance_(random_seed()) {
  set_model(options.model);
  watching_ = watches_ && !weak_;
  threads_.load({{SLEAVE_NO_THREAD, 0}});
  begin();
}

void DporStrategy::set_model(const std::string& name) {
  model_ = model_named(name);
  model_name_ = name;
  weak_ = name != "sc";
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
  if (choices_.frees_time() && known.time_is_unseen) plan.flags |= SLEAVE_PLAN_UNSEEN_TIME;
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
  if (weak_) plan.flags |= SLEAVE_PLAN_OLD_STORES;  // in all runs: one may continue another
  decide_order(item.graph, item.order, plan, weak_);
  return plan;
}

// None: the bytes are damaged.
std::unique_ptr<DporStrategy::Item> DporStrategy::item_from(std::span<const std::uint8_t> bytes,
                                                            const Known& known) const {
  std::optional<graph::Graph> graph = graph::graph_from_bytes(bytes, known.threads.size());
  auto item = std::make_unique<Item>();
  if (!graph || !model_->linearize(*graph, item->order)) return nullptr;
  graph->renew_clocks(item->order);
  item->epoch = known.epoch;
  item->graph = std::move(*graph);
  return item;
}

std::optional<DporStrategy::Planned> DporStrategy::prepare(const Frontier::Taken& taken, bool sampled,
                                                           const Known& known) {
  std::unique_ptr<Item> item = item_from(taken.bytes, known);
  if (item == nullptr) {
    const std::lock_guard lock(mutex_);
    frontier_.done(taken.ticket);
    if (known.epoch == epoch_) gap(GapKind::damaged_work);
    return std::nullopt;
  }
  const std::string beyond = words_of_limit(item->graph);
  if (!beyond.empty()) {
    const std::lock_guard lock(mutex_);
    frontier_.done(taken.ticket);
    if (known.epoch != epoch_) return std::nullopt;
    exhaustion_.add_bound(beyond);
    estimate_.dropped(taken.weight);
    return std::nullopt;
  }
  item->ticket = taken.ticket;
  item->weight = taken.weight;
  if (sampled) item->sampled.assign(taken.bytes.begin(), taken.bytes.end());
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
    std::vector<bool> sampled;
    {
      const std::lock_guard lock(mutex_);
      some = frontier_.take();
      for (std::size_t i = 0; i < some.size(); ++i) sampled.push_back(is_to_be_sampled());
      known = this->known();
    }
    if (some.empty()) break;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (std::optional<Planned> next = prepare(some[i], sampled[i], known)) planned.push_back(std::move(*next));
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
  Queue fresh = take_repeats();
  if (fresh.empty()) fresh = take_some();
  if (fresh.empty() && widen()) fresh = take_some();
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
         most_events_ >= kMostSteps && !loaded_ && !shared_;
}

// Once the search is at its end, the audit's plans, as items without a graph.
void DporStrategy::add_audit_runs() {
  if (frontier_.size() != 0 || !under_way_.empty() || !can_be_audited()) return;
  if (!audit_.begun()) audit_.begin(exhaustion_.complete_runs + exhaustion_.blocked_runs);
  const Known known = this->known();
  for (std::uint64_t some = std::min(audit_.left(), kAuditBatch); some != 0; --some) {
    auto item = std::make_unique<Item>();
    item->audits = true;
    item->epoch = known.epoch;
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
  return {threads_.threads(),
          {facts.racing.begin(), facts.racing.end()},
          epoch_,
          knowledge_->alike,
          !facts.signals.empty(),
          !facts.canceled.empty(),
          facts.time_is_unseen()};
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
  if (item.epoch != epoch_ || !item.news.empty()) {
    if (item.epoch == epoch_) begin_anew(item.news);
    if (!item.audits && !item.repeat_id) frontier_.done(item.ticket);
    return;
  }
  if (item.repeat_id) return keep_repeated(item, trace);
  if (item.is_unexplained && !item.is_again) return run_again(std::move(entry.mapped()));
  if (item.is_again && trace.outcome() != SLEAVE_OUTCOME_failed) item.gaps.insert(GapKind::client_order_differs);
  audit_.learn(trace);
  if (item.audits) return audit(item);
  const auto differs = [](const Gap& why) { return why.kind == GapKind::thread_differs_at; };
  // One such place is enough to look at.
  if (std::any_of(exhaustion_.gaps.begin(), exhaustion_.gaps.end(), differs)) std::erase_if(item.gaps, differs);
  exhaustion_.gaps.merge(item.gaps);
  exhaustion_.assumptions.merge(item.assumptions);
  exhaustion_.has_weaker_orders = exhaustion_.has_weaker_orders || item.has_weaker_orders;
  if (watching_) count_departures(item);
  if (!item.sampled.empty()) keep_sample(item, trace);
  for (std::size_t i = 0; i < item.further.size(); ++i) frontier_.add(item.further[i], item.further.weight(i));
  estimate_.finished(item.weight);
  frontier_.done(item.ticket);
  if (reports_edges_) edges_.add(trace);
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
  drop_work();
  has_news_ = shared_;
  if (!shared_) begin();
}

void DporStrategy::drop_work() {
  ++epoch_;
  frontier_.clear();
  for (const Planned& planned : taken_) {
    if (!planned.item->audits && !planned.item->repeat_id) frontier_.done(planned.item->ticket);
  }
  taken_.clear();
  sampled_.clear();
  repeated_.clear();
  repeats_.clear();
  edges_.clear();
  audit_.forget();
  exhaustion_ = Exhaustion();
  estimate_ = SpaceEstimate();
  watching_ = watches_ && !weak_;
  departs_ = false;
  departure_checks_ = 0;
  weak_assumptions_.clear();
}

void DporStrategy::count(const Item& item, std::uint64_t& classes, ClassSum::End end) {
  ++(item.stops ? exhaustion_.blocked_runs : classes);
  if (!item.stops) exhaustion_.class_sum.add(item.class_hash, end);
}

void DporStrategy::count(const Item& item, const Trace& trace) {
  switch (trace.outcome()) {
    case SLEAVE_OUTCOME_exited:
      return count(item, exhaustion_.complete_runs, ClassSum::End::exit);
    case SLEAVE_OUTCOME_excluded:  // nothing that the program is asked to do, or a failure that was too long to check
      if (weak_) gap({GapKind::run_ended, trace.outcome()});
      return;
    case SLEAVE_OUTCOME_overtaken:
      ++exhaustion_.blocked_runs;
      return;
    case SLEAVE_OUTCOME_failed:
      if (failed_by_itself(trace)) {
        count(item, exhaustion_.failed_runs, ClassSum::End::failure);
      } else if (waits_for_ever(trace) && can_nobody_go_on(trace)) {
        count(item, exhaustion_.deadlocked_classes, ClassSum::End::deadlock);
      } else {
        gap(GapKind::rest_of_failed_run);
      }
      return;
    default:
      gap({GapKind::run_ended, trace.outcome()});
  }
}

StrategyReport DporStrategy::report() const {
  if (solving_ == nullptr) return {};
  const std::lock_guard lock(solving_mutex_);
  return {.inputs = solving_->report(), .sections = {}};
}

Result<std::unique_ptr<Strategy>> make_dpor(const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = Solving::start_if(options.inputs == "solve", options.solving);
  if (!solving) return solving.error();
  return std::unique_ptr<Strategy>(
      std::make_unique<DporStrategy>(options.choices,
                                     DporStrategy::Options{.bound = options.bound,
                                                           .most_events = options.most_events,
                                                           .most_time_outs = options.time_outs,
                                                           .symmetry = options.without != "symmetry",
                                                           .model = options.model == "auto" ? "sc" : options.model,
                                                           .watches = options.model == "auto",
                                                           .widens = options.widens},
                                     std::move(*solving)));
}

}  // namespace sleave
