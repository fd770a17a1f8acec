#include "engine/strategy/shared/generations.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/inputs/other_values.h"
#include "engine/model/thread_table.h"
#include "engine/strategy/shared/partings.h"
#include "engine/strategy/shared/run_items.h"

namespace sleave {
namespace {

constexpr std::size_t kMostValues = 4'096;            // of a word that was used as it was
constexpr std::size_t kMostPathConstraints = 10'000;  // of a run that are flipped

// An item is a range of schedules whose first runs are still to be made, or a path, or a range with seeds.
constexpr std::uint8_t kSchedules = 0;
constexpr std::uint8_t kPath = 1;
constexpr std::uint8_t kSeeded = 2;
constexpr std::size_t kRangeBytes = 16;

std::vector<std::uint8_t> tagged(std::uint8_t tag, const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint8_t> all = {tag};
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

std::vector<std::uint8_t> saved(const ItemRange& schedules) { return tagged(kSchedules, bytes_of(schedules)); }
std::vector<std::uint8_t> saved(const PathItem& path) { return tagged(kPath, bytes_of(path)); }

struct Schedules {
  ItemRange range;
  Seeds seeds;  // of its first one
};

std::vector<std::uint8_t> saved(const Schedules& schedules) {
  if (schedules.seeds.empty()) return saved(schedules.range);
  std::vector<std::uint8_t> bytes = tagged(kSeeded, bytes_of(schedules.range));
  const std::vector<std::uint8_t> seeds = bytes_of(schedules.seeds);
  bytes.insert(bytes.end(), seeds.begin(), seeds.end());
  return bytes;
}

std::optional<Schedules> schedules_of(std::span<const std::uint8_t> bytes, std::uint64_t all) {
  if (bytes.size() < 1 + kRangeBytes || (bytes[0] != kSchedules && bytes[0] != kSeeded)) return std::nullopt;
  const bool seeded = bytes[0] == kSeeded;
  const std::optional<ItemRange> range = range_of(bytes.subspan(1, seeded ? kRangeBytes : bytes.size() - 1), all);
  std::optional<Seeds> seeds = seeded ? seeds_of(bytes.subspan(1 + kRangeBytes)) : Seeds();
  if (!range || !seeds) return std::nullopt;
  return Schedules{*range, std::move(*seeds)};
}

// An item of paths that all of the seeds take one of: its run has the first one. `is_solved`: the item had an input.
PathItem with_seeds(PathItem item, Seeds seeds, bool is_solved) {
  if (seeds.empty()) return item;
  if (is_solved) item.solved = std::move(item.inputs);
  item.inputs = std::move(seeds.front());
  seeds.erase(seeds.begin());
  item.seeds = std::move(seeds);
  return item;
}

// Those that leave the run's path there, by the value that they have.
std::map<expr::Word, Seeds> seeds_at(std::size_t place, const std::vector<Parting>& partings, const Seeds& seeds) {
  std::map<expr::Word, Seeds> some;
  for (const Parting& one : partings) {
    if (one.place == place) some[one.value].push_back(seeds[one.seed]);
  }
  return some;
}

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

// An item's run, for the items that follow from it.
struct RunOfItem {
  const PathItem& item;
  const Plan& plan;
  Trace asked;
  ThreadTable::Saved threads;
  const expr::Values& values;
  std::vector<Parting> parted;  // of the item's seeds
};

// One of its path constraints, and the hash of those before it.
struct Place {
  std::size_t number;
  const expr::PathConstraint& path_constraint;
  std::uint64_t before;
};

// Those for the other values of the path constraint, while those before it hold.
std::vector<PathItem> followers(const RunOfItem& run, const Place& place, const std::vector<expr::Expr>& holding,
                                Solving& solving, Gaps& gaps) {
  std::map<expr::Word, Seeds> seeds = seeds_at(place.number, run.parted, run.item.seeds);
  std::vector<PathItem> all;
  const auto follow = [&](expr::Word value, std::vector<Plan::Input> inputs, bool is_solved) {
    PathItem further{.schedule = run.item.schedule,
                     .bound = place.number + 1,
                     .prefix = hash_after(place.before, place.path_constraint, value),
                     .threads = run.threads,
                     .inputs = std::move(inputs)};
    all.push_back(with_seeds(std::move(further), std::exchange(seeds[value], {}), is_solved));
  };
  const bool is_known = !seeds.empty() && place.path_constraint.turn() == expr::Turn::FLIP;  // there is one other value
  const std::uint64_t unsolved = solving.unsolved();
  const OtherValues others = other_values(solving, holding, place.path_constraint, run.values, {}, kMostValues);
  if (others.more) gaps.insert(GapKind::values_not_tried);
  if (solving.unsolved() != unsolved && !is_known) gaps.insert(GapKind::solver_gave_up);
  for (const OtherValue& other : others.found) {
    if (other.proved)
      follow(other.word, solving.variables().inputs_with(run.plan.inputs, run.asked, other.values), true);
  }
  // Of values that the solver did not find.
  for (const auto& [value, left] : seeds) {
    if (!left.empty()) follow(value, {}, false);
  }
  return all;
}

}  // namespace

Generations::Generations(Options options)
    : Strategy({.supports_concurrent_next = true, .chooses_sites = true, .resumes = false}),
      FrontierWork(saved(Schedules{{0, options.schedules}, options.seeds}), options.sampled_one_in),
      options_(std::move(options)) {}

bool Generations::is_item(std::span<const std::uint8_t> bytes) const { return path_of_item(bytes).has_value(); }

void Generations::drop_begun() {
  ready_.clear();
  in_flight_.clear();
}

// Ranges become their halves, and one schedule the path of its first run.
void Generations::split(const Frontier::Taken& taken) {
  std::optional<Schedules> schedules = schedules_of(taken.bytes, options_.schedules);
  if (!schedules) return finish_damaged(taken.ticket);
  const ItemRange range = schedules->range;
  if (range.count == 1) {
    PathItem first{.schedule = range.first, .threads = {}, .inputs = {}, .seeds = {}};
    add_item(saved(with_seeds(std::move(first), std::move(schedules->seeds), false)), taken.weight);
  } else {
    const std::uint64_t half = range.count / 2;
    const double each = taken.weight / static_cast<double>(range.count);
    add_item(saved(ItemRange{range.first + half, range.count - half}), each * static_cast<double>(range.count - half));
    add_item(saved(Schedules{{range.first, half}, std::move(schedules->seeds)}), each * static_cast<double>(half));
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
  const RunOfItem run{.item = item.path,
                      .plan = plan,
                      .asked = only_inputs(trace),
                      .threads = threads.save(),
                      .values = path->values,
                      .parted = partings(item.path.seeds, plan, trace, *path, solving)};
  std::vector<expr::Expr> holding;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == item.path.bound && before != item.path.prefix) break;
    if (i >= item.path.bound && all[i].turn() != expr::Turn::KEEP) {
      for (const PathItem& further : followers(run, {i, all[i], before}, holding, solving, item.gaps))
        item.further.push_back(saved(further));
    }
    holding.push_back(all[i].held);
    before = hash_after(before, all[i], all[i].value);
    if (i + 1 == item.path.bound) item.strayed = before != item.path.prefix;
  }
  item.strayed = item.strayed || all.size() < item.path.bound;
  if (item.strayed && item.path.solved) {
    PathItem again = item.path;
    again.inputs = *std::exchange(again.solved, std::nullopt);
    item.further.push_back(saved(again));
  } else if (item.strayed) {
    item.gaps.insert({GapKind::strayed_runs, 1});
  }
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
