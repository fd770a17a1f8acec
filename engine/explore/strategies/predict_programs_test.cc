// Prediction against brute force on random programs.
//
// A run of a program is observed, and all its correct reorderings are made on the machine of test_program.h, step by
// step. Two accesses that come to be next at once are a race, threads that wait for each other a deadlock. What is
// predicted must be the same, for three definitions of what is correct, and neither a closure nor a solver is used
// here:
//   * each thread does what it did, each read finds the store it found, critical sections of a lock keep their order
//     (Mathur and others), for what is predicted without a solver;
//   * each thread does what it did, each read finds what it found, whoever stored it, for all;
//   * each thread does what it did, and whenever it comes to a branch, the read that the branch looks at has found what
//     it found (Huang and others): other reads find anything, and what is computed from them is anything, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/test_size.h"
#include "engine/explore/graph/operation.h"
#include "engine/explore/graph/random_program.h"
#include "engine/explore/graph/step.h"
#include "engine/explore/graph/test_machine.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

using graph::Op;
using graph::Step;
using graph::test::Code;
using graph::test::Generator;
using graph::test::Machine;
using graph::test::Mixture;
using graph::test::Program;

unsigned programs_of_each_mixture() { return test_size(300, 3'000, 20'000); }

constexpr std::uint64_t kFirstMutex = 10;
constexpr std::uint64_t kLastMutex = 11;
constexpr std::uint64_t kRwLock = 21;
constexpr std::uint64_t kCondition = 23;

bool is_mutex(std::uint64_t location) { return location == kFirstMutex || location == kLastMutex; }

struct Observed {
  std::vector<Step> steps;
  std::vector<unsigned> choices;  // of each step
};

Observed observe(const Program& program, unsigned seed) {
  std::mt19937 random(seed);
  Machine machine(program);
  Observed run;
  for (;;) {
    std::vector<std::size_t> enabled;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (machine.enabled(i)) enabled.push_back(i);
    }
    if (enabled.empty()) return run;
    const std::size_t thread = enabled[random() % enabled.size()];
    const unsigned choice = random() % machine.choices(thread);
    run.choices.push_back(choice);
    run.steps.push_back(machine.run(thread, choice));
  }
}

bool stores(const Step& step) {
  if (step.kind == Step::Kind::write) return true;
  if (step.kind != Step::Kind::update) return false;
  return graph::apply(step.operation, step.found, step.outcome).kind == graph::Action::stores;
}

void set_lock(const Step& step, Event& event) {
  event.object = event.lock = step.location;
  if (step.kind == Step::Kind::write || step.operation.op == Op::read_write_unlock) {
    event.lock_use = Event::LockUse::release;
  } else if (stores(step)) {
    event.lock_use = Event::LockUse::acquire;
    event.exclusive = step.operation.op != Op::read_lock;
    event.waits = step.operation.op != Op::try_lock;
  } else {
    event.ordered = true;
  }
}

Event event_of(const Step& step, EventId rank) {
  Event event;
  event.thread = step.thread;
  event.site = 1 + rank;  // so every event has a place of its own
  if (step.kind == Step::Kind::create || step.kind == Step::Kind::join) {
    event.thread_use = step.kind == Step::Kind::create ? Event::ThreadUse::create : Event::ThreadUse::join;
    event.other = step.other;
  } else if (is_mutex(step.location) || step.location == kRwLock) {
    set_lock(step, event);
  } else if (step.location < kFirstMutex && step.kind != Step::Kind::choice) {
    event.location = 8 + step.location;
    event.bytes = 1;
    event.writes = stores(step);
    event.reads = step.kind != Step::Kind::write;
    event.atomic = step.kind == Step::Kind::update;
    event.valued = true;
    event.found = step.found;
    event.stored = step.kind == Step::Kind::write ? step.written : graph::apply(step.operation, step.found, 0).value;
  } else if (step.kind != Step::Kind::choice && step.kind != Step::Kind::local) {
    event.object = step.location;
    if (step.location == kCondition && step.kind == Step::Kind::update) {
      event.object_use = step.operation.op == Op::enqueue ? Event::ObjectUse::sleep : Event::ObjectUse::tell;
    }
    const bool tells = step.location == kCondition && step.kind == Step::Kind::update;  // wait, signal, broadcast
    event.ordered = !tells && !(step.kind == Step::Kind::update && step.operation.op == Op::semaphore_post);
  }
  return event;
}

History history_of(const Program& program, const Observed& run) {
  History history(program.threads.size());
  for (EventId i = 0; i < run.steps.size(); ++i) history.add(event_of(run.steps[i], i));
  return history;
}

