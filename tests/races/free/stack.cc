// FREE: A stack after Treiber: push with release, take all with acquire.
// WHY: Each push continues the release sequences of the pushes below it, so the taker acquires them all.
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

Node nodes[2];
std::atomic<Node*> top;
int seen;

void push(int thread) {
  Node* node = &nodes[thread];
  node->value = 1;
  node->next = top.load(std::memory_order_relaxed);
  while (!top.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

void take_all() {
  for (Node* node = top.exchange(nullptr, std::memory_order_acquire); node != nullptr; node = node->next) {
    seen += node->value;
  }
}

int main() {
  std::thread a(push, 0);
  std::thread b(push, 1);
  std::thread taker(take_all);
  a.join();
  b.join();
  taker.join();
}
