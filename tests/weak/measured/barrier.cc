// A spinning barrier for one writer and three readers.
// Bug: the last thread to arrive lets the others go by a relaxed update.
#include "measured.h"

namespace {

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void arrive_and_wait() {
    const int round = round_.load();
    if (arrived_.fetch_add(1) + 1 == threads_) {
      arrived_.store(0, broken(seq_cst));
      round_.fetch_add(1, broken(seq_cst));
    } else {
      while (round_.load() == round) sched_yield();
    }
  }

 private:
  const int threads_;
  std::atomic<int> arrived_{0};
  std::atomic<int> round_{0};
};

Barrier barrier(4);
Plain<int> shared;

void publish() {
  shared.write(1);
  barrier.arrive_and_wait();
}

void look() {
  barrier.arrive_and_wait();
  shared.read();
}

}  // namespace

int main() {
  std::thread threads[] = {std::thread(publish), std::thread(look), std::thread(look), std::thread(look)};
  for (std::thread& thread : threads) thread.join();
  assert(shared.read() > 0);
}
