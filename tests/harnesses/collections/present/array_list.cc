// A list in an array that grows. copy_from() asks the other list for its size and then for its elements, each under the
// lock; between them the list may shrink. swap_with() holds both locks, in the order of the call.
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

  int size() const { return size_; }

  void copy_from(const ArrayList& other) {
    const int count = other.size();
    for (int i = 0; i < count; ++i) add(other.get(i));
  }

  void swap_with(ArrayList& other) {
    std::lock_guard guard(lock_);
    std::lock_guard second(other.lock_);
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

 private:
  int get(int index) const {
    std::lock_guard guard(lock_);
    if (index >= size_) throw std::out_of_range("get");
    return values_[index];
  }

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
