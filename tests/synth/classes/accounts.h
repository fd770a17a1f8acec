// Accounts with a lock each.
//
// Wrong: transfer() takes the money from one account and gives it to the other under two locks, one after the other. In
// between, total() misses it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>

class Accounts {
 public:
  bool transfer(std::size_t from, std::size_t to, int amount) {
    if (from >= kAccounts || to >= kAccounts || from == to) return false;
#ifdef REPAIRED
    const std::lock_guard lower(accounts_[std::min(from, to)].mutex);
    const std::lock_guard upper(accounts_[std::max(from, to)].mutex);
    if (accounts_[from].balance < amount) return false;
    accounts_[from].balance -= amount;
    accounts_[to].balance += amount;
    return true;
#else
    {
      const std::lock_guard lock(accounts_[from].mutex);
      if (accounts_[from].balance < amount) return false;
      accounts_[from].balance -= amount;
    }
    const std::lock_guard lock(accounts_[to].mutex);
    accounts_[to].balance += amount;
    return true;
#endif
  }

  int total() {
    const std::lock_guard lower(accounts_[0].mutex);
    const std::lock_guard upper(accounts_[1].mutex);
    return accounts_[0].balance + accounts_[1].balance;
  }

 private:
  static constexpr std::size_t kAccounts = 2;

  struct Account {
    std::mutex mutex;
    int balance = 10;
  };

  std::array<Account, kAccounts> accounts_;
};
