// An estimate that is not compared, and checks what it reads. WRONG: the reads do not belong together, so that it
// throws where no order of the calls does.
#include <atomic>
#include <sleave/client.hpp>
#include <stdexcept>

class Counter {
 public:
  void add() {
    ++added_;
    ++size_;
  }

  int estimate() const {
#ifdef WRONG
    if (added_ != size_) throw std::logic_error("sizes differ");
#endif
    return size_;
  }

 private:
  std::atomic<int> added_{0};
  std::atomic<int> size_{0};
};

SLEAVE_CLIENT(estimated_size, Counter) {
  op("add", [](Counter& counter) { counter.add(); });
  op("estimate", [](Counter& counter) { return counter.estimate(); }).ignored();
}
