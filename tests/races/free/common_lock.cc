// FREE: Three threads hold different pairs of locks; each two pairs have one lock in common with the writer's.
// WHY: The writer holds both locks, each reader one of them; readers do not conflict.
#include <mutex>
#include <thread>

std::mutex left_lock;
std::mutex right_lock;
int shared;
int seen[2];

void write_data() {
  std::scoped_lock guard(left_lock, right_lock);
  ++shared;
}

void read_left() {
  std::lock_guard guard(left_lock);
  seen[0] = shared;
}

void read_right() {
  std::lock_guard guard(right_lock);
  seen[1] = shared;
}

int main() {
  std::thread a(write_data);
  std::thread b(read_left);
  std::thread c(read_right);
  a.join();
  b.join();
  c.join();
}
