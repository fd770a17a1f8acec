// For tests of predictions: all correct reorderings of an observed run, made step by step on the machine of
// program.h. Two accesses that come to be next at once are a race, threads that wait for each other a deadlock.
// Neither a closure nor a solver is used here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/observed_program.h"

namespace sleave::predict::test {

using Pair = std::pair<EventId, EventId>;
using Wish = std::vector<std::uint64_t>;  // thread, lock, locks held
using Deadlock = std::set<Wish>;

// What a correct reordering keeps:
//   * each thread does what it did, each read finds the store it found, critical sections of a lock keep their order
//     (Mathur and others), for what is predicted without a solver;
//   * each thread does what it did, each read finds the value it found, from any store, for all;
//   * each thread does what it did, and whenever it comes to a branch, the read that the branch looks at has found what
//     it found (Huang and others): other reads find anything, and what is computed from them is anything, too.
enum class Kept { stores_and_order_of_sections, values, values_that_decide };

// All correct reorderings of a run.
class BruteForce {
 public:
  BruteForce(const Program& program, const Observed& run, const History& history, const Dependence& dependence,
             Kept kept)
      : run_(run), history_(history), dependence_(dependence), kept_(kept), own_(program.threads.size()) {
    for (EventId i = 0; i < run.steps.size(); ++i) own_[run.steps[i].thread].push_back(i);
    sources_ = sources_in(run);
    for (EventId i = 0; i < run.steps.size(); ++i) {
      if (history.event(i).reads && sources_[i] == kNoEvent) seen_at_first_.insert(run.steps[i].location);
    }
    go_on({Machine(program), std::vector<std::size_t>(own_.size()), {}, {}, {}, {}});
  }

  std::set<Pair> races;
  std::set<Deadlock> deadlocks;

 private:
  struct State {
    Machine machine;
    std::vector<std::size_t> at;
    std::map<std::uint64_t, EventId> writer;
    std::map<std::uint64_t, EventId> last_taken;
    std::map<std::uint64_t, std::size_t> holder;
    std::set<EventId> changed;  // reads that found something else, and stores of that
  };

  // Of each reading step, who stored what it found; kNoEvent: nobody.
  static std::vector<EventId> sources_in(const Observed& run) {
    std::vector<EventId> sources;
    std::map<std::uint64_t, EventId> writer;
    for (EventId i = 0; i < run.steps.size(); ++i) {
      const Step& step = run.steps[i];
      sources.push_back(writer.contains(step.location) ? writer[step.location] : kNoEvent);
      if (stores(step)) writer[step.location] = i;
    }
    return sources;
  }

  [[nodiscard]] EventId next(const State& state, std::size_t thread) const {
    return state.at[thread] < own_[thread].size() ? own_[thread][state.at[thread]] : kNoEvent;
  }

  void go_on(const State& state) {
    std::string name;
    for (const std::size_t at : state.at) name += std::to_string(at) + ",";
    for (const auto& [x, by] : state.writer) name += std::to_string(x) + "=" + std::to_string(by) + " ";
    for (const EventId id : state.changed) name += "!" + std::to_string(id);
    if (!seen_.insert(name).second) return;
    note_races(state);
    note_deadlocks(state);
    for (std::size_t thread = 0; thread < own_.size(); ++thread) {
      const EventId id = next(state, thread);
      if (id == kNoEvent || !state.machine.enabled(thread)) continue;
      if (std::optional<State> after = step(state, thread, id)) go_on(*after);
    }
  }

  std::optional<State> step(const State& state, std::size_t thread, EventId id) const {
    const Step& wanted = run_.steps[id];
    const bool lock = is_mutex(wanted.location) && history_.event(id).lock_use != Event::LockUse::none;
    const bool keeps_order = kept_ == Kept::stores_and_order_of_sections;
    if (keeps_order && lock && history_.event(id).lock_use == Event::LockUse::acquire) {
      const auto last = state.last_taken.find(wanted.location);
      if (last != state.last_taken.end() && last->second > id) return std::nullopt;
    }
    const auto writer = state.writer.find(wanted.location);
    const EventId source = writer == state.writer.end() ? kNoEvent : writer->second;
    State after = state;
    const Step done = after.machine.run(thread, run_.choices[id]);
    if (kept_ == Kept::values_that_decide) {
      if (!is_kept_where_it_decides(after, id, source, done.found)) return std::nullopt;
    } else if (history_.event(id).reads && !is_kept(id, source, done.found)) {
      return std::nullopt;
    }
    ++after.at[thread];
    if (stores(wanted) && !lock) after.writer[wanted.location] = id;
    if (!lock) return after;
    if (history_.event(id).lock_use == Event::LockUse::acquire) {
      after.last_taken[wanted.location] = id;
      after.holder[wanted.location] = thread;
    } else {
      after.holder.erase(wanted.location);
    }
    return after;
  }

