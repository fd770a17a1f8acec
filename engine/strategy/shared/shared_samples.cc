#include "engine/strategy/shared/shared_samples.h"

#include <algorithm>
#include <utility>

namespace sleave {

SharedSamples::SharedSamples(const Options& options, Make make)
    : Strategy({.supports_concurrent_next = true, .chooses_sites = true, .resumes = false}),
      FrontierWork(bytes_of(ItemRange{0, RunItems(options.runs).count()}), options.sampled_one_in),
      options_(options),
      make_(std::move(make)),
      items_(options.runs) {}

bool SharedSamples::is_item(std::span<const std::uint8_t> bytes) const {
  const std::optional<ItemRange> range = range_of(bytes, items_.count());
  return range && range->count == 1;
}

void SharedSamples::drop_begun() {
  ready_.clear();
  open_items_.clear();
  in_flight_.clear();
}

// Ranges become their halves until there is an item of one.
void SharedSamples::split_some() {
  while (ready_.empty()) {
    const std::vector<Frontier::Taken> taken = frontier_.take();
    if (taken.empty()) return;
    for (const Frontier::Taken& one : taken) {
      const std::optional<ItemRange> range = range_of(one.bytes, items_.count());
      if (!range) {
        finish_damaged(one.ticket);
      } else if (range->count == 1) {
        ready_.push_back(begun(one));
      } else {
        const std::uint64_t half = range->count / 2;
        const double each = one.weight / static_cast<double>(range->count);
        add_item(bytes_of(ItemRange{range->first + half, range->count - half}),
                 each * static_cast<double>(range->count - half));
        add_item(bytes_of(ItemRange{range->first, half}), each * static_cast<double>(half));
        finish_split(one.ticket);
      }
    }
  }
}

std::shared_ptr<SharedSamples::Item> SharedSamples::open(Begun begun) {
  const std::uint64_t number = range_of(begun.item, items_.count())->first;
  const std::uint64_t runs = items_.runs_of(number);
  auto item = std::make_shared<Item>(Item{.begun = std::move(begun),
                                          .strategy = nullptr,
                                          .escalation = Escalation(runs, 0),
                                          .left = runs,
                                          .planned = {},
                                          .sums = {}});
  open_items_.push_back(item);
  return item;
}

std::shared_ptr<SharedSamples::Item> SharedSamples::begin_item() {
  if (std::optional<Begun> again = begin_repeat()) return open(std::move(*again));
  split_some();
  if (ready_.empty()) return nullptr;
  Begun first = std::move(ready_.front());
  ready_.pop_front();
  return open(std::move(first));
}

// One that nobody uses; null: there is none.
std::shared_ptr<SharedSamples::Item> SharedSamples::take_item() {
  for (const std::shared_ptr<Item>& item : open_items_) {
    if (item->busy || item->in_flight != 0) continue;
    item->busy = true;
    return item;
  }
  return begin_item();
}

// Without the lock: planning may take long.
void SharedSamples::plan_round(Item& item) const {
  if (!item.planned.empty()) return;
  if (item.strategy == nullptr) {
    Result<std::unique_ptr<Strategy>> made = make_(range_of(item.begun.item, items_.count())->first);
    if (!made) report_bug("a strategy that was made before cannot be made again: " + made.error().message);
    item.strategy = std::move(*made);
    item.strategy->observe_foreign_run(first_run_.plan, first_run_.trace);
  }
  while (item.planned.size() < options_.round && item.left != 0) {
    std::optional<Plan> plan = item.strategy->next();
    if (plan) {
      item.planned.push_back(complete(item, std::move(*plan)));
      --item.left;
    } else if (!item.strategy->progress().has_pending_work) {
      item.ended = item.planned.empty();
      return;
    }
  }
}

// As a campaign does it for a strategy of its own.
Plan SharedSamples::complete(const Item& item, Plan plan) const {
  const bool searches = (plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0;
  if (!searches && !item.strategy->traits().chooses_sites && plan.decisions.empty())
    plan.sites = item.escalation.sites();
  return plan;
}

void SharedSamples::end_if_over(const std::shared_ptr<Item>& item) {
  if (!item->is_over()) return;
  finish(item->begun, item->sums, item->sums.hash());
  std::erase(open_items_, item);
}

// As the first item begins.
Plan SharedSamples::plan_of_first_run() const {
  Plan plan;
  if (const Result<std::unique_ptr<Strategy>> made = make_(0)) plan = (*made)->next().value_or(plan);
  plan.id = FirstRun::kId;
  return plan;
}

std::vector<Plan> SharedSamples::next_some(std::size_t most) {
  std::vector<Plan> plans;
  while (plans.empty()) {
    std::unique_lock lock(mutex_);
    if (begin_first_run()) return {plan_of_first_run()};
    if (awaits_first_run()) return plans;
    const std::shared_ptr<Item> item = take_item();
    if (item == nullptr) return plans;
    lock.unlock();
    plan_round(*item);
    lock.lock();
    item->busy = false;
    if (!is_of_now(item->begun)) continue;
    for (; plans.size() < most && !item->planned.empty(); item->planned.pop_front()) {
      const InFlight flight{item, item->planned.front().id};
      plans.push_back(item->planned.front());
      plans.back().id = next_id_;
      in_flight_.emplace(next_id_++, flight);
      ++item->in_flight;
    }
    end_if_over(item);
  }
  return plans;
}

std::optional<Plan> SharedSamples::next() {
  std::vector<Plan> plans = next_some(1);
  if (plans.empty()) return std::nullopt;
  return std::move(plans.front());
}

// The rest of the round is certain, what the strategy expects after that is not. Several workers guess nothing: each
// guess would begin an item.
std::vector<Plan> SharedSamples::expected(std::size_t most) const {
  std::vector<Plan> plans;
  if (!options_.has_one_worker) return plans;
  const std::lock_guard lock(mutex_);
  const auto begun = std::find_if(open_items_.begin(), open_items_.end(),
                                  [](const std::shared_ptr<Item>& item) { return item->in_flight != 0; });
  if (begun == open_items_.end()) return plans;
  const Item& item = **begun;
  for (const Plan& plan : item.planned) plans.push_back(plan);
  const std::size_t further = std::min<std::size_t>(most - std::min(most, plans.size()), item.left);
  for (Plan& plan : item.strategy->expected(further)) plans.push_back(complete(item, std::move(plan)));
  if (plans.size() > most) plans.resize(most);
  std::uint64_t id = next_id_;
  for (Plan& plan : plans) plan.id = id++;
  return plans;
}

std::optional<SharedSamples::InFlight> SharedSamples::in_flight(const Plan& plan) const {
  const std::lock_guard lock(mutex_);
  const auto place = in_flight_.find(plan.id);
  if (place == in_flight_.end()) return std::nullopt;
  return place->second;
}

void SharedSamples::study(const Plan& plan, const Trace& trace) {
  const std::optional<InFlight> flight = in_flight(plan);
  if (!flight) return;
  Plan own = plan;
  own.id = flight->id;
  flight->item->strategy->study(own, trace);
}

void SharedSamples::done(const Plan& plan, const Trace& trace) {
  if (end_first_run(plan, trace)) return;
  const std::optional<InFlight> flight = in_flight(plan);
  if (!flight) return;  // of work that was dropped
  Item& item = *flight->item;
  Plan own = plan;
  own.id = flight->id;
  item.strategy->done(own, trace);
  const std::lock_guard lock(mutex_);
  in_flight_.erase(plan.id);
  --item.in_flight;
  if (!is_of_now(item.begun)) return;
  for (const sleave_trace_race& race : trace.races)
    item.escalation.add({race.earlier.site, race.later.site}, {item.ran, 0});
  item.escalation.spend({++item.ran, 0});
  item.sums.add(trace);
  end_if_over(flight->item);
}

StrategyProgress SharedSamples::progress() const {
  const std::lock_guard lock(mutex_);
  return {
      .has_pending_work = false, .has_runs_in_flight = !in_flight_.empty() || awaits_first_run(), .analysis_cost = 0};
}

}  // namespace sleave
