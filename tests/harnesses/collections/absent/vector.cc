// The vector with its number of elements under the lock, and the locks of two vectors taken together.
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

  int last_index_of(int value) const {
    std::lock_guard guard(lock_);
    int from = count_ - 1;
    while (from >= 0 && values_[from] != value) --from;
    return from;
  }

  bool contains_all(const Vector& other) const {
    if (this == &other) return true;
    std::scoped_lock guard(lock_, other.lock_);
    for (int i = 0; i < other.count_; ++i) {
      if (find(other.values_[i]) < 0) return false;
    }
    return true;
  }

 private:
  static constexpr int kRoom = 8;

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
