// BUG: main trusts the sign that a worker has finished its work, but the worker's thread_local destructor still comes.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> registered{0};
std::atomic<bool> finished{false};

struct Registration {
  Registration() { registered.fetch_add(1); }
  ~Registration() { registered.fetch_sub(1); }
  int uses = 0;
};

thread_local Registration registration;

void work() {
  ++registration.uses;
  finished.store(true);
}

}  // namespace

int main() {
  std::thread worker(work);
  while (!finished.load()) std::this_thread::yield();
  assert(registered.load() == 0);
  worker.join();
}