  // The initial value of a variable counts as known only if some event read it.
  [[nodiscard]] bool is_kept(EventId read, EventId source, std::uint64_t found) const {
    if (kept_ == Kept::stores_and_order_of_sections) return source == sources_[read];
    if (source == kNoEvent && !seen_at_first_.contains(run_.steps[read].location)) return false;
    return found == run_.steps[read].found;
  }

  // Whether the event, and the branches after it, can be as they were. What is stored of something else is something
  // else, even if it happens to be the same.
  bool is_kept_where_it_decides(State& state, EventId id, EventId source, std::uint64_t found) const {
    if (history_.event(id).reads && (state.changed.contains(source) || !is_kept(id, source, found))) {
      state.changed.insert(id);
    }
    for (const EventId read : dependence_.made_of[id]) {
      if (state.changed.contains(read)) state.changed.insert(id);
    }
    return goes_on_as_it_did(state, id);
  }

  // Whether a thread does what it did after the event, whatever the event finds: it continues up to its next step.
  [[nodiscard]] bool goes_on_as_it_did(const State& state, EventId id) const {
    return std::none_of(state.changed.begin(), state.changed.end(), [&](EventId read) {
      const std::vector<EventId>& decided = dependence_.decides[read];
      return std::find(decided.begin(), decided.end(), id) != decided.end();
    });
  }

  void note_races(const State& state) {
    for (std::size_t i = 0; i < own_.size(); ++i) {
      for (std::size_t k = 0; k < own_.size(); ++k) {
        const EventId a = next(state, i);
        const EventId b = next(state, k);
        if (i == k || a == kNoEvent || b == kNoEvent || a > b) continue;
        if (!state.machine.enabled(i) || !state.machine.enabled(k)) continue;
        const Event& one = history_.event(a);
        const Event& other = history_.event(b);
        const bool same = one.bytes != 0 && other.bytes != 0 && one.location == other.location;
        if (!same || (!one.writes && !other.writes) || (one.atomic && other.atomic)) continue;
        if (goes_on_as_it_did(state, a) || goes_on_as_it_did(state, b)) races.insert({a, b});
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> waits_for(const State& state, std::size_t thread) const {
    const EventId id = next(state, thread);
    if (id == kNoEvent || history_.event(id).lock_use != Event::LockUse::acquire || !history_.event(id).waits)
      return {};
    const auto holder = state.holder.find(history_.event(id).lock);
    if (holder == state.holder.end() || holder->second == thread) return {};
    return holder->second;
  }

  void note_deadlocks(const State& state) {
    for (std::size_t first = 0; first < own_.size(); ++first) {
      Deadlock cycle;
      std::size_t at = first;
      for (std::size_t n = 0; n < own_.size(); ++n) {
        const std::optional<std::size_t> holder = waits_for(state, at);
        if (!holder) break;
        cycle.insert(wish(state, at));
        at = *holder;
        if (at == first) deadlocks.insert(cycle);
        if (at == first) break;
      }
    }
  }

  [[nodiscard]] Wish wish(const State& state, std::size_t thread) const {
    Wish wish{thread, history_.event(next(state, thread)).lock};
    for (const auto& [lock, holder] : state.holder) {
      if (holder == thread) wish.push_back(lock);
    }
    return wish;
  }

  const Observed& run_;
  const History& history_;
  const Dependence& dependence_;
  Kept kept_;
  std::vector<std::vector<EventId>> own_;
  std::vector<EventId> sources_;
  std::set<std::uint64_t> seen_at_first_;
  std::set<std::string> seen_;
};

}  // namespace sleave::predict::test
