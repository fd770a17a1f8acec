#include "engine/strategy/concolic/pending_flips.h"

#include <algorithm>
#include <bit>

#include "engine/base/rng.h"

namespace sleave {
namespace {

// Threads often run the same code; what they do together matters, so each of them shall go each way.
// Promising is what a run did that did something new, and a loop that goes round more often than in any run.
enum Urgency : std::uint64_t { kExcluded, kNewWay, kNewInThread, kPromising, kOther };

}  // namespace

// Where the run would go instead. A word has many other values; they count as one.
PendingFlips::Way PendingFlips::other_way(const expr::PathConstraint& path_constraint) {
  return {path_constraint.site, path_constraint.option,
          path_constraint.turn() == expr::Turn::FLIP ? path_constraint.value == 0 : true};
}

// Whether it did something that no run before it did.
bool PendingFlips::look_at(const expr::Path& path) {
  bool is_new = false;
  const auto note = [&](std::uint64_t what) { is_new = done_.insert(what).second || is_new; };
  std::map<std::uint32_t, std::uint64_t> last;  // of each thread
  std::map<std::uint64_t, std::uint64_t> times;
  for (const expr::PathConstraint& each : path.path_constraints) {
    if (each.turn() != expr::Turn::FLIP) continue;
    const std::uint64_t way = mix64(each.site ^ mix64(each.option * 2 + (each.value != 0 ? 1 : 0)));
    std::uint64_t& before = last[each.thread];
    note(mix64(before) ^ way);
    before = way;
    ++times[way];
  }
  for (const auto& [way, count] : times) note(way + static_cast<std::uint64_t>(std::bit_width(count)));
  return is_new;
}

void PendingFlips::add(std::shared_ptr<const FlippableRun> run, std::size_t from, const std::optional<Check>& check) {
  const std::vector<expr::PathConstraint>& path_constraints = run->path.path_constraints;
  const bool fresh = look_at(run->path);
  std::uint64_t before = 0;
  std::map<std::pair<std::uint32_t, Way>, std::uint64_t> times;
  for (std::size_t i = 0; i < path_constraints.size(); ++i) {
    const expr::PathConstraint& path_constraint = path_constraints[i];
    if (path_constraint.turn() == expr::Turn::FLIP) {
      const Way way{path_constraint.site, path_constraint.option, path_constraint.value != 0};
      gone_.insert(way);
      gone_in_thread_.emplace(path_constraint.thread, way);
      std::uint64_t& most = gone_often_[way];
      most = std::max(most, ++times[{path_constraint.thread, way}]);
    }
    const bool wanted = i >= from && path_constraint.turn() != expr::Turn::KEEP;
    if (wanted && known_.insert(mix64(mix64(before) ^ path_constraint.held.number)).second) {
      Flip flip{run, i};
      flip.fresh = fresh;
      flip.times = times[{path_constraint.thread, other_way(path_constraint)}] + 1;
      if (check && check->path_constraint == i) flip.repair = check->repair;
      queue_.emplace(rank_of(flip, arrivals_), flip);
      ++arrivals_;
    }
    before += mix64(path_constraint.held.number);
  }
}

PendingFlips::Rank PendingFlips::rank_of(const Flip& flip, std::uint64_t arrival) const {
  const expr::PathConstraint& path_constraint = flip.run->path.path_constraints[flip.path_constraint];
  if (flip.repair.path != nullptr || path_constraint.kind == SLEAVE_PATH_CONSTRAINT_violation)
    return {kExcluded, 0, arrival};
  const Way way = other_way(path_constraint);
  const auto taken = taken_.find(way);
  const std::uint64_t times = taken == taken_.end() ? 0 : taken->second;
  if (!flip.tried.empty() || is_hopeless(way)) return {kOther, times, arrival};
  // Words that are used as they are at one place, such as the indices of a checksum's table, are no end of new ways.
  constexpr std::uint64_t kMostNewWords = 8;
  if (path_constraint.turn() != expr::Turn::FLIP) return {times < kMostNewWords ? kNewWay : kOther, times, arrival};
  if (!gone_.contains(way)) return {kNewWay, times, arrival};
  if (!gone_in_thread_.contains({path_constraint.thread, way})) return {kNewInThread, times, arrival};
  if (threads_seen_) return {is_more_often(flip, way) ? kPromising : kOther, times, arrival};
  // A switch is not to have as many turns as it has cases.
  const auto place = taken_at_.find(path_constraint.site);
  const bool is_case = path_constraint.kind == SLEAVE_PATH_CONSTRAINT_case && place != taken_at_.end();
  const std::uint64_t turns = 2 * (is_case ? place->second : times);
  if (is_more_often(flip, way)) return {kPromising, turns, arrival};
  return {flip.fresh ? kPromising : kOther, turns + 1, arrival};
}

bool PendingFlips::is_hopeless(const Way& way) const {
  constexpr std::uint64_t kMostFailures = 32;
  if (threads_seen_) return false;
  const auto failed = failed_.find(way);
  return failed != failed_.end() && failed->second >= kMostFailures;
}

// Round by round at first, then whenever the number of rounds doubles.
bool PendingFlips::is_more_often(const Flip& flip, const Way& way) const {
  constexpr std::uint64_t kEach = 32;
  if (flip.run->path.path_constraints[flip.path_constraint].turn() != expr::Turn::FLIP) return false;
  const auto place = gone_often_.find(way);
  const std::uint64_t most = place == gone_often_.end() ? 0 : place->second;
  if (flip.times <= most) return false;
  return flip.times <= kEach || std::bit_width(flip.times) > std::bit_width(most);
}

// Ranks only grow: what was the first when it was put there may not be any more.
void PendingFlips::refresh_first() {
  while (!queue_.empty()) {
    const auto first = queue_.begin();
    const Rank rank = rank_of(first->second, first->first[2]);
    if (rank == first->first) return;
    auto node = queue_.extract(first);
    node.key() = rank;
    queue_.insert(std::move(node));
  }
}

bool PendingFlips::urgent() {
  refresh_first();
  return !queue_.empty() && queue_.begin()->first[0] <= kNewWay;
}

// From each way there twice: a check before it may have other reasons to fail.
bool PendingFlips::take_unproved(const Flip& flip) {
  constexpr unsigned kMostOfPath = 2;
  constexpr unsigned kMost = 512;
  const std::vector<expr::PathConstraint>& path_constraints = flip.run->path.path_constraints;
  const Way way = other_way(path_constraints[flip.path_constraint]);
  if (gone_.contains(way)) return false;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < flip.path_constraint; ++i) {
    const expr::PathConstraint& each = path_constraints[i];
    if (each.turn() == expr::Turn::FLIP)
      before = mix64(before ^ mix64(each.site ^ mix64(each.option ^ (each.value != 0 ? 1 : 0))));
  }
  if (unproved_[{way, 0}] >= kMost || unproved_[{way, before | 1}] >= kMostOfPath) return false;
  ++unproved_[{way, 0}];
  ++unproved_[{way, before | 1}];
  return true;
}

