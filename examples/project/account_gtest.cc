#include <gtest/gtest.h>

#include <thread>

#include "account.h"

TEST(Account, KeepsDeposits) {
  Account account(0);
  std::thread one([&] { account.deposit(1); });
  account.deposit(2);
  one.join();
  EXPECT_EQ(account.balance(), 3);
}

TEST(Account, IsNeverOverdrawn) {
  Account account(100);
  std::thread one([&] { account.withdraw(80); });
  account.withdraw(80);
  one.join();
  EXPECT_EQ(account.balance(), 20);
}
