// What the calls of a client did, and whether some order of them explains it.
#ifndef SLEAVE_CLIENT_HISTORY_HPP
#define SLEAVE_CLIENT_HISTORY_HPP

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "definition.hpp"
#include "linearization.hpp"

namespace sleave {
namespace client {

// When a call began and ended, by any clock that never stands still. Both 0: at any time between its neighbors.
struct Interval {
  std::uint64_t first;
  std::uint64_t last;
};

// Main calls before the threads begin, and after they have ended.
enum class Phase { before, threads, final };

struct Recorded {
  Call call;
  int thread = 0;  // 0: main
  Phase phase = Phase::threads;
  Interval time{};
  std::string result;
};

using History = std::vector<Recorded>;  // of each thread in its order

// Whether `a`, which stands before `b` in the history, or behind it, comes first whatever the threads do.
inline bool always_first(const Recorded& a, const Recorded& b, bool stands_before) {
  return a.phase < b.phase || (a.phase == b.phase && a.thread == b.thread && stands_before);
}

inline bool ended_before(const Recorded& a, const Recorded& b) { return a.time.last != 0 && a.time.last < b.time.first; }

// The order that every explanation keeps: each thread's own, and real time unless `own_only`.
inline Before order_of(const History& history, bool own_only = false) {
  Before before;
  for (std::size_t i = 0; i < history.size(); ++i) {
    std::uint64_t earlier = 0;
    for (std::size_t j = 0; j < history.size(); ++j) {
      if (always_first(history[j], history[i], j < i) || (!own_only && ended_before(history[j], history[i]))) earlier |= bit(j);
    }
    before.push_back(earlier);
  }
  return before;
}

// The class is its own specification: a fresh object, used by one thread, must give the same results. A state is the
// calls so far, which are made again.
template <typename Type>
class SerialRuns {
 public:
  using State = std::vector<std::size_t>;

  SerialRuns(const Definition<Type>& definition, const Call& made, const History& history)
      : definition_(definition), made_(made), history_(history) {}

  State initial() const { return {}; }

  std::optional<State> after(const State& before, std::size_t call) const {
    const std::unique_ptr<Type> object = definition_.new_object(made_);
    for (std::size_t earlier : before) perform(*object, history_[earlier]);
    if (perform(*object, history_[call]) != history_[call].result && !operation_of(history_[call]).is_weak) return std::nullopt;
    State next = before;
    next.push_back(call);
    return next;
  }

 private:
  const Operation<Type>& operation_of(const Recorded& recorded) const {
    const auto& operations = recorded.phase == Phase::final ? definition_.final_operations() : definition_.operations();
    return operations[recorded.call.operation];
  }

  std::string perform(Type& object, const Recorded& recorded) const {
    return operation_of(recorded).perform(object, recorded.call, [] {});
  }

  const Definition<Type>& definition_;
  const Call& made_;
  const History& history_;
};

template <typename Type>
std::string text_of_call(const Definition<Type>& definition, const Recorded& recorded) {
  const auto& operations = recorded.phase == Phase::final ? definition.final_operations() : definition.operations();
  const std::string call = operations[recorded.call.operation].text(recorded.call);
  return recorded.result.empty() ? call : call + " -> " + recorded.result;
}

inline std::string padded(std::string text, std::size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

// The calls by the time they began; one without events comes right behind the one before it.
inline std::vector<std::size_t> by_time(const History& history) {
  std::vector<std::pair<std::pair<Phase, std::uint64_t>, std::size_t>> calls;
  for (std::size_t i = 0; i < history.size(); ++i) {
    std::uint64_t time = history[i].time.first;
    if (time == 0 && i != 0 && history[i - 1].thread == history[i].thread) time = calls.back().first.second;
    calls.push_back({{history[i].phase, time}, i});
  }
  std::sort(calls.begin(), calls.end());
  std::vector<std::size_t> order;
  for (const auto& call : calls) order.push_back(call.second);
  return order;
}

// Each with when it began and ended.
template <typename Type>
std::string text_of_history(const Definition<Type>& definition, const History& history) {
  std::string text;
  for (std::size_t i : by_time(history)) {
    const Recorded& each = history[i];
    const std::string thread = each.thread == 0 ? "main" : "T" + std::to_string(each.thread);
    const std::string time = each.time.last == 0 || each.thread == 0
                                 ? ""
                                 : std::to_string(each.time.first) + " to " + std::to_string(each.time.last);
    text += "  " + padded(thread, 6) + padded(time, 12) + text_of_call(definition, each) + "\n";
  }
  return text;
}

template <typename Type>
std::string text_of_violation(const Definition<Type>& definition, const History& history, const std::vector<std::size_t>& longest) {
  std::string text = "No order of these calls gives these results:\n" + text_of_history(definition, history);
  text += "The longest beginning of an order that does:\n ";
  for (std::size_t call : longest) text += " " + text_of_call(definition, history[call]) + ";";
  return text + "\n";
}

// Why no order explains the results, or nothing if one does.
template <typename Type>
std::optional<std::string> violation(const Definition<Type>& definition, const Call& made, const History& history) {
  SerialRuns<Type> serial(definition, made, history);
  Linearization<SerialRuns<Type>> linearization(order_of(history), serial);
  if (linearization.find()) return std::nullopt;
  return text_of_violation(definition, history, linearization.longest());
}

}  // namespace client
}  // namespace sleave

#endif
