// A ring of two places. WRONG: it asks whether there is room before it takes the mutex.
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>

class Ring {
 public:
  bool push(int item) {
#ifdef WRONG
    if (used_ == kPlaces) return false;
    const std::lock_guard lock(mutex_);
#else
    const std::lock_guard lock(mutex_);
    if (used_ == kPlaces) return false;
#endif
    items_[(first_ + used_) % kPlaces] = item;
    ++used_;
    return true;
  }

  std::optional<int> pop() {
    const std::lock_guard lock(mutex_);
    if (used_ == 0) return std::nullopt;
    const int item = items_[first_];
    first_ = (first_ + 1) % kPlaces;
    --used_;
    return item;
  }

 private:
  static constexpr unsigned kPlaces = 2;

  std::mutex mutex_;
  std::array<int, kPlaces> items_{};
  unsigned first_ = 0;
  std::atomic<unsigned> used_{0};
};

SLEAVE_CLIENT(ring, Ring) {
  op("push", [](Ring& ring, int item) { return ring.push(item); }, fresh());
  op("pop", [](Ring& ring) { return ring.pop(); });
}
