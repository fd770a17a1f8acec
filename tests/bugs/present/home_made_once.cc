// BUG: A home-made once flag tests and sets its state in two steps; the initialiser runs twice.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

enum State { kNew, kRunning, kDone };

std::atomic<int> state{kNew};
std::atomic<int> connections{0};

void connect_once() {
  if (state.load() == kNew) {
    state.store(kRunning);
    connections.fetch_add(1);
    state.store(kDone);
  }
  while (state.load() != kDone) std::this_thread::yield();
}

}  // namespace

int main() {
  std::thread query(connect_once);
  std::thread update(connect_once);
  query.join();
  update.join();
  assert(connections.load() == 1);
}
