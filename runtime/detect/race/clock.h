// A vector clock: how much of each thread's past is known. Indexed by Thread::index; what is not stored is 0.
#pragma once

#include <cstdint>

namespace sleave::rt {

using Tick = std::uint32_t;

class Clock {
 public:
  [[nodiscard]] Tick operator[](std::uint32_t thread) const { return thread < size_ ? ticks_[thread] : 0; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  void set(std::uint32_t thread, Tick tick);
  void join(const Clock& other);    // the larger of the two, thread by thread
  void assign(const Clock& other);  // copies the ticks; a Clock owns its storage
  void clear() { size_ = 0; }

 private:
  void grow(std::uint32_t size);

  Tick* ticks_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace sleave::rt
