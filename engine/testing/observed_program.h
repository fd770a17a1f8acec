// For tests of predictions: a run of a program of program.h, as predict sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/model/operation.h"
#include "engine/model/step.h"
#include "engine/predict/search.h"
#include "engine/testing/machine.h"

namespace sleave::predict::test {

using graph::Op;
using graph::Step;
using graph::test::Code;
using graph::test::Machine;
using graph::test::Program;

constexpr std::uint64_t kFirstMutex = 10;
constexpr std::uint64_t kLastMutex = 11;
constexpr std::uint64_t kRwLock = 21;
constexpr std::uint64_t kCondition = 23;

inline bool is_mutex(std::uint64_t location) { return location == kFirstMutex || location == kLastMutex; }

struct Observed {
  std::vector<Step> steps;
  std::vector<unsigned> choices;  // of each step
};

inline Observed observe(const Program& program, unsigned seed) {
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

inline bool stores(const Step& step) {
  if (step.kind == Step::Kind::write) return true;
  if (step.kind != Step::Kind::update) return false;
  return graph::apply(step.operation, step.found, step.outcome).kind == graph::Action::stores;
}

inline void set_lock(const Step& step, Event& event) {
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

inline Event event_of(const Step& step, EventId rank) {
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

inline History history_of(const Program& program, const Observed& run) {
  History history(program.threads.size());
  for (EventId i = 0; i < run.steps.size(); ++i) history.add(event_of(run.steps[i], i));
  return history;
}

// How the values that an observed run read were used. For programs without attempts and choices.
inline Dependence dependence_of(const Program& program, const Observed& run, const History& history) {
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

}  // namespace sleave::predict::test
