// RACE: Fences on both sides of a plain flag.
// WHY: Fences synchronize only through an atomic object; the flag itself is raced for.
#include <atomic>
#include <thread>

bool ready;
int message;
int seen;

void send() {
  message = 1;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  ready = true;  // race: write
}

void receive() {
  if (!ready) return;  // race: read
  std::atomic_thread_fence(std::memory_order_seq_cst);
  seen = 1;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
