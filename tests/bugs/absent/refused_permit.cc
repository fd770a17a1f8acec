// REPAIRED: The worker knows how many permits there are and waits for each.
#include <cassert>
#include <semaphore>
#include <thread>

namespace {

std::counting_semaphore<4> permits(0);
int jobs = 0;

void work() {
  for (int i = 0; i < 2; ++i) {
    permits.acquire();
    ++jobs;
  }
}

}  // namespace

int main() {
  std::thread giver([] { permits.release(2); });
  giver.join();
  work();
  assert(jobs == 2);
}
