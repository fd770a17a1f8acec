// Whether the results of a run keep the contract of the class.
#ifndef SLEAVE_CLIENT_JUDGMENT_HPP
#define SLEAVE_CLIENT_JUDGMENT_HPP

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contract.hpp"
#include "elements.hpp"
#include "history.hpp"
#include "hooks.hpp"
#include "models.hpp"
#include "monitors.hpp"

namespace sleave {
namespace client {

// Calls of the threads in an order, four bits each.
inline std::uint64_t packed(const std::vector<std::size_t>& order, const History& history, std::size_t before) {
  std::uint64_t calls = 0;
  unsigned count = 0;
  for (std::size_t call : order) {
    if (history[call].phase == Phase::threads) calls |= static_cast<std::uint64_t>(call - before) << (4 * count++);
  }
  return calls;
}

constexpr std::size_t kMostPacked = 16;
constexpr std::size_t kMostOrders = 1000;

inline bool keeps(const std::vector<std::size_t>& order, const Before& before) {
  std::uint64_t done = 0;
  for (std::size_t call : order) {
    if ((before[call] & ~done) != 0) return false;
    done |= bit(call);
  }
  return true;
}

// A specification that allows everything.
struct Anything {
  using State = int;
  State initial() const { return 0; }
  std::optional<State> after(State before, std::size_t /*call*/) const { return before; }
};

// By a specification of single calls: the class itself or a model.
template <typename Specification>
class Judgment {
 public:
  Judgment(const History& history, const Contract& contract, Specification& specification)
      : history_(history), contract_(contract), specification_(specification) {}

  // Whether the results are right in the order of time that the run had.
  bool is_right() {
    if (contract_.kind == Contract::Kind::quasi) return is_quasi_right();
    Linearization<Specification> linearization(order(), specification_);
    const bool found = linearization.find().has_value();
    longest_ = linearization.longest();
    return found;
  }

  // The same; and tells the search all orders that explain the results: it knows in which other orders of time the calls
  // could have come.
  bool is_right_in_search(std::size_t before, std::size_t calls) {
    if (contract_.kind == Contract::Kind::sequential || calls > kMostPacked) {
      __sleave_serial_order(0, 0, calls > kMostPacked ? 0 : 1);
      return is_right();
    }
    const Before real_time = order();
    bool explained = false;
    std::size_t orders = 0;
    for_each_explanation([&](const std::vector<std::size_t>& each) {
      explained = explained || keeps(each, real_time);
      const bool more = ++orders < kMostOrders;
      __sleave_serial_order(packed(each, history_, before), static_cast<unsigned>(calls), more ? 1 : 0);
      return more;
    });
    return explained || is_right();
  }

  // The longest beginning of an order that is_right() met.
  const std::vector<std::size_t>& longest() const { return longest_; }

 private:
  Before order() const {
    switch (contract_.kind) {
      case Contract::Kind::sequential: return order_of(history_, true);
      case Contract::Kind::quiescent: return quiescent_order_of(history_);
      default: return order_of(history_);
    }
  }

  bool is_quasi_right() {
    const Before before = order();
    bool found = false;
    Linearization<Specification> linearization(phase_order_of(history_), specification_);
    linearization.for_each([&](const std::vector<std::size_t>& each) {
      found = is_near(each, before, contract_.distance);
      return !found;
    });
    longest_ = linearization.longest();
    return found;
  }

  // Orders that keep each thread's own.
  template <typename Visit>
  void for_each_explanation(Visit visit) {
    const Before own = order_of(history_, true);
    if (contract_.kind != Contract::Kind::quasi) {
      Linearization<Specification>(own, specification_).for_each(visit);
      return;
    }
    std::vector<std::vector<std::size_t>> right;
    Linearization<Specification>(phase_order_of(history_), specification_).for_each([&](const std::vector<std::size_t>& each) {
      right.push_back(each);
      return true;
    });
    Anything anything;
    Linearization<Anything>(own, anything).for_each([&](const std::vector<std::size_t>& each) {
      return std::none_of(right.begin(), right.end(), [&](const auto& other) { return is_near_to(each, other); }) || visit(each);
    });
  }

  bool is_near_to(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto other = static_cast<std::size_t>(std::find(b.begin(), b.end(), a[i]) - b.begin());
      if ((other < i ? i - other : other - i) > contract_.distance) return false;
    }
    return true;
  }

