// FREE: Two receivers wait on an atomic_flag with acquire.
// WHY: test_and_set with release is read by the load in wait.
#include <atomic>
#include <thread>

std::atomic_flag ready;
int message;
int seen[2];

void send() {
  message = 1;
  ready.test_and_set(std::memory_order_release);
  ready.notify_all();
}

void receive(int thread) {
  ready.wait(false, std::memory_order_acquire);
  seen[thread] = message;
}

int main() {
  std::thread a(receive, 0);
  std::thread b(receive, 1);
  std::thread sender(send);
  a.join();
  b.join();
  sender.join();
}
