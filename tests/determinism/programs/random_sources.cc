// LEAK: random bytes of the system, the processor and the libraries.
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<unsigned long> seen{0};

namespace {

void from_library() {
  std::random_device device;
  seen.store(device());
  std::mt19937 engine(device());
  if (engine() % 2 == 0) seen.fetch_add(1);
  seen.store(static_cast<unsigned long>(std::rand()));
  seen.store(static_cast<unsigned long>(random()));
}

void from_system() {
  unsigned long bytes = 0;
  if (getrandom(&bytes, sizeof bytes, 0) == sizeof bytes) seen.store(bytes);
  if (getentropy(&bytes, sizeof bytes) == 0) seen.store(bytes);
  seen.store(arc4random());
  const int device = open("/dev/urandom", O_RDONLY);
  if (read(device, &bytes, sizeof bytes) == sizeof bytes) seen.store(bytes);
  close(device);
  arc4random_buf(&bytes, sizeof bytes);
  seen.store(bytes + arc4random_uniform(10));
}

}  // namespace

int main() {
  std::thread first(from_library);
  std::thread second(from_system);
  first.join();
  second.join();
}