  const History& history_;
  const Contract& contract_;
  Specification& specification_;
  std::vector<std::size_t> longest_;
};

inline bool is_exception(const std::string& result) { return result.compare(0, 6, "throws") == 0; }

inline bool is_judged(const Subject& subject, const History& history) {
  return std::all_of(history.begin(), history.end(), [&](const Recorded& recorded) { return subject.operation(recorded).is_atomic; });
}

// Results that are only hints, such as sizes: one is wrong if no order of the calls before it in its own thread and any of
// the other threads', each taken or left out, leads to it. Of numbers, one between two that are possible is possible. An
// exception is such a result, too, where results are not compared otherwise.
class Hints {
 public:
  Hints(const Subject& subject, const Call& made, const History& history)
      : subject_(subject), history_(history), is_judged_(is_judged(subject, history)), serial_(subject, made, history) {}

  // A call whose result is wrong.
  std::optional<std::size_t> wrong() {
    for (std::size_t call = 0; call < history_.size(); ++call) {
      if (history_[call].phase == Phase::threads && is_hint(history_[call]) && is_wrong(call)) return call;
    }
    return std::nullopt;
  }

  // A call that throws what it cannot; whether results are compared otherwise does not matter.
  std::optional<std::size_t> wrong_exception() {
    for (std::size_t call = 0; call < history_.size(); ++call) {
      if (history_[call].phase == Phase::threads && is_exception(history_[call].result) && is_wrong(call)) return call;
    }
    return std::nullopt;
  }

  // Whether wrong() has tried all that leads to a result, or found it.
  bool has_tried_all() const { return has_tried_all_; }

 private:
  static constexpr std::size_t kMostRuns = 20'000;

  bool is_hint(const Recorded& recorded) const {
    const Compared compared = subject_.operation(recorded).compared;
    if (compared == Compared::loosely) return true;
    return is_exception(recorded.result) && (compared == Compared::not_at_all || !is_judged_);
  }

  bool is_wrong(std::size_t call) {
    needed_ = possible_ = 0;
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const Recorded& each = history_[i];
      const bool is_own = each.phase == Phase::before || (each.phase == Phase::threads && each.thread == history_[call].thread);
      if (is_own && i < call) needed_ |= bit(i);
      if (each.phase != Phase::final && (i < call || each.thread != history_[call].thread)) possible_ |= bit(i);
    }
    runs_ = 0;
    own_ = order_of(history_, true);
    seen_.clear();
    SerialRuns::State state;
    visit(call, 0, 0, state);
    if (is_among_seen(history_[call].result)) return false;
    has_tried_all_ = has_tried_all_ && runs_ < kMostRuns;
    return runs_ < kMostRuns;
  }

  // `passed`: taken or left out.
  void visit(std::size_t call, std::uint64_t taken, std::uint64_t passed, SerialRuns::State& state) {
    if (runs_ >= kMostRuns || is_seen(history_[call].result)) return;
    if ((needed_ & ~taken) == 0) {
      ++runs_;
      if (const std::optional<std::string> result = serial_.result_of(state, call)) seen_.push_back(*result);
    }
    for (std::size_t next = 0; next < history_.size(); ++next) {
      if ((possible_ & ~passed & bit(next)) == 0 || (own_[next] & possible_ & ~passed) != 0) continue;
      if ((needed_ & bit(next)) == 0) visit(call, taken, passed | bit(next), state);
      ++runs_;
      if (!serial_.result_of(state, next)) continue;
      state.push_back(next);
      visit(call, taken | bit(next), passed | bit(next), state);
      state.pop_back();
    }
  }

  bool is_seen(const std::string& result) const { return std::find(seen_.begin(), seen_.end(), result) != seen_.end(); }

  bool is_among_seen(const std::string& result) const {
    if (is_seen(result)) return true;
    const std::optional<long long> number = number_in(result);
    const auto compares = [&](auto compare) {
      return std::any_of(seen_.begin(), seen_.end(), [&](const std::string& each) {
        const std::optional<long long> other = number_in(each);
        return other && compare(*other, *number);
      });
    };
    return number && compares([](long long a, long long b) { return a <= b; }) && compares([](long long a, long long b) { return a >= b; });
  }

  static std::optional<long long> number_in(const std::string& text) {
    char* end = nullptr;
    const long long number = std::strtoll(text.c_str(), &end, 10);
    return text.empty() || *end != 0 ? std::nullopt : std::optional<long long>(number);
  }

  const Subject& subject_;
  const History& history_;
  bool is_judged_;
  bool has_tried_all_ = true;
  SerialRuns serial_;
  Before own_;
  std::uint64_t needed_ = 0;
  std::uint64_t possible_ = 0;
  std::size_t runs_ = 0;
  std::vector<std::string> seen_;
};

