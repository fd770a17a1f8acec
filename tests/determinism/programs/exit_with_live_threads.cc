// COVERS: exit() from a thread while others run, with handlers and static destructors.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> steps{0};

struct AtEnd {
  ~AtEnd() { steps.fetch_add(1000); }
};

const AtEnd at_end;

extern "C" void handler() { steps.fetch_add(100); }

void walk() {
  for (int i = 0; i < 3; ++i) steps.fetch_add(1);
}

}  // namespace

int main() {
  std::atexit(handler);
  std::thread first(walk);
  std::thread second(walk);
  first.detach();
  second.detach();
  std::thread third([] { std::exit(0); });
  third.join();
}
