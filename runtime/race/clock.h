// A vector clock: how much of each thread's past is known. Indexed by Thread::index; what is not stored is 0.
#pragma once

#include <cstdint>

namespace sleave::rt {

using Tick = std::uint32_t;

class Clock {
 public:
  [[nodiscard]] Tick operator[](std::uint32_t thread) const { return thread < size_ ? ticks_[thread] : 0; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  void set(std::uint32_t thread, Tick tick) {
    if (thread >= size_) grow(thread + 1);
    ticks_[thread] = tick;
  }

  // The larger of the two, thread by thread.
  void join(const Clock& other) {
    if (other.size_ > size_) grow(other.size_);
    for (std::uint32_t i = 0; i < other.size_; ++i) {
      if (other.ticks_[i] > ticks_[i]) ticks_[i] = other.ticks_[i];
    }
  }

  // Copies the ticks: a Clock owns its storage.
  void assign(const Clock& other) {
    if (other.size_ > capacity_) grow(other.size_);
    size_ = other.size_;
    for (std::uint32_t i = 0; i < size_; ++i) ticks_[i] = other.ticks_[i];
  }

  void clear() { size_ = 0; }

 private:
  void grow(std::uint32_t size);

  Tick* ticks_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace sleave::rt
