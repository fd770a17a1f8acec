// RACE: A worker counts the latch down and then writes.
// WHY: The write comes after count_down and is not ordered by it.
#include <latch>
#include <thread>

std::latch done(1);
int part;
int seen;

void work() {
  done.count_down();
  part = 1;  // race: write
}

void collect() {
  done.wait();
  seen = part;  // race: read
}

int main() {
  std::thread a(work);
  std::thread b(collect);
  a.join();
  b.join();
}
