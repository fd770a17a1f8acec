// Numbers from a balancer and two counters: each caller goes to the other counter than the one before. Two callers may
// get their numbers in the wrong order, but not when no call is under way in between. WRONG: the balancer is read and
// written in two steps.
#include <atomic>
#include <sleave/client.hpp>

class CountingNetwork {
 public:
  int next() {
#ifdef WRONG
    const int wire = toggle_;
    toggle_ = 1 - wire;
#else
    const int wire = static_cast<int>(toggle_.fetch_xor(1));
#endif
    return 2 * counters_[wire].fetch_add(1) + wire;
  }

 private:
  std::atomic<int> toggle_{0};
  std::atomic<int> counters_[2] = {};
};

SLEAVE_CLIENT(counting_network, CountingNetwork) {
  contract("quiescent");
  op("next", [](CountingNetwork& network) { return network.next(); });
}
