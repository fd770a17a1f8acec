// RACE: A thread that did not get a timed mutex in time goes on to read what it protects.
// SCHEDULE: some; the other thread must hold the mutex.
// WHY: try_lock_for that fails synchronizes with nothing.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex lock;
int data;
int seen;

void write_data() {
  std::lock_guard guard(lock);
  data = 1;  // race: write
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

void read_data() {
  const bool mine = lock.try_lock_for(std::chrono::milliseconds(1));
  seen = data;  // race: read
  if (mine) lock.unlock();
}

int main() {
  std::thread writer(write_data);
  std::thread reader(read_data);
  writer.join();
  reader.join();
}
