// The runtime's own memory: taken from the system in chunks, never given back during a run.
#pragma once

#include <cstddef>
#include <new>

namespace sleave::rt {

// Zeroed, aligned to 16.
void* arena_allocate(std::size_t bytes);

// Where nothing was taken yet, so nothing was written.
struct ArenaRest {
  char* begin;
  char* end;
};
ArenaRest arena_rest();

template <typename T>
T* arena_new() {
  return new (arena_allocate(sizeof(T))) T();
}

// A growing array in the arena. Outgrown storage is abandoned: growth doubles, so at most half is waste.
template <typename T>
class ArenaArray {
 public:
  T& push(const T& item) {
    if (size_ == capacity_) grow();
    data_[size_] = item;
    return data_[size_++];
  }
  void insert(std::size_t at, const T& item) {
    push(item);
    for (std::size_t i = size_ - 1; i > at; --i) data_[i] = data_[i - 1];
    data_[at] = item;
  }
  void remove(std::size_t at) {
    for (std::size_t i = at + 1; i < size_; ++i) data_[i - 1] = data_[i];
    --size_;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

 private:
  void grow() {
    capacity_ = capacity_ == 0 ? 8 : capacity_ * 2;
    T* bigger = static_cast<T*>(arena_allocate(capacity_ * sizeof(T)));
    for (std::size_t i = 0; i < size_; ++i) bigger[i] = data_[i];
    data_ = bigger;
  }

  T* data_;
  std::size_t size_;
  std::size_t capacity_;
};

}  // namespace sleave::rt
