// FREE: Reader and writer take a shared_timed_mutex with limits of time and respect the answers.
// WHY: Only a successful lock leads to an access.
// TSAN: It does not know read-write locks with a clock of their own (pthread_rwlock_clockwrlock).
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex lock;
int value;
int seen;

void write_data() {
  if (!lock.try_lock_for(std::chrono::milliseconds(1))) return;
  value = 1;
  lock.unlock();
}

void read_data() {
  if (!lock.try_lock_shared_for(std::chrono::milliseconds(1))) return;
  seen = value;
  lock.unlock_shared();
}

int main() {
  std::thread writer(write_data);
  std::thread reader(read_data);
  writer.join();
  reader.join();
}
