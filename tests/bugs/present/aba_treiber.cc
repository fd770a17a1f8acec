// BUG: A lock-free stack deletes nodes that another thread still looks at, and whose addresses may come back (ABA).
// EXPECT: heap_use_after_free | double_free | data_race | assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  int value;
  std::atomic<Node*> next;
};

std::atomic<Node*> head{nullptr};
std::atomic<int> sum{0};

void push(int value) {
  auto* node = new Node{value, head.load()};
  for (Node* old = head.load(); !head.compare_exchange_strong(old, node);) node->next.store(old);
}

void pop() {
  Node* old = head.load();
  while (old != nullptr && !head.compare_exchange_strong(old, old->next.load())) {
  }
  if (old == nullptr) return;
  sum.fetch_add(old->value);
  delete old;
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
  while (head.load() != nullptr) pop();
  assert(sum.load() == 7);
}
