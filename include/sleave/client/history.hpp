// What the calls of a client did, and whether some order of them explains it.
#ifndef SLEAVE_CLIENT_HISTORY_HPP
#define SLEAVE_CLIENT_HISTORY_HPP

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "subject.hpp"
#include "hooks.hpp"
#include "contract.hpp"
#include "linearization.hpp"

namespace sleave {
namespace client {

// One more than the largest number of a call.
inline std::size_t numbers_of(const History& history) {
  int largest = 0;
  for (const Recorded& recorded : history) largest = std::max(largest, recorded.call.number);
  return static_cast<std::size_t>(largest) + 1;
}

// The class is its own specification: a fresh object, used by one thread, must give the same results. A state is the
// calls so far, which are made again.
class SerialRuns {
 public:
  using State = std::vector<std::size_t>;

  SerialRuns(const Subject& subject, const Call& made, const History& history)
      : subject_(subject), made_(made), history_(history), numbers_(numbers_of(history)) {}

  State initial() const { return {}; }

  // Nothing: it waits for a call that has not come yet.
  std::optional<std::string> result_of(const State& before, std::size_t call) const {
    Attempt attempt{*this, before, call, {}};
    const auto run = [](void* given) {
      Attempt& one = *static_cast<Attempt*>(given);
      one.result = one.runs.result_after(one.before, one.call);
    };
    if (__sleave_serial_try == nullptr) {
      run(&attempt);
    } else if (__sleave_serial_try(run, &attempt) == 0) {
      static_cast<void>(objects_.release());  // somebody waits in it
      return std::nullopt;
    }
    return attempt.result;
  }

  std::optional<State> after(const State& before, std::size_t call) const {
    const std::optional<std::string> result = result_of(before, call);
    if (!result) return std::nullopt;
    if (history_[call].is_pending) return with(before, call);
    if (*result != history_[call].result && subject_.operation(history_[call]).compared == Compared::exactly) return std::nullopt;
    return with(before, call);
  }

 private:
  static State with(State before, std::size_t call) {
    before.push_back(call);
    return before;
  }

  struct Attempt {
    const SerialRuns& runs;
    const State& before;
    std::size_t call;
    std::string result;
  };

  // Orders are mostly extended: the object that made the calls before makes this one.
  std::string result_after(const State& before, std::size_t call) const {
    if (!objects_ || made_calls_ != before) {
      objects_.reset();
      objects_ = std::make_unique<Objects>(subject_, made_);
      handles_.assign(numbers_, {});
      for (std::size_t earlier : before) perform(history_[earlier]);
      made_calls_ = before;
    }
    made_calls_.push_back(call);
    return perform(history_[call]);
  }

  std::string perform(const Recorded& recorded) const {
    return subject_.operation(recorded).perform(*objects_, recorded.call, handles_, CallTime());
  }

  const Subject& subject_;
  const Call& made_;
  const History& history_;
  std::size_t numbers_;
  mutable std::unique_ptr<Objects> objects_;
  mutable Handles handles_;
  mutable State made_calls_;
};

// By the numbers of their calls.
inline std::vector<std::string> results_of(const History& history) {
  std::vector<std::string> results(numbers_of(history));
  for (const Recorded& recorded : history) results[static_cast<std::size_t>(recorded.call.number)] = recorded.result;
  return results;
}

// "push(1)", and "a.push(1)" if there are two objects.
inline std::string text_of_call(const Subject& subject, Phase phase, const Call& call, const std::vector<std::string>& results) {
  const std::string receiver = subject.objects() == 1 ? "" : call.receiver == 0 ? "a." : "b.";
  const Operation& operation = subject.operation(phase == Phase::final ? phase : Phase::threads, call.operation);
  std::string list;
  for (const std::string& argument : operation.argument_texts(call, results)) list += (list.empty() ? "" : ", ") + argument;
  return receiver + operation.name + "(" + list + ")" + (call.fills ? " until it fails" : "");
}

// "throws std::out_of_range"
inline std::string text_of_result(const std::string& result) {
  const std::string throws = "throws ";
  if (result.compare(0, throws.size(), throws) != 0) return result;
  char* const type = abi::__cxa_demangle(result.c_str() + throws.size(), nullptr, nullptr, nullptr);
  if (type == nullptr) return result;
  const std::string text = throws + type;
  std::free(type);
  return text;
}

inline std::string text_of_call(const Subject& subject, const History& history, const Recorded& recorded) {
  const std::string call = text_of_call(subject, recorded.phase, recorded.call, results_of(history));
  if (recorded.is_pending) return call + " waits";
  return recorded.result.empty() ? call : call + " -> " + text_of_result(recorded.result);
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
inline std::string text_of_history(const Subject& subject, const History& history) {
  std::string text;
  for (std::size_t i : by_time(history)) {
    const Recorded& each = history[i];
    const std::string thread = each.thread == 0 ? "main" : "T" + std::to_string(each.thread);
    const std::string time = each.time.last == 0 || each.thread == 0
                                 ? ""
                                 : std::to_string(each.time.first) + " to " + std::to_string(each.time.last);
    text += "  " + padded(thread, 6) + padded(time, 12) + text_of_call(subject, history, each) + "\n";
  }
  return text;
}

// `longest` explains as many calls as possible.
inline std::string text_of_violation(const Subject& subject, const History& history, const std::vector<std::size_t>& longest) {
  std::string text = "No order of these calls gives these results:\n" + text_of_history(subject, history);
  text += "The longest beginning of an order that does:\n ";
  for (std::size_t call : longest) text += " " + text_of_call(subject, history, history[call]) + ";";
  return text + "\n";
}

}  // namespace client
}  // namespace sleave

#endif
