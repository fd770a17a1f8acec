// Accounts with a lock each.
//
// Wrong: transfer() locks the paying account first. Two transfers in opposite directions deadlock.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>

class Bank {
 public:
  bool transfer(std::size_t from, std::size_t to, int amount) {
    if (from >= kAccounts || to >= kAccounts || from == to) return false;
#ifdef REPAIRED
    const std::lock_guard first(accounts_[std::min(from, to)].mutex);
    const std::lock_guard second(accounts_[std::max(from, to)].mutex);
#else
    const std::lock_guard first(accounts_[from].mutex);
    const std::lock_guard second(accounts_[to].mutex);
#endif
    if (accounts_[from].balance < amount) return false;
    accounts_[from].balance -= amount;
    accounts_[to].balance += amount;
    return true;
  }

  int balance(std::size_t account) {
    if (account >= kAccounts) return 0;
    const std::lock_guard lock(accounts_[account].mutex);
    return accounts_[account].balance;
  }

 private:
  static constexpr std::size_t kAccounts = 2;

  struct Account {
    std::mutex mutex;
    int balance = 10;
  };

  std::array<Account, kAccounts> accounts_;
};
