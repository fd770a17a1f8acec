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

struct Recorded {
  Call call;
  int thread = 0;  // 0: main
  bool is_final = false;
  Interval time{};
  std::string result;
};

// The class is its own specification: a fresh object, used by one thread, must give the same results. A state is the
// calls so far, which are made again.
template <typename Type>
class SerialRuns {
 public:
  using State = std::vector<std::size_t>;

  SerialRuns(const Definition<Type>& definition, const std::vector<Recorded>& history)
      : definition_(definition), history_(history) {}

  State initial() const { return {}; }

  std::optional<State> after(const State& before, std::size_t call) const {
    const std::unique_ptr<Type> object = definition_.new_object();
    for (std::size_t earlier : before) perform(*object, history_[earlier]);
    if (perform(*object, history_[call]) != history_[call].result) return std::nullopt;
    State next = before;
    next.push_back(call);
    return next;
  }

 private:
  std::string perform(Type& object, const Recorded& recorded) const {
    const auto& operations = recorded.is_final ? definition_.final_operations() : definition_.operations();
    return operations[recorded.call.operation].perform(object, recorded.call);
  }

  const Definition<Type>& definition_;
  const std::vector<Recorded>& history_;
};

template <typename Type>
std::string text_of_call(const Definition<Type>& definition, const Recorded& recorded) {
  const auto& operations = recorded.is_final ? definition.final_operations() : definition.operations();
  const std::string call = operations[recorded.call.operation].text(recorded.call);
  return recorded.result.empty() ? call : call + " -> " + recorded.result;
}

// The calls by the time they began, each with when it began and ended.
template <typename Type>
std::string text_of_history(const Definition<Type>& definition, std::vector<Recorded> history) {
  std::sort(history.begin(), history.end(), [](const Recorded& a, const Recorded& b) { return a.time.first < b.time.first; });
  std::string text;
  for (const Recorded& each : history) {
    const std::string thread = each.thread == 0 ? "main" : "T" + std::to_string(each.thread);
    const std::string time = std::to_string(each.time.first) + " to " + std::to_string(each.time.last);
    text += "  " + thread + std::string(6 - thread.size(), ' ') + time + std::string(12 - std::min<std::size_t>(11, time.size()), ' ') +
            text_of_call(definition, each) + "\n";
  }
  return text;
}

// Why no order explains the results, or nothing if one does.
template <typename Type>
std::optional<std::string> violation(const Definition<Type>& definition, const std::vector<Recorded>& history) {
  std::vector<Interval> times;
  for (const Recorded& each : history) times.push_back(each.time);
  SerialRuns<Type> serial(definition, history);
  Linearization<SerialRuns<Type>> linearization(times, serial);
  if (linearization.find()) return std::nullopt;
  std::string text = "No order of these calls gives these results:\n" + text_of_history(definition, history);
  text += "The longest beginning of an order that does:\n ";
  for (std::size_t call : linearization.longest()) text += " " + text_of_call(definition, history[call]) + ";";
  return text + "\n";
}

}  // namespace client
}  // namespace sleave

#endif
