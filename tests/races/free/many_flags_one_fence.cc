// FREE: One acquire fence after several relaxed loads.
// WHY: The fence counts for every load that precedes it.
// TSAN: It does not know fences.
#include <atomic>
#include <thread>

std::atomic<bool> ready[2];
int messages[2];
int seen;

void send(int thread) {
  messages[thread] = 1;
  ready[thread].store(true, std::memory_order_release);
}

void receive() {
  const bool both = ready[0].load(std::memory_order_relaxed) && ready[1].load(std::memory_order_relaxed);
  if (!both) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  seen = messages[0] + messages[1];
}

int main() {
  std::thread a(send, 0);
  std::thread b(send, 1);
  std::thread receiver(receive);
  a.join();
  b.join();
  receiver.join();
}
