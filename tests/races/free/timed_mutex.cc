// FREE: A thread that did not get a timed mutex in time leaves alone what it protects.
// WHY: try_lock_for that succeeds synchronizes with the last unlock.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex lock;
int data;
int seen;

void write_data() {
  std::lock_guard guard(lock);
  data = 1;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void read_data() {
  if (!lock.try_lock_for(std::chrono::milliseconds(1))) return;
  seen = data;
  lock.unlock();
}

int main() {
  std::thread writer(write_data);
  std::thread reader(read_data);
  writer.join();
  reader.join();
}
