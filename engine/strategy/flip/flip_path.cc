#include "engine/strategy/flip/flip_path.h"

#include <algorithm>

namespace sleave {
namespace {

bool in(FlipPath::Threads set, std::uint32_t thread) {
  return thread < FlipPath::kMostThreads && ((set >> thread) & 1) != 0;
}

FlipPath::Threads only(std::uint32_t thread) { return FlipPath::Threads{1} << thread; }

// What each thread is about to do after the event at `at`: its next event, or what it waits for at the end.
const FlipEvent* next_of(const FlipRun& run, std::size_t at, std::uint32_t thread) {
  const auto is_its = [&](const FlipEvent& event) { return event.thread == thread; };
  const auto later = run.events.subspan(at + 1);
  if (const auto next = std::find_if(later.begin(), later.end(), is_its); next != later.end()) return &*next;
  const auto wait = std::find_if(run.blocked.begin(), run.blocked.end(), is_its);
  return wait != run.blocked.end() ? &*wait : nullptr;
}

FlipPath::Threads still_postponed(FlipPath::Threads postponed, const FlipRun& run, std::size_t at) {
  const FlipEvent& event = run.events[at];
  if (event.frees_all) return 0;
  for (std::uint32_t thread = 0; thread < FlipPath::kMostThreads; ++thread) {
    if (!in(postponed, thread)) continue;
    const FlipEvent* next = next_of(run, at, thread);
    if (next != nullptr && flip_conflict(*next, event)) postponed &= ~only(thread);
  }
  return postponed;
}

}  // namespace

bool flip_conflict(const FlipEvent& a, const FlipEvent& b) {
  const bool same = a.location != 0 && a.location == b.location;
  return same && !(a.only_reads && b.only_reads);
}

std::vector<std::uint32_t> FlipPath::prefix() const {
  std::vector<std::uint32_t> threads;
  threads.reserve(steps_.size());
  for (const Step& step : steps_) threads.push_back(step.thread);
  return threads;
}

void FlipPath::restore(std::vector<Step> steps, std::vector<Gap> gaps, Threads postponed) {
  steps_ = std::move(steps);
  gaps_ = std::move(gaps);
  postponed_ = postponed;
}

bool FlipPath::absorb(const FlipRun& run, const Turn& turn) {
  extend(run);
  const FlipRun seen{run.events.first(steps_.size()), run.blocked};
  for (const auto& [earlier, later] : immediate_races(seen)) steps_[earlier].races = true;
  return go_back(run, turn);
}

// What the run did beyond the prefix, as far as it is new.
void FlipPath::extend(const FlipRun& run) {
  redundant_ = false;
  take_branches(run);
  for (std::size_t i = steps_.size(); i < run.events.size(); ++i) {
    redundant_ = in(postponed_, run.events[i].thread);
    if (redundant_) return;
    steps_.push_back({.thread = run.events[i].thread, .races = false, .postponed = postponed_});
    postponed_ = still_postponed(postponed_, run, i);
    gaps_.push_back({.postponed = postponed_});
    take_branches(run);
  }
}

// Those of the last gap: as many as the run had there.
void FlipPath::take_branches(const FlipRun& run) {
  const auto here = std::ranges::equal_range(run.branches, steps_.size());
  gaps_.back().branches.resize(here.size());
}

bool FlipPath::turn_last_gap(const FlipRun& run, const Turn& turn) {
  if (!turn) return false;
  const auto here = std::ranges::equal_range(run.branches, steps_.size());
  const auto first = static_cast<std::size_t>(here.begin() - run.branches.begin());
  Gap& gap = gaps_.back();
  for (; !gap.branches.empty(); gap.branches.pop_back()) {
    if (gap.branches.back().closed || !turn(first + gap.branches.size() - 1, gap.branches.back())) continue;
    postponed_ = gap.postponed;
    return true;
  }
  return false;
}

// To the last place that is worth flipping: a branch that can go another way, or an event with somebody else there who
// could go on in its place.
bool FlipPath::go_back(const FlipRun& run, const Turn& turn) {
  while (!turn_last_gap(run, turn)) {
    if (steps_.empty()) return false;
    const Step step = steps_.back();
    steps_.pop_back();
    gaps_.pop_back();
    if (!step.races || step.thread >= kMostThreads) continue;
    postponed_ = step.postponed | only(step.thread);
    const auto is_other = [&](const FlipEvent& event) { return !in(postponed_, event.thread); };
    const std::span<const FlipEvent> later = run.events.subspan(steps_.size() + 1);
    if (std::any_of(later.begin(), later.end(), is_other)) return true;
    if (std::any_of(run.blocked.begin(), run.blocked.end(), is_other)) return true;
  }
  return true;
}

}  // namespace sleave
