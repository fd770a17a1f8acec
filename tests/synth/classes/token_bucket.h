// A rate limiter: requests take tokens, which are refilled up to a limit.
//
// Wrong: refill() stores the new number of tokens. Tokens that were taken since it read the old one come back.
#pragma once

#include <algorithm>
#include <atomic>

class TokenBucket {
 public:
  explicit TokenBucket(int limit = 2) : limit_(limit), tokens_(limit) {}

  bool try_take() {
    int tokens = tokens_;
    while (tokens > 0) {
      if (tokens_.compare_exchange_strong(tokens, tokens - 1)) return true;
    }
    return false;
  }

  void refill(int count) {
    int tokens = tokens_;
#ifdef REPAIRED
    while (!tokens_.compare_exchange_strong(tokens, std::min(limit_, tokens + count))) {
    }
#else
    tokens_ = std::min(limit_, tokens + count);
#endif
  }

  int tokens() const { return tokens_; }

 private:
  const int limit_;
  std::atomic<int> tokens_;
};
