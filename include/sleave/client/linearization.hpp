// Whether the calls of a history have an order that explains their results.
//
// A history is linearizable if its calls can be put in some order that keeps real time (a call that ended before another
// began comes first) and in which the object, used by one thread, gives the same results. This is Wing and Gong's
// search with Lowe's memory of states that led nowhere.
#ifndef SLEAVE_CLIENT_LINEARIZATION_HPP
#define SLEAVE_CLIENT_LINEARIZATION_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sleave {
namespace client {

constexpr std::size_t kMostCalls = 64;

// Of each call, those that come before it in every order, one bit each.
using Before = std::vector<std::uint64_t>;

constexpr std::uint64_t bit(std::size_t call) { return std::uint64_t{1} << call; }

// `Specification` has a type State, which can be compared by <, and two members:
//   State initial();
//   std::optional<State> after(const State&, std::size_t call);  // nothing if the call would give another result
template <typename Specification>
class Linearization {
 public:
  // At most kMostCalls calls.
  Linearization(Before before, Specification& specification)
      : specification_(specification), before_(std::move(before)) {}

  // The order, if there is one.
  std::optional<std::vector<std::size_t>> find() {
    order_.clear();
    dead_.clear();
    if (!extend(0, specification_.initial())) return std::nullopt;
    return order_;
  }

  // Calls `visit` with every order, until it returns false.
  template <typename Visit>
  void for_each(Visit visit) {
    order_.clear();
    visit_all(0, specification_.initial(), visit);
  }

  // The longest beginning of an order that find() met.
  const std::vector<std::size_t>& longest() const { return longest_; }

 private:
  using State = typename Specification::State;

  bool extend(std::uint64_t done, const State& state) {
    if (order_.size() > longest_.size()) longest_ = order_;
    if (order_.size() == before_.size()) return true;
    if (is_dead(done, state)) return false;
    for (std::size_t call = 0; call < before_.size(); ++call) {
      if (!can_be_next(call, done)) continue;
      const std::optional<State> next = specification_.after(state, call);
      if (!next) continue;
      order_.push_back(call);
      if (extend(done | bit(call), *next)) return true;
      order_.pop_back();
    }
    dead_[done].insert(state);
    return false;
  }

  bool is_dead(std::uint64_t done, const State& state) const {
    const auto states = dead_.find(done);
    return states != dead_.end() && states->second.count(state) != 0;
  }

  template <typename Visit>
  bool visit_all(std::uint64_t done, const State& state, Visit& visit) {
    if (order_.size() > longest_.size()) longest_ = order_;
    if (order_.size() == before_.size()) return visit(order_);
    for (std::size_t call = 0; call < before_.size(); ++call) {
      if (!can_be_next(call, done)) continue;
      const std::optional<State> next = specification_.after(state, call);
      if (!next) continue;
      order_.push_back(call);
      const bool goes_on = visit_all(done | bit(call), *next, visit);
      order_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  bool can_be_next(std::size_t call, std::uint64_t done) const {
    return (done & bit(call)) == 0 && (before_[call] & ~done) == 0;
  }

  Specification& specification_;
  Before before_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> longest_;
  std::map<std::uint64_t, std::set<State>> dead_;  // by calls done: no order from there on
};

}  // namespace client
}  // namespace sleave

#endif
