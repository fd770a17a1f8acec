// A collection with a lock for each object, as Collections.synchronizedList and its sisters of Java 1.4 make it. A
// method holds the lock of its own object. What it asks of its argument takes that one's lock call by call, so that the
// argument may change between two calls, and two objects that are each other's argument can wait for each other; and an
// iterator takes no lock at all.
#ifndef STUDIES_SYNCHRONIZED_H
#define STUDIES_SYNCHRONIZED_H

#include <functional>
#include <mutex>
#include <vector>

// Present: the argument is not locked for the whole of a method.
struct LockOwn {
  using Mutex = std::recursive_mutex;
  LockOwn(Mutex& own, Mutex&) : own_(own) {}

 private:
  std::lock_guard<Mutex> own_;
};

// Repaired: both are locked, always in the same order.
struct LockBoth {
  using Mutex = std::recursive_mutex;
  LockBoth(Mutex& own, Mutex& argument)
      : first_(std::less<>()(&own, &argument) ? own : argument),
        second_(std::less<>()(&own, &argument) ? argument : own) {}

 private:
  std::lock_guard<Mutex> first_;
  std::lock_guard<Mutex> second_;
};

template <class Backing, class Lock>
class Synchronized {
 public:
  int size() {
    const std::lock_guard lock(mutex_);
    return backing_.size();
  }

  bool contains(int element) {
    const std::lock_guard lock(mutex_);
    return backing_.contains(element);
  }

  void add(int element) {
    const std::lock_guard lock(mutex_);
    backing_.add(element);
  }

  void remove(int element) {
    const std::lock_guard lock(mutex_);
    backing_.remove(element);
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    backing_.clear();
  }

  std::vector<int> to_array() {
    const std::lock_guard lock(mutex_);
    std::vector<int> elements;
    for (auto i = iterator(); i.has_next();) elements.push_back(i.next());
    return elements;
  }

  void add_all(Synchronized& argument) {
    const Lock lock(mutex_, argument.mutex_);
    for (const int element : argument.to_array()) backing_.add(element);
  }

  bool contains_all(Synchronized& argument) {
    const Lock lock(mutex_, argument.mutex_);
    for (auto i = argument.iterator(); i.has_next();) {
      if (!backing_.contains(i.next())) return false;
    }
    return true;
  }

  void remove_all(Synchronized& argument) {
    const Lock lock(mutex_, argument.mutex_);
    for (const int element : to_array()) {
      if (argument.contains(element)) backing_.remove(element);
    }
  }

  bool equals(Synchronized& argument) {
    const Lock lock(mutex_, argument.mutex_);
    return argument.size() == backing_.size() && contains_all(argument);
  }

 private:
  typename Backing::Iterator iterator() const { return typename Backing::Iterator(backing_); }

  std::recursive_mutex mutex_;
  Backing backing_;
};

#endif
