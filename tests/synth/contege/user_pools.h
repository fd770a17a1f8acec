// A pool of connections for each user, made when the user is first seen.
//
// Wrong: borrow() makes sure that the user has a pool and then uses it, in two steps. It throws std::out_of_range if
// the pool was closed in between.
#pragma once

#include <map>
#include <mutex>

class UserPools {
 public:
  // How many the user has borrowed now.
  int borrow(int user) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    return ++borrowed_[user];
#else
    add(user);
    const std::lock_guard lock(mutex_);
    return ++borrowed_.at(user);
#endif
  }

  bool close(int user) {
    const std::lock_guard lock(mutex_);
    return borrowed_.erase(user) == 1;
  }

 private:
#ifndef REPAIRED
  void add(int user) {
    const std::lock_guard lock(mutex_);
    borrowed_.emplace(user, 0);
  }
#endif

  std::mutex mutex_;
  std::map<int, int> borrowed_;
};
