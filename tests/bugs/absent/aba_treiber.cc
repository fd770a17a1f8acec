// REPAIRED: A lock keeps the nodes that somebody looks at.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Node {
  int value;
  Node* next;
};

std::mutex lock;
Node* head = nullptr;
std::atomic<int> sum{0};

void push(int value) {
  const std::lock_guard guard(lock);
  head = new Node{value, head};
}

bool pop() {
  const std::lock_guard guard(lock);
  Node* old = head;
  if (old == nullptr) return false;
  head = old->next;
  sum.fetch_add(old->value);
  delete old;
  return true;
}

}  // namespace

int main() {
  push(1);
  push(2);
  std::thread one(pop);
  std::thread other([] {
    pop();
    pop();
    push(4);
  });
  one.join();
  other.join();
  while (pop()) {
  }
  assert(sum.load() == 7);
}
