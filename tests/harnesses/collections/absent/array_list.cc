// The list in an array, whose methods on two lists take both locks together.
#include <mutex>
#include <stdexcept>

class ArrayList {
 public:
  ArrayList() : values_(new int[1]) {}

  void add(int value) {
    std::lock_guard guard(lock_);
    if (size_ == room_) grow();
    values_[size_++] = value;
  }

  int remove_last() {
    std::lock_guard guard(lock_);
    if (size_ == 0) throw std::out_of_range("remove_last");
    return values_[--size_];
  }

  int size() const {
    std::lock_guard guard(lock_);
    return size_;
  }

  void copy_from(const ArrayList& other) {
    if (this == &other) return;
    std::scoped_lock guard(lock_, other.lock_);
    for (int i = 0; i < other.size_; ++i) add(other.values_[i]);
  }

  void swap_with(ArrayList& other) {
    if (this == &other) return;
    std::scoped_lock guard(lock_, other.lock_);
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

 private:
  void grow() {
    int* larger = new int[2 * room_];
    for (int i = 0; i < size_; ++i) larger[i] = values_[i];
    delete[] values_;
    values_ = larger;
    room_ *= 2;
  }

  mutable std::recursive_mutex lock_;
  int* values_;
  int size_ = 0;
  int room_ = 1;
};
