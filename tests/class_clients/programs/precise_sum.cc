// A large sum as a floating-point number. WRONG: it is read and written in two steps; what is lost shows only in its
// last digits.
#include <atomic>
#include <sleave/client.hpp>

class Sum {
 public:
  double add(int number) {
#ifdef WRONG
    const double sum = sum_.load() + number;
    sum_.store(sum);
    return sum;
#else
    double sum = sum_.load();
    while (!sum_.compare_exchange_strong(sum, sum + number)) {
    }
    return sum + number;
#endif
  }

 private:
  std::atomic<double> sum_{1e9};
};

SLEAVE_CLIENT(precise_sum, Sum) {
  op("add", [](Sum& sum, int number) { return sum.add(number); }, fresh());
}