// What became of the values that an observed run read. For programs without attempts and choices.
Dependence dependence_of(const Program& program, const Observed& run, const History& history) {
  Dependence dependence = nothing_decides(history);
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const auto& code = program.threads[thread];
    EventId from = kNoEvent;  // which read the register is from,
    std::uint64_t r = 0;      // and what it is
    std::size_t at = 0;
    for (const EventId id : history.of_thread(static_cast<std::uint32_t>(thread))) {
      const Step& step = run.steps[id];
      if (code[at].code == Code::write_next && from != kNoEvent) dependence.made_of[id] = {from};
      if (code[at].code == Code::add) dependence.made_of[id] = {id};
      if (code[at].code == Code::read || code[at].code == Code::add) {
        from = id;
        r = step.found;
      }
      for (++at; at < code.size() && code[at].code == Code::if_equal;) {
        if (from != kNoEvent) dependence.decides[from].push_back(id);
        at += r == code[at].a ? 1 : 1 + code[at].skip;
      }
    }
  }
  return dependence;
}

std::vector<Prediction> predictions(const History& history, const std::optional<Dependence>& dependence) {
  std::vector<Prediction> found;
  std::unordered_set<Key> known;
  std::uint64_t effort = 1'000'000;
  const Search search{history, known, effort, found};
  find_races(search);
  find_deadlocks(search);
  if (dependence) {
    SolverCounts counts;
    SolvedOrders orders(history, *dependence, counts);
    solve_races(search, orders);
    solve_deadlocks(search, orders);
    EXPECT_EQ(counts.given_up, 0u);
    EXPECT_TRUE(orders.may_ask());
  }
  find_meetings(search);
  return found;
}

using Pair = std::pair<EventId, EventId>;
using Wish = std::vector<std::uint64_t>;  // thread, lock, locks held
using Deadlock = std::set<Wish>;

// What a correct reordering keeps.
enum class Kept { stores_and_order_of_sections, values, values_that_decide };

// Something happens before some of the branches.
Program with_late_branches(Program program, unsigned seed) {
  std::mt19937 random(seed);
  for (auto& code : program.threads) {
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i].code != Code::if_equal || random() % 2 == 0) continue;
      const std::uint64_t x = random() % 2;
      const Code what = random() % 2 == 0 ? Code::write : Code::write_next;
      for (std::size_t k = 0; k < i; ++k) {
        if (code[k].skip != 0 && k + code[k].skip >= i) ++code[k].skip;
      }
      code.insert(code.begin() + static_cast<std::ptrdiff_t>(i), {what, x, 1 + random() % 2});
      ++i;
    }
  }
  return program;
}