// On a short way all that is in its way is flipped soon.
bool PendingFlips::take_optimistic(const Flip& flip) {
  constexpr std::size_t kShortWay = 16;
  constexpr unsigned kMost = 64;
  if (flip.path_constraint < kShortWay) return false;
  const expr::PathConstraint& path_constraint = flip.run->path.path_constraints[flip.path_constraint];
  if (threads_seen_ || !flip.fresh || path_constraint.turn() != expr::Turn::FLIP) return false;
  return optimistic_[other_way(path_constraint)]++ < kMost;
}

std::optional<Flip> PendingFlips::next() {
  refresh_first();
  if (queue_.empty()) return std::nullopt;
  const auto first = queue_.begin();
  Flip flip = std::move(first->second);
  queue_.erase(first);
  const expr::PathConstraint& path_constraint = flip.run->path.path_constraints[flip.path_constraint];
  ++taken_[other_way(path_constraint)];
  ++taken_at_[path_constraint.site];
  put_back_ -= flip.tried.empty() ? 0 : 1;
  return flip;
}

void PendingFlips::answered(const Flip& flip, bool found) {
  std::uint64_t& failed = failed_[other_way(flip.run->path.path_constraints[flip.path_constraint])];
  failed = found ? 0 : failed + 1;
}

void PendingFlips::put_back(Flip flip) {
  const Rank rank = rank_of(flip, arrivals_++);
  ++put_back_;
  queue_.emplace(rank, std::move(flip));
}

std::vector<std::shared_ptr<const FlippableRun>> PendingFlips::give_up() {
  std::map<std::uint64_t, std::shared_ptr<const FlippableRun>> by_arrival;
  for (auto& [rank, flip] : queue_) by_arrival.emplace(rank[2], flip.run);
  std::vector<std::shared_ptr<const FlippableRun>> runs;
  std::set<const FlippableRun*> seen;
  for (auto& [arrival, run] : by_arrival) {
    if (seen.insert(run.get()).second) runs.push_back(run);
  }
  queue_.clear();
  put_back_ = 0;
  known_.clear();
  return runs;
}

}  // namespace sleave
