// FREE: A unique_ptr goes from thread to thread through a mailbox; whoever has it last deletes.
// WHY: exchange with acquire and release orders all uses and the deletion.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<int*> box;

void put() { delete box.exchange(std::make_unique<int>(1).release(), std::memory_order_acq_rel); }

void take() {
  const std::unique_ptr<int> mine(box.exchange(nullptr, std::memory_order_acq_rel));
  if (mine != nullptr) ++*mine;
}

int main() {
  std::thread a(put);
  std::thread b(put);
  std::thread c(take);
  a.join();
  b.join();
  c.join();
  delete box.load();
}
