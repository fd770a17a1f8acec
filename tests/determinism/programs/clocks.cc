// LEAK: every clock of the C and C++ libraries, and what is computed from it.
#include <sys/time.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<long long> seen{0};

namespace {

void read_chrono() {
  seen.store(std::chrono::steady_clock::now().time_since_epoch().count());
  seen.store(std::chrono::system_clock::now().time_since_epoch().count());
  seen.store(std::chrono::high_resolution_clock::now().time_since_epoch().count());
}

void read_c() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  seen.store(now.tv_nsec);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  seen.store(now.tv_nsec);
  timeval wall{};
  gettimeofday(&wall, nullptr);
  seen.store(wall.tv_usec);
  seen.store(std::time(nullptr));
  seen.store(std::clock());
  timespec_get(&now, TIME_UTC);
  if (now.tv_nsec % 2 == 0) seen.fetch_add(now.tv_sec);
}

}  // namespace

int main() {
  std::thread first(read_chrono);
  std::thread second(read_c);
  first.join();
  second.join();
}
