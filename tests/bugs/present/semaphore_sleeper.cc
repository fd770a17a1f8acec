// BUG: libstdc++ 12's counting_semaphore sleeps although the count is back, if a compare-exchange failed before.
// EXPECT: deadlock
#include <semaphore>
#include <thread>

namespace {

std::counting_semaphore<1> seat{1};
int sat = 0;

void sit() {
  seat.acquire();
  ++sat;
  seat.release();
}

}  // namespace

int main() {
  std::thread one(sit);
  std::thread two(sit);
  one.join();
  two.join();
  return sat == 2 ? 0 : 1;
}
