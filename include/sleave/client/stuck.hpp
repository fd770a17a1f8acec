// Whether calls that wait forever may: after Line-Up (Burckhardt et al., 2010).
//
// A run is stuck when no thread can continue. A call that waits may do so if some order of the calls that have returned
// gives their results and then lets it wait. Otherwise it has missed something. That others wait as well is no reason: of
// two calls that wait for one permit, one has to get it. Only where results show that a call that waits has taken effect
// already does it count.
#ifndef SLEAVE_CLIENT_STUCK_HPP
#define SLEAVE_CLIENT_STUCK_HPP

#include <algorithm>
#include <string>
#include <vector>

#include "contract.hpp"
#include "history.hpp"
#include "hooks.hpp"
#include "judgment.hpp"

namespace sleave {
namespace client {

// Begins what is reported of a stuck run that no order of whole calls can explain.
constexpr const char* kWait = "these calls wait: ";

class StuckRun {
 public:
  StuckRun(const Subject& subject, const Contract& contract, const Client& client, const std::vector<History>& parts)
      : subject_(subject), contract_(contract), made_(client.made), before_(client.before.size()) {
    done_ = parts[0];
    for (std::size_t i = 0; i < client.threads.size(); ++i) {
      const History& part = parts[i + 1];
      done_.insert(done_.end(), part.begin(), part.end());
      if (part.size() == client.threads[i].size()) continue;
      waiting_.push_back({client.threads[i][part.size()], static_cast<int>(i) + 1, Phase::threads, {}, "", true});
    }
  }

  // In words; empty: every call that waits may. In a search it also tells all orders that explain the run: it knows in which other orders of time the calls
  // could have come.
  std::string judged(bool in_search) const {
    if (!are_atomic(waiting_)) return waiting_calls();
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (may_wait(i)) continue;
      const History all = with(done_, waiting_);
      return text_of_call(subject_, all, waiting_[i]) + " although it could continue: no order of these calls lets it wait\n" + text_of_history(subject_, all);
    }
    if (in_search) tell_orders();
    return "";
  }

 private:
  static constexpr std::size_t kMostOrders = 100'000;

  static History with(History history, const History& more) {
    history.insert(history.end(), more.begin(), more.end());
    return history;
  }

  bool are_atomic(const History& calls) const {
    return std::all_of(calls.begin(), calls.end(), [&](const Recorded& each) { return subject_.operation(each).is_atomic; });
  }

  std::string waiting_calls() const {
    const History all = with(done_, waiting_);
    std::string text;
    for (const Recorded& each : waiting_) {
      const std::string call = text_of_call(subject_, each.phase, each.call, results_of(all));
      text += (text.empty() ? kWait : ", ") + ("T" + std::to_string(each.thread)) + ": " + call;
    }
    return text;
  }

  enum class After { unexplained, continues, waits };

  // With as few of the others that wait as explain the results.
  bool may_wait(std::size_t waiting) const {
    History others = waiting_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(waiting));
    for (std::size_t count = 0; count <= others.size(); ++count) {
      bool explained = false;
      for (std::uint64_t chosen = 0; chosen < bit(others.size()); ++chosen) {
        if (static_cast<std::size_t>(__builtin_popcountll(chosen)) != count) continue;
        const After after = after_some(others, chosen, waiting_[waiting]);
        if (after == After::waits) return true;
        explained = explained || after == After::continues;
      }
      if (explained) return false;
    }
    return false;
  }

  After after_some(const History& others, std::uint64_t chosen, const Recorded& call) const {
    History before = done_;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if ((chosen & bit(i)) != 0) before.push_back(others[i]);
    }
    return after_all(before, call);
  }

  // Results that a weaker contract allows, or that calls in several steps lead to, may be those of no order: they are not
  // compared then.
  bool is_weak() const {
    return (contract_.kind != Contract::Kind::linearizable && contract_.kind != Contract::Kind::sequential) || !are_atomic(done_);
  }

  Before order_before(const History& history) const {
    if (is_weak()) return phase_order_of(history);
    return order_of(history, contract_.kind == Contract::Kind::sequential);
  }

  History with_what_counts(History history) const {
    for (Recorded& each : history) each.is_pending = each.is_pending || is_weak();
    return history;
  }

  After after_all(const History& before, const Recorded& call) const {
    const History all = with_what_counts(with(before, {call}));
    SerialRuns serial(subject_, made_, all);
    Linearization<SerialRuns> linearization(order_before(before), serial);
    std::size_t orders = 0;
    bool waits = false;
    linearization.for_each([&](const std::vector<std::size_t>& order) {
      waits = !serial.result_of(order, before.size()) || ++orders == kMostOrders;
      return !waits;
    });
    if (waits) return After::waits;
    return orders == 0 ? After::unexplained : After::continues;
  }

  // Those after which all that wait do, without one of them having taken effect.
  void tell_orders() const {
    if (is_weak() || contract_.kind == Contract::Kind::sequential) return __sleave_serial_order(0, 0, 1);
    const std::size_t calls = calls_begun();
    const History all = with(done_, waiting_);
    SerialRuns serial(subject_, made_, all);
    std::size_t orders = 0;
    const auto tell = [&](const std::vector<std::size_t>& order) {
      for (std::size_t i = 0; i < waiting_.size(); ++i) {
        if (serial.result_of(order, done_.size() + i)) return true;
      }
      const bool more = ++orders < client::kMostOrders;
      __sleave_serial_order(packed_with_rest(order, calls), static_cast<unsigned>(calls), more ? 1 : 0);
      return more;
    };
    if (calls <= kMostPacked) Linearization<SerialRuns>(order_of(done_, true), serial).for_each(tell);
    if (orders == 0) __sleave_serial_order(0, 0, 0);
  }

  std::size_t number_of(const Recorded& recorded) const { return static_cast<std::size_t>(recorded.call.number) - before_ - 1; }

  // One more than the largest number of a thread's call that has begun.
  std::size_t calls_begun() const {
    std::size_t calls = 0;
    for (const Recorded& each : with(done_, waiting_)) {
      if (each.phase == Phase::threads) calls = std::max(calls, number_of(each) + 1);
    }
    return calls;
  }

  // By number; calls that wait or have not begun come last.
  std::uint64_t packed_with_rest(const std::vector<std::size_t>& order, std::size_t calls) const {
    std::uint64_t packed = 0;
    std::uint64_t seen = 0;
    unsigned count = 0;
    const auto add = [&](std::size_t number) {
      packed |= static_cast<std::uint64_t>(number) << (4 * count++);
      seen |= bit(number);
    };
    for (std::size_t call : order) {
      if (done_[call].phase == Phase::threads) add(number_of(done_[call]));
    }
    for (std::size_t number = 0; number < calls; ++number) {
      if ((seen & bit(number)) == 0) add(number);
    }
    return packed;
  }

  const Subject& subject_;
  const Contract& contract_;
  const Call& made_;
  std::size_t before_;
  History done_;
  History waiting_;
};

}  // namespace client
}  // namespace sleave

#endif
