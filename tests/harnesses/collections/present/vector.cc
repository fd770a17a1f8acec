// A vector with a lock in every method, as old class libraries have it. last_index_of() looks at the number of elements
// before it takes the lock; methods on two vectors take the second lock while they hold the first.
#include <mutex>
#include <stdexcept>

class Vector {
 public:
  Vector() = default;

  void add(int value) {
    std::lock_guard guard(lock_);
    if (count_ < kRoom) values_[count_++] = value;
  }

  int get(int index) const {
    std::lock_guard guard(lock_);
    if (index < 0 || index >= count_) throw std::out_of_range("get");
    return values_[index];
  }

  int size() const {
    std::lock_guard guard(lock_);
    return count_;
  }

  void clear() {
    std::lock_guard guard(lock_);
    count_ = 0;
  }

  int last_index_of(int value) const { return last_index_of(value, count_ - 1); }

  bool contains_all(const Vector& other) const {
    std::lock_guard guard(lock_);
    for (int i = 0; i < other.size(); ++i) {
      if (find(other.get(i)) < 0) return false;
    }
    return true;
  }

 private:
  static constexpr int kRoom = 8;

  int last_index_of(int value, int from) const {
    std::lock_guard guard(lock_);
    if (from >= count_) throw std::out_of_range("last_index_of");
    while (from >= 0 && values_[from] != value) --from;
    return from;
  }

  int find(int value) const {
    for (int i = 0; i < count_; ++i) {
      if (values_[i] == value) return i;
    }
    return -1;
  }

  mutable std::recursive_mutex lock_;
  int values_[kRoom] = {};
  int count_ = 0;
};
