// REPAIRED: Whoever takes the mark first gives the permit back.
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <thread>

namespace {

sem_t permits;
std::atomic<bool> holds_permit{false};
std::atomic<int> inside{0};

void give_back() {
  if (!holds_permit.exchange(false)) return;
  sem_post(&permits);
}

void enter_and_leave() {
  sem_wait(&permits);
  const int others = inside.fetch_add(1);
  assert(others == 0);
  inside.fetch_sub(1);
  sem_post(&permits);
}

}  // namespace

int main() {
  sem_init(&permits, 0, 1);
  sem_wait(&permits);
  holds_permit.store(true);
  std::thread job(give_back);
  std::thread canceller(give_back);
  std::thread a(enter_and_leave);
  std::thread b(enter_and_leave);
  job.join();
  canceller.join();
  a.join();
  b.join();
}
