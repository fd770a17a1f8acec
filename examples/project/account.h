// An account that several threads draw on.
#pragma once

#include <mutex>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  void deposit(int amount);
  bool withdraw(int amount);  // false: there is not enough
  int balance() const;

 private:
  mutable std::mutex mutex_;
  int balance_;
};
