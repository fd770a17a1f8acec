// What the calls of a client did, and whether some order of them explains it.
#ifndef SLEAVE_CLIENT_HISTORY_HPP
#define SLEAVE_CLIENT_HISTORY_HPP

#include <algorithm>
#include <utility>
#include <optional>
#include <string>
#include <vector>

#include "subject.hpp"
#include "hooks.hpp"
#include "linearization.hpp"

namespace sleave {
namespace client {

// Whether `a`, which stands before `b` in the history, or behind it, comes first whatever the threads do.
inline bool always_first(const Recorded& a, const Recorded& b, bool stands_before) {
  return a.phase < b.phase || (a.phase == b.phase && a.thread == b.thread && stands_before);
}

inline bool ended_before(const Recorded& a, const Recorded& b) {
  return a.phase == b.phase && a.time.last != 0 && a.time.last < b.time.first;
}

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
class SerialRuns {
 public:
  using State = std::vector<std::size_t>;

  SerialRuns(const Subject& subject, const Call& made, const History& history)
      : subject_(subject), made_(made), history_(history) {}

  State initial() const { return {}; }

  std::optional<State> after(const State& before, std::size_t call) const {
    Attempt attempt{*this, before, call, {}};
    const auto run = [](void* given) {
      Attempt& one = *static_cast<Attempt*>(given);
      one.result = one.runs.result_after(one.before, one.call);
    };
    if (__sleave_serial_try == nullptr) {
      run(&attempt);
    } else if (__sleave_serial_try(run, &attempt) == 0) {
      return std::nullopt;  // it waits for a call that has not come yet
    }
    if (attempt.result != history_[call].result && !subject_.operation(history_[call]).is_weak) return std::nullopt;
    State next = before;
    next.push_back(call);
    return next;
  }

 private:
  struct Attempt {
    const SerialRuns& runs;
    const State& before;
    std::size_t call;
    std::string result;
  };

  std::string result_after(const State& before, std::size_t call) const {
    const Object object(subject_, made_);
    for (std::size_t earlier : before) perform(object, history_[earlier]);
    return perform(object, history_[call]);
  }

  class Object {
   public:
    Object(const Subject& subject, const Call& made) : subject_(subject), object_(subject.make_object(made)) {}
    ~Object() { subject_.delete_object(object_); }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    void* get() const { return object_; }

   private:
    const Subject& subject_;
    void* object_;
  };
  class Ignored final : public Ended {
   public:
    void operator()() override {}
  };

  std::string perform(const Object& object, const Recorded& recorded) const {
    Ignored ended;
    return subject_.operation(recorded).perform(object.get(), recorded.call, ended);
  }

  const Subject& subject_;
  const Call& made_;
  const History& history_;
};

inline std::string text_of_call(const Subject& subject, const Recorded& recorded) {
  const std::string call = subject.operation(recorded).text(recorded.call);
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
inline std::string text_of_history(const Subject& subject, const History& history) {
  std::string text;
  for (std::size_t i : by_time(history)) {
    const Recorded& each = history[i];
    const std::string thread = each.thread == 0 ? "main" : "T" + std::to_string(each.thread);
    const std::string time = each.time.last == 0 || each.thread == 0
                                 ? ""
                                 : std::to_string(each.time.first) + " to " + std::to_string(each.time.last);
    text += "  " + padded(thread, 6) + padded(time, 12) + text_of_call(subject, each) + "\n";
  }
  return text;
}

inline std::string text_of_violation(const Subject& subject, const History& history, const std::vector<std::size_t>& longest) {
  std::string text = "No order of these calls gives these results:\n" + text_of_history(subject, history);
  text += "The longest beginning of an order that does:\n ";
  for (std::size_t call : longest) text += " " + text_of_call(subject, history[call]) + ";";
  return text + "\n";
}

// Why no order explains the results, or nothing if one does.
inline std::optional<std::string> violation(const Subject& subject, const Call& made, const History& history) {
  SerialRuns serial(subject, made, history);
  Linearization<SerialRuns> linearization(order_of(history), serial);
  if (linearization.find()) return std::nullopt;
  return text_of_violation(subject, history, linearization.longest());
}

}  // namespace client
}  // namespace sleave

#endif