// All correct reorderings of a run.
class BruteForce {
 public:
  BruteForce(const Program& program, const Observed& run, const History& history, const Dependence& dependence,
             Kept kept)
      : run_(run), history_(history), dependence_(dependence), kept_(kept), own_(program.threads.size()) {
    for (EventId i = 0; i < run.steps.size(); ++i) own_[run.steps[i].thread].push_back(i);
    sources_ = sources_in(program, run);
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
  static std::vector<EventId> sources_in(const Program&, const Observed& run) {
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

  // What a variable was at first counts as known only if somebody read it.
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

  // Whether a thread does what it did after the event, whatever that itself finds: it goes on up to its next step.
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

Deadlock deadlock_of(const History& history, const Prediction& prediction) {
  Deadlock cycle;
  for (const EventId id : prediction.events) {
    Wish wish{history.event(id).thread, history.event(id).lock};
    for (const EventId held : history.held(id)) wish.push_back(history.event(held).lock);
    std::sort(wish.begin() + 2, wish.end());
    cycle.insert(wish);
  }
  return cycle;
}

// The run that is planned for a prediction does what the observed one did, event by event, and then both accesses, or
// all acquisitions, are next in their threads. `kept`: what it reads.
void confirm(const Program& program, const Observed& run, const History& history, const Prediction& prediction,
             Kept kept) {
  Machine machine(program);
  std::vector<std::size_t> at(program.threads.size());
  for (const EventId id : prediction.order) {
    if (std::find(prediction.events.begin(), prediction.events.end(), id) != prediction.events.end()) break;
    const std::uint32_t thread = history.event(id).thread;
    ASSERT_EQ(history.of_thread(thread)[at[thread]], id);
    ASSERT_TRUE(machine.enabled(thread));
    const Step step = machine.run(thread, std::min(run.choices[id], machine.choices(thread) - 1));
    ++at[thread];
    ASSERT_EQ(step.kind, run.steps[id].kind);
    ASSERT_EQ(step.location, run.steps[id].location);
    if (history.event(id).reads && kept != Kept::values_that_decide) {
      ASSERT_EQ(step.found, run.steps[id].found);
    }
  }
  for (const EventId id : prediction.events) {
    const std::uint32_t thread = history.event(id).thread;
    ASSERT_EQ(history.of_thread(thread)[at[thread]], id);
    ASSERT_EQ(machine.enabled(thread), prediction.kind == Prediction::Kind::race);
    const graph::test::Instruction* next = machine.pending(thread);
    ASSERT_NE(next, nullptr);
    ASSERT_EQ(next->x, run.steps[id].location);
  }
}

// The run that is planned for a meeting does what the observed one did, up to the event that finds what another left.
void confirm_meeting(const Program& program, const Observed& run, const History& history,
                     const Prediction& prediction) {
  Machine machine(program);
  std::vector<std::size_t> at(program.threads.size());
  std::map<std::uint64_t, EventId> writer;
  const EventId finds = prediction.events[1];
  for (const EventId id : prediction.order) {
    const Event& event = history.event(id);
    ASSERT_EQ(history.of_thread(event.thread)[at[event.thread]++], id);
    if (id == finds) break;
    ASSERT_TRUE(machine.enabled(event.thread));
    const Step step = machine.run(event.thread, std::min(run.choices[id], machine.choices(event.thread) - 1));
    if (event.reads) {
      ASSERT_EQ(step.found, run.steps[id].found);
    }
    if (event.writes) writer[event.location] = id;
  }
  ASSERT_EQ(prediction.order.back(), finds);
  ASSERT_TRUE(machine.enabled(history.event(finds).thread));
  if (history.event(finds).bytes != 0) {
    ASSERT_EQ(writer[history.event(finds).location], prediction.events[0]);
  }
}

struct Counts {
  std::size_t races = 0;
  std::size_t deadlocks = 0;
  std::size_t meetings = 0;  // precise ones
};

// `judged`: brute force is to say the same.
Counts compare(const Mixture& mixture, Kept kept, bool judged = true) {
  Counts counts;
  for (unsigned seed = 1; seed <= programs_of_each_mixture(); ++seed) {
    const bool by_decisions = kept == Kept::values_that_decide;
    Program program = Generator(seed, mixture).program();
    if (by_decisions) program = with_late_branches(std::move(program), seed);
    const Observed run = observe(program, seed);
    const History history = history_of(program, run);
    const Dependence dependence = by_decisions ? dependence_of(program, run, history) : everything_decides(history);
    const bool solve = kept != Kept::stores_and_order_of_sections;
    std::set<Pair> races;
    std::set<Deadlock> deadlocks;
    for (const Prediction& prediction : predictions(history, solve ? std::optional(dependence) : std::nullopt)) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      if (is_meeting(prediction.kind)) {
        if (!prediction.precise) continue;
        confirm_meeting(program, run, history, prediction);
        ++counts.meetings;
        continue;
      }
      confirm(program, run, history, prediction, kept);
      if (prediction.kind == Prediction::Kind::race)
        races.insert(std::minmax(prediction.events[0], prediction.events[1]));
      if (prediction.kind == Prediction::Kind::deadlock) deadlocks.insert(deadlock_of(history, prediction));
    }
    counts.races += races.size();
    counts.deadlocks += deadlocks.size();
    if (testing::Test::HasFailure()) break;
    if (!judged) continue;
    const BruteForce expected(program, run, history, dependence, kept);
    EXPECT_EQ(races, expected.races) << "seed " << seed;
    EXPECT_EQ(deadlocks, expected.deadlocks) << "seed " << seed;
    if (testing::Test::HasFailure()) break;
  }
  return counts;
}

// The same without a solver and with it, each against what it should be.
void expect_those_of_brute_force(const Mixture& mixture, std::size_t races, std::size_t deadlocks) {
  const Counts closed = compare(mixture, Kept::stores_and_order_of_sections);
  EXPECT_GT(closed.races, races);
  EXPECT_GT(closed.deadlocks, deadlocks);
  const Counts solved = compare(mixture, Kept::values);
  EXPECT_GT(solved.races, closed.races);
}

TEST(PredictPrograms, RacesAndDeadlocksAreThoseOfBruteForce) {
  expect_those_of_brute_force(
      {Code::read, Code::write, Code::write_next, Code::add, Code::if_equal, Code::lock, Code::lock}, 100, 0);
}

TEST(PredictPrograms, DeadlocksAreThoseOfBruteForce) {
  expect_those_of_brute_force({Code::read, Code::write, Code::lock, Code::lock, Code::lock, Code::lock}, 100, 3);
}

TEST(PredictPrograms, WhereReadsThatDecideNothingMayChangeTheyAreThoseOfBruteForce) {
  const Mixture mixture{Code::read,     Code::write,    Code::write_next, Code::add,  Code::add,
                        Code::if_equal, Code::if_equal, Code::lock,       Code::lock, Code::lock};
  const Counts held = compare(mixture, Kept::values);
  const Counts followed = compare(mixture, Kept::values_that_decide);
  EXPECT_GT(held.races, 100u);
  EXPECT_GT(followed.races, held.races + held.races / 10);
  const Mixture locks{Code::read, Code::add, Code::lock, Code::lock, Code::lock, Code::lock};
  const Counts nested = compare(locks, Kept::values_that_decide);
  EXPECT_GT(nested.deadlocks, 3u);
}

TEST(PredictPrograms, WithEverythingElseEachPredictionIsConfirmed) {
  const Counts counts = compare({Code::read, Code::write, Code::cas, Code::if_equal, Code::lock, Code::try_lock,
                                 Code::read_lock, Code::write_lock, Code::acquire, Code::release, Code::once,
                                 Code::enqueue, Code::signal, Code::broadcast, Code::choose},
                                Kept::values, false);
  EXPECT_GT(counts.races, 10u);
  EXPECT_GT(counts.meetings, 10u);
}

}  // namespace
}  // namespace sleave::predict
