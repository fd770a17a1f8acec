// REPAIRED: The result of the decrement says who was last.
// FLAGS: -fsanitize=address
#include <atomic>
#include <thread>

struct Shared {
  std::atomic<int> users{2};
  int value = 5;
};

void release(Shared* shared) {
  if (shared->users.fetch_sub(1) == 1) delete shared;
}

int main() {
  auto* shared = new Shared;
  std::thread one(release, shared);
  std::thread two(release, shared);
  one.join();
  two.join();
}
