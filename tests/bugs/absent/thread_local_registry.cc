// REPAIRED: main joins the worker before it looks.
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
  worker.join();
  assert(finished.load() && registered.load() == 0);
}
