// BUG: A worker counts its task as done before it has added the one that follows; another sees no task left and leaves.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> queued{1};
std::atomic<int> pending{1};  // queued or being executed
std::atomic<int> executed{0};
std::atomic<int> left_early{0};

bool take() {
  int count = queued.load();
  while (count > 0) {
    if (queued.compare_exchange_strong(count, count - 1)) return true;
  }
  return false;
}

void add() {
  pending.fetch_add(1);
  queued.fetch_add(1);
}

// The first task makes a second one.
void execute() {
  const bool makes_another = executed.fetch_add(1) == 0;
  pending.fetch_sub(1);
  if (makes_another) add();
}

void work() {
  while (pending.load() != 0) {
    if (take()) {
      execute();
    } else {
      std::this_thread::yield();
    }
  }
  if (executed.load() != 2) left_early.fetch_add(1);
}

}  // namespace

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  assert(left_early.load() == 0);
}
