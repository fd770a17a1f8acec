// The result of a task: the first of several that is offered counts.
//
// Wrong: try_set() looks whether there is a result and stores it in two steps. Two offers succeed, and a result that
// was already seen changes.
#pragma once

#include <atomic>
#include <optional>

class PromiseCell {
 public:
  // False: there is a result already. Results are positive.
  bool try_set(int result) {
    int none = kNone;
#ifdef REPAIRED
    return result != kNone && result_.compare_exchange_strong(none, result);
#else
    if (result == none || result_ != none) return false;
    result_ = result;
    return true;
#endif
  }

  std::optional<int> get() const {
    const int result = result_;
    if (result == kNone) return std::nullopt;
    return result;
  }

 private:
  static constexpr int kNone = 0;

  std::atomic<int> result_{kNone};
};
