#include "runtime/detect/race/clock.h"

#include <string.h>

#include "runtime/base/arena.h"

namespace sleave::rt {

void Clock::grow(std::uint32_t size) {
  if (size > capacity_) {
    std::uint32_t capacity = capacity_ == 0 ? 4 : capacity_;
    while (capacity < size) capacity *= 2;
    auto* bigger = static_cast<Tick*>(arena_allocate(capacity * sizeof(Tick)));
    if (size_ != 0) memcpy(bigger, ticks_, size_ * sizeof(Tick));
    ticks_ = bigger;
    capacity_ = capacity;
  }
  if (size > size_) memset(ticks_ + size_, 0, (size - size_) * sizeof(Tick));
  size_ = size;
}

void Clock::set(std::uint32_t thread, Tick tick) {
  if (thread >= size_) grow(thread + 1);
  ticks_[thread] = tick;
}

void Clock::join(const Clock& other) {
  if (other.size_ > size_) grow(other.size_);
  for (std::uint32_t i = 0; i < other.size_; ++i) {
    if (other.ticks_[i] > ticks_[i]) ticks_[i] = other.ticks_[i];
  }
}

void Clock::assign(const Clock& other) {
  size_ = 0;
  grow(other.size_);
  if (other.size_ != 0) memcpy(ticks_, other.ticks_, other.size_ * sizeof(Tick));
}

}  // namespace sleave::rt
