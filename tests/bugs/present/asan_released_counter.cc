// BUG: The counter is read again after the decrement: one thread touches it after the other has freed it.
// EXPECT: sanitizer_report
// FLAGS: -fsanitize=address
#include <atomic>
#include <thread>

struct Shared {
  std::atomic<int> users{2};
  int value = 5;
};

void release(Shared* shared) {
  shared->users.fetch_sub(1);
  if (shared->users.load() == 0) {
    shared->users.store(-1);
    delete shared;
  }
}

int main() {
  auto* shared = new Shared;
  std::thread one(release, shared);
  std::thread two(release, shared);
  one.join();
  two.join();
}
