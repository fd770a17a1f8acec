#include "account.h"

void Account::deposit(int amount) {
  std::lock_guard<std::mutex> lock(mutex_);
  balance_ += amount;
}

bool Account::withdraw(int amount) {
  if (balance() < amount) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  balance_ -= amount;
  return true;
}

int Account::balance() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return balance_;
}
