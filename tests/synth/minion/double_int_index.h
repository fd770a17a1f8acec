// C4, after DoubleIntIndex of HSQLDB: pairs of numbers in two arrays that are replaced as they grow and shrink.
// 4 crashes, one in each method that reads without the lock.
//
// Wrong: readers check the index against the number of pairs, and then find arrays that clear() has replaced.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

class DoubleIntIndex {
 public:
  DoubleIntIndex() { replace(1); }

  void add(int key, int value) {
    const std::lock_guard lock(mutex_);
    const std::size_t place = count_;
    if (place == arrays_.load()->size()) grow();
    (*arrays_.load())[place].key = key;
    (*arrays_.load())[place].value = value;
    count_ = place + 1;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    count_ = 0;
    replace(0);
  }

  // The readers throw std::out_of_range if there is no such pair.
  int key_at(std::size_t index) {
    const Guard guard(*this);
    check(index);
    const Pairs& pairs = *arrays_.load();
    assert(index < pairs.size());  // crash
    return pairs[index].key;
  }

  int value_at(std::size_t index) {
    const Guard guard(*this);
    check(index);
    const Pairs& pairs = *arrays_.load();
    assert(index < pairs.size());  // crash
    return pairs[index].value;
  }

  void set_value(std::size_t index, int value) {
    const Guard guard(*this);
    check(index);
    Pairs& pairs = *arrays_.load();
    assert(index < pairs.size());  // crash
    pairs[index].value = value;
  }

  int last_key() {
    const Guard guard(*this);
    check(0);
    const std::size_t last = count_ - 1;
    const Pairs& pairs = *arrays_.load();
    assert(last < pairs.size());  // crash
    return pairs[last].key;
  }

 private:
  struct Pair {
    std::atomic<int> key{0};
    std::atomic<int> value{0};
  };
  using Pairs = std::vector<Pair>;

  struct Guard {
#ifdef REPAIRED
    explicit Guard(DoubleIntIndex& index) : lock(index.mutex_) {}
    std::lock_guard<std::mutex> lock;
#else
    explicit Guard(DoubleIntIndex& /*index*/) {}
    ~Guard() {}
#endif
  };

  void check(std::size_t index) const {
    if (index >= count_) throw std::out_of_range("no such pair");
  }

  void grow() {
    const Pairs& old = *arrays_.load();
    replace(2 * old.size() + 1);
    for (std::size_t i = 0; i < old.size(); ++i) {
      (*arrays_.load())[i].key = old[i].key.load();
      (*arrays_.load())[i].value = old[i].value.load();
    }
  }

  void replace(std::size_t places) {
    all_.push_back(std::make_unique<Pairs>(places));
    arrays_ = all_.back().get();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Pairs>> all_;  // old ones may still be read
  std::atomic<Pairs*> arrays_{nullptr};
  std::atomic<std::size_t> count_{0};
};
