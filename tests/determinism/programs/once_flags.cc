// COVERS: call_once, also with a first attempt that throws, and pthread_once.
#include <pthread.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::once_flag flag;
pthread_once_t c_flag = PTHREAD_ONCE_INIT;
std::atomic<int> attempts{0};
std::atomic<int> seen{0};

void initialise() {
  if (attempts.fetch_add(1) == 0) throw std::runtime_error("first attempt fails");
  seen.fetch_add(1);
}

extern "C" void initialise_c() { seen.fetch_add(10); }

void work() {
  try {
    std::call_once(flag, initialise);
  } catch (const std::runtime_error&) {
    seen.fetch_add(100);
  }
  pthread_once(&c_flag, initialise_c);
}

}  // namespace

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
  return attempts.load() == 2 ? 0 : 1;
}
