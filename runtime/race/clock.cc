#include "runtime/race/clock.h"

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

}  // namespace sleave::rt
