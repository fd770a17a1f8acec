// REPAIRED: A semaphore of the C library.
#include <semaphore.h>
#include <thread>

namespace {

sem_t seat;
int sat = 0;

void sit() {
  sem_wait(&seat);
  ++sat;
  sem_post(&seat);
}

}  // namespace

int main() {
  sem_init(&seat, 0, 1);
  std::thread one(sit);
  std::thread two(sit);
  one.join();
  two.join();
  sem_destroy(&seat);
  return sat == 2 ? 0 : 1;
}
