// LEAK: process and thread ids, handles and their hashes.
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<unsigned long> seen{0};

namespace {

void identify() {
  seen.store(static_cast<unsigned long>(getpid()));
  seen.store(static_cast<unsigned long>(getppid()));
  seen.store(static_cast<unsigned long>(gettid()));
  seen.store(static_cast<unsigned long>(syscall(SYS_gettid)));
  seen.store(pthread_self());
  const std::size_t hash = std::hash<std::thread::id>{}(std::this_thread::get_id());
  seen.store(hash);
  if (hash % 3 == 0) seen.fetch_add(1);
}

}  // namespace

int main() {
  identify();
  std::thread first(identify);
  std::thread second(identify);
  seen.store(std::hash<std::thread::id>{}(second.get_id()));
  seen.store(std::thread::hardware_concurrency());
  first.join();
  second.join();
}
