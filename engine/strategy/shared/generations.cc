#include "engine/strategy/shared/generations.h"

#include <algorithm>
#include <utility>

#include "engine/inputs/other_values.h"
#include "engine/model/thread_table.h"
#include "engine/strategy/shared/run_items.h"

namespace sleave {
namespace {

constexpr std::size_t kMostValues = 4'096;            // of a word that was used as it was
constexpr std::size_t kMostPathConstraints = 10'000;  // of a run that are flipped

// An item is a range of schedules whose first runs are still to be made, or a path.
constexpr std::uint8_t kSchedules = 0;
constexpr std::uint8_t kPath = 1;

std::vector<std::uint8_t> tagged(std::uint8_t tag, const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint8_t> all = {tag};
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

std::vector<std::uint8_t> saved(const ItemRange& schedules) { return tagged(kSchedules, bytes_of(schedules)); }
std::vector<std::uint8_t> saved(const PathItem& path) { return tagged(kPath, bytes_of(path)); }

std::optional<PathItem> path_of_item(std::span<const std::uint8_t> bytes) {
  if (bytes.empty() || bytes[0] != kPath) return std::nullopt;
  return path_item_of(bytes.subspan(1));
}

// Of a path that continues one with hash `before`. Names of expressions are those of one process, so what was looked at
// is named by its place in the program.
std::uint64_t hash_after(std::uint64_t before, const expr::PathConstraint& next, expr::Word value) {
  std::uint64_t hash = mix64(before ^ mix64(next.site));
  hash = mix64(hash ^ next.thread);
  hash = mix64(hash ^ mix64(next.option));
  return mix64(hash ^ mix64(static_cast<std::uint64_t>(value)));
}

Trace only_inputs(const Trace& trace) {
  Trace asked;
  asked.inputs = trace.inputs;
  asked.input_bytes = trace.input_bytes;
  return asked;
}

}  // namespace

Generations::Generations(Options options)
    : Strategy({.supports_concurrent_next = true, .chooses_sites = true, .resumes = false}),
      FrontierWork(saved(ItemRange{0, options.schedules}), options.sampled_one_in),
      options_(std::move(options)) {}

bool Generations::is_item(std::span<const std::uint8_t> bytes) const { return path_of_item(bytes).has_value(); }

void Generations::drop_begun() {
  ready_.clear();
  in_flight_.clear();
}

// Ranges become their halves, and one schedule the path of its first run.
void Generations::split(const Frontier::Taken& taken) {
  const std::optional<ItemRange> range = !taken.bytes.empty() && taken.bytes[0] == kSchedules
                                             ? range_of(taken.bytes.subspan(1), options_.schedules)
                                             : std::nullopt;
  if (!range) return finish_damaged(taken.ticket);
  if (range->count == 1) {
    add_item(saved(PathItem{.schedule = range->first, .threads = {}, .inputs = {}}), taken.weight);
  } else {
    const std::uint64_t half = range->count / 2;
    const double each = taken.weight / static_cast<double>(range->count);
    add_item(saved(ItemRange{range->first + half, range->count - half}),
             each * static_cast<double>(range->count - half));
    add_item(saved(ItemRange{range->first, half}), each * static_cast<double>(half));
  }
  finish_split(taken.ticket);
}

void Generations::take_some() {
  if (std::optional<Begun> again = begin_repeat()) {
    PathItem path = *path_of_item(again->item);
    ready_.push_back(
        std::make_shared<Item>(Item{.begun = std::move(*again), .path = std::move(path), .further = {}, .gaps = {}}));
  }
  while (ready_.empty()) {
    const std::vector<Frontier::Taken> taken = frontier_.take();
    if (taken.empty()) return;
    for (const Frontier::Taken& one : taken) {
      std::optional<PathItem> path = path_of_item(one.bytes);
      if (path) {
        ready_.push_back(
            std::make_shared<Item>(Item{.begun = begun(one), .path = std::move(*path), .further = {}, .gaps = {}}));
      } else {
        split(one);
      }
    }
  }
}

Plan Generations::plan_of(const Item& item, std::uint64_t id) const {
  Plan plan;
  plan.id = id;
  plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  if (item.path.schedule != 0) {
    plan.tail_policy = item.path.schedule % 2 == 1 ? SLEAVE_POLICY_pos : SLEAVE_POLICY_random;
    plan.tail_seed = derive_seed(options_.seed, item.path.schedule);
  }
  ThreadTable threads;
  if (item.path.threads.empty()) {
    (void)threads.learn(first_run_.trace);
    plan.threads = threads.threads();
  } else if (threads.load(item.path.threads)) {
    plan.threads = threads.threads();
  }
  plan.inputs = item.path.inputs;
  return plan;
}

Plan Generations::give_out() {
  const std::shared_ptr<Item> item = std::move(ready_.front());
  ready_.pop_front();
  Plan plan = plan_of(*item, next_id_);
  in_flight_.emplace(next_id_++, item);
  return plan;
}

std::optional<Plan> Generations::next() {
  std::vector<Plan> plans = next_some(1);
  if (plans.empty()) return std::nullopt;
  return std::move(plans.front());
}

std::vector<Plan> Generations::next_some(std::size_t most) {
  const std::lock_guard lock(mutex_);
  std::vector<Plan> plans;
  if (begin_first_run()) {
    plans.emplace_back().id = FirstRun::kId;
    return plans;
  }
  if (awaits_first_run()) return plans;
  if (ready_.empty()) take_some();
  while (plans.size() < most && !ready_.empty()) plans.push_back(give_out());
  return plans;
}

std::vector<Plan> Generations::expected(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  std::vector<Plan> plans;
  if (!options_.has_one_worker) return plans;
  for (std::size_t i = 0; i < ready_.size() && plans.size() < most; ++i)
    plans.push_back(plan_of(*ready_[i], next_id_ + i));
  return plans;
}

std::shared_ptr<Generations::Item> Generations::item_of(const Plan& plan) const {
  const std::lock_guard lock(mutex_);
  const auto place = in_flight_.find(plan.id);
  return place == in_flight_.end() ? nullptr : place->second;
}

void Generations::solve(Item& item, const Plan& plan, const Trace& trace, Solving& solving) const {
  std::optional<expr::Path> path = solving.path_of(trace);
  if (!path) {
    item.gaps.insert(wrong_trace(solving.report().wrong_why));
    return;
  }
  std::vector<expr::PathConstraint>& all = path->path_constraints;
  if (all.size() > kMostPathConstraints) {
    all.resize(kMostPathConstraints);
    item.gaps.insert(GapKind::values_not_tried);
  }
  ThreadTable threads;
  if (item.path.threads.empty()) {
    (void)threads.learn(first_run_.trace);
  } else {
    (void)threads.load(item.path.threads);
  }
  (void)threads.learn(trace);
  const Trace asked = only_inputs(trace);
  std::vector<expr::Expr> holding;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == item.path.bound && before != item.path.prefix) break;
    if (i >= item.path.bound && all[i].turn() != expr::Turn::KEEP) {
      const OtherValues others = other_values(solving, holding, all[i], path->values, {}, kMostValues);
      if (others.more) item.gaps.insert(GapKind::values_not_tried);
      for (const OtherValue& other : others.found) {
        if (!other.proved) continue;
        item.further.push_back(
            saved(PathItem{.schedule = item.path.schedule,
                           .bound = i + 1,
                           .prefix = hash_after(before, all[i], other.word),
                           .threads = threads.save(),
                           .inputs = solving.variables().inputs_with(plan.inputs, asked, other.values)}));
      }
    }
    holding.push_back(all[i].held);
    before = hash_after(before, all[i], all[i].value);
    if (i + 1 == item.path.bound) item.strayed = before != item.path.prefix;
  }
  item.strayed = item.strayed || all.size() < item.path.bound;
  if (item.strayed) item.gaps.insert({GapKind::strayed_runs, 1});
  if (solving.unsolved() != 0) item.gaps.insert(GapKind::solver_gave_up);
}

