// A value that the first call makes.
//
// Wrong: two calls that come first both make one. All results are right, but one of the two is never freed.
#pragma once

#include <atomic>

class LazyValue {
 public:
  LazyValue() = default;
  LazyValue(const LazyValue&) = delete;
  LazyValue& operator=(const LazyValue&) = delete;
  ~LazyValue() { delete value_.load(); }

  int get() {
    const Value* value = value_.load();
    return value != nullptr ? value->number : made()->number;
  }

  bool is_made() const { return value_.load() != nullptr; }

 private:
  struct Value {
    int number = 7;
  };

  const Value* made() {
    auto* fresh = new Value;
#ifdef REPAIRED
    Value* expected = nullptr;
    if (value_.compare_exchange_strong(expected, fresh)) return fresh;
    delete fresh;
    return expected;
#else
    value_ = fresh;
    return fresh;
#endif
  }

  std::atomic<Value*> value_{nullptr};
};
