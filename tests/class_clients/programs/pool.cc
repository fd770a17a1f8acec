// A pool of two numbers. release() gets a number that its caller acquired: of another one it would say so. Wrong:
// acquire() looks for a free number and takes it in two steps.
#include <atomic>
#include <optional>
#include <sleave/client.hpp>

class Pool {
 public:
  std::optional<int> acquire() {
    for (unsigned taken = taken_; taken != 3;) {
      const int number = (taken & 1) == 0 ? 0 : 1;
#ifdef WRONG
      taken_ |= bit(number);
      return number;
#else
      if (taken_.compare_exchange_strong(taken, taken | bit(number))) return number;
#endif
    }
    return std::nullopt;
  }

  // Whether it was taken.
  bool release(int number) { return (taken_.fetch_and(~bit(number)) & bit(number)) != 0; }
  bool is_taken(int number) const { return (taken_ & bit(number)) != 0; }

 private:
  static unsigned bit(int number) { return 1U << number; }

  std::atomic<unsigned> taken_{0};
};

SLEAVE_CLIENT(pool, Pool) {
  op("acquire", [](Pool& pool) { return pool.acquire(); });
  op("release", [](Pool& pool, int number) { return pool.release(number); }, returned_by<int>("acquire"));
  op("is_taken", [](Pool& pool, int number) { return pool.is_taken(number); }, returned_by<int>("acquire").kept());
}
