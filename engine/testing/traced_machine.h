// For tests: runs programs of program.h under plans and traces what they do, as a target would.
//
// Plain accesses are no scheduling points, or all are (`visible`). Data races are looked for by clocks: every access
// against all before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "engine/testing/machine.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave::test {

using graph::Step;
using graph::test::Code;
using graph::test::Instruction;
using graph::test::Machine;
using graph::test::Program;

class TracedMachine {
 public:
  TracedMachine(const Program& program, bool visible)
      : machine_(program),
        visible_(visible),
        started_(program.threads.size()),
        executed_(program.threads.size()),
        clocks_(program.threads.size(), Clock(program.threads.size())) {
    trace_.header.magic = SLEAVE_TRACE_MAGIC;
    trace_.header.version = SLEAVE_TRACE_VERSION;
    trace_.threads.resize(program.threads.size());
    for (std::uint32_t i = 0; i < program.threads.size(); ++i) {
      trace_.threads[i].parent = i == 0 ? SLEAVE_NO_THREAD : 0;
      trace_.threads[i].ordinal = i == 0 ? 0 : i - 1;
    }
    for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i][i] = 1;
  }

  // Each enabled thread with the same probability at each point.
  Trace run(std::mt19937& random) {
    for (std::vector<std::size_t> enabled = who_is_enabled(); !enabled.empty(); enabled = who_is_enabled()) {
      execute(enabled[random() % enabled.size()]);
    }
    return ended();
  }

  // The plan's switches, and then without preemptions. `polls`: the remaining threads iterate in a loop until the trace
  // has no more room.
  Trace run(const Plan& plan, bool polls) {
    std::size_t current = 0;
    auto decision = plan.decisions.begin();
    while (!who_is_enabled().empty()) {
      while (decision != plan.decisions.end() && place_of(plan, decision->thread) == current &&
             decision->index < executed_[current]) {
        ++decision;
      }
      if (decision != plan.decisions.end() && place_of(plan, decision->thread) == current &&
          decision->index == executed_[current]) {
        const std::size_t wanted = place_of(plan, static_cast<std::uint32_t>(decision->value));
        if (wanted < machine_.threads() && is_enabled(wanted)) current = wanted;
        ++decision;
      }
      if (!is_enabled(current)) current = next_in_turn(current);
      execute(current);
    }
    return polls && machine_.complete() ? cut_short() : ended();
  }

 private:
  using Clock = std::vector<std::uint32_t>;

  struct Access {
    std::uint32_t thread;
    std::uint32_t when;
    sleave_site site;
    bool writes;
    bool atomic;
  };

  // Plans name the threads by their spawn path.
  static std::size_t place_of(const Plan& plan, std::uint32_t thread) {
    const sleave_plan_thread& named = plan.threads.at(thread);
    return named.parent == SLEAVE_NO_THREAD ? 0 : named.ordinal + 1;
  }

  [[nodiscard]] bool is_enabled(std::size_t thread) const {
    return started_[thread] ? machine_.enabled(thread) : machine_.begun(thread);
  }

  [[nodiscard]] std::vector<std::size_t> who_is_enabled() const {
    std::vector<std::size_t> enabled;
    for (std::size_t i = 0; i < started_.size(); ++i) {
      if (is_enabled(i)) enabled.push_back(i);
    }
    return enabled;
  }

  [[nodiscard]] std::size_t next_in_turn(std::size_t thread) const {
    const std::vector<std::size_t> enabled = who_is_enabled();
    const auto next = std::upper_bound(enabled.begin(), enabled.end(), thread);
    return next == enabled.end() ? enabled.front() : *next;
  }

  static bool is_memory(const Instruction& next) { return next.x < 10 && next.code != Code::create; }
  [[nodiscard]] bool is_plain(const Instruction& next) const {
    const bool plain = next.code == Code::read || next.code == Code::write || next.code == Code::write_next;
    return plain && is_memory(next);
  }

  // A point, and what its thread does up to the next one.
  void execute(std::size_t thread) {
    ++executed_[thread];
    if (!started_[thread]) {
      started_[thread] = true;
      record(SLEAVE_EV_thread_start, thread);
    } else {
      step(thread);
    }
    while (machine_.pending(thread) != nullptr && machine_.enabled(thread) && is_plain(*machine_.pending(thread)) &&
           !visible_) {
      step(thread);
    }
  }

  sleave_event& record(sleave_event_kind kind, std::size_t thread, std::size_t place = 0xfff) {
    sleave_event event{};
    event.kind = static_cast<std::uint8_t>(kind);
    event.thread = static_cast<std::uint32_t>(thread);
    event.site = SLEAVE_SITE(0, 0x10000 * (thread + 1) + place);
    trace_.events.push_back(event);
    ++trace_.header.events;
    return trace_.events.back();
  }

  void step(std::size_t thread) {
    const Instruction next = *machine_.pending(thread);
    const std::size_t place = machine_.place(thread);
    const Step step = machine_.run(thread, 0);
    const bool stored = step.kind == Step::Kind::write || (step.kind == Step::Kind::update && changes(step));
    sleave_event& event = record(kind_of(next), thread, place);
    event.location = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x1000 + 8 * next.x);
    event.flags = step.kind == Step::Kind::update && !stored ? SLEAVE_EVENT_FAILED : 0;
    event.size = 8;
    event.value = step.kind == Step::Kind::write ? step.written : step.found;
    if (step.kind == Step::Kind::update) event.extra = graph::apply(step.operation, step.found, 0).value;
    if (next.code == Code::create || next.code == Code::join) {
      event.location = SLEAVE_LOCATION(SLEAVE_SPACE_THREAD, 0, next.a);
    }
    synchronize(next, thread, stored);
    if (is_memory(next) && next.code != Code::join) access(next, event, stored);
  }

  static bool changes(const Step& step) {
    return graph::apply(step.operation, step.found, 0).kind == graph::Action::stores;
  }

  [[nodiscard]] sleave_event_kind kind_of(const Instruction& next) const {
    switch (next.code) {
      case Code::read:
        return visible_ ? SLEAVE_EV_visible_read : SLEAVE_EV_plain_read;
      case Code::write:
      case Code::write_next:
        return visible_ ? SLEAVE_EV_visible_write : SLEAVE_EV_plain_write;
      case Code::add:
        return SLEAVE_EV_atomic_rmw;
      case Code::cas:
        return SLEAVE_EV_atomic_cas;
      case Code::lock:
        return SLEAVE_EV_mutex_lock;
      case Code::try_lock:
        return SLEAVE_EV_mutex_trylock;
      case Code::unlock:
        return SLEAVE_EV_mutex_unlock;
      case Code::read_lock:
        return SLEAVE_EV_rwlock_rdlock;
      case Code::write_lock:
        return SLEAVE_EV_rwlock_wrlock;
      case Code::read_unlock:
      case Code::write_unlock:
        return SLEAVE_EV_rwlock_unlock;
      case Code::acquire:
        return SLEAVE_EV_semaphore_wait;
      case Code::release:
        return SLEAVE_EV_semaphore_post;
      case Code::create:
        return SLEAVE_EV_thread_create;
      default:
        return SLEAVE_EV_thread_join;
    }
  }

  static void join(Clock& clock, const Clock& other) {
    for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], other[i]);
  }

  // Happens-before: an event on an object comes after all earlier ones that released something there.
  void synchronize(const Instruction& next, std::size_t thread, bool stored) {
    Clock& own = clocks_[thread];
    if (next.code == Code::create) join(clocks_[next.a], own);
    if (next.code == Code::join) join(own, clocks_[next.a]);
    if (next.code == Code::create || next.code == Code::join || is_plain(next)) {
      ++own[thread];
      return;
    }
    Clock& given = objects_.try_emplace(next.x, Clock(clocks_.size())).first->second;
    Clock& read = readers_.try_emplace(next.x, Clock(clocks_.size())).first->second;
    switch (next.code) {
      case Code::lock:
      case Code::read_lock:
      case Code::acquire:
        join(own, given);
        break;
      case Code::write_lock:
        join(own, given);
        join(own, read);
        break;
      case Code::try_lock:
        if (stored) join(own, given);
        break;
      case Code::read_unlock:
        join(read, own);
        break;
      case Code::unlock:
      case Code::write_unlock:
      case Code::release:
        join(given, own);
        break;
      default:  // atomic updates
        join(own, given);
        if (stored) join(given, own);
    }
    ++own[thread];
  }

  void access(const Instruction& next, const sleave_event& event, bool stored) {
    const std::uint32_t self = event.thread;
    const Clock& now = clocks_[self];
    const Access made{self, now[self] - 1, event.site, stored, !is_plain(next)};
    for (const Access& before : accesses_[next.x]) {
      const bool conflict = before.thread != self && (before.writes || made.writes) && !(before.atomic && made.atomic);
      if (!conflict || before.when <= seen(now, before)) continue;
      sleave_trace_race race{};
      race.earlier.site = before.site;
      race.later.site = made.site;
      trace_.races.push_back(race);
    }
    accesses_[next.x].push_back(made);
  }

  static std::uint32_t seen(const Clock& now, const Access& before) { return now[before.thread]; }

  Trace ended() {
    trace_.header.outcome = machine_.complete() ? SLEAVE_OUTCOME_exited : SLEAVE_OUTCOME_failed;
    if (!machine_.complete()) trace_.header.finding = SLEAVE_FIND_deadlock;
    trace_.header.sections[SLEAVE_SECTION_EVENTS].capacity = 1'000'000;
    return trace_;
  }

  Trace cut_short() {
    trace_.header.outcome = SLEAVE_OUTCOME_step_limit;
    trace_.header.sections[SLEAVE_SECTION_EVENTS].capacity = 8 * (trace_.events.size() + 1);
    trace_.header.dropped = 1;
    for (int i = 0; i < 16; ++i) record(SLEAVE_EV_yield, 0);
    return trace_;
  }

  Machine machine_;
  bool visible_;
  std::vector<bool> started_;
  std::vector<std::uint64_t> executed_;  // points, of each thread
  Trace trace_;
  std::vector<Clock> clocks_;
  std::map<std::uint64_t, Clock> objects_;
  std::map<std::uint64_t, Clock> readers_;
  std::map<std::uint64_t, std::vector<Access>> accesses_;
};

}  // namespace sleave::test
