// Happens-before over one run, and the races that are not ordered by anything but themselves.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/strategy/flip/flip_path.h"

namespace sleave {
namespace {

using Clock = std::vector<std::uint32_t>;  // of each thread, how many of its first events come before

void join(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

struct Place {
  std::optional<std::size_t> write;
  std::vector<std::size_t> reads;  // since
};

class RaceFinder {
 public:
  explicit RaceFinder(std::span<const FlipEvent> run) : run_(run), clocks_(run.size()), order_(run.size()) {}

  std::vector<std::pair<std::size_t, std::size_t>> find(std::span<const FlipEvent> blocked) {
    for (std::size_t i = 0; i < run_.size(); ++i) visit(i);
    for (std::size_t i = 0; i < blocked.size(); ++i) wait(blocked[i], run_.size() + i);
    return std::move(races_);
  }

 private:
  void visit(std::size_t i) {
    const FlipEvent& event = run_[i];
    Clock& self = threads_[event.thread];
    if (event.kind == FlipEvent::Kind::join) join(self, threads_[event.partner]);
    Clock after = self;
    for (const std::uint64_t location : {event.location, event.second}) {
      if (location != 0) depend(i, places_[location], self, after);
    }
    if (after.size() <= event.thread) after.resize(event.thread + 1);
    order_[i] = ++after[event.thread];
    clocks_[i] = after;
    self = after;
    if (event.kind == FlipEvent::Kind::create) join(threads_[event.partner], after);
    if (event.acquires) acquired_[{event.thread, event.location}] = holder_[event.location] = i;
  }

  void wait(const FlipEvent& event, std::size_t later) {
    const auto holder = holder_.find(event.location);
    if (holder != holder_.end()) races_.emplace_back(holder->second, later);
    if (const std::optional<std::size_t> write = places_[event.location].write) races_.emplace_back(*write, later);
  }

  void depend(std::size_t i, Place& place, const Clock& before, Clock& after) {
    if (place.write) order(*place.write, i, before, after);
    if (run_[i].only_reads) {
      place.reads.push_back(i);
      return;
    }
    for (const std::size_t read : place.reads) order(read, i, before, after);
    place.reads.clear();
    place.write = i;
  }

  // `later` depends on `earlier`. A race, unless it comes after it for another reason too.
  void order(std::size_t earlier, std::size_t later, const Clock& before, Clock& after) {
    const std::uint32_t thread = run_[earlier].thread;
    const bool ordered = thread < before.size() && before[thread] >= order_[earlier];
    if (!ordered && thread != run_[later].thread) add_race(earlier, later);
    join(after, clocks_[earlier]);
  }

  void add_race(std::size_t earlier, std::size_t later) {
    const auto acquired = acquired_.find({run_[earlier].thread, run_[earlier].location});
    const bool holds = run_[earlier].releases && acquired != acquired_.end();
    if (holds) races_.emplace_back(acquired->second, later);
    if (!holds || !run_[later].waits) races_.emplace_back(earlier, later);
  }

  std::span<const FlipEvent> run_;
  std::vector<Clock> clocks_;         // of each event, itself included
  std::vector<std::uint32_t> order_;  // of each event in its thread, from 1
  std::map<std::uint32_t, Clock> threads_;
  std::unordered_map<std::uint64_t, Place> places_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> acquired_;
  std::unordered_map<std::uint64_t, std::size_t> holder_;  // of a location, the last event that acquired it
  std::vector<std::pair<std::size_t, std::size_t>> races_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> immediate_races(const FlipRun& run) {
  return RaceFinder(run.events).find(run.blocked);
}

}  // namespace sleave
