// A block that is freed when its last user has gone.
//
// Wrong: two users that leave at the same time both see the other one, and nobody frees it.
#pragma once

#include <atomic>
#include <cstddef>

class CountedBlock {
 public:
  CountedBlock() = default;
  CountedBlock(const CountedBlock&) = delete;
  CountedBlock& operator=(const CountedBlock&) = delete;

  // Each of the two users once; false: both have left.
  bool leave() {
    const int turn = turns_.fetch_add(1);
    if (turn >= kUsers) return false;
#ifdef REPAIRED
    if (users_.fetch_sub(1) == 1) delete[] block_.exchange(nullptr);
#else
    if (users_.load() == 1) {
      delete[] block_.exchange(nullptr);
    } else {
      --users_;
    }
#endif
    return true;
  }

  // Users that have come and are to leave.
  ~CountedBlock() {
    if (turns_.load() < kUsers) delete[] block_.load();
  }

 private:
  static constexpr int kUsers = 2;
  std::atomic<int> users_{kUsers};
  std::atomic<int> turns_{0};
  std::atomic<char*> block_{new char[40]};
};