void Generations::study(const Plan& plan, const Trace& trace) {
  const std::shared_ptr<Item> item = item_of(plan);
  if (item == nullptr) return;
  Result<std::unique_ptr<Solving>> solving = Solving::start(options_.solving);
  if (!solving) {
    item->gaps.insert(wrong_trace(solving.error().message));
    return;
  }
  solve(*item, plan, trace, **solving);
}

std::uint64_t Generations::hash_of(const Item& item, const RunSums& sums) {
  std::uint64_t hash = mix64(sums.hash() ^ item.gaps.size());
  for (const std::vector<std::uint8_t>& bytes : item.further) {
    hash = mix64(hash ^ bytes.size());
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;  // FNV-1a
  }
  return hash;
}

void Generations::done(const Plan& plan, const Trace& trace) {
  if (end_first_run(plan, trace)) return;
  const std::lock_guard lock(mutex_);
  const auto place = in_flight_.find(plan.id);
  if (place == in_flight_.end()) return;  // of work that was dropped
  const std::shared_ptr<Item> item = place->second;
  in_flight_.erase(place);
  RunSums sums;
  sums.add(trace, item->strayed);
  if (is_of_now(item->begun) && !item->begun.repeat_id) {
    totals_.gaps.insert(item->gaps.begin(), item->gaps.end());
    const double each = item->begun.weight / static_cast<double>(item->further.size() + 1);
    for (const std::vector<std::uint8_t>& further : item->further) add_item(further, each);
    item->begun.weight = each;
  }
  finish(item->begun, sums, hash_of(*item, sums));
}

StrategyProgress Generations::progress() const {
  const std::lock_guard lock(mutex_);
  return {
      .has_pending_work = false, .has_runs_in_flight = !in_flight_.empty() || awaits_first_run(), .analysis_cost = 0};
}

}  // namespace sleave