// What nobody has written is what the register was made with.
inline Observations with_initial_value(Observations calls) {
  for (Observed& call : calls) {
    const auto writes = [&](const Observed& each) { return each.role == Role::inserts && each.value == call.value; };
    call.succeeded = call.succeeded && std::any_of(calls.begin(), calls.end(), writes);
  }
  return calls;
}

// When a call came, as a monitor takes it: main's calls one after the other, before all calls of the threads or after them.
// Nothing: where Sleave counts the steps of a run, some calls of the threads have no time.
inline std::optional<Interval> time_of(const Recorded& recorded, std::uint64_t place) {
  constexpr std::uint64_t kThreadsBegin = 1ULL << 32;
  constexpr std::uint64_t kThreadsEnd = 1ULL << 62;
  const auto [first, last] = recorded.time;
  if (recorded.phase == Phase::before) return Interval{2 * place + 1, 2 * place + 2};
  if (recorded.phase == Phase::final) return Interval{kThreadsEnd + 2 * place, kThreadsEnd + 2 * place + 1};
  return last == 0 ? std::nullopt : std::optional<Interval>({kThreadsBegin + first, kThreadsBegin + last});
}

// The verdict of a monitor; nothing: only the search for an order can tell.
inline std::optional<bool> monitored(const Subject& subject, Model model, const History& history) {
  Observations calls;
  for (const Recorded& recorded : history) {
    const Operation& operation = subject.operation(recorded);
    const std::vector<std::string> arguments = operation.argument_texts(recorded.call, {});
    const bool by_argument = model == Model::set || operation.role == Role::inserts;
    const std::vector<std::string> elements = by_argument ? arguments : elements_in(recorded.result);
    if (operation.role == Role::none) continue;
    const std::optional<Interval> time = time_of(recorded, static_cast<std::uint64_t>(&recorded - history.data()));
    if (!time || elements.size() > 1 || (model == Model::set && recorded.result.empty())) return std::nullopt;
    calls.push_back({operation.role, !has_done_nothing(recorded.result) && !elements.empty(), elements.empty() ? "" : elements[0], *time});
  }
  switch (model) {
    case Model::queue: return is_linearizable_queue(calls);
    case Model::stack: return is_linearizable_stack(calls);
    case Model::set: return is_linearizable_set(calls);
    case Model::cell: return is_linearizable_register(with_initial_value(std::move(calls)));
    default: return std::nullopt;
  }
}

inline std::optional<std::string> wrong_hint(const Subject& subject, const Client& client, const History& history, bool in_search) {
  Hints hints(subject, client.made, history);
  const std::optional<std::size_t> wrong = hints.wrong();
  if (in_search && !hints.has_tried_all()) __sleave_serial_order(0, 0, 0);
  if (!wrong) return std::nullopt;
  return "No order of some of these calls leads to " + text_of_call(subject, history, history[*wrong]) + ":\n" + text_of_history(subject, history);
}

// Why the results of a run are wrong; nothing: they are not.
inline std::optional<std::string> violation(const Subject& subject, const Contract& contract, const Client& client,
                                            const History& history, bool in_search) {
  if (!is_judged(subject, history)) {
    if (in_search) __sleave_serial_order(0, 0, 1);
    std::optional<std::string> hint = wrong_hint(subject, client, history, in_search);
    return hint ? hint : Elements(subject, client, history).wrong();
  }
  const auto judge = [&](auto specification) -> std::optional<std::string> {
    Judgment<decltype(specification)> judgment(history, contract, specification);
    const bool is_right = in_search ? judgment.is_right_in_search(client.before.size(), client.count() - client.before.size()) : judgment.is_right();
    if (is_right) return std::nullopt;
    return text_of_violation(subject, history, judgment.longest());
  };
  const bool per_producer = contract.kind == Contract::Kind::fifo_per_producer;
  const Model model = per_producer ? Model::queue_per_producer : model_named(subject.model()).value_or(Model::none);
  if (!in_search && contract.kind == Contract::Kind::linearizable && monitored(subject, model, history).value_or(false)) return std::nullopt;
  std::optional<std::string> reason =
      model == Model::none ? judge(SerialRuns(subject, client.made, history)) : judge(ModelRuns(subject, model, history));
  if (reason || per_producer) return reason;
  reason = wrong_hint(subject, client, history, in_search);
  return reason || contract.kind == Contract::Kind::linearizable ? reason : Elements(subject, client, history).wrong();
}

}  // namespace client
}  // namespace sleave

#endif
