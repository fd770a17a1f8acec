#include "engine/predict/dependence_of_trace.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "engine/trace/words.h"

namespace sleave::predict {
namespace {

using Reads = std::vector<EventId>;  // sorted

constexpr unsigned kOperands[] = {
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) operands,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
};

class Reader {
 public:
  Reader(const Trace& trace, const History& history)
      : trace_(trace),
        history_(history),
        dependence_(everything_decides(history)),
        read_of_byte_(trace.input_bytes.size(), kNoEvent),
        reads_of_(trace.expressions.size()),
        known_(trace.expressions.size()),
        free_(history.threads()) {
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      if (!is_for_search(trace.events[i].kind)) recorded_.push_back(i);
    }
  }

  std::optional<Dependence> read() {
    if (recorded_.size() != history_.size() || !trace_.concretizations.empty()) return std::nullopt;
    find_reads();
    if (!any_) return std::nullopt;
    find_stores();
    for (const sleave_trace_path_constraint& path_constraint : trace_.path_constraints) decide(path_constraint);
    return std::move(dependence_);
  }

 private:
  // The event that is this one of the trace; kNoEvent: there is none.
  [[nodiscard]] EventId event_at(std::int64_t index) const {
    const auto at = std::lower_bound(recorded_.begin(), recorded_.end(), index, [](std::size_t a, std::int64_t b) {
      return b >= 0 && a < static_cast<std::size_t>(b);
    });
    const bool is_it = index >= 0 && at != recorded_.end() && *at == static_cast<std::size_t>(index);
    return is_it ? static_cast<EventId>(at - recorded_.begin()) : kNoEvent;
  }

  // Those that code looked at which is followed: they decide nothing but what is said.
  void find_reads() {
    for (const sleave_trace_input& input : trace_.inputs) {
      if (input.name != 0 || input.text[0] != 0 || input.ordinal == 0) continue;
      const EventId id = event_at(input.base);
      if (id == kNoEvent) continue;
      const Event& event = history_.event(id);
      if (!event.reads || event.thread != input.thread || event.bytes != input.bytes) continue;
      any_ = true;
      dependence_.decides[id].clear();
      free_[event.thread].push_back(id);
      std::fill_n(read_of_byte_.begin() + input.first, input.bytes, id);
    }
    for (Reads& reads : free_) std::sort(reads.begin(), reads.end());
  }

  // Of the reads that may change, those of the thread up to an event.
  [[nodiscard]] std::span<const EventId> free_until(std::uint32_t thread, EventId event) const {
    const Reads& own = free_[thread];
    return std::span(own.begin(), std::upper_bound(own.begin(), own.end(), event));
  }

  void find_stores() {
    for (EventId id = 0; id < history_.size(); ++id) {
      const Event& event = history_.event(id);
      if (!event.writes || event.frees) continue;
      const std::uint32_t expression = trace_.events[recorded_[id]].expression;
      const std::span<const EventId> own = free_until(event.thread, id);
      dependence_.made_of[id] = expression != 0 ? reads_in(expression) : Reads(own.begin(), own.end());
    }
  }

  // The reads that an expression depends on. Operands have smaller numbers.
  const Reads& reads_in(std::uint32_t root) {
    std::vector<std::uint32_t> open{root};
    while (!open.empty()) {
      const std::uint32_t number = open.back();
      const std::size_t before = open.size();
      const sleave_trace_expression& expression = trace_.expressions[number];
      std::set<EventId> reads;
      if (expression.op == SLEAVE_OP_input) {
        const EventId read = read_of_byte_[expression.operands[0]];
        if (read != kNoEvent) reads.insert(read);
      }
      const unsigned operands = expression.op == SLEAVE_OP_input ? 0 : kOperands[expression.op];
      for (unsigned i = 0; i < operands; ++i) {
        const std::uint32_t operand = expression.operands[i];
        if (!known_[operand]) open.push_back(operand);
        reads.insert(reads_of_[operand].begin(), reads_of_[operand].end());
      }
      if (open.size() != before) continue;
      reads_of_[number].assign(reads.begin(), reads.end());
      known_[number] = true;
      open.pop_back();
    }
    return reads_of_[root];
  }

  void decide(const sleave_trace_path_constraint& path_constraint) {
    const EventId last = last_before(path_constraint.thread, path_constraint.reserved);
    const bool leaves = trace_.expressions[path_constraint.expression].op == SLEAVE_OP_constant;
    if (last == kNoEvent) {
      if (!leaves) decide_at_once(reads_in(path_constraint.expression));
      return;
    }
    if (!leaves) {
      for (const EventId read : reads_in(path_constraint.expression)) decide_after(read, last);
      return;
    }
    std::size_t& done = left_[path_constraint.thread];  // those that decided something when code was called last
    const std::span<const EventId> own = free_until(path_constraint.thread, last);
    for (; done < own.size(); ++done) decide_after(own[done], last);
  }

  void decide_at_once(const Reads& reads) {
    for (const EventId read : reads) decide_after(read, read);
  }

  void decide_after(EventId read, EventId last) {
    Reads& decides = dependence_.decides[read];
    const std::uint32_t thread = history_.event(last).thread;
    const auto known =
        std::find_if(decides.begin(), decides.end(), [&](EventId id) { return history_.event(id).thread == thread; });
    if (known == decides.end()) {
      decides.push_back(std::max(read, last));
    } else {
      *known = std::min(*known, std::max(read, last));
    }
  }

  // The last event of the thread among so many first ones of the trace.
  [[nodiscard]] EventId last_before(std::uint32_t thread, std::uint32_t recorded) const {
    const std::span<const EventId> own = history_.of_thread(thread);
    const auto beyond =
        std::partition_point(own.begin(), own.end(), [&](EventId id) { return recorded_[id] < recorded; });
    return beyond == own.begin() ? kNoEvent : *std::prev(beyond);
  }

  const Trace& trace_;
  const History& history_;
  Dependence dependence_;
  std::vector<std::size_t> recorded_;  // of each event of the history, which one of the trace it is
  std::vector<EventId> read_of_byte_;  // of each byte of inputs
  std::vector<Reads> reads_of_;        // of expressions
  std::vector<bool> known_;
  std::vector<Reads> free_;  // of each thread
  std::map<std::uint32_t, std::size_t> left_;
  bool any_ = false;
};

}  // namespace

std::optional<Dependence> dependence_of(const Trace& trace, const History& history) {
  return Reader(trace, history).read();
}

}  // namespace sleave::predict
