// BUG: A failed try_acquire() is taken for "no permit left"; C++ lets it fail by itself, and the job is never done.
// EXPECT: assertion
// OPTIONS: --choices=+trylock
#include <cassert>
#include <semaphore>
#include <thread>

namespace {

std::counting_semaphore<4> permits(0);
int jobs = 0;

void work() {
  while (permits.try_acquire()) ++jobs;
}

}  // namespace

int main() {
  std::thread giver([] { permits.release(2); });
  giver.join();
  work();
  assert(jobs == 2);
}
