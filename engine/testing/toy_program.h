// A program made of threads with a number of atomic stores each, run in memory: for tests of code that changes
// schedules.
//
// It follows a plan as the runtime does: decisions in order, one that does not fit is skipped, then chance if the plan
// says so, else the current thread continues to its end and the next one has its turn. Whether it fails is a function
// of the order of its points; one that ends where it fails has only those up to there.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "abi/words.h"
#include "engine/base/rng.h"
#include "engine/run/runner.h"

namespace sleave {

class ToyProgram final : public Runner {
 public:
  using Order = std::vector<std::uint32_t>;  // thread of each point
  using Fails = std::function<bool(const Order&)>;

  ToyProgram(std::vector<std::uint64_t> points, Fails fails) : points_(std::move(points)), fails_(std::move(fails)) {}

  // `fails` is asked about each beginning of an order, and is true of every longer one of which it is true.
  static ToyProgram ending_at_failure(std::vector<std::uint64_t> points, Fails fails) {
    ToyProgram program(std::move(points), std::move(fails));
    program.ends_at_failure_ = true;
    return program;
  }

  Result<Trace> run(const Plan& plan, Detail /*detail*/) override {
    ++runs;
    return trace_of(follow(plan));
  }

  [[nodiscard]] Trace trace_of(Order order) const {
    const Order whole = order;
    for (std::size_t length = 1; ends_at_failure_ && length <= whole.size(); ++length) {
      order.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      if (fails_(order)) break;
    }
    Trace trace;
    trace.stacks.push_back(0);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      sleave_trace_thread thread{};
      thread.parent = i == 0 ? SLEAVE_NO_THREAD : 0;
      thread.ordinal = static_cast<std::uint32_t>(i == 0 ? 0 : i - 1);
      thread.state = SLEAVE_THREAD_DONE;
      thread.pending_kind = SLEAVE_EV_COUNT;
      trace.threads.push_back(thread);
    }
    std::vector<std::uint64_t> executed(points_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      sleave_event event{};
      event.kind = SLEAVE_EV_atomic_store;
      event.thread = order[i];
      event.location = SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, 0x100);  // one for all: every two of them conflict
      event.size = 4;
      event.site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x1000 + executed[order[i]]++);
      if (i > 0 && order[i - 1] != order[i]) {
        const bool could_go_on = executed[order[i - 1]] < points_[order[i - 1]];
        event.flags = SLEAVE_EVENT_SWITCHED | (could_go_on ? SLEAVE_EVENT_PREEMPTED : 0);
        ++trace.header.switches;
      }
      trace.events.push_back(event);
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (executed[i] == points_[i]) continue;
      trace.threads[i].state = SLEAVE_THREAD_ENABLED;
      trace.threads[i].pending_kind = SLEAVE_EV_atomic_store;
      trace.threads[i].pending_location = SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, 0x100);
      trace.threads[i].pending_site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x1000 + executed[i]);
    }
    trace.header.events = order.size();
    trace.header.outcome = fails_(order) ? SLEAVE_OUTCOME_failed : SLEAVE_OUTCOME_exited;
    trace.header.finding = fails_(order) ? SLEAVE_FIND_assertion : SLEAVE_FIND_none;
    trace.header.thread = order.back();
    return trace;
  }

  // Calls `visit` with every order there is, also those that thread 0 does not begin, as it does in every run.
  template <typename Visit>
  void each_order(Visit visit) const {
    Order order;
    std::vector<std::uint64_t> left = points_;
    extend(order, left, visit);
  }

  std::uint64_t runs = 0;

 private:
  [[nodiscard]] Order follow(const Plan& plan) const {
    const std::vector<sleave_decision>& decisions = plan.decisions;
    Rng rng(plan.tail_seed);
    std::vector<std::uint64_t> left = points_;
    Order order;
    std::uint32_t current = 0;
    std::size_t next = 0;
    std::uint64_t total = 0;
    for (const std::uint64_t points : points_) total += points;
    while (order.size() < total) {
      const auto executed = [&](std::uint32_t thread) { return points_[thread] - left[thread]; };
      const auto is_mine = [&] { return next < decisions.size() && decisions[next].thread == current; };
      while (is_mine() && decisions[next].index < executed(current)) ++next;
      if (is_mine() && decisions[next].index == executed(current)) {
        const auto wanted = static_cast<std::uint32_t>(decisions[next++].value);
        if (left[wanted] > 0) current = wanted;
      } else if (!order.empty() && next == decisions.size() && plan.tail_policy == SLEAVE_POLICY_random) {
        current = static_cast<std::uint32_t>(rng.below(points_.size()));
      }
      while (left[current] == 0) current = (current + 1) % static_cast<std::uint32_t>(points_.size());
      --left[current];
      order.push_back(current);
    }
    return order;
  }

  template <typename Visit>
  void extend(Order& order, std::vector<std::uint64_t>& left, Visit& visit) const {
    bool ended = true;
    for (std::uint32_t thread = 0; thread < left.size(); ++thread) {
      if (left[thread] == 0) continue;
      ended = false;
      --left[thread];
      order.push_back(thread);
      extend(order, left, visit);
      order.pop_back();
      ++left[thread];
    }
    if (ended) visit(order);
  }

  std::vector<std::uint64_t> points_;
  Fails fails_;
  bool ends_at_failure_ = false;
};

// The position of a thread's n-th point in an order, from 0.
inline std::size_t place(const ToyProgram::Order& order, std::uint32_t thread, std::uint64_t number) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] == thread && number-- == 0) return i;
  }
  return order.size();
}

// T2's second point between the first and the second of T1: an atomicity violation.
inline bool comes_between(const ToyProgram::Order& order) {
  return place(order, 1, 0) < place(order, 2, 1) && place(order, 2, 1) < place(order, 1, 1);
}

// Both read before the other one writes: a lost update.
inline bool loses_update(const ToyProgram::Order& order) {
  return place(order, 1, 1) < place(order, 2, 2) && place(order, 2, 1) < place(order, 1, 2);
}

}  // namespace sleave
